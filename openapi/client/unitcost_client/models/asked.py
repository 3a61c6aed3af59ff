from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.asked_kind import AskedKind, check_asked_kind
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.asked_again import AskedAgain
    from ..models.figure import Figure
    from ..models.side import Side


T = TypeVar("T", bound="Asked")


@_attrs_define
class Asked:
    """How a question in words was read, and its answer.

    Attributes:
        answer (Any): The whole answer of `question`.
        assumed (list[str]): What was chosen where the question leaves it open, and corrected words.
        figures (list[Figure]):
        kind (AskedKind): What was asked: the cost of tokens, of a training run, of a service by the month, devices
            compared, the price or facts of a device, or the prices of an API.
        question (AskedAgain): The same question as a request.
        reading (str): How the question was read, in plain words.
        sentence (str): The answer for people.
        sides (list[Side]): What each side of `X vs Y` asks and answers; empty for one question.
        unread (list[str]): Words that say nothing that is known, or nothing here. They were ignored.
        verdict (None | str | Unset): Which side costs least, and by how much; null: no price is common.
    """

    answer: Any
    assumed: list[str]
    figures: list[Figure]
    kind: AskedKind
    question: AskedAgain
    reading: str
    sentence: str
    sides: list[Side]
    unread: list[str]
    verdict: None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        answer = self.answer

        assumed = self.assumed

        figures = []
        for figures_item_data in self.figures:
            figures_item = figures_item_data.to_dict()
            figures.append(figures_item)

        kind: str = self.kind

        question = self.question.to_dict()

        reading = self.reading

        sentence = self.sentence

        sides = []
        for sides_item_data in self.sides:
            sides_item = sides_item_data.to_dict()
            sides.append(sides_item)

        unread = self.unread

        verdict: None | str | Unset
        if isinstance(self.verdict, Unset):
            verdict = UNSET
        else:
            verdict = self.verdict

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "answer": answer,
                "assumed": assumed,
                "figures": figures,
                "kind": kind,
                "question": question,
                "reading": reading,
                "sentence": sentence,
                "sides": sides,
                "unread": unread,
            }
        )
        if verdict is not UNSET:
            field_dict["verdict"] = verdict

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.asked_again import AskedAgain  # noqa: PLC0415
        from ..models.figure import Figure  # noqa: PLC0415
        from ..models.side import Side  # noqa: PLC0415

        d = dict(src_dict)
        answer = d.pop("answer")

        assumed = cast(list[str], d.pop("assumed"))

        figures = []
        _figures = d.pop("figures")
        for figures_item_data in _figures:
            figures_item = Figure.from_dict(figures_item_data)

            figures.append(figures_item)

        kind = check_asked_kind(d.pop("kind"))

        question = AskedAgain.from_dict(d.pop("question"))

        reading = d.pop("reading")

        sentence = d.pop("sentence")

        sides = []
        _sides = d.pop("sides")
        for sides_item_data in _sides:
            sides_item = Side.from_dict(sides_item_data)

            sides.append(sides_item)

        unread = cast(list[str], d.pop("unread"))

        def _parse_verdict(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        verdict = _parse_verdict(d.pop("verdict", UNSET))

        asked = cls(
            answer=answer,
            assumed=assumed,
            figures=figures,
            kind=kind,
            question=question,
            reading=reading,
            sentence=sentence,
            sides=sides,
            unread=unread,
            verdict=verdict,
        )

        asked.additional_properties = d
        return asked

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
