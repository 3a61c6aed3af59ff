"""Devices for a run that names none, and asks which: the most common ones side by side."""

from collections.abc import Iterator

from msgspec.structs import replace

from pricing.asking.memory import of_memory
from pricing.asking.words.devices import common_kinds
from pricing.asking.words.slots import Said
from pricing.catalog.catalog import Catalog

MOST_DEVICES = 4
"""Devices that a run is compared on."""

MOST_KINDS = 16
"""Kinds of devices of which one of each size of memory is looked at, for the smallest."""


def on_each_device(side: Said, catalog: Catalog) -> Iterator[Said]:
    """A side that looks for the devices of a run, on each of some; any other side as it is."""
    slots, wanted = side.slots, side.get("superlative")
    named = {"device", "machine", "maker", "api_model"} & slots.keys()
    if named or "method" not in slots or wanted is None or not {"model", "size"} & slots.keys():
        yield side
        return
    kinds = of_memory(catalog, common_kinds(catalog), slots.get("gigabytes"))
    own, figures = dict(slots), [*side.figures]
    if wanted == "smallest":
        kinds = _by_memory(catalog, kinds[:MOST_KINDS])
        own["device_count"] = 1.0
        figures = ["fits", *figures]
    elif wanted == "fastest":
        figures = ["tokens_per_second", *figures]
    told = ", ".join(kinds[:MOST_DEVICES])
    for device in kinds[:MOST_DEVICES]:
        yield replace(
            side,
            slots={**own, "device": device},
            figures=[*figures],
            assumed=[*side.assumed, f"no device is named: {told} are compared"],
            left=[*side.left],
        )


def _by_memory(catalog: Catalog, devices: tuple[str, ...]) -> tuple[str, ...]:
    """The most common device of each size of memory, the smallest first."""
    sizes: dict[float, str] = {}
    for device in devices:
        sizes.setdefault(catalog.devices[device].memory_bytes, device)
    return tuple(sizes[size] for size in sorted(sizes))
