"""Which way of serving is best: the shape of the question."""

from typing import Annotated, Literal

from msgspec import Meta, field

from pricing.purchasing.query import Facility, Option
from pricing.quote.query import (
    DayText,
    DeviceCount,
    DeviceName,
    Frozen,
    Model,
    Name,
    PrecisionName,
    ReleaseName,
)
from pricing.unit_costs.query import Load, Slo

Objective = Annotated[
    Literal[
        "usd_per_million_output_tokens",
        "usd_per_million_tokens",
        "usd_per_request",
        "usd_per_month",
        "usd_per_watt_year",
        "joules_per_output_token",
        "grams_co2e_per_million_output_tokens",
        "ttft_seconds",
        "tpot_seconds",
    ],
    Meta(description="What candidates are ranked by, the least first; never a blend of several."),
]


class Vary(Frozen, frozen=True, kw_only=True):
    """What may vary; every combination is a candidate. A list left out is the usual choice."""

    devices: Annotated[
        tuple[DeviceName, ...], Meta(description="Left out: every device of the catalogue.")
    ] = ()
    device_counts: Annotated[
        tuple[DeviceCount | None, ...],
        Meta(description="Left out: the smallest count that fits."),
    ] = (None,)
    tensor_parallels: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=100_000)] | None, ...],
        Meta(description="Left out: the layout with the highest throughput."),
    ] = (None,)
    precisions: Annotated[
        tuple[PrecisionName | None, ...],
        Meta(description="Left out: the model's own where the device accelerates it."),
    ] = (None,)
    engines: Annotated[tuple[Name | None, ...], Meta(description="Left out: any engine.")] = (None,)
    options: Annotated[
        tuple[Option | None, ...], Meta(description="Left out: on demand, or what there is.")
    ] = (None,)
    providers: Annotated[
        tuple[Name | None, ...], Meta(description="Left out: the median of all.")
    ] = (None,)
    regions: Annotated[
        tuple[Name | None, ...], Meta(description="Left out: the median of all.")
    ] = (None,)


class ComparisonQuery(Frozen, frozen=True, kw_only=True):
    """A workload, an objective and what may vary."""

    model: Model
    load: Load = Load()
    slo: Slo = Slo()
    objective: Objective = "usd_per_million_output_tokens"
    vary: Vary = field(default_factory=Vary)
    utilization_fraction: (
        Annotated[
            float,
            Meta(ge=1e-4, le=1, description="Share of the throughput that is used [fraction]."),
        ]
        | None
    ) = None
    discount_fraction: Annotated[
        float, Meta(ge=0, le=0.99, description="Discount off the table's price [fraction].")
    ] = 0.0
    facility: Facility = Facility()
    limit_count: Annotated[
        int,
        Meta(ge=1, le=100_000, description="Candidates, and excluded ones, listed [count]."),
    ] = 100
    catalog: ReleaseName | None = None
    as_of: DayText | None = None
