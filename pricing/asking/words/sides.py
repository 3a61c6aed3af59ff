"""The sides of a question: `X vs Y`, or several of one kind, each completed from the others."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from pricing.asking.words import options
from pricing.asking.words.amounts.lists import (
    LISTED_AMOUNTS,
    with_listed,
    with_listed_counts,
    with_power_prices,
    with_run_tokens,
)
from pricing.asking.words.amounts.side_prices import OWN_PRICES, SOLD, own_prices
from pricing.asking.words.apis import sold_openly, take_apis, take_sellers, with_sellers
from pricing.asking.words.devices import has_memory, share_out, with_racks
from pricing.asking.words.lexicon import Lexicon
from pricing.asking.words.negations import without_negated
from pricing.asking.words.places.areas import is_wide
from pricing.asking.words.places.regions import is_sold
from pricing.asking.words.segmentation import COMBINED, LISTED, parted, with_boards
from pricing.asking.words.slot_filling import said_of
from pricing.asking.words.slots import PARALLEL, Said
from pricing.asking.words.terms import Term
from pricing.asking.words.word_order import with_sizes, with_whole_method
from pricing.catalog.naming.partial_names import words_of

MOST_SIDES = 6
"""Most sides of one question."""

BETWEEN = frozenset({"count", "compare", "months"})
"""What may stand between things of a list."""

FEWEST_LISTED = 2
"""Fewest things of one kind that are a list."""

APART = (
    frozenset({"model", "size", "api_model", "unsized"}),
    frozenset(
        {"requests", "requests_per_day", "requests_per_second"}
        | {"tokens_per_day", "tokens_per_second"}
    ),
    frozenset(
        {"device", "device_others", "device_said", "machine", "device_count", "devices", "nodes"}
    ),
)
"""Slots that belong together: a side that says one of them takes none of the others."""

OF_TWO_MODELS = frozenset({"distillation", "draft_model"})
"""What takes two models, one for the other."""

OF_HOSTS = frozenset({"model", "size", "device", "machine", "option", "selfhost", "api_provider"})
"""What a side says that is no API's model."""

HOSTED = frozenset({"device", "machine", "devices", "option", "selfhost", "superlative"})
"""What a question says of models that somebody hosts: without it an API is one of all sides."""

OWN_OF_DEVICES = frozenset(
    {
        *("device", "device_others", "device_said", "machine", "device_count", "devices", "nodes"),
        *("provider", "option", "place"),
        *("precision", "engine", *PARALLEL),
        *("usd_per_hour", "utilization", "selfhost", "method", "superlative"),
    }
)
"""What an API has nothing of."""


def sides_of(terms: Sequence[Term], lexicon: Lexicon) -> tuple[Said, ...]:
    """What each side says; one side where nothing is compared."""
    terms = [*options.as_owned(with_sellers(with_whole_method(with_power_prices(terms))))]
    if any(term.kind == "versus" for term in terms):  # which costs less in total
        terms = [term for term in terms if term.kind != COMBINED]
    terms = without_negated(terms, lexicon)
    named = with_sizes(with_racks(terms), lexicon)
    plain = with_run_tokens(named, lexicon.catalog.models)
    told = _shared(with_listed(with_listed_counts(plain)))
    parts = [part for side in parted(told) for part in _listed(side)]
    parts = _of_family(parts, lexicon)
    sides = [said_of(part, lexicon) for part in parts]
    if len(sides) == 1:
        return tuple(sides)
    for side, prices in zip(sides, own_prices(parts), strict=True):
        side.slots[OWN_PRICES] = prices
    share_out(sides)
    take_apis(sides)
    figures = list(dict.fromkeys(figure for side in sides for figure in side.figures))
    complete = [
        _completed(side, [other for other in sides if other is not side], figures)
        for side in sides[:MOST_SIDES]
    ]
    for own, side in zip(sides, complete, strict=False):
        _take_board(own, side, lexicon)
    take_sellers(complete)
    return _beside_api(complete)


def _of_family(parts: Sequence[list[Term]], lexicon: Lexicon) -> list[list[Term]]:
    """The parts; where an API's is of a family alone, with the model of it that another names."""
    named = [term for part in parts for term in part if term.kind == "model" and not term.is_guess]

    def own(term: Term) -> Term:
        kin = lexicon.fitting_models.of(words_of(term.said)) if term.is_guess else ()
        model = next((one for one in named if one.value in kin), None)
        return term if model is None else replace(model, first=term.first, last=term.last)

    return [
        [own(term) if term.kind == "model" else term for term in part]
        if any(term.kind in {"api", "api_provider"} for term in part)
        else part
        for part in parts
    ]


