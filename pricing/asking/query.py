"""A question in words, and the small questions that only words ask: of prices and of facts."""

from typing import Annotated

from msgspec import Meta

from pricing.asking.words.places.areas import Area
from pricing.purchasing.query import Facility, Purchase
from pricing.quote.caching import CachedInputFraction
from pricing.quote.load_fields import InputTokens, OutputTokens
from pricing.quote.query import DOLLARS, DayText, DeviceCount, DeviceName, Frozen, ReleaseName

MOST_LETTERS = 500


class AskQuery(Frozen, frozen=True, kw_only=True):
    """A question in words."""

    q: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=MOST_LETTERS,
            description="The question, as one would type it in a chat.",
            examples=["llama 70b on 8x h100 at aws, 1k in 200 out"],
        ),
    ]
    catalog: ReleaseName | None = None
    as_of: DayText | None = None


class DevicePriceQuery(Frozen, frozen=True, kw_only=True):
    """What an hour of devices costs, without any work."""

    device: DeviceName
    device_count: DeviceCount | None = None
    hours: Annotated[float, Meta(gt=0, le=1e6)] | None = None
    purchase: Purchase = Purchase()
    facility: Facility = Facility()
    area: Area | None = None
    with_facts: bool = False
    currency: str = DOLLARS
    usd_per_currency_unit: float | None = None
    catalog: ReleaseName | None = None
    as_of: DayText | None = None


class DeviceFactsQuery(Frozen, frozen=True, kw_only=True):
    """What is known of a device."""

    device: DeviceName
    device_count: DeviceCount | None = None
    facility: Facility = Facility()
    provider: str | None = None
    region: str | None = None
    currency: str = DOLLARS
    usd_per_currency_unit: float | None = None
    catalog: ReleaseName | None = None
    as_of: DayText | None = None


class ApiPriceQuery(Frozen, frozen=True, kw_only=True):
    """What an API charges per token, and for requests of some length."""

    provider: str
    model: str
    input_tokens: InputTokens | None = None
    output_tokens: OutputTokens | None = None
    cached_input_fraction: CachedInputFraction | None = None
    is_batch: bool = False
    requests_per_month: Annotated[float, Meta(gt=0, le=1e14)] | None = None
    tokens_per_month: Annotated[float, Meta(gt=0, le=1e18)] | None = None
    currency: str = DOLLARS
    usd_per_currency_unit: float | None = None
    catalog: ReleaseName | None = None
    as_of: DayText | None = None
