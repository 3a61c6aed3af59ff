"""Bills of a sweep's runs: work and price of every row put together, as the point quote does.

The functions of the point quote are given columns instead of numbers. What only some rows have
(a commitment, preemptions, devices of one's own) is worked out for all, and comes to nothing in
the others.
"""

from collections.abc import Mapping

import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from pricing.formulas import compute, interruption
from pricing.numerics.number import Number, otherwise, shared, where
from pricing.purchasing.commitments import Terms
from pricing.purchasing.price import Bought, OwnedCost
from pricing.purchasing.site import Site
from pricing.quote.answer import Price
from pricing.run_costs.interruptions import checkpoint_gigabytes, failing, preempting
from pricing.run_costs.offers import Offer, Part, part_of
from pricing.run_costs.option import outcome_of, planned
from pricing.run_costs.storage import Kept
from pricing.run_costs.work import overhead_ratio
from pricing.sweeps.loads import Asked, is_given
from pricing.sweeps.run_choices import Alternative, column
from pricing.training.course import Course, Run, Stops, expected, stretch_ratio
from pricing.training.spread import Spread, spread_over
from pricing.units import HOURS_PER_MONTH

Numbers = Mapping[str, Number]

FIGURES = ("p10", "p50", "p90")


class Timing(Struct, frozen=True):
    """How a run goes under what stops it."""

    finishes: Number
    course: Course
    spread: Spread


def run_of(asked: Asked, work: Numbers, trained: Number) -> tuple[Run, Stops, Number]:
    """The runs before anything is bought, what stops them all, and their MFU."""
    given = asked("mfu_fraction")
    mfu_fraction = shared(given if _is_known(given) else otherwise(given, work["steady_fraction"]))
    hours = compute.productive_device_hours(
        flops=work["flops_per_token"] * trained,
        flops_per_second=work["flops_per_second"],
        mfu_fraction=mfu_fraction,
    )
    run = Run(
        device_count=work["device_count"],
        productive_device_hours=shared(hours),
        overhead_ratio=1.0,
        headroom_fraction=otherwise(asked("headroom_fraction"), work["headroom_fraction"]),
        evaluation_fraction=otherwise(asked("evaluation_fraction"), 0.0),
    )
    failures = _failures(asked, work)
    overhead: Number = work["overhead_ratio"]
    band: Number = 1.0
    if not _is_known(given):
        overhead = where(is_given(given), overhead, _overhead(work, run))
        band = where(is_given(given), 1.0, work["billed_band_ratio"])
    run = replace(run, overhead_ratio=shared(overhead), band_ratio=shared(band))
    return run, failures, mfu_fraction


def _is_known(value: Number) -> bool:
    """Whether it is given in every row."""
    return value is not None and not isinstance(value, pl.Expr)


def _failures(asked: Asked, work: Numbers) -> Stops:
    """The callers' rates of hardware failures, else the published ones."""

    def rate(name: str) -> Number:
        return otherwise(asked(f"reliability.{name}"), work[name])

    gigabytes = shared(
        checkpoint_gigabytes(work["learning_parameters"], rate("checkpoint_bytes_per_parameter"))
    )
    seconds = gigabytes / rate("checkpoint_gigabytes_per_second")
    return failing(
        mtbf_hours=rate("device_mtbf_hours"),
        checkpoint_seconds=shared(
            otherwise(asked("reliability.checkpoint_write_seconds"), seconds)
        ),
        checkpoint_gigabytes=gigabytes,
        interval_seconds=asked("reliability.checkpoint_interval_seconds"),
        restart_seconds=shared(rate("restart_seconds")),
    )


def _overhead(work: Numbers, run: Run) -> Number:
    usual = _failures(lambda _: None, work)
    return overhead_ratio(
        stretch_ratio(run, usual),
        steady_fraction=work["steady_fraction"],
        billed_fraction=work["billed_fraction"],
    )


def timing_of(run: Run, stops: Stops) -> Timing:
    """How the runs go."""
    finishes, course = expected(run, stops)
    return Timing(shared(finishes), course, spread_over(run, stops, course))


def bought_so(
    asked: Asked, work: Numbers, price: Numbers, run: Run, failures: Stops, steady: Timing
) -> Alternative:
    """The runs under one way of buying; steady: how they go where nothing is preempted."""
    stops, held_fraction = _stops(asked, work, price, failures)
    timing = steady if stops is failures else timing_of(run, stops)
    part = _part(asked, work, price, held_fraction)
    offer = Offer(0, "", (part,), stops, preempted=False, owned=False)
    plan = planned(run, offer, _kept(asked, work, price, stops), timing.course, timing.spread)
    found = outcome_of(run, plan)
    results = {
        **{name: price[name] for name in ("option", "provider", "region")},
        "usd_per_device_hour": found.usd_per_device_hour,
        "usd_mean": found.usd.mean,
        **{f"usd_{name}": getattr(found.usd, name) for name in FIGURES},
        "device_hours": found.device_hours.mean,
        "wall_clock_hours": found.wall_clock_hours.mean,
        "goodput_fraction": found.goodput_fraction,
        "checkpoint_interval_seconds": timing.course.interval_seconds,
        "energy_kilowatt_hours": found.energy_kilowatt_hours,
        "kilograms_co2e": found.kilograms_co2e,
    }
    return Alternative(
        refusal=_text(price["refusal"]),
        refusal_detail=_text(price["refusal_detail"]),
        finishes=column(timing.finishes),
        results={name: column(value) for name, value in results.items()},
    )


