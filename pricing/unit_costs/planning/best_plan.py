"""The plan of one question, or why there is none and what would do."""

from collections.abc import Sequence
from contextlib import suppress
from math import isnan

from msgspec.structs import replace

from pricing.errors import DoesNotFit, Infeasible, InvalidQuery, Refusal
from pricing.evidence.ttft import typical_ratio
from pricing.evidence.weights import PointEvidence
from pricing.numerics.number import Number
from pricing.numerics.rounding import rounded_up
from pricing.serving.layout import Demand, Layout
from pricing.serving.layout_search import replicas_of, room_of
from pricing.serving.objectives import writes_tokens
from pricing.serving.parallel.shapes import check, shapes_of
from pricing.serving.passes.reading import writes_nothing
from pricing.serving.passes.request import request_of
from pricing.serving.point_search import does_not_fit, fitting, holds, layouts_of, search_for
from pricing.serving.replica_sizes import sizes
from pricing.unit_costs.plan import (
    MORE_GAIN_RATIO,
    MORE_TIMES,
    PLAIN_GAIN_RATIO,
    Planned,
    asks_more,
    asks_wider,
    is_better,
    is_beyond,
    more_devices,
    plan,
)
from pricing.unit_costs.planning.task import Plan, Task, lightest, reached
from pricing.unit_costs.workload import Workload
from pricing.units import SECONDS_PER_DAY

DEVICE_COUNT = "deployment.device_count"
TTFT, TPOT, CONCURRENCY = "slo.ttft_seconds", "slo.tpot_seconds", "load.concurrency"


def best_plan(workload: Workload) -> Plan:
    """The layout of the highest corrected throughput whose corrected latency keeps the objectives.

    Groups and stages that nobody asks for are looked at where no replica without holds the model in
    a node, or keeps the objectives, and for latent caches: see asks_wider. Raises a Refusal where
    nothing fits, Infeasible with the best there is.
    """
    try:
        task = task_of(workload)
        found = plan(task)
        wide = _wide_plan(workload, found)
        if wide is not None and is_better(wide, keeps_all=found.keeps_all, rank=found.plan.rank):
            return wide.plan
        if not found.fits and wide is None:
            size = workload.tensor_parallel
            raise does_not_fit(task.search, workload.device.name, workload.device_count, size)
    except (InvalidQuery, DoesNotFit) as refusal:
        if workload.shapes:
            raise _wider(workload, refusal) from None
        if workload.tensor_parallel is None:
            raise
        near = _near_sizes(workload, workload.device_count, workload.tensor_parallel)
        raise type(refusal)(refusal.detail, field=refusal.field, nearest=near) from None
    if not found.keeps or not found.fits:
        tasks = [one.plan.task for one in (found, wide) if one is not None and one.fits]
        raise _infeasible(workload, tasks)
    return found.plan


def _wide_plan(workload: Workload, found: Planned) -> Planned | None:
    """The plan over groups and stages, where a layout without does not do; None where none fits.

    Of a count that nobody asked for, devices that would stand idle are left out. Of several counts
    the next is taken where it costs plainly less a token.
    """
    counts = wide_counts(workload, found)
    least = PLAIN_GAIN_RATIO * found.plan.rank if found.keeps_all else 0.0
    if workload.device_count is not None:
        return _over_groups(workload, counts[0], least) if counts else None
    node = workload.hardware.node
    wides = [(count, one) for count in counts if (one := _without_idle(workload, count, least))]
    taken = found
    for count, wide in wides:
        is_other = count != found.plan.layout.device_count
        ratio = MORE_GAIN_RATIO if is_other and not is_beyond(found, node) else PLAIN_GAIN_RATIO
        if is_better(wide, keeps_all=taken.keeps_all, rank=taken.plan.rank, ratio=ratio):
            taken = wide
    if taken is not found:
        return taken
    return wides[0][1] if wides else None


def wide_counts(workload: Workload, found: Planned) -> list[int]:
    """The counts of devices that groups and stages are looked at on, in place of a plan without.

    Nothing where they are not looked at. Where nobody asks for a count, replicas beyond a node have
    those that were looked at. See asks_more for the others; a rate takes the fewest.
    """
    count = found.plan.layout.device_count  # NaN where no count holds the model
    if isnan(count):
        return []
    node, has_latent = workload.hardware.node, workload.model.has_latent
    asks = asks_wider(found, node, has_latent=has_latent)
    counts: set[Number] = {count} if asks else set()
    if workload.device_count is None and not workload.is_counted:
        if is_beyond(found, node):
            counts |= {option.device_count for option in replicas_of(found.plan.task.search)}
        elif asks_more(found, node, has_latent=has_latent):
            counts |= {more_devices(found, times) for times in MORE_TIMES}
    return sorted({int(one) for one in counts if not isnan(one)})


def _without_idle(workload: Workload, device_count: int, least_rank: float) -> Planned | None:
    """The plan over groups and stages of so many devices, less those that would stand idle."""
    wide = _over_groups(workload, device_count, least_rank)
    idle = wide.plan.layout.unplaced_count if wide else 0
    return _over_groups(workload, int(device_count - idle), least_rank) if idle else wide


def _over_groups(workload: Workload, device_count: int, least_rank: float) -> Planned | None:
    """The plan over groups and stages of so many devices, None where none fits."""
    own = workload.widened(device_count)
    wide = own and plan(task_of(own), least_rank=least_rank)
    return wide if wide and wide.fits else None


