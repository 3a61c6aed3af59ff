"""Devices of a run, or of images or audio, that name none and ask which: some, side by side."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from pricing.asking.memory import of_memory
from pricing.asking.words.devices import common_kinds
from pricing.asking.words.places.regions import cheapest_region
from pricing.asking.words.slots import Said
from pricing.catalog.catalog import Catalog
from pricing.catalog.listed.media import media_rows

USUAL_LISTENER = "whisper-large-v3"
"""A model that writes audio down, for those who name none."""

MOST_DEVICES = 4
"""Devices that a run is compared on."""

MOST_KINDS = 16
"""Kinds of devices of which one of each size of memory is looked at, for the smallest."""


def on_each_device(side: Said, catalog: Catalog) -> Iterator[Said]:
    """A side that looks for the devices of a run, or of images or audio, on each of some.

    Any other side is as it is.
    """
    _hear(side)
    slots, wanted = side.slots, side.get("superlative")
    named = {"device", "machine", "maker", "api_model"} & slots.keys()
    measured = _measured(catalog, slots.get("model"))
    has_model = bool({"model", "size", "parameters", "asks_model"} & slots.keys())
    is_run = "method" in slots and has_model
    is_of_price = wanted == "cheapest" and "gigabytes" in slots and not has_model
    if named or wanted is None or not (is_run or measured or is_of_price):
        yield side
        return
    own, figures = dict(slots), [*side.figures]
    kinds = measured or of_memory(catalog, common_kinds(catalog), slots.get("gigabytes"))
    if is_of_price and slots.get("place"):
        option = slots.get("option") or "on_demand"
        kinds = tuple(kind for kind in kinds if _is_sold_at(catalog, kind, option, slots)) or kinds
    if wanted == "smallest" and is_run:
        kinds = _by_memory(catalog, kinds[:MOST_KINDS])
        own["device_count"] = 1.0
        figures = ["fits", *figures]
    elif wanted == "fastest" and is_run:
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


def _hear(side: Said) -> None:
    """Take the usual model that writes audio down, where audio is counted and no model is named."""
    slots = side.slots
    named = {"model", "size", "parameters", "api_model", "api", "api_provider", "method"}
    if {"audio_hours", "audio_minutes"} & slots.keys() and not named & slots.keys():
        slots["model"] = USUAL_LISTENER
        side.assumed.append(f"no model is named: {USUAL_LISTENER} writes the audio down")


def _is_sold_at(catalog: Catalog, device: str, option: str, slots: Mapping[str, Any]) -> bool:
    """Whether a device has a price at the place that is said."""
    named, text = slots["place"][0]
    return cheapest_region(catalog, named, device=device, option=option, said=text) is not None


def _measured(catalog: Catalog, model: str | None) -> tuple[str, ...]:
    """The devices that a model of images or audio is measured on, the most common first."""
    ranks = catalog.popularity.devices
    devices = {row.device for row in media_rows(catalog, model or "")}
    return tuple(sorted(devices, key=ranks.__getitem__))


def _by_memory(catalog: Catalog, devices: tuple[str, ...]) -> tuple[str, ...]:
    """The most common device of each size of memory, the smallest first."""
    sizes: dict[float, str] = {}
    for device in devices:
        sizes.setdefault(catalog.devices[device].memory_bytes, device)
    return tuple(sizes[size] for size in sorted(sizes))
