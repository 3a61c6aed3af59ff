"""Spot price history of Amazon EC2, as `describe-spot-price-history` answers it.

The last price of each zone counts. A zone whose spot price is the on-demand price has no discount
to sell, and is left out.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from pricing.catalog.overlays.card_names import is_zone
from pricing.importers.devices import device_counts
from pricing.importers.families import COUNTS, FAMILIES, family_word
from pricing.importers.prices.aws_price_list import AWS
from pricing.importers.readings import (
    SAVES_NOTHING,
    Asked,
    Offer,
    Reading,
    day_of,
    decoded,
    number_of,
    short_name,
)

LINUX = frozenset({"Linux/UNIX", "Linux/UNIX (Amazon VPC)"})
SAVING_FRACTION = 0.999
"""Least share of the on-demand price from which on a spot price saves nothing."""

_REGION = re.compile(r"([a-z]{2,}(?:-[a-z]+)+-\d)[a-z]")


class Record(Struct, rename="pascal"):
    """A price of a zone from a time on."""

    instance_type: str
    spot_price: str
    timestamp: str
    availability_zone: str = ""
    availability_zone_id: str = ""
    product_description: str = "Linux/UNIX"

    @property
    def zone(self) -> str:
        """Its zone: the name, else the number that all accounts share."""
        return self.availability_zone or self.availability_zone_id


class History(Struct, rename="pascal"):
    """An answer, or several of them joined."""

    spot_price_history: list[Record]


def read(path: Path, asked: Asked) -> Reading:
    """The offers of a history. Raises CatalogError for a file that is none."""
    source = f"AWS spot price history ({short_name(path)})"
    reading = Reading(feed="AWS spot price history", source=source, ends=False)
    records = decoded(path, History).spot_price_history
    reading.row_count = len(records)
    counts = device_counts(asked.catalog, AWS)
    prices = asked.catalog.frames["prices"].filter(provider=AWS, option="on_demand")
    columns = prices.sort("effective_from").select("region", "instance_type", "usd_per_hour")
    on_demand = {(region, name): usd for region, name, usd in columns.iter_rows()}
    regions = sorted({region for region, _ in on_demand})
    last: dict[tuple[str, str], tuple[int, Record]] = {}
    for line, record in enumerate(records, start=1):
        family = (AWS, family_word(record.instance_type))
        if record.instance_type not in counts and family not in FAMILIES:
            continue
        reading.lines.add(line)
        if record.product_description not in LINUX:
            reading.leave_out(line, f"it is of {record.product_description}")
            continue
        key = (record.zone, record.instance_type)
        if key in last and last[key][1].timestamp >= record.timestamp:
            reading.leave_out(line, "its zone has a later price")
            continue
        if key in last:
            reading.leave_out(last[key][0], "its zone has a later price")
        last[key] = (line, record)
    for line, record in last.values():
        region = _region(record.zone, regions)
        _take(line, record, region, counts, on_demand, reading)
    days = [day for record in records if (day := day_of(record.timestamp)) is not None]
    reading.observed = max(days, default=None)
    return reading


def _region(zone: str, regions: Sequence[str]) -> str | None:
    """The region of a zone; None for a local zone, and for a number of an unknown region."""
    named = _REGION.fullmatch(zone)
    return named[1] if named else next((one for one in regions if is_zone(zone, one)), None)


def _take(
    line: int,
    record: Record,
    region: str | None,
    counts: dict[str, float],
    on_demand: dict[tuple[str, str], float],
    reading: Reading,
) -> None:
    usd = number_of(record.spot_price)
    if not usd or region is None:
        reading.leave_out(line, "it has no price" if region else "its zone is no usual one")
        return
    beside = on_demand.get((region, record.instance_type))
    if beside is not None and usd >= SAVING_FRACTION * beside:
        reading.leave_out(line, SAVES_NOTHING)
        return
    count = COUNTS.get((AWS, record.instance_type)) or counts.get(record.instance_type) or 0.0
    reading.offers.append(
        Offer(
            line=line,
            provider=AWS,
            region=region,
            instance_type=record.instance_type,
            option="spot",
            usd_per_hour=usd,
            accelerator="",
            count=count,
            zone=record.zone,
        )
    )
