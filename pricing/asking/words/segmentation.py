"""Where a question parts into sides: at `vs`, at signs, and at what joins things that are alike."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations

from msgspec.structs import replace

from pricing.asking.words.slot_filling import AMOUNTS, THINGS
from pricing.asking.words.terms import Term

JOINTS = frozenset({"versus", "than", "and", "plus"})
"""Words between sides that say nothing of any."""

PARTING = frozenset(";?")
"""Signs that end a question."""

COMBINED = "combined"
"""What sides are whose sum is asked for."""

LISTED = (
    *("device", "machine", "model", "api_model", "provider", "api_provider", "option"),
    *("precision", "engine"),
)
"""Things of which a question may list several, each a side of its own."""

OF_ONE = frozenset({"board", "gigabytes"})
"""What tells devices of one name apart."""


OF_API = frozenset({"api", "api_provider", "api_model"})
OF_HOST = frozenset({"selfhost", "device", "machine"})


OF_RENT, OF_RUN = frozenset({"rental"}), frozenset({"method"})


def _owns(part: Sequence[Term]) -> bool:
    return any((term.kind, term.value) == ("option", "owned") for term in part)


def _says(part: Sequence[Term], kinds: frozenset[str]) -> bool:
    return any(term.kind in kinds for term in part)


def with_boards(terms: Iterable[Term]) -> list[Term]:
    """Terms where boards or memories of one device are compared: h100 pcie and sxm.

    So are terms of a commitment: 1yr and 3yr reserved.
    """
    told = [*terms]
    for at in range(1, len(told) - 1):
        before, behind = told[at - 1].kind, told[at + 1].kind
        is_of_one = behind in OF_ONE and before in {"device", *OF_ONE}
        is_term = (before, behind) == ("months", "months") and _is_option(told, at + 2)
        if told[at].kind == "and" and (is_of_one or is_term):
            told[at] = replace(told[at], kind="versus", value="versus")
    return told


def _is_option(terms: Sequence[Term], at: int) -> bool:
    return at < len(terms) and terms[at].kind == "option"


def parted(terms: Sequence[Term]) -> list[list[Term]]:
    """The terms of each side: of each of several days, else between what parts the sides."""
    days = [term for term in terms if term.first < 0]
    words = [term for term in terms if term.first >= 0]
    found = next((parts for parts in _partings(words) if len(parts) > 1), None)
    whole = [term for term in words if term.kind not in JOINTS]
    dates = {day.value: day for day in days}
    if found is None and len(dates) > 1:
        return [[*whole, day] for day in days]
    if found is not None and len(dates) > 1 and all(day.said.isdigit() for day in days):
        return [[*part, day] for part in found for day in dates.values()]  # 2024 vs 2026
    if found is not None and len(dates) == len(found):  # gpt-4 in 2023 vs gpt-4o now
        return [[*part, day] for part, day in zip(found, dates.values(), strict=True)]
    return [[*part, *days] for part in found or [whole]]


def _partings(terms: Sequence[Term]) -> Iterator[list[list[Term]]]:
    """The ways to part terms into sides: at each `vs`, else at what may part them."""
    hard = _cut(terms, lambda term: term.kind == "versus")
    if all(_is_side(part, hard) for part in hard):
        yield hard
    than = _cut(terms, lambda term: term.kind == "than")
    if any(_says(part, OF_API) for part in than) and any(_says(part, OF_HOST) for part in than):
        yield than  # is the api cheaper than self hosting
    if any(_says(part, OF_RENT) for part in than) and any(_owns(part) for part in than):
        yield than  # is buying it cheaper than renting
    soft = _cut(terms, lambda term: term.kind == "than" or bool({*term.before} & PARTING))
    listed = _cut(terms, lambda term: term.kind == "and" or "," in term.before)
    added = _cut(terms, lambda term: term.kind == "plus")
    if not all(_says(part, OF_RUN) for part in added):  # sft + dpo
        added = _with_things(added)
    if len(added) > 1 and (_are_alike(added, 1) or all(_says(part, OF_RUN) for part in added)):
        end = max(term.last for term in terms)
        yield [[*part, Term(COMBINED, COMBINED, end, end)] for part in added]
    is_sum = any(term.kind == COMBINED for term in terms)
    for parts, fewest in ((_with_things(soft), 1), (_with_things(listed), 1 if is_sum else 2)):
        if _are_alike(parts, fewest):
            yield parts


def _cut(terms: Sequence[Term], parts_here: Callable[[Term], bool]) -> list[list[Term]]:
    """The terms between those that part them; what is before or behind all of them is kept."""
    parts: list[list[Term]] = [[]]
    for term in terms:
        if parts_here(term):
            parts.append([])
        if term.kind not in JOINTS:
            parts[-1].append(term)
    return parts


def _with_things(parts: Sequence[list[Term]]) -> list[list[Term]]:
    """Parts that have things of which several may be listed; what has none goes on with another."""
    joined: list[list[Term]] = []
    spare: list[Term] = []
    for part in parts:
        if any(term.kind in LISTED for term in part):
            joined.append([*spare, *part])
            spare = []
        elif joined:
            joined[-1].extend(part)
        else:
            spare.extend(part)
    return joined or [spare]


def _is_side(part: Sequence[Term], parts: Sequence[Sequence[Term]]) -> bool:
    """Whether a part has a thing to compare, or an amount that another part has as well."""
    kinds = {term.kind for term in part}
    others = {term.kind for other in parts if other is not part for term in other}
    return bool(kinds & THINGS or kinds & others & {*AMOUNTS, "tokens_pair"})


def _are_alike(parts: Sequence[Sequence[Term]], fewest: int) -> bool:
    """Whether all parts have different things of the same kinds, at least so many kinds."""
    kinds = set(LISTED).intersection(*({term.kind for term in part} for part in parts))
    values = [{repr(term.value) for term in part if term.kind in kinds} for part in parts]
    is_apart = all(not low & high for low, high in combinations(values, 2))
    return len(kinds) >= fewest and is_apart
