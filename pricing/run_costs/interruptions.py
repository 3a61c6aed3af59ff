"""Interruptions: how often hardware fails and spot is preempted, and what a stop costs."""

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.listed.places import PriceQuestion
from pricing.catalog.rows import Assumption, Device
from pricing.errors import Infeasible, InvalidQuery, Refusal
from pricing.formulas import interruption
from pricing.numerics.number import Number, greatest, least, otherwise
from pricing.numerics.rounding import rounded_down
from pricing.purchasing.price import Bought
from pricing.quote.certainty.combination import Band
from pricing.quote.context import QuoteContext
from pricing.run_costs.query_training import Reliability
from pricing.training.course import Stops
from pricing.training.feasibility import PREEMPTIONS
from pricing.units import BYTES_PER_GIGABYTE, HOURS_PER_MONTH, SECONDS_PER_HOUR

TRACES = {"t4": "spot.trace.bamboo_g4dn.preempt_per_node_h"}
TRACE = "spot.trace.aws_v100_1node_2023.avail_drop_per_inst_h"
"""Preemptions an hour by device, and the longest trace for what nobody has traced."""

BAND = "interruption_freq_band_pct_per_month"
PER_CENT = 100.0

TAIL_FRACTION = 0.1
"""Share of a band beyond either end of what holds 80% of it."""

USUAL_PREEMPTIONS = "spot.preemptions_per_month_fraction"
"""The band of an instance type and region, and what is assumed without one."""


class FailureRates(Struct, frozen=True, gc=False):
    """How often devices fail, and what a stop costs.

    checkpoint_gigabytes_per_second: absent where all say how long a checkpoint takes to write;
    checkpoint_write_seconds, checkpoint_interval_seconds: absent where they follow, from the size
    of a checkpoint and as the best. Floats or arrays.
    """

    device_mtbf_hours: Number
    restart_seconds: Number
    checkpoint_bytes_per_parameter: Number
    checkpoint_gigabytes_per_second: Number
    checkpoint_write_seconds: Number = None
    checkpoint_interval_seconds: Number = None


class SpotRates(Struct, frozen=True, gc=False):
    """How often spot instances are preempted, and what that costs. Floats or arrays.

    instance_device_count: devices of an instance; the others: as the query has them.
    """

    instance_device_count: Number
    spot_instance_count_per_preemption: Number
    spot_capacity_wait_seconds: Number
    spot_preemptions_per_instance_hour: Number


def failure_rates(
    context: QuoteContext, device: Device, given: Reliability, device_count: float
) -> FailureRates:
    """The caller's rates of hardware failures, else the published ones."""
    mtbf_hours = given.device_mtbf_hours
    if mtbf_hours is None:
        # The published time of its kind of devices, else of any.
        key = f"reliability.device_mtbf_hours.{device.architecture}"
        mtbf_hours = context.assume_known(key, "reliability.device_mtbf_hours")
    restart_seconds = context.given_or(given.restart_seconds, "training.restart_seconds")
    bytes_per_parameter = context.given_or(
        given.checkpoint_bytes_per_parameter, "training.checkpoint_bytes_per_parameter"
    )
    gigabytes_per_second = given.checkpoint_gigabytes_per_second
    if gigabytes_per_second is None and given.checkpoint_write_seconds is None:
        # All devices write their shard at once, until the store is the limit.
        gigabytes_per_second = min(
            context.assume("training.checkpoint_gigabytes_per_second") * device_count,
            context.assume("training.storage_gigabytes_per_second"),
        )
    return FailureRates(
        device_mtbf_hours=mtbf_hours,
        restart_seconds=restart_seconds,
        checkpoint_bytes_per_parameter=bytes_per_parameter,
        checkpoint_gigabytes_per_second=gigabytes_per_second,
        checkpoint_write_seconds=given.checkpoint_write_seconds,
        checkpoint_interval_seconds=given.checkpoint_interval_seconds,
    )


def failures_of(rates: FailureRates, checkpoint_parameters: Number) -> Stops:
    """What stops a run whose devices fail so often.

    checkpoint_parameters: what a checkpoint holds, the parameters that learn [count].
    """
    gigabytes = checkpoint_parameters * rates.checkpoint_bytes_per_parameter / BYTES_PER_GIGABYTE
    seconds = rates.checkpoint_write_seconds
    if rates.checkpoint_gigabytes_per_second is not None:
        seconds = otherwise(seconds, gigabytes / rates.checkpoint_gigabytes_per_second)
    return Stops(
        failures_per_device_second=1.0 / (rates.device_mtbf_hours * SECONDS_PER_HOUR),
        checkpoint_seconds=seconds,
        checkpoint_gigabytes=gigabytes,
        interval_seconds=rates.checkpoint_interval_seconds,
        restart_seconds=rates.restart_seconds,
    )


