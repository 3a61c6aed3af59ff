"""The figures of an answer, those that were asked for first."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from pricing.units import (
    GRAMS_PER_KILOGRAM,
    HOURS_PER_DAY,
    HOURS_PER_MONTH,
    HOURS_PER_YEAR,
    TOKENS_PER_MILLION_TOKENS,
)
from service.asking.answer import Figure
from service.asking.figures.comparisons import comparison
from service.asking.figures.counts import WORKED, counted, time_of
from service.asking.figures.electricity import SHARE
from service.asking.figures.figure import REQUESTS_OF_CARBON, Fields, Found, Read, figure_of
from service.asking.figures.prices import api_price, device_facts, device_price
from service.asking.figures.runs import run_costs
from service.asking.figures.serving import tco, unit_costs
from service.summaries.figures import duration, exactly

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
    "unit_costs": ("price", "tokens_per_second", "per_hour", "power", "carbon", "watts"),
    "run_costs": ("price", "duration", "carbon", "options"),
    "tco": ("per_month", "price", "tokens_per_second", "power", "carbon"),
    "comparison": ("price", "tokens_per_second", "per_hour", "watts", "carbon"),
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
    "kv_per_token": "memory",
    "tpot": "latency",
    "per_device": "tokens_per_second",
    "tokens_per_day": "tokens_per_second",
    "response": "latency",
    "batch": "concurrent",
    "user_speed": "tokens_per_second",
    "device_hours": "duration",
    "per_million": "price",
    "input_price": "price",
    "output_price": "price",
    "break_even": "price",
    "trend": "price",
    "electricity": "watts",
    "electricity_share": "electricity",
    "tokens_per_joule": "watts",
    "tokens_per_kwh": "tokens_per_joule",
    "energy_per_request": "watts",
    **dict.fromkeys(("carbon_per_request", "carbon_per_month", "carbon_per_year"), "carbon"),
    "optimizer_memory": "memory",
    "late": "latency",
    "idle": "watts",
    "purchase": "price",
    "how_many_requests": "requests_per_second",
    "watts_per_user": "watts",
    "cached_price": "price",
    "per_user": "per_month",
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
    asked = _narrow_first(kind, answer, asked)
    if kind == "device_facts":  # how much heat is no price
        asked = [key for key in asked if key != "how_much"]
    elif known.get(ELECTRICITY) and kind == "unit_costs" and SHARE not in asked:
        asked, hours = _electricity_first(asked, hours)
    keys = dict.fromkeys(key if known.get(key) else SAME.get(key, key) for key in asked)
    if kind == "tco" and "price" in keys and not {"carbon", "watts"} & keys.keys():
        keys = {"per_month": None, **keys}
    known |= _of_periods(known, asked) if kind == "device_facts" else {}
    if hours is not None:
        keys = {"total": None, **keys}
    keys = {**dict.fromkeys(counts), **keys}
    known |= {"total": _for_hours(kind, known, asked, hours)}
    of_users = "concurrent" in asked
    known |= {name: counted(kind, answer, name, counts, of_users=of_users) for name in counts}
    for name in REQUESTS & counts.keys() if {"carbon", "watts"} & keys.keys() else ():
        known[name] = (*_emitted(known, asked, counts[name]), *known[name])
    if kind == "unit_costs" and {*asked} & TIMES and {*WORKED} & counts.keys():
        keys = {"time": None, **{key: None for key in keys if key not in TIMES | {"latency"}}}
        known["time"] = time_of(answer["performance"], counts)
    if kind in OF_WORK and "tokens" in counts and OF_TOKENS.keys() & keys.keys():
        known["tokens"] = (*_drawn(known, asked, counts["tokens"]), *known["tokens"])
    if kind.startswith("device") and len([key for key in keys if known.get(key)]) > 1:
        known |= {key: (*known.get(key, ()),)[:MOST_OF_FACT] for key in keys}  # tdp and memory
    is_of_facts = kind == "device_facts" and hours is None
    periods = [key for key in keys if key in LENGTHS] if is_of_facts else []
    order = dict.fromkeys((*periods, *keys, *USUAL[kind]))
    ordered = (figure for key in order for figure in known.get(key, ()) if figure is not None)
    named: dict[str, Figure] = {}
    for figure in ordered:
        named.setdefault(figure.name, figure)
    return tuple(named.values())


MOST_OF_FACT = 2
"""Figures that each of several facts has."""

LENGTHS: Mapping[str, float] = {
    "per_hour": 1.0,
    "per_day": HOURS_PER_DAY,
    "per_week": 7 * HOURS_PER_DAY,
    "per_month": HOURS_PER_MONTH,
    "per_quarter": HOURS_PER_YEAR / 4,
    "per_year": HOURS_PER_YEAR,
}
"""Periods that figures are asked for by [hours]."""


def _electricity_first(
    asked: Sequence[str], hours: float | None
) -> tuple[Sequence[str], float | None]:
    """What is asked for, and for how long: a period beside electricity is of electricity."""
    hours = hours or (HOURS_PER_YEAR if "per_year" in asked else None)
    return [ELECTRICITY, *(key for key in asked if key not in LENGTHS)], hours


NARROW = frozenset(
    {
        "cached_price",
        "input_price",
        "output_price",
        "watts_per_user",
        "energy_per_request",
        "idle",
        "purchase",
    }
)
"""Figures that say more closely what is asked for than that it is a price, or power."""

PER = "per_"
"""How the names of prices by something begin."""

OF_ANY_PRICE = frozenset({"price", "how_much", "watts", "per_million"})


def _narrow_first(kind: str, answer: Fields, asked: Sequence[str]) -> Sequence[str]:
    """What is asked for, the closest first: the cost per hour is one by the hour.

    An API that is asked about with its traffic is asked for its bill.
    """
    narrow = [key for key in asked if key in NARROW or key.startswith(PER)]
    if kind == "api_price" and not narrow and answer["usd_per_month"] is not None:
        narrow = ["per_month"]
    return (*narrow, *asked) if {*asked} <= {*narrow} | OF_ANY_PRICE else asked


def _for_hours(
    kind: str, known: Mapping[str, Found], asked: Sequence[str], hours: float | None
) -> Found:
    """What devices cost, draw or emit in some hours, or what their electricity costs."""
    if hours is None:
        return ()
    told = "in a year" if hours == HOURS_PER_YEAR else f"in {_told(hours)}"
    if kind == "device_facts":
        return _of_facts(known, asked, hours, told)
    energy = _of_work(known, asked, hours, told)
    hourly = next(iter(known.get("per_hour", ())), None)
    if hourly is None:
        return energy
    return (*energy, figure_of("usd_total", hourly.value * hours, f"for {_told(hours)}"))


def _told(hours: float) -> str:
    """Hours in words."""
    count = f"{hours:,.0f}"
    if hours < 1.0:
        return duration(hours)
    return f"{count} hour{'' if count == '1' else 's'}"


def _emitted(known: Mapping[str, Found], asked: Sequence[str], requests: float) -> Iterator[Figure]:
    """The carbon or the energy of so many requests, by what is asked for."""
    for key, (of_each, size, name, unit) in OF_REQUESTS.items():
        each = next(iter(known.get(of_each, ())), None)
        if key in asked and each is not None:
            words = f"{unit} for {exactly(requests)} requests"
            yield Figure(name=name, value=each.value * requests / size, words=words)


REQUESTS = frozenset({"requests", "requests_per_user_month"})
OF_CARBON = REQUESTS_OF_CARBON * GRAMS_PER_KILOGRAM
OF_REQUESTS = {
    "carbon": ("carbon_per_request", OF_CARBON, "kilograms_co2e", "kg of CO₂e"),
    "watts": ("energy_per_request", 1e3, "energy_kilowatt_hours", "kWh"),
}
"""What is asked of all requests: the figure of each, how many of it, the name and the unit."""


TIMES = frozenset({"response", "duration"})
"""Figures that ask how long something takes."""

OF_WORK = frozenset({"unit_costs", "comparison"})
"""Kinds of answers that tell what tokens draw and emit."""

OF_TOKENS = {
    "watts": ("energy_kilowatt_hours", "kilowatt_hours_per_million_output_tokens", 1.0, "kWh"),
    "carbon": (
        "kilograms_co2e",
        "grams_co2e_per_million_output_tokens",
        1.0 / GRAMS_PER_KILOGRAM,
        "kg of CO₂e",
    ),
    "electricity": (
        "electricity_usd",
        "electricity_usd_per_million_output_tokens",
        1.0,
        "of electricity",
    ),
}
"""What output tokens draw, emit and cost in electricity: its name, the figure by the million, its
size, and unit."""


def _drawn(known: Mapping[str, Found], asked: Sequence[str], tokens: float) -> Found:
    """The energy, the electricity or the carbon of so many output tokens."""
    figures = {one.name: one for found in known.values() for one in found if one is not None}
    told: list[Figure | None] = []
    for key, (told_as, name, size, unit) in OF_TOKENS.items():
        if key in asked and name in figures:
            amount = figures[name].value * tokens / TOKENS_PER_MILLION_TOKENS * size
            words = f"{unit} for {exactly(tokens)} output tokens"
            told.append(figure_of(told_as, amount, words))
    return tuple(told)


ELECTRICITY = "electricity"

OF_MONTHS = "_per_month"
"""How the names of figures of a month end."""


def _of_work(known: Mapping[str, Found], asked: Sequence[str], hours: float, told: str) -> Found:
    """The electricity, or the energy, of what serves in some hours, where it is asked for."""
    key = next((key for key in (ELECTRICITY, "watts") if key in asked and known.get(key)), "")
    return _scaled(known.get(key, ()), hours, told)


def _of_periods(known: Mapping[str, Found], asked: Sequence[str]) -> Mapping[str, Found]:
    """Electricity, energy or carbon of devices, by the periods that they are asked for."""
    return {
        period: _of_facts(known, asked, length, f"a {period.removeprefix('per_')}")
        for period, length in LENGTHS.items()
    }


def _of_facts(known: Mapping[str, Found], asked: Sequence[str], hours: float, told: str) -> Found:
    """Carbon, or electricity and energy, of devices in some hours; both where both are asked."""
    keys = [key for key in ("carbon", "idle") if key in asked]
    keys += [ELECTRICITY] if not keys or {ELECTRICITY, "watts"} & {*asked} else []
    return tuple(one for key in keys for one in _scaled(known.get(key, ()), hours, told))


def _scaled(monthly: Found, hours: float, told: str) -> Found:
    """Figures of a month as those of some hours."""
    if hours == HOURS_PER_MONTH:
        return tuple(one for one in monthly if one is not None and one.name.endswith(OF_MONTHS))
    return tuple(
        figure_of(
            figure.name.removesuffix(OF_MONTHS),
            figure.value * hours / HOURS_PER_MONTH,
            figure.words.replace("a month", told, 1),
        )
        for figure in monthly
        if figure is not None and figure.name.endswith(OF_MONTHS)
    )
