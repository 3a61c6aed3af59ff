"""The terms of an owned or leased device, with all defaults: one reading for every question."""

from datetime import date

from msgspec import Struct

from pricing.catalog.rows import Assumption, Device
from pricing.errors import InvalidQuery, NoPrice
from pricing.formulas import capital
from pricing.purchasing.estimated_prices import rented_options
from pricing.purchasing.owning.cost import OwnedCost
from pricing.purchasing.owning.query import Financing, Lease, Ownership
from pricing.purchasing.owning.running_cost import Running, running_of
from pricing.purchasing.query import Purchase
from pricing.quote.context import QuoteContext
from pricing.units import MONTHS_PER_YEAR

LEAST_ANNUITY_FRACTION = 1e-8
"""Yearly cost of capital below which straight-line depreciation replaces the annuity. The annuity
is then a difference of almost equal numbers, and both agree to eight digits."""

USUAL_OWNERSHIP = Ownership()


class OwnedTerms(Struct, frozen=True):
    """The terms of one owned device before discounts, with all defaults [USD, months, fractions].

    price_usd: paid at the purchase, or after the term of a lease; own_months: depreciation life
    from then on, 0 of a lease that ends with its term; residual_fraction: left after it, over
    price_usd; outlay_usd: all that is paid for the device itself; low_ratio, high_ratio: ends of
    the range of the price.
    """

    price_usd: float
    own_months: int
    residual_fraction: float
    is_declining: bool
    is_annuity: bool
    cost_of_capital_fraction: float
    lease: Lease | None
    financing: Financing | None
    outlay_usd: float
    running: Running
    origin: str
    source: str
    low_ratio: float = 1.0
    high_ratio: float = 1.0

    @property
    def lease_months(self) -> int:
        """Months of the lease."""
        return self.lease.term_months if self.lease else 0

    @property
    def life_months(self) -> int:
        """Months from purchase or lease until the device is gone."""
        return self.lease_months + self.own_months

    @property
    def cost(self) -> OwnedCost:
        """What the device costs an hour, in the mean of its life."""
        depreciation, cost_of_capital, lease_usd = 0.0, 0.0, 0.0
        if self.own_months:
            own_fraction = self.own_months / self.life_months
            lost, whole = self.owned_usd_per_hour
            depreciation, cost_of_capital = lost * own_fraction, (whole - lost) * own_fraction
        if self.lease:
            lease_usd = float(
                capital.lease_usd_per_hour(
                    usd_per_month=self.lease.usd_per_device_month,
                    term_months=self.lease_months,
                    life_months=self.life_months,
                )
            )
        return OwnedCost(
            depreciation=depreciation,
            cost_of_capital=cost_of_capital,
            lease=lease_usd,
            operations=self.running.operations,
            support=self.running.support,
            spares=self.running.spares,
            staff=self.running.staff,
            software=self.running.software,
            hosting=self.running.hosting,
            life_years=self.life_months / MONTHS_PER_YEAR,
            purchase_usd=self.outlay_usd,
            people_usd=self.running.people,
        )

    @property
    def owned_usd_per_hour(self) -> tuple[float, float]:
        """Depreciation of the months in which it is owned, and that with the cost of capital."""
        of_price = {
            "purchase_usd": self.price_usd,
            "residual_fraction": self.residual_fraction,
            "life_years": self.own_months / MONTHS_PER_YEAR,
        }
        method = capital.straight_line_usd_per_hour
        if self.is_declining:
            method = capital.declining_usd_per_hour
        elif self.is_annuity:
            method = capital.annuity_usd_per_hour
        whole = method(**of_price, cost_of_capital_fraction=self.cost_of_capital_fraction)
        return float(capital.depreciation_usd_per_hour(**of_price)), float(whole)


