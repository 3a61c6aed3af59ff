"""Workloads: a model under a load on a deployment, resolved from a question."""

from contextlib import suppress
from functools import lru_cache
from math import inf

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Device, Model
from pricing.errors import Refusal
from pricing.evidence.cases import filled_as
from pricing.evidence.engines import engines_for
from pricing.evidence.features import Setup
from pricing.purchasing.charges import Charges
from pricing.quote.adapters import ServedAdapters, served_adapters
from pricing.quote.checkpoint import as_published, said_of, without_format
from pricing.quote.context import QuoteContext, Snapshot
from pricing.quote.model import model_of, vocabulary_size_of
from pricing.quote.query import ModelNumbers
from pricing.quote.speculation import Speculated, speculated
from pricing.serving.attention import attention_bytes_of, attention_of
from pricing.serving.checkpoints.weights import weights_of
from pricing.serving.constants import inference_constants
from pricing.serving.engines import divided_heads, sharing_fraction, whole_fraction
from pricing.serving.layout import Demand
from pricing.serving.layout_search import Hardware
from pricing.serving.objectives import NO_DEFAULTS, DefaultLimits, Limits, limits_in_force
from pricing.serving.parallel.conventions import Counted
from pricing.serving.parallel.shapes import Shape, laid
from pricing.serving.parallel.spread import Spread, spread_of
from pricing.serving.parallel.wide_layouts import wide_shapes
from pricing.serving.passes.images import encoding_flops_per_second
from pricing.serving.passes.phases import Phase
from pricing.serving.precision import Format
from pricing.serving.rates import Rates, in_chunks, of_phase, rates_of
from pricing.serving.reserve.engine_memory import kept_of
from pricing.unit_costs.planning.number_format import engine_of, format_of
from pricing.unit_costs.planning.question import Question, default_limits_of
from pricing.unit_costs.query import Deployment, Slo
from pricing.unit_costs.reading.demand import demand_of


class Deployed(Struct, frozen=True, eq=False):
    """What a question asks of a deployment whatever the load, kept from one load to the next.

    phase: what of requests it runs, None for all; asked_kv_bits: of a cached value, None if open;
    spread: of one group and stage; counted: its parallelism; speculated: see
    pricing.quote.speculation; keys: of assumptions on the engine; snapshot: what was collected.
    """

    asked: str | ModelNumbers | None
    deployment: Deployment
    model: Model
    number_format: Format
    hardware: Hardware
    setup: Setup
    engine: str | None
    asked_kv_bits: float | None
    spread: Spread
    counted: Counted
    speculated: Speculated | None
    keys: tuple[str, ...]
    snapshot: Snapshot
    phase: Phase | None = None
    adapters: ServedAdapters | None = None

    @property
    def is_unlike_rows(self) -> bool:
        """Whether no measurement is of it: none drafts, runs one phase or has adapters."""
        return any(one is not None for one in (self.speculated, self.phase, self.adapters))


