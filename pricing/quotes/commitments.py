"""Commitments: capacity that is paid for whether it is used or not."""

from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from pricing.errors import InvalidQuery, NoPrice
from pricing.formulas import capital
from pricing.quotes.ledger import Ledger
from pricing.quotes.purchasing import Bought
from pricing.quotes.queries import CapacityPurchase, Commitments
from pricing.units import HOURS_PER_YEAR

TERM_YEARS = {"reserved_1y": 1.0, "reserved_3y": 3.0}

UPFRONT_FRACTIONS = {"none": 0.0, "partial": 0.5, "all": 1.0}
"""What is paid at the start of the term: half, where it is a part."""

BLOCK_HOURS, LONG_BLOCK_HOURS, SHORT_BLOCKS_HOURS = 24.0, 168.0, 336.0
"""Capacity blocks are sold by the day up to 14 days, and beyond by the week (Amazon EC2 user
guide, Capacity Blocks for ML)."""

MOST_BLOCK_HOURS, MOST_BLOCK_INSTANCES = 4368.0, 256.0
"""The longest one, and what an account may hold at a time."""


class Commitment(Struct, frozen=True, gc=False):
    """What is paid for beyond the hours of the run [USD per device-hour].

    term_hours: of a reserved term or of the life of what is owned; None for a capacity block,
    whose length is chosen for the run and whose rest is nobody else's; rest_usd: an hour of
    the rest of the term, discount off; idle_usd: an hour between one work and the next;
    discount_usd: taken off each; financing_usd: for paying early, by the hour of the term;
    upfront_usd: paid at the start, by the hour of the term; use_fraction: share of the term
    that is used, where others use it too; borne: whether the run pays for the rest of the term.
    """

    term_hours: float | None
    rest_usd: float
    idle_usd: float
    discount_usd: float
    financing_usd: float
    upfront_usd: float
    use_fraction: float
    borne: bool

    def unused_usd(self, *, borne: bool) -> float:
        """An hour without work that the run pays for."""
        return self.rest_usd if borne or self.term_hours is None else self.idle_usd

    def step_hours(self, held_hours: float) -> float:
        """What hours are committed in multiples of."""
        if self.term_hours is not None:
            return self.term_hours
        return BLOCK_HOURS if held_hours <= SHORT_BLOCKS_HOURS else LONG_BLOCK_HOURS

    def unused_hours(self, held_hours: float, *, borne: bool) -> float:
        """Hours without work that the run pays for.

        borne: the rest of the term is the run's; else it bears its share of what is idle.
        """
        if borne or self.term_hours is None:
            step = self.step_hours(held_hours)
            return ceil(held_hours / step) * step - held_hours
        return held_hours * (1.0 / self.use_fraction - 1.0)

    def usd(self, held_hours: float, *, borne: bool) -> float:
        """What it adds to so many hours of work: those without, and paying early."""
        unused = self.unused_hours(held_hours, borne=borne)
        return unused * self.unused_usd(borne=borne) + (held_hours + unused) * self.financing_usd


def committed(
    ledger: Ledger,
    purchase: CapacityPurchase,
    bought: Bought,
    asked: Commitments | None,
    *,
    field: str,
) -> tuple[Bought, Commitment | None]:
    """What a purchase commits to, and its price under the terms of payment.

    asked: who pays for the rest; left out, the run for that of a reserved term, and other work
    for that of what is owned, which is there for it.
    Raises InvalidQuery or NoPrice for terms that are not offered.
    """
    option = bought.price.option
    if purchase.upfront is not None and option not in TERM_YEARS:
        raise InvalidQuery(
            f"upfront is a term of reserved capacity, and the option is {option}",
            field=f"{field}.upfront",
        )
    if option in TERM_YEARS:
        return _reserved(ledger, purchase, bought, borne=asked != "amortised", field=field)
    if bought.owned is not None:
        # Devices that nobody uses for good need neither staff nor a place.
        return bought, Commitment(
            term_hours=bought.owned.life_years * HOURS_PER_YEAR,
            rest_usd=bought.owned.capital_usd,
            idle_usd=bought.owned.usd_per_device_hour,
            discount_usd=0.0,
            financing_usd=0.0,
            upfront_usd=0.0,
            use_fraction=_use_fraction(ledger, purchase),
            borne=asked == "borne",
        )
    if purchase.use_fraction is not None:
        raise InvalidQuery(
            f"use_fraction is of reserved or owned capacity, and the option is {option}",
            field=f"{field}.use_fraction",
        )
    if option == "capacity_block":
        usd = bought.price.usd_per_device_hour
        return bought, Commitment(
            term_hours=None,
            rest_usd=usd,
            idle_usd=usd,
            discount_usd=bought.list_usd_per_device_hour - usd,
            financing_usd=0.0,
            upfront_usd=usd,
            use_fraction=1.0,
            borne=True,
        )
    return bought, None


def _reserved(
    ledger: Ledger, purchase: CapacityPurchase, bought: Bought, *, borne: bool, field: str
) -> tuple[Bought, Commitment]:
    upfront = purchase.upfront or "none"
    if upfront != "none" and bought.price.basis != "given":
        bought = _at_ratio(bought, _upfront_ratio(ledger, bought, upfront, field=field), upfront)
    usd = bought.price.usd_per_device_hour
    upfront_usd = usd * UPFRONT_FRACTIONS[upfront]
    financing_usd = 0.0
    if upfront_usd:
        financing_usd = capital.financing_usd_per_hour(
            upfront_usd_per_hour=upfront_usd,
            term_years=TERM_YEARS[bought.price.option],
            cost_of_capital_fraction=ledger.assume("capital.cost_of_capital_fraction"),
        )
    return bought, Commitment(
        term_hours=TERM_YEARS[bought.price.option] * HOURS_PER_YEAR,
        rest_usd=usd,
        idle_usd=usd,
        discount_usd=bought.list_usd_per_device_hour - usd,
        financing_usd=financing_usd,
        upfront_usd=upfront_usd,
        use_fraction=_use_fraction(ledger, purchase),
        borne=borne,
    )


def _use_fraction(ledger: Ledger, purchase: CapacityPurchase) -> float:
    if purchase.use_fraction is not None:
        return purchase.use_fraction
    return ledger.assume_or("capital.use_fraction", otherwise=1.0)


def _upfront_ratio(ledger: Ledger, bought: Bought, upfront: str, *, field: str) -> float:
    """Price with so much upfront over the price with none."""
    key = f"reserved.{bought.provider}.{upfront}_upfront_ratio"
    if key not in ledger.catalog.assumptions:
        raise NoPrice(
            f"{bought.provider} sells {bought.price.option} with {upfront} upfront at no price that"
            f" release {ledger.catalog.name} knows",
            field=f"{field}.upfront",
            nearest=("none",),
        )
    return ledger.assume(key)


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
