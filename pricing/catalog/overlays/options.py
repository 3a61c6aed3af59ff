"""Ways of buying, as contracts and bills write them."""

import re
from difflib import get_close_matches

from pricing.catalog.names import normalised
from pricing.releases.prices import OPTIONS

WORDS = {
    "od": "on_demand",
    "payg": "on_demand",
    "pay-as-you-go": "on_demand",
    "standard": "on_demand",
    "hourly": "on_demand",
    "preemptible": "spot",
    "interruptible": "spot",
    **{
        form.format(years): f"reserved_{years}y"
        for years in (1, 3)
        for form in (
            *("{}y", "{}yr", "{}-yr", "{}-year", "{}-years", "{}-year-reserved", "reserved-{}"),
            *("{}-yr-reserved", "{}yr-reserved", "{}y-reserved", "reserved-{}yr", "cud-{}y"),
            *("reserved-{}-year", "reserved-{}-years", "{}-year-commitment", "{}-year-cud"),
            *("{}-years-reserved", "{}-years-commitment", "{}yr-commitment", "{}-yr-commitment"),
        )
    },
    **{
        form.format(years): f"savings_plan_{years}y"
        for years in (1, 3)
        for form in (
            *("{}y-savings-plan", "{}yr-savings-plan", "{}-yr-savings-plan", "savings-plan-{}yr"),
            *("{}-year-savings-plan", "savings-plan-{}-year", "savings-plan-{}-years"),
        )
    },
    **{normalised(option): option for option in OPTIONS},
}

BY_CATEGORY = {"Standard": "on_demand", "Dynamic": "spot"}
"""Ways of buying by pricing category in FOCUS. Others say theirs as the type of a commitment."""

_UNPAID = re.compile(r"-no-upfront$")
"""Of a price that is all paid by the hour, as prices of rate cards are."""

ALL_OPTIONS = frozenset({"all", "any", "every"})


def option_of(text: str) -> str | None:
    """The way of buying that a text means, None for an unknown one.

    >>> option_of("On-Demand"), option_of("1 year reserved"), option_of("3yr"), option_of("monthly")
    ('on_demand', 'reserved_1y', 'reserved_3y', None)
    >>> option_of("1yr Reserved (no upfront)"), option_of("3 Year Savings Plan")
    ('reserved_1y', 'savings_plan_3y')
    """
    return WORDS.get(_UNPAID.sub("", normalised(text)))


def near_options(text: str) -> tuple[str, ...]:
    """All ways of buying, those that a text resembles first."""
    near = [WORDS[word] for word in get_close_matches(normalised(text), WORDS)]
    return tuple(dict.fromkeys((*near, *OPTIONS)))