def owned_terms(
    context: QuoteContext, device: Device, purchase: Purchase, *, field: str
) -> OwnedTerms:
    """The terms of an owned device. Raises NoPrice, or InvalidQuery for contradictory ones."""
    terms = purchase.ownership or USUAL_OWNERSHIP
    place = f"{field}.ownership"
    _check(terms, place=place)
    lease = terms.lease
    price_usd, origin = _purchase_price(context, device, purchase, terms, field=field)
    stays = lease is None or lease.buyout_usd is not None
    own_months, residual_fraction, rate = 0, 0.0, 0.0
    if stays:
        life_years = context.given_or(terms.life_years, "capital.life_years")
        own_months = max(1, round(MONTHS_PER_YEAR * life_years))
        residual_fraction = context.given_or(terms.residual_fraction, "capital.residual_fraction")
        rate = cost_of_capital(context, terms)
    running = running_of(context, device, terms, price_usd, place=place)
    paid_usd = outlay_usd = price_usd
    if lease is not None:
        paid_usd = lease.buyout_usd or 0.0
        outlay_usd = lease.usd_per_device_month * lease.term_months + paid_usd
        origin = f"the caller's own lease of {lease.term_months} months"
        if stays:
            own_months = _months_after(lease, own_months, place=place)
            left_usd = price_usd * residual_fraction
            residual_fraction = min(left_usd / paid_usd, 1.0) if paid_usd else 1.0
    is_declining = terms.depreciation == "declining" and stays and residual_fraction < 1.0
    if is_declining and not residual_fraction:
        raise InvalidQuery(
            "a declining balance never reaches 0: give a residual_fraction above 0",
            field=f"{place}.residual_fraction",
        )
    low_ratio, high_ratio = _end_ratios(device, terms)
    return OwnedTerms(
        price_usd=paid_usd,
        own_months=own_months,
        residual_fraction=residual_fraction,
        is_declining=is_declining,
        is_annuity=terms.depreciation == "annuity" and rate >= LEAST_ANNUITY_FRACTION,
        cost_of_capital_fraction=rate,
        lease=lease,
        financing=terms.financing,
        outlay_usd=outlay_usd,
        running=running,
        origin=origin,
        source=_source(device, terms),
        low_ratio=low_ratio,
        high_ratio=high_ratio,
    )


def _months_after(lease: Lease, life_months: int, *, place: str) -> int:
    """The months in which devices are owned that are bought out of a lease."""
    if life_months <= lease.term_months:
        raise InvalidQuery(
            f"devices that are bought out after {lease.term_months} months stay longer than"
            " that: give a longer life_years, or leave out lease.buyout_usd",
            field=f"{place}.life_years",
        )
    return life_months - lease.term_months


def cost_of_capital(context: QuoteContext, terms: Ownership) -> float:
    """What capital costs a year: as given, or weighted with the interest of a loan [fraction]."""
    own = context.given_or(terms.cost_of_capital_fraction, "capital.cost_of_capital_fraction")
    if terms.financing is None:
        return own
    return float(
        capital.weighted_cost_of_capital_fraction(
            debt_fraction=terms.financing.debt_fraction,
            interest_fraction=terms.financing.interest_fraction,
            equity_fraction=own,
        )
    )


def _check(terms: Ownership, *, place: str) -> None:
    """Refuse terms of buying beside those of a lease."""
    lease = terms.lease
    if lease is None:
        return
    wrong = [name for name in ("network_fraction", "storage_fraction") if getattr(terms, name)]
    if terms.financing is not None:
        wrong.append("financing")
    if wrong:
        raise InvalidQuery(
            f"the payments of a lease include all of the devices: leave out {wrong[0]}, or lease",
            field=f"{place}.{wrong[0]}",
        )
    if lease.buyout_usd is not None:
        return
    for name in ("life_years", "residual_fraction"):
        if getattr(terms, name) is not None:
            raise InvalidQuery(
                f"leased devices go back after their term: leave out {name}, or give"
                " lease.buyout_usd",
                field=f"{place}.{name}",
            )


def _end_ratios(device: Device, terms: Ownership) -> tuple[float, float]:
    """The ends of the range of a purchase price over it; 1 for the caller's own price."""
    usd = device.purchase_usd
    if terms.lease is not None or terms.purchase_usd is not None or usd is None:
        return 1.0, 1.0
    return (device.purchase_low_usd or usd) / usd, (device.purchase_high_usd or usd) / usd


def _source(device: Device, terms: Ownership) -> str:
    if terms.lease is not None:
        return "ownership.lease"
    if terms.purchase_usd is not None:
        return "ownership.purchase_usd"
    return f"devices.{device.name}.purchase_usd"


def _purchase_price(
    context: QuoteContext, device: Device, purchase: Purchase, terms: Ownership, *, field: str
) -> tuple[float, str]:
    """Price of a device with host, network and storage before discounts [USD], and its source."""
    if date.fromordinal(context.day).year < device.year:
        context.warn(
            f"{device.name} was released in {device.year}, after {context.as_of}: nobody could own"
            " it then, and its costs are those of later years"
        )
    whole = 1.0 + terms.network_fraction + terms.storage_fraction
    if terms.purchase_usd is not None:
        return terms.purchase_usd * whole, "the caller's own price"
    if device.purchase_usd is None:
        raise NoPrice(
            f"release {context.catalog.name} has no purchase price of {device.name}",
            field=f"{field}.option",
            nearest=rented_options(context, device, purchase),
        )
    context.assume(
        Assumption(
            key=f"devices.{device.name}.purchase_usd",
            value=device.purchase_usd,
            unit="USD",
            low=device.purchase_low_usd,
            high=device.purchase_high_usd,
            source=device.purchase_source or "",
            confidence="unverified",
        )
    )
    hosted = 1.0 if device.purchase_includes_host else 1.0 + context.assume("capital.host_fraction")
    return device.purchase_usd * hosted * whole, device.purchase_source or ""
