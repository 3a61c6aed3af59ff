"""SkyPilot catalogues: `<cloud>/vms.csv`, one row for each instance type and zone.

Google Cloud's rows have accelerators and the hosts that they are attached to apart: an instance
costs both. Its TPU names count cores up to v5p, two a chip, and chips from v5e on.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl
from msgspec.structs import replace

from pricing.importers.gcp_machines import HOSTS, is_tpu, tpu_slice, without_disks
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

NEEDED = ("InstanceType", "AcceleratorName", "AcceleratorCount", "Price", "Region")
OPTIONAL = ("SpotPrice", "AvailabilityZone", "vCPUs", "MemoryGiB", "GpuInfo", "UpstreamCloudId")
Attached = tuple[str, float, str]
"""Accelerator, count and zone."""

OPTIONS = {"Price": "on_demand", "SpotPrice": "spot"}

BIDDERS = frozenset({"mithril"})
"""Providers whose one price is the least bid of the day (Mithril documentation, spot bids)."""

GCP = "gcp"
DYNAMIC = frozenset({"A100", "A100-80GB", "H100", "H100-MEGA", "H200", "B200"})
DYNAMIC_FRACTION = 0.65
DYNAMIC_USD = {"B200": (8.055, 11.277)}
"""Accelerators whose Dynamic Workload Scheduler SKU catalogues take for the on-demand price in some
regions; how far below the dearest region such a price is (0.33 to 0.55 of it, where regions differ
by up to 0.77); and its SKUs where no region has another price [USD per device-hour]."""

DYNAMIC_REASON = "an on-demand price that is one of the Dynamic Workload Scheduler by its height"

OF_BIDS = "an on-demand price that is a bid"

_PER_DEVICE = re.compile(r"""['"]SizeInMiB['"]: ?([\d.]+)""")
_LABEL = re.compile(r"""['"]Name['"]: ?['"]([^'"]+)""")
"""What a device has, as Python or as JSON writes it."""

MIB_PER_GIB = 1024.0
LEAST_MIB = 1024.0
"""Below it a memory is in GiB, as RunPod's catalogue writes it in the column of MiB."""


def read(path: Path, asked: Asked) -> Reading:
    """The offers of a catalogue. Raises CatalogError for a file that is none."""
    frame = catalogue_frame(path, maker="SkyPilot", needed=NEEDED, optional=OPTIONAL)
    provider = provider_of(path, asked)
    name = short_name(path)
    reading = Reading(
        feed=f"SkyPilot catalogue of {provider}",
        source=f"SkyPilot catalogue of {provider} ({name})",
        row_count=frame.height,
    )
    rows = frame.with_row_index("line", offset=2).filter(pl.col("AcceleratorName") != "")
    reading.lines = set(rows["line"])
    if provider == GCP:
        hosts = frame.filter(pl.col("InstanceType").is_in(list(HOSTS)))
        reading.offers = list(_google(rows, hosts, reading))
    else:
        read_rows = list(rows.iter_rows(named=True))
        is_total = _has_totals(read_rows)
        reading.offers = [
            offer
            for row in read_rows
            for offer in _offers(row, provider, reading, is_total=is_total)
        ]
    return reading


def _offers(
    row: Mapping[str, Any], provider: str, reading: Reading, *, is_total: bool = False
) -> Iterable[Offer]:
    """On-demand and spot offer of a row."""
    line = int(row["line"])
    count = number_of(row["AcceleratorCount"])
    instance_type = str(row["InstanceType"])
    if not count or not instance_type:
        reading.leave_out(line, "it names no instance type or no count")
        return
    prices = {option: number_of(row.get(column)) for column, option in OPTIONS.items()}
    on_demand, spot = prices["on_demand"], prices["spot"]
    if provider in BIDDERS and is_same_price(spot, on_demand):
        prices["on_demand"] = None
        reading.left_out_prices.append(OF_BIDS)
    elif spot and is_same_price(spot, on_demand):
        prices["spot"] = None
        reading.left_out_prices.append(SAVES_NOTHING)
    if not any(prices.values()):
        reading.leave_out(line, "it has no price")
    for option, usd in prices.items():
        if usd:
            yield Offer(
                line=line,
                provider=provider,
                region=str(row["Region"]).strip(", ") or "global",
                instance_type=instance_type,
                option=option,
                usd_per_hour=usd,
                accelerator=str(row["AcceleratorName"]),
                count=count,
                label=_label(str(row.get("GpuInfo", "")), str(row["AcceleratorName"])),
                memory_gibibytes=_memory(str(row.get("GpuInfo", "")), count if is_total else 1.0),
                zone=str(row.get("AvailabilityZone", "")),
                vcpu_count=whole_of(row.get("vCPUs")),
                host_gibibytes=number_of(row.get("MemoryGiB")),
                notes=_dear(spot, on_demand) if option == "spot" else None,
                words=str(row.get("UpstreamCloudId", "")),
            )


def _dear(spot: float | None, on_demand: float | None) -> str | None:
    """The note of a spot price that is above the on-demand price beside it."""
    if not spot or not on_demand or spot <= on_demand:
        return None
    return "above on-demand in the source"


