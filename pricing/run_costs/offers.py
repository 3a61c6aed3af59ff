"""Offers: ways of buying the capacity of one run, priced and placed."""

from math import fsum, isclose

from msgspec import Struct

from pricing.catalog.prices import PriceQuestion
from pricing.catalog.rows import Device
from pricing.errors import InvalidQuery
from pricing.formulas import power
from pricing.numerics.number import Number
from pricing.purchasing.buy import buy
from pricing.purchasing.commitments import (
    MOST_BLOCK_INSTANCES,
    Commitment,
    Terms,
    commitment_of,
    committed,
)
from pricing.purchasing.price import Bought
from pricing.purchasing.query import (
    CapacityPurchase,
    Commitments,
    Facility,
    MixPart,
    RunPurchase,
)
from pricing.purchasing.site import Site, site_of
from pricing.quote.context import Ledger
from pricing.run_costs.interruptions import preempted, usual_instance_device_count
from pricing.run_costs.query import USUAL_OPTIONS, RunCostQuery
from pricing.run_costs.query_reliability import (
    Reliability,
)
from pricing.training.course import Run, Stops

PLAIN = CapacityPurchase()

USUAL_PURCHASES = tuple(RunPurchase(option=option) for option in USUAL_OPTIONS)
BLOCK = RunPurchase(option="capacity_block")
"""What is set side by side unless a query says otherwise, and what beside it where it is sold."""


class Part(Struct, frozen=True, gc=False):
    """Devices that are bought one way.

    device_fraction: of the run's devices; held_fraction: of these, while the run waits for
    capacity; kilowatts: at the meter, a device; usd_per_kilowatt_hour: 0 where the price
    includes energy.
    """

    device_fraction: float
    bought: Bought
    commitment: Commitment | None
    held_fraction: Number
    kilowatts: Number
    usd_per_kilowatt_hour: Number
    grams_co2e_per_kilowatt_hour: Number

    @property
    def owned(self) -> bool:
        """Whether they are the caller's own, at a price of the caller's too."""
        return self.bought.price.option == "owned"


class Offer(Struct, frozen=True, gc=False):
    """One way of buying the capacity of the run, and what stops the run under it.

    index: its place among the purchases; preempted: whether any of it is spot; owned: whether
    any of it is.
    """

    index: int
    option: str
    parts: tuple[Part, ...]
    stops: Stops
    preempted: bool
    owned: bool


class Market(Struct, frozen=True):
    """What all offers of one run share."""

    ledger: Ledger
    device: Device
    run: Run
    failures: Stops
    reliability: Reliability
    facility: Facility
    commitments: Commitments | None
    system_watts: float


def market_of(
    ledger: Ledger, device: Device, query: RunCostQuery, run: Run, failures: Stops
) -> Market:
    """Where the capacity of a run is bought."""
    ledger.note_tdp(device)
    return Market(
        ledger=ledger,
        device=device,
        run=run,
        failures=failures,
        reliability=query.reliability,
        facility=query.facility,
        commitments=query.commitments,
        system_watts=system_watts_of(ledger, device),
    )


def system_watts_of(ledger: Ledger, device: Device) -> float:
    """What a device draws in training, with its share of the host."""
    return float(
        power.system_watts(
            device_watts=device.tdp_watts * ledger.assume("power.training_tdp_fraction"),
            host_watts=ledger.assume_host_watts(device),
            devices=1.0,
        )
    )


def purchases_of(ledger: Ledger, device: Device, query: RunCostQuery) -> tuple[RunPurchase, ...]:
    """The purchases that a query asks for, else the usual ones."""
    if query.purchases is not None:
        return query.purchases
    if ledger.catalog.prices.find(PriceQuestion(device.name, "capacity_block"), ledger.day):
        return (*USUAL_PURCHASES, BLOCK)
    return USUAL_PURCHASES


def offer_of(market: Market, index: int, purchase: RunPurchase) -> Offer:
    """A purchase as an offer. Raises a Refusal where it has no price or contradicts itself."""
    field = f"purchases[{index}]"
    if not purchase.mix:
        part, stops = _part(market, purchase, 1.0, field=field)
        option = part.bought.price.option
        return Offer(index, option, (part,), stops, option == "spot", part.owned)
    _check_mix(purchase, field=field)
    parts, all_stops = [], market.failures
    for place, share in enumerate(purchase.mix):
        part, stops = _part(market, share, share.device_fraction, field=f"{field}.mix[{place}]")
        parts.append(part)
        if stops is not market.failures:
            all_stops = stops
    return Offer(
        index,
        "mix",
        tuple(parts),
        all_stops,
        all_stops is not market.failures,
        any(part.owned for part in parts),
    )


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
) -> tuple[Part, Stops]:
    ledger = market.ledger
    bought = buy(ledger, market.device, purchase, field=field, ownership=purchase.ownership)
    bought, terms = committed(ledger, purchase, bought, market.commitments, field=field)
    place = site_of(ledger, market.facility, bought)
    stops, held_fraction = market.failures, 1.0
    if bought.price.option == "spot":
        stops = preempted(
            ledger,
            market.failures,
            market.reliability,
            market.device,
            bought,
            device_count=market.run.device_count * device_fraction,
        )
        held_fraction -= stops.instances_per_event / stops.instance_count
    if bought.price.option == "capacity_block":
        _warn_of_block(market, bought, device_fraction)
    part = part_of(
        bought,
        terms,
        place,
        system_watts=market.system_watts,
        device_fraction=device_fraction,
        held_fraction=held_fraction,
    )
    return part, stops


def part_of(
    bought: Bought,
    terms: Terms | None,
    place: Site,
    *,
    system_watts: Number,
    device_fraction: float,
    held_fraction: Number,
) -> Part:
    """Devices that are bought one way, in floats or expressions.

    system_watts: of a device with its share of the host; place: the price of its energy is 0
    where the price of the devices includes it.
    """
    commitment = None
    if terms is not None:
        usd = bought.price.usd_per_device_hour
        commitment = commitment_of(
            terms,
            usd_per_device_hour=usd,
            list_usd=bought.list_usd_per_device_hour,
            capital_usd=usd if bought.owned is None else bought.owned.capital_usd,
        )
    facility_watts = power.facility_watts(system_watts=system_watts, pue_ratio=place.pue_ratio)
    return Part(
        device_fraction=device_fraction,
        bought=bought,
        commitment=commitment,
        held_fraction=held_fraction,
        kilowatts=power.kilowatt_hours(watts=facility_watts, hours=1.0),
        usd_per_kilowatt_hour=place.usd_per_kilowatt_hour if bought.owned else 0.0,
        grams_co2e_per_kilowatt_hour=place.grams_co2e_per_kilowatt_hour,
    )


def _warn_of_block(market: Market, bought: Bought, device_fraction: float) -> None:
    size = usual_instance_device_count(market.ledger, market.device, bought)
    instances = market.run.device_count * device_fraction / size
    if instances > MOST_BLOCK_INSTANCES:
        market.ledger.warn(
            f"capacity blocks hold {MOST_BLOCK_INSTANCES:.0f} instances at most at a time, and this"
            f" run needs {instances:.0f}"
        )
