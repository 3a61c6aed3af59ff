"""Ways of buying that a side of a question says, with the terms that they are sold for."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from pricing.asking.words.amounts.side_prices import OWN_PRICES
from pricing.asking.words.slots import Said, beside
from pricing.asking.words.terms import Term
from pricing.errors import InvalidQuery
from pricing.units import HOURS_PER_DAY

TERMS: Mapping[str, Mapping[int, str]] = {
    "reserved": {3: "reserved_3m", 6: "reserved_6m", 12: "reserved_1y", 36: "reserved_3y"},
    "savings_plan": {12: "savings_plan_1y", 36: "savings_plan_3y"},
}
"""Options with a term, by the term [months]."""

USUAL_TERM = 12


def take_options(said: Said, terms: Sequence[Term], used: set[int]) -> None:
    """Options, with the term that stands beside them.

    Raises InvalidQuery for a term that nobody sells.
    """
    for at, term in enumerate(terms):
        if term.kind != "option":
            continue
        option = term.value
        if option in TERMS:
            known = TERMS[option]
            near = _term_beside(terms, at, known, used)
            months = USUAL_TERM if near is None else round(terms[near].value)
            if near is not None:
                used.add(near)
            elif "option" not in said.slots:
                said.assumed.append(f"{term.said} without a term is read as {USUAL_TERM} months")
            if months not in known:
                raise InvalidQuery(
                    f"no provider of the tables sells {term.said} for {_in_words(months)}",
                    field="q",
                    nearest=tuple(_other_terms(terms, term, months, known)),
                )
            option = known[months]
        said.words.setdefault("option", term.said)
        if said.slots.setdefault("option", option) != option:
            said.left.append(term.said)
        used.add(at)


def _other_terms(
    terms: Sequence[Term], option: Term, months: int, known: Iterable[int]
) -> Iterator[str]:
    """The same question with terms that are sold, the nearest first, and on demand."""
    apart = {"months", "option", "versus", "and"}
    rest = " ".join(term.said for term in terms if term.kind not in apart and term.first >= 0)
    for term in sorted(known, key=lambda term: abs(term - months)):
        yield f"{rest} {option.said} {term} months".strip()
    yield f"{rest} on demand for {_in_words(months)}".strip()


def _in_words(months: int) -> str:
    return "1 month" if months == 1 else f"{months} months"


def _term_beside(
    terms: Sequence[Term], at: int, known: Mapping[int, str], used: Iterable[int]
) -> int | None:
    """The place of the term of an option: of two times beside it, the one that is sold."""
    behind = beside(terms, at, "months", {*used, at - 1})
    before = beside(terms, at, "months", {*used, at + 1})
    found = [place for place in (before, behind) if place is not None]
    if not found:  # reserved instances of p4d for 3 years
        every = [place for place, term in enumerate(terms) if term.kind == "months"]
        found = [place for place in every if place not in used][:1] if len(every) == 1 else []
        return next((place for place in found if round(terms[place].value) in known), None)
    sold = [place for place in found if round(terms[place].value) in known]
    return next(iter((*sold, *found)), None)


def as_bought(terms: Sequence[Term]) -> list[Term]:
    """Terms where `3 years no upfront` has the reservation that is meant."""
    share = next((term for term in terms if term.kind == "upfront"), None)
    if share is None or any(term.kind == "option" for term in terms):
        return [*terms]
    at = terms.index(share)
    return [*terms[:at], replace(share, kind="option", value="reserved"), *terms[at:]]


def as_owned(terms: Sequence[Term]) -> Iterator[Term]:
    """Terms where `our own 8x h100` are devices that are owned."""
    for at, term in enumerate(terms):
        behind = next((one for one in terms[at + 1 :] if one.kind != "count"), term)
        is_owned = term.said in OUR_OWN and behind.kind in {"device", "machine"}
        yield replace(term, kind="option", value="owned") if is_owned else term


OUR_OWN = frozenset({"our own"})
"""Words for those who host that are those of owners, before devices."""


def as_reserved(terms: Sequence[Term]) -> Iterator[Term]:
    """Terms where `1yr vs on demand` has the reservation that the time is of."""
    options = {term.value for term in terms if term.kind == "option"}
    are_parted = any(term.kind == "versus" for term in terms)
    others = {"owned", *TERMS}
    is_of_terms = are_parted and "on_demand" in options and not options & others
    is_of_terms = is_of_terms and not _are_listed(terms)
    for term in terms:
        yield term
        if is_of_terms and term.kind == "months" and round(term.value) in TERMS["reserved"]:
            yield replace(term, kind="option", value="reserved", first=term.last)


def _are_listed(terms: Sequence[Term]) -> bool:
    """Whether several times are parted among themselves: 12, 24 or 36 months on demand."""
    parting = (at for at, term in enumerate(terms) if term.kind == "versus" and at + 1 < len(terms))
    return all(
        terms[at - 1].kind in {"count", "months"} and terms[at + 1].kind == "months"
        for at in parting
        if at
    )


def with_term(terms: Sequence[Term], at: int) -> Term | None:
    """The option that a time behind `vs` is a term of, which the side before names alone.

    `reserved h100 1 year vs 3 years`, `1yr reserved vs 3yr`. None for any other time.
    """
    versus, time = terms[at], terms[at + 1]
    named = [term for term in terms if term.kind == "option"]
    option = named[0] if len(named) == 1 else None
    if option is None or versus.kind != "versus" or time.kind != "months":
        return None
    known = TERMS.get(option.value, {})
    before = [term for term in terms[:at] if term.kind == "months" and round(term.value) in known]
    if not before or option.first > time.first or round(time.value) not in known:
        return None
    return replace(option, first=time.last, last=time.last)


def of_option(own: dict[str, Any], other: Mapping[str, Any]) -> frozenset[str]:
    """What a side does not take from another one, of which one alone says an option, and no more.

    In `8 h100 12 hours a day vs reserved` the hours are of those that are rented on demand; what
    is reserved is paid for at all hours.
    """
    if "option" in other and {*other} <= {"option", OWN_PRICES}:
        return frozenset({"option"})
    if "option" in own and {*own} <= {"option", OWN_PRICES} and "hours_per_day" in other:
        own["hours_per_day"] = HOURS_PER_DAY
        return frozenset({"weekdays"})
    return frozenset()
