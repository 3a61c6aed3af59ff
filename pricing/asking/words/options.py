"""Ways of buying that a side of a question says, with the terms that they are sold for."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pricing.asking.words.slots import Said, beside
from pricing.asking.words.terms import Term
from pricing.errors import InvalidQuery

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
