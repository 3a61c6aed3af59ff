"""Run options: the bill of a training run under one way of buying its capacity."""

from math import exp, log, log1p, sqrt

from msgspec import Struct

from pricing.formulas import unit_cost
from pricing.numbers import NORMAL_P90
from pricing.quotes.answers import Distribution, LineItem, RunOption
from pricing.quotes.offers import Offer
from pricing.quotes.runs import Plan, Run, Stops, schedule
from pricing.units import GRAMS_PER_KILOGRAM


class Forecast(Struct, frozen=True, gc=False):
    """The course of a run and how sure it is.

    low, middle, high: 10th, 50th and 90th percentile over the mean [ratio].
    """

    plan: Plan
    low: float
    middle: float
    high: float


def forecast(run: Run, stops: Stops) -> Forecast:
    """The course of a run under what stops it. Raises Infeasible for one that never ends.

    Two independent doubts, as deviations of a lognormal: how often the run stops, and what
    MFU it reaches.
    """
    plan = schedule(run, stops)
    stopping = log1p((plan.deviation_hours / plan.wall_clock_hours) ** 2)
    doubt = sqrt(stopping + (log(run.band_ratio) / NORMAL_P90) ** 2)
    middle, spread = exp(-0.5 * doubt * doubt), exp(NORMAL_P90 * doubt)
    return Forecast(plan, middle / spread, middle, middle * spread)


def option_of(run: Run, offer: Offer, course: Forecast) -> RunOption:
    """The bill of a run under one offer, and how sure it is."""
    plan = course.plan
    items = _line_items(run, offer, plan)
    mean = 0.0
    for item in items:
        mean += item.usd
    device_hours = plan.wall_clock_hours * run.device_count * (1.0 + run.headroom_fraction)
    energy = device_hours * offer.kilowatts_per_device
    bought = offer.bought
    return RunOption(
        option=bought.price.option,
        provider=bought.provider,
        region=bought.region,
        instance_type=bought.instance_type,
        usd_per_device_hour=bought.price.usd_per_device_hour,
        price=bought.price,
        goodput_fraction=run.work_hours / plan.wall_clock_hours,
        interruptions=plan.interruptions,
        checkpoint_interval_seconds=plan.interval_seconds,
        device_hours=device_hours,
        device_hours_low=device_hours * course.low,
        device_hours_high=device_hours * course.high,
        wall_clock_hours=plan.wall_clock_hours,
        usd=Distribution(
            mean=mean,
            p10=mean * course.low,
            p50=mean * course.middle,
            p90=mean * course.high,
        ),
        line_items=items,
        energy_kilowatt_hours=energy,
        kilograms_co2e=energy * offer.grams_co2e_per_kilowatt_hour / GRAMS_PER_KILOGRAM,
        estimated=bought.price.basis == "estimated",
    )


def _line_items(run: Run, offer: Offer, plan: Plan) -> tuple[LineItem, ...]:
    """Device-hours by what they went to, at the list price; then discount and energy."""
    usd, source = offer.bought.list_usd_per_device_hour, offer.bought.source
    count = run.device_count
    parts = (
        ("compute", run.productive_device_hours, "compute.productive_device_hours"),
        ("overhead", plan.overhead_hours * count, "training.run_overhead_ratio"),
        ("checkpoints", plan.checkpoint_hours * count, "interruption.best_interval_seconds"),
        ("rework_and_restarts", plan.lost_hours * count, "interruption.wall_clock_seconds"),
        ("headroom", plan.wall_clock_hours * count * run.headroom_fraction, "headroom_fraction"),
    )
    items = [
        _item(name, hours, "device-hour", usd, formula, source)
        for name, hours, formula in parts
        if hours or name != "headroom"
    ]
    hours = plan.wall_clock_hours * count * (1.0 + run.headroom_fraction)
    discount = usd - offer.bought.price.usd_per_device_hour
    if discount and offer.bought.owned is None:
        items.append(
            _item(
                "discount",
                hours,
                "device-hour",
                -discount,
                "unit_cost.line_usd",
                "purchase.discount_fraction",
            )
        )
    if offer.bought.owned is not None:
        items.append(
            _item(
                "energy",
                hours * offer.kilowatts_per_device,
                "kilowatt-hour",
                offer.usd_per_kilowatt_hour,
                "power.kilowatt_hours",
                "facility.usd_per_kilowatt_hour",
            )
        )
    return tuple(items)


def _item(
    name: str, quantity: float, unit: str, usd_per_unit: float, formula: str, source: str
) -> LineItem:
    return LineItem(
        name=name,
        quantity=quantity,
        unit=unit,
        usd_per_unit=usd_per_unit,
        usd=unit_cost.line_usd(quantity=quantity, usd_per_unit=usd_per_unit),
        formula=formula,
        source=source,
    )
