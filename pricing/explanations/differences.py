"""What differs between the two sides of an explanation, in groups that move as a whole."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from pricing.explanations.answer import EffectKind, FieldChange
from pricing.explanations.devices import POWER, PRICE, devices_of
from pricing.explanations.mixed_catalog import EVIDENCE, OTHERS, PRICES, Pair
from pricing.explanations.sides import Side

Path = tuple[str | int, ...]
"""Steps to a value of a question: names of fields, and places in lists."""

AS_OF = "as_of"

DEVICE = "deployment.device"
"""It brings a throughput; its price and its power are parts of their own."""

OF_PARTS: Mapping[str, EffectKind] = {
    PRICES: "price",
    "api_prices": "price",
    "devices": "throughput",
    "models": "throughput",
    EVIDENCE: "throughput",
    "regions": "energy",
    OTHERS: "other",
    PRICE: "price",
    POWER: "energy",
}
"""What the parts of a release are about."""

KINDS: Mapping[EffectKind, str] = {
    "mix": r"purchase\.(base|burst|plan)|purchases?(\[\d+\])?\.mix|purchases$",
    "price": r"purchase|price_change|discount|alternative|overheads|storage|capital|rental|reserved"
    r"|spot|owned|egress|currency|usd_per_currency_unit|training_usd",
    "use": r"utilization_fraction|capacity|headroom",
    "energy": r"facility|power|energy",
    "work": r"model|load|traffic|tokens|sequence_length|epochs|horizon_months|start|workload",
    "throughput": r"deployment|slo|measured|generations|mfu_fraction|method|recompute|training"
    r"|tuning|precision|speculation|engine|memory|host|network|performance|devices",
}
"""What fields and assumptions are about, by the beginning of their names; the first that fits."""


class Group(Struct, frozen=True):
    """What is on one side or the other as a whole: fields of the question, parts of a release.

    names: of what is in it, in the order of the alphabet; words: for people.
    """

    names: tuple[str, ...]
    paths: frozenset[Path] = frozenset()
    parts: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        """The names as one."""
        *most, last = self.names
        return f"{', '.join(most)} and {last}" if most else last

    @property
    def kind(self) -> EffectKind:
        """What an effect of it is about."""
        kinds = {_kind(name) for name in self.names}
        return kinds.pop() if len(kinds) == 1 else "several"

    @property
    def moves_day(self) -> bool:
        """Whether the day goes with it: prices are those of a day."""
        return PRICES in self.parts


DEVICE_PATH: Path = tuple(DEVICE.split("."))


def joined(groups: Iterable[Group]) -> Group:
    """Several groups as one."""
    every = list(groups)
    return Group(
        tuple(sorted(name for one in every for name in one.names)),
        frozenset[Path]().union(*(one.paths for one in every)),
        frozenset[str]().union(*(one.parts for one in every)),
    )


def groups_of(one: Side, other: Side, pair: Pair) -> list[Group]:
    """The groups in which two sides differ, in the order of their names."""
    paths = differing(msgspec.to_builtins(one.query), msgspec.to_builtins(other.query))
    groups = [Group((dotted(path),), paths=frozenset([path])) for path in paths]
    parts = set(pair.parts)
    if one.as_of != other.as_of:
        parts.add(PRICES)
    if devices_of(one, other) is not None:
        parts |= {PRICE, POWER}
    groups += [Group((part,), parts=frozenset([part])) for part in parts]
    return sorted(groups, key=lambda group: group.names)


def differing(one: Any, other: Any, path: Path = ()) -> Iterator[Path]:
    """The paths of the values that differ between two questions, as deep as both go.

    >>> list(differing({"load": {"a": 1, "b": 2}}, {"load": {"a": 1, "b": 3}}))
    [('load', 'b')]
    """
    if isinstance(one, Mapping) and isinstance(other, Mapping) and one.keys() == other.keys():
        for name in one:
            yield from differing(one[name], other[name], (*path, name))
    elif isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        for place, (before, after) in enumerate(zip(one, other, strict=True)):
            yield from differing(before, after, (*path, place))
    elif one != other:
        yield path


def dotted(path: Path) -> str:
    """A path as a caller writes it.

    >>> dotted(("purchases", 0, "option"))
    'purchases[0].option'
    """
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)[1:]


def at(value: Any, path: Path) -> Any:
    """What stands at a path of a question."""
    for step in path:
        value = value[step]
    return value


def with_paths(one: Any, other: Any, paths: Collection[Path]) -> Any:
    """A question as plain data, with what stands at some paths of another."""
    found = one
    for path in paths:
        found = _set(found, path, at(other, path))
    return found


def _set(value: Any, path: Path, new: Any) -> Any:
    if not path:
        return new
    step, *below = path
    found = dict(value) if isinstance(value, Mapping) else dict(enumerate(value))
    found[step] = _set(found[step], tuple(below), new)
    return found if isinstance(value, Mapping) else tuple(found.values())


def field_changes(group: Group, one: Side, other: Side) -> tuple[FieldChange, ...]:
    """The fields of a group with their values on both sides."""
    sides = [msgspec.to_builtins(side.query) for side in (one, other)]
    found = []
    for path in sorted(group.paths, key=dotted):
        before, after = (_plain(at(side, path)) for side in sides)
        found.append(FieldChange(field=dotted(path), from_value=before, to_value=after))
    if group.moves_day and one.as_of != other.as_of:
        found.append(FieldChange(field=AS_OF, from_value=one.as_of, to_value=other.as_of))
    return tuple(found)


def _plain(value: Any) -> Any:
    return msgspec.json.encode(value).decode() if isinstance(value, tuple | Mapping) else value


def _kind(name: str) -> EffectKind:
    if name in OF_PARTS:
        return OF_PARTS[name]
    return next((kind for kind, begins in KINDS.items() if re.match(begins, name)), "other")
