"""Amounts that have their unit from others: at 20%, 50% and 80% utilization, a 7b on 2T."""

import re
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pricing.asking.words.amounts.leading_units import DEAREST_USD
from pricing.asking.words.amounts.numbers import number_of
from pricing.asking.words.amounts.units import SHARES
from pricing.asking.words.terms import Term
from pricing.catalog.rows import Model

LISTED_AMOUNTS = (
    *("utilization", "concurrency", "input_tokens", "output_tokens", "sequence_length"),
    *("requests_per_second", "requests_per_day", "months"),
)
"""Amounts of which a question may list several, each a side of its own."""

_SIZELESS = re.compile(r"[^\d]+")
"""A family of models without a size, which may follow."""

BARE = frozenset({"count", "number", "size"})
"""Kinds of numbers without a unit."""

JOINTS = frozenset({"and", "versus"})


def with_listed(terms: Sequence[Term]) -> list[Term]:
    """Terms where each number of a list of amounts has the unit of the last."""
    told = [*terms]
    for at in range(len(told) - 1, 0, -1):
        kind = told[at].kind
        if kind not in LISTED_AMOUNTS:
            continue
        bare = {"share"} if kind in SHARES else BARE
        near, place = told[at], at - 1
        while place >= 0:
            term = told[place]
            is_joint = term.kind in JOINTS and term.last == near.first
            is_listed = term.kind in bare and _joins(term, near) and not _is_times(term)
            if not is_joint and not is_listed:
                break
            if not is_joint:
                unit = told[at].said.partition(" ")[2]
                value = term.value * _months_of_one(told[at]) if kind == "months" else term.value
                told[place] = replace(term, kind=kind, value=value, said=f"{term.said} {unit}")
            near, place = term, place - 1
    return told


def with_listed_counts(terms: Sequence[Term]) -> list[Term]:
    """Terms where counts of a device are parted as by `vs`: 8, 16 and 32 h100."""
    told = [*terms]
    for at in range(len(terms) - 1, 1, -1):
        if terms[at].kind not in {"device", "machine"} or terms[at - 1].kind != "count":
            continue
        place = at - 1
        while place > 0:
            near, joint = told[place], told[place - 1]
            if joint.kind == "and" and place > 1 and told[place - 2].kind == "count":
                told[place - 1] = replace(joint, kind="versus", value="versus")
                place -= 2
            elif joint.kind == "count" and joint.last == near.first and "," in near.before:
                told.insert(place, Term("versus", "versus", near.first, near.first))
                place -= 1
            else:
                break
    return told


def _months_of_one(time: Term) -> float:
    """The months of one of the periods that a time counts: 12 of `3 years`."""
    count = number_of(time.said.partition(" ")[0])
    return float(time.value / count.value) if count and count.value else 1.0


def with_run_tokens(terms: Sequence[Term], models: Mapping[str, Model]) -> list[Term]:
    """Terms where a run's tokens, which stand as a size behind a smaller model's, are tokens.

    In `train 7b on 2T` these are 2T tokens. models: those of the release by name.
    """
    told = [*terms]
    methods = {term.value for term in terms if term.kind == "method"}
    if not methods or "distillation" in methods:
        return told
    known = 0.0
    for at, term in enumerate(told):
        is_sized = term.kind == "model" and not _SIZELESS.fullmatch(term.said)
        if is_sized and term.value in models:
            known = known or models[term.value].parameters
        elif term.kind == "size" and known and term.value > known:
            told[at] = replace(term, kind="tokens")
        elif term.kind == "size":
            known = known or term.value
    return told


def _is_times(term: Term) -> bool:
    """Whether a count is marked as one of what stands beside it: h100x8, 8k in."""
    return term.said.startswith("x") or term.said.endswith("x")


def _joins(term: Term, near: Term) -> bool:
    """Whether a number stands just before a joint, or before a comma and the next of its list."""
    return term.last == near.first and (near.kind in JOINTS or "," in near.before)


OF_POWER = frozenset({"watts", "electricity"})


def with_power_prices(terms: Sequence[Term]) -> list[Term]:
    """Terms where small sums beside electricity are its prices: the power bill at 10 cents."""
    is_power = any(term.kind == "figure" and term.value in OF_POWER for term in terms)
    return [
        replace(term, kind="usd_per_kilowatt_hour")
        if is_power and term.kind == "sum" and term.value < DEAREST_USD
        else term
        for term in terms
    ]


OF_SHARES = frozenset({"concurrency", "users_per_day", "users_per_month", "requests_per_day"})
"""What a share may be taken of."""

OF = 1
"""Atoms between a share and what it is of."""


def with_shares(terms: Sequence[Term]) -> list[Term]:
    """Terms where a share of users is as many of them: 15% of 2M users."""
    told: list[Term] = []
    for term in terms:
        near = told[-1] if told else term
        is_share = near.kind == "share" and near.said.endswith("%")
        if is_share and term.kind in OF_SHARES and term.first == near.last + OF:
            said = f"{near.said} of {term.said}"
            told[-1] = replace(term, value=near.value * term.value, said=said, first=near.first)
        else:
            told.append(term)
    return told
