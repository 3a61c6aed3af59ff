"""What a reader of prices yields: offers, and what it left out."""

import re
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import TypeVar

import msgspec
import polars as pl
from msgspec import Raw, Struct, field

from pricing.catalog.catalog import Catalog
from pricing.catalog.names import SYNONYMS, normalised
from pricing.errors import BadRow, CatalogError

T = TypeVar("T")

SHAPE_ERRORS = (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError)
OTHER_SHAPE = "its values are of other kinds than the format has"
"""What a record of any shape may raise while it is read, and why it is then left out."""

USD = "USD"


class Offer(Struct, frozen=True):
    """What one row of a file charges for an instance-hour in one way of buying.

    line: the row, as messages count it; accelerator: the file's word for the devices; count: 0
    where the file does not say; label: a longer name that the file has of them; memory_gibibytes:
    of one device; zone: a part of the region with a price of its own; since: the day that the file
    has the price from; currency: of usd_per_hour as it is read, which is then converted; told: what
    it was in that currency, in words; words: what else the file says of the instance.
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
    currency: str = USD
    told: str | None = None
    words: str = ""


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


class Told(Struct, frozen=True, omit_defaults=True):
    """What the caller says of measured deployments, and of models, whose files do not."""

    device: str | None = None
    device_count: int | None = None
    model: str | None = None
    precision: str | None = None
    kv_cache_precision: str | None = None
    engine: str | None = None
    engine_version: str | None = None
    tensor_parallel: int | None = None
    data_parallel: int | None = None
    expert_parallel: int | None = None
    pipeline_parallel: int | None = None
    speculation: str | None = None
    draft_tokens: int | None = None
    concurrency: float | None = None
    input_tokens: float | None = None
    output_tokens: float | None = None
    dataset: str | None = None
    power_watts: float | None = None


class Asked(Struct, frozen=True):
    """What the caller says of files beside them.

    provider: of files that do not name theirs; catalog: whose names the files may mean; day: of
    files that do not say theirs; told: of devices and deployments.
    """

    catalog: Catalog
    day: date
    provider: str | None = None
    told: Told = Told()


def short_name(path: Path) -> str:
    """A file as rows name it: with its folder, which mostly says whose it is."""
    return "/".join(path.parts[-2:]) if len(path.parts) > 1 else path.name


def refused(path: Path, reason: str, *, line: int | None = None) -> CatalogError:
    """What to raise for a file that is not of its format."""
    if line is None:
        return CatalogError(f"{path}: {reason}")
    return BadRow(file=str(path), row=line, reason=reason)


def check_columns(
    path: Path, header: Collection[str], needed: Iterable[str], *, what: str, line: int | None = 1
) -> None:
    """Refuse a file that lacks columns; what: it then is none of. Raises CatalogError."""
    lacking = [name for name in needed if name not in header]
    if lacking:
        raise refused(path, f"no {what}: missing columns: {', '.join(lacking)}", line=line)


CLOUDS = {"do": "digitalocean", "lambda_cloud": "lambda", "lambdalabs": "lambda", "vastai": "vast"}
"""Names of files whose clouds are called otherwise in the tables."""


def provider_of(path: Path, asked: Asked) -> str:
    """Whose prices a file has: told by the caller, else by the names of folder and file.

    Raises CatalogError where neither tells.
    """
    if asked.provider is not None:
        return _plain(asked.provider)
    for part in (path.parent.name, *re.split(r"[-_. ]", path.stem)):
        if _plain(part) in asked.catalog.sites:
            return _plain(part)
    if path.name == "vms.csv" and path.parent.name[:1].isalpha():
        return _plain(path.parent.name)
    raise refused(path, "whose prices are these? Say it by --provider, such as --provider aws")


def _plain(name: str) -> str:
    plain = normalised(CLOUDS.get(name.lower(), name))
    return SYNONYMS.get(plain, plain)


def number_of(text: object) -> float | None:
    """A number from zero on, None for an empty cell or one that is none."""
    try:
        value = float(str(text))
    except ValueError:
        return None
    return value if 0.0 <= value < float("inf") else None


def whole_of(text: object) -> int | None:
    """A whole number above zero, None for anything else."""
    value = number_of(text)
    return None if not value or not value.is_integer() else int(value)


def day_of(text: object) -> date | None:
    """The day of a time as ISO 8601 writes it, None for anything else."""
    try:
        return date.fromisoformat(str(text)[:10])
    except ValueError:
        return None


SAVES_NOTHING = "a spot price that is the on-demand price told again"


def is_same_price(one: float | None, other: float | None) -> bool:
    """Whether two prices are one."""
    return one is not None and other is not None and abs(one - other) <= 1e-6 * other


def decoded(path: Path, kind: type[T]) -> T:
    """A JSON file in a shape; what the shape lacks is skipped without being kept.

    The file is mapped, so that a large one need not fit in memory. Raises CatalogError for another
    shape.
    """
    try:
        with path.open("rb") as file:
            content = mmap(file.fileno(), 0, access=ACCESS_READ)
        return msgspec.json.decode(content, type=kind)
    except (OSError, ValueError, msgspec.MsgspecError) as error:
        raise refused(path, f"not readable as JSON of this format: {error}") from error


def decoded_part(path: Path, content: str | Raw, kind: type[T]) -> T:
    """A part of a JSON file that was kept as it stands. Raises CatalogError for another shape."""
    try:
        return msgspec.json.decode(content, type=kind)
    except (ValueError, msgspec.MsgspecError) as error:
        raise refused(path, f"not readable as JSON of this format: {error}") from error


def catalogue_frame(
    path: Path, *, maker: str, needed: Sequence[str], optional: Sequence[str]
) -> pl.DataFrame:
    """The columns that matter of all rows of a CSV, as texts without blanks around them.

    maker: of the file, as messages name it. Raises CatalogError for a file without what is needed.
    """
    try:
        header = pl.scan_csv(path, infer_schema=False).collect_schema().names()
        check_columns(path, header, needed, what=f"{maker} catalogue")
        columns = [*needed, *(name for name in optional if name in header)]
        lazy = pl.scan_csv(path, infer_schema=False).select(
            pl.col(name).fill_null("").str.strip_chars() for name in columns
        )
        return lazy.collect(engine="streaming")
    except (pl.exceptions.PolarsError, OSError) as error:
        raise refused(path, f"not readable as CSV: {error}") from error
