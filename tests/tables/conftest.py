"""What tests of the tables share."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import polars as pl
import pytest

from pricing.catalog.library import TABLES as RELEASES
from pricing.catalog.library import Library
from pricing.releases.manifest import MANIFEST
from pricing.releases.publish import publish
from pricing.releases.schema import TABLES

FEW_ROWS = 20


@pytest.fixture(
    params=sorted(path.parent for path in RELEASES.glob(f"*/{MANIFEST}")),
    ids=lambda path: path.name,
)
def release_directory(request: pytest.FixtureRequest) -> Path:
    """The directory of each release."""
    directory: Path = request.param
    return directory


@pytest.fixture
def frames(release_directory: Path, library: Library) -> dict[str, pl.DataFrame]:
    """The tables of each release."""
    return dict(library.get(release_directory.name).frames)


@pytest.fixture(scope="session")
def small_release(tmp_path_factory: pytest.TempPathFactory, library: Library) -> Path:
    """A release of a few rows: quick to copy, to break and to read again."""
    newest = RELEASES / library.newest.name
    directory = tmp_path_factory.mktemp("small") / "release"
    directory.mkdir()
    for name in TABLES:
        lines = (newest / f"{name}.csv").read_text(encoding="utf-8").splitlines(keepends=True)
        few = PICK.get(name, _few)(lines[1:])
        (directory / f"{name}.csv").write_text("".join([lines[0], *few]), encoding="utf-8")
    publish(directory, name="small", known_by=date(2026, 7, 31))
    return directory


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
}
