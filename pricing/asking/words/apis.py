"""Models that APIs sell by the token, by what people call them."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from pricing.asking.words import vocabulary
from pricing.asking.words.slots import Said
from pricing.asking.words.terms import ApiModel, Term
from pricing.catalog.api_prices import models_sold
from pricing.catalog.naming.partial_names import words_of

_VERSION = re.compile(r"(?<=\d)[-p](?=\d{1,2}(?!\d|x|b))")
_SIZE = re.compile(r"\d+(?:\.\d+)?b")
_LONG = re.compile(r"\d{4,}")
_NOISE = frozenset({"instruct", "chat", "it", "hf", "meta", "v", "latest"})
_OTHER_WORK = frozenset(
    {
        *("audio", "tts", "transcribe", "realtime", "image", "search", "vision", "embedding"),
        *("live", "ft", "moderation", "whisper", "free", "batch", "robotics", "omni", "embed"),
        *("specdec", "guard", "safeguard"),
    }
)

SINGULAR = {"embeddings": "embedding"}

CALLED = {"deepseek-v3": "deepseek-chat", "deepseek-r1": "deepseek-reasoner"}
"""Open models that their maker sells under another name."""

USUAL_SELLERS = ("together", "fireworks", "groq", "novita", "openrouter", "aws")
"""Where open models are looked for whose maker sells none, in this order."""


HOSTING = frozenset(
    {"device", "machine", "devices", "device_count", "option", "selfhost", "superlative"}
    | {"precision", "engine", "gigabytes", "provider", "api_provider", "place"}
)
"""What a side says of a model that is hosted, or of who sells it."""


class Sold:
    """The models of one seller, by their words."""

    def __init__(self, provider: str) -> None:
        self._provider = provider
        self._words = {model: _words(model) for model in models_sold(provider)}

    def find(self, words: Sequence[str], preferred: str = "") -> tuple[str, ...]:
        """The models whose names have all the words, the likeliest first.

        preferred: a word of the one that is meant where only the maker or the family is named.
        """
        said = {_version(word) for word in words if word not in _NOISE}
        found = [model for model, known in self._words.items() if said <= known]

        def likeness(model: str) -> tuple[int, int, int, tuple[float, ...], bool, str]:
            further = self._words[model] - said - _NOISE
            other = len(further & _OTHER_WORK)
            numbers = tuple(-float(word) for word in sorted(further, reverse=True) if _number(word))
            named = sum(not _number(word) for word in further)
            is_other = int(bool(preferred) and preferred not in self._words[model])
            return other, is_other, named, numbers, not model.endswith("latest"), model

        return tuple(sorted(found, key=likeness))


def _words(model: str) -> frozenset[str]:
    """The words of a model's id; a version with a hyphen is one number, and dates are none."""
    plain = _VERSION.sub(".", model.lower().rsplit("/", maxsplit=1)[-1])
    words = words_of(plain)
    return frozenset(_version(word) for word in words if not _LONG.fullmatch(word)) - _NOISE


def _version(word: str) -> str:
    """A word, a version without its zero: sonnet 4 is 4.0."""
    return word.removesuffix(".0")


def _number(word: str) -> bool:
    return word.replace(".", "", 1).isdigit()


@lru_cache(maxsize=64)
def sold_by(provider: str) -> Sold:
    """The models of a seller. Importing the prices takes half a second, the first time."""
    return Sold(provider)


def family_model(
    family: str, words: Sequence[Sequence[str]]
) -> tuple[ApiModel, int, tuple[str, ...]] | None:
    """The model of a family whose name the most words go on with.

    family: the maker and its preferred word; words: those of each atom, that of the family first.
    Returns it, how many atoms it takes, and others that fit.
    """
    provider, preferred, *fewest = family.split(" ")
    sold = sold_by(provider)
    said = [word for word in words[0] if word not in {"chatgpt", "gpts"}] or ["gpt"]
    said = [] if said == [provider] and not sold.find(said) else said  # cohere embed
    said = [SINGULAR.get(word, word) for word in said]
    taken, found = 1, sold.find(said, preferred)
    if not found:
        return None
    for further in words[1:]:
        more = [*said, *further]
        fitting = sold.find(more) if further else ()
        if not fitting:
            break
        said, found, taken = more, fitting, taken + 1
    if fewest and taken < int(fewest[0]):
        return None
    return ApiModel(provider, found[0]), taken, found[1:4]


