"""Terms: what commitments cost beyond the hours of a run, and how many hours that is."""

from functools import lru_cache, reduce
from operator import add
from types import NoneType

from msgspec import Struct
from msgspec.structs import replace

from pricing.formulas import capital
from pricing.formulas.whole_terms import (
    expected_terms,
    expected_terms_beyond,
    longer_fraction,
    median_ratio,
)
from pricing.numerics.number import Number, ceil, greatest, log, where
from pricing.training.wall_clock_spread import Spread
from pricing.units import HOURS_PER_YEAR

BLOCK_HOURS, LONG_BLOCK_HOURS, SHORT_BLOCKS_HOURS = 24.0, 168.0, 336.0
"""Capacity blocks are sold by the day up to 14 days, and by the week beyond (Amazon EC2 user
guide, Capacity Blocks for ML)."""

MOST_BLOCK_HOURS = {"capacity_block": 4368.0, "dws_calendar": 2160.0}
"""The longest block of each kind. The calendar mode of the Dynamic Workload Scheduler has 1 to 90
days (Google Cloud documentation, future reservations in calendar mode)."""

MOST_FLEX_HOURS = {"dws_flex_start": 168.0}
"""The longest that capacity stays which nobody books ahead. Flex-start VMs end after seven days
(Google Cloud documentation, Use Flex-start VMs with inference)."""

MOST_BLOCK_INSTANCES = 256.0
"""The most instances in capacity blocks that an account may hold at a time."""


SMALLEST_FRACTION = 1e-9
"""Probability below which something does not happen."""

FLOATS = {float, NoneType}


class Terms(Struct, frozen=True, gc=False):
    """The terms of a commitment without its price.

    term_hours: length of a reserved term, or life of owned devices. It is None for a block, whose
    length is chosen for the run. use_fraction: share of the term that all work uses; in_full:
    whether unused commitment is charged in full to the run, instead of pro rata;
    upfront_fraction: share of the price that is paid at the start of the term;
    cost_of_capital_fraction: of this payment, None if it has no cost; is_shared: whether the caller
    says that other work uses the rest of what was asked for.
    """

    term_hours: Number
    use_fraction: Number
    in_full: bool
    upfront_fraction: Number = 0.0
    cost_of_capital_fraction: Number = None
    is_shared: bool = False


class Commitment(Struct, frozen=True, gc=False):
    """The prices of a commitment beyond the hours of the run [USD per device-hour].

    unused_usd: an hour of unused commitment after the discount; idle_usd: an idle hour between two
    works; discount_usd: discount on each; financing_usd: financing cost of paying upfront, by the
    hour of the term; upfront_usd: upfront payment, by the hour of the term; outlay_usd: price of a
    device [USD], None if rented. Others: see Terms.
    """

    term_hours: Number
    unused_usd: Number
    idle_usd: Number
    discount_usd: Number
    financing_usd: Number
    upfront_usd: Number
    use_fraction: Number
    in_full: bool
    is_shared: bool = False
    outlay_usd: Number = None

    def at(self, ratio: Number) -> "Commitment":
        """The same at so many times its prices."""
        return replace(
            self,
            unused_usd=self.unused_usd * ratio,
            idle_usd=self.idle_usd * ratio,
            discount_usd=self.discount_usd * ratio,
            financing_usd=self.financing_usd * ratio,
            upfront_usd=self.upfront_usd * ratio,
        )

    def step_hours(self, held_hours: Number) -> Number:
        """The step in which hours are committed."""
        if self.term_hours is not None:
            return self.term_hours
        return where(held_hours <= SHORT_BLOCKS_HOURS, BLOCK_HOURS, LONG_BLOCK_HOURS)

    def is_charged(self, *, in_full: bool) -> bool:
        """Whether unused commitment is charged this way. That of a block always is."""
        return self.term_hours is None or self.in_full is in_full

    def whole_hours(self, held_hours: Number) -> Number:
        """Committed hours for so many hours of use."""
        step_hours = self.step_hours(held_hours)
        return ceil(held_hours / step_hours) * step_hours

    def unused(
        self,
        held_hours: Number,
        *,
        in_full: bool,
        spread: Spread | None = None,
        mean_hours: Number = None,
    ) -> tuple[Number, Number]:
        """Hours without work that are charged to the run, and the price of one [USD].

        in_full: whether unused commitment is charged in full, as that of a block always is.
        Otherwise the run pays its share of idle hours. spread: distribution of the hours, if
        they are a mean; mean_hours: their mean, if they are not. A block is booked for the mean,
        before anybody knows how long the run takes.
        """
        if not in_full and self.term_hours is not None:
            return held_hours * (1.0 / self.use_fraction - 1.0), self.idle_usd
        if spread is None:
            hours = self.whole_hours(held_hours)
            if self.term_hours is None and mean_hours is not None:
                hours = greatest(hours, self.whole_hours(mean_hours))
            return hours - held_hours, self.unused_usd
        kinds = {type(held_hours), type(self.term_hours), type(spread.low)}
        expected_hours = _kept_hours if kinds <= FLOATS else _expected_hours
        return expected_hours(self.term_hours, held_hours, spread) - held_hours, self.unused_usd

    def usd(
        self,
        held_hours: Number,
        *,
        in_full: bool,
        spread: Spread | None = None,
        mean_hours: Number = None,
    ) -> Number:
        """Cost beyond so many hours of work: unused commitment and financing [USD]."""
        hours, usd = self.unused(held_hours, in_full=in_full, spread=spread, mean_hours=mean_hours)
        return hours * usd + (held_hours + hours) * self.financing_usd

    def outlay_beyond_usd(self, held_hours: Number, spread: Spread) -> Number:
        """The price of a device beyond what the run is charged for it [USD].

        Of what is rented, or shared with other work, nothing.
        """
        if self.outlay_usd is None or self.is_shared:
            return 0.0
        unused, _ = self.unused(held_hours, in_full=True, spread=spread)
        terms = (held_hours + unused) / self.term_hours
        charged = held_hours * self.unused_usd + self.usd(
            held_hours, in_full=self.in_full, spread=spread
        )
        return terms * self.outlay_usd - charged

    def outlasted_fraction(self, held_hours: Number, spread: Spread) -> Number:
        """Probability that a run of this mean outlasts the terms that the mean needs."""
        below, above = spread.deviations
        middle = held_hours * median_ratio(deviation_below=below, deviation_above=above)
        fraction = longer_fraction(
            log_ratio=log(middle / self.whole_hours(held_hours)),
            deviation_below=below,
            deviation_above=above,
        )
        return where(fraction < SMALLEST_FRACTION, 0.0, fraction)


