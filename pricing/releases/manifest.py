"""Reading a release: the only place that opens its files.

A release is a directory of canonical CSV tables and a manifest. It is read whole, compared
with the digests of its manifest, and checked row by row before anything may use it.
"""

import hashlib
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import msgspec
import polars as pl
from msgspec import Struct

from pricing.errors import CatalogError, DigestMismatch
from pricing.releases.checks import check_references, check_table
from pricing.releases.schema import SCHEMA_VERSION, TABLES

MANIFEST = "manifest.json"

Checked = dict[tuple[str, str], pl.DataFrame]
"""Tables by name and sha256."""


class TableManifest(Struct, frozen=True, forbid_unknown_fields=True):
    """One table of a release."""

    rows: int
    sha256: str


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """What a release is made of; `digest` covers every table."""

    name: str
    known_by: date
    schema_version: int
    digest: str
    tables: dict[str, TableManifest]


class Release(Struct, frozen=True):
    """A release as read: its manifest, and its tables in frames of the schema's types."""

    manifest: Manifest
    frames: Mapping[str, pl.DataFrame]


def overall_digest(tables: Mapping[str, TableManifest]) -> str:
    """sha256 over the names and digests of all tables, in the order of their names."""
    lines = (f"{name} {table.sha256}\n" for name, table in sorted(tables.items()))
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def read_release(directory: Path, *, checked: Checked | None = None) -> Release:
    """Read and check a release.

    checked: tables that were found good before, to which those of the release are added. Most
    tables of a release are those of the one before, and are then one frame.

    Raises CatalogError: a missing or foreign manifest, a file that is not the one it names
    (DigestMismatch), or a row that breaks the schema or a rule (BadRow, with file, line and
    reason).
    """
    manifest = _read_manifest(directory)
    checked = {} if checked is None else checked
    frames = {}
    for name, expected in manifest.tables.items():
        path = directory / f"{name}.csv"
        try:
            content = path.read_bytes()
        except OSError as error:
            raise CatalogError(f"{path}: cannot be read: {error.strerror}") from error
        if hashlib.sha256(content).hexdigest() != expected.sha256:
            raise DigestMismatch(f"{path}: not the file that {MANIFEST} was written for")
        frame = checked.get((name, expected.sha256))
        if frame is None:
            frame = check_table(TABLES[name], content, file=str(path))
            checked[name, expected.sha256] = frame
        if frame.height != expected.rows:
            raise CatalogError(f"{path}: {frame.height} rows, {MANIFEST} says {expected.rows}")
        frames[name] = frame
    check_references(frames, directory=directory)
    return Release(manifest=manifest, frames=frames)


def _read_manifest(directory: Path) -> Manifest:
    path = directory / MANIFEST
    try:
        manifest = msgspec.json.decode(path.read_bytes(), type=Manifest)
    except OSError as error:
        raise CatalogError(f"{path}: cannot be read: {error.strerror}") from error
    except msgspec.MsgspecError as error:
        raise CatalogError(f"{path}: {error}") from error
    if manifest.schema_version != SCHEMA_VERSION:
        raise CatalogError(
            f"{path}: schema version {manifest.schema_version}, this engine reads {SCHEMA_VERSION}"
        )
    if set(manifest.tables) != set(TABLES):
        difference = sorted(set(manifest.tables) ^ set(TABLES))
        raise CatalogError(f"{path}: unknown or missing tables: {', '.join(difference)}")
    if manifest.digest != overall_digest(manifest.tables):
        raise DigestMismatch(f"{path}: the digest is not that of the tables it lists")
    return manifest
