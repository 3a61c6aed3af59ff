from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.explanation_query_kind import ExplanationQueryKind, check_explanation_query_kind
from ..models.explanation_query_verbosity import (
    ExplanationQueryVerbosity,
    check_explanation_query_verbosity,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.explanation_query_base import ExplanationQueryBase
    from ..models.explanation_query_from import ExplanationQueryFrom
    from ..models.explanation_query_to import ExplanationQueryTo


T = TypeVar("T", bound="ExplanationQuery")


@_attrs_define
class ExplanationQuery:
    """One question under two circumstances: releases, days, overlays, or values of any fields.

    Attributes:
        base (ExplanationQueryBase | Unset): The fields that both sides share. A run may have one `purchase` instead of
            `purchases`.
        currency (str | Unset): Currency in which the answer has its money beside the dollars, as three letters. The
            rate is the last one that the release knows on `as_of`. Default: 'USD'.
        fields (list[str] | Unset): Fields of the answer, dotted; through a list, those of its items. The answer is then
            an AnswerPart with these fields alone. In a table: its columns, or their beginnings.
        figure (None | str | Unset): The figure that is bridged: any number of the answer by its dotted name. An item of
            a list goes by its `name`, `option`, `month` or `year`, or by its place from 0 on. Names of `unit_costs` and of
            `totals` stand alone. Default: usd_per_million_output_tokens of unit costs, usd_mean of a run (the mean cost of
            its cheapest option), usd_total of a service.
        from_ (ExplanationQueryFrom | Unset): The fields of the question that the bridge starts from, over those of
            `base`: `catalog`, `as_of` or any other, nested or by dotted name. null leaves a field out. Without `base`, the
            whole question.
        kind (ExplanationQueryKind | Unset): The kind of question. `base` and its two sides are one of this kind.
            Default: 'unit_costs'.
        to (ExplanationQueryTo | Unset): The fields of the question that the bridge leads to, likewise.
        usd_per_currency_unit (float | None | Unset): USD for one unit of `currency`. Default: the rate of the release.
        verbosity (ExplanationQueryVerbosity | Unset): How long a text for people is: brief, under 400 characters, or
            full, with what was taken by default. Markdown that is brief is the text instead of the table.
    """

    base: ExplanationQueryBase | Unset = UNSET
    currency: str | Unset = "USD"
    fields: list[str] | Unset = UNSET
    figure: None | str | Unset = UNSET
    from_: ExplanationQueryFrom | Unset = UNSET
    kind: ExplanationQueryKind | Unset = "unit_costs"
    to: ExplanationQueryTo | Unset = UNSET
    usd_per_currency_unit: float | None | Unset = UNSET
    verbosity: ExplanationQueryVerbosity | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        base: dict[str, Any] | Unset = UNSET
        if not isinstance(self.base, Unset):
            base = self.base.to_dict()

        currency = self.currency

        fields: list[str] | Unset = UNSET
        if not isinstance(self.fields, Unset):
            fields = self.fields

        figure: None | str | Unset
        if isinstance(self.figure, Unset):
            figure = UNSET
        else:
            figure = self.figure

        from_: dict[str, Any] | Unset = UNSET
        if not isinstance(self.from_, Unset):
            from_ = self.from_.to_dict()

        kind: str | Unset = UNSET
        if not isinstance(self.kind, Unset):
            kind = self.kind

        to: dict[str, Any] | Unset = UNSET
        if not isinstance(self.to, Unset):
            to = self.to.to_dict()

        usd_per_currency_unit: float | None | Unset
        if isinstance(self.usd_per_currency_unit, Unset):
            usd_per_currency_unit = UNSET
        else:
            usd_per_currency_unit = self.usd_per_currency_unit

        verbosity: str | Unset = UNSET
        if not isinstance(self.verbosity, Unset):
            verbosity = self.verbosity

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if base is not UNSET:
            field_dict["base"] = base
        if currency is not UNSET:
            field_dict["currency"] = currency
        if fields is not UNSET:
            field_dict["fields"] = fields
        if figure is not UNSET:
            field_dict["figure"] = figure
        if from_ is not UNSET:
            field_dict["from"] = from_
        if kind is not UNSET:
            field_dict["kind"] = kind
        if to is not UNSET:
            field_dict["to"] = to
        if usd_per_currency_unit is not UNSET:
            field_dict["usd_per_currency_unit"] = usd_per_currency_unit
        if verbosity is not UNSET:
            field_dict["verbosity"] = verbosity

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.explanation_query_base import ExplanationQueryBase  # noqa: PLC0415
        from ..models.explanation_query_from import ExplanationQueryFrom  # noqa: PLC0415
        from ..models.explanation_query_to import ExplanationQueryTo  # noqa: PLC0415

        d = dict(src_dict)
        _base = d.pop("base", UNSET)
        base: ExplanationQueryBase | Unset
        if isinstance(_base, Unset):
            base = UNSET
        else:
            base = ExplanationQueryBase.from_dict(_base)

        currency = d.pop("currency", UNSET)

        fields = cast(list[str], d.pop("fields", UNSET))

        def _parse_figure(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        figure = _parse_figure(d.pop("figure", UNSET))

        _from_ = d.pop("from", UNSET)
        from_: ExplanationQueryFrom | Unset
        if isinstance(_from_, Unset):
            from_ = UNSET
        else:
            from_ = ExplanationQueryFrom.from_dict(_from_)

        _kind = d.pop("kind", UNSET)
        kind: ExplanationQueryKind | Unset
        if isinstance(_kind, Unset):
            kind = UNSET
        else:
            kind = check_explanation_query_kind(_kind)

        _to = d.pop("to", UNSET)
        to: ExplanationQueryTo | Unset
        if isinstance(_to, Unset):
            to = UNSET
        else:
            to = ExplanationQueryTo.from_dict(_to)

        def _parse_usd_per_currency_unit(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        usd_per_currency_unit = _parse_usd_per_currency_unit(d.pop("usd_per_currency_unit", UNSET))

        _verbosity = d.pop("verbosity", UNSET)
        verbosity: ExplanationQueryVerbosity | Unset
        if isinstance(_verbosity, Unset):
            verbosity = UNSET
        else:
            verbosity = check_explanation_query_verbosity(_verbosity)

        explanation_query = cls(
            base=base,
            currency=currency,
            fields=fields,
            figure=figure,
            from_=from_,
            kind=kind,
            to=to,
            usd_per_currency_unit=usd_per_currency_unit,
            verbosity=verbosity,
        )

        return explanation_query
