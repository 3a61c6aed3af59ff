"""The traffic of a day, as a question says it: of requests, of tokens or of users."""

from pricing.asking.words.slot_filling import IN_FLIGHT
from pricing.asking.words.slots import Said
from pricing.catalog.catalog import Catalog
from pricing.errors import InvalidQuery
from pricing.units import DAYS_PER_MONTH, SECONDS_PER_DAY

BUDGETS = ("budget_per_month", "most_usd_per_month")
"""Slots of what may be spent a month."""

LEAST_MONTHS = 0.5
"""The shortest time of a rate that is a service; in a shorter one devices work so many hours."""

USERS = ("users_per_day", "users_per_month", "requests_per_user", "requests_each")
"""Slots of users, and of how often each of them asks."""


def requests_per_day(said: Said, catalog: Catalog, assumed: list[str]) -> float | None:
    """Requests a day, None where nothing is said of traffic; assumed: takes what was chosen.

    Raises InvalidQuery for users of whom nobody says how often they ask.
    """
    if _is_of_one(said):
        _settle_one(said, assumed)
        return None
    if _are_of_each(said, assumed):
        said.slots["requests_per_user"] = said.slots.pop("requests_per_day")
    if said.get("requests_per_day") is not None:
        return float(said.get("requests_per_day"))
    if {*USERS} & said.slots.keys():
        return _of_users(said, assumed)
    rate = said.get("requests_per_second")
    is_service = (said.get("months") or 0.0) >= LEAST_MONTHS or said.get("peak_ratio")
    if rate is not None and is_service:
        return float(rate * SECONDS_PER_DAY)
    return _of_tokens(said, catalog, assumed)


def _is_of_one(said: Said) -> bool:
    """Whether requests are those of one user, whose cost or whose payment is asked about."""
    is_asked = "per_user" in said.figures or said.get("sold_usd_per_user_month")
    people = {"users_per_day", "users_per_month", "concurrency"}
    return bool(is_asked) and not people & said.slots.keys() and bool(OF_ONE & said.slots.keys())


OF_ONE = frozenset({"requests_per_day", "requests_per_user", "requests_each"})
"""Slots of how often a user asks."""


def _settle_one(said: Said, assumed: list[str]) -> None:
    """Count the requests of one user in a month."""
    per_day = next(said.slots.pop(name) for name in OF_ONE if name in said.slots)
    each = per_day * DAYS_PER_MONTH
    said.slots |= {"requests_per_user_month": each, "requests_of_one": each}
    said.figures[:] = [name for name in said.figures if name not in {"per_user", "per_month"}]
    assumed.append(f"a user sends {per_day:,.4g} requests a day, at the usual use of the devices")


def _are_of_each(said: Said, assumed: list[str]) -> bool:
    """Whether each of some users sends the requests of a day: fewer than there are users.

    Users of whom it is said that they wait at once are a load, and send what is said together.
    """
    users, per_day = said.get("users_per_day"), said.get("requests_per_day")
    if users is None and said.get("is_crowd"):
        users = said.get("concurrency")
    if users is None or per_day is None:
        return False
    if per_day >= users:
        assumed.append(f"{per_day:,.0f} requests a day are of all {users:,.0f} users together")
    return bool(per_day < users)


def _of_users(said: Said, assumed: list[str]) -> float | None:
    """Requests a day of so many users who send so many each; None where a budget counts them."""
    users, each = said.get("users_per_day"), said.get("requests_per_user")
    if each is None:
        each = said.get("requests_each")
    if users is None and said.get("users_per_month") is not None:
        return _of_month(said, each, assumed)
    if users is None:
        users = said.slots.pop("concurrency", None)
        assumed[:] = [text for text in assumed if IN_FLIGHT not in text]
    if users is None and "concurrent" in said.figures and {*BUDGETS} & said.slots.keys():
        said.slots["requests_of_user"] = each
        assumed.append("requests come evenly over the day, at the usual use of the devices")
        return None
    if each is None and users is not None and 0 < (said.get("requests") or 0.0) < users:
        each = said.slots.pop("requests")  # 500 daily users, 10 messages
    if users is None or each is None:
        lacks = "how many users are there" if users is None else "how often does a user ask a day"
        raise InvalidQuery(
            f"{lacks}? Write for example: 100k users a day, 5 requests each",
            field="q",
            nearest=("… by 100k users a day" if users is None else "…, 5 requests each",),
        )
    said.slots |= {"people": users, "requests_per_user_month": each * DAYS_PER_MONTH}
    assumed.append(f"{users:,.0f} users send {each:,.4g} requests a day each")
    return float(users * each)


def _of_month(said: Said, each: float | None, assumed: list[str]) -> float:
    """Requests a day of so many users a month, who send so many a month each, or a day."""
    users, is_daily = said.get("users_per_month"), said.get("requests_each") is None
    if each is None:
        why = "how often does a user ask? Write for example: 1M users a month, 20 requests each"
        raise InvalidQuery(why, field="q", nearest=("…, 20 requests each",))
    of_month = each * (DAYS_PER_MONTH if is_daily else 1.0)
    said.slots |= {"people": users, "requests_per_user_month": of_month}
    per = "a day" if is_daily else "a month"
    assumed.append(f"{users:,.0f} users a month send {each:,.4g} requests {per} each")
    return float(users * each / (1.0 if is_daily else DAYS_PER_MONTH))


def _of_tokens(said: Said, catalog: Catalog, assumed: list[str]) -> float | None:
    """Requests a day of so many tokens a day, in requests of the load."""
    lengths = {
        part: catalog.assumptions[f"load.{part}"].value
        if said.get(part) is None
        else said.get(part)
        for part in ("input_tokens", "output_tokens")
    }
    rates = {"tokens_per_day": sum(lengths.values())}
    rates |= {f"{part}_per_day": length for part, length in lengths.items()}
    told = next((name for name in rates if said.get(name) is not None), None)
    if told is None or not rates[told]:
        return None
    tokens_in, tokens_out = lengths.values()
    assumed.append(f"tokens come in requests of {tokens_in:,.0f} in and {tokens_out:,.0f} out")
    return float(said.get(told) / rates[told])


def tell_lengths(said: Said, catalog: Catalog, assumed: list[str]) -> None:
    """Tell the lengths of requests where nobody says any of them."""
    if {"input_tokens", "output_tokens", "sequence_length"} & said.slots.keys():
        return
    read, written = (
        catalog.assumptions[f"load.{kind}_tokens"].value for kind in ("input", "output")
    )
    out = "" if said.get("reads") else f" and {written:,.0f} out"
    assumed.append(f"requests have {read:,.0f} tokens in{out}")
