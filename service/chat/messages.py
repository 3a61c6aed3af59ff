"""What is said to a person in a chat: an answer, or what to ask next."""

import re
from collections.abc import Mapping
from typing import ClassVar
from urllib.parse import urlencode

import msgspec
from msgspec import Struct

from pricing.asking.hints import NEXT
from pricing.asking.query import MOST_LETTERS, AskQuery
from pricing.asking.reading import read
from pricing.catalog.library import Library
from pricing.errors import Refusal
from service.asking.answer import Asked
from service.asking.ask import asked
from service.operations.ask import is_drawn
from service.sentences.answers import sentence_of
from service.sentences.sentence import Sentence

PATH = "/v1/ask"
MOST_TRIES = 3
LONGEST_ADDRESS = 2900
"""In characters: a text or an address of a message has 3,000."""

HELP = frozenset({"", "help", "?", "hello", "hi"})


class Told(Struct, frozen=True):
    """An answer in parts.

    tries: questions to ask next, as one types them; chart, whole: paths of a picture, and of the
    answer with all of its figures; empty for none.
    """

    sentence: Sentence
    tries: tuple[str, ...] = ()
    ALT: ClassVar = "The cost of the service, month by month"
    WHOLE: ClassVar = "All figures, with their sources"

    chart: str = ""
    whole: str = ""

    def address_of(self, path: str, address: str) -> str:
        """Where a path is read; empty where it has no address that a message can hold."""
        whole = f"{address}{path}"
        return whole if path and address and len(whole) <= LONGEST_ADDRESS else ""


HELPED = Told(
    Sentence(
        "Ask what AI compute costs, in your own words",
        (
            "name a model and a device for the cost of tokens",
            "add requests a day for a bill by the month, or tokens to train on for a run",
            "put vs between two things to see both",
        ),
    ),
    (*NEXT, "llama 8b on l4, 1M requests a day", "h100 vs mi300x for llama 70b"),
)
"""What is said to who asks nothing."""


def told(query: AskQuery, library: Library) -> Told:
    """Answer a question in words; a refusal is said with what to ask next."""
    try:
        answer = asked(query, library)
    except Refusal as refusal:
        return _refused(query.q, refusal, library)
    whole = f"{PATH}?{urlencode({'q': query.q, **_pinned(answer)})}"
    return Told(
        sentence_of(msgspec.to_builtins(answer), {}),
        chart=f"{whole}&format=png" if is_drawn(answer) else "",
        whole=whole,
    )


def _pinned(answer: Asked) -> Mapping[str, str]:
    """The release and the day of an answer, under which it stays the same."""
    provenance = getattr(answer.answer, "provenance", None)
    if answer.sides or provenance is None:
        return {}
    return {"catalog": provenance.catalog, "as_of": provenance.as_of}


def too_long() -> Told:
    """What is said to a question that is longer than a question."""
    return Told(Sentence(f"A question has at most {MOST_LETTERS} letters"), NEXT[:MOST_TRIES])


def _refused(text: str, refusal: Refusal, library: Library) -> Told:
    """A refusal in words. Only questions that can be read are offered."""
    head = f"{refusal.detail[:1].upper()}{refusal.detail[1:].removesuffix('.')}"
    near = refusal.nearest[:MOST_TRIES]
    if refusal.field == "q":
        tries = dict.fromkeys(_next(text, refusal.detail, name) for name in near)
        return Told(Sentence(head), tuple(one for one in tries if _is_read(one, library)))
    place = refusal.field.rpartition(".")[2]
    words = [f"{place.replace('_', ' ')} may be {' or '.join(near)}"] if near else []
    return Told(Sentence(head, words))


def _next(text: str, detail: str, name: str) -> str:
    """A question to ask next: a whole one, or the same with another name.

    >>> _next("price of h100x", "no device is called 'h100x'", "h100-sxm-80gb")
    'price of h100-sxm-80gb'
    >>> _next("H100X on aws", "no device is called 'h100x'", "h100-sxm-80gb on aws")
    'h100-sxm-80gb on aws'
    >>> _next("price of h100x", "no device is called 'h100x'", "price of h100-sxm-80gb")
    'price of h100-sxm-80gb'
    """
    unknown = re.compile(re.escape(detail.partition("'")[2].partition("'")[0]), re.IGNORECASE)
    if not unknown.pattern or not unknown.search(text):
        return name
    is_whole = all(word in name.split() for word in unknown.sub("", text, count=1).split())
    return name if is_whole else unknown.sub(name, text, count=1)


def _is_read(text: str, library: Library) -> bool:
    try:
        read(text, library)
    except Refusal:
        return False
    return True
