from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.explanation_answer_kind import (
    ExplanationAnswerKind,
    check_explanation_answer_kind,
)

if TYPE_CHECKING:
    from ..models.circumstance import Circumstance
    from ..models.converted_bridge import ConvertedBridge
    from ..models.effect import Effect
    from ..models.provenance import Provenance


T = TypeVar("T", bound="ExplanationAnswer")


@_attrs_define
class ExplanationAnswer:
    """The bridge from one figure to another, as an exact sum of named effects.

    `from_value` and the `change` of all effects add up to `to_value`, to the last bit of an exact
    sum such as Python's math.fsum. Swapped sides give the same effects with the other sign.

        Attributes:
            change (float): The end less the start, as one number [unit of `figure`].
            converted (ConvertedBridge | None): The same in the currency that was asked for; null: none was, or the figure
                is none of money.
            effects (list[Effect]): What moves the figure, the strongest first.
            figure (str): The figure that is bridged, with its unit.
            from_ (Circumstance): One side of the bridge.
            from_value (float): The figure at the start [unit of `figure`].
            kind (ExplanationAnswerKind): The kind of both questions.
            provenance (Provenance): What determines the answer. The same engine, release, day and query give the same
                answer.
            question_count (int): Questions between the two sides that were asked [count].
            to (Circumstance): One side of the bridge.
            to_value (float): The figure at the end [unit of `figure`].
            warnings (list[str]): Facts to know before using the figures.
            without_effect (list[str]): What differs as well, and does not move the figure.
    """

    change: float
    converted: ConvertedBridge | None
    effects: list[Effect]
    figure: str
    from_: Circumstance
    from_value: float
    kind: ExplanationAnswerKind
    provenance: Provenance
    question_count: int
    to: Circumstance
    to_value: float
    warnings: list[str]
    without_effect: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.converted_bridge import ConvertedBridge  # noqa: PLC0415

        change = self.change

        converted: dict[str, Any] | None
        if isinstance(self.converted, ConvertedBridge):
            converted = self.converted.to_dict()
        else:
            converted = self.converted

        effects = []
        for effects_item_data in self.effects:
            effects_item = effects_item_data.to_dict()
            effects.append(effects_item)

        figure = self.figure

        from_ = self.from_.to_dict()

        from_value = self.from_value

        kind: str = self.kind

        provenance = self.provenance.to_dict()

        question_count = self.question_count

        to = self.to.to_dict()

        to_value = self.to_value

        warnings = self.warnings

        without_effect = self.without_effect

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "change": change,
                "converted": converted,
                "effects": effects,
                "figure": figure,
                "from": from_,
                "from_value": from_value,
                "kind": kind,
                "provenance": provenance,
                "question_count": question_count,
                "to": to,
                "to_value": to_value,
                "warnings": warnings,
                "without_effect": without_effect,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.circumstance import Circumstance  # noqa: PLC0415
        from ..models.converted_bridge import ConvertedBridge  # noqa: PLC0415
        from ..models.effect import Effect  # noqa: PLC0415
        from ..models.provenance import Provenance  # noqa: PLC0415

        d = dict(src_dict)
        change = d.pop("change")

        def _parse_converted(data: object) -> ConvertedBridge | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                converted_type_0 = ConvertedBridge.from_dict(data)

                return converted_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ConvertedBridge | None, data)

        converted = _parse_converted(d.pop("converted"))

        effects = []
        _effects = d.pop("effects")
        for effects_item_data in _effects:
            effects_item = Effect.from_dict(effects_item_data)

            effects.append(effects_item)

        figure = d.pop("figure")

        from_ = Circumstance.from_dict(d.pop("from"))

        from_value = d.pop("from_value")

        kind = check_explanation_answer_kind(d.pop("kind"))

        provenance = Provenance.from_dict(d.pop("provenance"))

        question_count = d.pop("question_count")

        to = Circumstance.from_dict(d.pop("to"))

        to_value = d.pop("to_value")

        warnings = cast(list[str], d.pop("warnings"))

        without_effect = cast(list[str], d.pop("without_effect"))

        explanation_answer = cls(
            change=change,
            converted=converted,
            effects=effects,
            figure=figure,
            from_=from_,
            from_value=from_value,
            kind=kind,
            provenance=provenance,
            question_count=question_count,
            to=to,
            to_value=to_value,
            warnings=warnings,
            without_effect=without_effect,
        )

        explanation_answer.additional_properties = d
        return explanation_answer

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
