"""The commands that check and publish tables, and overlays as callers ask for them."""

from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import polars as pl
import pytest

from pricing.catalog.library import Library
from pricing.releases.manifest import PACKAGED
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.quote import unit_costs
from service.app import create_app
from service.cli.main import main
from service.settings import Settings
from tests.asgi import asking

NAME = "2026-07-31+acme"
PRICES = (
    "provider,region,instance_type,option,effective_from,usd_per_hour,device,device_count\n"
    "acme,berlin,rack,on_demand,2026-01-01,16,h100-sxm-80gb,8\n"
)
BASE = PACKAGED / "2026-07-31.json"
PUBLISH = ("--base", str(BASE), "--name", "2026-12-31", "--known-by", "2026-12-31")


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory with an overlay, as UNITCOST_TABLES names it."""
    directory = tmp_path / "tables"
    (directory / "acme").mkdir(parents=True)
    says = 'name = "acme"\nbase = "2026-07-31"\nknown_by = 2026-09-01\n'
    (directory / "acme" / "overlay.toml").write_text(says)
    (directory / "acme" / "prices.csv").write_text(PRICES)
    monkeypatch.setenv("UNITCOST_TABLES", str(directory))
    return directory


def test_check_tables_names_every_release_and_overlays_too(
    tables: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check-tables"]) == 0

    told = [line.partition(":")[0] for line in capsys.readouterr().out.splitlines()]
    assert told == sorted([*(path.stem for path in PACKAGED.glob("*.json")), NAME])
    assert (tables / "acme").is_dir()


def test_bad_row_of_an_overlay_is_a_line_with_its_place(
    tables: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tables / "acme" / "prices.csv"
    path.write_text(PRICES.replace("sxm", "smx"))

    assert main(["check-tables"]) == 1

    told = capsys.readouterr().err
    assert told.startswith(f"unitcost: {path}, line 2: device 'h100-smx-80gb' is not in devices")
    assert "h100-sxm-80gb" in told
    assert told.count("\n") == 1


def test_release_is_published_beside_the_tables_of_its_base(
    tables: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "regions.csv").write_text("provider,region,country,source\nacme,berlin,DE,own\n")

    assert main(["publish", str(source), "--into", str(tables), *PUBLISH]) == 0

    library = Library.load([tables])
    assert capsys.readouterr().out == f"2026-12-31: digest {library.newest.digest}\n"
    assert library.names[-1] == "2026-12-31"
    assert len(list((tables / "objects").iterdir())) == 1


def test_released_name_is_not_published_again(
    tables: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["publish", str(tmp_path), "--into", str(tables), *PUBLISH])
    again = [*PUBLISH[:-1], "2027-01-01"]

    assert main(["publish", str(tmp_path), "--into", str(tables), *again]) == 1
    assert "releases never change" in capsys.readouterr().err


@pytest.mark.parametrize("plus", ["+", "%2B"])
def test_overlay_is_asked_for_by_base_and_name(tables: Path, plus: str) -> None:
    ask = asking(create_app(Settings(), Library.load([tables])).asgi)
    asked = "model=llama-3.1-8b&device=h100-sxm-80gb&device_count=8&provider=acme"
    query = f"{asked}&catalog=2026-07-31{plus}acme&as_of=2026-09-01"

    answer: dict[str, Any] = ask("GET", "/v1/inference/unit-costs", query=query).json

    assert answer["price"]["usd_per_device_hour"] == 2.0
    assert answer["provenance"]["catalog"] == NAME


@pytest.fixture
def rows() -> pl.DataFrame:
    """Prices of a place of one's own, with the types that Parquet has."""
    return pl.DataFrame(
        {
            "provider": pl.Series(["acme", "acme"], dtype=pl.Categorical),
            "region": ["berlin", " berlin "],
            "instance_type": ["rack", "rack"],
            "option": ["on_demand", "spot"],
            "effective_from": [date(2026, 1, 1)] * 2,
            "effective_to": ["", "2026-06-01"],
            "usd_per_hour": pl.Series(["16.00", "8.00"]).cast(pl.Decimal(10, 2)),
            "device": ["h100-sxm-80gb"] * 2,
            "device_count": pl.Series([8, 8], dtype=pl.Int8),
        }
    )


