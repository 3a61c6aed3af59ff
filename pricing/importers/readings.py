"""What a reader of prices yields: offers, and what it left out."""

from collections import Counter
from collections.abc import Iterable
from datetime import date
from pathlib import Path

from msgspec import Struct, field

from pricing.catalog.catalog import Catalog
from pricing.errors import BadRow, CatalogError

HOURS_PER_MONTH = 730.0
"""Of prices by the month, as tables and answers count months."""


class Offer(Struct, frozen=True):
    """What one row of a file charges for an instance-hour in one way of buying.

    line: the row, as messages count it; accelerator: the file's word for the devices; label: a
    longer name that the file has of them; memory_gibibytes: of one device; zone: a part of the
    region with a price of its own; since: the day that the file has the price from.
    """

    line: int
    provider: str
    region: str
    instance_type: str
    option: str
    usd_per_hour: float
    accelerator: str
    count: float
    label: str = ""
    memory_gibibytes: float | None = None
    zone: str = ""
    vcpu_count: int | None = None
    host_gibibytes: float | None = None
    since: date | None = None
    notes: str | None = None


class Reading(Struct):
    """What a reader found in a file.

    row_count: rows of the file; lines: those of accelerators; left_out: lines and why they are no
    offers; left_out_prices: why a price of a line that has another is none; remarks: sums and facts
    about the rest; source: what rows say of their origin, without the day; feed: what rows of the
    same origin begin with; observed: the day of the file, None where it does not say; ends: whether
    a price that the file lacks has ended.
    """

    feed: str
    source: str
    row_count: int = 0
    lines: set[int] = field(default_factory=set)
    offers: list[Offer] = field(default_factory=list)
    left_out: dict[int, str] = field(default_factory=dict)
    left_out_prices: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    observed: date | None = None
    confidence: str = "verified"
    ends: bool = True

    def leave_out(self, line: int, reason: str) -> None:
        """Count a line that is no offer; the first reason holds."""
        self.left_out.setdefault(line, reason)


class Asked(Struct, frozen=True):
    """What the caller says of files beside them.

    provider: of files that do not name theirs; catalog: whose names the files may mean.
    """

    catalog: Catalog
    provider: str | None = None


def counted(reasons: Iterable[str]) -> list[tuple[str, int]]:
    """Reasons with how often each holds, the most frequent first."""
    return Counter(reasons).most_common()


def short_name(path: Path) -> str:
    """A file as rows name it: with its folder, which mostly says whose it is."""
    return "/".join(path.parts[-2:]) if len(path.parts) > 1 else path.name


def refused(path: Path, reason: str, *, line: int | None = None) -> CatalogError:
    """What to raise for a file that is not of its format."""
    if line is None:
        return CatalogError(f"{path}: {reason}")
    return BadRow(file=str(path), row=line, reason=reason)