def open_model(name: str, provider: str | None) -> ApiModel | None:
    """A model of the catalogue at an API: of a seller, else of its maker or a usual seller."""
    sellers = (provider,) if provider else None
    return next(open_models(name, sellers), None)


def open_models(name: str, sellers: Sequence[str] | None = None) -> Iterator[ApiModel]:
    """A model of the catalogue at each API that sells it, its maker and usual sellers first.

    sellers: the APIs that are looked at, all of these by default.
    """
    words = _words(name)
    asked = sellers or (*_makers(name), *USUAL_SELLERS)
    unsized = sorted(word for word in words if not _SIZE.fullmatch(word))
    is_sold = False
    for seller in asked:
        own = CALLED.get(name) if seller in _makers(name) else None
        found = (own,) if own is not None else sold_by(seller).find(sorted(words))
        if found:
            is_sold = True
            yield ApiModel(seller, found[0])
    for seller in asked if len(unsized) > 1 and not is_sold else ():
        found = sold_by(seller).find(unsized)
        if found and not any(map(_SIZE.fullmatch, _words(found[0]))):
            yield ApiModel(seller, found[0])


def sells_itself(name: str) -> bool:
    """Whether the maker of an open model sells it by the token."""
    makers = _makers(name)
    return bool(makers) and next(open_models(name, makers), None) is not None


def _makers(name: str) -> tuple[str, ...]:
    """The makers of open models that sell them, by how the name begins."""
    makers = {
        "deepseek": "deepseek",
        "mi": "mistral",
        "codestral": "mistral",
        "kimi": "moonshotai",
        "glm": "zai",
        "minimax": "minimax",
        "command": "cohere",
        "grok": "x-ai",
    }
    return tuple(maker for head, maker in makers.items() if name.startswith(head))


def with_sellers(terms: Sequence[Term]) -> list[Term]:
    """Terms where a provider beside an API is one as well: is groq cheaper than together."""
    kinds = {term.kind for term in terms}
    if "api_provider" not in kinds or kinds & {"device", "machine", "selfhost", "option"}:
        return [*terms]
    known = vocabulary.api_providers()
    return [
        replace(term, kind="api_provider")
        if term.kind == "provider" and term.value in known
        else term
        for term in terms
    ]


def take_apis(sides: Sequence[Said]) -> None:
    """A provider of devices and tokens is meant as an API where another side hosts itself.

    So is the maker of a model beside one of another API, where nothing is said of devices.
    """
    if any("api_model" in side.slots for side in sides):
        for side in sides:
            model = side.get("model")
            is_hosted = HOSTING & side.slots.keys() or side.get("method")
            if model is not None and not is_hosted and sells_itself(model):
                side.slots["api"] = "api"
    if not any("selfhost" in side.slots for side in sides):
        return
    for side in sides:
        is_hosted = {"device", "machine", "option", "selfhost", "api_provider"} & side.slots.keys()
        if not is_hosted and side.get("provider") in vocabulary.api_providers():
            side.slots["api_provider"] = side.slots.pop("provider")


def take_sellers(sides: Sequence[Said]) -> None:
    """A provider that sells tokens is meant as an API beside another one: groq vs together."""
    if not any(side.get("api_provider") for side in sides):
        return
    sold = next((side.get("api_model") for side in sides if side.get("api_model")), None)
    for side in sides:
        if sold is not None and not {"api_model", "model", "size"} & side.slots.keys():
            own = open_model(sold.model, side.get("api_provider") or side.get("provider"))
            side.slots |= {} if own is None else {"api_model": own}
    for side in sides:
        provider = side.get("provider")
        if provider in vocabulary.api_providers() and side.get("device") is None:
            side.slots.setdefault("api_provider", side.slots.pop("provider"))


def sold_openly(side: Said) -> ApiModel | None:
    """The open model that a side asks an API for, None where devices host it."""
    model, is_api = side.get("model"), {"api", "api_provider"} & side.slots.keys()
    if not is_api or model is None or side.get("device") is not None:
        return None
    return open_model(model, side.get("api_provider"))
