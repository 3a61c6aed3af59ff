"""Effects in words."""

from collections.abc import Iterator, Sequence
from typing import Any

from pricing.explanations.answer import FieldChange, MovedRow
from pricing.explanations.devices import POWER, PRICE, devices_of
from pricing.explanations.differences import DEVICE, Group
from pricing.explanations.mixed_catalog import EVIDENCE, PRICES
from pricing.explanations.sides import Side

MOST_NAMES = 3
"""Names that are said of an effect of several things."""

OF_DEVICE = {DEVICE: "throughput", PRICE: "price", POWER: "power"}
"""What a change of device is made of, in words."""

INSTANCE_TYPE = 2
"""The place of the instance type in the key of a price."""

LONGEST_VALUE = 40


def words_of(
    group: Group, one: Side, other: Side, fields: Sequence[FieldChange], rows: Sequence[MovedRow]
) -> str:
    """What differs in a group, with the values of few fields."""
    changes = {
        change.field: f"{change.field} {_change(change.from_value, change.to_value)}"
        for change in fields
    }
    devices = devices_of(one, other)
    of_device = (
        {}
        if devices is None
        else {
            name: f"{what} of {devices[1]} in place of {devices[0]}"
            for name, what in OF_DEVICE.items()
        }
    )
    said = [
        of_device.get(name) or changes.get(name) or _of_part(name, one, other, rows)
        for name in group.names
    ]
    more = len(said) - MOST_NAMES
    if more > 0:
        said = [*said[:MOST_NAMES], f"{more} more"]
    *most, last = said
    return f"{', '.join(most)} and {last}" if most else last


def _of_part(name: str, one: Side, other: Side, rows: Sequence[MovedRow]) -> str:
    """A part of a release in words."""
    if name == PRICES:
        return _price_words(rows)
    if name == EVIDENCE:
        before, after = one.catalog.known_by, other.catalog.known_by
        return f"{'newer ' if after > before else 'older ' if after < before else ''}{name}"
    values = (row.cells[0] for row in rows if row.from_row == name)
    return next((f"{name} {_change(cell.before, cell.after)}" for cell in values), name)


def _price_words(rows: Sequence[MovedRow]) -> str:
    """The instance types whose prices move."""
    moved = [row for row in rows if row.table == PRICES]
    ends = [{*_types(row.from_row for row in moved)}, {*_types(row.to_row for row in moved)}]
    named = ends[0] | ends[1]
    if len(named) == 1:
        return f"price of {named.pop()}"
    if all(len(end) == 1 for end in ends):
        return f"price of {ends[1].pop()} in place of {ends[0].pop()}"
    return PRICES


def _types(keys: Any) -> Iterator[str]:
    yield from (key.split("/")[INSTANCE_TYPE] for key in keys if key is not None)


def _change(before: object, after: object) -> str:
    return f"{_value(before)} to {_value(after)}"


def _value(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    text = f"{value:,.6g}" if isinstance(value, int | float) else str(value)
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 1]}…"
