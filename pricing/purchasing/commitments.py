"""Commitments of a run: capacity that is paid for whether it is used or not."""

from functools import lru_cache, reduce
from operator import add
from types import NoneType

from msgspec import Struct
from msgspec.structs import replace

from pricing.errors import InvalidQuery, NoPrice
from pricing.formulas import capital
from pricing.formulas.whole_terms import expected_terms, longer_fraction, median_ratio
from pricing.numerics.number import Number, ceil, log, where
from pricing.purchasing.price import Bought
from pricing.purchasing.query import CapacityPurchase, Commitments
from pricing.quote.context import QuoteContext
from pricing.training.spread import Spread
from pricing.units import HOURS_PER_YEAR

TERM_YEARS = {"reserved_1y": 1.0, "reserved_3y": 3.0}

UPFRONT_FRACTIONS = {"none": 0.0, "partial": 0.5, "all": 1.0}
"""Share of the price that is paid at the start of the term. A partial upfront payment is half."""

BLOCK_HOURS, LONG_BLOCK_HOURS, SHORT_BLOCKS_HOURS = 24.0, 168.0, 336.0
"""Capacity blocks are sold by the day up to 14 days, and by the week beyond (Amazon EC2 user
guide, Capacity Blocks for ML)."""

MOST_BLOCK_HOURS, MOST_BLOCK_INSTANCES = 4368.0, 256.0
"""The longest block, and the most instances that an account may hold at a time."""


FLOATS = {float, NoneType}


class Terms(Struct, frozen=True, gc=False):
    """The terms of a commitment without its price.

    term_hours: length of a reserved term, or life of owned devices. It is None for a capacity
    block, whose length is chosen for the run. use_fraction: share of the term that all work uses;
    in_full: whether unused commitment is charged in full to the run, instead of pro rata;
    upfront_fraction: share of the price that is paid at the start of the term;
    cost_of_capital_fraction: of this payment, None if it has no cost.
    """

    term_hours: Number
    use_fraction: Number
    in_full: bool
    upfront_fraction: Number = 0.0
    cost_of_capital_fraction: Number = None


class Commitment(Struct, frozen=True, gc=False):
    """The prices of a commitment beyond the hours of the run [USD per device-hour].

    unused_usd: an hour of unused commitment after the discount; idle_usd: an idle hour between two
    works; discount_usd: discount on each; financing_usd: financing cost of paying upfront, by the
    hour of the term; upfront_usd: upfront payment, by the hour of the term. Others: see Terms.
    """

    term_hours: Number
    unused_usd: Number
    idle_usd: Number
    discount_usd: Number
    financing_usd: Number
    upfront_usd: Number
    use_fraction: Number
    in_full: bool

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
        self, held_hours: Number, *, in_full: bool, spread: Spread | None = None
    ) -> tuple[Number, Number]:
        """Hours without work that are charged to the run, and the price of one [USD].

        in_full: whether unused commitment is charged in full, as that of a block always is.
        Otherwise the run pays its share of idle hours. spread: distribution of the hours, if
        they are a mean.
        """
        if not in_full and self.term_hours is not None:
            return held_hours * (1.0 / self.use_fraction - 1.0), self.idle_usd
        if spread is None:
            return self.whole_hours(held_hours) - held_hours, self.unused_usd
        kinds = {type(held_hours), type(self.term_hours), type(spread.low)}
        expected_hours = _kept_hours if kinds <= FLOATS else _expected_hours
        return expected_hours(self.term_hours, held_hours, spread) - held_hours, self.unused_usd

    def usd(self, held_hours: Number, *, in_full: bool, spread: Spread | None = None) -> Number:
        """Cost beyond so many hours of work: unused commitment and financing [USD]."""
        hours, usd = self.unused(held_hours, in_full=in_full, spread=spread)
        return hours * usd + (held_hours + hours) * self.financing_usd


