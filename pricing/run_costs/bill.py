"""The bill of a run under one offer: its total, and item by item."""

from collections.abc import Sequence
from functools import reduce
from operator import add

from msgspec import Struct
from msgspec.structs import replace

from pricing.numerics.number import Number, all_of, greatest, where
from pricing.purchasing.terms import Commitment
from pricing.quote.answer import LineItem
from pricing.quote.context import QuoteContext
from pricing.run_costs.offers import Offer, Part
from pricing.run_costs.query_training import Storage
from pricing.training.course import Course, Run
from pricing.training.wall_clock_spread import Spread
from pricing.units import BYTES_PER_GIGABYTE, HOURS_PER_MONTH, SECONDS_PER_HOUR

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
    ("instance_unused", "device-hour", "capacity.held_devices", PRICE),
    ("commitment_unused", "device-hour", "unit_cost.line_usd", PRICE),
    ("cost_of_capital", "device-hour", "capital.financing_usd_per_hour", "capital"),
    ("discount", "device-hour", "unit_cost.line_usd", "purchase.discount_fraction"),
    ("energy", "kilowatt-hour", "power.kilowatt_hours", "facility.usd_per_kilowatt_hour"),
    ("checkpoint_storage", "gigabyte-month", "unit_cost.line_usd", "storage"),
    ("egress", "gigabyte", "unit_cost.line_usd", "storage"),
)
"""Name, unit, formula and source of each item: device-hours by what they went to, at the list
price, and then what comes on top. Owned devices cost capital, and so does paying upfront."""

Amount = tuple[Number, Number]
"""A quantity and the price of its unit [USD]."""


class Stored(Struct, frozen=True, gc=False):
    """What is stored beside a run and carried away at its end. Floats or arrays.

    is_given: whether the caller gave the price of egress, which then holds for devices of one's
    own too; the others: as the query has them.
    """

    kept_checkpoint_count: Number
    usd_per_gigabyte_month: Number
    egress_gigabytes: Number
    egress_usd_per_gigabyte: Number
    is_given: bool = False


class Bill(Struct, frozen=True, gc=False):
    """What an offer costs, before it is known how long the run takes.

    running, waiting: rent and energy of an hour at work and of one without the capacity that
    was lost, all devices together; kept: storage [USD per hour]; once: egress [USD];
    held_ratio: hours held over those of the run; committed: devices and how they are bought; ends:
    the bill at both ends of the range of its prices, None where no price is an estimate.
    """

    running_usd: Number
    waiting_usd: Number
    kept_usd: Number
    once_usd: Number
    held_ratio: Number
    committed: tuple[tuple[Number, Commitment], ...]
    ends: "tuple[Bill, Bill] | None" = None

    def usd(
        self,
        held_hours: Number,
        waiting_hours: Number,
        *,
        spread: Spread | None = None,
        in_full: bool | None = None,
        mean_hours: Number = None,
    ) -> Number:
        """The total of so many hours with all devices and so many of waiting.

        spread: of the hours, if they are means, since whole terms are not in proportion to them;
        mean_hours: the mean of both together, if they are not; in_full: whether unused commitment
        is charged in full to the run. None: as each commitment says.
        """
        hours = held_hours + waiting_hours
        usd = self.held_ratio * (self.running_usd * held_hours + self.waiting_usd * waiting_hours)
        usd += self.kept_usd * hours + self.once_usd
        if self.committed:
            usd += self._committed_usd(hours, spread=spread, in_full=in_full, mean_hours=mean_hours)
        return usd

    def _committed_usd(
        self, hours: Number, *, spread: Spread | None, in_full: bool | None, mean_hours: Number
    ) -> Number:
        """What commitments add to so many hours of the run: unused hours, and paying early."""
        held = self.held_ratio * hours
        usd: Number = 0.0
        for devices, commitment in self.committed:
            usd += devices * commitment.usd(
                held,
                in_full=commitment.in_full if in_full is None else in_full,
                spread=spread,
                mean_hours=None if mean_hours is None else self.held_ratio * mean_hours,
            )
        return usd


def stored_of(context: QuoteContext, given: Storage, *, learning_parameters: float) -> Stored:
    """The caller's figures, else the tables'.

    learning_parameters: those that the run leaves behind [count].
    """
    count = context.given_or(given.kept_checkpoint_count, "training.kept_checkpoint_count")
    price = context.given_or(given.usd_per_gigabyte_month, "storage.usd_per_gigabyte_month")
    leaving = given.egress_gigabytes
    if leaving is None:
        released = context.assume("training.released_bytes_per_parameter")
        leaving = learning_parameters * released / BYTES_PER_GIGABYTE
    egress = context.given_or(given.egress_usd_per_gigabyte, "egress.usd_per_gigabyte")
    return Stored(count, price, leaving, egress, given.egress_usd_per_gigabyte is not None)


def stored_under(stored: Stored, offer: Offer) -> Stored:
    """What is stored under one offer: nobody charges for what leaves devices of one's own."""
    if not stored.is_given and offer.owned and all(part.owned for part in offer.parts):
        return replace(stored, egress_usd_per_gigabyte=0.0)
    return stored


