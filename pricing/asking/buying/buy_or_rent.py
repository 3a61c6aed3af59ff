"""Devices that are bought, beside the same devices that are rented."""

from collections.abc import Sequence

from msgspec.structs import replace

from pricing.asking.words.slots import Said

OF_OWNED = frozenset(
    {
        "option",
        "ownership",
        "purchase_usd",
        "sum",
        "number",
        "life_years",
        "usd_per_kilowatt_hour",
        "pue",
    }
)
"""What is said of owned devices alone."""

OF_RENTED = frozenset(
    {"rental", "usd_per_hour", "usd_per_instance_hour", "provider", "place", "discount"}
)
"""What is said of rented devices alone."""


PAYBACK, BREAK_EVEN = "payback", "break_even"
"""Figures: when a purchase is paid back, and from when on one way costs less than another."""

OF_WORK = frozenset({"model", "size", "api_model", "method", "parameters"})
"""What is said of more than devices."""


def with_rented(sides: Sequence[Said]) -> tuple[Said, ...]:
    """The sides; where it is asked when buying pays off, what is bought beside what is rented."""
    is_of_devices = PAYBACK in sides[0].figures and not OF_WORK & sides[0].slots.keys()
    for side in sides:
        side.figures[:] = [BREAK_EVEN if name == PAYBACK else name for name in side.figures]
    side = sides[0]
    is_asked = BREAK_EVEN in side.figures and side.get("api_model") is None
    is_bought = is_of_devices or any(
        one.get("option") == "owned" or {"purchase_usd", "rental"} & {*one.slots} for one in sides
    )
    if not (is_asked and is_bought) or any(one.get("option") == "owned" for one in sides[1:]):
        return tuple(sides)
    owned = {name: value for name, value in side.slots.items() if name not in OF_RENTED}
    bought = replace(side, slots=owned | {"option": "owned"})
    if len(sides) > 1:
        first = side if side.get("option") == "owned" else bought
        return (first, *(_without_sum(one) for one in sides[1:]))
    rented = {name: value for name, value in side.slots.items() if name not in OF_OWNED}
    return bought, replace(side, slots=rented | {"rental": "rented"}, left=[], words={})


def _without_sum(side: Said) -> Said:
    """A side without the sum that the other one is bought for."""
    return replace(side, slots={name: one for name, one in side.slots.items() if name != "sum"})
