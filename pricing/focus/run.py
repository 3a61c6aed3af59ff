"""The charges of a training run under its cheapest option."""

from collections.abc import Iterator, Sequence
from datetime import date

from msgspec.structs import replace

from pricing.errors import NoPrice
from pricing.fleet.purchases.plan_checks import SAVINGS_PLAN
from pricing.focus.charge import Charge, Commitment, Pricing, Resource
from pricing.focus.period import Period, period_within
from pricing.focus.run_items import OTHERS, on_demand_of, sku_of
from pricing.focus.skus import (
    AGREEMENT,
    OWNED,
    SELF,
    devices_per_unit,
    list_ratio,
    own_sku,
    pricing_of,
)
from pricing.purchasing.contracts.settlement import CONTRACT_ITEMS
from pricing.run_costs.answer import RunCostAnswer
from pricing.run_costs.answer_options import RunOption
from pricing.run_costs.calendar.months import RunMonth
from pricing.run_costs.calendar.payments import (
    FINANCING,
    UNUSED,
    Net,
    RunMonths,
    fees_of,
    nets_of,
    run_months,
    shares_of,
)
from pricing.units import UNITS_PER_USD


def run_charges(answer: RunCostAnswer, start: str) -> list[Charge]:
    """The charges of a run that begins on a day, under the option that costs least.

    Their effective costs add up to the mean cost. Billed costs are these without the cost of
    capital, which nobody invoices. Raises NoPrice without any option.
    """
    if not answer.ranking:
        raise NoPrice(
            "no purchase of this run has a price: see `unavailable` of its answer",
            field="purchases",
        )
    best = answer.ranking[0].purchase_index
    option = next(one for one in answer.options if one.purchase_index == best)
    months = run_months(option, date.fromisoformat(start))
    return sorted(_Run(answer, option, months).charges(), key=lambda one: one.first_day)


