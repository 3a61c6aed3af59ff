"""What a spreadsheet makes of an answer, and how much of one a sheet holds."""

import zipfile
from dataclasses import replace
from io import BytesIO

import polars as pl
import pytest

from pricing.errors import InvalidQuery
from service.formats.tables import TableAnswer
from service.formats.writers import shown, xlsx
from service.sentences.sentence import Sentence

SHEET_ROWS = 1_048_576
"""Those of a sheet of Excel, its header among them."""

ROWS = pl.DataFrame({"model": ["a", None], "usd_per_request": [0.5, None]})
NOTES = {"asked": "=1+1", "source": "https://example.com/", "catalog": "2026-05-31"}


def table(*, count: int = 2) -> TableAnswer:
    return TableAnswer(
        schema=ROWS.schema,
        count=count,
        frames=iter([ROWS]),
        sentence=lambda _frames: Sentence(""),
        notes=NOTES,
    )


def files(asked: TableAnswer) -> dict[str, str]:
    """The parts of a workbook, by name."""
    with zipfile.ZipFile(BytesIO(b"".join(xlsx(asked)))) as book:
        return {name: book.read(name).decode() for name in book.namelist()}


def test_a_sheet_has_a_header_and_as_many_rows_as_there_is_room_for() -> None:
    assert files(replace(table(count=SHEET_ROWS - 1), frames=iter(())))
    with pytest.raises(InvalidQuery, match="1,048,576 rows are more than the 1,048,575") as refused:
        files(table(count=SHEET_ROWS))

    assert refused.value.field == "axes"


def test_every_note_is_text_two_rows_below_the_units() -> None:
    about = files(table())["xl/worksheets/sheet2.xml"]

    assert all(text in about for pair in NOTES.items() for text in pair)
    assert [f'r="A{row}"' in about for row in range(1, 9)] == [
        *(True, True, True),  # what the columns are of
        *(False, True),
        *(True, True, True),
    ]
    assert "<f>" not in about
    assert "hyperlink" not in about


def test_what_is_empty_is_no_cell_and_the_header_stays() -> None:
    found = files(table())
    rows = found["xl/worksheets/sheet1.xml"]

    assert 'r="A2"' in rows
    assert 'r="A3"' not in rows
    assert 'state="frozen"' in rows
    assert "2000-01-01T00:00:00Z" in found["docProps/core.xml"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (99_999.94, "99999.9"),
        (123_456.789, "123456.79"),
        (-123_456.789, "-123456.79"),
        (9.876543e14, "987654300000000"),
        (1e15, "1e+15"),
    ],
)
def test_what_is_large_is_told_to_the_cent(value: float, text: str) -> None:
    assert shown(value) == text
