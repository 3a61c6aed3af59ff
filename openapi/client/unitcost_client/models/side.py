from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.side_kind import SideKind, check_side_kind
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.asked_again import AskedAgain
    from ..models.figure import Figure


T = TypeVar("T", bound="Side")


@_attrs_define
class Side:
    """One side of a question, read and answered.

    Attributes:
        answer (Any): The whole answer, as the question has it.
        figures (list[Figure]): The figures that matter, those asked for first.
        kind (SideKind): What was asked: the cost of tokens, of a training run, of a service by the month, devices
            compared, the price or facts of a device, or the prices of an API.
        question (AskedAgain): The same question as a request.
        reading (str): How it was read.
        refusal (None | str): Why this side has no answer; null where it has one.
        sentence (str): The answer for people.
        nearest (list[str] | Unset): What to ask instead, of a side without an answer.
    """

    answer: Any
    figures: list[Figure]
    kind: SideKind
    question: AskedAgain
    reading: str
    refusal: None | str
    sentence: str
    nearest: list[str] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        answer = self.answer

        figures = []
        for figures_item_data in self.figures:
            figures_item = figures_item_data.to_dict()
            figures.append(figures_item)

        kind: str = self.kind

        question = self.question.to_dict()

        reading = self.reading

        refusal: None | str
        refusal = self.refusal

        sentence = self.sentence

        nearest: list[str] | Unset = UNSET
        if not isinstance(self.nearest, Unset):
            nearest = self.nearest

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "answer": answer,
                "figures": figures,
                "kind": kind,
                "question": question,
                "reading": reading,
                "refusal": refusal,
                "sentence": sentence,
            }
        )
        if nearest is not UNSET:
            field_dict["nearest"] = nearest

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.asked_again import AskedAgain  # noqa: PLC0415
        from ..models.figure import Figure  # noqa: PLC0415

        d = dict(src_dict)
        answer = d.pop("answer")

        figures = []
        _figures = d.pop("figures")
        for figures_item_data in _figures:
            figures_item = Figure.from_dict(figures_item_data)

            figures.append(figures_item)

        kind = check_side_kind(d.pop("kind"))

        question = AskedAgain.from_dict(d.pop("question"))

        reading = d.pop("reading")

        def _parse_refusal(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        refusal = _parse_refusal(d.pop("refusal"))

        sentence = d.pop("sentence")

        nearest = cast(list[str], d.pop("nearest", UNSET))

        side = cls(
            answer=answer,
            figures=figures,
            kind=kind,
            question=question,
            reading=reading,
            refusal=refusal,
            sentence=sentence,
            nearest=nearest,
        )

        side.additional_properties = d
        return side

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
