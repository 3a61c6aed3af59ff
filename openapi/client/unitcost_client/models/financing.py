from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="Financing")


@_attrs_define
class Financing:
    """A loan that pays a part of the price of owned devices.

    The cost of capital is then the weighted mean of its interest and of
    `cost_of_capital_fraction`, which is that of the rest.

        Attributes:
            debt_fraction (float): Share of the price that the loan pays [fraction].
            interest_fraction (float): Interest per year [fraction].
            term_months (int | None | Unset): Equal monthly payments that repay it [count]. Default: over the life.
    """

    debt_fraction: float
    interest_fraction: float
    term_months: int | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        debt_fraction = self.debt_fraction

        interest_fraction = self.interest_fraction

        term_months: int | None | Unset
        if isinstance(self.term_months, Unset):
            term_months = UNSET
        else:
            term_months = self.term_months

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "debt_fraction": debt_fraction,
                "interest_fraction": interest_fraction,
            }
        )
        if term_months is not UNSET:
            field_dict["term_months"] = term_months

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        debt_fraction = d.pop("debt_fraction")

        interest_fraction = d.pop("interest_fraction")

        def _parse_term_months(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        term_months = _parse_term_months(d.pop("term_months", UNSET))

        financing = cls(
            debt_fraction=debt_fraction,
            interest_fraction=interest_fraction,
            term_months=term_months,
        )

        return financing
