"""What is answered: the shape of every quote, with its units.

The wire format is exactly these fields; nothing reaches a caller that is not listed here.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pricing.catalog.rows import Assumption, PriceRange, PriceRow


class Answer(Struct, frozen=True, kw_only=True, gc=False):
    """Base of every part of an answer."""


class Evidence(Answer):
    """A published measurement that the answer used."""

    id: Annotated[str, Meta(description="Its id in the measurements table.")]
    device: str
    device_count: Annotated[int, Meta(description="Devices measured [count].")]
    model: str
    precision: str
    engine: str
    scenario: str
    input_tokens: Annotated[float, Meta(description="Mean input tokens a request.")] | None
    output_tokens: Annotated[float, Meta(description="Mean output tokens a request.")] | None
    concurrency: Annotated[float, Meta(description="Requests in flight [count].")] | None
    output_tokens_per_second: Annotated[
        float, Meta(description="As published, all devices [output tokens per second].")
    ]
    weight_fraction: Annotated[
        float, Meta(description="Share of this row in the answer [fraction].")
    ]
    source: str
    confidence: str


class UnitCosts(Answer):
    """What a unit costs. Null where the unit does not apply (no tokens, no request rate)."""

    usd_per_million_input_tokens: (
        Annotated[
            float,
            Meta(
                description="USD per million input tokens: the prefill's share of the bill."
                " Input and output together add up to the request."
            ),
        ]
        | None
    )
    usd_per_million_output_tokens: (
        Annotated[
            float,
            Meta(description="USD per million output tokens: the decoding's share of the bill."),
        ]
        | None
    )
    usd_per_million_tokens: (
        Annotated[float, Meta(description="USD per million tokens, input and output alike.")] | None
    )
    usd_per_million_output_tokens_all_in: (
        Annotated[
            float,
            Meta(
                description="The whole bill over the output tokens alone [USD per million]: the"
                " figure that benchmarks print as cost per output token."
            ),
        ]
        | None
    )
    usd_per_million_output_tokens_all_in_low: (
        Annotated[
            float,
            Meta(description="The same at the high end of the throughput [USD per million]."),
        ]
        | None
    )
    usd_per_million_output_tokens_all_in_high: (
        Annotated[
            float,
            Meta(description="The same at the low end of the throughput [USD per million]."),
        ]
        | None
    )
    usd_per_request: Annotated[float, Meta(description="USD per request.")]
    usd_per_hour: Annotated[
        float, Meta(description="USD per hour of the whole deployment: the sum of the line items.")
    ]
    usd_per_kilowatt_hour: Annotated[
        float, Meta(description="The whole bill per kilowatt-hour drawn at the meter [USD].")
    ]
    usd_per_watt_year: Annotated[
        float, Meta(description="The whole bill per watt drawn at the meter for a year [USD].")
    ]
    output_tokens_per_usd: (
        Annotated[float, Meta(description="Output tokens per USD of the whole bill.")] | None
    )


class Efficiency(Answer):
    """What a token costs in energy and carbon, at the meter."""

    output_tokens_per_joule: (
        Annotated[float, Meta(description="Output tokens per joule at the meter.")] | None
    )
    joules_per_output_token: (
        Annotated[float, Meta(description="Joules at the meter per output token.")] | None
    )
    output_tokens_per_device_joule: (
        Annotated[
            float,
            Meta(description="Output tokens per joule of the accelerators alone, as GPU counters"
            " and most published figures have it."),
        ]
        | None
    )
    joules_per_request: Annotated[float, Meta(description="Joules at the meter per request.")]
    grams_co2e_per_million_output_tokens: (
        Annotated[float, Meta(description="Grams CO₂e of the grid per million output tokens.")]
        | None
    )


class Performance(Answer):
    """What the deployment sustains, and how that is known."""

    output_tokens_per_second: (
        Annotated[float, Meta(description="Output tokens a second, all devices.")] | None
    )
    output_tokens_per_second_low: (
        Annotated[float, Meta(description="Low end of the 80% interval [tokens per second].")]
        | None
    )
    output_tokens_per_second_high: (
        Annotated[float, Meta(description="High end of the 80% interval [tokens per second].")]
        | None
    )
    requests_per_second: Annotated[float, Meta(description="Requests a second, all devices.")]
    ttft_seconds: (
        Annotated[float, Meta(description="Time to first token, without queueing [seconds].")]
        | None
    )
    tpot_seconds: (
        Annotated[float, Meta(description="Time per output token in the steady state [seconds].")]
        | None
    )
    concurrency: (
        Annotated[float, Meta(description="Requests in flight, all replicas [count].")] | None
    )
    tensor_parallel: (
        Annotated[int, Meta(description="Devices that share one replica [count].")] | None
    )
    replica_count: Annotated[int, Meta(description="Replicas side by side [count].")] | None
    basis: Annotated[
        Literal["given", "measured", "modelled"],
        Meta(
            description="given: the caller's measurement; measured: published rows;"
            " modelled: the roofline."
        ),
    ]
    bound: (
        Annotated[
            Literal["compute", "memory_bandwidth", "overhead"],
            Meta(description="What the time of a request is mostly spent on."),
        ]
        | None
    )
    regime: (
        Annotated[
            Literal["latency_bound", "throughput_bound"],
            Meta(
                description="throughput_bound at the highest load that fits; latency_bound below."
            ),
        ]
        | None
    )
    evidence: tuple[Evidence, ...]


class Memory(Answer):
    """What one replica holds, and whether it fits."""

    weights_gibibytes: Annotated[float, Meta(description="Weights of one replica [GiB].")]
    kv_cache_gibibytes: Annotated[
        float, Meta(description="KV cache of one replica at this load [GiB].")
    ]
    capacity_gibibytes: Annotated[
        float, Meta(description="Memory that the engine may use on one replica's devices [GiB].")
    ]
    fits: bool


class Power(Answer):
    """Mean power of the whole deployment."""

    device_watts: Annotated[float, Meta(description="One device, the mean under load [watts].")]
    system_watts: Annotated[
        float, Meta(description="All devices with their hosts and network [watts].")
    ]
    facility_watts: Annotated[float, Meta(description="The same at the meter: × PUE [watts].")]


class Price(Answer):
    """The price that the answer was worked out with."""

    usd_per_device_hour: Annotated[
        float, Meta(description="After the discount [USD per device-hour].")
    ]
    option: str
    basis: Annotated[
        Literal["given", "table", "estimated"],
        Meta(
            description="given: the caller's; table: a price row; estimated: a price row times"
            " a published ratio, or the cost of owning."
        ),
    ]
    selection: Annotated[str, Meta(description="How one price was chosen.")]
    row: PriceRow | None
    range: PriceRange | None


class HourlyLineItem(Answer):
    """One item of the bill for an hour; the items in order add up to the total."""

    name: str
    quantity: Annotated[float, Meta(description="In `unit`, per hour.")]
    unit: str
    usd_per_unit: Annotated[float, Meta(description="USD per `unit`.")]
    usd_per_hour: Annotated[float, Meta(description="quantity × usd_per_unit [USD per hour].")]
    formula: Annotated[str, Meta(description="The function in pricing.formulas behind it.")]
    source: Annotated[str, Meta(description="The row or assumption that the price came from.")]


class LineItem(Answer):
    """One item of the bill for a run; the items in order add up to the total."""

    name: str
    quantity: Annotated[float, Meta(description="In `unit`.")]
    unit: str
    usd_per_unit: Annotated[float, Meta(description="USD per `unit`.")]
    usd: Annotated[float, Meta(description="quantity × usd_per_unit [USD].")]
    formula: Annotated[str, Meta(description="The function in pricing.formulas behind it.")]
    source: Annotated[str, Meta(description="The row or assumption that the price came from.")]


class Provenance(Answer):
    """What decides the answer; with these three it can be asked for again."""

    catalog: Annotated[str, Meta(description="Name of the release of the tables.")]
    catalog_digest: Annotated[str, Meta(description="sha256 over all tables of the release.")]
    engine_version: str
    as_of: Annotated[str, Meta(description="The day whose prices were used.")]
    query_digest: Annotated[str, Meta(description="sha256 of the canonical query.")]


class UnitCostAnswer(Answer):
    """What a token, a request and a watt cost."""

    model: Annotated[str, Meta(description="Name of the model in the catalogue.")] | None
    device: Annotated[str, Meta(description="Name of the device in the catalogue.")]
    device_count: Annotated[int, Meta(description="Devices of the deployment [count].")]
    precision: Annotated[str, Meta(description="Number format used.")] | None
    unit_costs: UnitCosts
    efficiency: Efficiency
    performance: Performance
    memory: Memory | None
    power: Power
    price: Price
    line_items: tuple[HourlyLineItem, ...]
    assumptions: tuple[Assumption, ...]
    warnings: tuple[str, ...]
    provenance: Provenance


class Distribution(Answer):
    """A cost with its spread."""

    mean: Annotated[float, Meta(description="Expected value [USD]; the sum of the line items.")]
    p10: Annotated[float, Meta(description="10th percentile [USD].")]
    p50: Annotated[float, Meta(description="Median [USD].")]
    p90: Annotated[float, Meta(description="90th percentile [USD].")]


class Compute(Answer):
    """The work of the run, without interruption."""

    model_flops: Annotated[float, Meta(description="Model FLOPs of the run, attention included.")]
    mfu_fraction: Annotated[float, Meta(description="Model FLOPs utilisation [fraction].")]
    mfu_basis: Literal["given", "measured", "modelled"]
    tokens_per_second: Annotated[
        float, Meta(description="Tokens trained on a second, all devices, steady state.")
    ]
    productive_device_hours: Annotated[
        float, Meta(description="Device-hours of the steady state, without interruption.")
    ]
    evidence: Annotated[
        tuple[str, ...], Meta(description="Ids of the published runs that the MFU leans on.")
    ]


class TrainingMemory(Answer):
    """What one device holds at its peak."""

    states_gibibytes: Annotated[
        float, Meta(description="Weights, gradients and optimizer, this device's shard [GiB].")
    ]
    activations_gibibytes: Annotated[
        float, Meta(description="Activations of one sequence, this device's share [GiB].")
    ]
    capacity_gibibytes: Annotated[float, Meta(description="Usable memory of a device [GiB].")]
    model_parallel: Annotated[
        int, Meta(description="Devices that share one sequence's activations [count].")
    ]
    fits: bool


class RunOption(Answer):
    """The run under one way of buying its capacity."""

    option: str
    provider: str | None
    region: str | None
    instance_type: str | None
    usd_per_device_hour: Annotated[
        float, Meta(description="After the discount [USD per device-hour].")
    ]
    price: Price
    goodput_fraction: Annotated[
        float,
        Meta(
            description="Share of the wall clock at work, evaluation included; the rest goes to"
            " checkpoints, lost work and restarts [fraction]."
        ),
    ]
    interruptions: Annotated[float, Meta(description="Expected interruptions [count].")]
    checkpoint_interval_seconds: Annotated[
        float, Meta(description="Useful work between checkpoints [seconds].")
    ]
    device_hours: Annotated[float, Meta(description="Device-hours on the bill, expected.")]
    wall_clock_hours: Annotated[float, Meta(description="From start to end, expected [hours].")]
    usd: Distribution
    line_items: tuple[LineItem, ...]
    energy_kilowatt_hours: Annotated[float, Meta(description="Energy at the meter [kWh].")]
    kilograms_co2e: Annotated[float, Meta(description="CO₂e of the grid [kg].")]
    estimated: Annotated[
        bool, Meta(description="True when the price is not a row of the table but an estimate.")
    ]


class Unavailable(Answer):
    """An option that cannot be answered, and why."""

    option: str
    provider: str | None
    region: str | None
    reason: str


class Sensitivity(Answer):
    """How the cheapest option's mean moves with one input."""

    input: str
    change_fraction: Annotated[float, Meta(description="Relative change of the input [fraction].")]
    usd_change: Annotated[float, Meta(description="What it does to the mean [USD].")]
    usd_change_fraction: Annotated[
        float, Meta(description="The same relative to the mean [fraction].")
    ]


class RunCostAnswer(Answer):
    """What one training run costs, option by option."""

    model: str
    device: str
    device_count: Annotated[int, Meta(description="Devices of the run [count].")]
    precision: str
    compute: Compute
    memory: TrainingMemory
    options: tuple[RunOption, ...]
    unavailable: tuple[Unavailable, ...]
    cheapest_option: str | None
    spot_break_even_preemptions_per_instance_hour: (
        Annotated[
            float,
            Meta(
                description="Preemptions per instance-hour at which spot costs what the cheapest"
                " other rented option costs; null when spot never wins, or has no price."
            ),
        ]
        | None
    )
    sensitivities: tuple[Sensitivity, ...]
    assumptions: tuple[Assumption, ...]
    warnings: tuple[str, ...]
    provenance: Provenance
