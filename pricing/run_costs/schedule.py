"""The schedule of a training run: when it ends, what ends it in time, what hurrying costs."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from math import ceil, lcm
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pricing.errors import DoesNotFit, Infeasible, InvalidQuery
from pricing.numerics.roots import bisection
from pricing.numerics.rounding import rounded_up
from pricing.quote.context import QuoteContext, day_of
from pricing.run_costs.answer import OptionSchedule, Pace, RunSchedule
from pricing.run_costs.answer_options import RunOption
from pricing.run_costs.query_training import MOST_LIMIT_HOURS, Schedule
from pricing.run_costs.tasks.task import Task
from pricing.run_costs.weighing.ranking import cheapest_of, price_place_of
from pricing.run_costs.work import Work, work_of
from pricing.training.layout import MOST_DEVICES
from pricing.training.layout_limits import MOST_GIVEN
from pricing.units import HOURS_PER_DAY

PACES = (0.5, 1.0, 2.0, 4.0)
"""Counts of devices that an answer weighs, over its own."""

EIGHTHS = (*range(5, 8), *range(9, 16))
"""Of the soonest of several doublings, what is tried to either side of it."""

Price = Callable[[Work], RunOption | None]
"""The run under one way of buying it; None where it has no answer."""


class Limit(Struct, frozen=True):
    """When the run starts, and the hours that it may take, None where it may take any."""

    start: date
    hours: float | None
    field: str
    asked: Schedule

    def met_hours(self, option: RunOption) -> float:
        """What is to keep the limit: the mean of an option, or its 90th percentile."""
        if self.asked.meet == "p90":
            return option.wall_clock_hours_distribution.p90
        return option.wall_clock_hours

    @property
    def measure(self) -> str:
        """What such hours are of, in words after them."""
        return " at the 90th percentile" if self.asked.meet == "p90" else ""

    def kept(self, option: RunOption) -> bool | None:
        """Whether an option keeps the limit."""
        return None if self.hours is None else self.met_hours(option) <= self.hours

    def met_by(self, hours: float) -> str:
        """The limit that so many hours just keep. A deadline is the beginning of its day."""
        if self.asked.deadline is None:
            return rounded_up(hours)
        return self.end(ceil(hours / HOURS_PER_DAY) * HOURS_PER_DAY)

    def end(self, hours: float) -> str:
        """The day that a run of so many hours ends on. Raises Infeasible past the calendar."""
        if not self.is_dated(hours):
            raise Infeasible(
                f"the run would take {hours:.3g} hours, and end past the last day of the calendar:"
                " more devices, or no schedule, have an answer",
                field="deployment.device_count",
            )
        return (self.start + timedelta(hours=hours)).isoformat()

    def is_dated(self, hours: float) -> bool:
        """Whether a run of so many hours ends on a day of the calendar."""
        return hours <= (date.max - self.start).days * HOURS_PER_DAY


def limit_of(context: QuoteContext, asked: Schedule) -> Limit:
    """The limit of a query. Raises InvalidQuery for two limits, or one before the start."""
    start = day_of(asked.start or context.as_of, field="schedule.start")
    if start.toordinal() < context.day:
        context.warn(
            f"the run starts on {start}, before as_of {context.as_of}: its prices are those of"
            " as_of; give as_of for those of an earlier day"
        )
    hours, field = asked.wall_clock_limit_hours, "schedule.wall_clock_limit_hours"
    if asked.deadline is not None:
        if hours is not None:
            raise InvalidQuery(
                "deadline and wall_clock_limit_hours both limit the run", field=field
            )
        field = "schedule.deadline"
        hours = (day_of(asked.deadline, field=field) - start).days * HOURS_PER_DAY
        if hours <= 0.0:
            raise InvalidQuery(
                f"the deadline {asked.deadline} is not after the start, {start}", field=field
            )
    return Limit(start=start, hours=hours, field=field, asked=asked)


def count_in_time(context: QuoteContext, task: Task, limit: Limit, price: Price) -> int:
    """The smallest count that keeps the limit: doubled until it does, then whole nodes between.

    Raises Infeasible with the best within reach, DoesNotFit where the run fits on no count.
    """
    tried: list[tuple[float, int]] = []

    def keeps(count: int) -> bool:
        work = _work_at(context, task, count)
        option = None if work is None else price(work)
        if option is None:
            return False
        tried.append((limit.met_hours(option), count))
        return bool(limit.kept(option))

    unit = lcm(task.wanted.step, task.device.node_device_count)
    count = next(filter(keeps, _doubled(context, task)), None)
    if count is None and tried:
        # Past the soonest count, more devices stop too often or have no layout; it may lie
        # between two doublings.
        soonest = min(tried)[1]
        between = dict.fromkeys(ceil(soonest * eighths / 8 / unit) * unit for eighths in EIGHTHS)
        count = next(filter(keeps, between), None)
    if count is None:
        raise _too_slow(task, limit, tried)
    most = -(-count // unit)
    _, units = bisection(
        lambda tried, _: not keeps(int(tried) * unit),
        count // 2 // unit,
        most,
        rounds=most.bit_length(),
        is_whole=True,
    )
    return count if units == most else int(units) * unit


def _doubled(context: QuoteContext, task: Task) -> Iterator[int]:
    """Counts from the smallest that fits on; one, where the layout says it."""
    count = work_of(context.fresh(), task, None).run.device_count
    while count <= MOST_DEVICES:
        yield count
        if None not in task.wanted.sizes:
            return
        count *= 2


def schedule_of(
    context: QuoteContext,
    task: Task,
    work: Work,
    limit: Limit,
    options: Sequence[RunOption],
    price: Price,
) -> RunSchedule:
    """When each option ends, and what other counts of devices cost under the cheapest.

    price: the run under the cheapest option.
    """
    asked, query = limit.asked, task.query
    cheapest = cheapest_of(options)
    in_time = [option for option in options if limit.kept(option)]
    if limit.hours is not None and options and not in_time:
        context.warn(
            f"no option ends within {limit.hours:.4g} hours: the soonest takes"
            f" {min(map(limit.met_hours, options)):.4g}{limit.measure} on"
            f" {work.run.device_count} devices"
        )
    _warn_of_late(context, limit, options)
    if work.run.held_ratio > 1.0:
        context.warn(
            "the schedule is of the run alone: headroom_fraction and evaluation_fraction hold its"
            f" devices for {work.run.held_ratio - 1.0:.2g} times as long besides, before it or"
            " after"
        )
    basis: Literal["given", "smallest_that_fits", "smallest_that_keeps_the_limit"] = "given"
    if query.deployment.device_count is None:
        basis = "smallest_that_fits" if limit.hours is None else "smallest_that_keeps_the_limit"
    kept = cheapest_of(in_time)
    return RunSchedule(
        start=limit.start.isoformat(),
        deadline=asked.deadline,
        wall_clock_limit_hours=limit.hours,
        meet=asked.meet,
        device_count_basis=basis,
        options=tuple(_option_schedule(limit, option) for option in options),
        cheapest_option=kept.option if kept and limit.hours is not None else None,
        paces=() if cheapest is None else _paces(context, task, work, limit, cheapest, price),
    )


def _warn_of_late(context: QuoteContext, limit: Limit, options: Sequence[RunOption]) -> None:
    """Tell of an option that costs less than those in time, and ends late."""
    first, soon = min(options, key=price_place_of, default=None), cheapest_of(options)
    if first is None or soon is None or soon.is_late or not first.is_late:
        return
    late_hours = limit.met_hours(first) - (limit.hours or 0.0)
    context.warn(
        f"{first.option} would cost {first.paid_usd:,.0f} USD and not {soon.paid_usd:,.0f}, and"
        f" ends {late_hours:.3g} hours after the limit{limit.measure}"
    )


def _option_schedule(limit: Limit, option: RunOption) -> OptionSchedule:
    return OptionSchedule(
        option=option.option,
        provider=option.provider,
        region=option.region,
        wall_clock_hours=option.wall_clock_hours,
        wall_clock_hours_high=option.wall_clock_hours_distribution.p90,
        ends=limit.end(option.wall_clock_hours),
        ends_high=limit.end(option.wall_clock_hours_distribution.p90),
        keeps_limit=limit.kept(option),
    )


def _paces(
    context: QuoteContext, task: Task, work: Work, limit: Limit, cheapest: RunOption, price: Price
) -> tuple[Pace, ...]:
    """More or fewer copies of the model, where the layout leaves their number open.

    Where nobody chose the count of the answer, nobody chose theirs: they differ by the count
    alone, not by what the MFU is taken of.
    """
    open_task = replace(task, wanted=replace(task.wanted, data_parallel=None))
    is_open = task.query.deployment.device_count is None and limit.hours is None
    base = cheapest.usd.mean
    paces = []
    for ratio in PACES:
        count = int(work.run.device_count * ratio)
        at_pace: Work | None = work
        if count != work.run.device_count:
            at_pace = _work_at(context, open_task, count, is_open=is_open)
        option = at_pace and price(at_pace)
        # A slower pace may end past the calendar where the answer does not.
        if at_pace and option and limit.is_dated(option.wall_clock_hours):
            paces.append(
                Pace(
                    device_count=count,
                    mfu_fraction=at_pace.compute.mfu_fraction,
                    goodput_fraction=option.goodput_fraction,
                    wall_clock_hours=option.wall_clock_hours,
                    ends=limit.end(option.wall_clock_hours),
                    keeps_limit=limit.kept(option),
                    usd=option.usd.mean,
                    usd_change=option.usd.mean - base,
                    usd_change_fraction=option.usd.mean / base - 1.0,
                )
            )
    return tuple(paces)


def _work_at(
    context: QuoteContext, task: Task, count: int, *, is_open: bool = False
) -> Work | None:
    """The run on another count, without a trace in the context; None where it cannot be.

    is_open: see work_of.
    """
    if not 0 < count <= MOST_GIVEN:
        return None
    try:
        return work_of(context.fresh(), task, count, is_open=is_open)
    except (DoesNotFit, InvalidQuery):
        return None


def _too_slow(task: Task, limit: Limit, tried: Sequence[tuple[float, int]]) -> Infeasible:
    hours, count = min(tried, default=(None, 0))
    if hours is None:
        return Infeasible(
            "the run has an answer on no count of devices: it loses work as fast as it does it, or"
            " its capacity has no price",
            field="purchases",
        )
    field = "deployment.layout.data_parallel"
    nearest: tuple[str, ...] = ()
    if None in task.wanted.sizes:
        field = limit.field
        # More hours than a limit may be are near nothing that can be asked.
        if limit.asked.deadline is not None or hours <= MOST_LIMIT_HOURS:
            nearest = (limit.met_by(hours),)
    return Infeasible(
        f"no count of up to {max(count for _, count in tried):,} devices ends the run within"
        f" {limit.hours:.4g} hours: the best is {hours:.4g} hours{limit.measure} on {count}",
        field=field,
        nearest=nearest,
    )
