"""Questions of memory: whether a model fits, in which format, and how many requests at once."""

import re

from pricing.asking.words.slots import Said
from pricing.units import SECONDS_PER_DAY

ONE_COUNT = frozenset({"fits", "quant", "context", "batch", "concurrent"})
"""What is asked about one device where no count is said."""

OF_MEMORY = frozenset({*ONE_COUNT, "memory", "kv_cache"})
"""Figures that depend on memory, and not on how long devices work."""

OF_SPEED = frozenset({"latency", "tokens_per_second", "requests_per_second"})
"""Figures that are asked about one device where it is told as one."""

OF_LENGTH = OF_MEMORY | OF_SPEED | {"count"}
"""Figures of which a bare number is the length of a request."""

MOST_LENGTH_TOKENS = 2e6

_ASKS = re.compile(
    r"^\W*(?:(?:can|could|will|would|does)\s+(?!you\s+(?!run\s+(?!the\b)|fit|host|train|fine)"
    r"|it\s+cost\b)|is\s+(?=.*\benough\b|it\s+possible\b))"
    r".*\b(?:run|fits?|hold|load|host|enough|work|train(?:ed)?|pre-?train|(?:fine-?\s?)?tuned?|q?lora)\b",
    re.IGNORECASE,
)
"""Can I run …, will … fit on …, is … enough for …."""

_POSSIBLE = re.compile(r"\bpossible\W*$", re.IGNORECASE)
"""… possible?"""

_ONE = re.compile(r"\bon\s+(?:an?|my|one|a\s+single|just\s+one)\s+\w", re.IGNORECASE)
_MANY = re.compile(r"\b(?:cluster|fleet|node|server|machine|box|rack|pod)s?\b", re.IGNORECASE)
"""On a 4090: on one of them. On a cluster of them: on many."""

_OPEN = re.compile(r"^\W*(?:what|which|how)\b", re.IGNORECASE)
"""Which devices fit, or how much of something: no question of yes or no."""

_CACHE = re.compile(r"\bkv.?cache\b", re.IGNORECASE)

_PROMPTS = re.compile(r"\b(?:with|of|at)\s+\d+k\s+prompts?\b", re.IGNORECASE)
"""Prompts of so many tokens, beside requests at once."""

BUDGETS = ("sum", "budget_per_month", "most_usd_per_month", "most_usd_per_hour")
"""Sums of money: what may be done for them is no question of memory."""

_WEAK = frozenset({"memory", "how_much", "fits"})
"""Figures beside which it is still asked whether something fits."""


def settle_fits(said: Said, text: str) -> None:
    """Fill what a question of memory leaves open: what it asks, of how many, and of what length."""
    _settle_figures(said, text)
    asked = {*said.figures}
    slots = said.slots
    if not asked & OF_LENGTH or "api_model" in slots:
        return
    is_of_one = bool(asked & ONE_COUNT) or (
        bool(asked & OF_SPEED) and _ONE.search(text) is not None and _MANY.search(text) is None
    )
    if is_of_one and {"device", "gigabytes"} & slots.keys() and _is_uncounted(said):
        slots["device_count"] = 1.0
        said.assumed.append("no count is said: one device is asked about")
    per_day = said.get("tokens_per_day")
    if "concurrent" in asked and per_day:
        slots["tpot_seconds"] = SECONDS_PER_DAY / slots.pop("tokens_per_day")
        said.assumed.append(f"each user gets {per_day / SECONDS_PER_DAY:,.4g} tokens a second")
    is_run = said.get("method") is not None
    length = "sequence_length" if is_run else "input_tokens"
    if {"input_tokens", "sequence_length"} & slots.keys():
        return
    is_crowd = bool(asked & {"batch", "concurrent"}) or (
        said.get("concurrency") is not None and _PROMPTS.search(text) is not None
    )
    tokens = said.get("tokens") or MOST_LENGTH_TOKENS
    if "latency" in asked and not is_run and tokens < MOST_LENGTH_TOKENS:
        slots[length] = slots.pop("tokens")
        said.assumed.append(f"{tokens:,.0f} tokens are read as those of a request")
    elif is_crowd and not is_run and said.get("requests"):
        slots[length] = slots.pop("requests")
        said.assumed.append(f"requests are read as having {slots[length]:,.0f} tokens each")
    elif said.get("number") and 1.0 <= said.get("number") <= MOST_LENGTH_TOKENS:
        slots[length] = slots.pop("number")
        words = "tokens a sequence" if is_run else "tokens in"
        said.assumed.append(f"{slots[length]:,.0f} is read as {words}")


def _settle_figures(said: Said, text: str) -> None:
    """Say that a question asks whether something fits, where it does."""
    figures, slots = said.figures, said.slots
    if "fits" in figures and _OPEN.match(text):
        figures.remove("fits")
    is_other = {"api", "api_model", "api_provider", "superlative", *BUDGETS} & slots.keys()
    if is_other or not {"model", "size", "parameters"} & slots.keys():
        return
    if {*figures} <= _WEAK and (_ASKS.match(text) or _POSSIBLE.search(text)):
        figures[:] = ["fits", *figures]
    if "memory" in figures and _CACHE.search(text):
        figures[:] = ["kv_cache", *figures]
    if "how_much" in figures and {*figures} & OF_MEMORY:
        figures.remove("how_much")
    if "fits" in figures and {"count", "quant", "context"} & {*figures}:
        figures[:] = [name for name in figures if name != "fits"]


def _is_uncounted(said: Said) -> bool:
    return not {"device_count", "devices", "nodes", "machine"} & said.slots.keys()
