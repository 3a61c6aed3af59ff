"""When owning costs less than renting: from how much use on, and after how long it is paid back."""

from collections.abc import Sequence

from pricing.purchasing.owning.answer import payback_months
from pricing.units import MONTHS_PER_YEAR
from service.asking.answer import Side
from service.sentences.amounts import rough

OWNED, RENTED, RESERVED = "owned", "rented", "reserved"

PRICED = "device_price"

BOUND = {
    OWNED: "rented devices cost",
    RESERVED: "devices that are rented by the hour cost",
}
"""Ways of paying for all hours, and what they are beside."""


def break_even_words(sides: Sequence[Side], used: float = 1.0) -> str:
    """From how much use on what is paid for at all hours costs less, and when it is paid back.

    used: the share of the hours in which rented devices are paid for.
    """
    is_owned = any(f", {OWNED}" in side.reading for side in sides)
    return f"{_used(sides, is_owned=is_owned)}{_paid_back(sides, used) if is_owned else ''}"


def _used(sides: Sequence[Side], *, is_owned: bool) -> str:
    """From how much use on devices that are owned, or committed to, cost less than by the hour."""
    prices = {_way_of(side): side.answer.usd_per_hour for side in sides if side.kind == PRICED}
    bound = next((way for way in BOUND if way in prices), "")
    is_asked = bound != OWNED or is_owned
    if len(prices) < len(sides) or not bound or RENTED not in prices or not is_asked:
        return ""
    used = prices[bound] / prices[RENTED]
    if used >= 1.0:
        return f": {BOUND[bound]} less however much they are used"
    return f": {BOUND[bound]} less where they are used below {used:.0%} of the hours"


def _paid_back(sides: Sequence[Side], used: float) -> str:
    """After how many months of rent owned devices have saved their price."""
    answers = [side.answer for side in sides if side.kind in {PRICED, "unit_costs"}]
    owned = next((one for one in answers if one.owned is not None), None)
    same = None if owned is None else (owned.device, owned.device_count)
    rents = [
        _usd_per_device_hour(one)
        for one in answers
        if one.owned is None and (one.device, one.device_count) == same
    ]
    if owned is None or not rents:
        return ""
    months = payback_months(owned.owned, min(rents), used_fraction=used)
    hours = "all hours" if used == 1.0 else f"{used:.0%} of the hours"
    if months is None:
        return f"; buying is never paid back by use at {hours}"
    years = owned.owned.life_years
    beyond = f", beyond their {years:g} years" if months > years * MONTHS_PER_YEAR else ""
    return f"; buying is paid back after {rough(months)} months of use at {hours}{beyond}"


def _usd_per_device_hour(answer: object) -> float:
    """What an hour of a device costs, with what an instance has beside it."""
    costs = getattr(answer, "unit_costs", answer)
    return float(costs.usd_per_hour / answer.device_count)  # type: ignore[attr-defined]


def _way_of(side: Side) -> str:
    """Whether devices are owned, reserved, or paid for by the hours that they are used."""
    option = str(side.answer.price.option)
    if option.startswith((RESERVED, "savings")):
        return RESERVED
    return option if option == OWNED else RENTED
