"""Token prices of APIs, from the data in the package genai-prices.

The data is part of the installed version of the package. Nothing is fetched, since the automatic
update of the package is not used. The package is imported when the first query needs it, because
the import takes as long as loading a release.
"""

from datetime import UTC, date, datetime, time
from decimal import Decimal
from functools import cache, lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pricing.catalog.names import proposed
from pricing.errors import NoPrice, UnknownName
from pricing.pauses import need
from pricing.units import HOURS_PER_DAY, TOKENS_PER_MILLION_TOKENS

if TYPE_CHECKING:
    from genai_prices.data_snapshot import DataSnapshot
    from genai_prices.types import ModelInfo, Provider

NOON = time(12)

DATA_BYTES = 16 << 20
"""Of memory that the data of the package takes, once."""


class ApiPrice(Struct, frozen=True):
    """The price of a request, and the prices per million tokens of each kind [USD].

    Prices that depend on the length of the input are those of this request. Prices that depend on
    the hour are means over the day. fee_usd_per_request: the part that is independent of tokens;
    is_batch: whether it is that of requests answered within a day;
    is_dated: whether the source has prices of several days;
    source: version of the package and its names, or the source of a row; package, version: None for
    a row; row_digest: sha256 of all prices that the source has of the model.
    """

    provider: str
    model: str
    source: str
    usd_per_request: float
    fee_usd_per_request: float
    usd_per_million_input_tokens: float
    usd_per_million_cached_input_tokens: float
    usd_per_million_output_tokens: float
    by_the_hour: bool
    row_digest: str
    is_batch: bool = False
    is_dated: bool = True
    package: str | None = None
    version: str | None = None


@lru_cache(maxsize=4096)
def api_price(
    provider: str,
    model: str,
    day: date,
    *,
    input_tokens: float,
    cached_input_tokens: float,
    output_tokens: float,
    is_batch: bool = False,
) -> ApiPrice:
    """The price of a request at a provider on a day.

    input_tokens: all input tokens; cached_input_tokens: those in the cache of the provider;
    is_batch: whether answers may take a day, at the price of that where one is known.
    Raises UnknownName, and NoPrice for a model with no price or a price of zero.
    """
    from genai_prices import __version__

    seller, sold = _find(provider, model)
    hours = range(int(HOURS_PER_DAY)) if _by_the_hour(sold) else (NOON.hour,)
    days = [datetime.combine(day, time(hour), UTC) for hour in hours]

    # of some models a price of their own is known for requests answered within a day
    is_batch = is_batch and repr(sold.get_prices(days[0], BATCH)) != repr(sold.get_prices(days[0]))

    def usd(**usage: float) -> Decimal:
        prices = (_usd(seller, sold, at, usage, is_batch=is_batch) for at in days)
        return sum(prices, Decimal(0)) / len(days)

    # The price of one kind is the additional cost of its tokens in a request of this length.
    length, written = max(input_tokens, 1.0), max(output_tokens, 1.0)
    fee, plain = usd(), usd(input_tokens=length)
    cached = usd(input_tokens=length, cache_read_tokens=length)
    prices = {
        "input": (plain - fee) / _decimal(length),
        "cached_input": (cached - fee) / _decimal(length),
        "output": (usd(input_tokens=length, output_tokens=written) - plain) / _decimal(written),
    }
    if not prices["input"] + prices["output"] > 0:
        raise _no_price(seller, sold)
    return ApiPrice(
        provider=seller.id,
        model=sold.id,
        source=f"genai-prices {__version__}: {seller.id} {sold.id}",
        usd_per_request=float(
            usd(
                input_tokens=input_tokens,
                cache_read_tokens=cached_input_tokens,
                output_tokens=output_tokens,
            )
        ),
        fee_usd_per_request=float(fee),
        by_the_hour=len(days) > 1,
        row_digest=sha256(repr(sold.prices).encode()).hexdigest(),
        is_batch=is_batch,
        is_dated=isinstance(sold.prices, list),
        package="genai-prices",
        version=__version__,
        **{
            f"usd_per_million_{kind}_tokens": float(_decimal(TOKENS_PER_MILLION_TOKENS) * price)
            for kind, price in prices.items()
        },
    )


BATCH = {"processing": "batch"}
"""What the package calls requests that are answered within a day."""


def _usd(
    seller: "Provider", sold: "ModelInfo", at: datetime, usage: dict[str, float], *, is_batch: bool
) -> Decimal:
    """The price of tokens at a moment. Raises NoPrice if the model has other units."""
    from genai_prices import Usage

    counted: dict[str, Any] = {name: _decimal(tokens) for name, tokens in usage.items() if tokens}
    try:
        price = sold.calc_price(
            Usage(**counted),
            seller,
            genai_request_timestamp=at,
            price_context=BATCH if is_batch else None,
        )
    except ValueError:
        raise _no_price(seller, sold) from None
    return price.total_price


def _decimal(number: float) -> Decimal:
    return Decimal(repr(number))


def _no_price(seller: "Provider", sold: "ModelInfo") -> NoPrice:
    return NoPrice(
        f"genai-prices has no price per token of {sold.id} at {seller.id}, or lists it as free:"
        " give the prices",
        field="usd_per_million_input_tokens",
    )


def _by_the_hour(sold: "ModelInfo") -> bool:
    from genai_prices.types import TimeOfDateConstraint

    return isinstance(sold.prices, list) and any(
        isinstance(price.constraint, TimeOfDateConstraint) for price in sold.prices
    )


def _find(provider: str, model: str) -> tuple["Provider", "ModelInfo"]:
    snapshot = _snapshot()
    providers = [one.id for one in snapshot.providers]
    try:
        seller = snapshot.find_provider(None, provider, None)
    except LookupError:
        raise UnknownName(
            f"genai-prices has no provider {provider!r}",
            field="provider",
            nearest=proposed(provider, providers),
        ) from None
    try:
        return snapshot.find_provider_model(model, seller, None, None)
    except LookupError:
        # genai-prices matches some models only by the longer names in answers of the API.
        alike = (one for one in seller.models if one.id.lower() == model.lower())
        if (sold := next(alike, None)) is not None:
            return seller, sold
        raise UnknownName(
            f"genai-prices has no model {model!r} of {seller.id}",
            field="model",
            nearest=proposed(model, [one.id for one in seller.models]),
        ) from None


def sellers_of(model: str) -> tuple[str, ...]:
    """The providers that sell a model by the token."""
    return tuple(one.id for one in _snapshot().providers if one.find_model(model))


def models_sold(provider: str) -> tuple[str, ...]:
    """The models that a provider sells by the token; none for a provider that is not known."""
    return tuple(
        model.id for one in _snapshot().providers if one.id == provider for model in one.models
    )


@cache
def _snapshot() -> "DataSnapshot":
    """The bundled data, independent of other uses of the package in this process."""
    need(DATA_BYTES)
    from genai_prices.data import providers
    from genai_prices.data_snapshot import DataSnapshot

    return DataSnapshot(providers=providers, from_auto_update=False)
