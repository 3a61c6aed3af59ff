"""What a side asks of an API: which model it sells, and what its prices are asked for."""

from pricing.asking.parts import Parts
from pricing.asking.query import ApiPriceQuery
from pricing.asking.traffic import USERS
from pricing.asking.words.apis import open_model, open_models, sold_by
from pricing.asking.words.slots import Said
from pricing.asking.words.terms import ApiModel
from pricing.catalog.api_prices import api_price
from pricing.errors import InvalidQuery, NoPrice, UnknownName
from pricing.quote.context import day_of
from pricing.quote.query import DOLLARS
from pricing.units import DAYS_PER_MONTH, SECONDS_PER_DAY

OF_POWER = frozenset(
    {"carbon", "watts", "electricity", "energy_per_token", "energy_per_request", "watts_per_user"}
    | {"carbon_per_request", "tokens_per_joule", "tokens_per_kwh"}
)
"""Figures that devices have, and no API tells."""

MONEY = frozenset({"price", "how_much"})
"""Figures that an API has beside those that it does not tell."""

READS = "embed"
"""What the names of models have that write no tokens."""

REALTIME = "realtime"
"""What the names of models have that speak, and charge more for it."""

LEAST_LENGTH, MOST_LENGTH = 1_000.0, 200_000.0
"""Fewest and most requests beside those of a day that are the tokens of each."""

MOST_OTHERS = 4
"""APIs that are told beside the cheapest, and it."""


def api_model(parts: Parts) -> ApiModel | None:
    """The model of an API, None where devices are meant. Raises InvalidQuery for one not sold."""
    said = parts.said
    named: ApiModel | None = said.get("api_model")
    seller, model = said.get("api_provider"), said.get("model")
    cloud = CLOUDS.get(said.get("provider"), said.get("provider"))
    if named is not None:
        _refuse_images(said, named)
        return _at_cloud(parts, named, cloud or seller)
    is_read = seller is not None and said.get("reads") and said.get("device") is None
    if is_read and seller and (model is None or open_model(model, seller) is None):
        return _embedding(seller)
    if seller is None and cloud in TOKEN_SELLERS and model is not None and not _is_hosted(parts):
        seller = cloud
    if (seller or said.get("api")) is None or model is None or said.get("device") is not None:
        return None
    if seller is None and said.get("superlative") == "cheapest":
        return _cheapest(parts, model)
    found = open_model(model, seller)
    if parts.is_media:
        raise InvalidQuery(
            f"what an API charges for {model} is not known: name a device that runs it",
            field="q",
            nearest=(f"{model} on a100",),
        )
    if found is None:
        sold = (f"{model} api price",) if seller and open_model(model, None) else ()
        raise InvalidQuery(
            f"no price per token of {model} at {seller or 'the usual APIs'} is known: name a"
            " device to host it on, or another API",
            field="q",
            nearest=(*sold, f"{model} on h100"),
        )
    if seller is None:
        parts.assumed.append(f"the API is that of {found.provider}")
    return found


def _refuse_images(said: Said, named: ApiModel) -> None:
    """Raises InvalidQuery for images of an API that makes them, of whose tokens nobody knows."""
    if "image" in named.model and ("per_image" in said.figures or said.get("made_images")):
        raise InvalidQuery(
            f"{named.model} is sold by tokens, and how many an image takes is not known",
            field="q",
            nearest=("1000 images with sdxl on h100", f"{named.model} per 1M tokens"),
        )


CLOUDS = {"gcp": "google"}
"""Providers of devices that sell tokens under another name."""

TOKEN_SELLERS = frozenset({"together"})
"""Providers of devices that are known for their API, and meant where no device is named."""


def _is_hosted(parts: Parts) -> bool:
    """Whether devices are asked about: they, or a way of buying them, are named."""
    hosting = {"device", "machine", "option", "superlative", "gigabytes", "method", "devices"}
    return bool(hosting & parts.said.slots.keys())


def _at_cloud(parts: Parts, named: ApiModel, seller: str | None) -> ApiModel:
    """A model at the seller that is said, else at its maker."""
    if seller in {None, named.provider} or parts.said.get("device") is not None:
        return named
    found = open_model(named.model, seller)
    if found is None:
        parts.assumed.append(
            f"no price of {named.model} at {seller} is known: that of {named.provider} is told"
        )
    return found or named


def _embedding(seller: str) -> ApiModel | None:
    """The model of a seller that embeds."""
    for word in ("embedding", READS):
        found = sold_by(seller).find([word], "small")
        if found:
            return ApiModel(seller, found[0])
    return None