def spot_rates(
    context: QuoteContext, given: Reliability, device: Device, bought: Bought
) -> SpotRates:
    """The caller's rates of preemption, else those of the instances that are bought."""
    return SpotRates(
        instance_device_count=usual_instance_device_count(context, device, bought),
        spot_instance_count_per_preemption=context.given_or(
            given.spot_instance_count_per_preemption, "spot.instance_count_per_preemption"
        ),
        spot_capacity_wait_seconds=context.given_or(
            given.spot_capacity_wait_seconds, "spot.capacity_wait_seconds"
        ),
        spot_preemptions_per_instance_hour=preemptions_per_hour(context, given, device, bought),
    )


def preempted(failures: Stops, rates: SpotRates, device_count: Number) -> Stops:
    """What stops a run of which so many devices are spot: they are preempted besides.

    Several instances may go at once, and capacity must be found anew.
    """
    instance_count = greatest(device_count / rates.instance_device_count, 1.0)
    return replace(
        failures,
        preemptions_per_instance_second=(
            rates.spot_preemptions_per_instance_hour / SECONDS_PER_HOUR
        ),
        instance_count=instance_count,
        instances_per_event=least(rates.spot_instance_count_per_preemption, instance_count),
        capacity_wait_seconds=rates.spot_capacity_wait_seconds,
    )


def usual_instance_device_count(context: QuoteContext, device: Device, bought: Bought) -> float:
    """Devices of an instance: the price row's, else those of the type named, else a node's."""
    if bought.instance_device_count is not None:
        return bought.instance_device_count
    if bought.instance_type is not None:
        book = context.catalog.prices
        for option in book.options(device.name):
            named = PriceQuestion(
                device.name, option, bought.provider, instance_type=bought.instance_type
            )
            row = book.first(named)
            if row is not None:
                return row.device_count
    return float(device.node_device_count)


def preemptions_per_hour(
    context: QuoteContext, given: Reliability, device: Device, bought: Bought
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
        context.warn(
            f"preemptions are those of {key}: traces of older devices while they were scarce"
        )
        return context.assume(context.catalog.reliability[key])
    if monthly is None:
        monthly = monthly_fraction(context, bought)
    return float(
        interruption.hourly_rate(monthly_fraction=monthly, hours_per_month=HOURS_PER_MONTH)
    )


def preempted_row(catalog: Catalog, bought: Bought) -> tuple[Assumption, float]:
    """The share of spot instances reclaimed within a month, and its units over a fraction."""
    kind = f"spot.{bought.provider}.{bought.instance_type}"
    for place in (f"{kind}.{bought.region}", kind):
        band = catalog.reliability.get(f"{place}.{BAND}")
        if band is not None:
            return band, PER_CENT
    return catalog.assumptions[USUAL_PREEMPTIONS], 1.0


def preempted_band(catalog: Catalog, bought: Bought) -> Band:
    """What 80% of the shares within the published band lie between, evenly spread over it."""
    row, units = preempted_row(catalog, bought)
    known = catalog.as_asked(row).value / units
    low, high = (known if end is None else end / units for end in (row.low, row.high))
    tail = TAIL_FRACTION * (high - low)
    return Band(
        name="preemption_rate",
        unit="fraction of the instances within a month",
        value=known,
        low=min(low + tail, known),
        high=max(high - tail, known),
        source=row.key,
    )


def monthly_fraction(context: QuoteContext, bought: Bought) -> float:
    """Share of spot instances reclaimed within a month, at the middle of a published band.

    The band is that of the instance type in the region, else in the median region. Without either
    it is a default of the release, and the answer warns.
    """
    row, units = preempted_row(context.catalog, bought)
    if units > 1.0:
        return _kept_by_some(context.assume(row) / units)
    usual = row
    what = " ".join(filter(None, (bought.provider, bought.instance_type))) or "these instances"
    context.warn(
        f"no source has the preemptions of {what}: {usual.value:.0%} of the instances a month are"
        f" assumed ({usual.low or 0.0:.0%} to {usual.high or 1.0:.0%})"
    )
    return _kept_by_some(context.assume(usual))


def _kept_by_some(monthly: float) -> float:
    """A share of spot instances that is not all of them. Raises Infeasible."""
    if monthly < 1.0:
        return monthly
    raise Infeasible(
        "all spot instances are reclaimed within a month: no rate by the hour follows",
        field="reliability.spot_preempted_per_month_fraction",
    )


def as_asked(refusal: Refusal, preempted_per_month_fraction: float | None) -> Refusal:
    """A refusal for the rate of preemptions, in the unit in which the caller gave them.

    A rate by the hour beside a share by the month would be refused again.
    """
    if refusal.field != PREEMPTIONS or preempted_per_month_fraction is None:
        return refusal
    share = interruption.monthly_fraction(
        preemptions_per_instance_hour=float(refusal.nearest[0]), hours_per_month=HOURS_PER_MONTH
    )
    return Infeasible(
        f"{refusal.detail}, {share:.3g} of the instances within a month",
        field="reliability.spot_preempted_per_month_fraction",
        nearest=[rounded_down(share)],
    )
