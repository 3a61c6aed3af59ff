"""Lists of amounts of which the last alone has its unit: at 20%, 50% and 80% utilization."""

from collections.abc import Sequence

from msgspec.structs import replace

from pricing.asking.words.amounts.units import SHARES
from pricing.asking.words.terms import Term

LISTED_AMOUNTS = (
    *("utilization", "concurrency", "input_tokens", "output_tokens", "sequence_length"),
    *("requests_per_second", "requests_per_day"),
)
"""Amounts of which a question may list several, each a side of its own."""

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
            if not is_joint and not (term.kind in bare and _joins(term, near)):
                break
            if not is_joint:
                unit = told[at].said.partition(" ")[2]
                told[place] = replace(term, kind=kind, said=f"{term.said} {unit}")
            near, place = term, place - 1
    return told


def _joins(term: Term, near: Term) -> bool:
    """Whether a number stands just before a joint, or before a comma and the next of its list."""
    return term.last == near.first and (near.kind in JOINTS or "," in near.before)
