"""Phrases that sentences share: devices, purchase, load and speed."""

from collections.abc import Mapping, Sequence

from service.sentences.amounts import dollars
from service.sentences.sentence import OF_AGE
from service.summaries.figures import counted, number, share
from service.summaries.parts import (
    Fields,
    converted_amounts,
    device_words,
    lengths_of,
    strong_drivers,
)


def devices(answer: Fields) -> str:
    """The devices of a deployment, of two pools those of each."""
    pools = answer.get("pools")
    every = [answer] if pools is None else [pools["prefill"], pools["decode"]]
    return " + ".join(map(device_words, every))


def bought(price: Fields, purchase: Fields, warnings: Sequence[str] = ()) -> str:
    """How capacity is bought, in a few words; warnings: those of the answer.

    >>> bought({"option": "on_demand", "basis": "given", "row": None}, {})
    'on demand at your price'
    """
    option = term_words(price["option"])
    if price["option"] == "owned":
        return owned_words(warnings)
    seller = (price["row"] or purchase).get("provider")
    place = (price["row"] or {}).get("region")
    told = f"{option} from {seller}" if seller else option
    if seller and place not in {None, "global"}:
        told = f"{told} {place}"
    return f"{told}{BASES.get(price['basis'], '')}"


def owned_words(warnings: Sequence[str], word: str = "owned") -> str:
    """That devices are owned, and whether that is so for want of a price."""
    is_unrented = any(one.startswith(OF_UNRENTED) for one in warnings)
    return UNRENTED if is_unrented else f"that are {word}"


def term_words(option: str) -> str:
    """An option in words."""
    return OPTIONS.get(option, option.replace("_", " "))


UNRENTED = "owned for want of a rental price"
"""How devices are had that nobody asked to own, and that are not known to be rented out."""

OF_UNRENTED = "there is no rental price of "
"""How the warning begins of what UNRENTED says."""

OPTIONS = {
    "on_demand": "on demand",
    "reserved_3m": "for three months",
    "reserved_6m": "for six months",
    "reserved_1y": "for a year",
    "reserved_3y": "for three years",
    "savings_plan_1y": "on a savings plan for a year",
    "savings_plan_3y": "on a savings plan for three years",
}
BASES = {"given": " at your price", "estimated": " (estimated)"}


MUCH_RATIO = 1.25
"""Prices further apart than this are told."""


def spread_ratios(price: Fields | None, least_ratio: float) -> tuple[float, float] | None:
    """The least and the greatest of the list prices that a price was chosen from, over its own.

    A discount lowers all of them alike. None for prices that are less apart than `least_ratio`.
    """
    among = price["range"] if price else None
    if not price or not among or price["basis"] != "table" or price["contract"]:
        return None
    listed = price["row"]["usd_per_device_hour"]
    low, high = (among[f"{end}_usd_per_device_hour"] / listed for end in ("low", "high"))
    return (low, high) if max(high, 1.0 / low) >= least_ratio else None


def parted(warnings: Sequence[str], price: Fields | None) -> tuple[list[str], str]:
    """Warnings without what is told beside a price: its age, and that it is an estimate or owned.

    Its age is there too, in words; empty for a new one.
    """
    if price is None:
        return list(warnings), ""
    age = f"{price['age_days']}{OF_AGE}"
    known = [f"the price is {age}", OF_UNRENTED]
    known += [f"the {price['option']} price of "] if price["basis"] == "estimated" else []
    others = [one for one in warnings if not one.startswith(tuple(known))]
    is_old = any(one.startswith(known[0]) for one in warnings)
    return others, f"{price['age_days']:,}{OF_AGE}" if is_old else ""


