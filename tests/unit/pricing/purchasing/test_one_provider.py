"""Options that are compared are bought at one provider."""

from math import log
from typing import Any

import pytest

from pricing.catalog.instances import Need
from pricing.catalog.library import Library
from pricing.errors import NoPrice
from pricing.purchasing.buy import buy
from pricing.purchasing.one_provider import options_of, side_by_side
from pricing.purchasing.price import Bought
from pricing.purchasing.query import MixPart, Option, Purchase, RunPurchase
from pricing.purchasing.warnings import warn_of_providers, warn_of_seller
from pricing.quote.context import QuoteContext

RENTED: tuple[Option, ...] = ("on_demand", "spot", "reserved_1y", "reserved_3y")
EIGHT = Need(8.0, 8.0)


@pytest.fixture
def context(library: Library) -> QuoteContext:
    return QuoteContext.open(library, catalog="2026-07-31", as_of=None)


def bought(context: QuoteContext, device: str, option: Option, **fields: Any) -> Bought:
    found = context.catalog.devices.find(device, field="device")
    purchase = Purchase(option=option, **fields)
    return buy(context.fresh(), found, purchase, field="purchase", suggests=False, need=EIGHT)


def each(context: QuoteContext, device: str, **fields: Any) -> list[Bought]:
    return [bought(context, device, option, beside=RENTED, **fields) for option in RENTED]


def test_seller_is_the_one_nearest_to_the_market(context: QuoteContext) -> None:
    market = bought(context, "a100-sxm-80gb", "on_demand").list_usd_per_device_hour

    def distance(provider: str) -> float:
        own = bought(context, "a100-sxm-80gb", "on_demand", provider=provider)
        return abs(log(own.list_usd_per_device_hour / market))

    seller = each(context, "a100-sxm-80gb")[0].seller

    assert seller is not None
    assert seller.others == ("aws", "azure", "crusoe", "gcp")
    assert seller.provider == min(seller.others, key=distance)


def test_what_somebody_verified_comes_before_selling_all(context: QuoteContext) -> None:
    """RunPod sells RTX 4090 for spot as well, at prices from memory."""
    found = bought(context, "rtx-4090", "on_demand", beside=RENTED)
    memory = bought(context, "rtx-4090", "on_demand", provider="runpod")

    assert (found.provider, found.price.row.confidence) == ("vast", "verified")  # type: ignore[union-attr]
    assert memory.price.row.confidence == "unverified"  # type: ignore[union-attr]


@pytest.mark.parametrize("device", ["h100-sxm-80gb", "h200-sxm-141gb", "b200-sxm", "mi300x"])
def test_options_are_compared_near_the_price_of_the_market(library: Library, device: str) -> None:
    newest = QuoteContext.open(library, catalog=None, as_of=None)
    alone = bought(newest, device, "on_demand").list_usd_per_device_hour
    compared = each(newest, device)[0].list_usd_per_device_hour

    assert 1 / 1.3 < compared / alone < 1.3


def test_nothing_saves_less_than_on_demand_at_one_provider(context: QuoteContext) -> None:
    for device in context.catalog.devices:
        try:
            on_demand, *saving = each(context, device)
        except NoPrice:
            continue
        if on_demand.seller is None:
            continue
        assert len({one.provider for one in (on_demand, *saving)}) == 1, device
        for one in saving:
            assert one.list_usd_per_device_hour <= on_demand.list_usd_per_device_hour, device


def test_price_is_that_of_the_seller_by_name(context: QuoteContext) -> None:
    for one in each(context, "mi300x"):
        named = bought(context, "mi300x", one.price.option, provider=one.provider)  # type: ignore[arg-type]
        assert named.price.usd_per_device_hour == one.price.usd_per_device_hour
        assert named.seller is None


@pytest.mark.parametrize(
    "fields", [{"provider": "lambda"}, {"usd_per_device_hour": 2.0}], ids=["named", "given"]
)
def test_what_says_where_it_is_bought_is_bought_there(
    context: QuoteContext, fields: dict[str, Any]
) -> None:
    beside = bought(context, "h100-sxm-80gb", "on_demand", beside=RENTED, **fields)

    assert beside == bought(context, "h100-sxm-80gb", "on_demand", **fields)


def test_an_option_that_nobody_sells_does_not_count(context: QuoteContext) -> None:
    pair: tuple[Option, ...] = ("on_demand", "capacity_block")

    assert bought(context, "l4", "on_demand", beside=pair) == bought(context, "l4", "on_demand")


def test_prices_that_would_be_others_alone_are_told(context: QuoteContext) -> None:
    warn_of_providers(context, each(context, "h100-sxm-80gb"))

    assert "Over all providers" in context.warnings[0], context.warnings
    assert context.warnings[0].endswith("ask for it alone, or name a provider")


def test_options_that_nobody_sells_together_are_warned_of(context: QuoteContext) -> None:
    apart = [
        bought(context, "h100-sxm-80gb", "on_demand", provider="lambda"),
        bought(context, "h100-sxm-80gb", "reserved_1y", provider="gcp"),
    ]
    warn_of_providers(context, apart)
    warn_of_seller(context, Purchase(option="on_demand", beside=RENTED), apart[0])

    assert [text[:60] for text in context.warnings] == [
        "the prices are those of different providers (on_demand of la",
        "no provider sells all of on_demand, spot, reserved_1y, reser",
    ]
    assert "since none sells all of these options" in context.warnings[0]


def test_open_options_stand_beside_each_other() -> None:
    mix = (
        MixPart(option="spot", device_fraction=0.5),
        MixPart(option="reserved_1y", provider="aws", device_fraction=0.5),
    )
    asked = (
        RunPurchase(),
        RunPurchase(option="reserved_3y", provider="gcp"),
        RunPurchase(option="owned"),
        RunPurchase(usd_per_device_hour=2.0),
        RunPurchase(mix=mix),
    )
    first, *others, last = side_by_side(asked)

    assert options_of((*asked[:4], *mix)) == ("on_demand", "spot")
    assert first.beside == ("on_demand", "spot")
    assert tuple(others) == asked[1:4]
    assert [part.beside for part in last.mix] == [("on_demand", "spot"), ()]
    assert side_by_side(asked[:4]) == asked[:4]
