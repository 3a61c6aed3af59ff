"""Offers: ways of buying the capacity of one run, priced and placed."""

from functools import lru_cache
from math import fsum, isclose
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.instances import Need
from pricing.catalog.listed.places import PriceQuestion
from pricing.catalog.rows import Device
from pricing.errors import Infeasible, InvalidQuery, Refusal
from pricing.formulas import power
from pricing.numerics.number import Number, otherwise
from pricing.purchasing.buy import buy
from pricing.purchasing.commitments import committed
from pricing.purchasing.one_provider import side_by_side
from pricing.purchasing.price import Bought, Rate
from pricing.purchasing.query import CapacityPurchase, Commitments, Facility, MixPart, RunPurchase
from pricing.purchasing.site import Site, site_of
from pricing.purchasing.terms import MOST_BLOCK_INSTANCES, Commitment, Terms, commitment_of
from pricing.quote.context import QuoteContext, Snapshot
from pricing.run_costs.interruptions import (
    SpotRates,
    preempted,
    spot_rates,
    usual_instance_device_count,
)
from pricing.run_costs.query import USUAL_OPTIONS, RunCostQuery
from pricing.run_costs.query_training import Reliability
from pricing.run_costs.tasks.task import Task
from pricing.run_costs.work import Work
from pricing.training.course import Stops

PLAIN = CapacityPurchase()

USUAL_PURCHASES = side_by_side([RunPurchase(option=option) for option in USUAL_OPTIONS])
"""What is set side by side unless a query says otherwise."""

BLOCK = RunPurchase(option="capacity_block")
"""What comes in addition where it is sold. It stands alone: one cloud sells it."""


class Deal(Struct, frozen=True, gc=False):
    """What a purchase comes to, whatever runs on the devices. Floats or arrays.

    terms: what it commits to; spot: how often it is preempted; None where it is not.
    """

    option: str
    rate: Rate
    terms: Terms | None
    place: Site
    spot: SpotRates | None


class Part(Struct, frozen=True, gc=False):
    """Devices that are bought one way.

    device_fraction: of the run's devices; option: how they are bought; held_fraction: of these
    devices, while the run waits for capacity; kilowatts: at the meter, a device;
    usd_per_kilowatt_hour: 0 where the price includes energy. Floats or arrays.
    """

    device_fraction: float
    option: str
    rate: Rate
    commitment: Commitment | None
    held_fraction: Number
    kilowatts: Number
    usd_per_kilowatt_hour: Number
    grams_co2e_per_kilowatt_hour: Number

    @property
    def owned(self) -> bool:
        """Whether they are the caller's own, at a price of the caller's too."""
        return self.option == "owned"

    @property
    def energy_usd_per_hour(self) -> Number:
        """Energy of a device that is paid besides its price."""
        return self.kilowatts * self.usd_per_kilowatt_hour


class Offer(Struct, frozen=True, gc=False):
    """One way of buying the capacity of the run, and what stops the run under it.

    index: its place among the purchases; preempted, owned: whether any of it is spot, or owned;
    bought: the price of each part, as an answer shows it; is_asked: whether owning, if it owns, was
    asked for.
    """

    index: int
    option: str
    parts: tuple[Part, ...]
    stops: Stops
    preempted: bool
    owned: bool
    bought: tuple[Bought, ...] = ()
    is_asked: bool = True


class Market(Struct, frozen=True):
    """What all offers of one run share; system_watts: see system_watts_of."""

    context: QuoteContext
    task: Task
    work: Work
    system_watts: float


def system_watts_of(context: QuoteContext, device: Device) -> float:
    """What a device draws in training, with its share of the host."""
    context.assume_tdp(device)
    return float(
        power.system_watts(
            device_watts=device.tdp_watts * context.assume("power.training_tdp_fraction"),
            host_watts=context.assume_host_watts(device),
            devices=1.0,
        )
    )


def purchases_of(
    context: QuoteContext, device: Device, query: RunCostQuery
) -> tuple[RunPurchase, ...]:
    """The purchases that a query asks for, else the usual ones."""
    if query.purchases is not None:
        return side_by_side(query.purchases)
    if context.catalog.prices.find(PriceQuestion(device.name, "capacity_block"), context.day):
        return (*USUAL_PURCHASES, BLOCK)
    return USUAL_PURCHASES


def offer_of(market: Market, index: int, purchase: RunPurchase) -> Offer:
    """A purchase as an offer. Raises a Refusal where it has no price or contradicts itself."""
    field = f"purchases[{index}]"
    if not purchase.mix:
        bought, part, stops = _part(market, purchase, 1.0, field=field)
        is_asked = market.task.query.purchases is not None or not part.owned
        return replace(single_offer(part, stops, index=index, bought=(bought,)), is_asked=is_asked)
    _check_mix(purchase, field=field)
    found = [
        _part(market, share, share.device_fraction, field=f"{field}.mix[{place}]")
        for place, share in enumerate(purchase.mix)
    ]
    prices, parts, each_stops = zip(*found, strict=True)
    of_spot = [stops for stops in each_stops if stops is not market.work.failures]
    all_stops = of_spot[-1] if of_spot else market.work.failures
    owned = any(part.owned for part in parts)
    return Offer(index, "mix", parts, all_stops, bool(of_spot), owned, prices)


