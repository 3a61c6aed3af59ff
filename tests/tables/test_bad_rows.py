"""A bad row stops a release, and the error says where and why."""

import json
from collections.abc import Callable
from datetime import date
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from pricing.errors import BadRow, CatalogError, DigestMismatch
from pricing.releases.manifest import OBJECTS, Release, open_release, read_release
from pricing.releases.publish import publish
from pricing.releases.schema import NEEDED
from tests.tables.conftest import Edit, Rows, edit, put

DAY = date(2026, 7, 31)


def published(source: Path, into: Path) -> Release:
    return publish(source, into, name="small", known_by=DAY)


def repeat(line: int) -> Edit:
    """Write a line twice."""

    def change(rows: Rows) -> None:
        rows.insert(line, list(rows[line - 1]))

    return change


# The prices of the small release are those of p5.48xlarge in us-east-1, in this order:
# capacity block, on-demand to 2025-06-01, on-demand since, reserved for 3 years, spot.
BAD = {
    "wrong type of number": ("prices", put(3, "usd_per_hour", "cheap"), 3, "not a number"),
    "wrong type of day": ("prices", put(4, "effective_from", "2025-06-31"), 4, "not a day"),
    "wrong type of count": ("prices", put(4, "vcpu_count", "1.5"), 4, "not a whole number"),
    "wrong type of flag": ("devices", put(2, "purchase_includes_host", "yes"), 2, "not true or"),
    "not a number at all": ("prices", put(3, "usd_per_hour", "NaN"), 3, "not finite"),
    "infinite": ("prices", put(3, "usd_per_hour", "inf"), 3, "not finite"),
    "negative price": ("prices", put(3, "usd_per_hour", "-98.32"), 3, "below 1e-06"),
    "price of nothing": ("prices", put(3, "usd_per_hour", "0"), 3, "below 1e-06"),
    "absurd price": ("prices", put(3, "usd_per_hour", "9832000"), 3, "above 1e+06"),
    "no price": ("prices", put(3, "usd_per_hour", ""), 3, "a value is required"),
    "no source": ("prices", put(5, "source", ""), 5, "a value is required"),
    "unknown option": ("prices", put(3, "option", "on-demand"), 3, "nearest: on_demand"),
    "unknown confidence": ("devices", put(7, "confidence", "likely"), 7, "not one of"),
    "unknown device": ("prices", put(3, "device", "h100-smx"), 3, "h100-sxm-80gb"),
    "unknown model": ("measurements", put(6, "model", "llama-9"), 6, "is not in models"),
    "unknown unit": ("assumptions", put(4, "unit", "furlong"), 4, "unknown unit 'furlong'"),
    "unknown column": ("prices", put(1, "notes", "note"), 1, "columns: note; nearest: notes"),
    "missing column": ("prices", lambda rows: [row.pop(0) for row in rows], 1, "columns: provider"),
    "long row": ("prices", lambda rows: rows[3].append("more"), 4, "more cells than columns"),
    "empty file": ("prices", lambda rows: rows.clear(), 1, "no columns"),
    "overlap": ("prices", put(3, "effective_to", "2025-06-02"), 4, "overlaps the period before"),
    "open end in the middle": ("prices", put(3, "effective_to", ""), 4, "overlaps"),
    "end before the start": ("prices", put(3, "effective_to", "2023-08-08"), 3, "has begun"),
    "dear spot": ("prices", put(6, "usd_per_hour", "55.05"), 6, "spot is dearer than on-demand"),
    "duplicate": ("prices", repeat(4), 5, "a second row"),
    "more active than all": (
        "models", put(9, "active_parameters", "1000000000000000"), 9, "above parameters",
    ),
    "hot at rest": ("devices", put(5, "idle_watts", "100000"), 5, "idle_watts is not below"),
    "format that is none": ("devices", put(5, "accelerated_precisions", "fp7"), 5, "'fp7': each"),
    "format without a peak": (
        "devices", put(5, "accelerated_precisions", "fp4"), 5, "and fp4_teraflops is empty",
    ),
    "uneven heads": ("models", put(9, "kv_heads", "7"), 9, "kv_heads that divide heads"),
    "experts alone": ("models", put(9, "experts", "8"), 9, "experts need experts_per_token"),
    "more layers than there are": (
        "models", put(9, "full_attention_layers", "900"), 9, "full_attention_layers above layers",
    ),
    "value out of its range": ("assumptions", put(2, "value", "-1"), 2, "not between low and high"),
    "window heads alone": ("models", put(9, "window_kv_heads", "8"), 9, "need each other"),
}  # fmt: skip


