"""Phrases that summaries share: model, price, load, day and warnings."""

from collections.abc import Mapping, Sequence
from typing import Any

from service.summaries.figures import counted, number, usd

Fields = Mapping[str, Any]

UNNAMED = "given"
"""The name in an answer of a model that is given by its numbers."""

MOST_WARNINGS = 3

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


def price_words(price: Fields, purchase: Fields) -> str:
    """How capacity is bought: the option, the provider, the region and the origin of the price.

    purchase: the query's, which names the provider where the price is the caller's own.
    """
    option = price["option"]
    place = _place(price["row"] or purchase)
    text = f"{option}{f' from {place}' if place else ''}"
    if price["basis"] == "given":
        return f"{text} at your own price of {usd(price['usd_per_device_hour'])} per device-hour"
    if option == "owned":
        return "owned devices"
    if price["basis"] == "estimated":
        return f"{text}, estimated"
    return f"{text}{_chosen_from(price)}"


def load_words(answer: Fields, query: Fields) -> str:
    """The lengths of a request; empty where they are not known."""
    load = query.get("load") or {}
    defaults = {row["key"]: row["value"] for row in answer["assumptions"]}
    tokens_in, tokens_out = (
        defaults.get(f"load.{name}") if load.get(name) is None else load[name]
        for name in ("input_tokens", "output_tokens")
    )
    if answer["model"] is None or tokens_in is None or tokens_out is None:
        return ""
    return f"requests of {counted(tokens_in, 'token')} in and {number(tokens_out)} out"


def workload_words(answer: Fields, query: Fields) -> str:
    """The kind of work, with the objective that it has by default.

    >>> workload_words({"assumptions": []}, {"workload": "batch"})
    'batch work'
    """
    defaults = {row["key"]: row["value"] for row in answer["assumptions"]}
    text = f"{query.get('workload') or INTERACTIVE} work"
    limit = defaults.get("slo.tpot_seconds")
    return text if limit is None else f"{text} (a token in {number(limit)} s by default)"


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


def _place(bought: Fields) -> str:
    return " ".join(filter(None, (bought.get("provider"), bought.get("region"))))
