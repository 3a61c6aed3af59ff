"""What a question counts, whose cost in all it asks for, and what a budget of it buys."""

from collections.abc import Mapping
from typing import Any

from pricing.asking.parts import Parts
from pricing.asking.totals import BOTH
from pricing.asking.words.amounts.trailing_units import WITHIN
from pricing.asking.words.slots import Said
from pricing.units import DAYS_PER_MONTH, HOURS_PER_MONTH, MINUTES_PER_HOUR

BUDGETS = {"budget_per_month": "budget_usd_per_month", "sum": "budget_usd"}
"""Sums of money, and what they are called where they are spent."""

LIMITED = {"tco": "budget_per_month", "run_costs": "sum"}
"""What a budget limits, and which one does: it is told whether it is enough."""

LEAST_SPEED = "least_tokens_per_second"
"""What devices have to reach, so that the answer is yes."""

DEADLINE = "deadline_hours"
"""In how long all that is counted is to be done."""

USED = "used_fraction"
"""The share of the hours in which devices are used."""

PER_NODE = "devices_per_node"
"""What is counted is nodes of so many devices."""

RATES = frozenset(
    {"requests_per_day", "requests_per_second", "tokens_per_day", "tokens_per_second"}
)
"""How often an API is asked."""

KNOWN_PERCENTILES = (0.5, 0.99)
"""Shares of requests whose latency an answer has."""

JOINED = {
    frozenset({"carbon", "per_request"}): "carbon_per_request",
    frozenset({"carbon", "per_image"}): "carbon_per_request",
    frozenset({"carbon", "per_thousand_requests"}): "carbon_per_request",
    frozenset({"carbon", "per_million_requests"}): "carbon_per_request",
    frozenset({"carbon", "per_month"}): "carbon_per_month",
    frozenset({"carbon", "per_year"}): "carbon_per_year",
    frozenset({"watts", "per_user"}): "watts_per_user",
    frozenset({"watts", "per_image"}): "energy_per_request",
    frozenset({"tokens_per_second", "per_usd"}): "tokens_per_usd",
    frozenset({"images_per_second", "per_usd"}): "images_per_usd",
    frozenset({"of_bill", "watts"}): "electricity_share",
    frozenset({"of_bill", "electricity"}): "electricity_share",
    frozenset({"break_even", "tokens_per_day"}): "break_even_tokens",
    frozenset({"memory", "of_optimizer"}): "optimizer_memory",
    frozenset({"memory", "optimizer_memory"}): "optimizer_memory",
    frozenset({"watts", "per_request"}): "energy_per_request",
    frozenset({"watts", "per_million"}): "energy_per_token",
    frozenset({"watts", "per_token"}): "energy_per_token",
}
"""Figures that two words say together: carbon per request."""

SPENT = frozenset({"unit_costs", "device_price", "comparison", "api_price"})
"""What a budget buys: tokens, or devices."""


def counts_of(kind: str, query: Any, parts: Parts) -> Mapping[str, float]:
    """Counts and budgets by name. What an answer of a kind has no use for is left unread."""
    said = parts.said
    counts: dict[str, float | None] = {}
    if kind in {"unit_costs", "comparison"}:
        counts |= _work(parts)
    elif kind == "api_price":
        counts |= _of_api(query, parts)
    counts |= _budgets(kind, parts)
    counts |= _of_users(kind, said)
    counts |= _bound(kind, parts)
    if kind != "api_price" and "cached_price" in said.figures and said.get("cached") is None:
        said.left.append("cached input")
    if kind == "unit_costs":
        counts |= {name: said.get(name) for name in (LEAST_SPEED, PER_NODE)}
    if kind in {"unit_costs", "comparison"} and (counts.get("requests") or counts.get("tokens")):
        counts[DEADLINE] = _deadline(kind, said)
    if kind == "device_price":
        counts[USED] = said.get("utilization")
    _tell_confidence(kind, parts)
    return {name: count for name, count in counts.items() if count is not None}


def _of_users(kind: str, said: Said) -> dict[str, float | None]:
    """The users whose cost is asked for, and the requests of each."""
    counts: dict[str, float | None] = {}
    if kind in {"unit_costs", "comparison", "api_price"}:
        counts["requests_per_user_month"] = said.get("requests_of_one")
    if kind in {"tco", "api_price", "comparison"} and "per_user" in said.figures:
        crowd = said.get("concurrency") if said.get("is_crowd") else None
        counts["users"] = said.get("people") or crowd
    if "concurrent" in said.figures:
        counts["requests_of_user"] = said.get("requests_of_user")
    return counts


def _bound(kind: str, parts: Parts) -> dict[str, float | None]:
    """The most that an hour may cost, of what is compared or priced."""
    usd = parts.said.get("most_usd_per_hour")
    if usd is None:
        return {}
    if kind in {"comparison", "device_price"}:
        parts.assumed.append(f"at most ${usd:.4g} an hour is asked for")
        return {"most_usd_per_hour": usd}
    parts.said.left.append(f"at most ${usd:g} an hour")
    return {}


def _deadline(kind: str, said: Said) -> float | None:
    """The time in which all that is counted is to be done [hours], None where none is said.

    Devices that are compared are not sized by it, and leave it unread.
    """
    if said.words.get("months", "").partition(" ")[0] not in WITHIN:
        return None
    months = said.slots.pop("months")
    if kind == "comparison":
        said.left.append(said.words["months"])
        return None
    said.figures.insert(0, "duration")
    return float(months * HOURS_PER_MONTH)


