"""What tests of the tables share."""

import csv
import io
import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path

import polars as pl
import pytest

from pricing.releases.manifest import OBJECTS, PACKAGED, object_name, read_manifest
from pricing.releases.publish import publish
from pricing.releases.sheet import PARQUET

FEW_ROWS = 20

Rows = list[list[str]]
Edit = Callable[[Rows], None]


@pytest.fixture(scope="session")
def few_rows() -> dict[str, str]:
    """The tables of a small release: quick to break and to read again."""
    manifest, _ = read_manifest(PACKAGED / "2026-07-31.json")
    texts = {}
    for name, table in manifest.tables.items():
        path = PACKAGED / OBJECTS / object_name(name, table.sha256)
        as_parquet = path.with_suffix(PARQUET)
        frame = pl.read_parquet(as_parquet) if as_parquet.exists() else None
        text = path.read_text(encoding="utf-8") if frame is None else frame.write_csv()
        lines = text.splitlines(keepends=True)
        few = PICK.get(name, _few)(lines[1:])
        texts[name] = "".join([lines[0], *few])
    return texts


@pytest.fixture(scope="session")
def published_once(
    few_rows: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, Path]:
    """The tables of a small release, and a directory with it published."""
    source, into = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("published")
    for name, text in few_rows.items():
        (source / f"{name}.csv").write_text(text, encoding="utf-8")
    publish(source, into, name="small", known_by=date(2026, 7, 31))
    return source, into


@pytest.fixture
def source(published_once: tuple[Path, Path], tmp_path: Path) -> Path:
    """The tables of a small release, to be published."""
    return shutil.copytree(published_once[0], tmp_path / "source")


@pytest.fixture
def into(tmp_path: Path) -> Path:
    """An empty directory of releases."""
    directory = tmp_path / "tables"
    directory.mkdir()
    return directory


@pytest.fixture
def manifest(published_once: tuple[Path, Path], source: Path, into: Path) -> Path:
    """The manifest of the small release, published from the tables beside it."""
    del source
    shutil.copytree(published_once[1], into, dirs_exist_ok=True)
    return into / "small.json"


def edit(path: Path, change: Edit) -> None:
    """Change the rows of a table; the first one is the header, line 1 of the file."""
    rows = list(csv.reader(io.StringIO(path.read_text(encoding="utf-8"))))
    change(rows)
    output = io.StringIO()
    csv.writer(output, lineterminator="\n").writerows(rows)
    path.write_text(output.getvalue(), encoding="utf-8")


def put(line: int, column: str, value: str) -> Edit:
    """Write a value into one cell; lines are counted as an editor counts them."""

    def change(rows: Rows) -> None:
        rows[line - 1][rows[0].index(column)] = value

    return change


def _h100_prices(body: list[str]) -> list[str]:
    return [line for line in body if line.startswith("aws,us-east-1,p5.48xlarge,")]


def _few(body: list[str]) -> list[str]:
    return body[:FEW_ROWS]


def _all(body: list[str]) -> list[str]:
    return body


PICK: dict[str, Callable[[list[str]], list[str]]] = {
    "prices": _h100_prices,
    "devices": _all,
    "models": _all,
    "assumptions": _all,
}
