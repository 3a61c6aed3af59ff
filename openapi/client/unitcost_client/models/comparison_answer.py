from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.comparison_answer_candidates_item import ComparisonAnswerCandidatesItem
    from ..models.comparison_answer_excluded_counts import ComparisonAnswerExcludedCounts
    from ..models.comparison_answer_excluded_item import ComparisonAnswerExcludedItem
    from ..models.comparison_answer_labels import ComparisonAnswerLabels
    from ..models.converted_amounts import ConvertedAmounts
    from ..models.provenance import Provenance


T = TypeVar("T", bound="ComparisonAnswer")


@_attrs_define
class ComparisonAnswer:
    """Candidates ranked by one objective.

    Attributes:
        candidate_count (int): Combinations that were evaluated [count].
        candidates (list[ComparisonAnswerCandidatesItem]): Candidates, the best first, with `rank`, deployment,
            purchase, costs and latency. `asked_precision`, `engine`: as in the query, null if open. `…_low`, `…_high`: the
            80% interval. `price_basis`: table, for a price row, or estimated. `pareto_latency`: no candidate is both
            cheaper per token and faster. `pareto_energy`: none is both cheaper and uses less energy. `pareto`: one of the
            two. `warnings`: of its quote, null beyond the twentieth candidate.
        converted (ConvertedAmounts | None):
        excluded (list[ComparisonAnswerExcludedItem]): Candidates without an answer, with `refusal` and
            `refusal_detail`.
        excluded_counts (ComparisonAnswerExcludedCounts): Number of excluded candidates by type of refusal [count].
        feasible_count (int): Those that have an answer [count].
        objective (str): The result that ranks the candidates.
        price_basis (str): Prices that candidates are ranked at: rented, owned or any.
        provenance (Provenance): What determines the answer. The same engine, release, day and query give the same
            answer.
        labels (ComparisonAnswerLabels | Unset): Texts by name that the answer repeats in every format, and a forecast
            in FOCUS as tags. They change no figure.
    """

    candidate_count: int
    candidates: list[ComparisonAnswerCandidatesItem]
    converted: ConvertedAmounts | None
    excluded: list[ComparisonAnswerExcludedItem]
    excluded_counts: ComparisonAnswerExcludedCounts
    feasible_count: int
    objective: str
    price_basis: str
    provenance: Provenance
    labels: ComparisonAnswerLabels | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.converted_amounts import ConvertedAmounts  # noqa: PLC0415

        candidate_count = self.candidate_count

        candidates = []
        for candidates_item_data in self.candidates:
            candidates_item = candidates_item_data.to_dict()
            candidates.append(candidates_item)

        converted: dict[str, Any] | None
        if isinstance(self.converted, ConvertedAmounts):
            converted = self.converted.to_dict()
        else:
            converted = self.converted

        excluded = []
        for excluded_item_data in self.excluded:
            excluded_item = excluded_item_data.to_dict()
            excluded.append(excluded_item)

        excluded_counts = self.excluded_counts.to_dict()

        feasible_count = self.feasible_count

        objective = self.objective

        price_basis = self.price_basis

        provenance = self.provenance.to_dict()

        labels: dict[str, Any] | Unset = UNSET
        if not isinstance(self.labels, Unset):
            labels = self.labels.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "candidate_count": candidate_count,
                "candidates": candidates,
                "converted": converted,
                "excluded": excluded,
                "excluded_counts": excluded_counts,
                "feasible_count": feasible_count,
                "objective": objective,
                "price_basis": price_basis,
                "provenance": provenance,
            }
        )
        if labels is not UNSET:
            field_dict["labels"] = labels

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.comparison_answer_candidates_item import (
            ComparisonAnswerCandidatesItem,  # noqa: PLC0415
        )
        from ..models.comparison_answer_excluded_counts import (
            ComparisonAnswerExcludedCounts,  # noqa: PLC0415
        )
        from ..models.comparison_answer_excluded_item import (
            ComparisonAnswerExcludedItem,  # noqa: PLC0415
        )
        from ..models.comparison_answer_labels import ComparisonAnswerLabels  # noqa: PLC0415
        from ..models.converted_amounts import ConvertedAmounts  # noqa: PLC0415
        from ..models.provenance import Provenance  # noqa: PLC0415

        d = dict(src_dict)
        candidate_count = d.pop("candidate_count")

        candidates = []
        _candidates = d.pop("candidates")
        for candidates_item_data in _candidates:
            candidates_item = ComparisonAnswerCandidatesItem.from_dict(candidates_item_data)

            candidates.append(candidates_item)

        def _parse_converted(data: object) -> ConvertedAmounts | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                converted_type_0 = ConvertedAmounts.from_dict(data)

                return converted_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ConvertedAmounts | None, data)

        converted = _parse_converted(d.pop("converted"))

        excluded = []
        _excluded = d.pop("excluded")
        for excluded_item_data in _excluded:
            excluded_item = ComparisonAnswerExcludedItem.from_dict(excluded_item_data)

            excluded.append(excluded_item)

        excluded_counts = ComparisonAnswerExcludedCounts.from_dict(d.pop("excluded_counts"))

        feasible_count = d.pop("feasible_count")

        objective = d.pop("objective")

        price_basis = d.pop("price_basis")

        provenance = Provenance.from_dict(d.pop("provenance"))

        _labels = d.pop("labels", UNSET)
        labels: ComparisonAnswerLabels | Unset
        if isinstance(_labels, Unset):
            labels = UNSET
        else:
            labels = ComparisonAnswerLabels.from_dict(_labels)

        comparison_answer = cls(
            candidate_count=candidate_count,
            candidates=candidates,
            converted=converted,
            excluded=excluded,
            excluded_counts=excluded_counts,
            feasible_count=feasible_count,
            objective=objective,
            price_basis=price_basis,
            provenance=provenance,
            labels=labels,
        )

        comparison_answer.additional_properties = d
        return comparison_answer

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
