"""The commands that check and publish tables, and overlays as callers ask for them."""

from pathlib import Path
from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.releases.manifest import PACKAGED
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


def test_check_tables_tells_overlays_too(
    tables: Path, library: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check-tables"]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert {line.partition(":")[0] for line in lines} == {*library.names, NAME}
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
