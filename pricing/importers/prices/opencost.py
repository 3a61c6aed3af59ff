"""OpenCost's custom prices: `default.json`, and the CSV of prices by asset.

A GPU of the CSV is named by its node label. `default.json` has one price for all GPUs, and does not
say which they are: `--device` does. Cores, memory and storage are apart, and are not included.
"""

import csv
from pathlib import Path

from msgspec import Struct

from pricing.catalog.names import normalised
from pricing.catalog.overlays.card_names import EVERYWHERE
from pricing.importers.readings import (
    Asked,
    Offer,
    Reading,
    check_columns,
    decoded,
    number_of,
    refused,
    short_name,
)

OWN = "opencost"
GPU, NODE = "gpu", "node"
NEEDED = ("InstanceID", "AssetClass", "MarketPriceHourly")


class Defaults(Struct):
    """The prices of `default.json`, as texts."""

    GPU: str = ""
    CPU: str = ""
    RAM: str = ""


def read(path: Path, asked: Asked) -> Reading:
    """The offers of a file. Raises CatalogError for a file that is none."""
    provider = normalised(asked.provider or OWN)
    source = f"OpenCost prices of {provider} ({short_name(path)})"
    reading = Reading(feed=f"OpenCost prices of {provider}", source=source, confidence="unverified")
    if path.suffix.lower() == ".json":
        _defaults(path, provider, asked, reading)
    else:
        _assets(path, provider, reading)
    return reading


def _defaults(path: Path, provider: str, asked: Asked, reading: Reading) -> None:
    told = decoded(path, Defaults)
    reading.row_count, reading.lines = 1, {1}
    usd = number_of(told.GPU)
    if not usd:
        reading.leave_out(1, "it has no price of a GPU")
    elif asked.told.device is None:
        reading.leave_out(1, "which GPU its price is of is not told: say it by --device")
    else:
        reading.offers.append(_offer(1, provider, EVERYWHERE, asked.told.device, usd))
    if told.CPU or told.RAM:
        reading.remarks.append("cores and memory are priced apart, and are not included")


def _assets(path: Path, provider: str, reading: Reading) -> None:
    try:
        rows = list(csv.DictReader(path.read_text(encoding="utf-8-sig").splitlines()))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise refused(path, f"not readable as CSV: {error}") from error
    check_columns(path, rows[0] if rows else {}, NEEDED, what="prices of OpenCost")
    reading.row_count = len(rows)
    for line, row in enumerate(rows, start=2):
        kind = (row["AssetClass"] or "").strip().lower()
        if kind not in {GPU, NODE}:
            continue
        reading.lines.add(line)
        usd, name = number_of(row["MarketPriceHourly"]), (row["InstanceID"] or "").strip()
        region = (row.get("Region") or "").strip() or EVERYWHERE
        if not usd:
            reading.leave_out(line, "it has no price")
        elif kind == NODE:
            reading.leave_out(line, "which devices a node has is not told")
        else:
            reading.offers.append(_offer(line, provider, region, name, usd))


def _offer(line: int, provider: str, region: str, device: str, usd: float) -> Offer:
    return Offer(
        line=line,
        provider=provider,
        region=region,
        instance_type=device,
        option="on_demand",
        usd_per_hour=usd,
        accelerator=device,
        count=1.0,
        notes="of a device, without its share of cores and memory",
    )