def infeasible_detail(
    device: str,
    device_count: Number,
    *,
    concurrency: float | None,
    ttft_seconds: float,
    tpot_seconds: float,
    is_widest: bool,
) -> str:
    """What is said where no layout keeps the objectives, and the best that any reaches.

    is_widest: whether replicas on all nodes were looked at.
    """
    within = "" if is_widest else " with replicas on the fewest nodes"
    at_load = f" at a concurrency of {concurrency:g}" if concurrency else ""
    return (
        f"no layout of {device_count} × {device}{within} meets the SLO{at_load}: the best time to"
        f" first token is {ttft_seconds:.4g} s, the best time per output token {tpot_seconds:.4g} s"
    )


def task_of(workload: Workload) -> Task:
    """The search of a workload, and what its layouts are held to."""
    demand, asked = workload.demand, workload.asked_limits
    limits = workload.limits_over(asked)
    return Task(
        catalog=workload.catalog,
        search=search_for(
            workload.hardware,
            workload.device.name,
            demand,
            device_count=workload.device_count,
            tensor_parallel=workload.tensor_parallel,
            is_counted=workload.is_counted,
            charges=workload.charges,
            shapes=workload.shapes,
            spread=workload.deployed.spread,
        ),
        evidence=PointEvidence.of(workload.setup, demand.input_tokens, demand.output_tokens),
        typical_ttft_ratio=typical_ratio(workload.catalog),
        limits=limits,
        firm_limits=None if limits is asked else asked,
        writes_tokens=writes_tokens(workload.model.architecture)
        and not writes_nothing(demand.output_tokens),
    )


def _wider(workload: Workload, refusal: InvalidQuery | DoesNotFit) -> Refusal:
    """The refusal of groups and stages that do not hold a model, with the fewest that do."""
    demand, spread = workload.demand, workload.deployed.spread
    request = request_of(
        workload.hardware.rates,
        input_tokens=demand.input_tokens,
        output_tokens=demand.output_tokens,
        images=demand.images,
    )
    room, node = room_of(workload.hardware, request), workload.device.node_device_count
    for asked, field, value in workload.deployed.counted.asked.wider():
        with suppress(InvalidQuery):
            check(asked, workload.model, workload.engine)
            shapes = shapes_of(asked, workload.model, workload.device_count, node)
            if holds(room, fitting(room, shapes, spread)[0], spread):
                return type(refusal)(refusal.detail, field=field, nearest=[str(value)])
    return refusal


def _near_sizes(workload: Workload, device_count: int | None, asked: int) -> list[str]:
    """The sizes of replica that fit where one does not, the nearest first.

    Where none fits on that count, the sizes on the smallest count that fits, and then that count;
    so too where the groups that are asked for do not have one on it.
    """
    groups = workload.deployed.counted.asked.data or 1
    alone = replace(workload.demand, concurrency=None)
    for count in dict.fromkeys((device_count, None)):
        with suppress(DoesNotFit):
            found = _layouts(workload, alone, count)
            fitting = sorted((int(layout.size) for layout in found), reverse=True)
            if groups > 1 and count is not None:
                whole = [size for size in fitting if count % (groups * size) == 0]
                if not whole:
                    return [str(fitting[-1]), f"{DEVICE_COUNT}: {groups * fitting[-1]}"]
                fitting = whole
            near = [str(size) for size in sorted(fitting, key=lambda size: abs(size - asked))]
            if count != device_count:
                near.append(f"{DEVICE_COUNT}: {groups * found[0].device_count}")
            return near
    return []


def _layouts(workload: Workload, load: Demand, device_count: int | None) -> list[Layout]:
    return layouts_of(
        workload.hardware,
        workload.device.name,
        load,
        device_count=device_count,
        tensor_parallel=None,
    )


def _infeasible(workload: Workload, tasks: Sequence[Task]) -> Infeasible:
    """What is missed, and the objective that would have to be looser, with what does.

    tasks: of replicas that fit, those without groups and stages first.
    """
    each = [
        [reached(task, lightest(task, option)) for option in replicas_of(task.search)]
        for task in tasks
    ]
    missed = [found for own in each for found in own]
    asked = workload.asked_limits
    ttft, tpot = asked.ttft_seconds, asked.tpot_seconds
    in_pace = [found for found in missed if found.tpot_seconds <= tpot]
    in_time = [found for found in missed if found.ttft_seconds <= ttft]
    if in_pace:
        field, nearest = TTFT, [rounded_up(min(found.ttft_seconds for found in in_pace))]
    elif in_time:
        field, nearest = TPOT, [rounded_up(min(found.tpot_seconds for found in in_time))]
    else:
        least = min(missed, key=lambda found: found.excess_over(asked))
        field = TTFT
        nearest = [rounded_up(least.ttft_seconds), f"{TPOT}: {rounded_up(least.tpot_seconds)}"]
    if field == TTFT and float(nearest[0]) > SECONDS_PER_DAY and workload.demand.concurrency:
        try:  # nobody may wait longer: fewer requests do
            free = best_plan(replace(workload, demand=replace(workload.demand, concurrency=None)))
        except Infeasible as alone:
            return alone
        field, nearest = CONCURRENCY, [f"{free.layout.concurrency:.0f}"]
    count = max(found.layout.device_count for found in missed)
    return Infeasible(
        infeasible_detail(
            workload.device.name,
            count,
            concurrency=workload.demand.concurrency,
            ttft_seconds=min(found.ttft_seconds for found in missed),
            tpot_seconds=min(found.tpot_seconds for found in missed),
            is_widest=_is_widest(workload, count, each[0]),
        ),
        field=field,
        nearest=nearest,
    )


def _is_widest(workload: Workload, device_count: int, missed: Sequence[Plan]) -> bool:
    """Whether no replicas across more nodes were left out."""
    if workload.shapes:
        return True
    node = workload.device.node_device_count
    widest = sizes(device_count, node)[-1]
    return workload.tensor_parallel is not None or not (missed[-1].layout.size < widest > node)
