"""Commitments: capacity that is paid for whether it is used or not."""

from functools import reduce
from operator import add

from msgspec import Struct
from msgspec.structs import replace

from pricing.errors import InvalidQuery, NoPrice
from pricing.formulas import capital
from pricing.formulas.whole_terms import expected_terms, longer_fraction, median_ratio
from pricing.numerics.number import Number, ceil, log, where
from pricing.purchasing.price import Bought
from pricing.purchasing.query import CapacityPurchase, Commitments
from pricing.quote.context import Ledger
from pricing.training.spread import Spread
from pricing.units import HOURS_PER_YEAR

TERM_YEARS = {"reserved_1y": 1.0, "reserved_3y": 3.0}

UPFRONT_FRACTIONS = {"none": 0.0, "partial": 0.5, "all": 1.0}
"""What is paid at the start of the term: half, where it is a part."""

BLOCK_HOURS, LONG_BLOCK_HOURS, SHORT_BLOCKS_HOURS = 24.0, 168.0, 336.0
"""Capacity blocks are sold by the day up to 14 days, and beyond by the week (Amazon EC2 user
guide, Capacity Blocks for ML)."""

MOST_BLOCK_HOURS, MOST_BLOCK_INSTANCES = 4368.0, 256.0
"""The longest one, and what an account may hold at a time."""


class Terms(Struct, frozen=True, gc=False):
    """What a purchase commits to, whatever its price.

    term_hours: of a reserved term or of the life of what is owned; None for a capacity block,
    whose length is chosen for the run and whose rest is nobody else's; use_fraction: share of
    the term that is used, where others use it too; borne: whether the run pays for the rest of
    the term; upfront_fraction: of the price, what is paid at the start of the term, which costs
    capital; cost_of_capital_fraction: None where that costs nothing.
    """

    term_hours: Number
    use_fraction: Number
    borne: bool
    upfront_fraction: Number = 0.0
    cost_of_capital_fraction: Number = None


class Commitment(Struct, frozen=True, gc=False):
    """What is paid for beyond the hours of the run [USD per device-hour].

    rest_usd: an hour of the rest of the term, discount off; idle_usd: an hour between one work
    and the next; discount_usd: taken off each; financing_usd: for paying early, by the hour of
    the term; upfront_usd: paid at the start, by the hour of the term; the others: see Terms.
    """

    term_hours: Number
    rest_usd: Number
    idle_usd: Number
    discount_usd: Number
    financing_usd: Number
    upfront_usd: Number
    use_fraction: Number
    borne: bool

    def step_hours(self, held_hours: Number) -> Number:
        """What hours are committed in multiples of."""
        if self.term_hours is not None:
            return self.term_hours
        return where(held_hours <= SHORT_BLOCKS_HOURS, BLOCK_HOURS, LONG_BLOCK_HOURS)

    def is_so(self, *, borne: bool) -> bool:
        """Whether the run bears the rest, or not; that of a block is in either."""
        return self.term_hours is None or self.borne is borne

    def whole_hours(self, held_hours: Number) -> Number:
        """What is committed for so many hours."""
        step_hours = self.step_hours(held_hours)
        return ceil(held_hours / step_hours) * step_hours

    def expected_hours(self, held_hours: Number, spread: Spread) -> Number:
        """What is committed in the mean, for so many hours in the mean.

        Blocks: days, Σ 24·P(t > 24·k) for k up to 13, and from 14 of them on weeks.
        """
        below, above = spread.deviations
        hours = self.term_hours
        if hours is None:
            return _expected_block_hours(held_hours, below, above)
        return hours * expected_terms(
            terms=held_hours / hours, deviation_below=below, deviation_above=above
        )

    def unused(
        self, held_hours: Number, *, borne: bool, spread: Spread | None = None
    ) -> tuple[Number, Number]:
        """Hours without work that the run pays for, and what one costs [USD].

        borne: the rest of the term is the run's, as that of a block always is; else it bears its
        share of what is idle; spread: of the hours, where they are those of the mean.
        """
        if not borne and self.term_hours is not None:
            return held_hours * (1.0 / self.use_fraction - 1.0), self.idle_usd
        if spread is None:
            return self.whole_hours(held_hours) - held_hours, self.rest_usd
        return self.expected_hours(held_hours, spread) - held_hours, self.rest_usd

    def usd(self, held_hours: Number, *, borne: bool, spread: Spread | None = None) -> Number:
        """What it adds to so many hours of work: those without, and paying early."""
        hours, usd = self.unused(held_hours, borne=borne, spread=spread)
        return hours * usd + (held_hours + hours) * self.financing_usd


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
    # Of weeks, those after the two that are sold by the day.
    beyond = weeks - 1.0 - longer(LONG_BLOCK_HOURS)
    return BLOCK_HOURS * days + LONG_BLOCK_HOURS * beyond


