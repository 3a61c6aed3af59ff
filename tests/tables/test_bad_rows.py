"""A release with one bad row stops the load, and says where and why."""

import csv
import hashlib
import io
import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path

import msgspec
import pytest

from pricing.errors import BadRow, CatalogError, DigestMismatch
from pricing.releases.manifest import (
    MANIFEST,
    Manifest,
    TableManifest,
    overall_digest,
    read_release,
)
from pricing.releases.publish import NEEDED, publish

Rows = list[list[str]]
Edit = Callable[[Rows], None]


@pytest.fixture
def directory(small_release: Path, tmp_path: Path) -> Path:
    copied = tmp_path / "release"
    shutil.copytree(small_release, copied)
    return copied


def edit(directory: Path, table: str, change: Edit) -> None:
    """Change the rows of a table; the first one is the header, line 1 of the file."""
    path = directory / f"{table}.csv"
    rows = list(csv.reader(io.StringIO(path.read_text(encoding="utf-8"))))
    change(rows)
    output = io.StringIO()
    csv.writer(output, lineterminator="\n").writerows(rows)
    path.write_text(output.getvalue(), encoding="utf-8")


def vouch(directory: Path) -> None:
    """Write the manifest anew, as if the tables were meant to be as they are."""
    manifest = read_manifest(directory)
    tables = {
        name: TableManifest(
            rows=len(list(csv.reader(io.StringIO(content.decode())))) - 1,
            sha256=hashlib.sha256(content).hexdigest(),
        )
        for name in manifest.tables
        for content in ((directory / f"{name}.csv").read_bytes(),)
    }
    write_manifest(
        directory,
        msgspec.structs.replace(manifest, tables=tables, digest=overall_digest(tables)),
    )


def read_manifest(directory: Path) -> Manifest:
    return msgspec.json.decode((directory / MANIFEST).read_bytes(), type=Manifest)


def write_manifest(directory: Path, manifest: Manifest) -> None:
    (directory / MANIFEST).write_bytes(msgspec.json.encode(manifest))


def put(line: int, column: str, value: str) -> Edit:
    """Write a value into one cell; lines are counted as an editor counts them."""

    def change(rows: Rows) -> None:
        rows[line - 1][rows[0].index(column)] = value

    return change


def repeat(line: int) -> Edit:
    """Write a line twice."""

    def change(rows: Rows) -> None:
        rows.insert(line, list(rows[line - 1]))

    return change


def swap(line: int) -> Edit:
    """Exchange a line with the one before it."""

    def change(rows: Rows) -> None:
        rows[line - 2], rows[line - 1] = rows[line - 1], rows[line - 2]

    return change


# The prices of the small release are those of p5.48xlarge in us-east-1, in this order:
# capacity block, on-demand to 2025-06-01, on-demand since, reserved for 3 years, spot.
BAD = {
    "wrong type of number": ("prices", put(3, "usd_per_hour", "cheap"), 3, "not a number"),
    "wrong type of day": ("prices", put(4, "effective_from", "2025-06-31"), 4, "not a day"),
    "wrong type of count": ("prices", put(4, "vcpu_count", "1.5"), 4, "not a integer"),
    "wrong type of flag": ("devices", put(2, "purchase_includes_host", "yes"), 2, "not a flag"),
    "not a number at all": ("prices", put(3, "usd_per_hour", "NaN"), 3, "not finite"),
    "infinite": ("prices", put(3, "usd_per_hour", "inf"), 3, "not finite"),
    "negative price": ("prices", put(3, "usd_per_hour", "-98.32"), 3, "below 1e-06"),
    "price of nothing": ("prices", put(3, "usd_per_hour", "0"), 3, "below 1e-06"),
    "absurd price": ("prices", put(3, "usd_per_hour", "9832000"), 3, "above 1e+06"),
    "no price": ("prices", put(3, "usd_per_hour", ""), 3, "a value is required"),
    "no source": ("prices", put(5, "source", ""), 5, "a value is required"),
    "unknown option": ("prices", put(3, "option", "on-demand"), 3, "not one of"),
    "unknown confidence": ("devices", put(7, "confidence", "likely"), 7, "not one of"),
    "unknown device": ("prices", put(3, "device", "h1000"), 3, "is not in devices"),
    "unknown model": ("measurements", put(6, "model", "llama-9"), 6, "is not in models"),
    "unknown unit": ("assumptions", put(4, "unit", "furlong"), 4, "unknown unit 'furlong'"),
    "unknown column": ("prices", put(1, "notes", "remarks"), 1, "the columns must be"),
    "overlap": ("prices", put(3, "effective_to", "2025-06-02"), 4, "overlaps the period before"),
    "open end in the middle": ("prices", put(3, "effective_to", ""), 4, "overlaps"),
    "end before the start": ("prices", put(3, "effective_to", "2023-08-08"), 3, "has begun"),
    "dear spot": ("prices", put(6, "usd_per_hour", "55.05"), 6, "spot is dearer than on-demand"),
    "duplicate": ("prices", repeat(4), 5, "a second row"),
    "out of order": ("models", swap(5), 4, "rows must be sorted"),
    "more active than all": (
        "models", put(9, "active_parameters", "1000000000000000"), 9, "above parameters",
    ),
    "window heads alone": ("models", put(9, "window_kv_heads", "8"), 9, "need each other"),
}  # fmt: skip


