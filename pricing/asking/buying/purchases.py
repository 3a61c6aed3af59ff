"""How capacity is bought, as a side of a question says it."""

from typing import Any

from pricing.asking.buying.places import Where, places_of, where_of
from pricing.asking.parts import Parts
from pricing.asking.words.amounts.money import DEAREST_USD_PER_HOUR
from pricing.asking.words.amounts.units import LIFE
from pricing.asking.words.places.regions import regions_in
from pricing.errors import UnknownName
from pricing.purchasing.owning.query import Ownership
from pricing.purchasing.query import Purchase, RunPurchase
from pricing.run_costs.query import USUAL_OPTIONS
from pricing.units import MONTHS_PER_YEAR


def purchase_of(parts: Parts) -> Purchase:
    """How capacity is bought, with the place as a region of a provider."""
    said, where = parts.said, where_of(parts)
    machine, usd, option = said.get("machine"), said.get("usd_per_hour"), said.get("option")
    whole_usd = said.get("usd_per_instance_hour")
    if option is None and said.get("ownership") and parts.model is None and not where.provider:
        option = "owned"
    elsewhere = {"rental", "usd_per_hour", "usd_per_instance_hour", "method"} & said.slots.keys()
    is_powered = said.get("usd_per_kilowatt_hour") and not where.provider and not elsewhere
    if option is None and is_powered and parts.device is not None:
        option = "owned"
        parts.assumed.append("the devices are taken as owned: rent includes electricity")
    if whole_usd is None and _is_of_all(parts, usd):
        usd, whole_usd = None, usd
    price, terms = _bought_for(parts), _terms(parts)
    is_bought = price or (terms and not where.provider)
    if is_bought and usd is None and whole_usd is None:
        option = option or "owned"
    if usd is None and whole_usd is not None:
        usd = whole_usd / (machine.device_count if machine is not None else parts.count or 1)
    _check_prices(parts, where, option)
    if option != "owned":
        said.left.extend(said.words[name] for name in terms if name in said.words)
    is_rented = option != "owned" and machine is not None and where.provider == machine.provider
    return Purchase(
        option=option,
        provider=where.provider,
        region=where.region,
        instance_type=machine.instance_type if is_rented and usd is None else None,
        discount_fraction=said.get("discount") or 0.0,
        usd_per_device_hour=usd,
        ownership=Ownership(
            purchase_usd=price,
            life_years=terms.get(LIFE),
            residual_fraction=terms.get(RESIDUAL),
            depreciation=terms.get(DEPRECIATION) or "annuity",
            hosting_usd_per_kilowatt_month=terms.get(HOSTING),
        )
        if (price or terms) and option == "owned"
        else None,
    )


RESIDUAL, DEPRECIATION = "residual", "depreciation"
"""Slots of what owned devices are worth in the end, over their price, and of how that is lost."""


HOSTING = "hosting_usd_per_kilowatt_month"
"""The slot of what the space and the power feed of owned devices cost."""


def _terms(parts: Parts) -> dict[str, Any]:
    """Terms of owned devices: how they are written off, and hosted; a time beside is the life."""
    said = parts.said
    is_told = {RESIDUAL, DEPRECIATION} & said.slots.keys()
    if is_told and said.get("months") and said.get(LIFE) is None:
        said.slots[LIFE] = said.slots.pop("months") / MONTHS_PER_YEAR
        said.words[LIFE] = said.words.pop("months", "")
    of_owned = (LIFE, RESIDUAL, DEPRECIATION, HOSTING)
    return {name: said.get(name) for name in of_owned if said.get(name) is not None}


FEWEST_HOURS = 2_000.0
"""Hours of rent in which no device earns its price."""

OF_ONE = ("gpu", "card", "device", "chip", "accelerator")
"""Words of a price that is of one device."""


def _is_of_all(parts: Parts, usd: float | None) -> bool:
    """Whether a price by the hour is of all devices: nobody rents one of them out for as much."""
    words, device = (
        parts.said.words.get("usd_per_hour", ""),
        parts.catalog.devices.get(parts.device or ""),
    )
    if usd is None or (parts.count or 1) == 1 or any(word in words for word in OF_ONE):
        return False
    bought_usd = device.purchase_usd if device is not None else None
    if usd < min(DEAREST_USD_PER_HOUR, (bought_usd or float("inf")) / FEWEST_HOURS):
        return False
    parts.assumed.append(f"${usd:,.4g} an hour is read as the price of all {parts.count} devices")
    return True


LIKE_PRICE = 3.0
"""A sum that differs by less than this factor from the price of a device is its price [ratio]."""


def _bought_for(parts: Parts) -> float | None:
    """What a device is bought for: what is said of each, or a sum that is like its price [USD]."""
    said = parts.said
    if said.get("purchase_usd") is not None:
        return float(said.get("purchase_usd"))
    kind = "sum" if said.get("sum") else "number"  # 320k, of no currency
    usd, device = said.get(kind), parts.catalog.devices.get(parts.device or "")
    known = None if device is None else device.purchase_usd
    is_owned = said.get("option") == "owned" or {RESIDUAL, DEPRECIATION, LIFE} & said.slots.keys()
    if usd is None or known is None or not is_owned or said.get("budget"):
        return None
    for whole, words in ((1.0, "a device"), (float(parts.count or 1), "all devices")):
        if 1.0 / LIKE_PRICE <= usd / whole / known <= LIKE_PRICE:
            said.slots.pop(kind)
            parts.assumed.append(f"${usd:,.0f} is read as the price that {words} cost to buy")
            return float(usd / whole)
    return None


def _check_prices(parts: Parts, where: Where, option: str | None) -> None:
    """Raises UnknownName for a region of which the tables have no price at all."""
    regions = parts.catalog.providers.get(where.provider or "", ())
    if where.region in {None, *regions} or where.provider is None or option == "owned":
        return
    places = places_of(parts)
    said = places[0][1] if places else str(where.region)
    subject = parts.device or (parts.model if isinstance(parts.model, str) else "h100")
    fitting = regions_in(parts.catalog, places[0][0], said) if places else ()
    sellers = {name for name, known in fitting if known in parts.catalog.providers.get(name, ())}
    raise UnknownName(
        f"no price of {where.provider} in {said} ({where.region}) is known",
        field="q",
        nearest=(
            f"{subject} on {where.provider}",
            *(f"{subject} on {name} in {said}" for name in sorted(sellers)[:2]),
        ),
    )


def run_purchases(purchase: Purchase) -> tuple[RunPurchase, ...] | None:
    """The ways of buying: the one that is said, else the usual ones at the place."""
    if purchase == Purchase():
        return None
    # a place is where devices are rented
    options: tuple[Any, ...] = tuple(name for name in USUAL_OPTIONS if name != "owned")
    if purchase.option is not None or purchase.usd_per_device_hour is not None:
        options = (purchase.option or "on_demand",)
    return tuple(
        RunPurchase(
            option=option,
            provider=purchase.provider,
            region=purchase.region,
            instance_type=purchase.instance_type,
            discount_fraction=purchase.discount_fraction,
            usd_per_device_hour=purchase.usd_per_device_hour,
            ownership=purchase.ownership,
        )
        for option in options
    )