def _beside_api(sides: Sequence[Said]) -> tuple[Said, ...]:
    """The sides; where a break-even is asked for, the one that is hosted with its API beside it."""
    if "break_even" not in sides[0].figures:
        return tuple(sides)
    found = [side.get("api_model") or sold_openly(side) for side in sides]
    sold = next(filter(None, found), None)
    named = zip(sides, found, strict=True)
    hosted = [side for side, api in named if not api and {"model", "size"} & side.slots.keys()]
    if sold is None or len(hosted) != 1:
        return tuple(sides)
    return (replace(hosted[0], slots={**hosted[0].slots, "api_model": sold}),)


def _take_board(own: Said, side: Said, lexicon: Lexicon) -> None:
    """Of a side that names a board or a memory alone, the device of the other side with it."""
    device, board, gigabytes = side.get("device"), own.get("board"), own.get("gigabytes")
    if own.get("device") is not None or device is None:
        return
    if gigabytes is not None:  # a100 40gb or 80gb
        kin = lexicon.fitting_devices.of(words_of(device)[:1])
        sized = [name for name in kin if has_memory(lexicon.catalog, name, gigabytes)]
        provider = side.get("provider")
        ranks = lexicon.catalog.popularity.devices
        sized.sort(key=lambda name: (not is_sold(lexicon.catalog, name, provider), ranks[name]))
        side.slots["device"] = next(iter(sized), device)
        side.slots.pop("device_others", None)
        return
    if board is None:
        return
    found = lexicon.fitting_devices.of((*words_of(device)[:1], board))
    if found:
        side.slots["device"] = found[0]
        side.slots.pop("device_others", None)


def _shared(terms: Sequence[Term]) -> list[Term]:
    """Terms where each number of `1yr vs 3yr reserved` or `8 vs 16 h100` has what it counts."""
    told = [*with_boards(options.as_reserved(options.as_bought(terms)))]
    for at in range(len(told) - 2, 0, -1):
        before, behind = told[at - 1], told[at + 1]
        option = options.with_term(told, at)
        if option is not None:
            told.insert(at + 2, option)
        if told[at].kind != "versus" or before.kind != behind.kind or option is not None:
            continue
        head = told[at - 2] if at > 1 else before
        tail = told[at + 2] if at + 2 < len(told) else behind
        if _counts(before, tail):
            told.insert(at, replace(tail, first=before.last, last=before.last))
        elif _counts(before, head):
            told.insert(at + 2, replace(head, first=behind.last, last=behind.last))
    return told


def _counts(number: Term, thing: Term) -> bool:
    """Whether a number is the term of an option, or how many devices there are."""
    if number.kind == "months":
        return thing.kind == "option" and thing.value in options.TERMS
    return number.kind == "count" and thing.kind in {"device", "machine"}


def _listed(terms: Sequence[Term]) -> list[list[Term]]:
    """A part for each of several things of one kind; the rest belongs to all of them."""
    for kind in (*LISTED, *(("place",) if _are_places(terms) else ()), *LISTED_AMOUNTS):
        if kind == "model" and any(term.value in OF_TWO_MODELS for term in terms):
            continue  # a student and its teacher, or a model and its draft
        places = [at for at, term in enumerate(terms) if term.kind == kind]
        values = {repr(terms[at].value) for at in places}
        if len(values) < FEWEST_LISTED or not _is_list(terms, places):
            continue
        counts = {at - 1: at for at in places if at and terms[at - 1].kind == "count"}
        counts |= _terms_of(terms, places) if kind == "option" else {}
        parts = []
        for at in places:
            others = {place for place in places if place != at}
            others |= {count for count, owner in counts.items() if owner in others}
            parts.append([term for place, term in enumerate(terms) if place not in others])
        return parts
    return _apart(terms)


def _terms_of(terms: Sequence[Term], places: Sequence[int]) -> dict[int, int]:
    """The times beside options that are sold by a term, by their place, and whose they are."""
    return {
        near: at
        for at in places
        for near in (at - 1, at + 1)
        if terms[at].value in options.TERMS
        and 0 <= near < len(terms)
        and terms[near].kind == "months"
    }


