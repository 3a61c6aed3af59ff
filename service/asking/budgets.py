"""Whether a budget is enough, before an answer."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

from pricing.asking.counts import DEADLINE
from pricing.units import HOURS_PER_MONTH
from service.asking.figures.counts import hours_of
from service.asking.figures.figure import Fields
from service.asking.sentences import money
from service.sentences.amounts import rough
from service.summaries.figures import duration
from service.summaries.parts import device_words
from service.summaries.run_costs import cheapest_of


def budget_lead(kind: str, fields: Fields, counts: Mapping[str, float], *, is_asked: bool) -> str:
    """Yes or no, with what a run or a month costs beside the budget; empty without one.

    is_asked: whether the question is one of yes or no. What serves is told for a whole month.
    """
    if "most_usd_per_hour" in counts:
        return _bound_lead(fields, counts["most_usd_per_hour"])
    if "most_usd_per_million" in counts:
        return _million_lead(fields, counts["most_usd_per_million"])
    limit = counts.get("limit_usd")
    is_of_devices = kind == "device_price" and fields["device_count"] > 1
    if is_of_devices or (kind == "unit_costs" and is_asked):
        limit = counts.get("budget_usd_per_month")
    cost = None if limit is None else _cost(kind, fields)
    if limit is None or cost is None:
        return ""
    per = "" if kind == "run_costs" else " a month"
    if cost <= limit:
        return f"Yes: {_whole(cost)} of {_whole(limit)}{per}. "
    return f"No: {_whole(cost)} is more than {_whole(limit)}{per}. "


def tokens_lead(fields: Fields, usd: float) -> str:
    """The tokens of a run that are sought for a budget."""
    return f"{rough(fields['compute']['tokens'])} tokens for {_whole(usd)}. "


def within(answer: Mapping[str, Any], most_usd_per_hour: float | None) -> Mapping[str, Any]:
    """An answer with the candidates, or the offers, that cost no more an hour than is said.

    All are told where none costs as little.
    """
    if most_usd_per_hour is None:
        return answer
    names = {"candidates": "usd_per_hour", "offers": "usd_per_device_hour"}
    kept = {
        name: [row for row in answer[name] if (row[price] or 0.0) <= most_usd_per_hour]
        for name, price in names.items()
        if name in answer
    }
    return {**answer, **{name: rows for name, rows in kept.items() if rows}}


def time_lead(query: Any, fields: Fields, figures: Sequence[str]) -> str:
    """Whether a run ends in the time that is said on the devices that are; empty: not asked."""
    schedule = getattr(query, "schedule", None)
    limit = None if schedule is None else schedule.wall_clock_limit_hours
    if limit is None or not fields.get("options") or query.deployment.device_count is None:
        return ""
    if "fits" not in figures:
        return ""
    hours = cheapest_of(fields)["wall_clock_hours"]
    if hours <= limit:
        return f"Yes: it takes {duration(hours)} of {duration(limit)}. "
    return f"No: it takes {duration(hours)}, more than {duration(limit)}. "


def deadline_lead(fields: Fields, counts: Mapping[str, float], *, is_asked: bool) -> str:
    """Whether work is done in the time that is said, and which devices do it; empty: none is.

    is_asked: whether the question is one of yes or no.
    """
    limit = counts.get(DEADLINE)
    hours = None if limit is None else hours_of(fields["performance"], counts)
    if limit is None or hours is None:
        return ""
    took = f"{device_words(fields)} take {duration(hours)}"
    if hours <= limit:
        return f"{'Yes: ' if is_asked else ''}{took} of {duration(limit)}. "
    enough = {**fields, "device_count": fields["device_count"] * ceil(hours / limit)}
    more = f"{device_words(enough)} do it in time"
    return f"No: {took}, more than {duration(limit)}; {more}. "


def _bound_lead(fields: Fields, most_usd_per_hour: float) -> str:
    """No, where all that is compared costs more than is said; empty where something does not."""
    rows = (("candidates", "usd_per_hour"), ("offers", "usd_per_device_hour"))
    costs = [row[price] for name, price in rows for row in fields.get(name) or () if row[price]]
    if not costs or min(costs) <= most_usd_per_hour:
        return ""
    return f"No: the least is {_whole(min(costs))} an hour. "


def _million_lead(fields: Fields, most_usd: float) -> str:
    """Whether a million output tokens cost no more than is said; of devices compared, the best."""
    costs: Fields = fields.get("unit_costs") or next(iter(fields.get("candidates") or ()), {})
    usd = costs.get("usd_per_million_output_tokens")
    if usd is None:
        return ""
    of = "per million output tokens"
    if usd <= most_usd:
        return f"Yes: ${usd:.2g} of ${most_usd:g} {of}. "
    used = (fields.get("performance") or {}).get("utilization_fraction")
    enough = used * usd / most_usd if used else None  # an hour costs the same however it is used
    more = f"; at {enough:.0%} use it is as low" if enough is not None and enough <= 1.0 else ""
    return f"No: ${usd:.2g} is more than ${most_usd:g} {of}{more}. "


def _cost(kind: str, fields: Fields) -> float | None:
    """What a budget is for: the mean of the cheapest way, or of a month [USD]."""
    if kind == "device_price":
        return float(fields["usd_per_month"])
    if kind == "unit_costs":
        return float(fields["unit_costs"]["usd_per_hour"] * HOURS_PER_MONTH)
    if kind == "tco":
        return float(fields["totals"]["usd_total"] / fields["horizon_months"])
    return float(cheapest_of(fields)["usd"]["mean"]) if fields.get("options") else None


def _whole(usd: float) -> str:
    """Some dollars, of large amounts without cents."""
    return money(usd, is_wide=False)
