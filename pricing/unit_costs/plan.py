"""Settling: the layout of the highest throughput that keeps a workload's objectives."""

from collections.abc import Sequence
from contextlib import suppress
from operator import attrgetter, itemgetter

from msgspec import Struct
from msgspec.structs import replace

from pricing.errors import DoesNotFit, Infeasible, InvalidQuery
from pricing.evidence.correction import Correction, correction, highest_ratio
from pricing.evidence.ratios import Ratio
from pricing.evidence.ttft import ttft_ratio
from pricing.formulas import queueing
from pricing.numerics.rounding import rounded_up
from pricing.serving.layout import Demand, Layout, rank
from pricing.serving.layout_search import layouts_of, sizes
from pricing.unit_costs.workload import Workload

DEVICE_COUNT = "deployment.device_count"
TTFT, TPOT = "slo.ttft_seconds", "slo.tpot_seconds"

SLO_ROUNDS = 24


class Settled(Struct, frozen=True, gc=False):
    """A layout for a workload, and what measurements correct its throughput by."""

    workload: Workload
    demand: Demand
    layout: Layout
    corrected: Correction

    @property
    def requests_per_second(self) -> float:
        """Corrected, of all devices."""
        return float(self.layout.requests_per_second * self.corrected.ratio)

    @property
    def rank(self) -> float:
        """What it is preferred by."""
        return rank(self.layout, self.requests_per_second, self.demand)

    @property
    def ttft(self) -> Ratio:
        """What measurements correct the time to first token by, beside the throughput."""
        return ttft_ratio(self.workload.setup, self.layout, self.corrected.point)

    @property
    def wait_seconds(self) -> float:
        """For a place, where more requests are asked for than run."""
        return float(
            queueing.closed_wait_seconds(
                demanded=self.workload.demand.concurrency or 0.0,
                in_flight=self.layout.in_flight,
                requests_per_second=self.requests_per_second,
            )
        )

    @property
    def ttft_seconds(self) -> float:
        """Corrected, with the wait for a place."""
        served = self.layout.ttft_seconds / self.corrected.ratio * self.ttft.value
        return float(served + self.wait_seconds)

    @property
    def tpot_seconds(self) -> float:
        """Corrected."""
        return float(self.layout.tpot_seconds / self.corrected.ratio)

    @property
    def excess(self) -> float:
        """How far the corrected latency is above the objectives, as a share of them.

        The worse of the two; at most 0 where both are kept.
        """
        ttft, tpot = self.workload.slo.ttft_seconds, self.workload.slo.tpot_seconds
        if ttft is None and tpot is None:
            return -1.0
        return max(
            -1.0 if ttft is None else self.ttft_seconds / ttft - 1.0,
            -1.0 if tpot is None else self.tpot_seconds / tpot - 1.0,
        )


def settled(workload: Workload) -> Settled:
    """The layout of the highest corrected throughput whose corrected latency keeps the objectives.

    Raises a Refusal where nothing fits, Infeasible with the best there is.
    """
    fitting = _fitting(workload, workload.demand)
    loosest = _fastest(workload, fitting)
    if loosest.excess <= 0.0:
        return loosest
    kept, missed = [], []
    for layout in fitting:
        alone = _lightest(workload, layout)
        if alone.excess <= 0.0:
            kept.append(_fullest(alone))
        else:
            missed.append(alone)
    if kept:
        return max(kept, key=attrgetter("rank"))
    raise _infeasible(workload, loosest.layout.device_count, missed)


def _fastest(workload: Workload, fitting: Sequence[Layout]) -> Settled:
    """The layout of the highest corrected throughput, the first of equals.

    Those that the roofline prefers come first: most of the others could not pass them with the
    most that evidence lifts anything by, and are not corrected.
    """
    demand, setup = workload.demand, workload.setup
    if len(fitting) == 1:
        return _corrected(workload, demand, fitting[0])
    ranked = [(rank(layout, layout.requests_per_second, demand), layout) for layout in fitting]
    (_, first), *others = sorted(ranked, key=itemgetter(0), reverse=True)
    best = _corrected(workload, demand, first)
    highest = best.rank
    for modelled, layout in others:
        if modelled * highest_ratio(setup, layout) > highest:
            found = _corrected(workload, demand, layout)
            reached = found.rank
            if reached > highest:
                best, highest = found, reached
    return best


def _lightest(workload: Workload, layout: Layout) -> Settled:
    """Replicas of the same size under the lightest load asked for: one request in each."""
    load = workload.demand.concurrency or float(layout.replica_count)
    own = replace(
        workload, device_count=layout.device_count, tensor_parallel=layout.tensor_parallel
    )
    return _only(own, load)


