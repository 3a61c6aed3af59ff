"""gpuhunt catalogues: a CSV a provider, one row for each offer.

Zones of Google Cloud are in `location`. A TPU of an old catalogue is one device by its name, which
tells the chips.
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import polars as pl

from pricing.importers.gcp_machines import is_tpu, tpu_slice
from pricing.importers.readings import (
    SAVES_NOTHING,
    Asked,
    Offer,
    Reading,
    catalogue_frame,
    is_same_price,
    number_of,
    provider_of,
    short_name,
    whole_of,
)

NEEDED = ("instance_name", "location", "price", "gpu_count", "gpu_name", "spot")
OPTIONAL = ("cpu", "memory", "gpu_memory", "gpu_vendor", "flags")
GCP, GOOGLE = "gcp", "google"
SCHEDULED = re.compile(r"dws", re.IGNORECASE)
"""The flag of Google's calendar mode."""

_ZONE = re.compile(r"([a-z]+-[a-z]+\d+)-[a-z]")


def read(path: Path, asked: Asked) -> Reading:
    """The offers of a catalogue. Raises CatalogError for a file that is none."""
    provider = provider_of(path, asked)
    frame = catalogue_frame(path, maker="gpuhunt", needed=NEEDED, optional=OPTIONAL)
    reading = Reading(
        feed=f"gpuhunt catalogue of {provider}",
        source=f"gpuhunt catalogue of {provider} ({short_name(path)})",
        row_count=frame.height,
    )
    rows = frame.with_row_index("line", offset=2).filter(
        pl.col("gpu_count").cast(pl.Float64, strict=False) > 0
    )
    reading.lines = set(rows["line"])
    seen = list(rows.iter_rows(named=True))
    on_demand = {
        _place(row): number_of(row["price"]) for row in seen if _option(row) == "on_demand"
    }
    for row in seen:
        reading.offers += _offers(row, provider, on_demand, reading)
    return reading


def _is_spot(row: Mapping[str, Any]) -> bool:
    return str(row["spot"]).lower() == "true"


def _option(row: Mapping[str, Any]) -> str:
    if SCHEDULED.search(str(row.get("flags", ""))):
        return "dws_calendar"
    return "spot" if _is_spot(row) else "on_demand"


def _place(row: Mapping[str, Any]) -> tuple[str, str, str]:
    return row["instance_name"], row["location"], row["gpu_name"]


def _offers(
    row: Mapping[str, Any],
    provider: str,
    on_demand: Mapping[tuple[str, str, str], float | None],
    reading: Reading,
) -> Iterable[Offer]:
    line, usd = int(row["line"]), number_of(row["price"])
    if not usd:
        reading.leave_out(line, "it has no price")
        return
    if str(row.get("gpu_vendor", "")).lower() == GOOGLE and provider != GCP:
        reading.leave_out(line, f"a device of Google, which {provider} does not rent out")
        return
    if _is_spot(row) and is_same_price(usd, on_demand.get(_place(row))):
        reading.leave_out(line, SAVES_NOTHING)
        return
    name, instance = str(row["gpu_name"]), str(row["instance_name"])
    count = number_of(row["gpu_count"]) or 0.0
    memory = number_of(row.get("gpu_memory")) or None
    if is_tpu(name) or is_tpu(instance):
        slice_ = tpu_slice(name if is_tpu(name) else instance)
        if slice_ is None:
            reading.leave_out(line, f"what the number in {name!r} counts is not known")
            return
        (name, count), memory = slice_, None
        instance = instance if instance.startswith("tpu") else f"tpu-{instance}"
    elif provider == GCP and instance.startswith("n1-"):
        instance = f"{instance}+{count:g}x{name}"  # what is attached to a host of any size
    zone = _ZONE.fullmatch(str(row["location"])) if provider == GCP else None
    yield Offer(
        line=line,
        provider=provider,
        region=zone[1] if zone else str(row["location"]) or "global",
        instance_type=instance,
        option=_option(row),
        usd_per_hour=usd,
        accelerator=name,
        count=count,
        memory_gibibytes=memory,
        zone=str(row["location"]) if zone else "",
        vcpu_count=whole_of(row.get("cpu")),
        host_gibibytes=number_of(row.get("memory")) or None,
    )
