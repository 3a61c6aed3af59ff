"""Stops: how often hardware fails and spot is preempted, and what a stop costs."""

from msgspec.structs import replace

from pricing.catalog.prices import PriceQuestion
from pricing.catalog.rows import Device
from pricing.errors import Infeasible, InvalidQuery, Refusal
from pricing.formulas import interruption
from pricing.numerics.number import Number, greatest, least, shared
from pricing.numerics.rounding import rounded_down
from pricing.purchasing.price import Bought
from pricing.quote.context import Ledger
from pricing.run_costs.query_reliability import Reliability
from pricing.training.course import PREEMPTIONS, Run, Stops
from pricing.units import BYTES_PER_GIGABYTE, HOURS_PER_MONTH, SECONDS_PER_HOUR

TRACES = {"t4": "spot.trace.bamboo_g4dn.preempt_per_node_h"}
TRACE = "spot.trace.aws_v100_1node_2023.avail_drop_per_inst_h"
"""Preemptions an hour by device, and the longest trace for what nobody has traced."""


def failures_of(
    ledger: Ledger,
    device: Device,
    given: Reliability,
    run: Run,
    *,
    checkpoint_parameters: float,
) -> Stops:
    """The caller's rates of hardware failures, else the published ones.

    checkpoint_parameters: what a checkpoint holds, the parameters that learn [count].
    """
    mtbf_hours = given.device_mtbf_hours
    if mtbf_hours is None:
        mtbf_hours = usual_mtbf_hours(ledger, device)
    restart_seconds = ledger.given_or(given.restart_seconds, "training.restart_seconds")
    bytes_per_parameter = ledger.given_or(
        given.checkpoint_bytes_per_parameter, "training.checkpoint_bytes_per_parameter"
    )
    gigabytes = checkpoint_gigabytes(checkpoint_parameters, bytes_per_parameter)
    checkpoint_seconds = given.checkpoint_write_seconds
    if checkpoint_seconds is None:
        gigabytes_per_second = given.checkpoint_gigabytes_per_second
        if gigabytes_per_second is None:
            gigabytes_per_second = usual_gigabytes_per_second(ledger, run.device_count)
        checkpoint_seconds = gigabytes / gigabytes_per_second
    return failing(
        mtbf_hours=mtbf_hours,
        checkpoint_seconds=checkpoint_seconds,
        checkpoint_gigabytes=gigabytes,
        interval_seconds=given.checkpoint_interval_seconds,
        restart_seconds=restart_seconds,
    )


def failing(
    *,
    mtbf_hours: Number,
    checkpoint_seconds: Number,
    checkpoint_gigabytes: Number,
    interval_seconds: Number,
    restart_seconds: Number,
) -> Stops:
    """What stops a run whose devices fail so often, in floats or expressions."""
    return Stops(
        failures_per_device_second=1.0 / (mtbf_hours * SECONDS_PER_HOUR),
        checkpoint_seconds=checkpoint_seconds,
        checkpoint_gigabytes=checkpoint_gigabytes,
        interval_seconds=interval_seconds,
        restart_seconds=restart_seconds,
    )


def checkpoint_gigabytes(parameters: Number, bytes_per_parameter: Number) -> Number:
    """What a checkpoint holds [GB]."""
    return parameters * bytes_per_parameter / BYTES_PER_GIGABYTE


def preempted(
    ledger: Ledger,
    failures: Stops,
    given: Reliability,
    device: Device,
    bought: Bought,
    *,
    device_count: float,
) -> Stops:
    """What stops a run of which so many devices are spot: they are preempted besides.

    Several instances may go at once, and capacity must be found anew.
    """
    return preempting(
        failures,
        device_count=device_count,
        instance_device_count=usual_instance_device_count(ledger, device, bought),
        instances_per_event=usual_instances_per_event(ledger, given),
        capacity_wait_seconds=usual_wait_seconds(ledger, given),
        preemptions_per_instance_hour=preemptions_per_hour(ledger, given, device, bought),
    )


