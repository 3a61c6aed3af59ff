"""The answer that ranks ways to serve a load by their cost over the whole horizon."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from pricing.quote.answer import Answer, DeviceName, Provenance, Warnings
from pricing.quote.labels.labelled import LabelledAnswer


class ServiceCandidate(Answer, frozen=True, kw_only=True):
    """One way to serve the load. Its totals are those of its own question, to the last digit."""

    rank: Annotated[int, Meta(description="Place among the candidates [count].")]
    device: DeviceName
    device_count: Annotated[int, Meta(description="Devices of a replica [count].")]
    precision: Annotated[str | None, Meta(description="Number format.")]
    asked_precision: Annotated[str | None, Meta(description="The format as it was asked for.")]
    engine: Annotated[str | None, Meta(description="The engine as it was asked for.")]
    plan: Annotated[str, Meta(description="optimal, an option, or the name of a plan.")]
    provider: Annotated[str | None, Meta(description="Who rents it out in the first month.")]
    region: Annotated[str | None, Meta(description="Region of this price.")]
    peak_replicas: Annotated[int, Meta(description="Most replicas [count].")]
    utilization_fraction: Annotated[
        float, Meta(description="Used share of what running replicas could serve [fraction].")
    ]
    usd_total: Annotated[float, Meta(description="Cost over the horizon [USD].")]
    usd_discounted: Annotated[float, Meta(description="Its present value [USD].")]
    usd_per_million_tokens: Annotated[
        float | None, Meta(description="USD per million tokens, input and output together.")
    ]
    usd_per_request: Annotated[float | None, Meta(description="USD per request.")]
    total: (
        Annotated[float, Meta(description="usd_total in `currency` [its unit]; null: dollars.")]
        | None
    ) = None
    saving_fraction: Annotated[
        float | None, Meta(description="Saved of the cost if all were on demand [fraction].")
    ]
    coverage_fraction: Annotated[
        float, Meta(description="Share of replica-hours that commitments serve [fraction].")
    ]
    commitment_utilization_fraction: Annotated[
        float | None, Meta(description="Used share of committed replica-hours [fraction].")
    ]
    optimality_gap_usd: Annotated[
        float | None, Meta(description="Most that any other ladder could save [USD].")
    ]
    energy_kilowatt_hours: Annotated[
        float, Meta(description="Energy at the meter [kilowatt-hours].")
    ]
    warnings: Warnings


class ExcludedService(Answer, frozen=True, kw_only=True):
    """A way to serve the load that has no answer."""

    device: Annotated[str | None, Meta(description="The device as it was asked for.")]
    device_count: Annotated[int | None, Meta(description="Devices of a replica [count].")]
    asked_precision: Annotated[str | None, Meta(description="The format as it was asked for.")]
    engine: Annotated[str | None, Meta(description="The engine as it was asked for.")]
    plan: Annotated[str, Meta(description="optimal, an option, or the name of a plan.")]
    provider: Annotated[str | None, Meta(description="The provider as it was asked for.")]
    region: Annotated[str | None, Meta(description="The region as it was asked for.")]
    refusal: Annotated[str, Meta(description="Type of the problem.")]
    refusal_detail: Annotated[str, Meta(description="The reason.")]


class ServiceComparisonAnswer(LabelledAnswer, frozen=True, kw_only=True):
    """Ways to serve a load, ranked by their cost over the whole horizon."""

    objective: Annotated[str, Meta(description="The total that ranks the candidates.")]
    horizon_months: Annotated[int, Meta(description="Months of the horizon [months].")]
    currency: Annotated[str, Meta(description="The currency of `total`.")]
    candidate_count: Annotated[int, Meta(description="Combinations that were evaluated [count].")]
    feasible_count: Annotated[int, Meta(description="Those that have an answer [count].")]
    candidates: Annotated[
        tuple[ServiceCandidate, ...], Meta(description="Candidates, the best first.")
    ]
    question: Annotated[
        dict[str, Any] | None,
        Meta(
            description="The question of the best candidate. POST /v1/inference/tco answers it with"
            " the same total, month by month. Null: no candidate has an answer."
        ),
    ]
    excluded: Annotated[
        tuple[ExcludedService, ...], Meta(description="Candidates without an answer.")
    ]
    excluded_counts: Annotated[
        dict[str, int],
        Meta(description="Number of excluded candidates by type of refusal [count]."),
    ]
    kind: Annotated[
        Literal["services"], Meta(description="services: totals of services over time.")
    ] = "services"
    provenance: Provenance
