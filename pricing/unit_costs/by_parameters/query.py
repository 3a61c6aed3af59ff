"""The query for unit costs by URL parameters."""

from typing import Annotated

from msgspec import Meta

from pricing.purchasing.query import Option, Parameters, Purchase
from pricing.quote.caching import CachedInputFraction, SharedCacheFraction, TrafficKind
from pricing.quote.engine_fields import (
    AttentionParallelism,
    DataParallel,
    EngineName,
    ExpertParallel,
    MaxBatchedTokens,
    MaxContextTokens,
    MemoryUtilizationFraction,
    PipelineParallel,
    TensorParallel,
)
from pricing.quote.labels.text import labels_of
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
from pricing.quote.query import DeviceName
from pricing.serving.passes.phases import Phase
from pricing.unit_costs.query import (
    DEVICE_MISSING,
    Deployment,
    Load,
    PhasePool,
    Slo,
    UnitCostQuery,
    WorkloadKind,
)

PoolDeviceCount = Annotated[int, Meta(ge=1, le=1_000_000)]


class UnitCostParameters(Parameters, frozen=True, kw_only=True):
    """The flat subset of a unit-cost query for spreadsheets and bots.

    `device` is required, but where `prefill_device` and `decode_device` serve the phases apart.
    """

    device: DeviceName | None = None  # type: ignore[assignment]
    prefill_device: Annotated[
        DeviceName | None,
        said("Device of the pool that reads prompts, for serving the phases apart."),
    ] = None
    prefill_device_count: Annotated[
        PoolDeviceCount | None, said("Devices that read prompts [count].")
    ] = None
    decode_device: Annotated[DeviceName | None, said("Device of the pool that generates.")] = None
    decode_device_count: Annotated[
        PoolDeviceCount | None, said("Devices that generate [count].")
    ] = None
    workload: WorkloadKind = "interactive"
    engine: EngineName | None = None
    attention_parallel: AttentionParallelism | None = None
    tensor_parallel: TensorParallel | None = None
    data_parallel: DataParallel | None = None
    expert_parallel: ExpertParallel | None = None
    pipeline_parallel: PipelineParallel | None = None
    memory_utilization_fraction: MemoryUtilizationFraction | None = None
    max_batched_tokens: MaxBatchedTokens | None = None
    max_context_tokens: MaxContextTokens | None = None
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
    ttft_seconds: TtftSeconds | None = None
    tpot_seconds: TpotSeconds | None = None
    utilization_fraction: UtilizationFraction | None = None
    batch_tier: AsksBatchTier = False
    option: Annotated[
        Option | None, said("How the capacity is bought. Default: on_demand, else another option.")
    ] = None

    def __post_init__(self) -> None:
        """Require a device where no pool may say it; raises ValueError as for a field left out."""
        if self.device is None and not (self._pool("prefill") or self._pool("decode")):
            raise ValueError(DEVICE_MISSING)

    def _pool(self, phase: Phase) -> PhasePool | None:
        """The pool of a phase, None where nothing is said of it."""
        device, count = (getattr(self, f"{phase}_{name}") for name in ("device", "device_count"))
        return None if device is count is None else PhasePool(device=device, device_count=count)

    def query(self) -> UnitCostQuery:
        """The same query in full."""
        prefill, decode = self._pool("prefill"), self._pool("decode")
        return self.part(
            UnitCostQuery,
            deployment=self.part(Deployment, prefill=prefill, decode=decode),
            load=self.part(Load),
            slo=self.part(Slo),
            purchase=self.part(Purchase),
            labels=labels_of(self.labels),
        )
