"""The answer that ranks ways to serve a load by their cost over the whole horizon."""

from typing import Annotated, Any, Literal

from pricing.quote.answer import (
    Answer,
    DeviceName,
    LabelledAnswer,
    Provenance,
    UsdPerMillionTokens,
    Warnings,
)
from pricing.quote.messages import said


class ServiceCandidate(Answer, frozen=True, kw_only=True):
    """One way to serve the load. Its totals are those of its own question, to the last digit."""

    rank: Annotated[int, said("Place among the candidates [count].")]
    device: DeviceName
    device_count: Annotated[int, said("Devices of a replica [count].")]
    precision: Annotated[str | None, said("Number format.")]
    asked_precision: Annotated[str | None, said("The format as it was asked for.")]
    engine: Annotated[str | None, said("The engine as it was asked for.")]
    plan: Annotated[str, said("optimal, an option, or the name of a plan.")]
    provider: Annotated[str | None, said("Who rents it out in the first month.")]
    region: Annotated[str | None, said("Region of this price.")]
    peak_replicas: Annotated[int, said("Most replicas [count].")]
    utilization_fraction: Annotated[
        float, said("Used share of what running replicas could serve [fraction].")
    ]
    usd_total: Annotated[float, said("Cost over the horizon [USD].")]
    usd_discounted: Annotated[float, said("Its present value [USD].")]
    usd_per_million_tokens: UsdPerMillionTokens
    usd_per_request: Annotated[float | None, said("USD per request.")]
    total: Annotated[float | None, said("usd_total in `currency` [its unit]; null: dollars.")] = (
        None
    )
    saving_fraction: Annotated[
        float | None, said("Saved of the cost if all were on demand [fraction].")
    ]
    coverage_fraction: Annotated[
        float, said("Share of replica-hours that commitments serve [fraction].")
    ]
    commitment_utilization_fraction: Annotated[
        float | None, said("Used share of committed replica-hours [fraction].")
    ]
    optimality_gap_usd: Annotated[
        float | None, said("Most that any other ladder could save [USD].")
    ]
    usd_beyond_horizon: Annotated[
        float, said("Part of usd_total that is due after the horizon [USD].")
    ]
    energy_kilowatt_hours: Annotated[float, said("Energy at the meter [kilowatt-hours].")]
    warnings: Warnings


class ExcludedService(Answer, frozen=True, kw_only=True):
    """A way to serve the load that has no answer."""

    device: Annotated[str | None, said("The device as it was asked for.")]
    device_count: Annotated[int | None, said("Devices of a replica [count].")]
    asked_precision: Annotated[str | None, said("The format as it was asked for.")]
    engine: Annotated[str | None, said("The engine as it was asked for.")]
    plan: Annotated[str, said("optimal, an option, or the name of a plan.")]
    provider: Annotated[str | None, said("The provider as it was asked for.")]
    region: Annotated[str | None, said("The region as it was asked for.")]
    refusal: Annotated[str, said("Type of the problem.")]
    refusal_detail: Annotated[str, said("The reason.")]


class ServiceComparisonAnswer(LabelledAnswer, frozen=True, kw_only=True):
    """Ways to serve a load, ranked by their cost over the whole horizon."""

    objective: Annotated[str, said("The total that ranks the candidates.")]
    horizon_months: Annotated[int, said("Months of the horizon [months].")]
    currency: Annotated[str, said("The currency of `total`.")]
    candidate_count: Annotated[int, said("Combinations that were evaluated [count].")]
    feasible_count: Annotated[int, said("Those that have an answer [count].")]
    candidates: Annotated[tuple[ServiceCandidate, ...], said("Candidates, the best first.")]
    question: Annotated[
        dict[str, Any] | None,
        said(
            "The question of the best candidate. POST /v1/inference/tco answers it with"
            " the same total, month by month. Null: no candidate has an answer."
        ),
    ]
    excluded: Annotated[tuple[ExcludedService, ...], said("Candidates without an answer.")]
    excluded_counts: Annotated[
        dict[str, int], said("Number of excluded candidates by type of refusal [count].")
    ]
    kind: Annotated[Literal["services"], said("services: totals of services over time.")] = (
        "services"
    )
    provenance: Provenance
