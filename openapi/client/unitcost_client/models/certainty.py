from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.case import Case
    from ..models.doubt import Doubt
    from ..models.level import Level
    from ..models.month_percentiles import MonthPercentiles


T = TypeVar("T", bound="Certainty")


@_attrs_define
class Certainty:
    """How sure a cost is: percentiles under all doubts together, three cases, each doubt alone.

    A doubt is common to all months. Doubts are independent of each other. The plan is the one that
    is answered: what is committed or owned stays, what is rented by the hour follows.

        Attributes:
            answered_confidence_fraction (float): Probability that the cost is at most answered_usd [fraction].
            answered_usd (float): The cost as answered: a total, or the mean of a run [USD].
            cases (list[Case]): The low, the base and the high case.
            doubts (list[Doubt]): All doubts of the cost, the one that moves it most first.
            levels (list[Level]): The amounts that were asked for, from low to high.
            median_change_fraction (float): p50_usd over answered_usd, less 1 [fraction].
            months (list[MonthPercentiles]): The months of a service; empty of a run.
            p10_usd (float): 10th percentile [USD].
            p50_usd (float): Median [USD].
            p90_usd (float): 90th percentile [USD].
    """

    answered_confidence_fraction: float
    answered_usd: float
    cases: list[Case]
    doubts: list[Doubt]
    levels: list[Level]
    median_change_fraction: float
    months: list[MonthPercentiles]
    p10_usd: float
    p50_usd: float
    p90_usd: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        answered_confidence_fraction = self.answered_confidence_fraction

        answered_usd = self.answered_usd

        cases = []
        for cases_item_data in self.cases:
            cases_item = cases_item_data.to_dict()
            cases.append(cases_item)

        doubts = []
        for doubts_item_data in self.doubts:
            doubts_item = doubts_item_data.to_dict()
            doubts.append(doubts_item)

        levels = []
        for levels_item_data in self.levels:
            levels_item = levels_item_data.to_dict()
            levels.append(levels_item)

        median_change_fraction = self.median_change_fraction

        months = []
        for months_item_data in self.months:
            months_item = months_item_data.to_dict()
            months.append(months_item)

        p10_usd = self.p10_usd

        p50_usd = self.p50_usd

        p90_usd = self.p90_usd

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "answered_confidence_fraction": answered_confidence_fraction,
                "answered_usd": answered_usd,
                "cases": cases,
                "doubts": doubts,
                "levels": levels,
                "median_change_fraction": median_change_fraction,
                "months": months,
                "p10_usd": p10_usd,
                "p50_usd": p50_usd,
                "p90_usd": p90_usd,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.case import Case  # noqa: PLC0415
        from ..models.doubt import Doubt  # noqa: PLC0415
        from ..models.level import Level  # noqa: PLC0415
        from ..models.month_percentiles import MonthPercentiles  # noqa: PLC0415

        d = dict(src_dict)
        answered_confidence_fraction = d.pop("answered_confidence_fraction")

        answered_usd = d.pop("answered_usd")

        cases = []
        _cases = d.pop("cases")
        for cases_item_data in _cases:
            cases_item = Case.from_dict(cases_item_data)

            cases.append(cases_item)

        doubts = []
        _doubts = d.pop("doubts")
        for doubts_item_data in _doubts:
            doubts_item = Doubt.from_dict(doubts_item_data)

            doubts.append(doubts_item)

        levels = []
        _levels = d.pop("levels")
        for levels_item_data in _levels:
            levels_item = Level.from_dict(levels_item_data)

            levels.append(levels_item)

        median_change_fraction = d.pop("median_change_fraction")

        months = []
        _months = d.pop("months")
        for months_item_data in _months:
            months_item = MonthPercentiles.from_dict(months_item_data)

            months.append(months_item)

        p10_usd = d.pop("p10_usd")

        p50_usd = d.pop("p50_usd")

        p90_usd = d.pop("p90_usd")

        certainty = cls(
            answered_confidence_fraction=answered_confidence_fraction,
            answered_usd=answered_usd,
            cases=cases,
            doubts=doubts,
            levels=levels,
            median_change_fraction=median_change_fraction,
            months=months,
            p10_usd=p10_usd,
            p50_usd=p50_usd,
            p90_usd=p90_usd,
        )

        certainty.additional_properties = d
        return certainty

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