def _fullest(alone: Settled) -> Settled:
    """The most requests in flight that keep the objectives, found between one and all that fit.

    Regula falsi after Illinois, as latency is nearly a line: a side that stays twice counts half.
    It ends at one request more, not at a latency close to the objective: where reading the weights
    takes most of a step, twice the requests are hardly slower.
    """
    workload = alone.workload
    if workload.demand.concurrency is not None:
        return alone
    full = _only(workload)
    above = full.excess
    if above <= 0.0:
        return full
    low, high = alone.layout.concurrency, full.layout.concurrency
    below = alone.excess
    kept, moved = alone, 0
    for _ in range(SLO_ROUNDS):
        if high - low <= 1.0:
            break
        middle = float(round((low * above - high * below) / (above - below)))
        middle = min(max(middle, low + 1.0), high - 1.0)
        found = _only(workload, middle * alone.layout.replica_count)
        excess = found.excess
        if excess <= 0.0:
            low, kept = middle, found
            below = excess
            above /= 2.0 if moved < 0 else 1.0
            moved = -1
        else:
            high, above = middle, excess
            below /= 2.0 if moved > 0 else 1.0
            moved = 1
    return kept


def _only(workload: Workload, concurrency: float | None = None) -> Settled:
    """The layout of a workload that names its count and its size of replica, at a load."""
    demand = workload.demand
    load = Demand(demand.input_tokens, demand.output_tokens, concurrency or demand.concurrency)
    (layout,) = _fitting(workload, load)
    return _corrected(workload, load, layout)


def _corrected(workload: Workload, load: Demand, layout: Layout) -> Settled:
    return Settled(workload, load, layout, correction(workload.setup, layout, load))


def _fitting(workload: Workload, load: Demand) -> list[Layout]:
    """Every layout that fits at a load, the smallest replicas first, whatever the objectives."""
    count, size = workload.device_count, workload.tensor_parallel
    try:
        return _layouts(workload, load, count, size)
    except (InvalidQuery, DoesNotFit) as refusal:
        if size is None:
            raise
        near = _near_sizes(workload, count, size)
        raise type(refusal)(refusal.detail, field=refusal.field, nearest=near) from None


def _layouts(
    workload: Workload, load: Demand, device_count: int | None, tensor_parallel: int | None
) -> list[Layout]:
    return layouts_of(
        workload.rates,
        workload.device,
        load,
        heads=workload.heads,
        usable_fraction=workload.usable_fraction,
        concurrency_limit=workload.concurrency_limit,
        device_count=device_count,
        tensor_parallel=tensor_parallel,
    )


def _near_sizes(workload: Workload, device_count: int | None, asked: int) -> list[str]:
    """The sizes of replica that fit where one does not, the nearest first.

    Where none fits on that count, the sizes on the smallest count that fits, and then that count.
    """
    alone = Demand(workload.demand.input_tokens, workload.demand.output_tokens, None)
    for count in dict.fromkeys((device_count, None)):
        with suppress(DoesNotFit):
            found = _layouts(workload, alone, count, None)
            sizes = sorted((int(layout.tensor_parallel) for layout in found), reverse=True)
            near = [str(size) for size in sorted(sizes, key=lambda size: abs(size - asked))]
            if count != device_count:
                near.append(f"{DEVICE_COUNT}: {found[0].device_count}")
            return near
    return []


def _infeasible(workload: Workload, device_count: int, missed: list[Settled]) -> Infeasible:
    """What is missed, and the objective that would have to be looser, with what does."""
    demand, slo = workload.demand, workload.slo
    ttft = min(found.ttft_seconds for found in missed)
    tpot = min(found.tpot_seconds for found in missed)
    at_load = f" at a concurrency of {demand.concurrency:g}" if demand.concurrency else ""
    in_pace = [f for f in missed if slo.tpot_seconds is None or f.tpot_seconds <= slo.tpot_seconds]
    in_time = [f for f in missed if slo.ttft_seconds is None or f.ttft_seconds <= slo.ttft_seconds]
    if in_pace:
        field, nearest = TTFT, [rounded_up(min(found.ttft_seconds for found in in_pace))]
    elif in_time:
        field, nearest = TPOT, [rounded_up(min(found.tpot_seconds for found in in_time))]
    else:
        least = min(missed, key=attrgetter("excess"))
        field = TTFT
        nearest = [rounded_up(least.ttft_seconds), f"{TPOT}: {rounded_up(least.tpot_seconds)}"]
    within = " with replicas on the fewest nodes" if _stays(workload, device_count, missed) else ""
    return Infeasible(
        f"no layout of {device_count} × {workload.device.name}{within} meets the SLO{at_load}: the"
        f" best time to first token is {ttft:.4g} s, the best time per output token {tpot:.4g} s",
        field=field,
        nearest=nearest,
    )


def _stays(workload: Workload, device_count: int, missed: list[Settled]) -> bool:
    """Whether replicas across more nodes were not looked at."""
    node = workload.device.node_device_count
    widest = sizes(device_count, node)[-1]
    return workload.tensor_parallel is None and missed[-1].layout.tensor_parallel < widest > node