class _Run:
    """A run under one option."""

    def __init__(self, answer: RunCostAnswer, option: RunOption, months: RunMonths) -> None:
        self.option = option
        self.months = months
        count, device = answer.device_count, answer.device
        self.resource = Resource(f"{answer.model}/{count}x{device}", "Training run")
        self.sku = sku_of(option, device)
        self.is_owned = option.owned is not None
        self.on_demand = on_demand_of(answer, option)
        terms = option.commitment
        self.commitment = None
        if terms is not None and not self.is_owned:
            self.commitment = Commitment(
                id=f"{self.resource.id}/{option.option}",
                name=f"{option.option} for {terms.term_hours * terms.term_count:g} hours",
                type=option.option,
                spend=option.option.startswith(SAVINGS_PLAN),
            )

    def charges(self) -> Iterator[Charge]:
        """All charges."""
        nets = nets_of(self.option)
        covered: list[Charge] = []
        for net in nets:
            if not net.units:
                continue
            if net.item.name in OTHERS:
                yield from self._others(net)
            elif net.item.name == FINANCING:
                yield from self._financing(net)
            elif self.commitment is None:
                yield from self._rented(net)
            else:
                covered += self._covered(net, self.commitment)
        yield from covered
        if self.commitment is not None:
            yield from self._purchases(covered, self.commitment)
        yield from self._contracts()

    def _contracts(self) -> Iterator[Charge]:
        """What contracts over whole bills take off, as credits, and what is due of minimums."""
        days = {month.label: month for month in (*self.months.rest, *self.months.own)}
        for month in self.option.cash.months if self.option.cash else ():
            for item in CONTRACT_ITEMS:
                units = round(month.line_items_usd.get(item, 0.0) * UNITS_PER_USD)
                if not units:
                    continue
                sku = own_sku(item, AGREEMENT, "Units", self.sku.provider)
                yield period_within(days[month.month]).charge(
                    item,
                    f"{sku.meter} of {' and '.join(one.name for one in self.option.contracts)}",
                    sku,
                    units=units,
                    quantity=1.0 if units > 0 else -1.0,
                    category="Credit" if units < 0 else "Adjustment",
                    frequency="One-Time",
                )

    def _spread(self, net: Net) -> Iterator[tuple[Period, int, float]]:
        """An item by month: its cost, and its quantity."""
        months: Sequence[RunMonth] = self.months.of(net.item.name)
        total = sum(month.hours for month in months)
        for month, units in zip(months, shares_of(net, months), strict=True):
            yield period_within(month), units, net.item.quantity * month.hours / total

    def _prices(self) -> tuple[float, float]:
        """The list price and the contracted price of a unit [USD]."""
        option, devices = self.option, devices_per_unit(self.sku)
        usd = option.usd_per_device_hour * devices
        listed = usd * list_ratio(option.price) if option.price else usd
        if self.on_demand is None:
            return listed, usd
        on_demand = self.on_demand.usd_per_device_hour * devices
        own = on_demand if self.commitment is not None else usd
        price = self.on_demand.price
        return on_demand * (list_ratio(price) if price else 1.0), own

    def _rented(self, net: Net) -> Iterator[Charge]:
        """Device-hours that are charged as they are used."""
        list_usd, usd = self._prices()
        pricing: Pricing = pricing_of(self.option.option)
        if self.is_owned or self.option.parts:
            pricing = "Other"
        for period, units, quantity in self._spread(net):
            yield period.charge(
                net.item.name,
                f"{self.sku.meter}, {self.option.option}: {_words(net.item.name)}",
                self.sku,
                units=units,
                quantity=quantity / devices_per_unit(self.sku),
                list_usd=list_usd,
                contracted_usd=usd,
                pricing=pricing,
                resource=self.resource,
            )

    def _covered(self, net: Net, commitment: Commitment) -> Iterator[Charge]:
        """Device-hours that a commitment pays for: unused ones from the end of the run on."""
        list_usd, usd = self._prices()
        is_used = net.item.name != UNUSED
        for period, units, hours in self._spread(net):
            quantity = hours / devices_per_unit(self.sku)
            words = _words(net.item.name) if is_used else "unused part"
            yield period.charge(
                net.item.name,
                f"{self.sku.meter} under {commitment.name}: {words}",
                self.sku,
                units=units,
                quantity=quantity if is_used else 0.0,
                list_usd=list_usd,
                contracted_usd=usd,
                billed=0,
                pricing="Committed",
                resource=self.resource if is_used else commitment.resource,
                covered=commitment.covers("Used" if is_used else "Unused", quantity, units),
            )

    def _purchases(self, covered: Sequence[Charge], commitment: Commitment) -> Iterator[Charge]:
        """The invoices of a commitment: what is paid at the start, and the rest by month.

        Together they are what the charges that it covers cost.
        """
        by_day: dict[int, list[Charge]] = {}
        for charge in covered:
            by_day.setdefault(charge.first_day, []).append(charge)
        upfront, shares = fees_of(
            self.option, [sum(one.effective for one in charges) for charges in by_day.values()]
        )
        if upfront:
            yield self._purchase(covered[0], commitment, upfront, frequency="One-Time")
        for charges, share in zip(by_day.values(), shares, strict=True):
            if share:
                yield self._purchase(charges[0], commitment, share, frequency="Recurring")

    def _purchase(
        self, like: Charge, commitment: Commitment, units: int, *, frequency: str
    ) -> Charge:
        """A purchase in the period of a charge that it covers."""
        devices = devices_per_unit(self.sku)
        usd = self.option.usd_per_device_hour * devices
        price = self.option.price
        quantity = units / UNITS_PER_USD / usd
        return replace(
            like,
            item="commitment",
            description=f"{frequency} fee of {commitment.name}",
            quantity=quantity,
            list_usd=usd * (list_ratio(price) if price else 1.0),
            contracted_usd=usd,
            billed=units,
            effective=0,
            category="Purchase",
            frequency=frequency,
            pricing="Standard",
            resource=commitment.resource,
            covered=commitment.covers(None, quantity, units),
        )

    def _others(self, net: Net) -> Iterator[Charge]:
        """Items other than device-hours. What is carried away is charged at the end."""
        offering, unit = OTHERS[net.item.name]
        provider = SELF if net.item.name == "energy" else self.sku.provider
        sku = own_sku(net.item.name, offering, unit, provider)
        for period, units, quantity in self._spread(net):
            yield period.charge(
                net.item.name,
                sku.meter,
                sku,
                units=units,
                quantity=quantity,
                list_usd=net.item.usd_per_unit,
                contracted_usd=net.item.usd_per_unit,
            )

    def _financing(self, net: Net) -> Iterator[Charge]:
        """The cost of capital of what is paid early, which nobody invoices."""
        sku = own_sku(FINANCING, OWNED, "Hours")
        for period, units, quantity in self._spread(net):
            yield period.charge(
                FINANCING,
                "Cost of capital of what is paid early",
                sku,
                units=units,
                quantity=quantity,
                list_usd=net.item.usd_per_unit,
                contracted_usd=net.item.usd_per_unit,
                billed=0,
                pricing="Other",
            )


def _words(item: str) -> str:
    return item.replace("_", " ")