@pytest.mark.parametrize(("table", "change", "line", "reason"), BAD.values(), ids=BAD.keys())
def test_bad_row_stops_the_release(
    source: Path, into: Path, table: str, change: Callable[[Rows], Any], line: int, reason: str
) -> None:
    edit(source / f"{table}.csv", change)

    with pytest.raises(BadRow, match=f"{table}.csv, line {line}: ") as caught:
        published(source, into)

    assert reason in str(caught.value)
    assert (caught.value.row, caught.value.file) == (line, str(source / f"{table}.csv"))
    assert list(into.iterdir()) == []


def test_spot_above_on_demand_stands_with_a_note(source: Path, into: Path) -> None:
    edit(source / "prices.csv", put(6, "usd_per_hour", "55.05"))
    edit(source / "prices.csv", put(6, "notes", "above on-demand: capacity is scarce"))

    assert published(source, into).frames["prices"].height == 5


@pytest.mark.parametrize("name", NEEDED)
def test_release_that_could_answer_nothing_is_refused(source: Path, into: Path, name: str) -> None:
    (source / f"{name}.csv").unlink()

    with pytest.raises(CatalogError, match=f"a release has rows of {name}"):
        published(source, into)


def test_file_that_is_no_table_is_refused(source: Path, into: Path) -> None:
    (source / "price.csv").write_text("provider\n")

    with pytest.raises(CatalogError, match=r"price\.csv: no table is called so; nearest: prices"):
        published(source, into)


def test_table_that_is_not_utf_8_is_refused(source: Path, into: Path) -> None:
    path = source / "prices.csv"
    path.write_bytes(path.read_bytes().decode().encode("utf-16"))

    with pytest.raises(CatalogError, match=r"prices\.csv: not UTF-8"):
        published(source, into)


def test_what_is_no_directory_is_refused(tmp_path: Path, into: Path) -> None:
    with pytest.raises(NotADirectoryError):
        published(tmp_path / "none", into)


def test_rows_are_sorted_and_numbers_plain_decimals(
    source: Path, into: Path, manifest: Path
) -> None:
    before = manifest.read_bytes()
    path = source / "prices.csv"
    edit(path, put(4, "usd_per_hour", " 5.504E+1 "))
    edit(path, lambda rows: rows.__setitem__(slice(1, None), rows[:0:-1]))
    edit(path, move_last_column_first)
    expected = json.loads(before)["tables"]["prices"]["rows"]
    release = published_again(source, into)

    assert release.sheets["prices"].frame.height == expected
    assert manifest.with_name("again.json").read_bytes() == before.replace(b"small", b"again")


def move_last_column_first(rows: Rows) -> None:
    rows[:] = [[row[-1], *row[:-1]] for row in rows]


def published_again(source: Path, into: Path) -> Release:
    return publish(source, into, name="again", known_by=DAY)


def test_tables_that_the_source_lacks_are_those_of_the_base(
    source: Path, into: Path, manifest: Path
) -> None:
    for path in source.iterdir():
        if path.name != "prices.csv":
            path.unlink()
    edit(source / "prices.csv", put(6, "usd_per_hour", "20"))
    objects = set((into / OBJECTS).iterdir())

    release = publish(source, into, name="next", known_by=DAY, base=manifest)

    assert len(set((into / OBJECTS).iterdir()) - objects) == 1
    assert release.frames["devices"].equals(read_release(manifest).frames["devices"])
    assert not release.frames["prices"].equals(read_release(manifest).frames["prices"])


def test_publishing_what_is_published_changes_nothing(
    source: Path, into: Path, manifest: Path
) -> None:
    before = {path: path.read_bytes() for path in [manifest, *(into / OBJECTS).iterdir()]}
    published(source, into)

    assert {path: path.read_bytes() for path in [manifest, *(into / OBJECTS).iterdir()]} == before


