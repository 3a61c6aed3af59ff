"""The first sheet of a workbook: the question and the answer in words, and the main figures."""

import re
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from service.formats.workbooks.book import LINE_HEIGHT, Book, Column, safe
from service.formats.workbooks.kinds import Kind

SUMMARY = "Summary"
WIDTH = 110
"""Room for a line of text over the columns of the sheet [characters]."""

LAST_COLUMN = 6
COLUMN_WIDTHS = (34, 20, 18, 18, 18, 18, 18)
PICTURE_ROWS = 22

_SENTENCES = re.compile(r"(?<=[.]) (?=[A-Z])")


class Figure(Struct, frozen=True):
    """A figure with its label; formula: what it is worked out from; name: of its cell."""

    label: str
    kind: Kind
    value: Any
    formula: str = ""
    name: str = ""


class Page:
    """The summary sheet, written from the top."""

    def __init__(self, book: Book, title: str) -> None:
        self._book = book
        self.sheet = book.sheet(SUMMARY, is_wide=False)
        self.sheet.fit_to_pages(1, 0)
        book.widen(self.sheet, COLUMN_WIDTHS)
        self.sheet.write_string(0, 0, _one(title), book.heading)
        self.row = 2

    def words(self, heading: str, texts: Sequence[str]) -> None:
        """Sentences below a heading, each over the width of the page."""
        if not texts:
            return
        self._heading(heading)
        for text in texts:
            lines = -(-len(text) // WIDTH)
            self.sheet.set_row(self.row, lines * LINE_HEIGHT)
            self.sheet.merge_range(self.row, 0, self.row, LAST_COLUMN, "", self._book.wrapped)
            self.sheet.write_string(self.row, 0, _one(text), self._book.wrapped)
            self.row += 1
        self.row += 1

    def figures(self, heading: str, figures: Sequence[Figure]) -> None:
        """Figures below a heading, a line each."""
        self._heading(heading)
        for one in figures:
            self.sheet.write_string(self.row, 0, _one(one.label))
            look = self._book.look(one.kind)
            if one.formula:
                self.sheet.write_formula(self.row, 1, one.formula, look, one.value)
            elif isinstance(one.value, str):
                self.sheet.write_string(self.row, 1, _one(one.value))
            elif one.value is not None:
                self.sheet.write(self.row, 1, one.value, look)
            if one.name:
                self._book.define(one.name, SUMMARY, self.row, 1)
            self.row += 1
        self.row += 1

    def table(self, heading: str, columns: Sequence[Column]) -> Any:
        """A table below a heading."""
        self._heading(heading)
        table = self._book.table(self.sheet, columns, top=self.row)
        self.row = table.next_row
        return table

    def picture(self, chart: Any) -> None:
        """A chart over the width of the page."""
        chart.set_size({"width": 980, "height": PICTURE_ROWS * 20})
        self.sheet.insert_chart(self.row, 0, chart, {"object_position": 2})
        self.row += PICTURE_ROWS + 1

    def end(self) -> None:
        """Set what is printed."""
        self.sheet.print_area(0, 0, self.row, LAST_COLUMN)

    def _heading(self, text: str) -> None:
        self.sheet.write_string(self.row, 0, text, self._book.section)
        self.row += 1


def sentences(text: str) -> list[str]:
    """A summary, sentence by sentence, without its warnings, which a sheet has below it.

    >>> sentences("It costs $2. The load is 1.5 million. Note: a; b.")
    ['It costs $2.', 'The load is 1.5 million.']
    """
    return _SENTENCES.split(text.partition(" Note: ")[0])


def _one(text: str) -> str:
    (found,) = safe([text])
    return found or ""
