from pathlib import Path

import pytest
from msgspec.structs import replace

from pricing.calibration.charts import Chart, digest_in, digest_of, draw
from pricing.calibration.scores import Score, grouped, table
from pricing.calibration.validation import Validation, stale, write
from pricing.catalog.library import Library

SCORES = [
    Score("a", 100.0, 110.0, covered=True),
    Score("b", 100.0, 80.0, covered=True),
    Score("c", 100.0, 250.0, covered=False),
]
FOUND = Validation(
    "# Validation\n",
    Chart({"nvidia": SCORES}, {"tpu": [Score("d", 0.4, 0.5)]}, {"amd": [Score("e", 9.0, 8.0)]}),
)


def test_table_says_how_far_off_either_way() -> None:
    lines = table("kind", {"all": SCORES}).splitlines()

    assert lines[2] == "| all | 3 | 25% | 125% | 67% | 67% |"


def test_table_without_bands_does_not_speak_of_them() -> None:
    text = table("kind", {"all": [replace(score, covered=None) for score in SCORES]})

    assert "band" not in text
    assert text.splitlines()[2] == "| all | 3 | 25% | 125% | 67% |"


def test_groups_come_in_the_order_asked_for_and_empty_ones_not_at_all() -> None:
    text = grouped("row", SCORES, lambda score: score.id, order=["c", "none"])

    assert [line.split()[1] for line in text.splitlines()[2:]] == ["c", "a", "b"]


def test_same_points_give_the_same_picture() -> None:
    assert draw(FOUND.chart, FOUND.page) == draw(FOUND.chart, FOUND.page)


def test_picture_carries_the_digest_of_its_points() -> None:
    assert digest_in(draw(FOUND.chart, FOUND.page)) == digest_of(FOUND.page)


def test_picture_names_its_families_and_quantities() -> None:
    picture = draw(FOUND.chart, FOUND.page)

    missing = [
        text
        for text in ("nvidia (3)", "output tokens per second", "published", "predicted")
        if text not in picture
    ]

    assert missing == []


def test_what_was_written_is_not_stale(tmp_path: Path) -> None:
    write(FOUND, tmp_path)

    assert stale(FOUND, tmp_path) == []


def test_what_is_missing_is_stale(tmp_path: Path) -> None:
    assert stale(FOUND, tmp_path) == ["validation.md", "validation.svg"]


def test_another_word_or_number_is_stale(tmp_path: Path) -> None:
    write(replace(FOUND, page="missed by 7% in 534 rows\n"), tmp_path)

    def missed(page: str) -> list[str]:
        return stale(replace(FOUND, page=page), tmp_path)

    assert missed("missed by 8% in 534 rows\n") == []
    assert missed("missed by 9% in 534 rows\n") == ["validation.md"]
    assert missed("missed by 7% in 514 rows\n") == ["validation.md"]
    assert missed("missed by 7% in 534 runs\n") == ["validation.md"]


def test_a_picture_of_another_page_is_stale(tmp_path: Path) -> None:
    write(FOUND, tmp_path)
    (tmp_path / "validation.md").write_text("# Another\n", encoding="utf-8")

    assert stale(FOUND, tmp_path) == ["validation.md", "validation.svg"]


@pytest.mark.parametrize("name", ["validation.md", "validation.svg"])
def test_the_docs_hold_the_page_and_its_picture(root: Path, name: str) -> None:
    assert (root / "docs" / name).stat().st_size > 1000


def test_the_page_is_of_the_newest_release(root: Path, library: Library) -> None:
    page = (root / "docs" / "validation.md").read_text(encoding="utf-8")

    assert library.newest.name in page
    assert library.newest.digest[:12] in page
