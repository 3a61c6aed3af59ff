"""Reads a release: a manifest, and the tables that it lists.

A directory of tables holds `<name>.json` for each release, and below `objects` each table once,
named after its content: `<table>-<first 8 digits of its sha256>.csv`, or `….parquet`. Neither is
ever edited.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import TypeVar

import msgspec
import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from pricing.errors import CatalogError, DigestMismatch
from pricing.releases.checks import check_rows, check_whole
from pricing.releases.schema import SCHEMA_VERSION, TABLES
from pricing.releases.sheet import CSV, ENDINGS, Sheet, plain, read_sheet

PACKAGED = Path(__file__).resolve().parent.parent / "tables"
"""The releases of the package."""

OBJECTS = "objects"

Made = TypeVar("Made")

Sheets = dict[tuple[str, str], Sheet]
"""Tables that were found good, by name and sha256."""


class TableManifest(Struct, frozen=True, forbid_unknown_fields=True):
    """One table of a release."""

    rows: int
    sha256: str


class Manifest(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a release is made of. A table that it does not list has no rows.

    published: the day of its publication; notes: what is new in it.
    """

    name: str
    known_by: date
    schema_version: int
    tables: dict[str, TableManifest]
    published: date | None = None
    notes: str | None = None


class Release(Struct, frozen=True):
    """A release as read: its tables in frames of the schema's types.

    digest: sha256 of its manifest; of an overlay, of the base and the overlay; base: the release
    that an overlay lies over; published, notes: see Manifest; listed: the tables of its manifest.
    """

    name: str
    known_by: date
    digest: str
    sheets: Mapping[str, Sheet]
    base: str | None = None
    published: date | None = None
    notes: str | None = None
    listed: Mapping[str, TableManifest] = {}

    def with_tables(self, frames: Mapping[str, pl.DataFrame]) -> "Release":
        """The same release with other rows in some tables."""
        changed = {name: replace(self.sheets[name], frame=frame) for name, frame in frames.items()}
        return replace(self, sheets={**self.sheets, **changed}, listed={})

    def facts_of(self, name: str) -> TableManifest:
        """Rows and sha256 of a table, which is not read for it where the manifest lists it."""
        sheets = self.sheets
        return self.listed.get(name) or TableManifest(
            rows=sheets[name].frame.height, sha256=sheets[name].sha256
        )

    @property
    def frames(self) -> Mapping[str, pl.DataFrame]:
        """The tables."""
        return _Made(self.sheets, lambda name: self.sheets[name].frame)


class _Made(Mapping[str, Made]):
    """Something of each table by its name, made when it is first asked for."""

    def __init__(self, names: Iterable[str], make: Callable[[str], Made]) -> None:
        self._make = make
        self._made: dict[str, Made | None] = dict.fromkeys(names)
        self._lock = Lock()

    def __getitem__(self, name: str) -> Made:
        found = self._made[name]
        if found is None:
            with self._lock:  # of two threads the second finds what the first has made
                found = self._made[name]
                if found is None:
                    found = self._made[name] = self._make(name)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


def manifests_in(directory: Path) -> list[Path]:
    """The manifests of a directory of tables."""
    return sorted(directory.glob("*.json"))


def object_name(table: str, digest: str, ending: str = CSV) -> str:
    """The file of a table: its name and the first digits of its digest."""
    return f"{table}-{digest[:8]}{ending}"


def read_release(path: Path, *, known: Sheets | None = None) -> Release:
    """Read and check the release of a manifest.

    known: tables that were found good before, to which those of the release are added. Tables lie
    beside the manifest, or are those of the package.

    Raises CatalogError: a missing or foreign manifest, a file that is not the one it names
    (DigestMismatch), or a row that breaks the schema or a rule (BadRow, with file, line and
    reason).
    """
    manifest, digest = read_manifest(path)
    known = {} if known is None else known
    sheets = {name: _sheet(path, name, manifest, known, check_rows) for name in TABLES}
    check_whole(sheets, of=path)
    return _release(manifest, digest, sheets)


