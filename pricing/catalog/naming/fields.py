"""Fields of a query by the words that engines, configurations and people use for them."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from pricing.catalog.names import LONGEST, nearest
from pricing.catalog.naming.partial_names import squashed
from pricing.lists import rows_of

MOST = 5
"""Most fields that are proposed."""
LEAST_LIKENESS = 0.5
"""Least similarity of the spelling of a field that is proposed [fraction]."""

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_JOINT = re.compile(r"[^A-Za-z0-9]+")


@lru_cache(maxsize=1)
def _called() -> Mapping[str, tuple[str, ...]]:
    """The fields that a phrase may mean, by its plain spelling."""
    known: dict[str, list[str]] = defaultdict(list)
    for row in rows_of("pricing.catalog.naming", "fields.csv"):
        for phrase in row["phrases"].split("|"):
            known[squashed(phrase)].append(row["field"])
    return {phrase: tuple(fields) for phrase, fields in known.items()}


def meant_fields(name: str) -> tuple[str, ...]:
    """The fields that a name may mean: those that it is a synonym of, and the name itself.

    Each is followed by its plural, as one question has a device and another lists devices.

    >>> meant_fields("gpuType"), meant_fields("clouds")
    (('device', 'devices', 'gpu_type', 'gpu_types'), ('providers', 'clouds'))
    """
    own = "_".join(_words(name))
    singular = (*_called().get(squashed(own), ()), own)
    both = (form for one in singular for form in (one, f"{one.removesuffix('s')}s"))
    return tuple(dict.fromkeys(both))


def likely_fields(name: str, known: Collection[str]) -> tuple[str, ...]:
    """At most five fields that may be meant by a name that is none, the likeliest first.

    First come synonyms, then fields with all words of the name or the other way round. Where there
    are none, fields that are spelt alike. Of dotted places, the last part has the meaning.

    >>> likely_fields("num_hidden_layers", ["full_attention_layers", "hidden_size", "layers"])[0]
    'layers'
    >>> likely_fields("load.rps", ["load.concurrency", "load.requests_per_second"])[0]
    'load.requests_per_second'
    """
    name = name[:LONGEST]
    found = dict.fromkeys((*_synonyms(name, known), *_sharing(name, known)))
    return tuple(found)[:MOST] or nearest(name, known, cutoff=LEAST_LIKENESS)


def _synonyms(name: str, known: Collection[str]) -> Iterator[str]:
    meant = meant_fields(name.rpartition(".")[2])
    for field in meant:
        yield from sorted((one for one in known if one.rpartition(".")[2] == field), key=_depth)


def _sharing(name: str, known: Collection[str]) -> list[str]:
    """Fields that share all words of the shorter name in a row, those with the most first."""
    words = _words(name.rpartition(".")[2])
    shares = {one: _share(words, _words(one.rpartition(".")[2])) for one in known}
    return sorted(
        (one for one, share in shares.items() if share), key=lambda one: (-shares[one], _depth(one))
    )


def _share(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    """The share of the words of the longer name that the shorter has, 0 where they differ."""
    shorter, longer = sorted((one, other), key=len)
    starts = range(len(longer) - len(shorter) + 1)
    has = any(longer[start : start + len(shorter)] == shorter for start in starts)
    return len(shorter) / len(longer) if shorter and has else 0.0


def _words(name: str) -> tuple[str, ...]:
    return tuple(word for word in _JOINT.split(_HUMP.sub("_", name).lower()) if word)


def _depth(place: str) -> int:
    return place.count(".")
