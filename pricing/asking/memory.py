"""Memory that a question says of its device: of which Mac, and how much of it is there."""

from collections.abc import Sequence

from pricing.asking.words.devices import has_memory
from pricing.catalog.catalog import Catalog
from pricing.errors import InvalidQuery
from pricing.units import BYTES_PER_GIBIBYTE

APPLE = "apple"
"""The family of devices that are sold with several sizes of memory."""

EXAMPLES = ("m4 max 128gb", "m3 ultra 512gb", "m4 pro 48gb")


def mac_of(catalog: Catalog, gigabytes: float | None) -> str:
    """The most common Mac with a memory, or with more. Raises InvalidQuery where none is said."""
    if gigabytes is None:
        raise InvalidQuery("which Mac? Name its chip, or its memory", field="q", nearest=EXAMPLES)
    ranks = catalog.popularity.devices
    macs = [name for name in catalog.devices if catalog.devices[name].family == APPLE]
    size = gigabytes * BYTES_PER_GIBIBYTE
    enough = [name for name in macs if catalog.devices[name].memory_bytes >= size]
    if not enough:
        raise InvalidQuery(f"no Mac has {gigabytes:g} GB", field="q", nearest=EXAMPLES)
    return min(enough, key=lambda name: (not has_memory(catalog, name, gigabytes), ranks[name]))


def share_of_memory(
    catalog: Catalog, device: str | None, gigabytes: float | None, assumed: list[str]
) -> float | None:
    """The share of the memory of a Mac that is there [fraction], None for all; tells in assumed.

    Of another device, a memory that is not known is told alone.
    """
    if device is None or gigabytes is None or has_memory(catalog, device, gigabytes):
        return None
    known = catalog.devices[device].memory_bytes / BYTES_PER_GIBIBYTE
    if catalog.devices[device].family == APPLE and gigabytes < known:
        assumed.append(f"{device} is taken with {gigabytes:g} of its at most {known:,.0f} GiB")
        return gigabytes / known
    assumed.append(f"{device} is known with {known:,.0f} GiB alone, and not {gigabytes:g} GB")
    return None


def of_memory(catalog: Catalog, devices: Sequence[str], gigabytes: float | None) -> tuple[str, ...]:
    """Of some devices those with the memory that is said, all where none is.

    Raises InvalidQuery where none has it.
    """
    if gigabytes is None:
        return tuple(devices)
    found = tuple(name for name in devices if has_memory(catalog, name, gigabytes))
    if not found:
        raise InvalidQuery(
            f"no common device has {gigabytes:g} GB of memory: name the devices and their count",
            field="q",
            nearest=("8x l40s", "4x h100", "m3 ultra 512gb"),
        )
    return found