class Workload(Struct, frozen=True, eq=False):
    """What a deployment is asked to do.

    deployed: whatever the load; setup: what its measurements are compared by; asked_kv_bits: see
    Deployed; default_limits: the objectives of the kind of work, none where the caller says the
    load or the throughput; shapes: the groups and stages asked for, if any; is_counted: whether
    the devices are counted by what is asked, the fewest that serve it; charges: see Question.
    """

    catalog: Catalog
    deployed: Deployed
    device: Device
    model: Model
    number_format: Format
    hardware: Hardware
    setup: Setup
    demand: Demand
    slo: Slo
    device_count: int | None
    tensor_parallel: int | None
    engine: str | None
    asked_kv_bits: float | None
    default_limits: DefaultLimits = NO_DEFAULTS
    shapes: tuple[Shape, ...] = ()
    is_counted: bool = True
    charges: Charges | None = None

    @property
    def is_unmeasured(self) -> bool:
        """Whether no measurement is of exactly it, or has groups, stages, a cache or images."""
        is_unlike = self.deployed.is_unlike_rows or bool(self.shapes)
        demand = self.demand
        return is_unlike or demand.cached_fraction > 0.0 or demand.images.count > 0.0

    @property
    def asked_limits(self) -> Limits:
        """The objectives of the caller."""
        ttft, tpot = self.slo.ttft_seconds, self.slo.tpot_seconds
        return Limits(inf if ttft is None else ttft, inf if tpot is None else tpot)

    def limits_over(self, asked: Limits) -> Limits:
        """The objectives that hold: those asked for, and where none is the defaults."""
        tokens = self.demand.input_tokens / self.demand.documents
        return limits_in_force(asked, self.default_limits, tokens)

    @property
    def least_count(self) -> int:
        """The fewest devices that the question allows; 0 where it says nothing of them."""
        if self.device_count is None and self.shapes:
            return self.shapes[0].device_count
        return self.device_count or self.tensor_parallel or 0

    def on(self, device_count: int) -> "Workload":
        """The same on so many devices.

        Raises InvalidQuery where the parallelism that is asked for does not make them up.
        """
        asked = self.deployed.counted.asked
        count, tensor, shapes = laid(asked, self.model, device_count, self.hardware.node)
        return replace(self, device_count=count, tensor_parallel=tensor, shapes=shapes)

    def widened(self, device_count: int) -> "Workload | None":
        """The same on so many devices over groups and stages, where the layout is left open."""
        if self.tensor_parallel is not None or self.shapes:
            return None
        attention, node = self.deployed.counted.attention, self.hardware.node
        shapes = wide_shapes(self.model, self.engine, device_count, node, attention)
        return replace(self, device_count=device_count).over(shapes) if shapes else None

    def of_replicas(self, size: int, spread: Spread | None, count: int) -> "Workload":
        """The same on so many replicas of `size` devices; spread: over their groups and stages."""
        own = replace(self, device_count=count * size, is_counted=True)
        if spread is None:
            return replace(own, tensor_parallel=size)
        return own.over((spread.shape(size, count * size),))

    def over(self, shapes: tuple[Shape, ...]) -> "Workload":
        """The same over groups and stages."""
        has_groups = any(one.has_groups for one in shapes)
        setup = self.setup.grouped(is_data_parallel=has_groups)
        return replace(self, shapes=shapes, setup=setup)


def workload_of(context: QuoteContext, question: Question) -> Workload:
    """The workload of a question for tokens."""
    device, deployment = question.device, question.deployment
    deployed = _deployed(context.catalog, device, question.model, deployment, question.phase)
    context.merge(deployed.snapshot)
    demand = demand_of(context, deployed.model, question.load)
    for key in deployed.keys:
        context.assume(key)
    measured = question.measured
    is_given = (
        measured.output_tokens_per_second is not None or measured.requests_per_second is not None
    )
    is_open = question.load.concurrency is None and not is_given
    device_count, tensor_parallel, shapes = laid(
        deployed.counted.asked, deployed.model, deployment.device_count, device.node_device_count
    )
    return Workload(
        catalog=context.catalog,
        deployed=deployed,
        device=device,
        model=deployed.model,
        number_format=deployed.number_format,
        hardware=deployed.hardware,
        setup=deployed.setup,
        demand=demand,
        slo=question.slo,
        device_count=device_count,
        tensor_parallel=tensor_parallel,
        engine=deployed.engine,
        asked_kv_bits=deployed.asked_kv_bits,
        default_limits=default_limits_of(context, question, deployed.model, demand)
        if is_open
        else NO_DEFAULTS,
        shapes=shapes,
        is_counted=is_given
        or question.load.requests_per_second is not None
        or deployment.is_counted,
        charges=question.charges,
    )


