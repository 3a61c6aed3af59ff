"""What a change of device is made of: its price, its power, and what else follows from it.

A question about one device is asked of a catalogue in which that device has the price or the power
of the other.
"""

from collections.abc import Mapping
from copy import copy
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.instances import Need
from pricing.catalog.listed.places import PriceQuestion
from pricing.catalog.prices import PriceBook, PriceChoice
from pricing.catalog.rows import PriceRow
from pricing.errors import UnknownName
from pricing.explanations.sides import Side

PRICE, POWER = "price of the device", "power of the device"
"""What of a device may be that of the other, beside what its name brings."""

COLUMNS: Mapping[str, tuple[str, ...]] = {
    PRICE: (
        *("purchase_usd", "purchase_low_usd", "purchase_high_usd"),
        *("purchase_includes_host", "purchase_source"),
    ),
    POWER: ("tdp_watts", "tdp_low_watts", "tdp_high_watts", "idle_watts"),
}
"""The columns of a device that are of its price or of its power."""

ASSUMED: Mapping[str, str] = {
    PRICE: "rental.{}.usd_per_device_hour",
    POWER: "power.nameplate_watts.{}",
}
"""The assumptions that are so."""

MOST_KEPT = 1_024


def devices_of(one: Side, other: Side) -> tuple[str, str] | None:
    """The names of the devices of two sides, None where they are one, or where a side has several.

    Both are found, or the sides would have no answer.
    """
    asked = (getattr(side.query.deployment, "device", None) for side in (one, other))
    names = [
        side.catalog.devices.find(name, field="deployment.device").name
        for side, name in zip((one, other), asked, strict=True)
        if name is not None
    ]
    return None if len(set(names)) < len((one, other)) else (names[0], names[1])


@lru_cache(maxsize=MOST_KEPT)
def with_parts_of(catalog: Catalog, name: str, priced: str, powered: str) -> Catalog:
    """A catalogue whose device of a name has the price of a second and the power of a third.

    What is measured of the device stays: power that was measured is that of its work. Raises
    UnknownName for a device that the catalogue lacks.
    """
    parts = {PRICE: priced, POWER: powered}
    for one in (name, *parts.values()):
        if one not in catalog.devices:
            raise UnknownName(f"release {catalog.name} has no {one}", field="deployment.device")
    found = copy(catalog)
    found.variants = {}
    cells = {
        column: getattr(catalog.devices[source], column)
        for part, source in parts.items()
        for column in COLUMNS[part]
    }
    assumptions: Any = copy(catalog.assumptions)
    for part, source in parts.items():
        known = catalog.assumptions.get(ASSUMED[part].format(source))
        assumptions.pop(ASSUMED[part].format(name), None)
        if known is not None:
            assumptions[ASSUMED[part].format(name)] = known
    own: dict[str, Any] = {
        "devices": catalog.devices.but(name, replace(catalog.devices[name], **cells)),
        "prices": OtherPrices(catalog.prices, name, priced),
        "assumptions": assumptions,
        "host_watts_keys": {**catalog.host_watts_keys, name: catalog.host_watts_keys[powered]},
    }
    found.__dict__.update(own)  # in the place of what cached properties hold
    return found


class OtherPrices(PriceBook):
    """The prices of a book, where one device has those of another."""

    def __init__(self, book: PriceBook, name: str, priced: str) -> None:
        self.__dict__.update(vars(book))
        self._book, self._name, self._priced = book, name, priced

    def _asked(self, question: PriceQuestion) -> PriceQuestion:
        return replace(question, device=self._device(question.device))

    def _device(self, name: str) -> str:
        return self._priced if name == self._name else name

    def find(
        self, question: PriceQuestion, day: int, need: Need | None = None
    ) -> PriceChoice | None:
        """As that of a price book."""
        return self._book.find(self._asked(question), day, need)

    def rows(self, question: PriceQuestion, day: int | None = None) -> list[PriceRow]:
        """As those of a price book."""
        return self._book.rows(self._asked(question), day)

    def first(self, question: PriceQuestion) -> PriceRow | None:
        """As that of a price book."""
        return self._book.first(self._asked(question))

    def options(self, device: str) -> tuple[str, ...]:
        """As those of a price book."""
        return self._book.options(self._device(device))

    def usd_per_device_hour(self, device: str) -> list[float]:
        """As those of a price book."""
        return self._book.usd_per_device_hour(self._device(device))