def _text(value: Number) -> pl.Expr | None:
    return None if value is None else column(value)


def _stops(asked: Asked, work: Numbers, price: Numbers, failures: Stops) -> tuple[Stops, Number]:
    """What stops the runs as they are bought, and the devices held while they wait [fraction]."""
    is_spot = price["is_spot"]
    if is_spot is False:
        return failures, 1.0
    monthly = asked("reliability.spot_preempted_per_month_fraction")
    rate = price["preemptions_per_instance_hour"]
    if monthly is not None:
        hourly = interruption.hourly_rate(monthly_fraction=monthly, hours_per_month=HOURS_PER_MONTH)
        rate = otherwise(hourly, rate)
    spot = preempting(
        failures,
        device_count=work["device_count"],
        instance_device_count=price["instance_device_count"],
        instances_per_event=otherwise(
            asked("reliability.spot_instance_count_per_preemption"), work["instances_per_event"]
        ),
        capacity_wait_seconds=otherwise(
            asked("reliability.spot_capacity_wait_seconds"), work["capacity_wait_seconds"]
        ),
        preemptions_per_instance_hour=otherwise(
            asked("reliability.spot_preemptions_per_instance_hour"), rate
        ),
    )
    held_fraction = 1.0 - spot.instances_per_event / spot.instance_count
    rate_per_second = where(is_spot, spot.preemptions_per_instance_second, 0.0)
    return (
        replace(spot, preemptions_per_instance_second=shared(rate_per_second)),
        shared(where(is_spot, held_fraction, 1.0)),
    )


def _part(asked: Asked, work: Numbers, price: Numbers, held_fraction: Number) -> Part:
    """The devices, bought one way."""
    is_owned = price["is_owned"]
    own_price = asked("purchase.usd_per_device_hour")
    listed = price["list_usd"]
    if own_price is not None:
        listed = where(price["is_given"], own_price, listed)
    kept = 1.0 - otherwise(asked("purchase.discount_fraction"), 0.0)
    usd = listed * kept
    capital_usd: Number = usd
    energy_usd: Number = 0.0
    if is_owned is not False:
        capital_usd = shared(where(is_owned, price["capital_usd"] * kept, usd))
        owning = (price["capital_usd"] + price["operations_usd"]) * kept + price["hosting_usd"]
        usd = shared(where(is_owned, owning, usd))
        listed = where(is_owned, usd, listed)
        energy_usd = otherwise(
            asked("facility.usd_per_kilowatt_hour"), price["usd_per_kilowatt_hour"]
        )
    usd = shared(usd)
    bought = Bought(
        price=Price(
            usd_per_device_hour=usd, option="", basis="table", selection="", row=None, range=None
        ),
        list_usd_per_device_hour=shared(listed),
        source="",
        provider=None,
        region=None,
        instance_type=None,
        instance_device_count=None,
        owned=OwnedCost(capital_usd, 0.0, 0.0, 0.0),
    )
    terms = None
    if price["is_committed"] is not False:
        terms = Terms(*(price[name] for name in Terms.__struct_fields__))
    place = Site(
        otherwise(asked("facility.pue_ratio"), price["pue_ratio"]),
        where(is_owned, energy_usd, 0.0),
        otherwise(
            asked("facility.grams_co2e_per_kilowatt_hour"), price["grams_co2e_per_kilowatt_hour"]
        ),
    )
    return part_of(
        bought,
        terms,
        place,
        system_watts=work["system_watts"],
        device_fraction=1.0,
        held_fraction=held_fraction,
    )


def _kept(asked: Asked, work: Numbers, price: Numbers, stops: Stops) -> Kept:
    """What is stored and carried away; nobody charges for what leaves devices of one's own."""

    def stored(name: str) -> Number:
        return otherwise(asked(f"storage.{name}"), work[name])

    usual = where(price["option"] == "owned", 0.0, work["egress_usd_per_gigabyte"])
    return Kept(
        egress_is_given=True,
        checkpoint_gigabytes=stored("kept_checkpoint_count") * stops.checkpoint_gigabytes,
        usd_per_gigabyte_month=stored("usd_per_gigabyte_month"),
        egress_gigabytes=stored("egress_gigabytes"),
        egress_usd_per_gigabyte=otherwise(asked("storage.egress_usd_per_gigabyte"), usual),
    )
