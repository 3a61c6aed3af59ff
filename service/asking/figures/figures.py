"""The figures of an answer, those that were asked for first."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from pricing.units import TOKENS_PER_MILLION_TOKENS
from service.asking.answer import Figure
from service.asking.figures.figure import Fields, Read, figure_of
from service.asking.figures.prices import api_price, device_facts, device_price
from service.asking.figures.runs import run_costs
from service.asking.figures.serving import comparison, tco, unit_costs

Found: TypeAlias = tuple[Figure | None, ...]

READERS: Mapping[str, Callable[[Fields], Read]] = {
    "unit_costs": unit_costs,
    "run_costs": run_costs,
    "tco": tco,
    "comparison": comparison,
    "device_price": device_price,
    "device_facts": device_facts,
    "api_price": api_price,
}

USUAL: Mapping[str, tuple[str, ...]] = {
    "unit_costs": ("price", "tokens_per_second", "per_hour", "watts"),
    "run_costs": ("price", "duration", "options", "carbon"),
    "tco": ("per_month", "price"),
    "comparison": ("price", "tokens_per_second", "per_hour"),
    "device_price": ("price", "per_month"),
    "device_facts": ("watts", "memory", "bandwidth", "flops"),
    "api_price": ("price", "per_request", "per_month"),
}
"""What an answer has where nothing special is asked for, the first first."""

SAME = {
    "how_much": "price",
    "per_million": "price",
    "input_price": "price",
    "break_even": "price",
    "trend": "price",
}
"""Figures that are parts of another."""


def figures_of(
    kind: str, answer: Fields, asked: Sequence[str], hours: float | None, tokens: float | None
) -> tuple[Figure, ...]:
    """The figures of an answer, those that are asked for first.

    hours: how long the devices are paid for; tokens: how many tokens are asked about.
    """
    keys = dict.fromkeys(SAME.get(key, key) for key in asked)
    if kind == "tco" and not {"price"} - keys.keys():
        keys = {"per_month": None, **keys}
    if hours is not None:
        keys = {"total": None, **keys}
    if tokens is not None:
        keys = {"tokens": None, **keys}
    known = dict(READERS[kind](answer))
    known |= {"total": _for_hours(known, hours), "tokens": _for_tokens(answer, tokens)}
    order = dict.fromkeys((*keys, *USUAL[kind]))
    named = {
        figure.name: figure for key in order for figure in known.get(key, ()) if figure is not None
    }
    return tuple(named.values())


def _for_hours(known: Mapping[str, Found], hours: float | None) -> Found:
    """What devices cost for some hours."""
    hourly = next(iter(known.get("per_hour", ())), None)
    if hours is None or hourly is None:
        return ()
    return (figure_of("usd_total", hourly.value * hours, f"for {hours:,.0f} hours"),)


def _for_tokens(answer: Fields, tokens: float | None) -> Found:
    """What some output tokens cost, the input that comes with them included."""
    price = answer.get("unit_costs", {}).get("usd_per_million_output_tokens_all_in")
    if tokens is None or price is None:
        return ()
    usd = price * tokens / TOKENS_PER_MILLION_TOKENS
    return (figure_of("usd_for_tokens", usd, f"for {tokens:,.0f} output tokens, all in"),)