def _cheapest(parts: Parts, model: str) -> ApiModel:
    """The API that charges least for a request. Raises InvalidQuery where none sells a model."""
    said, catalog = parts.said, parts.catalog
    read, written = (
        said.get(f"{kind}_tokens") or catalog.assumptions[f"load.{kind}_tokens"].value
        for kind in ("input", "output")
    )
    day = day_of(parts.as_of, field="as_of") if parts.as_of else catalog.known_by
    priced: list[tuple[float, ApiModel]] = []
    for sold in open_models(model):
        try:
            price = api_price(
                sold.provider,
                sold.model,
                day,
                input_tokens=read,
                cached_input_tokens=0.0,
                output_tokens=written,
            )
        except (NoPrice, UnknownName):
            continue
        priced.append((price.usd_per_request, sold))
    if not priced:
        raise InvalidQuery(
            f"no API of the tables sells {model}: name a device to host it on",
            field="q",
            nearest=(f"cheapest gpu for {model}",),
        )
    priced.sort(key=lambda one: one[0])
    others = ", ".join(f"{sold.provider} ${usd:.3g}" for usd, sold in priced[1:MOST_OTHERS])
    more = f", before {others} a request" if others else ", which alone sells it"
    parts.assumed.append(f"{priced[0][1].provider} charges least{more}")
    return priced[0][1]


def refuse_unknown_size(parts: Parts, sold: ApiModel) -> None:
    """Raises InvalidQuery for what is asked of an API's model that only its size would tell."""
    said = parts.said
    if said.get("method") is not None and parts.model is None:
        near = ("train llama 405b on 15T tokens", "train a 1T parameter model on 15T tokens")
        if said.get("method") != "pretraining":
            near = ("finetune llama 70b with lora on 50M tokens", f"{sold.model} per 1M tokens")
        raise InvalidQuery(
            f"the size of {sold.model} is not published, and no price of tuning it is known: name"
            " an open model, or parameters",
            field="q",
            nearest=near,
        )
    asked = {*said.figures}
    if parts.model is None and parts.device is not None:
        raise InvalidQuery(
            f"the weights of {sold.model} are not published, so that no devices host it: ask for"
            " its price, or name an open model",
            field="q",
            nearest=(f"{sold.model} per 1M tokens", f"llama 70b on {parts.device}"),
        )
    if parts.model is None and asked & OF_POWER and not asked & MONEY:
        raise InvalidQuery(
            f"what power {sold.model} draws is not published: name an open model and devices",
            field="q",
            nearest=("carbon of llama 70b on 8x h100", f"{sold.model} per 1M tokens"),
        )
    if {"fits", "quant"} & {*said.figures}:
        raise InvalidQuery(
            f"the weights of {sold.model} are not published: name an open model",
            field="q",
            nearest=("does llama 70b fit on 2x h100", f"{sold.model} per 1M tokens"),
        )


def api_price_query(
    parts: Parts, sold: ApiModel, catalog: str | None, as_of: str | None
) -> ApiPriceQuery:
    """The prices of an API, with what is said of its traffic."""
    said = parts.said
    rate, tokens = said.get("requests_per_second"), said.get("tokens_per_day")
    is_of_users = {*USERS, "concurrency"} & said.slots.keys()
    per_day = parts.requests_per_day if is_of_users else said.get("requests_per_day")
    if per_day is None and rate is not None:
        per_day = rate * SECONDS_PER_DAY
    length = said.get("input_tokens")
    counted = said.get("requests") or 0.0
    if length is None and per_day is not None and LEAST_LENGTH <= counted <= MOST_LENGTH:
        length = said.slots.pop("requests")  # 8k prompts, 20k a day
        parts.assumed.append(f"requests are read as having {length:,.0f} tokens in each")
    if length is None and (length := parts.tokens_of_each()) is not None:
        said.slots.pop("tokens")
    if length is None and said.get("sequence_length") is not None:
        length = said.get("sequence_length")
        parts.assumed.append(f"a context of {length:,.0f} tokens is read as input tokens")
    if REALTIME in sold.model:
        parts.assumed.append(
            "the prices are those of text: tokens of audio cost several times more"
        )
    return ApiPriceQuery(
        provider=sold.provider,
        model=sold.model,
        input_tokens=length,
        output_tokens=0.0 if READS in sold.model else said.get("output_tokens"),
        cached_input_fraction=said.get("cached"),
        is_batch=said.get("workload") == "batch",
        requests_per_month=None if per_day is None else per_day * DAYS_PER_MONTH,
        tokens_per_month=None if tokens is None else tokens * DAYS_PER_MONTH,
        currency=said.get("currency") or DOLLARS,
        catalog=catalog,
        as_of=as_of,
    )