def open_release(path: Path, *, known: Sheets) -> Release:
    """The release of a manifest, whose tables are read when they are first asked for.

    The bytes of all tables are held against their digests now. Rows are not checked against the
    rules: this is for releases that were checked when they were published.

    known: see read_release. Raises CatalogError: a missing or foreign manifest, or a file that is
    not the one it names (DigestMismatch).
    """
    manifest, digest = read_manifest(path)
    for name, listed in manifest.tables.items():
        _content(path, name, listed.sha256)
    sheets = _Made(TABLES, lambda name: _sheet(path, name, manifest, known))
    return _release(manifest, digest, sheets)


def _release(manifest: Manifest, digest: str, sheets: Mapping[str, Sheet]) -> Release:
    return Release(
        manifest.name,
        manifest.known_by,
        digest,
        sheets,
        published=manifest.published,
        notes=manifest.notes,
        listed=manifest.tables,
    )


def _sheet(
    path: Path,
    name: str,
    manifest: Manifest,
    known: Sheets,
    check: Callable[[Sheet], None] | None = None,
) -> Sheet:
    """A table of a release; path: of the manifest; check: refuses rows that break a rule."""
    listed = manifest.tables.get(name)
    if listed is None:
        return known.setdefault((name, ""), Sheet.empty(TABLES[name]))
    sheet = known.get((name, listed.sha256))
    if sheet is None:
        file, content = _content(path, name, listed.sha256)
        sheet = read_sheet(TABLES[name], content, file=str(file))
        if check is not None:
            check(sheet)
        known[name, listed.sha256] = sheet
    if sheet.frame.height != listed.rows:
        raise CatalogError(
            f"{sheet.file}: {sheet.frame.height} rows, {path.name} says {listed.rows}"
        )
    return sheet


def _content(manifest: Path, table: str, digest: str) -> tuple[Path, bytes]:
    """The file of a table, and its bytes. Raises CatalogError where it is another."""
    path = _found(table, digest, (manifest.parent, PACKAGED))
    content = file_content(path)
    if sha256(content).hexdigest() != digest:
        raise DigestMismatch(f"{path}: not the file that {manifest.name} was written for")
    return path, content


def read_manifest(path: Path) -> tuple[Manifest, str]:
    """A manifest and its digest. Raises CatalogError for one that this engine does not read."""
    content = file_content(path)
    try:
        manifest = msgspec.json.decode(content, type=Manifest)
    except msgspec.MsgspecError as error:
        raise CatalogError(
            f"{path}: this is no release ({error}): every JSON file of a directory of tables is"
            " one, so move this file away, or give the overlays a directory of their own"
        ) from error
    if manifest.schema_version != SCHEMA_VERSION:
        raise CatalogError(
            f"{path}: schema version {manifest.schema_version}, this engine reads {SCHEMA_VERSION}"
        )
    if manifest.name != path.stem:
        raise CatalogError(f"{path}: the release is called {manifest.name}")
    unknown = sorted(set(manifest.tables) - set(TABLES))
    if unknown:
        raise CatalogError(f"{path}: unknown tables: {', '.join(unknown)}")
    return manifest, sha256(content).hexdigest()


def _found(table: str, digest: str, directories: Sequence[Path]) -> Path:
    """The first of the places that a table may lie in which has it, else the first place."""
    places = [
        directory / OBJECTS / object_name(table, digest, ending)
        for directory in directories
        for ending in ENDINGS
    ]
    return next((place for place in places if place.exists()), places[0])


def file_content(path: Path) -> bytes:
    """The bytes of a file. Raises CatalogError where it cannot be read."""
    try:
        if path.exists() and not path.is_file():  # a pipe would be waited for
            raise CatalogError(f"{path}: is no regular file")
        return path.read_bytes()
    except OSError as error:
        raise CatalogError(f"{path}: cannot be read: {error.strerror}") from error


def files_in(directory: Path) -> list[Path]:
    """The files of a directory that may be tables."""
    return sorted(path for ending in ENDINGS for path in directory.glob(f"*{ending}"))


def table_content(path: Path) -> bytes:
    """The bytes of a table; of CSV in the canonical ends of lines."""
    content = file_content(path)
    return plain(content) if path.suffix == CSV else content


def digest_of(parts: Iterable[str]) -> str:
    """sha256 of some texts, one a line."""
    return sha256("".join(f"{part}\n" for part in parts).encode()).hexdigest()
