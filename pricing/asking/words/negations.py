"""What a question leaves out: without spot, not on aws."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from pricing.asking.words.lexicon import Lexicon
from pricing.asking.words.places.regions import cheapest_seller, is_sold
from pricing.asking.words.slots import NEAR
from pricing.asking.words.terms import Term
from pricing.asking.words.vocabulary import provider_order
from pricing.errors import InvalidQuery

LEFT_OUT = frozenset(
    {
        *("option", "provider", "api_provider", "device", "machine", "model", "api_model"),
        *("engine", "precision", "place", "workload", "method", "speculation", "recompute"),
    }
)
"""What a question may leave out."""

INSTEAD = {
    ("workload", "batch"): "interactive",
    ("workload", "interactive"): "batch",
    ("recompute", "full"): "none",
    **{
        ("speculation", method): "none"
        for method in ("usual", "draft_model", "eagle", "mtp", "ngram")
    },
    **{
        ("option", option): "on_demand"
        for option in ("spot", "reserved", "savings_plan", "owned", "capacity_block")
    },
}
"""What is meant where something is left out that has one usual counterpart."""

ELSEWHERE = {"provider": "without", "place": "outside"}
"""Where devices are bought instead: at the others, or in the other places."""

MOST_OTHERS = 3


def without_negated(terms: Sequence[Term], lexicon: Lexicon) -> list[Term]:
    """Terms without those that are left out, or with what is meant instead of them.

    Raises InvalidQuery where the question has to name what is to be taken.
    """
    terms = [*_with_and_without(_with_savings(_with_alternatives(terms)))]
    negated = {
        at for place, term in enumerate(terms) if term.kind == "not" for at in _of(terms, place)
    }
    kept = [term for at, term in enumerate(terms) if at not in negated and term.kind != "not"]
    named = {term.kind for term in kept}
    out = [terms[at] for at in sorted(negated) if terms[at].kind in LEFT_OUT]
    lowest = _lowest_seller(out, kept, lexicon)
    if lowest is not None:
        kept.extend(lowest)
        named.add("provider")
    if "device" in named and lowest is None:
        elsewhere = [term for term in out if term.kind in ELSEWHERE]
        kept.extend(replace(term, kind=ELSEWHERE[term.kind]) for term in elsewhere)
        out = [term for term in out if term not in elsewhere]
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


SAVES = "saves"

SAVING = INSTEAD | {
    ("precision", name): "bf16"
    for name in ("fp8", "int8", "int4", "fp4", "awq", "gptq", "q4_k_m", "q8_0")
}
"""What is compared with what saves."""


def _with_alternatives(terms: Sequence[Term]) -> list[Term]:
    """Terms without the only device, where others are looked for: anything cheaper than an h100."""
    kinds = [term.kind for term in terms]
    places = [at for at, kind in enumerate(kinds) if kind in {"device", "machine"}]
    is_one = len(places) == 1 and {"model", "size"} & {*kinds}
    if not is_one or {"versus", "option", "api", "api_model", "rental"} & {*kinds}:
        return [*terms]
    at = places[0] - (places[0] > 0 and kinds[places[0] - 1] == "count")
    than = terms[at - 1] if at else terms[at]
    is_cheaper = any(term.said == "cheaper" for term in terms[:at])
    if than.kind != "than" or not (is_cheaper or than.said.startswith("alternative")):
        return [*terms]
    superlative = replace(than, kind="superlative", value="cheapest")
    return [*terms[: at - 1], superlative, *terms[places[0] + 1 :]]


def _without(term: Term) -> Any:
    """What is meant without what may save; None for what saves nothing."""
    return 0.0 if term.kind == "cached" else SAVING.get((term.kind, str(term.value)))


def _with_savings(terms: Sequence[Term]) -> list[Term]:
    """Terms where what is asked to save is compared with doing without: does spot save.

    So is what is asked to be cheaper, where nothing is named that it may be cheaper than.
    """
    is_hosted = not any(term.kind in {"api", "api_model"} for term in terms)
    rest = [
        term
        for term in terms
        if term.kind != SAVES and not (is_hosted and term.said.startswith("worth"))
    ]
    only = [at for at, term in enumerate(rest) if _without(term) is not None]
    named = [at for at in only if rest[at].value != "usual"]  # speculative decoding with eagle
    only = named or only
    if len(only) != 1 or any(term.kind in {"versus", "than", "not"} for term in rest):
        return rest
    at = only[0]
    cheaper = [term for term in rest if term.said == "cheaper"]
    is_asked = len(rest) < len(terms) or (cheaper and rest[at].kind in {"option", "workload"})
    if not is_asked:
        return rest
    end = at + 1
    if end < len(rest) and rest[end].kind == "months" and rest[end].first == rest[at].last:
        end += 1  # the term of a reservation
    last = rest[end - 1].last
    versus = Term("versus", "versus", last, last)
    other = replace(rest[at], value=_without(rest[at]), first=last, last=last)
    told = [*rest[:end], versus, other, *rest[end:]]
    if any(term.kind == SAVES and term.said.startswith("speed") for term in terms):
        told.append(replace(versus, kind="figure", value="tokens_per_second"))
    return [term for term in told if term not in cheaper]


def _with_and_without(terms: Sequence[Term]) -> Iterator[Term]:
    """Terms where each of `with and without spot`, or of `spot vs without`, is said in full."""
    places = [at for at, term in enumerate(terms) if (term.kind, str(term.value)) in INSTEAD]
    only = terms[places[0]] if len(places) == 1 else None
    has_versus = any(term.kind == "versus" for term in terms)
    for before, term, behind in zip((None, *terms), terms, (*terms[1:], None), strict=False):
        is_alone = {one.kind for one in (before, behind) if one is not None} <= {"versus"}
        if term.kind == "usual":  # batch vs normal
            if only is not None and has_versus:
                yield replace(_instead_of(only), first=term.first, last=term.last)
            continue
        is_told = before is not None and before.kind == "not"
        if term.value == "both" and only is not None and behind is only:
            continue
        if term.kind == "not" and only is not None and is_alone:
            yield replace(_instead_of(only), first=term.first, last=term.last)
        elif is_told and _is_elsewhere(term, terms):  # speculative vs no speculation
            yield replace(_instead_of(term), first=term.first)
        elif term.kind != "not" or behind is None or not _is_elsewhere(behind, terms):
            yield term
        if term is only and before is not None and before.value == "both":
            yield replace(term, kind="versus", first=term.last)
            yield replace(_instead_of(only), first=term.last)


def _is_elsewhere(term: Term, terms: Sequence[Term]) -> bool:
    """Whether a thing that is left out stands in the question once more, without a negation."""
    return (term.kind, str(term.value)) in INSTEAD and any(
        one is not term and one.kind == term.kind and term.value in {one.value, "usual"}
        for one in terms
    )


def _instead_of(term: Term) -> Term:
    """What is meant without a thing."""
    return replace(term, value=INSTEAD[term.kind, str(term.value)])


def _lowest_seller(
    out: Sequence[Term], kept: Sequence[Term], lexicon: Lexicon
) -> tuple[Term, ...] | None:
    """Of the cheapest of a device without some providers, the one with the lowest price."""
    said = {term.kind: term.value for term in reversed(kept)}
    values = {term.value for term in out if term.kind == "provider"}
    option = said.get("option", "on_demand")
    is_sure = not {"provider", "machine", "place", "as_of"} & said.keys() and option in PLAIN
    if said.get("superlative") != "cheapest" or "device" not in said or not values or not is_sure:
        return None
    name = cheapest_seller(lexicon.catalog, said["device"], option, without=values)
    if name is None:
        return None
    others = " or ".join(sorted(values))
    text = f"{name} has the lowest price of {said['device']} of all providers but {others}"
    at = max(term.last for term in (*out, *kept))
    return Term("provider", name, at, at, said=name), Term("told", text, at, at)


PLAIN = frozenset({"on_demand", "spot"})
"""Options that are sold without a term."""


def _of(terms: Sequence[Term], place: int) -> Iterator[int]:
    """The places of what a negation at a place leaves out, with what joins them."""
    if terms[place].value == "before":  # aws excluded
        if place and terms[place - 1].kind in LEFT_OUT:
            yield place - 1
        return
    last, kind, joints = terms[place].last, None, []
    for at in range(place + 1, len(terms)):
        term = terms[at]
        if term.kind in {"versus", "and"} and kind is not None:
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
        if device is not None and not {"superlative", "option"} & {one.kind for one in kept}:
            yield f"cheapest {rest}, not on {' or '.join(sorted(values))}"
        yield from (f"{rest} on {name}".strip() for name in sellers[:MOST_OTHERS])
    elif term.kind == "option":
        yield from (f"{rest} {name}".strip() for name in ("spot", "reserved 1 year", "owned"))
