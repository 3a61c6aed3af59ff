"""Reads an overlay: somebody's own rows over a release.

An overlay is a directory. `overlay.toml` says its `name`, the release that is its `base`, and the
day up to which its facts are known (`known_by`). `<table>.csv`, or `<table>.parquet`, holds rows of
a table: each takes the place of the row of the same key, or is added. `remove.csv` (columns `table`
and `key`) takes rows of the base away. `rate_card….csv` says what a contract charges, and is read
by pricing.catalog.overlays. Its release is called `<base>+<name>`.
"""

import hashlib
import re
from collections.abc import Callable, Collection, Mapping
from datetime import date
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, ClassVar

import msgspec
import polars as pl
from msgspec import Meta, Struct

from pricing.errors import BadRow, CatalogError
from pricing.releases.checks import Removed, check_rows, check_whole
from pricing.releases.columns import Row, Table, cell
from pricing.releases.manifest import Release, digest_of, file_content, files_in, table_content
from pricing.releases.schema import TABLES
from pricing.releases.sheet import (
    CSV,
    PARQUET,
    PARQUET_MARK,
    Sheet,
    plain,
    read_sheet,
    sorted_by_key,
)

OVERLAY = "overlay.toml"
REMOVE = "remove"
RATE_CARD = "rate_card"
"""How the names of rate cards begin; see pricing.catalog.overlays."""


class Removal(Row, frozen=True, kw_only=True):
    """A row of the base that an overlay takes away."""

    KEY: ClassVar = ("table", "key")

    table: Annotated[str, cell("The table.")]
    key: Annotated[str, cell("The cells of its key, with slashes between them.")]


REMOVALS = Table(REMOVE, Removal)


NAME = r"^[a-z0-9][a-z0-9._-]*$"


class Overlay(Struct, frozen=True, forbid_unknown_fields=True):
    """What an overlay says of itself."""

    name: Annotated[str, Meta(pattern=NAME)]
    base: str
    known_by: date


def overlays_in(directory: Path) -> list[Path]:
    """The overlays of a directory of tables."""
    return sorted(path.parent for path in directory.glob(f"*/{OVERLAY}"))


def read_overlay(directory: Path, release_of: Callable[[str], Release]) -> Release:
    """Read an overlay over its base, and check the whole.

    release_of: the release of a name; raises CatalogError where there is none.

    Raises CatalogError: no such base, a file that is no table, or the first row that breaks the
    schema or a rule, or removes what is not there (BadRow, with file, line, reason and what is
    near).
    """
    overlay = read_settings(directory)
    try:
        base = release_of(overlay.base)
    except CatalogError as error:
        raise CatalogError(f"{directory / OVERLAY}: base: {error}") from error
    contents = _contents(directory)
    own = {name: _own_rows(overlay, directory, name, contents) for name in TABLES}
    removed = _removals(directory, contents.get(REMOVE), base.sheets)
    sheets = {
        name: _merged(
            base.sheets[name], own[name], {key for table, key in removed if table == name}
        )
        for name in TABLES
    }
    for name, sheet in sheets.items():
        if sheet is not base.sheets[name]:
            check_rows(sheet)
    check_whole(sheets, of=directory, removed=removed)
    files = (f"{name} {hashlib.sha256(contents[name]).hexdigest()}" for name in sorted(contents))
    return Release(
        name=f"{base.name}+{overlay.name}",
        known_by=max(base.known_by, overlay.known_by),
        digest=digest_of((base.digest, overlay.name, overlay.known_by.isoformat(), *files)),
        sheets=sheets,
        base=base.name,
    )


def is_overlay_name(name: str) -> bool:
    """Whether an overlay can be called so."""
    return re.fullmatch(NAME, name) is not None


def rate_cards_in(directory: Path) -> list[Path]:
    """The rate cards of an overlay."""
    return sorted(directory.glob(f"{RATE_CARD}*.csv"))


def read_settings(directory: Path) -> Overlay:
    """What an overlay says of itself. Raises CatalogError where that cannot be read."""
    path = directory / OVERLAY
    try:
        return msgspec.toml.decode(plain(file_content(path)), type=Overlay)
    except (msgspec.MsgspecError, ValueError) as error:
        raise CatalogError(f"{path}: {error}") from error


def _contents(directory: Path) -> dict[str, bytes]:
    """The files of an overlay by table. Raises CatalogError for one that is no table."""
    names = (*TABLES, REMOVE, RATE_CARD)
    contents = {}
    cards = rate_cards_in(directory)
    for path in files_in(directory):
        if path in cards:
            continue
        if path.stem not in names:
            near = ", ".join(f"{name}.csv" for name in get_close_matches(path.stem, names))
            raise CatalogError(f"{path}: no table is called so; nearest: {near or 'none'}")
        if path.stem in contents:
            raise CatalogError(f"{path}: {path.stem}{CSV} is there as well: keep one of the two")
        contents[path.stem] = table_content(path)
    return contents


def _own_rows(
    overlay: Overlay, directory: Path, name: str, contents: Mapping[str, bytes]
) -> Sheet | None:
    """The rows that an overlay has of a table; None where it has none."""
    if name not in contents:
        return None
    table = TABLES[name]
    defaults = {
        column.name: pl.lit(column.default) if column.like is None else pl.col(column.like)
        for column in table.columns
        if column.default is not None or column.like is not None
    }
    defaults["source"] = pl.lit(f"overlay {overlay.name}")
    is_parquet = contents[name].startswith(PARQUET_MARK)
    file = str(directory / f"{name}{PARQUET if is_parquet else CSV}")
    return read_sheet(table, contents[name], file=file, defaults=defaults)


def _removals(directory: Path, content: bytes | None, base: Mapping[str, Sheet]) -> Removed:
    """Where each row is removed. Raises BadRow for a row that the base does not have."""
    if content is None:
        return {}
    file = str(directory / f"{REMOVE}.csv")
    sheet = read_sheet(REMOVALS, content, file=file)
    keys: dict[str, frozenset[str]] = {}
    removed = {}
    for (table, key), line in zip(sheet.frame.rows(), sheet.lines, strict=True):
        if table not in TABLES:
            near = get_close_matches(table, TABLES)
            raise BadRow(file=file, row=line, reason=f"no table is called {table!r}", nearest=near)
        known = keys.setdefault(table, frozenset(base[table].keys))
        if key not in known:
            near = get_close_matches(key, known, n=5)
            raise BadRow(file=file, row=line, reason=f"{table} has no row {key!r}", nearest=near)
        removed[table, key] = (file, line)
    return removed


def _merged(base: Sheet, own: Sheet | None, removed: Collection[str]) -> Sheet:
    """The rows of a base without those removed, and an overlay's own in place of theirs."""
    if own is None and not removed:
        return base
    own = own or Sheet.empty(base.table)
    gone = pl.Series([*removed, *own.keys], dtype=pl.String)
    kept = (~base.keys.is_in(gone.implode())).arg_true()
    frame = pl.concat([base.frame[kept], own.frame])
    digest = digest_of((base.sha256, own.sha256, *sorted(removed)))
    is_own = pl.Series([False] * len(kept) + [True] * own.frame.height, dtype=pl.Boolean)
    lines = pl.concat([base.lines.gather(kept), own.lines])
    return sorted_by_key(Sheet(base.table, frame, own.file, digest, lines, is_own, base.file))