def committed(
    ledger: Ledger,
    purchase: CapacityPurchase,
    bought: Bought,
    asked: Commitments | None,
    *,
    field: str,
) -> tuple[Bought, Terms | None]:
    """What a purchase commits to, and its price under the terms of payment.

    asked: who pays for the rest; left out, the run for that of a reserved term, and other work
    for that of what is owned, which is there for it.
    Raises InvalidQuery or NoPrice for terms that are not offered.
    """
    option = bought.price.option
    if purchase.upfront is not None and option not in TERM_YEARS:
        raise InvalidQuery(
            f"upfront applies to reserved capacity, and the option is {option}",
            field=f"{field}.upfront",
        )
    if option in TERM_YEARS:
        return _reserved(ledger, purchase, bought, borne=asked != "amortised", field=field)
    if bought.owned is not None:
        return bought, Terms(
            term_hours=bought.owned.life_years * HOURS_PER_YEAR,
            use_fraction=_use_fraction(ledger, purchase),
            borne=asked == "borne",
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
        return bought, Terms(term_hours=None, use_fraction=1.0, borne=True, upfront_fraction=1.0)
    return bought, None


def commitment_of(
    terms: Terms, *, usd_per_device_hour: Number, list_usd: Number, capital_usd: Number
) -> Commitment:
    """What terms come to at a price, in floats or arrays.

    list_usd: before the discount; capital_usd: of it, what owned devices cost that nobody uses
    for good, and that need neither staff nor a place; all of it where they are rented [USD per
    device-hour].
    """
    upfront_usd = usd_per_device_hour * terms.upfront_fraction
    financing_usd: Number = 0.0
    # Of a block, which is paid for just before it is used, nobody counts it.
    if terms.cost_of_capital_fraction is not None:
        financing_usd = capital.financing_usd_per_hour(
            upfront_usd_per_hour=upfront_usd,
            term_years=terms.term_hours / HOURS_PER_YEAR,
            cost_of_capital_fraction=terms.cost_of_capital_fraction,
        )
    return Commitment(
        term_hours=terms.term_hours,
        rest_usd=capital_usd,
        idle_usd=usd_per_device_hour,
        discount_usd=list_usd - usd_per_device_hour,
        financing_usd=financing_usd,
        upfront_usd=upfront_usd,
        use_fraction=terms.use_fraction,
        borne=terms.borne,
    )


def _reserved(
    ledger: Ledger, purchase: CapacityPurchase, bought: Bought, *, borne: bool, field: str
) -> tuple[Bought, Terms]:
    upfront = purchase.upfront or "none"
    if upfront != "none" and bought.price.basis != "given":
        bought = _at_ratio(bought, _upfront_ratio(ledger, bought, upfront, field=field), upfront)
    upfront_fraction = UPFRONT_FRACTIONS[upfront]
    cost_of_capital_fraction = None
    if upfront_fraction:
        cost_of_capital_fraction = ledger.assume("capital.cost_of_capital_fraction") or None
    return bought, Terms(
        term_hours=TERM_YEARS[bought.price.option] * HOURS_PER_YEAR,
        use_fraction=_use_fraction(ledger, purchase),
        borne=borne,
        upfront_fraction=upfront_fraction,
        cost_of_capital_fraction=cost_of_capital_fraction,
    )


def _use_fraction(ledger: Ledger, purchase: CapacityPurchase) -> float:
    return ledger.given_or(purchase.use_fraction, "capital.use_fraction")


def _upfront_ratio(ledger: Ledger, bought: Bought, upfront: str, *, field: str) -> float:
    """Price with so much upfront over the price with none."""
    keys = {name: f"reserved.{bought.provider}.{name}_upfront_ratio" for name in UPFRONT_FRACTIONS}
    sold = [name for name, key in keys.items() if key in ledger.catalog.assumptions]
    if upfront not in sold:
        raise NoPrice(
            f"release {ledger.catalog.name} has no {bought.price.option} price of"
            f" {bought.provider} with {upfront} upfront",
            field=f"{field}.upfront",
            nearest=("none", *sold),
        )
    return ledger.assume(keys[upfront])


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