def bill_of(run: Run, offer: Offer, stored: Stored) -> Bill:
    """The bill of an offer, with its ends where a price is an estimate."""
    ends = [part.rate.end_ratios for part in offer.parts]
    bill = _bill_of(run, offer, stored)
    if all(all_of(low == 1.0) and all_of(high == 1.0) for low, high in ends):
        return bill
    low, high = (bill_at(run, offer, stored, ratios) for ratios in zip(*ends, strict=True))
    return replace(bill, ends=(low, high))


def bill_at(run: Run, offer: Offer, stored: Stored, ratios: Sequence[Number]) -> Bill:
    """The bill of an offer at other prices: so many times that of each part."""
    return _bill_of(run, replace(offer, parts=_at(offer.parts, ratios)), stored)


def _at(parts: Sequence[Part], ratios: Sequence[Number]) -> tuple[Part, ...]:
    """Parts at other prices: so many times their own."""
    return tuple(
        replace(
            part,
            rate=replace(part.rate, list_usd=part.rate.list_usd * ratio, usd=part.rate.usd * ratio),
            commitment=part.commitment and part.commitment.at(ratio),
        )
        for part, ratio in zip(parts, ratios, strict=True)
    )


def _bill_of(run: Run, offer: Offer, stored: Stored) -> Bill:
    running_usd: Number = 0.0
    waiting_usd: Number = 0.0
    committed = []
    for part in offer.parts:
        devices = run.device_count * part.device_fraction
        unused = part.rate.unused_devices(devices)
        usd = part.rate.usd + part.kilowatts * part.usd_per_kilowatt_hour
        usd = devices * usd + unused * part.rate.usd
        running_usd += usd
        waiting_usd += part.held_fraction * usd
        if part.commitment is not None:
            committed.append((devices + unused, part.commitment))
    gigabytes = stored.kept_checkpoint_count * offer.stops.checkpoint_gigabytes
    return Bill(
        running_usd=running_usd,
        waiting_usd=waiting_usd,
        kept_usd=gigabytes * stored.usd_per_gigabyte_month / HOURS_PER_MONTH,
        once_usd=stored.egress_gigabytes * stored.egress_usd_per_gigabyte,
        held_ratio=run.held_ratio,
        committed=tuple(committed),
    )


def line_items(offer: Offer, amounts: Sequence[Amount]) -> tuple[LineItem, ...]:
    """The bill of an offer.

    An item that costs nothing is there all the same, so that offers can be laid side by side.
    """
    price_source = offer.bought[0].source if len(offer.bought) == 1 else "purchases.mix"
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
    run: Run, offer: Offer, course: Course, spread: Spread | None, stored: Stored
) -> tuple[Amount, ...]:
    """What an offer takes of each item in the mean, in the order of ITEMS. Floats or arrays.

    spread: None where no commitment asks for it.
    """
    parts = [_amounts(run, offer, part, course, spread, stored) for part in offer.parts]
    return parts[0] if len(parts) == 1 else tuple(map(_sum, zip(*parts, strict=True)))


def _amounts(
    run: Run, offer: Offer, part: Part, course: Course, spread: Spread | None, stored: Stored
) -> tuple[Amount, ...]:
    """What one part of the devices takes of each item, in the order of ITEMS."""
    fraction = part.device_fraction
    devices = run.device_count * fraction
    held_devices = devices + part.rate.unused_devices(devices)
    hours = run.device_count * fraction / SECONDS_PER_HOUR
    cost_of_capital = part.rate.cost_of_capital_usd
    listed = part.rate.list_usd - cost_of_capital
    waiting = course.waiting_seconds * hours * part.held_fraction
    rented = course.held_seconds * hours + waiting
    billed = rented * run.held_ratio
    commitment = part.commitment
    unused: Number = 0.0
    unused_usd: Number = 0.0
    financing_usd: Number = cost_of_capital
    if commitment is not None:
        held_hours = run.held_ratio * course.wall_clock_seconds / SECONDS_PER_HOUR
        unused, unused_usd = commitment.unused(
            held_hours, in_full=commitment.in_full, spread=spread
        )
        unused = held_devices * unused
        unused_usd = unused_usd + commitment.discount_usd - cost_of_capital
        financing_usd = financing_usd + commitment.financing_usd
    of_instances = billed * (held_devices / devices - 1.0)
    paid = billed + of_instances + unused
    discount = part.rate.usd - part.rate.list_usd
    productive = run.productive_device_hours * fraction
    gigabytes = stored.kept_checkpoint_count * offer.stops.checkpoint_gigabytes
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
        (of_instances, listed),
        (unused, unused_usd),
        (where(financing_usd == 0.0, 0.0, paid), financing_usd),
        (where(discount == 0.0, 0.0, paid), discount),
        (billed * part.kilowatts, part.usd_per_kilowatt_hour),
        (gigabytes * months * fraction, stored.usd_per_gigabyte_month),
        (stored.egress_gigabytes * fraction, stored.egress_usd_per_gigabyte),
    )


def _sum(amounts: Sequence[Amount]) -> Amount:
    quantity = reduce(add, [quantity for quantity, _ in amounts])
    usd = reduce(add, [quantity * usd_per_unit for quantity, usd_per_unit in amounts])
    return quantity, usd / quantity if quantity else 0.0
