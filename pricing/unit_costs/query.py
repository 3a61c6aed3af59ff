"""The query for the cost of a token, a request and a watt."""

from typing import Annotated, Literal

from msgspec import Meta

from pricing.purchasing.query import Facility, Option, Parameters, Purchase
from pricing.quote.engine_fields import (
    AttentionParallelism,
    EngineName,
    MaxBatchedTokens,
    MaxContextTokens,
    MemoryUtilizationFraction,
    TensorParallel,
)
from pricing.quote.query import (
    AsksDrivers,
    DayText,
    DeviceCount,
    DeviceName,
    Frozen,
    Model,
    PrecisionName,
    ReleaseName,
)
from pricing.quote.speculation import Speculation
from pricing.serving.reserve import EngineLimits


class Deployment(Frozen, frozen=True, kw_only=True):
    """The devices that serve the model, and how they serve it."""

    device: DeviceName
    device_count: DeviceCount | None = None
    precision: PrecisionName | None = None
    kv_cache_precision: (
        Annotated[
            str,
            Meta(min_length=1, max_length=64, description="Number format of the KV cache."),
        ]
        | None
    ) = None
    tensor_parallel: TensorParallel | None = None
    engine: EngineName | None = None
    attention_parallel: AttentionParallelism | None = None
    max_concurrency: (
        Annotated[
            int,
            Meta(
                ge=1,
                le=1_000_000,
                description="The most requests that the engine admits at once in one replica"
                " (max_num_seqs, max_batch_size, …) [count]. Default: that of the engine and its"
                " version.",
            ),
        ]
        | None
    ) = None
    speculation: (
        Annotated[
            Speculation,
            Meta(description="Tokens that are drafted ahead and verified together. Default: none."),
        ]
        | None
    ) = None
    memory_utilization_fraction: MemoryUtilizationFraction | None = None
    max_batched_tokens: MaxBatchedTokens | None = None
    max_context_tokens: MaxContextTokens | None = None

    @property
    def limits(self) -> EngineLimits:
        """What is set of the engine."""
        return EngineLimits(
            self.memory_utilization_fraction, self.max_batched_tokens, self.max_concurrency
        )


WorkloadKind = Annotated[
    Literal["interactive", "batch"],
    Meta(
        description="interactive: somebody waits for the answers. Objectives of TTFT and TPOT that"
        " nobody gives are those of the tables, and a service is used as much as services are."
        " batch: nobody waits. There is no objective but the caller's, and the devices are hardly"
        " ever idle."
    ),
]

InputTokens = Annotated[
    float, Meta(ge=0, le=1e8, description="Mean input tokens per request.", examples=[1024])
]
OutputTokens = Annotated[
    float, Meta(ge=1, le=1e8, description="Mean output tokens per request.", examples=[256])
]
Concurrency = Annotated[
    float,
    Meta(
        ge=1,
        le=1e7,
        description="Constant number of requests in flight over the whole deployment, as in"
        " benchmarks [count]. Default: as many as memory, the engine and the SLO allow.",
    ),
]
ArrivalRate = Annotated[
    float,
    Meta(
        ge=1e-6,
        le=1e9,
        description="Requests that arrive at random over the whole deployment, instead of a"
        " concurrency. They must be fewer than it sustains. Their share of that is the"
        " utilization_fraction.",
        examples=[5],
    ),
]


class Load(Frozen, frozen=True, kw_only=True):
    """The lengths of a request, and the number of requests in flight or arriving."""

    input_tokens: InputTokens | None = None
    output_tokens: OutputTokens | None = None
    concurrency: Concurrency | None = None
    requests_per_second: ArrivalRate | None = None


class Slo(Frozen, frozen=True, kw_only=True):
    """Service level objective: limits on mean latency. What is left out is up to the workload."""

    ttft_seconds: (
        Annotated[
            float,
            Meta(
                ge=1e-6, le=86400, description="Upper limit of the time to first token [seconds]."
            ),
        ]
        | None
    ) = None
    tpot_seconds: (
        Annotated[
            float,
            Meta(
                ge=1e-6, le=3600, description="Upper limit of the time per output token [seconds]."
            ),
        ]
        | None
    ) = None


class Measured(Frozen, frozen=True, kw_only=True):
    """The caller's own measurement of the whole deployment. It replaces every estimate."""

    output_tokens_per_second: (
        Annotated[
            float, Meta(ge=1e-6, le=1e12, description="Output tokens per second of all devices.")
        ]
        | None
    ) = None
    requests_per_second: (
        Annotated[
            float,
            Meta(
                ge=1e-6,
                le=1e12,
                description="Requests per second of all devices. They may be of any kind: images,"
                " embeddings, …",
            ),
        ]
        | None
    ) = None
    watts_per_device: (
        Annotated[
            float,
            Meta(
                ge=1e-6,
                le=1e6,
                description="Mean power of a device over the time that is paid for, at any use"
                " [watts].",
            ),
        ]
        | None
    ) = None


class UnitCostQuery(Frozen, frozen=True, kw_only=True):
    """A query for the cost of a token, a request and a watt on one deployment."""

    deployment: Deployment
    model: Model | None = None
    workload: WorkloadKind = "interactive"
    load: Load = Load()
    slo: Slo = Slo()
    utilization_fraction: (
        Annotated[
            float,
            Meta(
                ge=1e-4,
                le=1,
                description="Used share of the throughput [fraction]. Unused throughput is charged"
                " as idle. The value follows from load.requests_per_second if that is given."
                " Default: what services of this workload use.",
            ),
        ]
        | None
    ) = None
    purchase: Purchase = Purchase()
    facility: Facility = Facility()
    measured: Measured = Measured()
    drivers: AsksDrivers = False
    catalog: ReleaseName | None = None
    as_of: DayText | None = None


class UnitCostParameters(Parameters, frozen=True, kw_only=True):
    """The flat subset of a unit-cost query for spreadsheets and bots."""

    workload: WorkloadKind = "interactive"
    engine: EngineName | None = None
    attention_parallel: AttentionParallelism | None = None
    tensor_parallel: TensorParallel | None = None
    memory_utilization_fraction: MemoryUtilizationFraction | None = None
    max_batched_tokens: MaxBatchedTokens | None = None
    max_context_tokens: MaxContextTokens | None = None
    input_tokens: InputTokens | None = None
    output_tokens: OutputTokens | None = None
    concurrency: Concurrency | None = None
    requests_per_second: ArrivalRate | None = None
    option: Annotated[
        Option | None,
        Meta(description="How the capacity is bought. Default: on_demand, else another option."),
    ] = None

    def query(self) -> UnitCostQuery:
        """The same query in full."""
        return UnitCostQuery(
            model=self.model,
            workload=self.workload,
            deployment=Deployment(
                device=self.device,
                device_count=self.device_count,
                precision=self.precision,
                engine=self.engine,
                tensor_parallel=self.tensor_parallel,
                attention_parallel=self.attention_parallel,
                memory_utilization_fraction=self.memory_utilization_fraction,
                max_batched_tokens=self.max_batched_tokens,
                max_context_tokens=self.max_context_tokens,
            ),
            load=Load(
                input_tokens=self.input_tokens,
                output_tokens=self.output_tokens,
                concurrency=self.concurrency,
                requests_per_second=self.requests_per_second,
            ),
            purchase=Purchase(option=self.option, provider=self.provider, region=self.region),
            drivers=self.drivers,
            as_of=self.as_of,
            catalog=self.catalog,
        )
