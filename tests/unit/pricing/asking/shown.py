"""What a question was read as, in one line."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from pricing.asking.reading import read
from pricing.catalog.library import Library
from pricing.errors import Refusal

USUAL = {
    "workload": "interactive",
    "currency": "USD",
    "limit_count": "10",
    "flash_attention": "True",
    "deployment.layout.virtual_stages": "1",
    "deployment.layout.sequence_parallel": "True",
    "schedule.meet": "expected",
    "reliability.spot_preemption_source": "spot_advisor",
    "traffic.growth": "compound",
    "purchase.upfronts": "none",
    "capacity.scaling": "fixed",
    "fiscal_year_start_month": "1",
}


def shown(text: str, library: Library) -> str:
    """The kind and the fields of every side, the figures, and the words that were not read."""
    try:
        reading = read(text, library)
    except Refusal as refusal:
        return f"refused {refusal.kind} {', '.join(refusal.nearest)}".strip()
    sides = []
    for ask in reading.asks:
        fields = dict(_flat(msgspec.to_builtins(ask.query)))
        told = [f"{name}={value}" for name, value in fields.items() if USUAL.get(name) != value]
        figures = [f"?{figure}" for figure in ask.figures]
        figures.extend(f"?{count:g}{name}" for name, count in ask.counts.items())
        if ask.sale is not None:
            sold = {**ask.sale.prices, "margin": ask.sale.margin_fraction}
            figures.extend(f"?{name}={usd:g}" for name, usd in sold.items() if usd is not None)
        sides.append(" ".join((ask.kind, *told, *figures)))
    unread = f" !{','.join(reading.unread)}" if reading.unread else ""
    return " vs ".join(sides) + unread


def _flat(value: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for name, inner in value.items():
        if isinstance(inner, Mapping):
            yield from _flat(inner, f"{prefix}{name}.")
        elif name == "devices":
            yield f"{prefix}{name}", str(len(inner))
        elif name in {"places", "outside"} and inner:
            yield f"{prefix}{name}", "+".join(place["value"] for place in inner)
        elif name == "purchases" and inner:
            for place, one in enumerate(inner[:1]):
                yield from _flat(one, f"{prefix}{name}[{place}].")
            yield f"{prefix}{name}", str(len(inner))
        elif name != "options" and inner not in (None, False, 0.0, [], [None], ()):
            told = inner[0] if isinstance(inner, list | tuple) else inner
            if told is None:
                continue
            yield f"{prefix}{name}", f"{told:.6g}" if isinstance(told, float) else str(told)
