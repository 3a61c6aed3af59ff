"""Phrases that summaries share: model, price, load, day and warnings."""

from collections.abc import Mapping, Sequence
from typing import Any

from pricing.quote.drivers import STRONG_FRACTION
from service.summaries.figures import counted, number, share, usd

Fields = Mapping[str, Any]

UNNAMED = "given"
"""The name in an answer of a model that is given by its numbers."""

MOST_WARNINGS = 3

MOST_DRIVERS = 2

PLAIN_UNITS = ("count", "fraction", "ratio")
"""Units that the name of an assumption says."""

FIGURES = {
    "usd_per_million_output_tokens": "The price of output tokens",
    "usd_per_million_input_tokens": "The price of input tokens",
    "usd_per_request": "The price of a request",
    "usd_mean": "The cost of the run",
    "usd_total": "The total",
}
"""The figures that drivers move, in words."""

CACHED = "cached_input_fraction"

INTERACTIVE = "interactive"
"""The kind of work where nobody says."""


def model_words(answer: Fields, query: Fields) -> str:
    """A model by its name, or by its numbers.

    >>> model_words({"model": "given"}, {"model": {"parameters": 13e9}})
    'a model of 13 billion parameters'
    """
    numbers = query.get("model")
    if answer["model"] != UNNAMED or not isinstance(numbers, Mapping):
        return str(answer["model"])
    text = f"a model of {number(numbers['parameters'])} parameters"
    active = numbers.get("active_parameters")
    return f"{text}, {number(active)} of them active," if active else text


def device_words(row: Fields) -> str:
    """Devices by their count.

    >>> device_words({"device_count": 1024, "device": "h100-sxm-80gb"})
    '1,024 × h100-sxm-80gb'
    """
    return f"{row['device_count']:,} × {row['device']}"


def pool_words(prefill: Fields, decode: Fields) -> str:
    """The devices of two pools."""
    return f"{device_words(prefill)} for prompts and {device_words(decode)} for tokens"


def place_words(row: Fields) -> str:
    """A provider and a region, as far as they are known."""
    return " ".join(filter(None, (row.get("provider"), row.get("region"))))


def rate_words(converted: Fields) -> str:
    """A rate of exchange, its day and its source."""
    day = f", {converted['rate_day']}" if converted["rate_day"] else ""
    usd_per_unit = f"{converted['usd_per_currency_unit']:.6g}"
    rates = {month["usd_per_currency_unit"] for month in converted.get("months") or ()}
    later = " in the first month" if len(rates) > 1 else ""
    return (
        f"1 {converted['currency']} = {usd_per_unit} USD{later} ({converted['rate_source']}{day})"
    )


def converted_words(answer: Fields, names: Mapping[str, str]) -> str:
    """Amounts of an answer in its currency, with the rate; empty for dollars alone.

    names: what each amount is, by its dotted name in dollars.
    """
    converted = answer.get("converted")
    if not converted:
        return ""
    told = converted_amounts(answer, names)
    return f" In {converted['currency']} it is {' and '.join(told)}, {rate_words(converted)}."


def converted_amounts(answer: Fields, names: Mapping[str, str]) -> list[str]:
    """Amounts of an answer in its currency; none for dollars alone. names: see converted_words."""
    converted = answer.get("converted") or {"currency": "", "amounts": {}}
    code, amounts = converted["currency"].lower(), converted["amounts"]
    return [
        f"{number(amount)} {words}".strip()
        for name, words in names.items()
        if (amount := amounts.get(name.replace("usd", code))) is not None
    ]


def price_words(price: Fields, purchase: Fields) -> str:
    """How capacity is bought: the option, the provider, the region and the origin of the price.

    purchase: the query's, which names the provider where the price is the caller's own.
    """
    option = price["option"]
    place = place_words(price["row"] or purchase)
    text = f"{option}{f' from {place}' if place else ''}"
    if price["basis"] == "given":
        return f"{text} at your own price of {usd(price['usd_per_device_hour'])} per device-hour"
    if option == "owned":
        return "owned devices"
    if price["basis"] == "estimated":
        return f"{text}, estimated"
    if price.get("contract"):
        return f"{text} by the contract {price['contract']}{_beside(price)}"
    return f"{text}{_chosen_from(price)}"


def _defaults(answer: Fields) -> Mapping[str, float]:
    return {row["key"]: row["value"] for row in answer["assumptions"]}


def lengths_of(answer: Fields, load: Fields) -> tuple[float | None, float | None]:
    """The input and output tokens of a request, given or by default; None where not known."""
    defaults = _defaults(answer)
    read, written = (
        defaults.get(f"load.{name}", defaults.get(f"load.{name}.reading"))
        if load.get(name) is None
        else load[name]
        for name in ("input_tokens", "output_tokens")
    )
    return read, written


def load_words(answer: Fields, query: Fields) -> str:
    """The lengths of a request; empty where they are not known."""
    load = query.get("load") or {}
    tokens_in, tokens_out = lengths_of(answer, load)
    if answer["model"] is None or tokens_in is None or tokens_out is None:
        return ""
    images = _image_words(load)
    if tokens_out == 0:
        return f"{_read_words(tokens_in, load.get('documents') or 1)}{images}"
    cached = _cached_words(_defaults(answer), load, query.get("traffic") or {})
    return (
        f"requests of {counted(tokens_in, 'token')}{images} in{cached} and {number(tokens_out)} out"
    )


