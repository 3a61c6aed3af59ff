"""The sides of a question: `X vs Y`, or several of one kind, each completed from the others."""

from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from pricing.asking.words.lexicon import Lexicon
from pricing.asking.words.said import THINGS, Said, said_of
from pricing.asking.words.terms import Term
from pricing.catalog.naming.words import words_of

MOST_SIDES = 6
"""Most sides of one question."""

FEWEST_LISTED = 2
"""Fewest things of one kind that are a list."""

LISTED = ("device", "machine", "model", "api_model", "provider", "option", "precision", "engine")
"""Things of which a question may list several, each a side of its own."""

APART = (
    frozenset({"model", "size", "api_model"}),
    frozenset(
        {"device", "device_others", "device_said", "machine", "device_count", "devices", "nodes"}
    ),
)
"""Slots that belong together: a side that says one of them takes none of the others."""

OWN_OF_DEVICES = frozenset(
    {
        *(
            "device",
            "device_others",
            "device_said",
            "machine",
            "device_count",
            "devices",
            "nodes",
            "provider",
            "option",
            "place",
        ),
        *("precision", "engine", "tensor_parallel", "pipeline_parallel", "data_parallel"),
        *("expert_parallel", "usd_per_hour", "utilization", "selfhost", "method", "superlative"),
    }
)
"""What an API has nothing of."""


def sides_of(terms: Sequence[Term], lexicon: Lexicon) -> tuple[Said, ...]:
    """What each side says; one side where nothing is compared."""
    parts = [part for side in _parted(terms) for part in _listed(side)]
    sides = [said_of(part, lexicon) for part in parts]
    if len(sides) == 1:
        return tuple(sides)
    figures = list(dict.fromkeys(figure for side in sides for figure in side.figures))
    complete = [
        _completed(side, [other for other in sides if other is not side], figures)
        for side in sides[:MOST_SIDES]
    ]
    for own, side in zip(sides, complete, strict=False):
        _take_board(own, side, lexicon)
    return tuple(complete)


def _take_board(own: Said, side: Said, lexicon: Lexicon) -> None:
    """Of a side that names a board alone, the device of the other side on this board."""
    device, board = side.get("device"), own.get("board")
    if own.get("device") is not None or device is None or board is None:
        return
    found = lexicon.fitting_devices.of((*words_of(device)[:1], board))
    if found:
        side.slots["device"] = found[0]
        side.slots.pop("device_others", None)


def _parted(terms: Sequence[Term]) -> list[list[Term]]:
    """The terms between each `vs`, where every part has a thing to compare."""
    days = [term for term in terms if term.first < 0]
    parts: list[list[Term]] = [[]]
    for term in terms:
        if term.kind == "versus":
            parts.append([])
        elif term.first >= 0:
            parts[-1].append(term)
    whole = [term for part in parts for term in part]
    if len(parts) == 1 or not all(any(one.kind in THINGS for one in part) for part in parts):
        return [[*whole, *days]]
    return [[*part, *days] for part in parts]


def _listed(terms: Sequence[Term]) -> list[list[Term]]:
    """A part for each of several things of one kind; the rest belongs to all of them."""
    for kind in LISTED:
        places = [at for at, term in enumerate(terms) if term.kind == kind]
        values = {repr(terms[at].value) for at in places}
        if len(values) < FEWEST_LISTED or not _is_list(terms, places):
            continue
        counts = {at - 1: at for at in places if at and terms[at - 1].kind == "count"}
        parts = []
        for at in places:
            others = {place for place in places if place != at}
            others |= {count for count, owner in counts.items() if owner in others}
            parts.append([term for place, term in enumerate(terms) if place not in others])
        return parts
    return _apart(terms)


def _apart(terms: Sequence[Term]) -> list[list[Term]]:
    """A model of an API, and another that devices host, apart; else all terms together."""
    kinds = {term.kind for term in terms}
    is_hosted = kinds & {"model", "size"} and kinds & {"device", "machine"}
    if "api_model" not in kinds or not is_hosted:
        return [list(terms)]
    hosting = {"model", "size", "device", "machine", "count", "gigabytes"}
    return [
        [term for term in terms if term.kind not in hosting],
        [term for term in terms if term.kind != "api_model"],
    ]


def _is_list(terms: Sequence[Term], places: Sequence[int]) -> bool:
    """Whether nothing but counts stands between the things: `h100, a100 and 2 l4`."""
    return all(
        all(terms[between].kind in {"count", "compare"} for between in range(low + 1, high))
        for low, high in pairwise(places)
    )


def _completed(side: Said, others: Sequence[Said], figures: Sequence[str]) -> Said:
    """A side with what only the other sides say."""
    slots = dict(side.slots)
    kept = {name for group in APART if group & slots.keys() for name in group}
    kept |= {"api", "api_provider"}
    if "rental" in slots:
        kept |= {"option"}  # rent or buy: what is rented is not what the other side owns
    if slots.keys() & {"api_model", "api", "api_provider"}:
        kept |= OWN_OF_DEVICES
    for other in others:
        for name, value in other.slots.items():
            if name in kept or name in slots:
                continue
            if name == "api_model" or (
                name == "provider" and "machine" in other.slots and "machine" not in slots
            ):
                continue
            if name == "place" and slots.get("provider") != other.slots.get("provider"):
                continue
            slots[name] = value
    return replace(side, slots=slots, figures=list(figures))