def test_another_release_of_the_same_name_is_refused(
    source: Path, into: Path, manifest: Path
) -> None:
    before = manifest.read_bytes()
    edit(source / "prices.csv", put(6, "usd_per_hour", "20"))

    with pytest.raises(CatalogError, match="releases never change"):
        published(source, into)

    assert manifest.read_bytes() == before


@pytest.mark.parametrize("read", [read_release, partial(open_release, known={})])
def test_tampered_table_stops_the_load(manifest: Path, read: Callable[[Path], Release]) -> None:
    (path,) = (manifest.parent / OBJECTS).glob("prices-*.csv")
    path.write_bytes(path.read_bytes().replace(b",55.04,", b",55.03,"))

    with pytest.raises(DigestMismatch, match=r"prices-.*\.csv: not the file that small\.json"):
        read(manifest)


def test_an_opened_release_reads_a_table_once_it_is_asked_for(manifest: Path) -> None:
    opened, whole = open_release(manifest, known={}), read_release(manifest)
    frames = opened.frames

    assert opened.facts_of("prices").rows == whole.frames["prices"].height
    assert frames["devices"].equals(whole.frames["devices"])
    assert frames["devices"] is opened.sheets["devices"].frame
    assert {name: sheet.lines.len() for name, sheet in opened.sheets.items()} == {
        name: frame.height for name, frame in whole.frames.items()
    }


def test_a_table_that_is_tampered_with_after_the_start_is_not_answered_from(manifest: Path) -> None:
    opened = open_release(manifest, known={})
    (path,) = (manifest.parent / OBJECTS).glob("prices-*.csv")
    path.write_bytes(path.read_bytes().replace(b",55.04,", b",55.03,"))

    with pytest.raises(DigestMismatch):
        opened.frames["prices"]


def test_bad_row_that_a_manifest_vouches_for_stops_the_load(manifest: Path) -> None:
    (path,) = (manifest.parent / OBJECTS).glob("prices-*.csv")
    content = path.read_bytes().replace(b",55.04,", b",-55.04,")
    digest = sha256(content).hexdigest()
    (path.parent / f"prices-{digest[:8]}.csv").write_bytes(content)
    facts = json.loads(manifest.read_bytes())
    facts["tables"]["prices"]["sha256"] = digest
    manifest.write_text(json.dumps(facts))

    with pytest.raises(BadRow, match=f"prices-{digest[:8]}.csv, line 4: usd_per_hour '-55.04'"):
        read_release(manifest)


def test_missing_table_stops_the_load(manifest: Path) -> None:
    (path,) = (manifest.parent / OBJECTS).glob("prices-*.csv")
    path.unlink()

    with pytest.raises(CatalogError, match=r"prices-.*\.csv: cannot be read"):
        read_release(manifest)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"schema_version": 999}, "schema version 999"),
        ({"name": "other"}, "the release is called other"),
        ({"known_by": 1}, "Expected"),
        ({"digest": "0"}, "unknown field `digest`"),
        ({"tables": {"price": {"rows": 1, "sha256": "0"}}}, "unknown tables: price"),
        ({"tables": {}}, "a release has rows of"),
    ],
)
def test_foreign_manifest_stops_the_load(
    manifest: Path, change: dict[str, Any], reason: str
) -> None:
    facts = json.loads(manifest.read_bytes())
    manifest.write_text(json.dumps(facts | change))

    with pytest.raises(CatalogError, match=rf"small\.json: .*{reason}"):
        read_release(manifest)


def test_wrong_row_count_stops_the_load(manifest: Path) -> None:
    facts = json.loads(manifest.read_bytes())
    facts["tables"]["prices"]["rows"] += 1
    manifest.write_text(json.dumps(facts))

    with pytest.raises(CatalogError, match=r"prices-.*\.csv: 5 rows, small\.json says 6"):
        read_release(manifest)


def test_missing_manifest_stops_the_load(into: Path) -> None:
    with pytest.raises(CatalogError, match=r"none\.json: cannot be read"):
        read_release(into / "none.json")


def test_table_that_a_release_lacks_has_no_rows(source: Path, into: Path) -> None:
    (source / "power.csv").unlink()
    release = published(source, into)

    assert release.frames["power"].height == 0
    assert "value" in release.frames["power"].columns
