from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.service_comparison_answer_kind import (
    ServiceComparisonAnswerKind,
    check_service_comparison_answer_kind,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.excluded_service import ExcludedService
    from ..models.provenance import Provenance
    from ..models.service_candidate import ServiceCandidate
    from ..models.service_comparison_answer_excluded_counts import (
        ServiceComparisonAnswerExcludedCounts,
    )
    from ..models.service_comparison_answer_labels import ServiceComparisonAnswerLabels
    from ..models.service_comparison_answer_question_type_0 import (
        ServiceComparisonAnswerQuestionType0,
    )


T = TypeVar("T", bound="ServiceComparisonAnswer")


@_attrs_define
class ServiceComparisonAnswer:
    """Ways to serve a load, ranked by their cost over the whole horizon.

    Attributes:
        candidate_count (int): Combinations that were evaluated [count].
        candidates (list[ServiceCandidate]): Candidates, the best first.
        currency (str): The currency of `total`.
        excluded (list[ExcludedService]): Candidates without an answer.
        excluded_counts (ServiceComparisonAnswerExcludedCounts): Number of excluded candidates by type of refusal
            [count].
        feasible_count (int): Those that have an answer [count].
        horizon_months (int): Months of the horizon [months].
        kind (ServiceComparisonAnswerKind): services: totals of services over time. Default: services.
        objective (str): The total that ranks the candidates.
        provenance (Provenance): What determines the answer. The same engine, release, day and query give the same
            answer.
        question (None | ServiceComparisonAnswerQuestionType0): The question of the best candidate. POST
            /v1/inference/tco answers it with the same total, month by month. Null: no candidate has an answer.
        labels (ServiceComparisonAnswerLabels | Unset): Texts by name that the answer repeats in every format, and a
            forecast in FOCUS as tags. They change no figure.
    """

    candidate_count: int
    candidates: list[ServiceCandidate]
    currency: str
    excluded: list[ExcludedService]
    excluded_counts: ServiceComparisonAnswerExcludedCounts
    feasible_count: int
    horizon_months: int
    kind: ServiceComparisonAnswerKind
    objective: str
    provenance: Provenance
    question: None | ServiceComparisonAnswerQuestionType0
    labels: ServiceComparisonAnswerLabels | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.service_comparison_answer_question_type_0 import (
            ServiceComparisonAnswerQuestionType0,  # noqa: PLC0415
        )

        candidate_count = self.candidate_count

        candidates = []
        for candidates_item_data in self.candidates:
            candidates_item = candidates_item_data.to_dict()
            candidates.append(candidates_item)

        currency = self.currency

        excluded = []
        for excluded_item_data in self.excluded:
            excluded_item = excluded_item_data.to_dict()
            excluded.append(excluded_item)

        excluded_counts = self.excluded_counts.to_dict()

        feasible_count = self.feasible_count

        horizon_months = self.horizon_months

        kind: str = self.kind

        objective = self.objective

        provenance = self.provenance.to_dict()

        question: dict[str, Any] | None
        if isinstance(self.question, ServiceComparisonAnswerQuestionType0):
            question = self.question.to_dict()
        else:
            question = self.question

        labels: dict[str, Any] | Unset = UNSET
        if not isinstance(self.labels, Unset):
            labels = self.labels.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "candidate_count": candidate_count,
                "candidates": candidates,
                "currency": currency,
                "excluded": excluded,
                "excluded_counts": excluded_counts,
                "feasible_count": feasible_count,
                "horizon_months": horizon_months,
                "kind": kind,
                "objective": objective,
                "provenance": provenance,
                "question": question,
            }
        )
        if labels is not UNSET:
            field_dict["labels"] = labels

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.excluded_service import ExcludedService  # noqa: PLC0415
        from ..models.provenance import Provenance  # noqa: PLC0415
        from ..models.service_candidate import ServiceCandidate  # noqa: PLC0415
        from ..models.service_comparison_answer_excluded_counts import (
            ServiceComparisonAnswerExcludedCounts,  # noqa: PLC0415
        )
        from ..models.service_comparison_answer_labels import (
            ServiceComparisonAnswerLabels,  # noqa: PLC0415
        )
        from ..models.service_comparison_answer_question_type_0 import (
            ServiceComparisonAnswerQuestionType0,  # noqa: PLC0415
        )

        d = dict(src_dict)
        candidate_count = d.pop("candidate_count")

        candidates = []
        _candidates = d.pop("candidates")
        for candidates_item_data in _candidates:
            candidates_item = ServiceCandidate.from_dict(candidates_item_data)

            candidates.append(candidates_item)

        currency = d.pop("currency")

        excluded = []
        _excluded = d.pop("excluded")
        for excluded_item_data in _excluded:
            excluded_item = ExcludedService.from_dict(excluded_item_data)

            excluded.append(excluded_item)

        excluded_counts = ServiceComparisonAnswerExcludedCounts.from_dict(d.pop("excluded_counts"))

        feasible_count = d.pop("feasible_count")

        horizon_months = d.pop("horizon_months")

        kind = check_service_comparison_answer_kind(d.pop("kind"))

        objective = d.pop("objective")

        provenance = Provenance.from_dict(d.pop("provenance"))

        def _parse_question(data: object) -> None | ServiceComparisonAnswerQuestionType0:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                question_type_0 = ServiceComparisonAnswerQuestionType0.from_dict(data)

                return question_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ServiceComparisonAnswerQuestionType0, data)

        question = _parse_question(d.pop("question"))

        _labels = d.pop("labels", UNSET)
        labels: ServiceComparisonAnswerLabels | Unset
        if isinstance(_labels, Unset):
            labels = UNSET
        else:
            labels = ServiceComparisonAnswerLabels.from_dict(_labels)

        service_comparison_answer = cls(
            candidate_count=candidate_count,
            candidates=candidates,
            currency=currency,
            excluded=excluded,
            excluded_counts=excluded_counts,
            feasible_count=feasible_count,
            horizon_months=horizon_months,
            kind=kind,
            objective=objective,
            provenance=provenance,
            question=question,
            labels=labels,
        )

        service_comparison_answer.additional_properties = d
        return service_comparison_answer

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
