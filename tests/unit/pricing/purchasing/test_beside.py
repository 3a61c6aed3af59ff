"""Options that are compared are bought at one provider."""

from math import prod
from typing import Any

import pytest

from pricing.catalog.instances import Need
from pricing.catalog.library import Library
from pricing.errors import NoPrice
from pricing.purchasing.beside import options_of, side_by_side
from pricing.purchasing.buy import buy
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


def test_seller_is_the_median_of_those_that_sell_all(context: QuoteContext) -> None:
    def mean(provider: str) -> float:
        return prod(
            bought(context, "a100-sxm-80gb", option, provider=provider).list_usd_per_device_hour
            for option in RENTED
        )

    seller = each(context, "a100-sxm-80gb")[0].seller

    assert seller is not None
    assert seller.others == ("aws", "azure", "gcp")
    assert seller.provider == sorted(seller.others, key=mean)[1]


def test_listed_prices_come_before_estimates(context: QuoteContext) -> None:
    pair: tuple[Option, ...] = ("on_demand", "reserved_3y")
    found = bought(context, "h100-sxm-80gb", "reserved_3y", beside=pair)

    # Of those that sell both, AWS and Azure among them, GCP alone lists a price for three years.
    assert found.provider == "gcp"
    assert found.price.basis == "table"


def test_nothing_saves_less_than_on_demand_at_one_provider(context: QuoteContext) -> None:
    for device in context.catalog.prices.devices:
        try:
            on_demand, *saving = each(context, device)
        except NoPrice:
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
    on_demand = each(context, "mi300x")[0]
    warn_of_providers(context, [on_demand])

    (told,) = context.warned_first
    assert told == (
        "on_demand, spot, reserved_1y, reserved_3y are priced at azure, the one with the best-known"
        " prices of 3 providers that sell all of them. Over all providers on_demand is 3.25 USD and"
        " not 7.5: ask for it alone, or name a provider"
    )


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
