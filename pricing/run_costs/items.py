"""Items of a run's bill: the same for every offer, in the same order."""

from collections.abc import Sequence
from functools import reduce
from operator import add

from pricing.numerics.number import Number, greatest, shared, where
from pricing.quote.answer import LineItem
from pricing.run_costs.offers import Offer, Part
from pricing.run_costs.storage import Kept
from pricing.training.course import Course, Run
from pricing.training.spread import Spread
from pricing.units import HOURS_PER_MONTH, SECONDS_PER_HOUR

PRICE = ""
"""In place of a source: the row or assumption behind the price of the capacity."""

ITEMS = (
    ("compute", "device-hour", "compute.productive_device_hours", PRICE),
    ("overhead", "device-hour", "training.run_overhead_ratio", PRICE),
    ("checkpoints", "device-hour", "interruption.best_interval_seconds", PRICE),
    ("rework", "device-hour", "interruption.wall_clock_seconds", PRICE),
    ("restarts", "device-hour", "interruption.restarting_seconds", PRICE),
    ("waiting", "device-hour", "interruption.waiting_seconds", PRICE),
    ("evaluation", "device-hour", "evaluation_fraction", PRICE),
    ("headroom", "device-hour", "headroom_fraction", PRICE),
    ("commitment_unused", "device-hour", "unit_cost.line_usd", PRICE),
    ("financing", "device-hour", "capital.financing_usd_per_hour", "capital"),
    ("discount", "device-hour", "unit_cost.line_usd", "purchase.discount_fraction"),
    ("energy", "kilowatt-hour", "power.kilowatt_hours", "facility.usd_per_kilowatt_hour"),
    ("checkpoint_storage", "gigabyte-month", "unit_cost.line_usd", "storage"),
    ("egress", "gigabyte", "unit_cost.line_usd", "storage"),
)
"""Name, unit, formula and source of each item: device-hours by what they went to, at the list
price, and then what comes on top."""

Amount = tuple[Number, Number]
"""A quantity and the price of its unit [USD]."""


def line_items(offer: Offer, amounts: Sequence[Amount]) -> tuple[LineItem, ...]:
    """The bill of an offer.

    An item that costs nothing is there all the same, so that offers can be laid side by side.
    """
    parts = offer.parts
    price_source = parts[0].bought.source if len(parts) == 1 else "purchases.mix"
    return tuple(
        [
            LineItem(
                name=name,
                quantity=quantity,
                unit=unit,
                usd_per_unit=usd_per_unit,
                usd=quantity * usd_per_unit,
                formula=formula,
                source=source or price_source,
            )
            for (name, unit, formula, source), (quantity, usd_per_unit) in zip(
                ITEMS, amounts, strict=True
            )
        ]
    )


def amounts_of(
    run: Run, offer: Offer, course: Course, spread: Spread, kept: Kept
) -> tuple[Amount, ...]:
    """What an offer takes of each item in the mean, in the order of ITEMS.

    Floats or expressions.
    """
    if len(offer.parts) == 1:
        return _amounts(run, offer.parts[0], course, spread, kept)
    return _merged([_amounts(run, part, course, spread, kept) for part in offer.parts])


def _amounts(
    run: Run, part: Part, course: Course, spread: Spread, kept: Kept
) -> tuple[Amount, ...]:
    """What one part of the devices takes of each item, in the order of ITEMS."""
    fraction = part.device_fraction
    hours = run.device_count * fraction / SECONDS_PER_HOUR
    listed = part.bought.list_usd_per_device_hour
    waiting = course.waiting_seconds * hours * part.held_fraction
    rented = course.held_seconds * hours + waiting
    billed = rented * run.held_ratio
    commitment = part.commitment
    unused: Number = 0.0
    unused_usd: Number = 0.0
    financing_usd: Number = 0.0
    if commitment is not None:
        held_hours = run.held_ratio * course.wall_clock_seconds / SECONDS_PER_HOUR
        unused, unused_usd = commitment.unused(held_hours, borne=commitment.borne, spread=spread)
        unused = shared(run.device_count * fraction * unused)
        unused_usd = unused_usd + commitment.discount_usd
        financing_usd = commitment.financing_usd
    paid = billed + unused
    discount = part.bought.price.usd_per_device_hour - listed
    productive = run.productive_device_hours * fraction
    months = course.wall_clock_seconds / SECONDS_PER_HOUR / HOURS_PER_MONTH
    return (
        (productive, listed),
        (greatest(course.work_seconds * hours - productive, 0.0), listed),
        (course.checkpoint_seconds * hours, listed),
        (course.rework_seconds * hours, listed),
        (course.restart_seconds * hours, listed),
        (waiting, listed),
        (rented * run.evaluation_fraction, listed),
        (rented * run.headroom_fraction, listed),
        (unused, unused_usd),
        (where(financing_usd == 0.0, 0.0, paid), financing_usd),
        (where(discount == 0.0, 0.0, paid), discount),
        (billed * part.kilowatts, part.usd_per_kilowatt_hour),
        (kept.checkpoint_gigabytes * months * fraction, kept.usd_per_gigabyte_month),
        (kept.egress_gigabytes * fraction, kept.egress_usd_per_gigabyte),
    )


def _merged(parts: Sequence[tuple[Amount, ...]]) -> tuple[Amount, ...]:
    """The amounts of all parts together, each at the mean price of its units."""
    return tuple(_sum(amounts) for amounts in zip(*parts, strict=True))


def _sum(amounts: Sequence[Amount]) -> Amount:
    quantity = reduce(add, [quantity for quantity, _ in amounts])
    usd = reduce(add, [quantity * usd_per_unit for quantity, usd_per_unit in amounts])
    return quantity, usd / quantity if quantity else 0.0
