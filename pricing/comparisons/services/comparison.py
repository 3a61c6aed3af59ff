"""Services over time, ranked by their cost over the whole horizon."""

from collections import Counter

from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.comparisons.services.answer import (
    ExcludedService,
    ServiceCandidate,
    ServiceComparisonAnswer,
)
from pricing.comparisons.services.candidates import Candidate, candidates_of, count_of
from pricing.comparisons.services.query import ServiceComparisonQuery
from pricing.comparisons.services.written_question import as_asked
from pricing.errors import InvalidQuery, Refusal
from pricing.pauses import paused
from pricing.quote.answer import labelled
from pricing.quote.context import QuoteContext
from pricing.quote.model import model_of
from pricing.tco.answer import TcoAnswer
from pricing.tco.quote import tco

MOST_CANDIDATES = 2_000
"""Candidates that one comparison may have. Each is a question of its own."""

VARYING = ("deployment", "purchase")
"""Parts of a question that candidates may differ in."""


def service_comparison(query: ServiceComparisonQuery, library: Library) -> ServiceComparisonAnswer:
    """Answer a comparison. Raises a Refusal for the service or what may vary as a whole."""
    context = QuoteContext.open(library, catalog=query.catalog, as_of=query.as_of)
    count = count_of(query, context)
    if count > MOST_CANDIDATES:
        raise InvalidQuery(
            f"{count:,} candidates are more than the {MOST_CANDIDATES:,} that one comparison of"
            " services may have: leave out values of what may vary",
            field="vary",
        )
    if query.model is not None:
        model_of(context, query.model)  # an unknown one is that of every candidate
    candidates = candidates_of(query, context)
    answered, refused = _answers(candidates, library)
    if not answered and refused:
        _refuse_all(refused)
    ranked = sorted(answered, key=lambda pair: _rank(query, *pair))
    said = {"catalog": context.catalog.name, "as_of": context.as_of}
    counts = Counter(refusal.kind for _, refusal in refused)
    answer = ServiceComparisonAnswer(
        objective=query.objective,
        horizon_months=query.horizon_months,
        currency=query.currency,
        candidate_count=len(candidates),
        feasible_count=len(answered),
        candidates=tuple(
            _candidate(place, *pair) for place, pair in enumerate(ranked[: query.limit_count], 1)
        ),
        question=as_asked(replace(ranked[0][0].question, **said)) if ranked else None,
        excluded=tuple(_excluded(*pair) for pair in refused[: query.limit_count]),
        excluded_counts=dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))),
        provenance=context.provenance(query),
    )
    return labelled(query, answer)


Answered = list[tuple[Candidate, TcoAnswer]]
Refused = list[tuple[Candidate, Refusal]]


def _answers(candidates: tuple[Candidate, ...], library: Library) -> tuple[Answered, Refused]:
    """The candidates that have an answer, and those that have none."""
    answered: Answered = []
    refused: Refused = []
    for one in paused(candidates):
        try:
            answered.append((one, tco(one.question, library, is_whole=False)))
        except Refusal as refusal:
            refused.append((one, refusal))
    return answered, refused


def _refuse_all(refused: Refused) -> None:
    """Refuse the question where no choice of what may vary would have an answer."""
    for _, refusal in refused:
        if refusal.field.partition(".")[0] in VARYING:
            return
    raise refused[0][1]


def _rank(
    query: ServiceComparisonQuery, one: Candidate, answer: TcoAnswer
) -> tuple[float, float, str, int, str, str]:
    """What candidates are sorted by. Raises InvalidQuery for an objective that none has."""
    value = getattr(answer.totals, query.objective)
    if value is None:
        raise InvalidQuery(
            f"this service has no {query.objective}: rank by its total",
            field="objective",
            nearest=["usd_total"],
        )
    first = answer.replicas[0]
    place = f"{one.provider or ''} {one.region or ''}"
    return value, answer.totals.usd_total, first.device, first.device_count, one.plan, place


def _candidate(rank: int, one: Candidate, answer: TcoAnswer) -> ServiceCandidate:
    deployment, first = one.question.deployment, answer.replicas[0]
    totals, purchase, converted = answer.totals, answer.purchase, answer.converted
    price = purchase.burst or purchase.base
    row = price.row if price is not None else None
    return ServiceCandidate(
        rank=rank,
        device=first.device,
        device_count=first.device_count,
        precision=first.precision,
        asked_precision=deployment.precision,
        engine=deployment.engine,
        plan=one.plan,
        provider=one.provider or (row.provider if row else None),
        region=one.region or (row.region if row else None),
        peak_replicas=answer.capacity.peak_replicas,
        utilization_fraction=totals.utilization_fraction,
        usd_total=totals.usd_total,
        usd_discounted=totals.usd_discounted,
        usd_per_million_tokens=totals.usd_per_million_tokens,
        usd_per_request=totals.usd_per_request,
        total=converted.total if converted is not None else None,
        saving_fraction=purchase.saving_fraction,
        coverage_fraction=purchase.coverage_fraction,
        commitment_utilization_fraction=purchase.commitment_utilization_fraction,
        optimality_gap_usd=purchase.optimality_gap_usd,
        usd_beyond_horizon=purchase.usd_beyond_horizon,
        energy_kilowatt_hours=totals.energy_kilowatt_hours,
        warnings=answer.warnings,
    )


def _excluded(one: Candidate, refusal: Refusal) -> ExcludedService:
    deployment = one.question.deployment
    return ExcludedService(
        device=deployment.device,
        device_count=deployment.device_count,
        asked_precision=deployment.precision,
        engine=deployment.engine,
        plan=one.plan,
        provider=one.provider,
        region=one.region,
        refusal=refusal.kind,
        refusal_detail=refusal.detail,
    )