@pytest.mark.parametrize(("table", "change", "line", "reason"), BAD.values(), ids=BAD.keys())
def test_bad_row_stops_the_load(
    directory: Path, table: str, change: Edit, line: int, reason: str
) -> None:
    edit(directory, table, change)
    vouch(directory)

    with pytest.raises(BadRow, match=f"{table}.csv, line {line}: ") as caught:
        read_release(directory)

    assert reason in caught.value.reason
    assert caught.value.row == line
    assert caught.value.file == str(directory / f"{table}.csv")


def test_spot_above_on_demand_stands_with_a_note(directory: Path) -> None:
    edit(directory, "prices", put(6, "usd_per_hour", "55.05"))
    edit(directory, "prices", put(6, "notes", "above on-demand: capacity is scarce"))
    vouch(directory)

    assert read_release(directory).frames["prices"].height == 5


def test_spot_above_an_on_demand_price_that_has_ended_stands(directory: Path) -> None:
    edit(directory, "prices", put(4, "effective_to", "2025-12-31"))
    edit(directory, "prices", put(6, "usd_per_hour", "98.33"))
    vouch(directory)

    assert read_release(directory).frames["prices"].height == 5


def test_missing_column_stops_the_load(directory: Path) -> None:
    def drop(rows: Rows) -> None:
        for row in rows:
            del row[-1]

    edit(directory, "prices", drop)
    vouch(directory)

    with pytest.raises(BadRow, match=r"prices\.csv, line 1: the columns must be provider,"):
        read_release(directory)


def test_row_with_too_many_cells_stops_the_load(directory: Path) -> None:
    edit(directory, "prices", lambda rows: rows[3].append("one more"))
    vouch(directory)

    with pytest.raises(CatalogError, match=r"prices\.csv"):
        read_release(directory)


def test_carriage_returns_stop_the_load(directory: Path) -> None:
    path = directory / "models.csv"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    vouch(directory)

    with pytest.raises(CatalogError, match=r"models\.csv: lines must end in LF alone"):
        read_release(directory)


def test_tampered_table_stops_the_load(directory: Path) -> None:
    edit(directory, "prices", put(4, "usd_per_hour", "55.03"))

    with pytest.raises(DigestMismatch, match=r"prices\.csv: not the file"):
        read_release(directory)


def test_tampered_manifest_stops_the_load(directory: Path) -> None:
    manifest = read_manifest(directory)
    write_manifest(directory, msgspec.structs.replace(manifest, digest="0" * 64))

    with pytest.raises(DigestMismatch, match=r"manifest\.json: the digest is not that"):
        read_release(directory)


def test_table_swapped_along_with_its_own_digest_stops_the_load(directory: Path) -> None:
    edit(directory, "prices", put(4, "usd_per_hour", "55.03"))
    before = read_manifest(directory)
    vouch(directory)
    write_manifest(
        directory, msgspec.structs.replace(read_manifest(directory), digest=before.digest)
    )

    with pytest.raises(DigestMismatch):
        read_release(directory)


