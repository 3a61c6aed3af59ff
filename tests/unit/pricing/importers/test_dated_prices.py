"""Collected prices with their days, and the release that was made of them."""

import csv
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from tests.unit.pricing.importers.conftest import SAMPLES, Import

SAMPLE = "dated/prices_newer.csv"
SERIES = ("provider", "region", "instance_type", "option")
HEADER = (
    "provider,region,instance_type,accelerator,accelerator_count,purchase_option,usd_per_hour,"
    "effective_from,effective_to,source"
)
P5 = "aws,us-east-1,p5.48xlarge,H100,8"


def rows_of(catalog: Catalog) -> dict[tuple[str, ...], list[dict[str, Any]]]:
    found: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for row in catalog.frames["prices"].iter_rows(named=True):
        found.setdefault(tuple(row[name] for name in SERIES), []).append(row)
    return found


def on(rows: Sequence[Mapping[str, Any]], day: date) -> tuple[Any, ...] | None:
    """What a series costs on a day, and for which devices."""
    for row in rows:
        if row["effective_from"] <= day < (row["effective_to"] or date.max):
            return row["usd_per_hour"], row["device"], row["device_count"]
    return None


def given(tmp_path: Path, *rows: str) -> Path:
    path = tmp_path / "collected.csv"
    path.write_text("\n".join([HEADER, *rows]) + "\n")
    return path


def test_the_release_of_autumn_is_what_the_import_makes(
    importing: Import, overlay: Path, library: Library
) -> None:
    """On every day from which on a price of the sample holds, in the release or by the import."""
    report = importing("dated-prices", SAMPLE)
    made = rows_of(library.read(overlay))
    released = rows_of(library.get("2026-10-31"))
    with (SAMPLES / SAMPLE).open() as file:
        sample = list(csv.DictReader(file))
    named = ("provider", "region", "instance_type", "purchase_option")
    series = {tuple(row[name] for name in named) for row in sample}

    assert report.mapped == len(sample) > 50
    for key in series:
        days = {row["effective_from"] for row in (*made[key], *released[key])}
        for day in (*days, date(2026, 10, 31)):
            assert on(made[key], day) == on(released[key], day), (key, day)


def test_a_second_import_changes_nothing(importing: Import, overlay: Path) -> None:
    importing("dated-prices", SAMPLE)
    before = (overlay / "prices.csv").read_bytes()
    report = importing("dated-prices", SAMPLE)

    assert set(report.counts) == {"unchanged"}
    assert (overlay / "prices.csv").read_bytes() == before


def test_a_price_ends_the_one_before_and_lasts_to_the_next(
    importing: Import, overlay: Path, library: Library, tmp_path: Path
) -> None:
    path = given(
        tmp_path,
        f"{P5},on_demand,40,2026-08-01,,a page",
        f"{P5},on_demand,40,2026-08-20,,a page",
        f"{P5},on_demand,36,2026-09-01,2026-10-01,a page",
    )
    report = importing("dated-prices", path)
    rows = rows_of(library.read(overlay))["aws", "us-east-1", "p5.48xlarge", "on_demand"]
    new = [row for row in rows if row["source"] == "a page"]

    assert [on(rows, date(2026, month, 15)) for month in (7, 8, 9, 10)] == [
        (55.04, "h100-sxm-80gb", 8.0),
        (40.0, "h100-sxm-80gb", 8.0),
        (36.0, "h100-sxm-80gb", 8.0),
        None,
    ]
    assert new[0]["last_observed"] == date(2026, 8, 20)
    assert report.observed == date(2026, 9, 1)
    assert report.counts == {"changed": 2, "unchanged": 1}


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (f"{P5},on demand,40,2026-08-01,,a page", "its option is on demand"),
        (f"{P5},on_demand,40,first of May,,a page", "effective_from is no day"),
        (f"{P5},on_demand,40,2026-08-01,soon,a page", "effective_to is no day"),
        (f"{P5},on_demand,40,2026-08-01,2026-07-01,a page", "it ends before it begins"),
        (f"{P5},on_demand,free,2026-08-01,,a page", "it has no price"),
        (f"{P5},on_demand,40,2026-08-01,,", "it has no source"),
        ("new,x,box,H100,8,on_demand,40,2026-08-01,,a page", "'H100' may be"),
    ],
)
def test_a_row_that_is_no_price_is_counted(
    importing: Import, tmp_path: Path, row: str, reason: str
) -> None:
    report = importing("dated-prices", given(tmp_path, row))

    assert report.mapped == 0
    assert [why.startswith(reason) for why in report.left_out] == [True]


def test_a_row_may_name_its_device(
    importing: Import, overlay: Path, library: Library, tmp_path: Path
) -> None:
    path = tmp_path / "collected.csv"
    row = "new,x,box,H100,8,on_demand,40,2026-08-01,,a page,h100-nvl-94gb"
    path.write_text(f"{HEADER},device\n{row}\n")
    importing("dated-prices", path)
    rows = rows_of(library.read(overlay))["new", "x", "box", "on_demand"]

    assert on(rows, date(2026, 8, 1)) == (40.0, "h100-nvl-94gb", 8.0)