@lru_cache(maxsize=8192)
def under_open_engines(deployed: Deployed) -> tuple[Deployed, ...]:
    """The same under each engine that the question leaves open; nothing where it names one."""
    if deployed.engine is not None:
        return ()
    setup, found = deployed.setup, []
    for engine in engines_for(setup.catalog, setup.device, deployed.model):
        named = replace(deployed.deployment, engine=engine)
        with suppress(Refusal):
            asked, phase = deployed.asked, deployed.phase
            found.append(_deployed(setup.catalog, setup.device, asked, named, phase))
    return tuple(found)


@lru_cache(maxsize=8192)
def _deployed(
    catalog: Catalog,
    device: Device,
    asked: str | ModelNumbers | None,
    deployment: Deployment,
    phase: Phase | None,
) -> Deployed:
    context = QuoteContext(catalog, as_of=None)
    asked = without_format(asked, deployment.precision)
    model = model_of(context, asked)
    said = said_of(asked, model)
    engine = engine_of(context, deployment, said)
    counted = deployment.counted(model, engine)
    number_format = format_of(context, device, model, deployment, engine, said)
    if said.holds_beside(deployment.precision):
        number_format = as_published(context, model, number_format, asked)
    if number_format.recipe.keeps_ends and model.vocabulary_size is None:
        model = replace(model, vocabulary_size=vocabulary_size_of(context, model))
    kept = kept_of(catalog, model, device, engine, deployment.limits)
    drafted, rates = None, _rates(catalog, model, device, number_format, engine)
    rates = in_chunks(rates, deployment.max_batched_tokens)
    if phase is not None:
        rates = of_phase(rates, phase)
    adapters = served_adapters(context, deployment.adapters, model)
    if adapters is not None:
        rates = adapters.on(rates)
    bits = number_format.dense_weight_bits or number_format.weight_bits
    if deployment.speculation is not None:
        drafted = speculated(context, deployment.speculation, model, rates, bits)
    return Deployed(
        asked=asked,
        deployment=deployment,
        model=model,
        number_format=number_format,
        hardware=Hardware(
            rates=rates if drafted is None else drafted.rates,
            reserve=kept.reserve,
            concurrency_limit=kept.concurrency_limit,
            context_tokens=float(deployment.max_context_tokens or 0.0),
            node=device.node_device_count,
            heads=divided_heads(model, device, engine),
            tdp_watts=device.tdp_watts,
            attention=attention_of(model, rates.sharing_fraction, counted.attention),
            attention_bytes=attention_bytes_of(model, bits),
        ),
        setup=Setup(
            catalog.published, device, model, number_format.name, engine, drafted is not None
        ).grouped(is_data_parallel=counted.is_data_parallel(model)),
        engine=engine,
        asked_kv_bits=number_format.kv_bits if deployment.kv_cache_precision else None,
        spread=_spread(catalog, model, device, number_format),
        counted=counted,
        speculated=drafted,
        keys=kept.keys,
        snapshot=context.snapshot,
        phase=phase,
        adapters=adapters,
    )


@lru_cache(maxsize=8192)
def _spread(catalog: Catalog, model: Model, device: Device, number_format: Format) -> Spread:
    return spread_of(
        catalog,
        model,
        device,
        expert_bytes=weights_of(model, number_format.recipe).expert_bytes,
        arithmetic=number_format.arithmetic,
    )


@lru_cache(maxsize=8192)
def _rates(
    catalog: Catalog, model: Model, device: Device, number_format: Format, engine: str | None
) -> Rates:
    arithmetic = filled_as(catalog, device, number_format)
    return rates_of(
        model,
        device,
        inference_constants(catalog, device.family, arithmetic, engine),
        weights=weights_of(model, number_format.recipe),
        kv_bits=number_format.kv_bits,
        arithmetic=number_format.peaks,
        sharing_fraction=sharing_fraction(engine),
        whole_fraction=whole_fraction(engine),
        encoding_flops_per_second=encoding_flops_per_second(device),
    )