def _expected_hours(term_hours: Number, held_hours: Number, spread: Spread) -> Number:
    """Expected committed hours for an expected number of hours.

    A block is booked for the mean, and extended if the run outlasts it: by days, Σ 24·P(t > 24·k)
    for k up to 13, and by weeks from 14 days.
    """
    below, above = spread.deviations
    if term_hours is None:
        return _expected_block_hours(held_hours, below, above)
    return term_hours * expected_terms(
        terms=held_hours / term_hours, deviation_below=below, deviation_above=above
    )


_kept_hours = lru_cache(maxsize=8192)(_expected_hours)
"""The same in floats, kept as the course of a run is."""


def _expected_block_hours(held_hours: Number, below: Number, above: Number) -> Number:
    middle_log = log(held_hours * median_ratio(deviation_below=below, deviation_above=above))

    def longer(hours: float) -> Number:
        return longer_fraction(
            log_ratio=middle_log - log(hours), deviation_below=below, deviation_above=above
        )

    step_hours = where(held_hours <= SHORT_BLOCKS_HOURS, BLOCK_HOURS, LONG_BLOCK_HOURS)
    booked_hours = ceil(held_hours / step_hours) * step_hours
    ends = [place * BLOCK_HOURS for place in range(1, int(SHORT_BLOCKS_HOURS / BLOCK_HOURS))]
    days = reduce(add, [where(booked_hours <= end, longer(end), 0.0) for end in ends])
    weeks = expected_terms_beyond(
        terms=held_hours / LONG_BLOCK_HOURS,
        # Weeks after the two that are sold by the day.
        booked_terms=greatest(booked_hours, SHORT_BLOCKS_HOURS) / LONG_BLOCK_HOURS,
        deviation_below=below,
        deviation_above=above,
    )
    return booked_hours + BLOCK_HOURS * days + LONG_BLOCK_HOURS * weeks


def commitment_of(
    terms: Terms,
    *,
    usd_per_device_hour: Number,
    list_usd: Number,
    capital_usd: Number,
    outlay_usd: Number,
) -> Commitment:
    """A commitment with these terms at a price, for floats or arrays.

    list_usd: price before the discount; capital_usd: price of an unused device-hour. Owned devices
    that are never used need neither staff nor a place. For rented devices it is the whole price
    [USD per device-hour]. outlay_usd: see Commitment.
    """
    upfront_usd = usd_per_device_hour * terms.upfront_fraction
    financing_usd: Number = 0.0
    # A block is paid for just before its use, and needs no financing.
    if terms.cost_of_capital_fraction is not None:
        financing_usd = capital.financing_usd_per_hour(
            upfront_usd_per_hour=upfront_usd,
            term_years=terms.term_hours / HOURS_PER_YEAR,
            cost_of_capital_fraction=terms.cost_of_capital_fraction,
        )
    return Commitment(
        term_hours=terms.term_hours,
        unused_usd=capital_usd,
        idle_usd=usd_per_device_hour,
        discount_usd=list_usd - usd_per_device_hour,
        financing_usd=financing_usd,
        upfront_usd=upfront_usd,
        use_fraction=terms.use_fraction,
        in_full=terms.in_full,
        is_shared=terms.is_shared,
        outlay_usd=outlay_usd,
    )