def paid_fact(price: Fields | None, age: str = "") -> str:
    """The price of a device-hour, its age, and the others that it was chosen from, unless narrow.

    Empty without a price by the hour.

    >>> row = {"low_usd_per_device_hour": 3.75, "high_usd_per_device_hour": 16.11}
    >>> price = {"range": row, "usd_per_device_hour": 7.15, "basis": "table", "contract": None}
    >>> paid_fact({**price, "row": {"usd_per_device_hour": 7.15}}, "91 days old")
    'it pays $7.15 a device-hour, 91 days old: others ask $3.75 to $16.1'

    A discount is on all of them.

    >>> paid_fact({**price, "usd_per_device_hour": 5.0, "row": {"usd_per_device_hour": 10.0}})
    'it pays $5 a device-hour: others ask $1.88 to $8.05'
    """
    if price is None:
        return ""
    used, ratios = price["usd_per_device_hour"], spread_ratios(price, MUCH_RATIO)
    paid = ", ".join(filter(None, (f"it pays {dollars(used)} a device-hour", age)))
    if ratios is None:
        return paid
    low, high = (dollars(used * ratio) for ratio in ratios)
    return f"{paid}: others ask {low} to {high}"


def outlay_fact(usd: float | None) -> str:
    """What owned devices cost to buy; empty for rented ones."""
    return f"the devices cost {dollars(usd)}" if usd else ""


def converted_fact(answer: Fields, names: Mapping[str, str], *, ends: bool = False) -> str:
    """Amounts in the currency of a question; empty for dollars alone.

    names: what each amount is, by its dotted name in dollars; ends: whether the first and the last
    of them are enough.
    """
    told = converted_amounts(answer, names)
    if ends and len(told) > 1:
        told = [told[0], told[-1]]
    return f"in {answer['converted']['currency']} it is {', '.join(told)}" if told else ""


def load_words(answer: Fields, query: Fields) -> str:
    """The lengths of a request; empty where they are not known."""
    load = query.get("load") or {}
    read, written = lengths_of(answer, load)
    if answer["model"] is None or read is None or written is None:
        return ""
    images = f" + {counted(load['images'], 'image')}" if load.get("images") else ""
    if written == 0:
        return f"{number(read)} tokens{images} read"
    return f"{number(read)} tokens{images} in and {number(written)} out"


def speed_words(performance: Fields) -> str:
    """What a user gets; empty where nothing is known of it."""
    first, each = performance["ttft_seconds"], performance["tpot_seconds"]
    if first is None:
        return ""
    if each is None:
        return f"an answer takes {number(first)} s"
    crowd = performance["concurrency"]
    users = f"each of {number(round(crowd))} users" if crowd and crowd >= 2 else "a user"  # noqa: PLR2004
    return f"{users} gets {number(1.0 / each)} tokens/s, the first after {number(first)} s"


def sure_fact(found: Fields | None) -> str:
    """The amounts that a cost stays within, where they are asked for."""
    if not found:
        return ""
    amounts = [
        f"{dollars(one['usd'])} with {share(one['confidence_fraction'])} confidence"
        for one in found["levels"]
    ]
    return f"it costs at most {', '.join(amounts)}"


def batch_fact(tier: Fields | None, other: str) -> str:
    """What batch work costs in what another kind leaves; empty where there is none."""
    if tier is None or not tier["batch"].get("requests", 1.0):
        return ""
    batch, then = (dollars(tier[name]["usd_per_request"]) for name in ("batch", "interactive"))
    left = share(round(tier["filled_fraction"], 2))
    return f"batch work in the {left} left costs {batch} a request, {other} then {then}"


def driver_fact(answer: Fields) -> str:
    """The default that moves an answer most, with the answer at its ends; empty for weak ones.

    The end that moves it most is the last, which a short sentence keeps.
    """
    strong = strong_drivers(answer)
    if not strong:
        return ""
    one = strong[0]
    said = share if one["unit"] == "fraction" else number
    ends = [
        f"{dollars(one[f'usd_at_{end}'])} at {said(one[end])}"
        for end in sorted(("low", "high"), key=lambda end: _moved(one, end))
        if one[f"usd_at_{end}"] is not None and one[end] != one["value"]
    ]
    name = one["name"]
    if not one["key"].startswith(OF_LOAD):
        name += f", {said(one['value'])}"
    return f"most hangs on {name}: {', '.join(ends)}"


def _moved(driver: Fields, end: str) -> float:
    """How far an end of a driver moves an answer; none where there is no answer."""
    there, here = driver[f"usd_at_{end}"], driver["usd"]
    return 0.0 if there is None else float(abs(there - here))


OF_LOAD = "load."
"""What the load is by default is told with it."""
