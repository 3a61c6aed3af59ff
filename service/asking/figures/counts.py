"""What so many tokens, requests, images or hours cost, and what a budget buys."""

from collections.abc import Iterator, Mapping
from typing import Any

from pricing.asking.counts import USED
from pricing.units import (
    DAYS_PER_MONTH,
    HOURS_PER_DAY,
    HOURS_PER_MONTH,
    SECONDS_PER_HOUR,
    TOKENS_PER_MILLION_TOKENS,
)
from service.asking.answer import Figure
from service.asking.figures.figure import Fields, Found, figure_of, output_tokens_of
from service.summaries.figures import exactly
from service.summaries.parts import device_words

COUNTED: Mapping[str, tuple[str, float, str]] = {
    "requests": ("usd_per_request", 1.0, "requests"),
    "tokens": (
        "usd_per_million_output_tokens_all_in",
        TOKENS_PER_MILLION_TOKENS,
        "output tokens, all in",
    ),
    "input_tokens": (
        "usd_per_million_input_tokens",
        TOKENS_PER_MILLION_TOKENS,
        "input tokens",
    ),
    "output_tokens": (
        "usd_per_million_output_tokens",
        TOKENS_PER_MILLION_TOKENS,
        "output tokens",
    ),
    "requests_per_user_month": ("usd_per_request", 1.0, "requests of a user a month"),
    "images": ("usd_per_image", 1.0, "images"),
    "audio_hours": ("usd_per_audio_hour", 1.0, "hours of audio"),
}
"""What is counted: its price, of how many, and its words."""

MONTHLY, OF_USER = "budget_usd_per_month", "requests_of_user"
"""A budget, and how often each user asks a day, by the names of counts."""

BOUNDS = frozenset(
    {"most_usd_per_hour", "most_usd_per_million", "limit_usd", "least_tokens_per_second"}
    | {"devices_per_node", "deadline_hours", OF_USER}
)
"""What is told beside a question that is no count."""

MIXED_TOKENS = "mixed_tokens"
"""The name of a count of tokens, in and out, of devices beside an API."""

MIXED = ("usd_per_million_tokens", TOKENS_PER_MILLION_TOKENS, "tokens, in and out")
"""Tokens of an API, of which nobody says which they are."""

SERVING = frozenset({"unit_costs", "comparison"})
"""Kinds of answers that have users."""

MOST_SERVED = 3
"""Devices that are told with the users that a budget serves on them."""

USERS_OF_BUDGET = "users_for_budget"

TIME_OF_WORK = "hours_of_work"
"""The name of how long all that is counted takes."""

WORKED = {"requests": "requests_per_second", "tokens": "output_tokens_per_second"}
"""What is counted, and how fast devices do it at full use."""

READ = ("usd_per_million_input_tokens", TOKENS_PER_MILLION_TOKENS, "tokens that are read")
"""Tokens of a model that writes none."""


def counted(
    kind: str, answer: Fields, name: str, counts: Mapping[str, float], *, of_users: bool
) -> tuple[Figure | None, ...]:
    """What so many things cost, or what so much money buys, by the name of the count.

    of_users: whether users are what a budget is for.
    """
    count = counts[name]
    if name in BOUNDS:
        return ()
    if name == USED:
        usd = answer["usd_per_hour"] / answer["device_count"] / count
        words = f"a used device-hour at {count:.0%} use"
        return (figure_of("usd_per_used_device_hour", usd, words),)
    if name in {"users", MIXED_TOKENS}:
        return (_of_user(answer, count) if name == "users" else _of_mixed(answer, count),)
    if name.startswith("budget"):
        bought = _bought(kind, answer, count, is_monthly=name == MONTHLY)
        is_of_users = of_users and name == MONTHLY and kind in SERVING
        return (*_users_within(answer, counts), *bought) if is_of_users else bought
    costs = answer if kind == "api_price" else _costs(answer)
    field, size, words = MIXED if kind == "api_price" and name == "tokens" else COUNTED[name]
    if name == "tokens" and (costs.get(field) is None or costs.get("output_tokens") == 0.0):
        field, size, words = READ
    price = costs.get(field)
    if price is None:
        return ()
    told = words.removesuffix("s") if count == 1.0 else words
    return (
        figure_of(
            f"usd_for_{name}",
            price * count / size,
            f"for {exactly(count)} {told}",
        ),
    )


def _of_mixed(answer: Fields, count: float) -> Figure | None:
    """What so many tokens cost, those that are read among them, in requests of the load."""
    request = _costs(answer).get("usd_per_request")
    tokens = answer["input_tokens"] + answer["output_tokens"]
    usd = request * count / tokens if request and tokens else None
    words = (MIXED if answer["output_tokens"] else READ)[2]
    return figure_of("usd_for_tokens", usd, f"for {exactly(count)} {words}")