def _are_places(terms: Sequence[Term]) -> bool:
    """Whether places are compared: `compare virginia and frankfurt`, `us-east-1 and us-west-2`."""
    places = [term for term in terms if term.kind == "place"]
    if any(term.kind == "compare" for term in terms):
        return True
    return all(
        behind.first - before.last == 1 and behind.value[0].kind == before.value[0].kind
        for before, behind in pairwise(places)
    )


def _apart(terms: Sequence[Term]) -> list[list[Term]]:
    """A model of an API, and another that devices host, apart; else all terms together."""
    kinds = {term.kind for term in terms}
    if "api_model" not in kinds or not kinds & {"model", "size"}:
        return [list(terms)]
    hosting = {"model", "size", "device", "machine", "count", "gigabytes"}
    return [
        [term for term in terms if term.kind not in hosting],
        [term for term in terms if term.kind != "api_model"],
    ]


def _is_list(terms: Sequence[Term], places: Sequence[int]) -> bool:
    """Whether nothing but counts stands between the things: `h100, a100 and 2 l4`."""
    return all(
        all(terms[between].kind in BETWEEN for between in range(low + 1, high))
        for low, high in pairwise(places)
    )


def _of_owner(own: Mapping[str, Any], other: Mapping[str, Any]) -> frozenset[str]:
    """What a side does not take from another: own devices are at no provider that rents out."""
    if own.get("option") == "owned":
        return frozenset({"provider", "place", "usd_per_hour", "usd_per_instance_hour", "discount"})
    has_own = "device" in own and "device" not in other  # 4 h200 vs buying them
    is_rented = has_own or ("provider" in own and "provider" not in other)
    return frozenset({"option", "ownership", "sum"} if is_rented else ())


def _completed(side: Said, others: Sequence[Said], figures: Sequence[str]) -> Said:
    """A side with what only the other sides say."""
    slots = dict(side.slots)
    kept = {name for group in APART if group & slots.keys() for name in group}
    hosts = HOSTED & {name for said in (side, *others) for name in said.slots}
    kept |= {OWN_PRICES, "api_provider", *({"api"} if hosts else ())}
    kept |= {"gigabytes"} if "device" in slots else set()
    kept |= {"named_precision", *({"precision"} if "model" in slots else ())} & {
        name for other in others if "named_precision" in other.slots for name in other.slots
    }
    if "rental" in slots:
        # rent or buy: what is rented is not what the other side owns, or pays for it
        kept |= {"option", "ownership", "sum", "purchase_usd"}
    if slots.keys() & {"api_model", "api", "api_provider"}:
        kept |= OWN_OF_DEVICES
    for other in others:
        kept |= options.of_option(slots, other.slots)
        if "owned" in {slots.get("option"), other.slots.get("option")}:
            kept |= {"option"} if other.words.get("option") in options.OUR_OWN else set()
            kept |= _of_owner(slots, other.slots)
        if "machine" in other.slots and slots.get("device") == other.slots.get("device"):
            slots.setdefault("device_count", other.slots["device_count"])  # h100 vs a p5
        if "device" in slots and "shared_count" in other.slots:  # h100 vs a100 with 256 gpus
            slots.setdefault("device_count", other.slots["shared_count"])
        has_other = bool(SOLD & side.slots.keys())
        theirs = other.slots[OWN_PRICES] if has_other else frozenset()
        for name, value in other.slots.items():
            is_own = name in kept | theirs or name in slots
            if not is_own and _is_shared(name, value, slots, other, has_devices="machine" in kept):
                slots[name] = value
    return replace(side, slots=slots, figures=list(figures))


def _is_shared(
    name: str, value: Any, slots: Mapping[str, Any], other: Said, *, has_devices: bool
) -> bool:
    """Whether what another side says holds for a side with some slots as well.

    has_devices: whether the side names devices of its own.
    """
    if name == "api_model":
        return not OF_HOSTS & slots.keys()
    if name == "provider":
        return "machine" not in other.slots or not has_devices
    if name == "place":
        is_elsewhere = other.get("provider") not in {None, slots.get("provider")}
        return not is_elsewhere or is_wide(value[0][0])
    return True
