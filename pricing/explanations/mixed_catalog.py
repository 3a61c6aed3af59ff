"""Catalogues that have some tables of one release and the others of another.

A mixed catalogue is a shallow copy, as the variants of drivers are: indexes that stand are put
together anew. Evidence is that of one of the two releases, whatever else is mixed.
"""

from collections.abc import Collection, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Assumption

PRICES, EVIDENCE, OTHERS = "prices", "measurements", "other assumptions"

TABLES: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    PRICES: (("prices", "instances"), ("prices", "price_ratios", "providers", "instance_types")),
    "api_prices": (("api_prices",), ("own_api_prices",)),
    "devices": (("devices", "device_aliases"), ("devices",)),
    "models": (("models", "model_aliases"), ("models",)),
    "regions": (("regions",), ("regions",)),
}
"""Parts of a release that move as a whole: their tables, and the indexes of a catalogue of them."""

MEASURED = ("measurements", "training_runs")
EVIDENT = (*MEASURED, "devices", "models", "assumptions")
"""The tables that evidence is made of."""

VALUES = ("assumptions", "reliability", "power")
"""Tables of values by key, each of which may move alone; and their indexes."""

OF_EVIDENCE = ("measurements", "own_measurements", "training_runs")
"""Indexes that are those of one of the two releases."""

MOST_MIXTURES = 1_024
"""Mixed catalogues that are kept, so that what is worked out of them is."""


@dataclass(frozen=True)
class Pair:
    """Two releases, and the parts in which they differ.

    keys: of the values that move alone; all other values that differ move together.
    """

    one: Catalog
    other: Catalog
    keys: frozenset[str]

    @property
    def parts(self) -> frozenset[str]:
        """What may be of one release or of the other."""
        return _parts(self)

    def mixed(self, parts: frozenset[str]) -> Catalog:
        """The catalogue whose parts of these names are of the other release."""
        own = parts & self.parts
        if own == self.parts:
            return self.other
        return _mixed(self, own) if own else self.one


def pair_of(one: Catalog, other: Catalog, used: Collection[str]) -> Pair:
    """A pair whose used values move alone; used: keys of assumptions."""
    before, after = dict(_values(one)), dict(_values(other))
    keys = {key for key in used if not _same(before.get(key), after.get(key))}
    return Pair(one, other, frozenset(keys))


def _values(catalog: Catalog) -> Iterator[tuple[str, Assumption]]:
    for name in VALUES:
        yield from ((one.key, one) for one in getattr(catalog, name).values())


def _same(one: Assumption | None, other: Assumption | None) -> bool:
    """Whether two values move nothing in each other's place."""
    if one is None or other is None:
        return one is other
    return all(
        getattr(one, name) == getattr(other, name) for name in ("value", "low", "high", "unit")
    )


@lru_cache(maxsize=64)
def _parts(pair: Pair) -> frozenset[str]:
    found = set(pair.keys)
    if pair.one is pair.other:
        return frozenset()
    differing = {
        name
        for name, sheet in pair.one.release.sheets.items()
        if not (
            sheet is pair.other.release.sheets[name]
            or sheet.frame.equals(pair.other.release.sheets[name].frame)
        )
    }
    found |= {part for part, (tables, _) in TABLES.items() if differing & {*tables}}
    grouped = {table for tables, _ in TABLES.values() for table in tables}
    found |= differing - {*EVIDENT, *VALUES} - grouped  # a table of its own
    if differing & {*EVIDENT}:
        found.add(EVIDENCE)
    if any(_moved(pair, name) - pair.keys for name in VALUES):
        found.add(OTHERS)
    return frozenset(found)


@lru_cache(maxsize=256)
def _moved(pair: Pair, name: str) -> frozenset[str]:
    """The keys of the values of a table that differ."""
    one, other = getattr(pair.one, name), getattr(pair.other, name)
    return frozenset(
        found.key
        for at in {*one, *other}
        for found in (one.get(at), other.get(at))
        if found is not None and not _same(one.get(at), other.get(at))
    )


@lru_cache(maxsize=MOST_MIXTURES)
def _mixed(pair: Pair, parts: frozenset[str]) -> Catalog:
    base = pair.other if EVIDENCE in parts else pair.one
    found, indexes = copy(base), dict[str, Any]()
    frames = {name: pair.one.frames[name] for name in base.frames}
    frames |= {name: base.frames[name] for name in MEASURED}
    for part, (tables, names) in TABLES.items():
        side = pair.other if part in parts else pair.one
        frames |= {table: side.frames[table] for table in tables}
        indexes |= {name: getattr(side, name) for name in names}
    indexes |= {name: _mixed_values(pair, name, parts) for name in VALUES}
    frames |= {name: pair.other.frames[name] for name in parts & frames.keys()}
    for name, kind in vars(Catalog).items():  # what follows from several parts follows anew
        if isinstance(kind, cached_property) and name not in OF_EVIDENCE:
            found.__dict__.pop(name, None)
    found.frames, found.variants = frames, {}
    found.__dict__.update(indexes)  # in the place of what cached properties hold
    return found


def _mixed_values(pair: Pair, name: str, parts: frozenset[str]) -> Mapping[Any, Assumption]:
    """The values of a table, those of some keys of the other release."""
    one: Mapping[Any, Assumption] = getattr(pair.one, name)
    other: Mapping[Any, Assumption] = getattr(pair.other, name)
    moved = _moved(pair, name)
    wanted = {key for key in moved if (key if key in pair.keys else OTHERS) in parts}
    if not wanted:
        return one
    found: Any = copy(one)  # of the same kind: one that lacks a key may refuse it
    found.clear()
    for at in sorted({*one, *other}, key=str):
        before, after = one.get(at), other.get(at)
        is_moved = any(value is not None and value.key in wanted for value in (before, after))
        chosen = after if is_moved else before
        if chosen is not None:
            found[at] = chosen
    mixed: Mapping[Any, Assumption] = found
    return mixed
