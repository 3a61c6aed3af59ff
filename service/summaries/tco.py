"""Summary of the cost of a service over time."""

from service.summaries.figures import counted, number, share, usd
from service.summaries.parts import Whole, begun, load_words, model_words, price_words, when


def tco_summary(whole: Whole, asked: Whole) -> str:
    """Total, monthly and unit cost, the purchase, the load, and the alternatives."""
    totals, months = whole["totals"], len(whole["months"])
    served = "The service" if whole["model"] is None else begun(model_words(whole, asked))
    one, per = "million tokens", totals["usd_per_million_tokens"]
    if per is None:
        one, per = "request", totals["usd_per_request"]
    said = (
        f"{served} on replicas of {_replicas(whole)}, up"
        f" to {whole['capacity']['peak_replicas']:,} at a time, costs {_total(whole)} in"
        f" {counted(months, 'month')}: {usd(totals['usd_total'] / months)} a month and"
        f" {usd(per)} per {one} ({_bought(whole, asked)}, {when(whole['provenance'])})."
        f" {_load(whole, asked)}"
    )
    return f"{said} {_alternatives(whole)}" if whole["alternatives"] else said


def _replicas(whole: Whole) -> str:
    """The devices of a replica, generation by generation."""
    said = ""
    last = None
    for replica in whole["replicas"]:
        devices = f"{replica['device_count']:,} × {replica['device']}"
        if devices != last:
            said += f" and from {replica['from_month']} on of {devices}" if last else devices
        last = devices
    return said


def _total(whole: Whole) -> str:
    """The total, its range, and the total in another currency."""
    said = usd(whole["totals"]["usd_total"])
    beside = []
    if whole["uncertainty"]:
        spread = whole["uncertainty"]["usd_total"]
        beside.append(f"{usd(spread['p10'])} to {usd(spread['p90'])}")
    if whole["converted"]:
        beside.append(f"{number(whole['converted']['total'])} {whole['converted']['currency']}")
    return f"{said} ({', '.join(beside)})" if beside else said


def _bought(whole: Whole, asked: Whole) -> str:
    """What is owned or committed, and what is rented by the hour."""
    bought = whole["purchase"]
    plan = asked.get("purchase") or {}
    parts = ["owned devices"] if bought["holdings"] else []
    if bought["base"] is not None:
        parts.append(price_words(bought["base"], plan.get("base") or plan))
    is_short = any(month["replicas"] > month["base_replicas"] for month in whole["months"])
    if bought["burst"] is not None and (is_short or not parts):
        parts.append(price_words(bought["burst"], plan.get("burst") or plan))
    return "; ".join(parts) or str(bought["plan"])


def _load(whole: Whole, asked: Whole) -> str:
    """The load, and the utilisation of the replicas."""
    requests = counted(whole["totals"]["requests"], "request")
    load = load_words(whole, asked).replace("requests", requests) or requests
    used = share(whole["capacity"]["utilization_fraction"])
    return f"The load is {load}; it uses {used} of the throughput."


def _alternatives(whole: Whole) -> str:
    """The first alternative, and the number of others."""
    first, *others = whole["alternatives"]
    if not others:
        return f"{_alternative(first)}."
    return f"{_alternative(first)}. {counted(len(others), 'further alternative')} in the JSON."


def _alternative(other: Whole) -> str:
    """The cost of an alternative, and the break-even with it."""
    month = other["break_even_month"]
    if month == other["months"][0]["month"]:
        even = "more than this from the first month on"
    else:
        even = f"break-even in {month}" if month else "no break-even by then"
    said = f"With {other['name']} it would cost {usd(other['usd_total'])}, {even}"
    load = other["break_even_requests_per_day"]
    if load is None:
        return said
    if load <= other["curve"][0]["requests_per_day"]:
        return f"{said}, even at {number(load)} requests a day"
    return f"{said}; the service would break even at {load:,.0f} requests a day"