def test_wrong_row_count_stops_the_load(directory: Path) -> None:
    manifest = read_manifest(directory)
    prices = manifest.tables["prices"]
    tables = manifest.tables | {"prices": msgspec.structs.replace(prices, rows=prices.rows + 1)}
    write_manifest(directory, msgspec.structs.replace(manifest, tables=tables))

    with pytest.raises(CatalogError, match=r"prices\.csv: 5 rows, manifest\.json says 6"):
        read_release(directory)


def test_missing_table_stops_the_load(directory: Path) -> None:
    (directory / "power.csv").unlink()

    with pytest.raises(CatalogError, match=r"power\.csv: cannot be read"):
        read_release(directory)


def test_missing_manifest_stops_the_load(directory: Path) -> None:
    (directory / MANIFEST).unlink()

    with pytest.raises(CatalogError, match=r"manifest\.json: cannot be read"):
        read_release(directory)


def test_unreadable_manifest_stops_the_load(directory: Path) -> None:
    (directory / MANIFEST).write_text('{"name": 1}', encoding="utf-8")

    with pytest.raises(CatalogError, match=r"manifest\.json: "):
        read_release(directory)


def test_manifest_of_another_schema_stops_the_load(directory: Path) -> None:
    manifest = read_manifest(directory)
    write_manifest(directory, msgspec.structs.replace(manifest, schema_version=999))

    with pytest.raises(CatalogError, match="schema version 999"):
        read_release(directory)


def test_manifest_without_a_table_stops_the_load(directory: Path) -> None:
    manifest = read_manifest(directory)
    tables = {name: table for name, table in manifest.tables.items() if name != "power"}
    write_manifest(directory, msgspec.structs.replace(manifest, tables=tables))

    with pytest.raises(CatalogError, match="unknown or missing tables: power"):
        read_release(directory)


def test_publishing_what_is_published_changes_nothing(directory: Path) -> None:
    before = {path.name: path.read_bytes() for path in directory.iterdir()}
    publish(directory, name="small", known_by=date(2026, 7, 31))

    assert {path.name: path.read_bytes() for path in directory.iterdir()} == before


def test_publishing_a_bad_row_leaves_no_manifest(directory: Path) -> None:
    edit(directory, "prices", put(3, "usd_per_hour", "-1"))

    with pytest.raises(BadRow, match="below"):
        publish(directory, name="small", known_by=date(2026, 7, 31))

    assert not (directory / MANIFEST).exists()


def test_publishing_sorts_rows_and_writes_plain_decimals(directory: Path) -> None:
    before = (directory / "prices.csv").read_bytes()
    edit(directory, "prices", swap(5))
    edit(directory, "prices", put(4, "usd_per_hour", "4.316E+1"))
    edit(directory, "prices", put(5, "usd_per_hour", " 55.0400 "))
    publish(directory, name="small", known_by=date(2026, 7, 31))

    assert (directory / "prices.csv").read_bytes() == before


def test_publishing_refuses_a_column_that_the_schema_lacks(directory: Path) -> None:
    edit(directory, "prices", put(1, "notes", "remarks"))

    with pytest.raises(BadRow, match="unknown columns: remarks"):
        publish(directory, name="small", known_by=date(2026, 7, 31))


def test_publishing_refuses_a_row_with_too_many_cells(directory: Path) -> None:
    edit(directory, "prices", lambda rows: rows[3].append("one more"))

    with pytest.raises(BadRow, match="line 4"):
        publish(directory, name="small", known_by=date(2026, 7, 31))


@pytest.mark.parametrize("name", NEEDED)
def test_publishing_refuses_a_release_that_could_answer_nothing(directory: Path, name: str) -> None:
    (directory / f"{name}.csv").unlink()

    with pytest.raises(CatalogError, match=f"a release has rows of {name}"):
        publish(directory, name="small", known_by=date(2026, 7, 31))

    assert not (directory / MANIFEST).exists()


def test_publishing_refuses_what_is_no_directory(tmp_path: Path) -> None:
    with pytest.raises(NotADirectoryError):
        publish(tmp_path / "none", name="small", known_by=date(2026, 7, 31))
