"""Reads a question in words: what it asks of which rooms, in plain words and as queries."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice

import msgspec
from msgspec import Struct

from pricing.asking.buying.buy_or_rent import with_rented
from pricing.asking.buying.matched_purchases import alike, as_long
from pricing.asking.buying.usual_regions import in_usual_regions
from pricing.asking.devices.candidate_devices import on_each_device
from pricing.asking.hints import NEXT
from pricing.asking.questions import Ask, Asker
from pricing.asking.unused_terms import unused
from pricing.asking.words.lexicon import Lexicon, lexicon_of
from pricing.asking.words.memory.fits import settle_fits
from pricing.asking.words.memory.formats import settle_format
from pricing.asking.words.scanning import Scan, scan
from pricing.asking.words.sides import sides_of
from pricing.asking.words.slots import Said
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.catalog.naming.typos import LEAST_LETTERS
from pricing.errors import InvalidQuery, Refusal, UnknownName
from pricing.pauses import paused

_NAME = re.compile(r"[a-z]*\d[a-z0-9.]*")
"""A word that looks like the name of a device or a model."""

_DIGITS = re.compile(r"(?<![\w.])[\d.,]*\d(?:e\+?\d+)?")
"""A number of a text, without the unit that is glued to it."""

BOUNDS = {"<=": "at most", "<": "less than", ">=": "at least", ">": "more than"}
"""Signs of messages about numbers that are out of range, in words."""

_STEP = re.compile(r"\w+")
"""A field, or the place in a list, of the path to a value."""


PREPARING = (
    "lama 70b on a p5.48xlarge in frankfurt",
    "train a 7b model on 1T tokens",
    "h100 on azure in germany at 2 eur/h",
    "gpt-4o per 1M tokens",
    "foo-13b on h100",
)
"""Questions that take every table of names, with a word that is misspelt and one of nothing."""

AT_HOME = ("apple-m4-max", "rtx-4090")
"""Devices that people have at home, near those that are not known."""

_GOES_ON = re.compile(
    r"^\W*(?:(?:ok|okay|so|now|then|and|but)\W+)*"
    r"(?:(the same|same|ditto)|and|but|or|also|what about|how about|instead)\b"
)
"""How a question begins that goes on from another one; all of what is the same is in that one."""

OPEN = "…"
"""How a next question begins that goes on where the text ends."""

PROCESSOR = "cpu"
"""A word for devices that no name is given of."""

UNKNOWN_DEVICES = frozenset({PROCESSOR, "raspberry", "jetson", "iphone", "ipad", "android", "npu"})
"""Words for devices whose names have no number, and that the tables lack."""


class Reading(Struct, frozen=True):
    """How a question was read.

    asks: what each side asks; unread: words that say nothing that is known; assumed: what was
    chosen where the question leaves it open; combined: whether the sum of all sides is asked for.
    """

    text: str
    asks: tuple[Ask, ...]
    unread: tuple[str, ...]
    assumed: tuple[str, ...]
    combined: bool = False


MOST_TRIED = 24
"""Questions with another number that are read for one that is answered: each takes as long as the
question itself."""


@lru_cache(maxsize=1)
def prepare(library: Library) -> None:
    """Build what questions are read by, so that the first one is read as fast as later ones."""
    for text in PREPARING:
        with suppress(UnknownName):
            read(text, library)


def read(
    text: str, library: Library, *, catalog: str | None = None, as_of: str | None = None
) -> Reading:
    """Read a question in words.

    Raises a Refusal that says what is missing, not known or out of range, with what to ask next.
    """
    reading = _read(text, library, catalog, as_of)
    wrong = _out_of_range(reading)
    if wrong is None:
        return reading
    why, bound = wrong
    near: tuple[str, ...] = NEXT[:2]
    for other in paused(islice(_with_other_numbers(text, bound), MOST_TRIED)):
        with suppress(Refusal):
            if _out_of_range(_read(other, library, catalog, as_of)) is None:
                near = (other,)
                break
    raise InvalidQuery(why, field="q", nearest=near)


def _out_of_range(reading: Reading) -> tuple[str, str] | None:
    """What a body of the same question would be refused for, and the bound; None if for nothing."""
    for ask in reading.asks:
        plain = msgspec.to_builtins(ask.query)
        try:
            msgspec.convert(plain, type(ask.query))
        except msgspec.ValidationError as error:
            text, _, path = str(error).rstrip("`").partition(" - at `$.")
            steps = _STEP.findall(path)
            for step in steps:
                plain = plain[int(step) if step.isdigit() else step]
            name = next(step for step in reversed(steps) if not step.isdigit())
            *_, sign, number = text.split()
            told = f"{name.replace('_', ' ')} is {BOUNDS[sign]} {float(number):,.15g}"
            return f"{told}, and not {plain:,.15g}", f"{float(number):.15g}"
    return None


def _with_other_numbers(text: str, bound: str) -> Iterator[str]:
    """A text with one of its numbers at a bound, or an ordinary one."""
    for match in _DIGITS.finditer(text):
        for number in (bound, "10", "1"):
            yield f"{text[: match.start()]}{number}{text[match.end() :]}"


def _read(text: str, library: Library, catalog: str | None, as_of: str | None) -> Reading:
    """A question as it is read, whatever the size of its numbers."""
    release = library.get(catalog)
    scanned = scan(text, release)
    lexicon = lexicon_of(release)
    sides = with_rented(sides_of(scanned.terms, lexicon))
    _check_names(sides, scanned, release, text)
    _refuse_going_on(sides, text)
    plain = _respelt(text, scanned)
    for side in sides:
        settle_fits(side, plain, release)
        settle_format(side, text, release)
    sides = tuple(one for side in sides for one in on_each_device(side, release))
    found, refused = _all_asked(sides, text, lexicon, catalog, as_of)
    asks = in_usual_regions(alike(as_long(_apart(found)), release), release)
    spelt = tuple(f"{said} is read as {meant}" for said, meant in scanned.corrected)
    assumed = (*refused, *spelt, *(text for ask in asks for text in ask.assumed))
    left = [word for side in sides for word in side.left]
    left.extend(unused(sides, [ask.kind for ask in asks]))
    unread = dict.fromkeys(word for word in (*scanned.unread, *left) if word)
    if any(side.get("future") for side in sides):
        assumed = (*assumed, f"no price is foretold: those known on {release.known_by} are told")
    combined = any(side.get("combined") for side in sides)
    return Reading(text, asks, tuple(unread), tuple(dict.fromkeys(assumed)), combined)


def _all_asked(
    sides: Sequence[Said], text: str, lexicon: Lexicon, catalog: str | None, as_of: str | None
) -> tuple[tuple[Ask, ...], tuple[str, ...]]:
    """What the sides ask, and why some of several have no answer.

    Raises the first Refusal where all of them are refused. A next question that goes on where the
    text ends is told as a whole.
    """
    asks: list[Ask] = []
    refused: list[Refusal] = []
    for side in sides:
        try:
            asks.append(_asked(side, lexicon, catalog, as_of))
        except Refusal as refusal:
            refused.append(refusal)
    if not asks:
        whole = text.rstrip(" ?.!")
        near = (name.replace(OPEN, whole, 1) for name in refused[0].nearest)
        refused[0].nearest = tuple(near)
        raise refused[0]
    return tuple(asks), tuple(refusal.detail for refusal in refused)


def _apart(asks: Sequence[Ask]) -> tuple[Ask, ...]:
    """Sides without those that ask the same as one before them."""
    asked = [(ask.kind, ask.query, ask.figures, ask.counts, ask.hours) for ask in asks]
    return tuple(ask for at, ask in enumerate(asks) if asked[at] not in asked[:at])


def _respelt(text: str, scanned: Scan) -> str:
    """A text in lower case, with the words that were corrected."""
    plain = text.lower()
    for said, meant in scanned.corrected:
        plain = re.sub(rf"\b{re.escape(said)}\b", meant, plain)
    return plain


def _asked(side: Said, lexicon: Lexicon, catalog: str | None, as_of: str | None) -> Ask:
    """What a side asks; a refusal names the place of the words."""
    try:
        return Asker(side, lexicon, catalog, as_of).ask()
    except Refusal as refusal:
        if not isinstance(refusal, InvalidQuery | UnknownName):
            refusal.field = "q"
        raise


def _refuse_going_on(sides: Sequence[Said], text: str) -> None:
    """Raise InvalidQuery for devices that another question is about, as in `and on h200`."""
    begun, slots = _GOES_ON.match(text.lower()), sides[0].slots
    if begun is None or "device" not in slots or NAMED & {*slots}:
        return
    if begun[1] or not (sides[0].figures or PRICED & {*slots}):
        count = slots.get("device_count")
        devices = f"{count:g}x {slots['device']}" if count else slots["device"]
        why = "each question stands by itself, and this one goes on from another: for which model?"
        raise InvalidQuery(why, field="q", nearest=(f"llama 70b on {devices}", f"{devices} price"))


NAMED = frozenset({"model", "size", "api_model", "parameters", "method"})
"""What questions of more than devices name."""

PRICED = frozenset({"option", "provider", "place", "months", "machine"})
"""What is said of the price of devices."""


def _check_names(sides: Sequence[Said], scanned: Scan, release: Catalog, text: str) -> None:
    """Refuse a name that is not known where the question has none of its kind.

    Raises UnknownName with the nearest devices or models.
    """
    for name, like in scanned.strange:
        _refuse(text, release, name, "model", like)
    strange = [word for word in scanned.unread if _NAME.fullmatch(word)]
    processors = [word for word in scanned.unread if word.removesuffix("s") in UNKNOWN_DEVICES]
    if processors and not any("device" in side.slots for side in sides):
        known = release.popularity.devices
        xeons = sorted((name for name in known if "xeon" in name), key=known.__getitem__)
        is_processor = processors[0].startswith(PROCESSOR)
        _refuse(text, release, processors[0], "device", xeons if is_processor else AT_HOME)
    if not strange:
        return
    for side in sides:
        slots = side.slots
        if "api_model" in slots:
            continue
        known_model = {"model", "size", "parameters"} & slots.keys()
        if "device" not in slots and known_model:
            _refuse(text, release, strange[0], "device")
        if "device" in slots and not known_model and len(strange[0]) >= LEAST_LETTERS:
            _refuse(text, release, strange[0], "model")
        if "device" not in slots and not known_model:
            _refuse(text, release, strange[0], "device or model")


def _refuse(text: str, release: Catalog, word: str, kind: str, like: Sequence[str] = ()) -> None:
    """Raise UnknownName for a word; like: what it may mean."""
    near = [*like]
    for name, directory in () if like else (("device", release.devices), ("model", release.models)):
        if name in kind:
            try:
                directory.find(word, field="q")
            except UnknownName as unknown:
                near.extend(unknown.nearest[:3])
    raise UnknownName(
        f"no {kind} is called {word!r} in release {release.name}",
        field="q",
        nearest=tuple(_renamed(text, word, near)) or NEXT[:2],
    )


def _renamed(text: str, word: str, names: Sequence[str]) -> Iterator[str]:
    """A question with each of some names in place of a word; the names where it is not found."""
    strange = re.compile(rf"{re.escape(word)}(?: pi)?(?: \d+\b(?! ?[a-z]))?", re.IGNORECASE)
    for name in names:
        yield strange.sub(name, text, count=1) if strange.search(text) else name
