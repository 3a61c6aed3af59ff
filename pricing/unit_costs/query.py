"""The query for the cost of a token, a request and a watt."""

from typing import Annotated, Literal

from pricing.catalog import rows
from pricing.errors import InvalidQuery
from pricing.purchasing.query import Facility, Purchase
from pricing.quote.adapters import Adapters
from pricing.quote.caching import CachedInputFraction, SharedCacheFraction, TrafficKind
from pricing.quote.engine_fields import (
    AttentionParallelism,
    DataParallel,
    EngineName,
    ExpertParallel,
    KvCachePrecision,
    MaxBatchedTokens,
    MaxConcurrency,
    MaxContextTokens,
    MemoryUtilizationFraction,
    PipelineParallel,
    TensorParallel,
)
from pricing.quote.load_fields import (
    ArrivalRate,
    AsksBatchTier,
    AudioSeconds,
    Concurrency,
    Documents,
    ImageCount,
    ImageHeight,
    ImageWidth,
    InferenceSteps,
    InputTokens,
    OutputTokens,
    TpotSeconds,
    TtftSeconds,
    UtilizationFraction,
)
from pricing.quote.messages import said
from pricing.quote.query import (
    AsksDrivers,
    DayText,
    DeviceCount,
    DeviceName,
    Frozen,
    Labelled,
    Model,
    PrecisionName,
    ReleaseName,
)
from pricing.quote.speculation import Speculation
from pricing.serving.parallel.conventions import Counted, as_counted
from pricing.serving.parallel.shapes import Asked, check
from pricing.serving.reserve.engine_memory import EngineLimits


class Pool(Frozen, frozen=True, kw_only=True):
    """Devices that serve alike, and how they serve the model."""

    device: DeviceName | None = None
    device_count: DeviceCount | None = None
    precision: PrecisionName | None = None
    kv_cache_precision: KvCachePrecision | None = None
    tensor_parallel: TensorParallel | None = None
    data_parallel: DataParallel | None = None
    expert_parallel: ExpertParallel | None = None
    pipeline_parallel: PipelineParallel | None = None
    engine: EngineName | None = None
    attention_parallel: AttentionParallelism | None = None
    max_concurrency: MaxConcurrency | None = None
    speculation: Annotated[
        Speculation | None,
        said("Tokens that are drafted ahead and verified together. Default: none."),
    ] = None
    adapters: Annotated[
        Adapters | None, said("Adapters on the base model. Default: none, or merged into it.")
    ] = None
    memory_utilization_fraction: MemoryUtilizationFraction | None = None
    max_batched_tokens: MaxBatchedTokens | None = None
    max_context_tokens: MaxContextTokens | None = None

    @property
    def limits(self) -> EngineLimits:
        """What is set of the engine."""
        return EngineLimits(
            self.memory_utilization_fraction,
            self.max_batched_tokens,
            self.max_concurrency,
            self.max_context_tokens,
            self.speculation.method if self.speculation else None,
        )

    @property
    def parallelism(self) -> Asked:
        """What is said of groups, experts and stages."""
        return Asked(
            self.tensor_parallel, self.data_parallel, self.expert_parallel, self.pipeline_parallel
        ).telling(self.device_count)

    def counted(self, model: rows.Model, engine: str | None) -> Counted:
        """What is said of them under an engine, as this model counts it.

        Raises InvalidQuery for what the model or the engine cannot have.
        """
        asked, attention = self.parallelism, self.attention_parallel
        counted = as_counted(asked, attention, model, engine, self.device_count)
        check(counted.asked, model, engine, counted.attention)
        return counted

    @property
    def is_counted(self) -> bool:
        """Whether anything says how many devices there are."""
        return self.device_count is not None or self.parallelism != Asked()


class PhasePool(Pool, frozen=True, kw_only=True):
    """Devices that run one phase of all requests. What is left out is as in the deployment."""

    purchase: Annotated[
        Purchase | None,
        said("How the devices of this pool are bought. Default: as `purchase` says."),
    ] = None


