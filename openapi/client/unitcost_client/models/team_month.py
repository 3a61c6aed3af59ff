from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.team_month_line_items_usd import TeamMonthLineItemsUsd


T = TypeVar("T", bound="TeamMonth")


@_attrs_define
class TeamMonth:
    """What a team bears in a month.

    Attributes:
        line_items_usd (TeamMonthLineItemsUsd): Cost of each item [USD]. The items add up exactly to `usd_total`.
            `commitment_unused` is of hours of terms that nothing used, and in the last month of those after the horizon.
        month (str): The month, YYYY-MM.
        share_fraction (float): Its share of the cost [fraction].
        team (str): Name of the team.
        usd_total (float): The sum of its items [USD].
    """

    line_items_usd: TeamMonthLineItemsUsd
    month: str
    share_fraction: float
    team: str
    usd_total: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        line_items_usd = self.line_items_usd.to_dict()

        month = self.month

        share_fraction = self.share_fraction

        team = self.team

        usd_total = self.usd_total

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "line_items_usd": line_items_usd,
                "month": month,
                "share_fraction": share_fraction,
                "team": team,
                "usd_total": usd_total,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.team_month_line_items_usd import TeamMonthLineItemsUsd  # noqa: PLC0415

        d = dict(src_dict)
        line_items_usd = TeamMonthLineItemsUsd.from_dict(d.pop("line_items_usd"))

        month = d.pop("month")

        share_fraction = d.pop("share_fraction")

        team = d.pop("team")

        usd_total = d.pop("usd_total")

        team_month = cls(
            line_items_usd=line_items_usd,
            month=month,
            share_fraction=share_fraction,
            team=team,
            usd_total=usd_total,
        )

        team_month.additional_properties = d
        return team_month

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
