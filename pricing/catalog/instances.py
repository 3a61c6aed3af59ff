"""Instances: what joins several of them, and which of them hold the devices of a deployment."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Any

from msgspec import Struct

from pricing.catalog.rows import PriceRow
from pricing.formulas.capacity import held_devices

AZURE = re.compile(r"Standard_([A-Za-z]+)\d*.*?(?:_(v\d+))?$")
OTHER = re.compile(r"[A-Za-z]+\d+(?![A-Za-z]*_)")
"""Families in names of instance types: letters before the size, or letters and generation."""

JOINED = ("forms_cluster", "most_device_count", "network_gigabytes_per_second")
"""What rules say of instance types."""


class Joining:
    """The rules of the instances table. The longest pattern that matches a type holds."""

    def __init__(self, rules: Iterable[Mapping[str, Any]]) -> None:
        self._rules: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
        for rule in rules:
            self._rules[rule["provider"]].append(rule)
        for known in self._rules.values():
            known.sort(key=lambda rule: (-len(rule["instance_type"]), rule["instance_type"]))
        self._known: dict[tuple[str, str], dict[str, Any]] = {}

    def of(self, provider: str, instance_type: str) -> dict[str, Any]:
        """What is known of an instance type; nothing without a rule."""
        key = (provider, instance_type)
        if key not in self._known:
            for rule in self._rules.get(provider, ()):
                if fnmatchcase(instance_type, rule["instance_type"]):
                    self._known[key] = {name: rule[name] for name in JOINED}
                    break
            else:
                self._known[key] = dict.fromkeys(JOINED)
        return self._known[key]


class Need(Struct, frozen=True):
    """The devices that a deployment needs.

    device_count: all of them; together: those of a replica, which one instance holds, or several
    that form a cluster; is_shared: whether other work takes what the deployment leaves unused.
    """

    device_count: float
    together: float
    is_shared: bool = False

    def fits(self, row: PriceRow) -> bool:
        """Whether instances of a price can hold a replica."""
        most = row.most_device_count or row.device_count
        return self.together <= most or bool(row.forms_cluster)

    def held(self, row: PriceRow) -> float:
        """Devices of the instances that hold the deployment, as far as they decide the choice."""
        if self.is_shared:
            return self.device_count
        return float(
            held_devices(device_count=self.device_count, instance_device_count=row.device_count)
        )


Kind = tuple[float, float, bool]
"""Devices of an instance, how many it may have, and whether a network joins several of them."""

Rank = tuple[bool, int]
"""Whether an instance fits a need, and its place in the order of the devices that are held."""

ALIKE = (True, 0)


def kind_of(row: PriceRow) -> Kind:
    """The kind of a price's instances."""
    return row.device_count, row.most_device_count or row.device_count, bool(row.forms_cluster)


def ranks_of(kinds: Sequence[PriceRow], need: Need | None) -> tuple[Rank, ...]:
    """How well instances of some kinds meet a need; kinds: a price of each."""
    if need is None:
        return (ALIKE,) * len(kinds)
    held = [need.held(row) for row in kinds]
    places = {devices: place for place, devices in enumerate(sorted(set(held)))}
    return tuple(
        (need.fits(row), places[devices]) for row, devices in zip(kinds, held, strict=True)
    )


@lru_cache(maxsize=4096)
def family_of(instance_type: str) -> str | None:
    """The family of an instance type, as providers name it; None for names without one.

    >>> family_of("p5en.48xlarge"), family_of("a3-highgpu-8g"), family_of("1x_H100_SECURE")
    ('p5', 'a3', None)
    >>> family_of("Standard_ND96isr_H100_v5")
    'ND v5'
    """
    azure = AZURE.match(instance_type)
    if azure is not None:
        return " ".join(filter(None, azure.groups()))
    other = OTHER.match(instance_type)
    return other and other.group()


def by_host(rows: Iterable[PriceRow]) -> list[PriceRow]:
    """The first of prices whose instances differ in nothing but the size of the host.

    Families of a provider have the same devices with more or less cores and memory beside them.
    """
    first: dict[tuple[str, str, float, str], PriceRow] = {}
    for row in rows:
        family = family_of(row.instance_type) or row.instance_type
        first.setdefault((row.provider, row.region, row.device_count, family), row)
    return list(first.values())
