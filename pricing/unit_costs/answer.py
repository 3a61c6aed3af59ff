"""The answer with the cost of a token, a request and a watt."""

from typing import Annotated, Literal, TypeAlias

from pricing.catalog.rows import Assumption
from pricing.purchasing.owning.answer import OwnedRate
from pricing.quote.adapters import AdaptersAnswer
from pricing.quote.answer import (
    Answer,
    DeviceName,
    Drivers,
    FormulaName,
    LabelledAnswer,
    ModelName,
    Price,
    PricedQuantity,
    PriceSource,
    Provenance,
    Warnings,
)
from pricing.quote.currencies.conversion import ConvertedAmounts
from pricing.quote.messages import said
from pricing.unit_costs.answer_costs import AtFullUse, UnitCosts
from pricing.unit_costs.media.answer import MediaMeasurement
from pricing.unit_costs.media.images import ImagesAnswer
from pricing.unit_costs.planning.answer import Evidence, Memory, Power
from pricing.unit_costs.planning.gain import PrefixCache, SpeculationGain
from pricing.unit_costs.planning.parallelism import (
    ShownAttention,
    ShownExperts,
    ShownGroups,
    ShownStages,
    ShownTensor,
)
from pricing.unit_costs.pools.answer import Pools
from pricing.unit_costs.tiers.answer import BatchTier

Bound: TypeAlias = Literal["compute", "memory_bandwidth", "overhead"]


class Efficiency(Answer, frozen=True, kw_only=True):
    """Energy and carbon of tokens and requests at the meter."""

    output_tokens_per_joule: Annotated[float | None, said("Output tokens per joule at the meter.")]
    joules_per_output_token: Annotated[float | None, said("Joules at the meter per output token.")]
    output_tokens_per_device_joule: Annotated[
        float | None,
        said(
            "Output tokens per joule of the accelerators only, as in GPU counters"
            " and most published figures."
        ),
    ]
    joules_per_request: Annotated[float, said("Joules at the meter per request.")]
    grams_co2e_per_million_output_tokens: Annotated[
        float | None, said("Grams CO₂e of the grid per million output tokens.")
    ]


class Performance(Answer, frozen=True, kw_only=True):
    """Throughput of the deployment, its basis, and the latency of requests at the load."""

    output_tokens_per_second: Annotated[
        float | None, said("Output tokens per second of all devices.")
    ]
    output_tokens_per_second_low: Annotated[
        float | None, said("Low end of the 80% interval [tokens per second].")
    ]
    output_tokens_per_second_high: Annotated[
        float | None, said("High end of the 80% interval [tokens per second].")
    ]
    input_tokens_per_second: Annotated[
        float | None,
        said("Input tokens per second of all devices, where nothing is written (output_tokens 0)."),
    ] = None
    input_tokens_per_second_low: Annotated[
        float | None, said("Low end of the 80% interval [tokens per second].")
    ] = None
    input_tokens_per_second_high: Annotated[
        float | None, said("High end of the 80% interval [tokens per second].")
    ] = None
    documents_per_second: Annotated[
        float | None, said("Documents per second of all devices, where nothing is written.")
    ] = None
    requests_per_second: Annotated[float, said("Requests per second that all devices sustain.")]
    served_requests_per_second: Annotated[
        float,
        said(
            "Requests per second that are served: requests_per_second ×"
            " utilization_fraction, or load.requests_per_second."
        ),
    ]
    utilization_fraction: Annotated[
        float, said("Served requests over sustained requests [fraction].")
    ]
    ttft_seconds: Annotated[
        float | None,
        said(
            "Mean time to first token at the load [seconds]: the wait for the"
            " running pass, for earlier prefills and, at an arrival rate, for a free slot, plus"
            " the prefill of the request. It is corrected by `ttft_evidence`. With output_tokens 0"
            " it is the time to the answer."
        ),
    ]
    ttft_p99_seconds: Annotated[
        float | None,
        said(
            "99th percentile of the time to first token, for requests of the mean"
            " lengths [seconds]. Null at saturation: without a given load, or with more"
            " requests than the engine runs at once."
        ),
    ]
    burst_ttft_seconds: Annotated[
        float | None,
        said(
            "Mean time to first token if the requests in flight come at once to idle"
            " replicas, instead of one after the other as in ttft_seconds [seconds]. Null at an"
            " arrival rate, and with output_tokens 0."
        ),
    ]
    tpot_seconds: Annotated[
        float | None,
        said(
            "Mean time per output token at the load, with the prefills of other"
            " requests [seconds]. Null for encoders, and with output_tokens 0: none are written."
        ),
    ]
    tpot_p99_seconds: Annotated[
        float | None,
        said(
            "99th percentile of the time per output token between requests of the"
            " mean lengths [seconds]. Null at saturation, as ttft_p99_seconds."
        ),
    ]
    concurrency: Annotated[
        float | None,
        said(
            "Requests in flight on all replicas [count]. At an arrival rate this is"
            " the resulting mean."
        ),
    ]
    tensor_parallel: ShownTensor
    data_parallel: ShownGroups = None
    expert_parallel: ShownExperts = None
    pipeline_parallel: ShownStages = None
    attention_parallel: ShownAttention
    replica_count: Annotated[int | None, said("Replicas of the deployment [count].")]
    basis: Annotated[
        Literal["given", "measured", "modelled"],
        said(
            "given: the caller's measurement; measured: published measurements;"
            " modelled: the roofline model."
        ),
    ]
    bound: Annotated[Bound | None, said("What takes most of the time of a request.")]
    regime: Annotated[
        Literal["latency_bound", "throughput_bound"] | None,
        said("throughput_bound at the highest load that fits, latency_bound below it."),
    ]
    evidence: tuple[Evidence, ...]
    ttft_evidence: Annotated[
        tuple[str, ...], said("Ids of the measurements that ttft_seconds is based on.")
    ]


class HourlyLineItem(PricedQuantity, frozen=True, kw_only=True):
    """One item of the bill for an hour. The items in order add up to the total."""

    usd_per_hour: Annotated[float, said("quantity × usd_per_unit [USD per hour].")]
    formula: FormulaName
    source: PriceSource


class UnitCostAnswer(LabelledAnswer, frozen=True, kw_only=True):
    """The cost of a token, a request and a watt."""

    model: ModelName | None
    device: DeviceName
    device_count: Annotated[int, said("Devices of the deployment [count].")]
    precision: Annotated[str | None, said("Number format.")]
    unit_costs: Annotated[UnitCosts, said("At performance.utilization_fraction.")]
    at_full_use: AtFullUse
    efficiency: Efficiency
    performance: Performance
    speculation: SpeculationGain | None = None
    pools: Pools | None = None
    prefix_cache: PrefixCache | None = None
    images: ImagesAnswer | None = None
    adapters: AdaptersAnswer | None = None
    batch_tier: BatchTier | None = None
    media: MediaMeasurement | None = None
    memory: Memory | None
    power: Power
    price: Price
    owned: OwnedRate | None = None
    line_items: tuple[HourlyLineItem, ...]
    converted: ConvertedAmounts | None = None
    drivers: Drivers | None = None
    assumptions: tuple[Assumption, ...]
    warnings: Warnings
    provenance: Provenance
