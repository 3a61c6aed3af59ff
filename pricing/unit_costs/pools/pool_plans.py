"""The plan of each pool: the deployment of the engine with one phase, under its own objective."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from pricing.errors import Infeasible, Refusal
from pricing.numerics.rounding import rounded_up
from pricing.quote.context import QuoteContext
from pricing.serving.objectives import NO_DEFAULTS, NO_LIMIT, DefaultLimits
from pricing.serving.passes.phases import Phase
from pricing.unit_costs.device_count import Sustained, sustained
from pricing.unit_costs.planning.engine_span import spanned, under_engines
from pricing.unit_costs.planning.question import Question
from pricing.unit_costs.planning.task import Plan
from pricing.unit_costs.pools.pool_questions import AskedPool, check_writes
from pricing.unit_costs.query import Measured, PhasePool, Slo, UnitCostQuery
from pricing.unit_costs.throughput import Throughput
from pricing.unit_costs.workload import Workload, workload_of

FULL_PASSES = 2
"""Passes of prompts that a full prefill pool has in flight: one that runs, and one that waits."""

SHORTEST_SECONDS = 1e-6
"""Stands for an objective that the transfer alone misses."""

DEPLOYMENT = "deployment."


class PlannedPool(Struct, frozen=True, eq=False):
    """A pool at full use; full: its layout and throughput, with as many requests as fit.

    transfer_seconds: what the transfer takes of the objective of first tokens.
    """

    asked: AskedPool
    question: Question
    workload: Workload
    full: Sustained
    transfer_seconds: float = 0.0

    @property
    def phase(self) -> Phase:
        """What of requests it runs."""
        return self.asked.phase

    @property
    def plan(self) -> Plan:
        """The layout at full use, corrected."""
        return self.full.found

    @property
    def throughput(self) -> Throughput:
        """What the pool sustains."""
        return self.full.throughput

    @property
    def device_count(self) -> int:
        """All devices."""
        return int(self.plan.layout.device_count)

    @property
    def size(self) -> int:
        """Devices of a replica."""
        return int(self.plan.layout.size)

    @property
    def replica_count(self) -> int:
        """Replicas."""
        return int(self.plan.layout.replica_count)

    @property
    def replica_requests_per_second(self) -> float:
        """Of one replica."""
        return self.throughput.requests_per_second / self.replica_count

    def with_replicas(self, context: QuoteContext, count: int) -> "PlannedPool":
        """The same with so many replicas of the same size."""
        workload = self.workload
        context.merge(workload.deployed.snapshot)
        if count != self.replica_count or workload.device_count is None:
            workload = workload.of_replicas(self.size, self.plan.layout.room.spread, count)
        return _planned(context, self.asked, self.question, workload, self.transfer_seconds)

    def on(self, context: QuoteContext, device_count: int) -> "PlannedPool":
        """The same on so many devices."""
        workload = self.workload.on(device_count)
        return _planned(context, self.asked, self.question, workload, self.transfer_seconds)

    def spanned(self, context: QuoteContext) -> Throughput:
        """Its throughput with an interval that holds those of engines that are left open."""
        ratios = under_engines(self.workload, self.full)
        return spanned(context, self.throughput, ratios, self.workload.device.name)


def planned_pool(
    context: QuoteContext, query: UnitCostQuery, asked: AskedPool, *, transfer_seconds: float = 0.0
) -> PlannedPool:
    """The plan of a pool on the devices that are asked for, else of replicas that cost least.

    transfer_seconds: what the transfer takes of the objective of first tokens. Raises a Refusal.
    """
    question = _question(query, asked)
    workload = workload_of(context, question)
    if asked.phase == "prefill":
        chunk = workload.hardware.rates.prefill_chunk_tokens
        passes = ceil(chunk / max(1.0, workload.demand.input_tokens))
        limit = min(float(workload.hardware.concurrency_limit), float(FULL_PASSES * passes))
        workload = replace(workload, hardware=replace(workload.hardware, concurrency_limit=limit))
    else:
        check_writes(workload.model, workload.demand)
    workload = _within(workload, asked.phase, transfer_seconds)
    return _planned(context, asked, question, workload, transfer_seconds)


def _planned(
    context: QuoteContext,
    asked: AskedPool,
    question: Question,
    workload: Workload,
    transfer_seconds: float,
) -> PlannedPool:
    with _told_of(asked.phase, transfer_seconds):
        full = sustained(context, workload, question)
    return PlannedPool(asked, question, workload, full, transfer_seconds)


@contextmanager
def _told_of(phase: Phase, transfer_seconds: float) -> Iterator[None]:
    """Put the name of a pool before what is said of it, and into its fields."""
    try:
        yield
    except Infeasible as refusal:
        seconds, what = float(refusal.nearest[0]), "an output token takes"
        if phase == "prefill":
            seconds += transfer_seconds
            what = f"with {transfer_seconds:.4g} s of transfer a first token takes"
        raise Infeasible(
            f"no layout of the {phase} pool meets the SLO: {what} {seconds:.4g} s at best",
            field=refusal.field,
            nearest=[rounded_up(seconds)],
        ) from None
    except Refusal as refusal:
        refusal.detail = f"the {phase} pool: {refusal.detail}"
        refusal.args = (refusal.detail,)
        refusal.field = _field_of(phase, refusal.field)
        refusal.nearest = tuple(_field_of(phase, near) for near in refusal.nearest)
        raise


def _field_of(phase: Phase, name: str) -> str:
    """A field of a deployment as that of a pool."""
    if name in PhasePool.__struct_fields__:
        return f"deployment.{phase}.{name}"
    return re.sub(rf"^{DEPLOYMENT}", f"{DEPLOYMENT}{phase}.", name)


def _question(query: UnitCostQuery, asked: AskedPool) -> Question:
    """A prompt and its first token for one pool, all tokens of a request for the other.

    A load or a throughput that is given leaves no default objective.
    """
    is_prefill, load, given = asked.phase == "prefill", query.load, query.measured
    is_said = load.concurrency is not None or any(
        value is not None for value in (given.output_tokens_per_second, given.requests_per_second)
    )
    slo = Slo(ttft_seconds=query.slo.ttft_seconds) if is_prefill else query.slo
    return Question(
        device=asked.device,
        model=query.model,
        deployment=asked.deployment,
        load=replace(load, output_tokens=1.0, concurrency=None, requests_per_second=None)
        if is_prefill
        else replace(load, requests_per_second=None),
        slo=slo if is_prefill else Slo(tpot_seconds=query.slo.tpot_seconds),
        measured=Measured(),
        workload="batch" if is_said else query.workload,
        phase=asked.phase,
    )


def _within(workload: Workload, phase: Phase, transfer_seconds: float) -> Workload:
    """A workload with the objectives of its phase, less what the transfer takes of them."""
    default = workload.default_limits
    if phase == "decode":
        if default is NO_DEFAULTS:
            return workload
        return replace(workload, default_limits=DefaultLimits(tpot_seconds=default.tpot_seconds))
    asked = workload.slo.ttft_seconds
    if asked is not None:
        left = max(SHORTEST_SECONDS, asked - transfer_seconds)
        workload = replace(workload, slo=Slo(ttft_seconds=left))
    if default is NO_DEFAULTS:
        return workload
    limit = float(workload.limits_over(NO_LIMIT).ttft_seconds) - transfer_seconds
    return replace(
        workload, default_limits=DefaultLimits(ttft_seconds=max(SHORTEST_SECONDS, limit))
    )