def _google(rows: pl.DataFrame, hosts: pl.DataFrame, reading: Reading) -> Iterable[Offer]:
    """Offers of machine types, host and accelerators together, and of TPUs."""
    attached: dict[Attached, list[Mapping[str, Any]]] = defaultdict(list)
    for row in rows.iter_rows(named=True):
        name, count = str(row["AcceleratorName"]), number_of(row["AcceleratorCount"]) or 0.0
        if is_tpu(name):
            yield from _tpu(row, name, count, reading)
        elif row["InstanceType"]:
            yield from _offers(row, GCP, reading)
        elif (name, count) in HOSTS.values():
            attached[name, count, str(row["AvailabilityZone"])].append(row)
        else:
            reason = f"{name} is attached to a host of the buyer's choice"
            reading.leave_out(int(row["line"]), reason)
    dearest = _dearest(attached)
    for host in hosts.iter_rows(named=True):
        name, count = HOSTS[host["InstanceType"]]
        for one in attached.get((name, float(count), host["AvailabilityZone"]), ()):
            yield from _machine(one, host, dearest[name], reading)
    zones = set(hosts.select("InstanceType", "AvailabilityZone").iter_rows())
    machines = {(*HOSTS[machine], zone) for machine, zone in zones}
    for key in attached.keys() - machines:
        for one in attached[key]:
            reading.leave_out(int(one["line"]), f"no machine type with {key[0]} in its zone")


def _dearest(attached: Mapping[Attached, Iterable[Mapping[str, Any]]]) -> Mapping[str, float]:
    """The highest on-demand price of a device, by accelerator [USD per device-hour]."""
    dearest: dict[str, float] = defaultdict(float)
    for (name, count, _), rows in attached.items():
        for row in rows:
            dearest[name] = max(dearest[name], (number_of(row["Price"]) or 0.0) / count)
    return dearest


def _machine(
    row: Mapping[str, Any], host: Mapping[str, Any], dearest: float, reading: Reading
) -> Iterable[Offer]:
    """A machine type: its host and its accelerators."""
    count = number_of(row["AcceleratorCount"]) or 1.0
    name = str(row["AcceleratorName"])
    told = {name: host.get(name, "") for name in ("InstanceType", "vCPUs", "MemoryGiB")}
    whole: dict[str, Any] = {**row, **told}
    for column in OPTIONS:
        parts = [number_of(row.get(column)), number_of(host.get(column))]
        known = [usd for usd in parts if usd is not None]
        whole[column] = str(round(sum(known), 5)) if len(known) == len(parts) else ""
    if _is_dynamic(name, (number_of(row["Price"]) or 0.0) / count, dearest):
        whole["Price"] = ""
        if not whole["SpotPrice"]:
            reading.leave_out(int(row["line"]), DYNAMIC_REASON)
        else:
            reading.left_out_prices.append(DYNAMIC_REASON)
    for offer in _offers(whole, GCP, reading):
        notes = filter(None, (without_disks(offer.instance_type), offer.notes))
        yield replace(offer, notes="; ".join(notes) or None)


def _is_dynamic(name: str, usd: float, dearest: float) -> bool:
    """Whether a price of a device-hour is one of the scheduler."""
    skus = DYNAMIC_USD.get(name, ())
    is_sku = any(abs(usd - sku) < 0.001 * sku for sku in skus)
    return name in DYNAMIC and (is_sku or usd < DYNAMIC_FRACTION * dearest)


def _tpu(row: Mapping[str, Any], name: str, count: float, reading: Reading) -> Iterable[Offer]:
    """A TPU slice, with the chips that its name counts."""
    slice_ = tpu_slice(name)
    if slice_ is None:
        reading.leave_out(int(row["line"]), f"what the number in {name!r} counts is not known")
        return
    device, chips = slice_
    whole = {**row, "InstanceType": name, "AcceleratorName": device, "GpuInfo": ""}
    yield from _offers({**whole, "AcceleratorCount": str(chips * (count or 1.0))}, GCP, reading)


def _label(info: str, name: str) -> str:
    """What the row says of the device beside its name."""
    match = _LABEL.search(info)
    return match[1] if match and match[1] != name else ""


def _has_totals(rows: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the memory of a device in a file is that of all devices of the instance.

    Vast's is, and Lambda's is not. The instances of one device tell: more devices have the same
    memory, or so many times it.
    """
    single: dict[str, set[float]] = defaultdict(set)
    several: list[tuple[str, float, float]] = []
    for row in rows:
        size, count = _memory(str(row.get("GpuInfo", "")), 1.0), number_of(row["AcceleratorCount"])
        name = str(row["AcceleratorName"])
        if size and count == 1.0:
            single[name].add(size)
        elif size and count and count > 1.0:
            several.append((name, size, count))
    votes = 0
    for name, size, count in several:
        votes += _is_among(size / count, single[name]) - _is_among(size, single[name])
    return votes > 0


def _is_among(size: float, sizes: set[float]) -> bool:
    return any(abs(size - other) <= 0.01 * other for other in sizes)


def _memory(info: str, count: float) -> float | None:
    """Memory of one device [GiB]; count: of how many devices the file says it."""
    told = _PER_DEVICE.search(info)
    if told is None:
        return None
    size = float(told[1])
    return (size / MIB_PER_GIB if size >= LEAST_MIB else size) / count or None
