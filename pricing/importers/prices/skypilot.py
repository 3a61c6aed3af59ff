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

from pricing.catalog.names import SYNONYMS, normalised
from pricing.importers.readings import Asked, Offer, Reading, refused, short_name

NEEDED = ("InstanceType", "AcceleratorName", "AcceleratorCount", "Price", "Region")
OPTIONAL = ("SpotPrice", "AvailabilityZone", "vCPUs", "MemoryGiB", "GpuInfo")
Attached = tuple[str, float, str]
"""Accelerator, count and zone."""

OPTIONS = {"Price": "on_demand", "SpotPrice": "spot"}

CLOUDS = {"do": "digitalocean", "lambda_cloud": "lambda", "ovhcloud": "ovh"}
"""Folders of catalogues whose names are not those of the tables."""

GCP = "gcp"
HOSTS: Mapping[str, tuple[str, int]] = {
    **{f"a2-highgpu-{count}g": ("A100", count) for count in (1, 2, 4, 8)},
    "a2-megagpu-16g": ("A100", 16),
    **{f"a2-ultragpu-{count}g": ("A100-80GB", count) for count in (1, 2, 4, 8)},
    **{f"a3-highgpu-{count}g": ("H100", count) for count in (1, 2, 4, 8)},
    "a3-megagpu-8g": ("H100-MEGA", 8),
    "a3-ultragpu-8g": ("H200", 8),
    "a4-highgpu-8g": ("B200", 8),
    **{f"g2-standard-{size}": ("L4", 1) for size in (4, 8, 12, 16, 32)},
    **{f"g2-standard-{12 * count}": ("L4", count) for count in (2, 4, 8)},
}
"""Google Cloud's machine types with accelerators of their own, as its documentation lists them."""

DYNAMIC = frozenset({"A100", "A100-80GB", "H100", "H100-MEGA", "H200", "B200"})
DYNAMIC_FRACTION = 0.65
DYNAMIC_USD = {"B200": (8.055, 11.277)}
"""Accelerators whose Dynamic Workload Scheduler SKU catalogues take for the on-demand price in some
regions; how far below the dearest region such a price is (0.33 to 0.55 of it, where regions differ
by up to 0.77); and its SKUs where no region has another price [USD per device-hour]."""

DYNAMIC_REASON = "an on-demand price that is one of the Dynamic Workload Scheduler by its height"
SAVES_NOTHING = "a spot price that is the on-demand price told again"

_TPU = re.compile(r"tpu-?(v\d\w*?|7x)-(\d+)", re.IGNORECASE)
CORES_PER_CHIP = {"v2": 2, "v3": 2, "v4": 2, "v5p": 2, "v5litepod": 1, "v5e": 1, "v6e": 1}
"""What the number in a TPU's name counts, for each chip."""

_PER_DEVICE = re.compile(r"'SizeInMiB': ?([\d.]+)")
_LABEL = re.compile(r"'Name': ?'([^']+)'")
MIB_PER_GIB = 1024.0
LEAST_MIB = 1024.0
"""Below it a memory is in GiB, as RunPod's catalogue writes it in the column of MiB."""


def read(path: Path, asked: Asked) -> Reading:
    """The offers of a catalogue. Raises CatalogError for a file that is none."""
    frame = _frame(path)
    provider = asked.provider or _provider(path, asked)
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


def _frame(path: Path) -> pl.DataFrame:
    """The columns that matter of all rows, as texts."""
    try:
        header = pl.scan_csv(path, infer_schema=False).collect_schema().names()
        lacking = [name for name in NEEDED if name not in header]
        if lacking:
            raise refused(
                path, f"no SkyPilot catalogue: missing columns: {', '.join(lacking)}", line=1
            )
        columns = [*NEEDED, *(name for name in OPTIONAL if name in header)]
        lazy = pl.scan_csv(path, infer_schema=False).select(
            pl.col(name).fill_null("").str.strip_chars() for name in columns
        )
        return lazy.collect(engine="streaming")
    except (pl.exceptions.PolarsError, OSError) as error:
        raise refused(path, f"not readable as CSV: {error}") from error