def _costs(answer: Fields) -> Fields:
    """The unit costs of an answer; of devices that are compared, those of the best."""
    if "unit_costs" in answer:
        return dict(answer["unit_costs"])
    best: Fields = next(iter(answer["candidates"]), {})
    request, written = best.get("usd_per_request"), output_tokens_of(best)
    all_in = request / written * TOKENS_PER_MILLION_TOKENS if request and written else None
    return {**best, "usd_per_million_output_tokens_all_in": all_in}


def _of_user(answer: Fields, users: float) -> Figure | None:
    """What each of some users costs a month."""
    totals = answer.get("totals")
    priced = next(iter(answer.get("candidates") or ()), answer)
    monthly = totals["usd_total"] / answer["horizon_months"] if totals else priced["usd_per_month"]
    each = None if monthly is None else monthly / users
    return figure_of("usd_per_user_per_month", each, f"a month for each of {exactly(users)} users")


def _bought(
    kind: str, answer: Fields, usd: float, *, is_monthly: bool
) -> tuple[Figure | None, ...]:
    """The devices or the tokens that a budget buys, a month or once."""
    per = " a month" if is_monthly else ""
    if kind == "device_price":
        hours = usd / (answer["usd_per_hour"] / answer["device_count"])
        if is_monthly:
            words = f"devices all month for ${exactly(usd)}{per}"
            return (figure_of("device_count_for_budget", float(hours // HOURS_PER_MONTH), words),)
        return (figure_of("device_hours_for_budget", hours, f"device-hours for ${exactly(usd)}"),)
    costs: Any = answer.get("unit_costs") or next(iter(answer.get("candidates") or ()), answer)
    price = costs.get("usd_per_million_tokens") or costs.get("usd_per_million_input_tokens")
    if not price:
        return ()
    tokens = usd / price * TOKENS_PER_MILLION_TOKENS
    request = costs.get("usd_per_request")
    requests = usd / request if request else None
    return (
        figure_of("tokens_for_budget", tokens, f"tokens{per} for ${exactly(usd)}, in and out"),
        figure_of("requests_for_budget", requests, f"requests{per} for ${exactly(usd)}"),
        figure_of(
            "requests_per_day_for_budget",
            None if requests is None or not is_monthly else requests / DAYS_PER_MONTH,
            "requests a day",
        ),
        figure_of(
            "tokens_per_day_for_budget",
            tokens / DAYS_PER_MONTH if is_monthly else None,
            "tokens a day",
        ),
    )


def by_users(answer: Fields, counts: Mapping[str, float]) -> Fields:
    """A comparison with its candidates by the users that a monthly budget serves on them."""
    usd = counts.get(MONTHLY)
    if usd is None:
        return answer
    served = {id(row): _users(row, usd, counts)[0] for row in answer["candidates"]}
    rows = sorted(answer["candidates"], key=lambda row: -served[id(row)])
    return {**answer, "candidates": rows, "objective": USERS_OF_BUDGET}


def _users_within(answer: Fields, counts: Mapping[str, float]) -> Iterator[Figure | None]:
    """The users that whole deployments serve for a monthly budget.

    Without the requests that each sends a day, all users wait for an answer at once.
    """
    one = {**answer, **(answer.get("performance") or {}), **(answer.get("unit_costs") or {})}
    for row in (answer.get("candidates") or (one,))[:MOST_SERVED]:
        users, copies = _users(row, counts[MONTHLY], counts)
        whole = f" on {exactly(copies * row['device_count'])} × {row['device']}"
        if not copies:
            monthly_usd = exactly(row["usd_per_hour"] * HOURS_PER_MONTH)
            whole = f", as {device_words(row)} cost ${monthly_usd}"
        words = f"{'users' if counts.get(OF_USER) else 'users at once'}{whole}"
        yield figure_of(f"{row['device']}.{USERS_OF_BUDGET}", users, words)


def _users(row: Fields, usd: float, counts: Mapping[str, float]) -> tuple[float, float]:
    """The users that a monthly budget serves on some devices, and the copies that it pays for."""
    copies = float(usd // (row["usd_per_hour"] * HOURS_PER_MONTH))
    if counts.get(OF_USER):
        per_hour = row["usd_per_hour"] / row["usd_per_request"]
        return copies * per_hour * HOURS_PER_DAY / counts[OF_USER] // 1.0, copies
    return copies * row["concurrency"] // 1.0, copies


def time_of(performance: Fields, counts: Mapping[str, float]) -> Found:
    """How long all that is counted takes, at the use of the answer."""
    name = next(name for name in WORKED if name in counts)
    words = f"hours for {exactly(counts[name])} {name}"
    return (figure_of(TIME_OF_WORK, hours_of(performance, counts), words),)


def hours_of(performance: Fields, counts: Mapping[str, float]) -> float | None:
    """The hours that all that is counted takes; None where no speed is known."""
    name = next((name for name in WORKED if name in counts), None)
    if name is None:
        return None
    rate, used = performance[WORKED[name]], performance["utilization_fraction"]
    if rate is None and name == "tokens":
        rate = performance["input_tokens_per_second"]
    return counts[name] / (rate * used) / SECONDS_PER_HOUR if rate and used else None