def preempting(
    failures: Stops,
    *,
    device_count: Number,
    instance_device_count: Number,
    instances_per_event: Number,
    capacity_wait_seconds: Number,
    preemptions_per_instance_hour: Number,
) -> Stops:
    """What stops a run on instances that are preempted so often, in floats or expressions."""
    instance_count = shared(greatest(device_count / instance_device_count, 1.0))
    return replace(
        failures,
        preemptions_per_instance_second=preemptions_per_instance_hour / SECONDS_PER_HOUR,
        instance_count=instance_count,
        instances_per_event=shared(least(instances_per_event, instance_count)),
        capacity_wait_seconds=capacity_wait_seconds,
    )


def usual_instance_device_count(ledger: Ledger, device: Device, bought: Bought) -> float:
    """Devices of an instance: the price row's, else those of the type named, else a node's."""
    if bought.instance_device_count is not None:
        return bought.instance_device_count
    if bought.instance_type is not None:
        book = ledger.catalog.prices
        for option in book.options(device.name):
            named = PriceQuestion(
                device.name, option, bought.provider, instance_type=bought.instance_type
            )
            for row in book.rows(named):
                return row.device_count
    return float(device.node_device_count)


def usual_instances_per_event(ledger: Ledger, given: Reliability) -> float:
    """The caller's count of instances that a preemption takes, else the published one."""
    count = given.spot_instance_count_per_preemption
    return ledger.given_or(count, "spot.instance_count_per_preemption")


def usual_wait_seconds(ledger: Ledger, given: Reliability) -> float:
    """The caller's time until capacity is back, else the published one."""
    return ledger.given_or(given.spot_capacity_wait_seconds, "spot.capacity_wait_seconds")


def usual_mtbf_hours(ledger: Ledger, device: Device) -> float:
    """The published time between failures of a device: that of its kind, else of any."""
    key = f"reliability.device_mtbf_hours.{device.architecture}"
    return ledger.assume_known(key, "reliability.device_mtbf_hours")


def usual_gigabytes_per_second(ledger: Ledger, device_count: int) -> float:
    """All devices write their shard at once, until the store is the limit."""
    return min(
        ledger.assume("training.checkpoint_gigabytes_per_second") * device_count,
        ledger.assume("training.storage_gigabytes_per_second"),
    )


def preemptions_per_hour(
    ledger: Ledger, given: Reliability, device: Device, bought: Bought
) -> float:
    """Per instance: the caller's, else that of the source that the caller chose.

    Shares reclaimed within a month are turned into hourly rates. Rates of traces, which are
    hourly and a hundred times as high, are taken only where they are asked for.
    """
    if given.spot_preemptions_per_instance_hour is not None:
        if given.spot_preempted_per_month_fraction is not None:
            raise InvalidQuery(
                "preemptions are given both by the hour and by the month: leave one out",
                field="reliability.spot_preempted_per_month_fraction",
            )
        return given.spot_preemptions_per_instance_hour
    monthly = given.spot_preempted_per_month_fraction
    if monthly is None and given.spot_preemption_source == "trace":
        key = TRACES.get(device.name, TRACE)
        ledger.warn(
            f"preemptions are those of {key}: traces of older devices while they were scarce"
        )
        return ledger.note(ledger.catalog.reliability[key])
    if monthly is None:
        monthly = monthly_fraction(ledger, bought)
    return float(
        interruption.hourly_rate(monthly_fraction=monthly, hours_per_month=HOURS_PER_MONTH)
    )


def monthly_fraction(ledger: Ledger, bought: Bought) -> float:
    """Share of spot instances reclaimed within a month: the type's band, else that of its kind."""
    band = ledger.catalog.reliability.get(
        f"spot.{bought.provider}.{bought.instance_type}.interruption_freq_band_pct_per_month"
    )
    if band is None:
        return ledger.assume("spot.preemptions_per_month_fraction")
    return ledger.note(band) / 100.0


def as_asked(refusal: Refusal, given: Reliability) -> Refusal:
    """A refusal for the rate of preemptions, in the unit in which the caller gave them.

    A rate by the hour beside a share by the month would be refused again.
    """
    if refusal.field != PREEMPTIONS or given.spot_preempted_per_month_fraction is None:
        return refusal
    share = interruption.monthly_fraction(
        preemptions_per_instance_hour=float(refusal.nearest[0]), hours_per_month=HOURS_PER_MONTH
    )
    return Infeasible(
        f"{refusal.detail}, {share:.3g} of the instances within a month",
        field="reliability.spot_preempted_per_month_fraction",
        nearest=[rounded_down(share)],
    )