def single_offer(
    part: Part, stops: Stops, *, index: int = 0, bought: tuple[Bought, ...] = ()
) -> Offer:
    """All devices bought one way."""
    return Offer(index, part.option, (part,), stops, part.option == "spot", part.owned, bought)


def _check_mix(purchase: RunPurchase, *, field: str) -> None:
    named = [
        name
        for name in CapacityPurchase.__struct_fields__
        if getattr(purchase, name) != getattr(PLAIN, name)
    ]
    if named:
        raise InvalidQuery(
            f"the parts of a mix say how each is bought: leave out {', '.join(named)}",
            field=f"{field}.{named[0]}",
        )
    whole = fsum(share.device_fraction for share in purchase.mix)
    if not isclose(whole, 1.0, rel_tol=1e-9):
        raise InvalidQuery(
            f"the shares of a mix add up to 1, and these to {whole:.6g}", field=f"{field}.mix"
        )
    if sum(share.option == "spot" for share in purchase.mix) > 1:
        raise InvalidQuery(
            "a mix holds spot once: its instances are preempted alike", field=f"{field}.mix"
        )


def _part(
    market: Market, purchase: RunPurchase | MixPart, device_fraction: float, *, field: str
) -> tuple[Bought, Part, Stops]:
    query, device = market.task.query, market.task.device
    whole_count = market.work.run.device_count
    device_count = whole_count * device_fraction
    asked = device, purchase, query.commitments, query.facility, query.reliability
    bought, deal = _kept_deal(
        market.context,
        *asked,
        field=field,
        is_named=query.purchases is not None,
        need=Need(device_count, whole_count, purchase.shared_instances),
    )
    stops = market.work.failures
    if deal.spot is not None:
        stops = preempted(stops, deal.spot, device_count)
    part = part_of(deal, stops, system_watts=market.system_watts, device_fraction=device_fraction)
    return bought, part, stops


def _kept_deal(context: QuoteContext, *asked: Any, **how: Any) -> tuple[Bought, Deal]:
    """The deal that deal_of makes of the same, kept: most runs differ in their work alone."""
    try:
        bought, deal, snapshot = _recorded_deal(context.catalog, context.as_of, *asked, **how)
    except Refusal:
        return deal_of(context, *asked, **how)  # which leaves what it has collected until then
    context.merge(snapshot)
    return bought, deal


@lru_cache(maxsize=1024)
def _recorded_deal(
    catalog: Catalog, as_of: str, *asked: Any, **how: Any
) -> tuple[Bought, Deal, Snapshot]:
    context = QuoteContext(catalog, as_of)
    return *deal_of(context, *asked, **how), context.snapshot


def deal_of(
    context: QuoteContext,
    device: Device,
    purchase: RunPurchase | MixPart,
    commitments: Commitments | None,
    facility: Facility,
    reliability: Reliability,
    *,
    field: str,
    is_named: bool = True,
    need: Need | None = None,
) -> tuple[Bought, Deal]:
    """A purchase of devices, and the price as an answer shows it. Raises a Refusal.

    is_named: see committed; need: see buy.
    """
    bought = buy(context, device, purchase, field=field, need=need)
    bought, terms = committed(
        context, purchase, bought, commitments, field=field, is_named=is_named
    )
    place = site_of(context, facility, bought)
    option = bought.price.option
    if option == "capacity_block" and need is not None:
        _check_block(context, device, bought, need.device_count)
    spot = spot_rates(context, reliability, device, bought) if option == "spot" else None
    return bought, Deal(option, bought.rate, terms, place, spot)


def part_of(deal: Deal, stops: Stops, *, system_watts: Number, device_fraction: float) -> Part:
    """Devices that are bought under one deal.

    system_watts: of a device with its share of the host.
    """
    rate, place = deal.rate, deal.place
    commitment = None
    if deal.terms is not None:
        commitment = commitment_of(
            deal.terms,
            usd_per_device_hour=rate.usd,
            list_usd=rate.list_usd,
            capital_usd=rate.capital_usd,
            outlay_usd=None if rate.owned is None else rate.owned.purchase_usd,
        )
    held_fraction: Number = 1.0
    if deal.spot is not None:
        held_fraction = 1.0 - stops.instances_per_event / stops.instance_count
    facility_watts = power.facility_watts(
        system_watts=otherwise(place.watts_per_device, system_watts), pue_ratio=place.pue_ratio
    )
    return Part(
        device_fraction=device_fraction,
        option=deal.option,
        rate=rate,
        commitment=commitment,
        held_fraction=held_fraction,
        kilowatts=power.kilowatt_hours(watts=facility_watts, hours=1.0),
        usd_per_kilowatt_hour=0.0 if rate.owned is None else place.usd_per_kilowatt_hour,
        grams_co2e_per_kilowatt_hour=place.grams_co2e_per_kilowatt_hour,
    )


def _check_block(
    context: QuoteContext, device: Device, bought: Bought, device_count: float
) -> None:
    """Raises Infeasible for more instances than an account may have in blocks."""
    each = usual_instance_device_count(context, device, bought)
    instances = device_count / each
    if instances > MOST_BLOCK_INSTANCES:
        raise Infeasible(
            f"capacity blocks hold {MOST_BLOCK_INSTANCES:.0f} instances at most at a time, and this"
            f" run needs {instances:.0f}",
            field="deployment.device_count",
            nearest=[f"{MOST_BLOCK_INSTANCES * each:.0f}"],
        )
