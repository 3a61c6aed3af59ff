from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.unit_cost_explanation_query_kind import (
    UnitCostExplanationQueryKind,
    check_unit_cost_explanation_query_kind,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.unit_cost_base import UnitCostBase


T = TypeVar("T", bound="UnitCostExplanationQuery")


@_attrs_define
class UnitCostExplanationQuery:
    """One question under two circumstances: releases, days, overlays, or values of any fields.

    Attributes:
        kind (UnitCostExplanationQueryKind): The kind of question. `base` and its two sides are one of this kind.
            Default: unit_costs.
        base (UnitCostBase | Unset): Fields of a question of the kind `unit_costs`, nested or by dotted name.
        currency (str | Unset): Currency in which the answer has its money beside the dollars, as three letters. The
            rate is the last one that the release knows on `as_of`. Default: USD.
        figure (None | str | Unset): The figure that is bridged: any number of the answer by its dotted name. An item of
            a list goes by its `name`, `option`, `month` or `year`, or by its place from 0 on. Names of `unit_costs` and of
            `totals` stand alone. Default: usd_per_million_output_tokens of unit costs, usd_mean of a run (the mean cost of
            its cheapest option), usd_total of a service.
        from_ (UnitCostBase | Unset): Fields of a question of the kind `unit_costs`, nested or by dotted name.
        to (UnitCostBase | Unset): Fields of a question of the kind `unit_costs`, nested or by dotted name.
        usd_per_currency_unit (float | None | Unset): USD for one unit of `currency`. Default: the rate of the release.
    """

    kind: UnitCostExplanationQueryKind
    base: UnitCostBase | Unset = UNSET
    currency: str | Unset = UNSET
    figure: None | str | Unset = UNSET
    from_: UnitCostBase | Unset = UNSET
    to: UnitCostBase | Unset = UNSET
    usd_per_currency_unit: float | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        kind: str = self.kind

        base: dict[str, Any] | Unset = UNSET
        if not isinstance(self.base, Unset):
            base = self.base.to_dict()

        currency = self.currency

        figure: None | str | Unset
        if isinstance(self.figure, Unset):
            figure = UNSET
        else:
            figure = self.figure

        from_: dict[str, Any] | Unset = UNSET
        if not isinstance(self.from_, Unset):
            from_ = self.from_.to_dict()

        to: dict[str, Any] | Unset = UNSET
        if not isinstance(self.to, Unset):
            to = self.to.to_dict()

        usd_per_currency_unit: float | None | Unset
        if isinstance(self.usd_per_currency_unit, Unset):
            usd_per_currency_unit = UNSET
        else:
            usd_per_currency_unit = self.usd_per_currency_unit

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "kind": kind,
            }
        )
        if base is not UNSET:
            field_dict["base"] = base
        if currency is not UNSET:
            field_dict["currency"] = currency
        if figure is not UNSET:
            field_dict["figure"] = figure
        if from_ is not UNSET:
            field_dict["from"] = from_
        if to is not UNSET:
            field_dict["to"] = to
        if usd_per_currency_unit is not UNSET:
            field_dict["usd_per_currency_unit"] = usd_per_currency_unit

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.unit_cost_base import UnitCostBase  # noqa: PLC0415

        d = dict(src_dict)
        kind = check_unit_cost_explanation_query_kind(d.pop("kind"))

        _base = d.pop("base", UNSET)
        base: UnitCostBase | Unset
        if isinstance(_base, Unset):
            base = UNSET
        else:
            base = UnitCostBase.from_dict(_base)

        currency = d.pop("currency", UNSET)

        def _parse_figure(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        figure = _parse_figure(d.pop("figure", UNSET))

        _from_ = d.pop("from", UNSET)
        from_: UnitCostBase | Unset
        if isinstance(_from_, Unset):
            from_ = UNSET
        else:
            from_ = UnitCostBase.from_dict(_from_)

        _to = d.pop("to", UNSET)
        to: UnitCostBase | Unset
        if isinstance(_to, Unset):
            to = UNSET
        else:
            to = UnitCostBase.from_dict(_to)

        def _parse_usd_per_currency_unit(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        usd_per_currency_unit = _parse_usd_per_currency_unit(d.pop("usd_per_currency_unit", UNSET))

        unit_cost_explanation_query = cls(
            kind=kind,
            base=base,
            currency=currency,
            figure=figure,
            from_=from_,
            to=to,
            usd_per_currency_unit=usd_per_currency_unit,
        )

        return unit_cost_explanation_query
