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
from pricing.unit_costs.reading.fields import Documents

PoolDeviceCount = Annotated[int, Meta(ge=1, le=1_000_000)]


class UnitCostParameters(Parameters, frozen=True, kw_only=True):
    """The flat subset of a unit-cost query for spreadsheets and bots.

    `device` is required, but where `prefill_device` and `decode_device` serve the phases apart.
    """

    device: DeviceName | None = None  # type: ignore[assignment]
    prefill_device: Annotated[
        DeviceName | None,
        Meta(description="Device of the pool that reads prompts, for serving the phases apart."),
    ] = None
    prefill_device_count: Annotated[
        PoolDeviceCount | None, Meta(description="Devices that read prompts [count].")
    ] = None
    decode_device: Annotated[
        DeviceName | None, Meta(description="Device of the pool that generates.")
    ] = None
    decode_device_count: Annotated[
        PoolDeviceCount | None, Meta(description="Devices that generate [count].")
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
        Option | None,
        Meta(description="How the capacity is bought. Default: on_demand, else another option."),
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
        return UnitCostQuery(
            model=self.model,
            workload=self.workload,
            deployment=Deployment(
                device=self.device,
                prefill=self._pool("prefill"),
                decode=self._pool("decode"),
                device_count=self.device_count,
                precision=self.precision,
                engine=self.engine,
                tensor_parallel=self.tensor_parallel,
                data_parallel=self.data_parallel,
                expert_parallel=self.expert_parallel,
                pipeline_parallel=self.pipeline_parallel,
                attention_parallel=self.attention_parallel,
                memory_utilization_fraction=self.memory_utilization_fraction,
                max_batched_tokens=self.max_batched_tokens,
                max_context_tokens=self.max_context_tokens,
            ),
            load=Load(
                input_tokens=self.input_tokens,
                output_tokens=self.output_tokens,
                documents=self.documents,
                images=self.images,
                image_width_pixels=self.image_width_pixels,
                image_height_pixels=self.image_height_pixels,
                audio_seconds=self.audio_seconds,
                inference_steps=self.inference_steps,
                concurrency=self.concurrency,
                requests_per_second=self.requests_per_second,
                cached_input_fraction=self.cached_input_fraction,
                shared_cache_fraction=self.shared_cache_fraction,
                traffic_kind=self.traffic_kind,
            ),
            slo=Slo(ttft_seconds=self.ttft_seconds, tpot_seconds=self.tpot_seconds),
            utilization_fraction=self.utilization_fraction,
            purchase=Purchase(option=self.option, provider=self.provider, region=self.region),
            drivers=self.drivers,
            batch_tier=self.batch_tier,
            currency=self.currency,
            usd_per_currency_unit=self.usd_per_currency_unit,
            labels=labels_of(self.labels),
            as_of=self.as_of,
            catalog=self.catalog,
        )