def _expected_hours(term_hours: Number, held_hours: Number, spread: Spread) -> Number:
    """Expected committed hours for an expected number of hours.

    Blocks: days, Σ 24·P(t > 24·k) for k up to 13, and weeks from 14 days.
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

    count = int(SHORT_BLOCKS_HOURS / BLOCK_HOURS)
    days = reduce(add, [longer(place * BLOCK_HOURS) for place in range(1, count)], 1.0)
    weeks = expected_terms(
        terms=held_hours / LONG_BLOCK_HOURS, deviation_below=below, deviation_above=above
    )
    # Weeks after the two that are sold by the day.
    beyond = weeks - 1.0 - longer(LONG_BLOCK_HOURS)
    return BLOCK_HOURS * days + LONG_BLOCK_HOURS * beyond


def committed(
    context: QuoteContext,
    purchase: CapacityPurchase,
    bought: Bought,
    asked: Commitments | None,
    *,
    field: str,
) -> tuple[Bought, Terms | None]:
    """The terms of a purchase, and its price with them.

    asked: how unused commitment is charged. Default: in full for a reserved term, pro rata for
    owned devices, which other work uses later.
    Raises InvalidQuery or NoPrice for terms that are not offered.
    """
    option = bought.price.option
    if purchase.upfront is not None and option not in TERM_YEARS:
        raise InvalidQuery(
            f"upfront applies to reserved capacity, and the option is {option}",
            field=f"{field}.upfront",
        )
    if option in TERM_YEARS:
        return _reserved(context, purchase, bought, in_full=asked != "amortised", field=field)
    if bought.owned is not None:
        return bought, Terms(
            term_hours=bought.owned.life_years * HOURS_PER_YEAR,
            use_fraction=_use_fraction(context, purchase),
            in_full=asked == "borne",
        )
    if purchase.use_fraction is not None and option == "owned":
        raise InvalidQuery(
            "usd_per_device_hour already includes all costs of owning: leave out use_fraction or"
            " usd_per_device_hour",
            field=f"{field}.use_fraction",
        )
    if purchase.use_fraction is not None:
        raise InvalidQuery(
            f"use_fraction applies to reserved or owned capacity, and the option is {option}",
            field=f"{field}.use_fraction",
        )
    if option == "capacity_block":
        return bought, Terms(term_hours=None, use_fraction=1.0, in_full=True, upfront_fraction=1.0)
    return bought, None


def commitment_of(
    terms: Terms, *, usd_per_device_hour: Number, list_usd: Number, capital_usd: Number
) -> Commitment:
    """A commitment with these terms at a price, for floats or arrays.

    list_usd: price before the discount; capital_usd: price of an unused device-hour. Owned devices
    that are never used need neither staff nor a place. For rented devices it is the whole price
    [USD per device-hour].
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
    )


def _reserved(
    context: QuoteContext, purchase: CapacityPurchase, bought: Bought, *, in_full: bool, field: str
) -> tuple[Bought, Terms]:
    upfront = purchase.upfront or "none"
    if upfront != "none" and bought.price.basis != "given":
        bought = _at_ratio(bought, _upfront_ratio(context, bought, upfront, field=field), upfront)
    upfront_fraction = UPFRONT_FRACTIONS[upfront]
    cost_of_capital_fraction = None
    if upfront_fraction:
        cost_of_capital_fraction = context.assume("capital.cost_of_capital_fraction") or None
    return bought, Terms(
        term_hours=TERM_YEARS[bought.price.option] * HOURS_PER_YEAR,
        use_fraction=_use_fraction(context, purchase),
        in_full=in_full,
        upfront_fraction=upfront_fraction,
        cost_of_capital_fraction=cost_of_capital_fraction,
    )


def _use_fraction(context: QuoteContext, purchase: CapacityPurchase) -> float:
    return context.given_or(purchase.use_fraction, "capital.use_fraction")


def _upfront_ratio(context: QuoteContext, bought: Bought, upfront: str, *, field: str) -> float:
    """Price with this upfront payment over the price without."""
    keys = {name: f"reserved.{bought.provider}.{name}_upfront_ratio" for name in UPFRONT_FRACTIONS}
    sold = [name for name, key in keys.items() if key in context.catalog.assumptions]
    if upfront not in sold:
        raise NoPrice(
            f"release {context.catalog.name} has no {bought.price.option} price of"
            f" {bought.provider} with {upfront} upfront",
            field=f"{field}.upfront",
            nearest=("none", *sold),
        )
    return context.assume(keys[upfront])


def _at_ratio(bought: Bought, ratio: float, upfront: str) -> Bought:
    price = bought.price
    return replace(
        bought,
        price=replace(
            price,
            usd_per_device_hour=price.usd_per_device_hour * ratio,
            basis="estimated",
            selection=f"{price.selection} × {ratio:.3g} ({upfront} upfront)",
        ),
        list_usd_per_device_hour=bought.list_usd_per_device_hour * ratio,
    )