def test_an_overlay_may_be_parquet(tables: Path, rows: pl.DataFrame) -> None:
    (tables / "acme" / "prices.csv").unlink()
    rows.write_parquet(tables / "acme" / "prices.parquet")
    catalog = Library.load([tables]).get(NAME)
    own = catalog.frames["prices"].filter(pl.col("provider") == "acme")

    assert own["usd_per_hour"].to_list() == [16.0, 8.0]
    assert own["effective_to"].to_list() == [None, date(2026, 6, 1)]
    assert own["region"].to_list() == ["berlin", "berlin"]
    assert own["source"].to_list() == ["overlay acme"] * 2
    assert own["accelerator"].to_list() == ["h100-sxm-80gb"] * 2


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"option": pl.lit("rent")}, "row 1: option 'rent': not one of"),
        ({"device_count": pl.lit(None, pl.Int8)}, "row 1: device_count None: a value is required"),
        ({"usd_per_hour": pl.lit(0.0)}, "row 1: usd_per_hour 0.0: below 1e-06"),
        ({"usd_per_hour": pl.lit("cheap")}, "row 1: usd_per_hour 'cheap': not a number"),
        ({"effective_to": pl.lit("soon")}, "row 1: effective_to 'soon': not a"),
        ({"device": pl.lit("hal-9000")}, "row 1: device 'hal-9000' is not in devices"),
        ({"price": pl.lit(1.0)}, "row 1: unknown columns: price"),
        ({"option": pl.lit("spot")}, "row 2: a second row for acme/berlin/rack/spot/2026-01-01"),
    ],
)
def test_a_bad_row_of_parquet_is_told_with_its_place(
    tables: Path,
    rows: pl.DataFrame,
    capsys: pytest.CaptureFixture[str],
    changes: dict[str, pl.Expr],
    reason: str,
) -> None:
    (tables / "acme" / "prices.csv").unlink()
    path = tables / "acme" / "prices.parquet"
    rows.with_columns(**changes).write_parquet(path)

    assert main(["check-tables"]) == 1
    assert f"{path}, {reason.replace('row', 'line', 1)}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "reason"),
    [(b"PAR1 and no more", "not readable as Parquet"), (None, "prices.csv is there as well")],
)
def test_a_file_that_is_no_table_of_its_own_is_refused(
    tables: Path,
    rows: pl.DataFrame,
    capsys: pytest.CaptureFixture[str],
    content: bytes | None,
    reason: str,
) -> None:
    path = tables / "acme" / "prices.parquet"
    if content is None:
        rows.write_parquet(path)
    else:
        path.write_bytes(content)
        (tables / "acme" / "prices.csv").unlink()

    assert main(["check-tables"]) == 1
    assert reason in capsys.readouterr().err


def test_parquet_is_published_as_parquet_and_answers_as_csv_does(
    tables: Path, tmp_path: Path, library: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    prices = library.get("2026-07-31").frames["prices"]
    source = tmp_path / "source"
    source.mkdir()
    prices.sample(fraction=1.0, shuffle=True, seed=7).write_parquet(source / "prices.parquet")

    assert main(["publish", str(source), "--into", str(tables), *PUBLISH]) == 0

    capsys.readouterr()
    (made,) = (tables / "objects").iterdir()
    assert made.suffix == ".parquet"
    found = Library.load([tables])
    assert found.newest.frames["prices"].equals(prices)
    query = msgspec.convert(
        {
            "model": "llama-3.1-8b",
            "deployment": {"device": "h100-sxm-80gb"},
            "as_of": "2026-05-01",
        },
        UnitCostQuery,
    )
    costs = [
        unit_costs(msgspec.structs.replace(query, catalog=name), found).unit_costs
        for name in ("2026-07-31", "2026-12-31")
    ]
    assert costs[0] == costs[1]
