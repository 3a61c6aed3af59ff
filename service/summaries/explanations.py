"""Summary of a bridge from one figure to another."""

from collections.abc import Sequence

from pricing.units import is_money
from service.summaries.figures import counted, figure, number, usd
from service.summaries.parts import FIGURES, Fields, when

MOST_EFFECTS = 6

LEAST_FRACTION = 0.001
"""Effects below this share of the larger figure are not told one by one."""

RATES = "exchange_rates"
ROUNDING = "rounding"


def explanation_summary(answer: Fields) -> str:
    """The two figures, and the strongest effects between them."""
    name = answer["figure"]
    what = FIGURES.get(name, name)
    start, end = answer["from_value"], answer["to_value"]
    days = f"({when(answer['from']['provenance'])}) to"
    whole = f"({when(answer['to']['provenance'])})"
    ends = f"{amount(name, start)} {days} {figure_words(name, end)} {whole}"
    told, left = _told(answer["effects"], max(abs(start), abs(end)))
    if not told and not left:
        return f"{what} goes from {ends}: nothing that differs moves it.{_converted(answer)}"
    words = [f"{signed(name, one['change'])} {one['words']}" for one in told]
    if left:
        rest = sum(one["change"] for one in left)
        words.append(f"{signed(name, rest)} {counted(len(left), 'smaller effect')}")
    return f"{what} goes from {ends}: {', '.join(words)}.{_converted(answer)}"


def _converted(answer: Fields) -> str:
    """Both figures in another currency, and what the rates do to it; empty for dollars alone."""
    found = answer["converted"]
    if found is None:
        return ""
    name, currency = found["figure"], found["currency"]
    start, end = (number(found[side]) for side in ("from_value", "to_value"))
    moved = [one for one in found["effects"] if one["name"] == RATES]
    rates = [f"{found[f'{side}_usd_per_currency_unit']:.6g}" for side in ("from", "to")]
    told = f"1 {currency} = {rates[0]} USD"
    if moved:
        told += f", then {rates[1]}: {signed(name, moved[0]['change'])} of it"
    return f" In {currency} it goes from {start} to {end} ({told}; {found['rate_source']})."


def _told(effects: Sequence[Fields], largest: float) -> tuple[list[Fields], list[Fields]]:
    """The effects that are told one by one, and the others but for what is rounded."""
    every = [one for one in effects if one["name"] != ROUNDING]
    strong = [one for one in every if abs(one["change"]) >= LEAST_FRACTION * largest]
    told = strong[:MOST_EFFECTS] or every[:1]
    return told, every[len(told) :]


def amount(name: str, value: float) -> str:
    """A figure without what it is per.

    >>> amount("usd_total", 1234.5), amount("options.spot.paid_usd", 5.0)
    ('$1,234.50', '$5.00')
    >>> amount("performance.ttft_seconds", 0.25)
    '0.25'
    """
    if is_money(name):
        return usd(value)
    return f"−{number(-value)}" if value < 0.0 else number(value)


def signed(name: str, value: float) -> str:
    """A change with its sign.

    >>> signed("usd_total", -0.19), signed("load", 2.0)
    ('−$0.19', '+2')
    """
    return f"{'−' if value < 0.0 else '+'}{amount(name, abs(value))}"


def figure_words(name: str, value: float) -> str:
    """A figure with its unit."""
    last = name.rpartition(".")[2]
    if is_money(name) and not last.startswith("usd_per_"):
        return usd(value)
    return figure(last, value) if value >= 0.0 else f"−{figure(last, -value)}"
