"""Devices that come out the other way round: no worse in any figure, and yet slower."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pricing.catalog.rows import Device

SPEED = "output_tokens_per_second"
SLOWER_RATIO = 0.97
"""Of the speed of a lesser device, below which a better one is slower than rounding makes it."""

ALIKE = ("device_count", "precision", "asked_precision", "engine")
"""What candidates share that are compared by their devices alone."""


def reversals(
    row: Mapping[str, Any], rows: Sequence[Mapping[str, Any]], devices: Mapping[str, Device]
) -> Iterator[str]:
    """What is said of a candidate that is slower than such a lesser one, of all that are listed."""
    told = set[str]()
    for other in rows:
        is_faster = (row[SPEED] or 0.0) < SLOWER_RATIO * (other[SPEED] or 0.0)
        is_alike = all(row.get(name) == other.get(name) for name in ALIKE)
        if is_alike and is_faster and other["device"] not in told:
            told.add(other["device"])
            if is_no_worse(devices[row["device"]], devices[other["device"]]):
                yield (
                    f"{row['device']} comes out slower than as many {other['device']}, though it is"
                    " no worse in memory, bandwidth, arithmetic and links: measured runs near them"
                    " make the difference (performance.evidence of a quote)"
                )


def is_no_worse(device: Device, other: Device) -> bool:
    """Whether another device of the same family is as good in every figure of its datasheet."""
    peaks, others = device.flops_per_second, other.flops_per_second
    return (
        device.family == other.family
        and device.name != other.name
        and device.memory_bytes >= other.memory_bytes
        and device.bytes_per_second >= other.bytes_per_second
        and (device.interconnect_bytes_per_second or 0.0)
        >= (other.interconnect_bytes_per_second or 0.0)
        and all(peaks.get(name, 0.0) >= value for name, value in others.items())
    )
