from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.team_cost_line_items_usd import TeamCostLineItemsUsd


T = TypeVar("T", bound="TeamCost")


@_attrs_define
class TeamCost:
    """What a team bears over the horizon.

    Attributes:
        line_items_usd (TeamCostLineItemsUsd): Cost of each item [USD]. The items add up exactly to `usd_total`.
            `commitment_unused` is of hours of terms that nothing used, and in the last month of those after the horizon.
        requests_per_day (float): Its load [requests per day].
        share_fraction (float): Its share of the cost [fraction].
        team (str): Name of the team.
        total (float | None): usd_total in `currency` [its unit]; null for dollars.
        usd_per_million_tokens (float | None): USD per million tokens, input and output together; null without any.
        usd_per_request (float | None): USD per request; null without requests.
        usd_total (float): The sum of its items [USD].
    """

    line_items_usd: TeamCostLineItemsUsd
    requests_per_day: float
    share_fraction: float
    team: str
    total: float | None
    usd_per_million_tokens: float | None
    usd_per_request: float | None
    usd_total: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        line_items_usd = self.line_items_usd.to_dict()

        requests_per_day = self.requests_per_day

        share_fraction = self.share_fraction

        team = self.team

        total: float | None
        total = self.total

        usd_per_million_tokens: float | None
        usd_per_million_tokens = self.usd_per_million_tokens

        usd_per_request: float | None
        usd_per_request = self.usd_per_request

        usd_total = self.usd_total

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "line_items_usd": line_items_usd,
                "requests_per_day": requests_per_day,
                "share_fraction": share_fraction,
                "team": team,
                "total": total,
                "usd_per_million_tokens": usd_per_million_tokens,
                "usd_per_request": usd_per_request,
                "usd_total": usd_total,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.team_cost_line_items_usd import TeamCostLineItemsUsd  # noqa: PLC0415

        d = dict(src_dict)
        line_items_usd = TeamCostLineItemsUsd.from_dict(d.pop("line_items_usd"))

        requests_per_day = d.pop("requests_per_day")

        share_fraction = d.pop("share_fraction")

        team = d.pop("team")

        def _parse_total(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        total = _parse_total(d.pop("total"))

        def _parse_usd_per_million_tokens(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_million_tokens = _parse_usd_per_million_tokens(d.pop("usd_per_million_tokens"))

        def _parse_usd_per_request(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_request = _parse_usd_per_request(d.pop("usd_per_request"))

        usd_total = d.pop("usd_total")

        team_cost = cls(
            line_items_usd=line_items_usd,
            requests_per_day=requests_per_day,
            share_fraction=share_fraction,
            team=team,
            total=total,
            usd_per_million_tokens=usd_per_million_tokens,
            usd_per_request=usd_per_request,
            usd_total=usd_total,
        )

        team_cost.additional_properties = d
        return team_cost

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
