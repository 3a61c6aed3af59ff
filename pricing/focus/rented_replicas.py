"""Charges of rented replicas: by the hour, and under commitments."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from pricing.fleet.arrays import Columns
from pricing.fleet.holdings import Holdings
from pricing.fleet.purchases import commitments as plans
from pricing.fleet.purchases.commitments import COMMITTED
from pricing.fleet.purchases.plan_checks import SAVINGS_PLAN
from pricing.fleet.purchases.price_path import PricePath
from pricing.fleet.service import Stage
from pricing.focus.charge import Charge, Commitment, Resource, Sku, Status
from pricing.focus.period import BilledMonths, Period
from pricing.focus.skus import compute_sku, devices_per_unit, list_ratio, pricing_of
from pricing.focus.upfront_charges import capital_charges, payment
from pricing.numerics.apportion import apportioned
from pricing.numerics.number import Array
from pricing.units import SECONDS_PER_HOUR

BEYOND = COMMITTED.index("beyond_usd")


class Use(NamedTuple):
    """Replica-hours of an item in every month of a stage, and what they cost [USD].

    status: whether they use a commitment; None by the hour; is_beyond: whether they are those of
    terms after the stage, as a ratio of them.
    """

    item: str
    status: Status | None
    hours: Array
    usd: Array
    is_beyond: bool = False


class Term(NamedTuple):
    """A commitment in a month: its cost in it, and after the stage, where it ends later [USD]."""

    held: plans.Commitment
    commitment: Commitment
    path: PricePath
    usd: float
    beyond_usd: float

    @property
    def beyond_hours(self) -> float:
        """Replica-hours after the stage."""
        return self.beyond_usd / float(self.held.offer.usd_per_replica_hour[self.held.first])


def uses_of(of: Columns) -> list[Use]:
    """The replica-hours of every item of rented replicas, as pricing.fleet.bill charges them."""
    base, hourly = of["committed_usd"], of["hourly_usd"]
    burst_hours = of["running_hours"] - of["base_hours"]
    redundant_burst = of["redundant_burst_hours"]
    redundant_base = of["redundant_hours"] - of["redundant_owned_hours"] - redundant_burst
    committed_hours = of["base_hours"] - of["owned_hours"]
    held_hours = (of["base"] - of["owned"]) * of["hours"]
    unused = held_hours - committed_hours
    cover = of["cover_fraction"]
    spare_burst = of["burst_unused_device_hours"] / np.maximum(of["devices"], 1.0)
    beyond_usd = of["beyond_usd"]
    paid = held_hours * base + beyond_usd
    spare = of["base_unused_usd"] / np.where(paid > 0.0, paid, 1.0)

    def used(item: str, hours: Array) -> Use:
        return Use(item, "Used", hours, hours * base)

    def left(item: str, ratio: Array) -> tuple[Use, Use]:
        return (
            Use(item, "Unused", ratio * unused, ratio * unused * base),
            Use(item, "Unused", ratio, ratio * beyond_usd, is_beyond=True),
        )

    def by_the_hour(item: str, hours: Array) -> Use:
        return Use(item, None, hours, hours * hourly)

    starts = of["starts"] * of["startup_seconds"] / SECONDS_PER_HOUR
    return [
        used("compute_base", committed_hours - redundant_base),
        used("redundancy", redundant_base),
        used("instance_unused", spare * committed_hours),
        *left("instance_unused", spare),
        *left("commitment_unused", np.ones(len(base))),
        by_the_hour("compute_burst", burst_hours - redundant_burst),
        by_the_hour("redundancy", redundant_burst),
        by_the_hour("startup", starts),
        by_the_hour("spot_cover", burst_hours * cover),
        by_the_hour("instance_unused", spare_burst * (1.0 + cover)),
    ]


def rented_charges(
    stage: Stage, holdings: Holdings, months: BilledMonths, resource: Resource
) -> Iterator[Charge]:
    """The charges of the rented replicas of a stage."""
    rented = Rented(stage, holdings, resource)
    uses = [use for use in uses_of(months.of) if use.item in months.units]
    for month, period in enumerate(months.periods):
        terms = rented.terms(month, float(months.of["hours"][month]))
        shares = _shares(uses, months.units, month)
        yield from rented.of_month(month, period, terms, shares)
    yield from rented.payments(months.periods)
    yield from capital_charges(months)


def _shares(
    uses: Sequence[Use], units: Mapping[str, Sequence[int]], month: int
) -> Iterator[tuple[Use, int]]:
    """The uses of a month that cost something, with their shares of what their items cost."""
    for item in dict.fromkeys(use.item for use in uses):
        own = [use for use in uses if use.item == item]
        shares = apportioned(units[item][month], [float(use.usd[month]) for use in own])
        for use, share in zip(own, shares, strict=True):
            if share or use.usd[month]:
                yield use, share


class Rented:
    """The SKUs and commitments of a stage."""

    def __init__(self, stage: Stage, holdings: Holdings, resource: Resource) -> None:
        self.stage = stage
        self.resource = resource
        self.holdings = holdings
        self.device = stage.fleet.device_name
        self._prepaid: dict[Commitment, tuple[Sku, int, int, float]] = {}

    def of_month(
        self,
        month: int,
        period: Period,
        terms: Sequence[Term],
        shares: Iterable[tuple[Use, int]],
    ) -> Iterator[Charge]:
        """The charges of a month: uses by the hour and of terms, then the invoices of terms."""
        billed, held_hours = [0] * len(terms), [0.0] * len(terms)
        for use, share in shares:
            hours = float(use.hours[month])
            if use.status is None:
                yield self.hourly(use, hours, share, month, period)
                continue
            for at, (term, part_hours, part) in enumerate(_by_term(use, hours, share, terms)):
                if use.is_beyond and not part:
                    continue
                billed[at] += part
                held_hours[at] += part_hours
                yield self.covered(use, term, part_hours, part, month, period)
        for term, hours, units in zip(terms, held_hours, billed, strict=True):
            yield from self.purchases(term, hours, units, period)

    def terms(self, month: int, hours: float) -> list[Term]:
        """The commitments of a month of the stage."""
        found = []
        for place, held in enumerate(self.holdings.commitments, start=1):
            offer = held.offer
            if not held.first <= month < held.first + offer.months or not held.replicas:
                continue
            option = offer.option
            commitment = Commitment(
                id=f"{self.resource.id}/{option}/{place}",
                name=_name_of(held),
                type=option,
                spend=option.startswith(SAVINGS_PLAN),
            )
            usd = float(offer.usd_per_replica_hour[held.first]) * held.replicas * hours
            if offer.path is not None:
                beyond_usd = float(self.holdings.by_commitment[BEYOND, place - 1, month])
                found.append(Term(held, commitment, offer.path, usd, beyond_usd))
        return found

    def _sku(self, path: PricePath) -> Sku:
        bought = path.bought
        return compute_sku(bought.price, self.device, bought.provider, bought.region)

    def _unit(self, sku: Sku, replica_hours: float) -> float:
        """Replica-hours in units of a SKU."""
        return replica_hours * self.stage.fleet.device_count / devices_per_unit(sku)

    def _prices(self, path: PricePath, sku: Sku, month: int) -> tuple[float, float]:
        """The list price and the contracted price of a unit of a SKU [USD]."""
        usd = float(path.usd_per_device_hour[self.stage.first + month]) * devices_per_unit(sku)
        return usd * list_ratio(path.bought.price), usd

    def hourly(self, use: Use, hours: float, units: int, month: int, period: Period) -> Charge:
        """A charge of replicas by the hour. The list price of spot is that on demand."""
        path = self.stage.sourcing.hourly or self.stage.on_demand
        if path is None:
            path = self.stage.sourcing.committed[0]
        sku = self._sku(path)
        list_usd, usd = self._prices(path, sku, month)
        on_demand = self.stage.on_demand
        if path.option == "spot" and on_demand is not None:
            list_usd = self._prices(on_demand, sku, month)[0]
        return period.charge(
            use.item,
            f"{sku.meter} of {self.device}, {path.option}",
            sku,
            units=units,
            quantity=self._unit(sku, hours),
            list_usd=list_usd,
            contracted_usd=usd,
            pricing=pricing_of(path.option),
            resource=self.resource,
            option=path.option,
            device_hours=hours * self.stage.fleet.device_count,
        )

    def covered(
        self, use: Use, term: Term, hours: float, units: int, month: int, period: Period
    ) -> Charge:
        """A charge that a commitment pays for, used or unused.

        The list price is that on demand. Nothing is priced of unused hours.
        """
        path = self.stage.on_demand or term.path
        sku = self._sku(path)
        list_usd, usd = self._prices(path, sku, month)
        is_used = use.status == "Used"
        quantity = self._unit(sku, hours)
        words = f"{sku.meter} of {self.device} under {term.commitment.name}"
        rest = "Rest" if use.is_beyond else "Unused part"
        return period.charge(
            use.item,
            words if is_used else f"{rest} of {term.commitment.name}",
            sku,
            units=units,
            quantity=quantity if is_used else 0.0,
            list_usd=list_usd,
            contracted_usd=usd,
            billed=0,
            pricing="Committed",
            resource=self.resource if is_used else term.commitment.resource,
            covered=term.commitment.covers(use.status, quantity, units),
            option=term.commitment.type,
            device_hours=hours * self.stage.fleet.device_count,
        )

    def purchases(self, term: Term, hours: float, billed: int, period: Period) -> Iterator[Charge]:
        """What is invoiced of a commitment for a month, without what is paid upfront."""
        early = round(billed * term.held.offer.upfront_fraction)
        if early:
            sku = self._sku(term.path)
            _, _, before, quantity = self._prepaid.get(term.commitment, (sku, 0, 0, 0.0))
            quantity += self._unit(sku, hours)
            self._prepaid[term.commitment] = (sku, term.held.first, before + early, quantity)
        if billed > early:
            yield self._purchase(term, hours, billed - early, period)

    def payments(self, periods: Sequence[Period]) -> Iterator[Charge]:
        """What is paid upfront for all months, each payment when its term begins."""
        for commitment, (sku, first, early, quantity) in self._prepaid.items():
            yield payment(commitment, sku, early, quantity, periods[first])

    def _purchase(self, term: Term, hours: float, billed: int, period: Period) -> Charge:
        """The part of a commitment that is invoiced for a month."""
        sku = self._sku(term.path)
        price = float(term.held.offer.usd_per_replica_hour[term.held.first])
        usd = price / self.stage.fleet.device_count * devices_per_unit(sku)
        usd *= 1.0 - term.held.offer.upfront_fraction
        quantity = self._unit(sku, hours)
        return period.charge(
            "commitment",
            f"Recurring fee of {term.commitment.name}",
            sku,
            units=billed,
            quantity=quantity,
            list_usd=usd * list_ratio(term.path.bought.price),
            contracted_usd=usd,
            effective=0,
            category="Purchase",
            frequency="Recurring",
            resource=term.commitment.resource,
            covered=term.commitment.covers(None, quantity, billed),
        )


def _by_term(
    use: Use, hours: float, units: int, terms: Sequence[Term]
) -> Iterator[tuple[Term, float, int]]:
    """The parts of a use that each term bears: its hours, and its share of the cost."""
    weights = [term.beyond_usd if use.is_beyond else term.usd for term in terms]
    replicas = sum(term.held.replicas for term in terms)
    for term, part in zip(terms, apportioned(units, weights), strict=True):
        ratio = term.beyond_hours if use.is_beyond else term.held.replicas / replicas
        yield term, hours * ratio, part


def _name_of(held: plans.Commitment) -> str:
    """What is committed, in words."""
    offer = held.offer
    what = f"{held.replicas:g} replicas"
    if offer.is_spend:
        what = f"{held.replicas * float(offer.usd_per_replica_hour[held.first]):.2f} USD an hour"
    return f"{what} on {offer.option} for {offer.months} months"