def _image_words(load: Fields) -> str:
    """The images beside the tokens of a request; empty without any.

    >>> _image_words({"images": 2, "image_width_pixels": 1280, "image_height_pixels": 720})
    ' and 2 images of 1,280 × 720 pixels'
    """
    if not load.get("images"):
        return ""
    width, height = (number(load[f"image_{side}_pixels"]) for side in ("width", "height"))
    return f" and {counted(load['images'], 'image')} of {width} × {height} pixels"


def _cached_words(defaults: Mapping[str, float], load: Fields, traffic: Fields) -> str:
    """What of the input is cached, and whether a kind of traffic says so; empty without a cache."""
    given = load.get(CACHED) or traffic.get(CACHED)
    if given:
        return f" ({share(given)} of them cached)"
    kind = load.get("traffic_kind")
    usual = defaults.get(f"load.{CACHED}.{kind}")
    return f" ({share(usual)} of them cached, as {kind} by default)" if usual else ""


def _read_words(tokens: float, documents: int) -> str:
    """A request that is only read.

    >>> _read_words(1024, 1), _read_words(1024, 2)
    ('requests that read 1,024 tokens', 'requests that read 2 documents of 512 tokens each')
    """
    if documents == 1:
        return f"requests that read {counted(tokens, 'token')}"
    each = counted(tokens / documents, "token")
    return f"requests that read {counted(documents, 'document')} of {each} each"


def workload_words(answer: Fields, query: Fields) -> str:
    """The kind of work, with the objective that it has by default.

    >>> workload_words({"assumptions": []}, {"workload": "batch"})
    'batch work'
    """
    defaults = _defaults(answer)
    text = f"{query.get('workload') or INTERACTIVE} work"
    limit = defaults.get("slo.tpot_seconds")
    return text if limit is None else f"{text} (a token in {number(limit)} s by default)"


def label_words(labels: Mapping[str, str]) -> str:
    """The labels of a question, before its answer.

    >>> label_words({"team": "search"})
    '[team: search] '
    """
    told = "; ".join(f"{name}: {text}" for name, text in labels.items())
    return f"[{told}] " if told else ""


def strong_drivers(answer: Fields) -> list[Fields]:
    """The assumptions that move an answer by a quarter or more."""
    drivers = answer.get("drivers") or ()
    return [one for one in drivers if one["usd_change"] >= STRONG_FRACTION * one["usd"]]


def driver_words(answer: Fields) -> str:
    """The strongest assumptions that move an answer by a quarter or more; empty without any."""
    strong = strong_drivers(answer)
    if not strong:
        return ""
    figure = FIGURES[strong[0]["figure"]]
    words = " and ".join(map(_driver, strong[:MOST_DRIVERS]))
    return f" {figure} depends most on {words}."


def _driver(driver: Fields) -> str:
    """An assumption at the ends of its range, with what the figure is there."""
    ends = [
        f"{_answered(driver[f'usd_at_{end}'])} at {driver[end]:,.4g}"
        for end in ("low", "high")
        if driver[end] is not None and driver[end] != driver["value"]
    ]
    unit = "" if driver["unit"] in PLAIN_UNITS else f" {driver['unit']}"
    return f"{driver['name']}, {driver['value']:,.4g}{unit} ({', '.join(ends)})"


def _answered(figure: float | None) -> str:
    return "no answer" if figure is None else usd(figure)


def when(provenance: Fields) -> str:
    """The day and the release of a figure."""
    return f"{provenance['as_of']}, release {provenance['catalog']}"


def notes(warnings: Sequence[str]) -> str:
    """Warnings as the end of a summary; empty where there are none.

    >>> notes(["a", "b", "c", "d"])
    ' Note: a; b; c; and 1 more in the JSON.'
    """
    if not warnings:
        return ""
    words = [*warnings[:MOST_WARNINGS]]
    left = len(warnings) - len(words)
    if left:
        words.append(f"and {left} more in the JSON")
    return f" Note: {'; '.join(words)}."


def begun(text: str) -> str:
    """Text at the beginning of a sentence; names keep their spelling.

    >>> begun("a model of 13 billion parameters"), begun("llama-3.1-8b")
    ('A model of 13 billion parameters', 'llama-3.1-8b')
    """
    article, space, rest = text.partition(" ")
    return f"{article.capitalize()}{space}{rest}" if rest else text


def _chosen_from(price: Fields) -> str:
    """What a price of the table is the median of; empty where all of it has one price."""
    among = price["range"]
    if among is None:
        return ""
    low, high = (usd(among[f"{end}_usd_per_device_hour"]) for end in ("low", "high"))
    providers = len(among["providers"])
    if providers > 1:
        return f", the median of {providers} providers, {low} to {high} per device-hour"
    return "" if low == high else f", {price['selection']} USD per device-hour"


def _beside(price: Fields) -> str:
    """The list price beside that of a contract; empty where it is the same, or not known."""
    listed, count = price["list_usd_per_device_hour"], price["range"]["count"]
    chosen = "the usual region" if price["range"].get("usual_region") else "the median"
    many = f", {chosen} of {number(count)}" if count > 1 else ""
    if listed is None or listed == price["usd_per_device_hour"]:
        return many
    own, other = usd(price["usd_per_device_hour"]), usd(listed)
    return f"{many}, {own} per device-hour in place of {other}"
