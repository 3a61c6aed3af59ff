"""What a question leaves out: without spot, not on aws."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from pricing.asking.words.lexicon import Lexicon
from pricing.asking.words.places import is_sold
from pricing.asking.words.slots import NEAR
from pricing.asking.words.terms import Term
from pricing.asking.words.vocabulary import provider_order
from pricing.errors import InvalidQuery

LEFT_OUT = frozenset(
    {
        *("option", "provider", "api_provider", "device", "machine", "model", "api_model"),
        *("engine", "precision", "place", "workload", "method"),
    }
)
"""What a question may leave out."""

INSTEAD = {
    ("workload", "batch"): "interactive",
    ("workload", "interactive"): "batch",
    **{
        ("option", option): "on_demand"
        for option in ("spot", "reserved", "savings_plan", "owned", "capacity_block")
    },
}
"""What is meant where something is left out that has one usual counterpart."""

MOST_OTHERS = 3


def without_negated(terms: Sequence[Term], lexicon: Lexicon) -> list[Term]:
    """Terms without those that are left out, or with what is meant instead of them.

    Raises InvalidQuery where the question has to name what is to be taken.
    """
    negated = {
        at for place, term in enumerate(terms) if term.kind == "not" for at in _of(terms, place)
    }
    kept = [term for at, term in enumerate(terms) if at not in negated and term.kind != "not"]
    named = {term.kind for term in kept}
    out = [terms[at] for at in sorted(negated) if terms[at].kind in LEFT_OUT]
    for term in out:
        if term.kind in named:
            continue
        instead = INSTEAD.get((term.kind, str(term.value)))
        if instead is None:
            raise InvalidQuery(
                f"a question cannot leave out {term.said}: name what is to be taken instead",
                field="q",
                nearest=tuple(_instead(term, out, kept, lexicon)),
            )
        kept.append(replace(term, value=instead))
        named.add(term.kind)
    return kept


def _of(terms: Sequence[Term], place: int) -> Iterator[int]:
    """The places of what a negation at a place leaves out, with what joins them."""
    last, kind, joints = terms[place].last, None, []
    for at in range(place + 1, len(terms)):
        term = terms[at]
        if term.kind == "versus" and kind is not None:
            joints.append(at)
            last = term.last
            continue
        if term.first - last > NEAR or term.kind not in LEFT_OUT or kind not in {None, term.kind}:
            return
        yield from (*joints, at)
        kind, last, joints = term.kind, term.last, []


def _instead(
    term: Term, out: Sequence[Term], kept: Sequence[Term], lexicon: Lexicon
) -> Iterator[str]:
    """The same question with another thing of the kind that is left out."""
    rest = " ".join(
        one.said for one in kept if one.kind not in {"versus", "than"} and one.first >= 0
    )
    values = {one.value for one in out if one.kind == term.kind}
    if term.kind == "provider":
        device = next((one.value for one in kept if one.kind == "device"), None)
        sellers = [
            name
            for name in provider_order()
            if name not in values and (device is None or is_sold(lexicon.catalog, device, name))
        ]
        yield from (f"{rest} on {name}".strip() for name in sellers[:MOST_OTHERS])
    elif term.kind == "option":
        yield from (f"{rest} {name}".strip() for name in ("spot", "reserved 1 year", "owned"))
