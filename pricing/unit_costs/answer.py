"""What a token, a request and a watt cost: the shape of the answer."""

from typing import Annotated, Literal

from msgspec import Meta

from pricing.catalog.rows import Assumption, Confidence
from pricing.quote.answer import Answer, Price, Provenance


class Evidence(Answer, frozen=True, kw_only=True):
    """A published measurement that the answer used."""

    id: Annotated[str, Meta(description="Its id in the measurements table.")]
    device: Annotated[str, Meta(description="The device measured.")]
    device_count: Annotated[int, Meta(description="Devices measured [count].")]
    model: Annotated[str, Meta(description="The model measured.")]
    precision: Annotated[str, Meta(description="Number format of the weights.")]
    engine: Annotated[str, Meta(description="The serving engine.")]
    scenario: Annotated[str, Meta(description="The benchmark's name of how it was run.")]
    input_tokens: Annotated[float, Meta(description="Mean input tokens a request.")] | None
    output_tokens: Annotated[float, Meta(description="Mean output tokens a request.")] | None
    concurrency: Annotated[float, Meta(description="Requests in flight [count].")] | None
    output_tokens_per_second: Annotated[
        float, Meta(description="As published, all devices [output tokens per second].")
    ]
    weight_fraction: Annotated[
        float, Meta(description="Share of this row in the answer [fraction].")
    ]
    source: Annotated[str, Meta(description="Where it was published.")]
    confidence: Confidence


LowUsd = Annotated[
    float, Meta(description="The same at the high end of the throughput's 80% interval [USD].")
]
HighUsd = Annotated[
    float, Meta(description="The same at the low end of the throughput's 80% interval [USD].")
]


class UnitCosts(Answer, frozen=True, kw_only=True):
    """What a unit costs. Null where the unit does not apply (no tokens, no request rate).

    Low and high are the ends of the 80% interval of the throughput alone, carried through:
    prices of devices and power have their own. They are the price itself where the load is an
    arrival rate, for then what is served is known.
    """

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
    usd_per_million_input_tokens_low: LowUsd | None
    usd_per_million_input_tokens_high: HighUsd | None
    usd_per_million_output_tokens: (
        Annotated[
            float,
            Meta(description="USD per million output tokens: the decoding's share of the bill."),
        ]
        | None
    )
    usd_per_million_output_tokens_low: LowUsd | None
    usd_per_million_output_tokens_high: HighUsd | None
    usd_per_million_tokens: (
        Annotated[float, Meta(description="USD per million tokens, input and output alike.")] | None
    )
    usd_per_million_tokens_low: LowUsd | None
    usd_per_million_tokens_high: HighUsd | None
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
    usd_per_million_output_tokens_all_in_low: LowUsd | None
    usd_per_million_output_tokens_all_in_high: HighUsd | None
    usd_per_request: Annotated[float, Meta(description="USD per request.")]
    usd_per_request_low: LowUsd
    usd_per_request_high: HighUsd
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


class Efficiency(Answer, frozen=True, kw_only=True):
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
            Meta(
                description="Output tokens per joule of the accelerators alone, as GPU counters"
                " and most published figures have it."
            ),
        ]
        | None
    )
    joules_per_request: Annotated[float, Meta(description="Joules at the meter per request.")]
    grams_co2e_per_million_output_tokens: (
        Annotated[float, Meta(description="Grams CO₂e of the grid per million output tokens.")]
        | None
    )


class Performance(Answer, frozen=True, kw_only=True):
    """What the deployment sustains, how that is known, and what requests see at the load."""

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
    requests_per_second: Annotated[
        float, Meta(description="Requests a second that all devices sustain.")
    ]
    served_requests_per_second: Annotated[
        float,
        Meta(
            description="Requests a second that are served: requests_per_second ×"
            " utilization_fraction, or what load.requests_per_second says."
        ),
    ]
    utilization_fraction: Annotated[
        float, Meta(description="Served over sustained requests [fraction].")
    ]
    ttft_seconds: (
        Annotated[
            float,
            Meta(
                description="Time to first token at the load, the mean [seconds]: the wait for the"
                " running pass, for the prefills ahead and, at an arrival rate, for a free slot,"
                " then the request's own prefill; corrected by `ttft_evidence`."
            ),
        ]
        | None
    )
    ttft_p99_seconds: (
        Annotated[
            float,
            Meta(
                description="Its 99th percentile [seconds], for requests of the mean lengths; null"
                " at saturation: where no load is given, or more than the engine runs at once."
            ),
        ]
        | None
    )
    tpot_seconds: (
        Annotated[
            float,
            Meta(
                description="Time per output token at the load, the mean [seconds]; prefills of"
                " others are in it."
            ),
        ]
        | None
    )
    tpot_p99_seconds: (
        Annotated[
            float,
            Meta(
                description="Its 99th percentile between requests of the mean lengths [seconds];"
                " null at saturation, as ttft_p99_seconds."
            ),
        ]
        | None
    )
    concurrency: (
        Annotated[
            float,
            Meta(
                description="Requests in flight, all replicas [count]; at an arrival rate, the"
                " mean that follows from it."
            ),
        ]
        | None
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
    ttft_evidence: Annotated[
        tuple[str, ...], Meta(description="Measured rows that ttft_seconds leaned on, by id.")
    ]


class Memory(Answer, frozen=True, kw_only=True):
    """What one replica holds, and whether it fits."""

    weights_gibibytes: Annotated[float, Meta(description="Weights of one replica [GiB].")]
    kv_cache_gibibytes: Annotated[
        float, Meta(description="KV cache of one replica at this load [GiB].")
    ]
    capacity_gibibytes: Annotated[
        float, Meta(description="Memory that the engine may use on one replica's devices [GiB].")
    ]
    fits: Annotated[bool, Meta(description="Whether all of it is within the capacity.")]


class Power(Answer, frozen=True, kw_only=True):
    """Mean power of the whole deployment."""

    device_watts: Annotated[
        float, Meta(description="One device, the mean at the load and its use [watts].")
    ]
    system_watts: Annotated[
        float,
        Meta(
            description="All devices with their hosts, network, fans and the loss of the power"
            " supplies [watts]."
        ),
    ]
    facility_watts: Annotated[float, Meta(description="The same at the meter: × PUE [watts].")]
    evidence: Annotated[
        tuple[str, ...], Meta(description="Measured rows that device_watts leaned on, by id.")
    ]


class HourlyLineItem(Answer, frozen=True, kw_only=True):
    """One item of the bill for an hour; the items in order add up to the total."""

    name: Annotated[str, Meta(description="What is paid for: compute, idle, energy, …")]
    quantity: Annotated[float, Meta(description="In `unit`, per hour.")]
    unit: Annotated[str, Meta(description="What quantity counts.")]
    usd_per_unit: Annotated[float, Meta(description="USD per `unit`.")]
    usd_per_hour: Annotated[float, Meta(description="quantity × usd_per_unit [USD per hour].")]
    formula: Annotated[str, Meta(description="The function in pricing.formulas behind it.")]
    source: Annotated[str, Meta(description="The row or assumption that the price came from.")]


class UnitCostAnswer(Answer, frozen=True, kw_only=True):
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
    warnings: Annotated[
        tuple[str, ...], Meta(description="What a reader should know before using the figures.")
    ]
    provenance: Provenance
