"""The query that ranks candidate deployments by an objective."""

from typing import Annotated, Literal

from msgspec import Meta, field

from pricing.purchasing.query import Facility, Option
from pricing.quote.messages import said
from pricing.quote.query import (
    DayText,
    DeviceCount,
    DeviceName,
    Frozen,
    Labelled,
    Model,
    Name,
    PrecisionName,
    ReleaseName,
)
from pricing.unit_costs.query import Load, Slo, WorkloadKind

Objective = Annotated[
    Literal[
        "usd_per_million_output_tokens",
        "usd_per_million_input_tokens",
        "usd_per_million_tokens",
        "usd_per_request",
        "usd_per_document",
        "usd_per_image",
        "usd_per_month",
        "usd_per_watt_year",
        "joules_per_output_token",
        "grams_co2e_per_million_output_tokens",
        "ttft_seconds",
        "tpot_seconds",
    ],
    said(
        "The result that ranks the candidates, the least first. Default:"
        " usd_per_million_output_tokens, or usd_per_million_input_tokens where nothing is written."
    ),
]

PriceBasis = Literal["rented", "owned", "any"]


class Vary(Frozen, frozen=True, kw_only=True):
    """What may vary. Every combination is a candidate. A list left out has the usual choice."""

    devices: Annotated[
        tuple[DeviceName, ...], said("Devices. Default: every device of the catalogue.")
    ] = ()
    prefill_devices: Annotated[
        tuple[DeviceName, ...],
        said(
            "Devices that read prompts, of candidates that serve prompts and tokens"
            " apart. Every pair with decode_devices is one; device_counts count the devices of"
            " both. Default: none. With them, `devices` has no candidates unless it is given."
        ),
    ] = ()
    decode_devices: Annotated[
        tuple[DeviceName, ...], said("Devices that generate, of such candidates.")
    ] = ()
    device_counts: Annotated[
        tuple[DeviceCount | None, ...],
        said("Device counts. Default: the count that costs least per token."),
    ] = (None,)
    tensor_parallels: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=100_000)] | None, ...],
        said("Devices per replica. Default: the layout with the highest throughput."),
    ] = (None,)
    precisions: Annotated[
        tuple[PrecisionName | None, ...],
        said("Number formats. Default: the model's own if the device accelerates it."),
    ] = (None,)
    engines: Annotated[tuple[Name | None, ...], said("Serving engines. Default: any engine.")] = (
        None,
    )
    options: Annotated[
        tuple[Option | None, ...],
        said(
            "Purchase options. Default: on_demand. A candidate without such a price is excluded,"
            " or has another option on any price_basis."
        ),
    ] = (None,)
    providers: Annotated[
        tuple[Name | None, ...], said("Providers. Default: the median of all.")
    ] = (None,)
    regions: Annotated[tuple[Name | None, ...], said("Regions. Default: the median of all.")] = (
        None,
    )


class ComparisonQuery(Labelled, frozen=True, kw_only=True):
    """A query that ranks deployments of a workload by an objective."""

    model: Model
    workload: WorkloadKind = "interactive"
    load: Load = Load()
    slo: Slo = Slo()
    objective: Objective | None = None
    vary: Vary = field(default_factory=Vary)
    utilization_fraction: (
        Annotated[float, said("Used share of the throughput [fraction].", ge=1e-4, le=1)] | None
    ) = None
    price_basis: Annotated[
        PriceBasis | None,
        said(
            "Prices that candidates are ranked at. rented: what providers charge;"
            " owned: the cost of owning; any: both side by side. Candidates without such a price"
            " are excluded. Default: rented, or owned if it is the only one of `vary.options`."
        ),
    ] = None
    discount_fraction: Annotated[
        float, said("Discount on the price of the table [fraction].", ge=0, le=0.99)
    ] = 0.0
    facility: Facility = Facility()
    limit_count: Annotated[
        int,
        said("Most candidates, and most excluded ones, in the answer [count].", ge=1, le=100_000),
    ] = 100
    catalog: ReleaseName | None = None
    as_of: DayText | None = None
