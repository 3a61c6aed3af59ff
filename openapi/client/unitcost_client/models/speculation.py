from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.speculation_method import SpeculationMethod, check_speculation_method
from ..models.speculation_text import SpeculationText, check_speculation_text
from ..types import UNSET, Unset

T = TypeVar("T", bound="Speculation")


@_attrs_define
class Speculation:
    """Speculative decoding: tokens are drafted ahead, and the model verifies them in one pass.

    Attributes:
        method (SpeculationMethod): mtp: layers of the model predict several tokens. eagle: a small head on the model
            drafts (EAGLE, Medusa and their kin). draft_model: a small model drafts. ngram: what follows in the text is
            looked up in it.
        acceptance_fraction (float | None | Unset): Probability that a drafted token is kept, where those before it are
            [fraction]. Default: what is published for the method and the kind of text.
        acceptance_length (float | None | Unset): Mean tokens that a step generates, instead of acceptance_fraction
            [tokens].
        draft_model (None | str | Unset): The model that drafts, for the method draft_model.
        draft_tokens (int | None | Unset): Tokens that are drafted in a step (num_speculative_tokens) [count]. Default:
            what engines recommend for the method.
        text (SpeculationText | Unset): The kind of text, which decides how well drafts are kept. Default: chat.
    """

    method: SpeculationMethod
    acceptance_fraction: float | None | Unset = UNSET
    acceptance_length: float | None | Unset = UNSET
    draft_model: None | str | Unset = UNSET
    draft_tokens: int | None | Unset = UNSET
    text: SpeculationText | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        method: str = self.method

        acceptance_fraction: float | None | Unset
        if isinstance(self.acceptance_fraction, Unset):
            acceptance_fraction = UNSET
        else:
            acceptance_fraction = self.acceptance_fraction

        acceptance_length: float | None | Unset
        if isinstance(self.acceptance_length, Unset):
            acceptance_length = UNSET
        else:
            acceptance_length = self.acceptance_length

        draft_model: None | str | Unset
        if isinstance(self.draft_model, Unset):
            draft_model = UNSET
        else:
            draft_model = self.draft_model

        draft_tokens: int | None | Unset
        if isinstance(self.draft_tokens, Unset):
            draft_tokens = UNSET
        else:
            draft_tokens = self.draft_tokens

        text: str | Unset = UNSET
        if not isinstance(self.text, Unset):
            text = self.text

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "method": method,
            }
        )
        if acceptance_fraction is not UNSET:
            field_dict["acceptance_fraction"] = acceptance_fraction
        if acceptance_length is not UNSET:
            field_dict["acceptance_length"] = acceptance_length
        if draft_model is not UNSET:
            field_dict["draft_model"] = draft_model
        if draft_tokens is not UNSET:
            field_dict["draft_tokens"] = draft_tokens
        if text is not UNSET:
            field_dict["text"] = text

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        method = check_speculation_method(d.pop("method"))

        def _parse_acceptance_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        acceptance_fraction = _parse_acceptance_fraction(d.pop("acceptance_fraction", UNSET))

        def _parse_acceptance_length(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        acceptance_length = _parse_acceptance_length(d.pop("acceptance_length", UNSET))

        def _parse_draft_model(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        draft_model = _parse_draft_model(d.pop("draft_model", UNSET))

        def _parse_draft_tokens(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        draft_tokens = _parse_draft_tokens(d.pop("draft_tokens", UNSET))

        _text = d.pop("text", UNSET)
        text: SpeculationText | Unset
        if isinstance(_text, Unset):
            text = UNSET
        else:
            text = check_speculation_text(_text)

        speculation = cls(
            method=method,
            acceptance_fraction=acceptance_fraction,
            acceptance_length=acceptance_length,
            draft_model=draft_model,
            draft_tokens=draft_tokens,
            text=text,
        )

        return speculation