def _provider(path: Path, asked: Asked) -> str:
    """The provider that the path names. Raises CatalogError where it names none."""
    known = asked.catalog.sites
    for part in (path.parent.name, *re.split(r"[-_. ]", path.stem)):
        plain = normalised(CLOUDS.get(part.lower(), part))
        plain = SYNONYMS.get(plain, plain)
        if plain in known:
            return plain
    if path.name == "vms.csv" and path.parent.name and path.parent.name[:1].isalpha():
        return normalised(CLOUDS.get(path.parent.name, path.parent.name))
    raise refused(path, "whose prices are these? Say it by --provider, such as --provider aws")


def _offers(
    row: Mapping[str, Any], provider: str, reading: Reading, *, is_total: bool = False
) -> Iterable[Offer]:
    """On-demand and spot offer of a row."""
    line = int(row["line"])
    count = _number(row["AcceleratorCount"])
    instance_type = str(row["InstanceType"])
    if not count or not instance_type:
        reading.leave_out(line, "it names no instance type or no count")
        return
    prices = {option: _number(row.get(column)) for column, option in OPTIONS.items()}
    on_demand, spot = prices["on_demand"], prices["spot"]
    if spot and on_demand and abs(spot - on_demand) <= 1e-6 * on_demand:
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
                vcpu_count=_whole(row.get("vCPUs")),
                host_gibibytes=_number(row.get("MemoryGiB")),
                notes=_dear(spot, on_demand) if option == "spot" else None,
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
        name, count = str(row["AcceleratorName"]), _number(row["AcceleratorCount"]) or 0.0
        if _TPU.fullmatch(name):
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
            dearest[name] = max(dearest[name], (_number(row["Price"]) or 0.0) / count)
    return dearest


def _machine(
    row: Mapping[str, Any], host: Mapping[str, Any], dearest: float, reading: Reading
) -> Iterable[Offer]:
    """A machine type: its host and its accelerators."""
    count = _number(row["AcceleratorCount"]) or 1.0
    name = str(row["AcceleratorName"])
    told = {name: host.get(name, "") for name in ("InstanceType", "vCPUs", "MemoryGiB")}
    whole: dict[str, Any] = {**row, **told}
    for column in OPTIONS:
        parts = [_number(row.get(column)), _number(host.get(column))]
        known = [usd for usd in parts if usd is not None]
        whole[column] = str(round(sum(known), 5)) if len(known) == len(parts) else ""
    if _is_dynamic(name, (_number(row["Price"]) or 0.0) / count, dearest):
        whole["Price"] = ""
        if not whole["SpotPrice"]:
            reading.leave_out(int(row["line"]), DYNAMIC_REASON)
        else:
            reading.left_out_prices.append(DYNAMIC_REASON)
    yield from _offers(whole, GCP, reading)


def _is_dynamic(name: str, usd: float, dearest: float) -> bool:
    """Whether a price of a device-hour is one of the scheduler."""
    skus = DYNAMIC_USD.get(name, ())
    is_sku = any(abs(usd - sku) < 0.001 * sku for sku in skus)
    return name in DYNAMIC and (is_sku or usd < DYNAMIC_FRACTION * dearest)


def _tpu(row: Mapping[str, Any], name: str, count: float, reading: Reading) -> Iterable[Offer]:
    """A TPU slice, with the chips that its name counts."""
    match = _TPU.fullmatch(name)
    version = match[1].lower() if match else ""
    cores = CORES_PER_CHIP.get(version)
    if match is None or cores is None:
        reading.leave_out(int(row["line"]), f"what the number in {name!r} counts is not known")
        return
    chips = int(match[2]) / cores * (count or 1.0)
    device = f"TPU-{version.replace('v5litepod', 'v5e')}"
    whole = {**row, "InstanceType": name, "AcceleratorName": device, "AcceleratorCount": str(chips)}
    yield from _offers({**whole, "GpuInfo": ""}, GCP, reading)


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
        size, count = _memory(str(row.get("GpuInfo", "")), 1.0), _number(row["AcceleratorCount"])
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


def _number(text: object) -> float | None:
    """A number above zero, None for an empty cell or one that is none."""
    try:
        value = float(str(text))
    except ValueError:
        return None
    return value if 0.0 <= value < float("inf") else None


def _whole(text: object) -> int | None:
    value = _number(text)
    return None if not value or not value.is_integer() else int(value)
