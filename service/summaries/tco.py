"""Summary of the cost of a service over time."""

from collections.abc import Callable

from service.summaries.certainty import cases_words, sure_words
from service.summaries.figures import counted, number, share, usd
from service.summaries.parts import (
    Fields,
    begun,
    device_words,
    load_words,
    model_words,
    pool_words,
    price_words,
    rate_words,
    when,
    workload_words,
)

LEAST_RANGE_FRACTION = 0.02
"""The width of an interval over its total from which on it is told."""


LEAST_LATER_FRACTION = 0.05
"""The share of a total from which on what is due after the horizon is told."""

MOST_IRR = 10.0
"""The highest rate of return that is told: what lies above says little [fraction]."""

MOST_DUE = 2
"""Months that are named in which minimums of a contract are due."""


def tco_summary(answer: Fields, query: Fields) -> str:
    """Total, monthly and unit cost, the purchase, the load, and the alternatives."""
    totals, months = answer["totals"], answer["horizon_months"]
    served = "The service" if answer["model"] is None else begun(model_words(answer, query))
    one, per = "million tokens", totals["usd_per_million_tokens"]
    if per is None:
        one, per = "request", totals["usd_per_request"]
    monthly = f"{usd(totals['usd_total'] / months)} a month"
    (_, devices), *later = generations(answer, replica_words)
    devices += "".join(f" and from {month} on of {other}" for month, other in later)
    text = (
        f"{served} on replicas of {devices}, up to {held_words(answer, '')}"
        f" at a time, costs {_total(answer)} in"
        f" {counted(months, 'month')}{_begun(answer)}: {monthly} and {usd(per)} per {one}"
        f"{_later(answer)} ({_bought(answer, query)}, {when(answer['provenance'])})."
        f" {_load(answer, query)}{_outlay(answer)}{contract_words(answer)}"
    )
    text += _batch_tier(answer["batch_tier"])
    if answer["confidence"]:
        text += f" {cases_words(answer['confidence'])}"
    return f"{text} {_alternatives(answer)}" if answer["alternatives"] else text


def held_words(answer: Fields, noun: str = "replica") -> str:
    """The most replicas that run, of those that are owned or committed to, where these are more."""
    most = answer["capacity"]["peak_replicas"]
    held = max(month["base_replicas"] for month in answer["months"])
    told = counted(max(most, held), noun) if noun else f"{max(most, held):,}"
    return f"{most:,} of {told}" if held > most else told


def replicas_words(answer: Fields) -> str:
    """How many replicas run, at most."""
    told = held_words(answer)
    return told if told == "1 replica" else f"up to {told}"


def is_told(later_usd: float, answer: Fields) -> bool:
    """Whether what is due after the horizon is a part of the total that is told."""
    return later_usd >= LEAST_LATER_FRACTION * float(answer["totals"]["usd_total"])


def owned_word(answer: Fields) -> str:
    """Whether devices are owned or leased."""
    return "leased" if answer["totals"]["line_items_usd"].get("lease") else "owned"


def _later(answer: Fields) -> str:
    """What of the total is due after the horizon; empty for a small part."""
    later_usd = answer["purchase"]["usd_beyond_horizon"]
    if not is_told(later_usd, answer):
        return ""
    return f", with {usd(later_usd)} that is due after the horizon"


def _begun(answer: Fields) -> str:
    """The first day of a service that begins within a month."""
    day = answer["start"]
    return "" if day.endswith("-01") else f" from {day} on"


def generations(answer: Fields, words: Callable[[Fields], str]) -> list[tuple[str, str]]:
    """The devices of a replica in words, and the month from which on it has them."""
    found: list[tuple[str, str]] = []
    for replica in answer["replicas"]:
        devices = words(replica)
        if not found or devices != found[-1][1]:
            found.append((replica["from_month"], devices))
    return found


def replica_words(replica: Fields) -> str:
    """The devices of a replica, pool by pool where it has two."""
    if replica["pools"]:
        return pool_words(*replica["pools"])
    devices = device_words(replica)
    if replica["prefill_device_count"] is None:
        return devices
    return (
        f"{devices} ({replica['prefill_device_count']:,} for prompts,"
        f" {replica['decode_device_count']:,} for tokens)"
    )


def _total(answer: Fields) -> str:
    """The total, its range, and the total in another currency."""
    text = usd(answer["totals"]["usd_total"])
    beside = []
    if answer["confidence"]:
        beside.append(sure_words(answer["confidence"]))
    elif answer["uncertainty"]:
        spread = answer["uncertainty"]["usd_total"]
        beside.append(f"{usd(spread['p10'])} to {usd(spread['p90'])}")
    elif _is_open(answer["totals"]):
        low, high = answer["totals"]["usd_total_low"], answer["totals"]["usd_total_high"]
        beside.append(f"{usd(low)} to {usd(high)} by throughput and estimated prices")
    if answer["converted"]:
        converted = answer["converted"]
        amount = f"{number(converted['total'])} {converted['currency']}"
        beside.append(f"{amount}, {rate_words(converted)}")
    return f"{text} ({', '.join(beside)})" if beside else text


def _is_open(totals: Fields) -> bool:
    """Whether the interval of a total is wide enough to be told."""
    low, high = totals["usd_total_low"], totals["usd_total_high"]
    return low is not None and high - low > LEAST_RANGE_FRACTION * totals["usd_total"]


