"""Ways of buying, as contracts and bills write them."""

import re
from difflib import get_close_matches

from pricing.catalog.names import normalised
from pricing.catalog.overlays.languages import in_english
from pricing.releases.prices import OPTIONS

WORDS = {
    "od": "on_demand",
    "payg": "on_demand",
    "pay-as-you-go": "on_demand",
    "standard": "on_demand",
    "hourly": "on_demand",
    "no-commitment": "on_demand",
    "preemptible": "spot",
    "interruptible": "spot",
    **{normalised(option): option for option in OPTIONS},
}

BY_CATEGORY = {"Standard": "on_demand", "Dynamic": "spot"}
"""Ways of buying by pricing category in FOCUS. Others say theirs as the type of a commitment."""

_NUMBERS = {"one": "1", "a": "1", "three": "3", "six": "6", "twelve": "12", "thirty-six": "36"}
_TERM = re.compile(r"(?<![a-z0-9])(\d+)-?(years?|yrs?|y|months?|mo|m)(?![a-z0-9])")
_BARE = re.compile(r"(?<=reserved-)[13]$")
"""Years without the word."""

_TERMS = {("1", "y"): "1y", ("3", "y"): "3y", ("12", "m"): "1y", ("36", "m"): "3y"}
_TERMS |= {("3", "m"): "3m", ("6", "m"): "6m"}
_OF_TERMS = frozenset(
    {"", "reserved", "reservation", "ri", "instance", "commitment", "committed", "commit", "cud"}
    | {"use", "discount", "contract", "term", "for", "of", "savings", "saving", "plan", "sp"}
)
"""Words that stand beside the length of a term."""

_UNPAID = re.compile(r"-no-upfront$")
"""Of a price that is all paid by the hour, as prices of rate cards are."""

ALL_OPTIONS = frozenset({"all", "any", "every"})


def option_of(text: str) -> str | None:
    """The way of buying that a text means, None for an unknown one.

    >>> option_of("On-Demand"), option_of("1 year reserved"), option_of("3yr"), option_of("monthly")
    ('on_demand', 'reserved_1y', 'reserved_3y', None)
    >>> option_of("1yr Reserved (no upfront)"), option_of("3 Year Savings Plan")
    ('reserved_1y', 'savings_plan_3y')
    >>> option_of("reserved for three years"), option_of("12 months"), option_of("5 years")
    ('reserved_3y', 'reserved_1y', None)
    >>> option_of("auf Abruf"), option_of("3 Jahre reserviert")
    ('on_demand', 'reserved_3y')
    """
    name = _UNPAID.sub("", normalised(in_english(text)))
    return WORDS.get(name) or _of_a_term(name)


def _of_a_term(name: str) -> str | None:
    """The way of buying for a term, None where the words say more or less."""
    for word, number in _NUMBERS.items():
        name = re.sub(rf"(?<![a-z]){word}(?![a-z])", number, name)
    terms = _TERM.findall(_BARE.sub(r"\g<0>y", name))
    others = set(_TERM.sub("", _BARE.sub(r"\g<0>y", name)).split("-"))
    if len(terms) != 1 or not others <= _OF_TERMS:
        return None
    kind = "savings_plan" if others & {"savings", "saving", "sp"} else "reserved"
    option = f"{kind}_{_TERMS.get((terms[0][0], terms[0][1][0]))}"
    return option if option in OPTIONS else None


def near_options(text: str) -> tuple[str, ...]:
    """All ways of buying, those that a text resembles first."""
    near = [WORDS[word] for word in get_close_matches(normalised(text), WORDS)]
    return tuple(dict.fromkeys((*near, *OPTIONS)))
