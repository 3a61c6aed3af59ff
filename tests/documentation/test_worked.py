"""The worked pages of the docs."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from docs.worked.pages import main, pages
from docs.worked.training_costs import PURCHASES
from pricing.catalog.library import Library


@pytest.fixture(scope="module")
def written(library: Library) -> dict[str, str]:
    return pages(library)


def test_page_shows_every_way_of_buying_and_every_item(written: dict[str, str]) -> None:
    page = written["training-costs.md"]

    assert all(f"| {name} |" in page for name in PURCHASES)
    assert "| commitment_unused |" in page
    assert "{" not in page.partition("The work is the same")[2]


def test_serving_page_shows_every_way_and_adds_up(written: dict[str, str]) -> None:
    page = written["serving-costs.md"]
    rows = [line for line in page.splitlines() if line.startswith(("| rented |", "| API |"))]

    assert len(rows) == 3  # what each costs, and where renting breaks even
    assert "| `commitment_unused` |" in page
    assert "None" not in page


@pytest.mark.parametrize("name", ["rented", "reserved", "owned"])
def test_serving_pictures_mark_the_alternatives(written: dict[str, str], name: str) -> None:
    text = "".join(ET.fromstring(written[f"serving-costs-{name}.svg"]).itertext())  # noqa: S314 - our own

    assert "API: " in text
    assert "USD a month" in text


def test_picture_is_svg_with_text_that_can_be_read(written: dict[str, str]) -> None:
    text = "".join(ET.fromstring(written["training-costs.svg"]).itertext())  # noqa: S314 - our own

    assert "spot stops winning at" in text
    assert "on demand: " in text


def test_command_writes_what_is_stale_and_nothing_else(
    tmp_path: Path,
    written: dict[str, str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("docs.worked.pages.pages", lambda _library: written)  # seconds each time

    assert main(["--check"], tmp_path) == 1
    assert "stale" in capsys.readouterr().err
    assert main([], tmp_path) == 0
    assert {path.name for path in tmp_path.iterdir()} == set(written)
    assert main(["--check"], tmp_path) == 0