def _budgets(kind: str, parts: Parts) -> dict[str, float | None]:
    """What may be spent: on what is bought for it, or as a limit of a service or a run."""
    said = parts.said
    is_of_devices = kind == "comparison" and not {"how_many", "concurrent"} & {*said.figures}
    if is_of_devices and said.get("budget_per_month"):
        said.slots.setdefault("most_usd_per_month", said.slots.pop("budget_per_month"))
    if said.get("most_usd_per_month"):
        _settle_bound(kind, parts)
    if kind in SPENT:
        if said.get("budget_per_month"):  # the tokens of a day are those that it buys
            said.figures[:] = [name for name in said.figures if name != "tokens_per_day"]
        return {name: said.get(slot) for slot, name in BUDGETS.items()}
    limit = LIMITED.get(kind, "")
    left = [slot for slot in BUDGETS if slot != limit and said.get(slot)]
    said.left.extend(f"${said.get(slot):,.0f}" for slot in left)
    return {"limit_usd": said.get(limit)}


def _settle_bound(kind: str, parts: Parts) -> None:
    """Read the most that something may cost a month: of compared devices, else as a budget."""
    said = parts.said
    usd = said.slots.pop("most_usd_per_month")
    if kind == "comparison":
        said.slots.setdefault("most_usd_per_hour", usd / HOURS_PER_MONTH)
        said.figures.insert(0, "months")
    else:
        said.slots.setdefault("budget_per_month", usd)


def _tell_confidence(kind: str, parts: Parts) -> None:
    """Tell of a percentile that an answer does not have."""
    said = parts.said
    level = said.get("confidence")
    if level is None or kind in {"tco", "run_costs"}:
        return
    if "latency" not in said.figures:
        said.left.append(f"p{100.0 * level:g}")
        return
    if level not in KNOWN_PERCENTILES:
        parts.assumed.append("latency is known in the mean and for 99 of 100 requests alone")
    if level > KNOWN_PERCENTILES[0] and kind == "unit_costs":
        said.figures.insert(0, "late")
        if not {"requests_per_second", "concurrency"} & said.slots.keys():
            usual = f"utilization_fraction.{said.get('workload') or 'interactive'}"
            used = said.get("utilization") or parts.catalog.assumptions[usual].value
            told = f"no rate is said: requests arrive at {used:.0%} of what is sustained"
            parts.assumed.append(told)


def _of_api(query: Any, parts: Parts) -> dict[str, float | None]:
    """Requests and tokens that an API is paid for."""
    said = parts.said
    if said.get("concurrency") and not said.slots.keys() & RATES:
        said.left.append(f"{said.get('concurrency'):,.0f} at a time")
    requests, months = parts.counted_requests, said.get("months")
    if requests is None and months is not None and query.requests_per_month is not None:
        requests = query.requests_per_month * months
    counts = {"requests": requests, "tokens": said.get("tokens")}
    return counts | {name: said.get(f"total_{name}") for name in BOTH}


def _work(parts: Parts) -> dict[str, float | None]:
    """Requests, tokens, images or hours of audio. Tokens beside requests are their length."""
    said, makes_images = parts.said, parts.makes_images
    if makes_images and "per_thousand" in said.figures:
        said.slots.setdefault("made_images", 1_000.0)
    images, minutes = said.get("made_images"), said.get("audio_minutes")
    hours = said.get("audio_hours") or (None if minutes is None else minutes / MINUTES_PER_HOUR)
    if hours is None and parts.is_media and not makes_images and said.get("months"):
        hours = said.slots.pop("months") * HOURS_PER_MONTH  # of audio, and not of devices
    if hours is None and parts.is_media and not makes_images and said.get("hours_per_day"):
        hours = said.slots.pop("hours_per_day") * DAYS_PER_MONTH  # 1000 hours a day, in a month
        parts.assumed.append(f"{hours:,.0f} hours of audio a month are priced")
    if images is not None and not makes_images and not parts.sees_images:
        said.left.append(f"{images:g} images")
    if said.get("pixels") is not None and not makes_images and not parts.sees_images:
        said.left.append("{}x{}".format(*said.get("pixels")))
    requests = parts.counted_requests
    return {
        "most_usd_per_million": said.get("most_usd_per_million") or _sought_price(said),
        "requests": requests,
        "tokens": (said.get("tokens") if requests is None else None)
        or said.get("total_output_tokens"),
        "input_tokens": said.get("total_input_tokens"),
        "images": images if makes_images or parts.sees_images else None,
        "audio_hours": hours,
    }


def _sought_price(said: Said) -> float | None:
    """The price of output that something is to be possible at, None where none is said."""
    name = next((name for name in OF_OUTPUT if said.get(name)), None)
    if name is None or "fits" not in said.figures or said.get("sells"):
        return None
    said.figures[:] = [figure for figure in said.figures if figure != "fits"]
    said.words.pop(name, None)
    return float(said.slots.pop(name))


OF_OUTPUT = ("sold_usd_per_million_output_tokens", "sold_usd_per_million_tokens")
"""Slots of prices that may be those of a million output tokens."""


def first_figures(kind: str, query: Any, said: Said) -> tuple[str, ...]:
    """The figures that a question asks for by more than their names."""
    superlative = said.get("superlative")
    joined = next((name for both, name in JOINED.items() if both <= {*said.figures}), None)
    if joined is not None:
        return (joined,)
    if said.get("confidence") and kind in {"tco", "run_costs"}:
        return ("confidence",)
    is_bound = said.get("most_usd_per_hour") is not None
    if kind == "device_price" and (superlative == "cheapest" or is_bound):
        return ("cheapest",)
    ranked = {
        "fastest": ("speed",),
        "leanest": ("energy_per_token",),
        "smallest": ("smallest",),
        "cheapest_hour": ("cheapest_hour",),
    }
    if kind == "comparison" and superlative in ranked:
        return ranked[superlative]
    is_at_rate = kind == "comparison" and query.load.requests_per_second is not None
    return ("months",) if is_at_rate else ()