def is_rented(answer: Fields) -> bool:
    """Whether any month needs more than its base, by the hour."""
    return any(month["replicas"] > month["base_replicas"] for month in answer["months"])


def _bought(answer: Fields, query: Fields) -> str:
    """What is owned or committed, and what is rented by the hour."""
    bought = answer["purchase"]
    plan = query.get("purchase") or {}
    parts = [f"{owned_word(answer)} devices"] if bought["holdings"] else []
    if bought["base"] is not None:
        *others, last = options_of(answer)
        words = price_words(bought["base"], plan.get("base") or plan)
        first = bought["base"]["option"]
        further = [option for option in (*others, last) if option != first]
        parts.append(f"{words}, besides {' and '.join(further)}" if further else words)
    if bought["burst"] is not None and (is_rented(answer) or not parts):
        parts.append(price_words(bought["burst"], plan.get("burst") or plan))
    return "; ".join(parts) or str(bought["plan"])


def options_of(answer: Fields) -> list[str]:
    """The options of the terms of a service, the one that costs most first."""
    bought = answer["purchase"]
    usd_of: dict[str, float] = {} if bought["commitments"] else {bought["base"]["option"]: 0.0}
    for term in bought["commitments"]:
        usd_of[term["option"]] = usd_of.get(term["option"], 0.0) + term["usd"]
    return sorted(usd_of, key=lambda option: -usd_of[option])


def _outlay(answer: Fields) -> str:
    """The price of the devices that are bought."""
    holdings = answer["purchase"]["holdings"]
    if not holdings:
        return ""
    count = counted(sum(holding["device_count"] for holding in holdings), "device")
    paid_usd = sum(holding["usd"] for holding in holdings)
    if not paid_usd:
        return f" {count} are {owned_word(answer)}."
    return f" {count} are bought for {usd(paid_usd)}."


def contract_words(answer: Fields) -> str:
    """What contracts over whole bills take off, and what their minimums leave to be paid."""
    text = ""
    for one in answer["contracts"]:
        due = [period for period in one["periods"] if period["shortfall_usd"]]
        parts = [f"takes off {usd(one['discount_usd'])}"] if one["discount_usd"] or not due else []
        if due:
            months = " and ".join(period["ends"] for period in due[:MOST_DUE])
            months += " and later" if len(due) > MOST_DUE else ""
            parts.append(f"leaves {usd(one['shortfall_usd'])} of its minimum due in {months}")
        text += f" {one['name']} {' and '.join(parts)}."
    return text


def _load(answer: Fields, query: Fields) -> str:
    """The load, and the utilisation of the replicas."""
    requests = counted(answer["totals"]["requests"], "request")
    load = load_words(answer, query).replace("requests", requests) or requests
    used = share(answer["capacity"]["utilization_fraction"])
    work = workload_words(answer, query)
    return f"The load is {work}, {load}; it uses {used} of the throughput."


def _batch_tier(tier: Fields | None) -> str:
    """What batch work costs that fills what the load leaves; empty where nobody asks."""
    if tier is None or not tier["batch"]["requests"]:
        return ""
    batch, interactive = (usd(tier[name]["usd_per_request"]) for name in ("batch", "interactive"))
    return (
        f" Batch work, for which nobody waits, fills {share(tier['filled_fraction'])} of the time"
        f" that is paid for: {counted(tier['batch']['requests'], 'request')} at {batch}, and the"
        f" load then costs {interactive} a request, {usd(tier['usd_total'])} in all (APIs take"
        f" {share(tier['api_discount_fraction'])} off batches)."
    )


def _alternatives(answer: Fields) -> str:
    """The first alternative, and the number of others."""
    first, *others = answer["alternatives"]
    text = f"{_alternative(first)}.{_returns(answer, first)}"
    if not others:
        return text
    return f"{text} {counted(len(others), 'further alternative')} in the JSON."


def is_paid_ahead(answer: Fields) -> bool:
    """Whether devices are bought or terms are paid for when they begin."""
    cash = answer["cash"]
    return bool(cash["capex_usd"] or any(month["upfront_usd"] for month in cash["months"]))


def _returns(answer: Fields, other: Fields) -> str:
    """What paying ahead earns beside an alternative; empty where nothing is paid ahead.

    Charges are spread over the time that they are for: what is paid ahead is paid back later.
    """
    if not is_paid_ahead(answer):
        return ""
    found, rate = other["returns"], share(answer["cash"]["discount_rate_fraction"])
    month, earned = found["payback_month"], found["irr_fraction"]
    back = f"what is paid ahead is paid back in {month}" if month else "it is not paid back"
    text = f" By payments, not charges, {back}: NPV {usd(found['npv_usd'])} at {rate} a year"
    if earned is None:
        return f"{text}."
    irr = f"above {share(MOST_IRR)}" if earned > MOST_IRR else share(earned)
    return f"{text}, IRR {irr}."


def _alternative(other: Fields) -> str:
    """The cost of an alternative, and the break-even with it."""
    month = other["break_even_month"]
    if month == other["months"][0]["month"]:
        even = "more than this from the first month on"
    else:
        even = f"break-even in {month}" if month else "no break-even by then"
    text = f"With {other['name']} it would cost {usd(other['usd_total'])}, {even}"
    load = other["break_even_requests_per_day"]
    if load is None:
        return text
    if load <= other["curve"][0]["requests_per_day"]:
        return f"{text}, even at {number(load)} requests a day"
    return f"{text}; the service would break even at {load:,.0f} requests a day"
