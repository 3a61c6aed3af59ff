"""The interval of a question that names no engine: it holds what each sustains in its layout.

Floats or arrays.
"""

from collections.abc import Mapping
from functools import lru_cache
from math import inf
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pricing.evidence.exact_rows import typical
from pricing.evidence.features import Setup
from pricing.evidence.neighbours import neighbourhoods_of
from pricing.evidence.weights import Evidence, PointEvidence
from pricing.numerics.number import Number, greatest, least
from pricing.quote.context import QuoteContext
from pricing.serving.engines import engine_class
from pricing.serving.layout_search import Hardware, Replicas, room_of, running
from pricing.serving.passes.request import request_for
from pricing.unit_costs.device_count import Sustained
from pricing.unit_costs.plan import plan_among
from pricing.unit_costs.planning.task import Task
from pricing.unit_costs.throughput import Throughput, printed
from pricing.unit_costs.workload import Deployed, Workload, under_open_engines


class EngineSpan(Struct, frozen=True, gc=False):
    """The least and the most that engines sustain over what is answered; nothing of none."""

    low_ratio: Number = inf
    high_ratio: Number = 0.0

    def low(self, ratio: Number) -> Number:
        """The lower end of an interval that holds them."""
        return least(self.low_ratio, ratio)

    def high(self, ratio: Number) -> Number:
        """The upper end of an interval that holds them."""
        return greatest(self.high_ratio, ratio)


NO_SPAN = EngineSpan()
"""Of a question that names its engine."""


def sustained_under(
    task: Task, replicas: Replicas, hardware: Hardware, evidence: Evidence
) -> tuple[Number, Any]:
    """What a layout sustains under an engine, and whether it holds the load and the objectives.

    task, replicas: of the layout; hardware, evidence: as the engine has them. Returns requests per
    second.
    """
    asked = task.search.request
    request = request_for(hardware.rates, asked)
    room = room_of(hardware, request)
    search = replace(task.search, hardware=hardware, request=request, room=room)
    if replicas.spread is not None:
        room = replace(room, spread=replicas.spread)
    held, split = room.parted(replicas.size)
    option = replace(
        replicas,
        held=held,
        concurrency=running(search, replicas.size, replicas.device_count, held),
        allowed=held >= 1.0,
        split=split,
    )
    own = replace(
        task,
        search=search,
        evidence=evidence,
        is_corrected=True,
        planned=replicas.concurrency,  # what the other holds is near what this one does
    )
    found = plan_among(own, (option,))
    return found.plan.requests_per_second, found.fits & found.keeps


def under_engines(workload: Workload, full: Sustained) -> dict[str, float]:
    """What the layout of an answer sustains under each engine left open, over what is answered.

    Where a measurement of exactly the question names the engine, it counts.
    """
    plan, demand, ratios = full.found, workload.demand, {}
    known = plan.task.evidence
    if not isinstance(known, PointEvidence):
        raise TypeError(known)
    size = int(plan.replicas.size)
    for engine, hardware, setup in _open_engines(
        workload.deployed, size, is_data_parallel=known.setup.is_data_parallel
    ):
        rows = printed(row for row in full.rows if engine_class(row.engine) == engine)
        if rows:
            _, tokens, _ = typical(rows)
            requests, holds = tokens / demand.output_tokens, True
        else:
            evidence = replace(known, setup=setup)
            requests, holds = sustained_under(plan.task, plan.replicas, hardware, evidence)
        if holds:
            ratios[engine] = requests / full.throughput.requests_per_second
    return ratios


@lru_cache(maxsize=8192)
def _open_engines(
    deployed: Deployed, size: int, *, is_data_parallel: bool
) -> tuple[tuple[str, Hardware, Setup], ...]:
    """Each engine left open, its hardware, and what replicas of a size are compared by under it.

    The neighbours of all are looked for at once, which is quicker.
    """
    found = [
        (str(one.engine), one.hardware, one.setup.grouped(is_data_parallel=is_data_parallel))
        for one in under_open_engines(deployed)
    ]
    neighbourhoods_of([(setup, size) for _, _, setup in found])
    return tuple(found)


def spanned(
    context: QuoteContext, found: Throughput, ratios: Mapping[str, float], device: str
) -> Throughput:
    """A throughput whose interval holds those of some engines; ratios: theirs over it."""
    if not ratios:
        return found
    span = EngineSpan(min(ratios.values()), max(ratios.values()))
    low, high = span.low(found.low_ratio), span.high(found.high_ratio)
    if (low, high) == (found.low_ratio, found.high_ratio):
        return found
    told = ", ".join(f"{engine} {ratio:.2g}" for engine, ratio in ratios.items())
    context.warn_last(
        f"no engine was asked for: the interval holds those measured on devices like {device}. They"
        f" sustain so many times this: {told} (deployment.engine)"
    )
    return replace(found, low_ratio=low, high_ratio=high)
