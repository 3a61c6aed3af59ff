"""The answer with the cost of a token, a request and a watt."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from pricing.catalog.rows import Assumption
from pricing.quote.adapters import AdaptersAnswer
from pricing.quote.answer import (
    Answer,
    DeviceName,
    Drivers,
    FormulaName,
    ModelName,
    Price,
    PricedQuantity,
    PriceSource,
    Provenance,
    Warnings,
)
from pricing.serving.attention import AttentionParallel
from pricing.unit_costs.planning.drawn import Power
from pricing.unit_costs.planning.evidence import Evidence
from pricing.unit_costs.planning.gain import SpeculationGain
from pricing.unit_costs.planning.held import Memory
from pricing.unit_costs.planning.parallelism import (
    ShownExperts,
    ShownGroups,
    ShownStages,
    ShownTensor,
)
from pricing.unit_costs.planning.prefix_cache import PrefixCache
from pricing.unit_costs.pools.answer import Pools

Bound: TypeAlias = Literal["compute", "memory_bandwidth", "overhead"]


LowUsd = Annotated[float, Meta(description="Low end of the 80% interval of the cost [USD].")]
HighUsd = Annotated[float, Meta(description="High end of the 80% interval of the cost [USD].")]


class UnitCosts(Answer, frozen=True, kw_only=True):
    """Costs per unit. Null if the unit does not apply (no tokens, no request rate).

    Low and high are the ends of the 80% interval of throughput and of the range of an estimated
    price together. They do not include the uncertainty of power. With an arrival rate the served
    load is known, and only an estimated price has a range.
    """

    usd_per_million_input_tokens: Annotated[
        float | None,
        Meta(
            description="USD per million input tokens, from the share of prefill in the bill."
            " Input and output together add up to the request. With a prefix cache: of the tokens"
            " that are not cached."
        ),
    ]
    usd_per_million_input_tokens_low: LowUsd | None
    usd_per_million_input_tokens_high: HighUsd | None
    usd_per_million_cached_input_tokens: Annotated[
        float | None,
        Meta(
            description="USD per million cached input tokens, from what attending to them takes of"
            " the prefill of the others. Input, cached input and output together add up to the"
            " request. Null without a prefix cache."
        ),
    ]
    usd_per_million_cached_input_tokens_low: LowUsd | None
    usd_per_million_cached_input_tokens_high: HighUsd | None
    usd_per_million_output_tokens: Annotated[
        float | None,
        Meta(description="USD per million output tokens, from the share of decoding in the bill."),
    ]
    usd_per_million_output_tokens_low: LowUsd | None
    usd_per_million_output_tokens_high: HighUsd | None
    usd_per_million_tokens: Annotated[
        float | None, Meta(description="USD per million tokens, input and output together.")
    ]
    usd_per_million_tokens_low: LowUsd | None
    usd_per_million_tokens_high: HighUsd | None
    usd_per_million_output_tokens_all_in: Annotated[
        float | None,
        Meta(
            description="The whole bill over the output tokens only [USD per million]."
            " Benchmarks publish this figure as cost per output token."
        ),
    ]
    usd_per_million_output_tokens_all_in_low: LowUsd | None
    usd_per_million_output_tokens_all_in_high: HighUsd | None
    usd_per_request: Annotated[float, Meta(description="USD per request.")]
    usd_per_request_low: LowUsd
    usd_per_request_high: HighUsd
    usd_per_hour: Annotated[
        float, Meta(description="Sum of the line items: USD per hour of the whole deployment.")
    ]
    usd_per_hour_low: LowUsd
    usd_per_hour_high: HighUsd
    usd_per_kilowatt_hour: Annotated[
        float, Meta(description="The whole bill per kilowatt-hour drawn at the meter [USD].")
    ]
    usd_per_watt_year: Annotated[
        float, Meta(description="The whole bill per watt drawn at the meter for a year [USD].")
    ]
    output_tokens_per_usd: Annotated[
        float | None, Meta(description="Output tokens per USD of the whole bill.")
    ]


class AtFullUse(Answer, frozen=True, kw_only=True):
    """What a unit costs with all of the throughput used, which no service does.

    Benchmarks publish these prices. Null if the unit does not apply.
    """

    usd_per_million_input_tokens: Annotated[
        float | None, Meta(description="USD per million input tokens that are not cached.")
    ]
    usd_per_million_cached_input_tokens: Annotated[
        float | None, Meta(description="USD per million cached input tokens.")
    ]
    usd_per_million_output_tokens: Annotated[
        float | None, Meta(description="USD per million output tokens.")
    ]
    usd_per_million_tokens: Annotated[
        float | None, Meta(description="USD per million tokens, input and output together.")
    ]
    usd_per_request: Annotated[float, Meta(description="USD per request.")]


class Efficiency(Answer, frozen=True, kw_only=True):
    """Energy and carbon of tokens and requests at the meter."""

    output_tokens_per_joule: Annotated[
        float | None, Meta(description="Output tokens per joule at the meter.")
    ]
    joules_per_output_token: Annotated[
        float | None, Meta(description="Joules at the meter per output token.")
    ]
    output_tokens_per_device_joule: Annotated[
        float | None,
        Meta(
            description="Output tokens per joule of the accelerators only, as in GPU counters"
            " and most published figures."
        ),
    ]
    joules_per_request: Annotated[float, Meta(description="Joules at the meter per request.")]
    grams_co2e_per_million_output_tokens: Annotated[
        float | None, Meta(description="Grams CO₂e of the grid per million output tokens.")
    ]


class Performance(Answer, frozen=True, kw_only=True):
    """Throughput of the deployment, its basis, and the latency of requests at the load."""

    output_tokens_per_second: Annotated[
        float | None, Meta(description="Output tokens per second of all devices.")
    ]
    output_tokens_per_second_low: Annotated[
        float | None, Meta(description="Low end of the 80% interval [tokens per second].")
    ]
    output_tokens_per_second_high: Annotated[
        float | None, Meta(description="High end of the 80% interval [tokens per second].")
    ]
    requests_per_second: Annotated[
        float, Meta(description="Requests per second that all devices sustain.")
    ]
    served_requests_per_second: Annotated[
        float,
        Meta(
            description="Requests per second that are served: requests_per_second ×"
            " utilization_fraction, or load.requests_per_second."
        ),
    ]
    utilization_fraction: Annotated[
        float, Meta(description="Served requests over sustained requests [fraction].")
    ]
    ttft_seconds: Annotated[
        float | None,
        Meta(
            description="Mean time to first token at the load [seconds]: the wait for the"
            " running pass, for earlier prefills and, at an arrival rate, for a free slot, plus"
            " the prefill of the request. It is corrected by `ttft_evidence`."
        ),
    ]
    ttft_p99_seconds: Annotated[
        float | None,
        Meta(
            description="99th percentile of the time to first token, for requests of the mean"
            " lengths [seconds]. Null at saturation: without a given load, or with more"
            " requests than the engine runs at once."
        ),
    ]
    burst_ttft_seconds: Annotated[
        float | None,
        Meta(
            description="Mean time to first token if the requests in flight come at once to idle"
            " replicas, instead of one after the other as in ttft_seconds [seconds]. Null at an"
            " arrival rate."
        ),
    ]
    tpot_seconds: Annotated[
        float | None,
        Meta(
            description="Mean time per output token at the load, with the prefills of other"
            " requests [seconds]. Null for encoders, which write none."
        ),
    ]
    tpot_p99_seconds: Annotated[
        float | None,
        Meta(
            description="99th percentile of the time per output token between requests of the"
            " mean lengths [seconds]. Null at saturation, as ttft_p99_seconds."
        ),
    ]
    concurrency: Annotated[
        float | None,
        Meta(
            description="Requests in flight on all replicas [count]. At an arrival rate this is"
            " the resulting mean."
        ),
    ]
    tensor_parallel: ShownTensor
    data_parallel: ShownGroups = None
    expert_parallel: ShownExperts = None
    pipeline_parallel: ShownStages = None
    attention_parallel: Annotated[
        AttentionParallel | None,
        Meta(description="What the devices of a replica share out: heads (tensor), or requests."),
    ]
    replica_count: Annotated[int | None, Meta(description="Replicas of the deployment [count].")]
    basis: Annotated[
        Literal["given", "measured", "modelled"],
        Meta(
            description="given: the caller's measurement; measured: published measurements;"
            " modelled: the roofline model."
        ),
    ]
    bound: Annotated[
        Bound | None,
        Meta(description="What takes most of the time of a request."),
    ]
    regime: Annotated[
        Literal["latency_bound", "throughput_bound"] | None,
        Meta(description="throughput_bound at the highest load that fits, latency_bound below it."),
    ]
    evidence: tuple[Evidence, ...]
    ttft_evidence: Annotated[
        tuple[str, ...], Meta(description="Ids of the measurements that ttft_seconds is based on.")
    ]


class HourlyLineItem(PricedQuantity, frozen=True, kw_only=True):
    """One item of the bill for an hour. The items in order add up to the total."""

    usd_per_hour: Annotated[float, Meta(description="quantity × usd_per_unit [USD per hour].")]
    formula: FormulaName
    source: PriceSource


class UnitCostAnswer(Answer, frozen=True, kw_only=True):
    """The cost of a token, a request and a watt."""

    model: ModelName | None
    device: DeviceName
    device_count: Annotated[int, Meta(description="Devices of the deployment [count].")]
    precision: Annotated[str | None, Meta(description="Number format.")]
    unit_costs: Annotated[UnitCosts, Meta(description="At performance.utilization_fraction.")]
    at_full_use: AtFullUse
    efficiency: Efficiency
    performance: Performance
    speculation: SpeculationGain | None = None
    pools: Pools | None = None
    prefix_cache: PrefixCache | None = None
    adapters: AdaptersAnswer | None = None
    memory: Memory | None
    power: Power
    price: Price
    line_items: tuple[HourlyLineItem, ...]
    drivers: Drivers | None = None
    assumptions: tuple[Assumption, ...]
    warnings: Warnings
    provenance: Provenance