class Deployment(Pool, frozen=True, kw_only=True):
    """The devices that serve the model, and how they serve it.

    `device` is required, but where `prefill` and `decode` say theirs. What stands beside these
    holds for both; `device_count` then counts the devices of both.
    """

    prefill: Annotated[
        PhasePool | None,
        said(
            "Devices that read prompts, for serving the phases apart. The cache of"
            " a prompt goes to those of `decode` over the network. Default: none, all devices"
            " read prompts and generate."
        ),
    ] = None
    decode: Annotated[
        PhasePool | None, said("Devices that generate what `prefill` has read the prompts of.")
    ] = None

    def __post_init__(self) -> None:
        """Require a device where no pool may say it; raises ValueError as for a field left out."""
        if self.device is None and not self.is_apart:
            raise ValueError(DEVICE_MISSING)

    @property
    def is_apart(self) -> bool:
        """Whether the phases are served apart."""
        return self.prefill is not None or self.decode is not None

    @property
    def only_device(self) -> str:
        """The device of a deployment that runs both phases. Raises InvalidQuery of pools."""
        if self.is_apart or self.device is None:
            raise InvalidQuery(NOT_APART, field="deployment.prefill")
        return self.device


DEVICE_MISSING = "Object missing required field `device`"

NOT_APART = (
    "deployment.prefill and deployment.decode are answered by unit costs and services over time,"
    " their sweeps and comparisons alone: ask there, or give one deployment.device here"
)
"""Why a question about one kind of replica has no answer for pools."""


WorkloadKind = Annotated[
    Literal["interactive", "batch"],
    said(
        "interactive: somebody waits for the answers. Objectives of TTFT and TPOT that nobody gives"
        " are those of the tables, and a service is used as much as services are. batch: nobody"
        " waits. There is no objective but the caller's, and the devices are hardly ever idle."
    ),
]


class Load(Frozen, frozen=True, kw_only=True):
    """The lengths of a request, the number in flight or arriving, and what is cached of them."""

    input_tokens: InputTokens | None = None
    output_tokens: OutputTokens | None = None
    documents: Documents | None = None
    images: ImageCount | None = None
    image_width_pixels: ImageWidth | None = None
    image_height_pixels: ImageHeight | None = None
    audio_seconds: AudioSeconds | None = None
    inference_steps: InferenceSteps | None = None
    concurrency: Concurrency | None = None
    requests_per_second: ArrivalRate | None = None
    cached_input_fraction: CachedInputFraction | None = None
    shared_cache_fraction: SharedCacheFraction | None = None
    traffic_kind: TrafficKind | None = None


class Slo(Frozen, frozen=True, kw_only=True):
    """Service level objective: limits on mean latency. What is left out is up to the workload."""

    ttft_seconds: TtftSeconds | None = None
    tpot_seconds: TpotSeconds | None = None


class Measured(Frozen, frozen=True, kw_only=True):
    """The caller's own measurement of the whole deployment. It replaces every estimate."""

    output_tokens_per_second: (
        Annotated[float, said("Output tokens per second of all devices.", ge=1e-6, le=1e12)] | None
    ) = None
    requests_per_second: (
        Annotated[
            float,
            said(
                "Requests per second of all devices. They may be of any kind: images,"
                " embeddings, …",
                ge=1e-6,
                le=1e12,
            ),
        ]
        | None
    ) = None
    watts_per_device: (
        Annotated[
            float,
            said(
                "Mean power of a device over the time that is paid for, at any use [watts].",
                ge=1e-6,
                le=1e6,
            ),
        ]
        | None
    ) = None


class UnitCostQuery(Labelled, frozen=True, kw_only=True):
    """A query for the cost of a token, a request and a watt on one deployment."""

    deployment: Deployment
    model: Model | None = None
    workload: WorkloadKind = "interactive"
    load: Load = Load()
    slo: Slo = Slo()
    utilization_fraction: UtilizationFraction | None = None
    purchase: Purchase = Purchase()
    facility: Facility = Facility()
    measured: Measured = Measured()
    drivers: AsksDrivers = False
    batch_tier: AsksBatchTier = False
    catalog: ReleaseName | None = None
    as_of: DayText | None = None
