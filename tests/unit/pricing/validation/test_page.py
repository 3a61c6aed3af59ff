from math import log
from pathlib import Path

import pytest
from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.validation.charts import Chart, digest_in, digest_of, draw
from pricing.validation.misses import why, worst
from pricing.validation.page import Asked, Validation, stale, write
from pricing.validation.scores import Score, by_origin, grouped, table

SCORES = [
    Score("a", 100.0, 110.0, covered=True),
    Score("b", 100.0, 80.0, covered=True),
    Score("c", 100.0, 250.0, covered=False),
]
ASKED = Asked("## Memory\n\nmissed by 7% in 534 rows", "0" * 64)
FOUND = Validation(
    "# Validation\n\n## Inference",
    ASKED,
    Chart({"nvidia": SCORES}, {"tpu": [Score("d", 0.4, 0.5)]}, {"amd": [Score("e", 9.0, 8.0)]}),
)


def test_table_says_how_far_off_either_way() -> None:
    lines = table("kind", {"all": SCORES}).splitlines()

    assert lines[2] == "| all | 3 | 25% | 125% | 67% | 67% |"


def test_table_without_bands_does_not_speak_of_them() -> None:
    text = table("kind", {"all": [replace(score, covered=None) for score in SCORES]})

    assert "band" not in text
    assert text.splitlines()[2] == "| all | 3 | 25% | 125% | 67% |"


def test_relative_errors_are_shares_of_what_was_published() -> None:
    """A tenth and a fifth off, and one and a half times too high."""
    text = table("kind", {"all": SCORES}, relative=True)

    assert text.splitlines()[2] == "| all | 3 | 25% | 125% | 67% | 67% | 20% | 124% |"


def test_error_is_of_the_published_and_within_a_factor_of_two_or_not() -> None:
    scores = [Score("a", 100.0, 210.0), Score("b", 190.0, 100.0)]

    assert scores[1].error_log == pytest.approx(log(1.9))
    assert table("kind", {"all": scores}).splitlines()[2].endswith(" 50% |")


def test_bands_are_spoken_of_where_every_score_has_one() -> None:
    text = table("kind", {"all": SCORES, "one": [Score("d", 0.4, 0.5)]})

    assert "band" not in text


def test_sources_that_a_release_knows_are_told_from_others() -> None:
    sources = {"a": "known", "b": "known", "c": "new"}

    groups = by_origin(SCORES, lambda score: sources[score.id], {"known"})

    assert {name: [score.id for score in scores] for name, scores in groups.items()} == {
        "all": ["a", "b", "c"],
        "of a source that the release holds other rows of": ["a", "b"],
        "of other sources": ["c"],
    }


def test_worst_misses_come_first_with_the_reason() -> None:
    text = worst(["letter"], SCORES, lambda score: [score.id.upper()], lambda _: "unknown")

    assert text.splitlines()[2:] == [
        "| c | C | 0.40 | no | unknown |",
        "| b | B | 1.25 | yes | unknown |",
        "| a | A | 0.91 | yes | unknown |",
    ]


@pytest.mark.parametrize(
    ("notes", "unprinted", "reason"),
    [
        ("As printed. Review: a typing error", ["the batch"], "a typing error"),
        ("As printed.", ["the batch", "the layout"], "the batch nor the layout"),
        ("As printed.", [], "not reviewed"),
    ],
)
def test_reason_of_a_miss_is_the_review_or_what_is_not_printed(
    notes: str, unprinted: list[str], reason: str
) -> None:
    assert why(notes, unprinted).removeprefix("its source does not print ") == reason


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

    assert stale(ASKED, tmp_path) == []


def test_what_is_missing_is_stale(tmp_path: Path) -> None:
    assert stale(ASKED, tmp_path) == ["validation.md", "validation.svg"]


@pytest.mark.parametrize(
    ("text", "is_stale"),
    [
        ("missed by 8% in 534 rows", False),
        ("missed by 9% in 534 rows", True),
        ("missed by 7% in 514 rows", True),
        ("missed by 7% in 534 runs", True),
    ],
)
def test_another_word_or_number_is_stale(tmp_path: Path, text: str, *, is_stale: bool) -> None:
    write(FOUND, tmp_path)

    found = stale(replace(ASKED, text=f"## Memory\n\n{text}"), tmp_path)

    assert found == (["validation.md"] if is_stale else [])


def test_refits_of_another_engine_are_stale(tmp_path: Path) -> None:
    write(FOUND, tmp_path)

    assert stale(replace(ASKED, fingerprint="1" * 64), tmp_path) == ["validation.md"]


def test_a_picture_of_another_page_is_stale(tmp_path: Path) -> None:
    write(FOUND, tmp_path)
    (tmp_path / "validation.md").write_text("# Another\n", encoding="utf-8")

    assert stale(ASKED, tmp_path) == ["validation.md", "validation.svg"]


@pytest.mark.parametrize("name", ["validation.md", "validation.svg"])
def test_the_docs_hold_the_page_and_its_picture(root: Path, name: str) -> None:
    assert (root / "docs" / name).stat().st_size > 1000


def test_the_page_is_of_the_newest_release(root: Path, library: Library) -> None:
    page = (root / "docs" / "validation.md").read_text(encoding="utf-8")

    assert library.newest.name in page
    assert library.newest.digest[:12] in page
