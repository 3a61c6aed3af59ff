"""The figures of an answer, those that were asked for first."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from service.asking.answer import Figure
from service.asking.figures.counts import counted
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
    "fits": "count",
    "quant": "fits",
    "kv_cache": "memory",
    "batch": "concurrent",
    "per_million": "price",
    "input_price": "price",
    "break_even": "price",
    "trend": "price",
    "electricity": "watts",
    "tokens_per_joule": "watts",
    "tokens_per_usd": "price",
    "per_thousand_requests": "per_request",
    "per_million_requests": "per_request",
}
"""Figures that are parts of another, where an answer does not have them by themselves."""


def figures_of(
    kind: str,
    answer: Fields,
    asked: Sequence[str],
    hours: float | None,
    counts: Mapping[str, float],
) -> tuple[Figure, ...]:
    """The figures of an answer, those that are asked for first.

    hours: how long the devices are paid for; counts: how many tokens, images or hours of audio are
    asked about.
    """
    known = dict(READERS[kind](answer))
    keys = dict.fromkeys(key if known.get(key) else SAME.get(key, key) for key in asked)
    if kind == "tco" and not {"price"} - keys.keys():
        keys = {"per_month": None, **keys}
    if hours is not None:
        keys = {"total": None, **keys}
    keys = {**dict.fromkeys(counts), **keys}
    known |= {"total": _for_hours(known, hours)}
    known |= {name: counted(kind, answer, name, count) for name, count in counts.items()}
    is_paid = kind == "device_facts" and "carbon" not in keys
    periods = [key for key in keys if key.startswith("per_")] if is_paid else []
    order = dict.fromkeys((*periods, *keys, *USUAL[kind]))
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
