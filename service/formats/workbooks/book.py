"""Sheets of a workbook: tables with formats, names, totals by formula, and a print layout."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from io import BytesIO
from math import ceil
from types import TracebackType
from typing import Any

import polars as pl
from msgspec import Struct
from xlsxwriter import Workbook
from xlsxwriter.utility import xl_col_to_name, xl_range_abs

from service.formats.pictures.style import DOWN, LINES, UP, colours_of
from service.formats.tables import EPOCH, neutralised
from service.formats.workbooks.kinds import DAYS, LEFT, TEXTS, WIDTHS, Kind, number_formats

LINE_HEIGHT = 15.0
PAGE_WIDTH = 235.0
"""Room for columns on a page that can still be read [characters]."""

A4 = 9
CHART_ROWS = 17
OPTIONS = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}


class Column(Struct, frozen=True):
    """A column of a table.

    cells: values, None for an empty cell; formula: of every cell, with {row} for the number of its
    row, beside which the value is what it works out to; formulas: of each cell, instead; total: the
    value of its sum, None for no sum; name: of the range of its cells, empty for none.
    """

    title: str
    kind: Kind
    cells: Sequence[Any]
    formula: str = ""
    formulas: Sequence[str] = ()
    total: float | None = None
    name: str = ""


class Table(Struct, frozen=True):
    """Where a table is on its sheet, counted from 0. The first row is under the header."""

    sheet: str
    first_row: int
    last_row: int
    columns: Mapping[str, int]

    @property
    def next_row(self) -> int:
        """The first row below the table, its total and an empty row."""
        return self.last_row + 3

    def letter(self, title: str) -> str:
        """The letter of a column."""
        letter: str = xl_col_to_name(self.columns[title])
        return letter

    def cells(self, title: str) -> list[Any]:
        """The range of a column, as charts take it."""
        column = self.columns[title]
        return [self.sheet, self.first_row, column, self.last_row, column]

    def heading(self, title: str) -> list[Any]:
        """The cell of a header, as charts take it."""
        return [self.sheet, self.first_row - 1, self.columns[title]]

    def total_cell(self, title: str) -> str:
        """The cell with the total of a column, for a formula."""
        return f"'{self.sheet}'!${self.letter(title)}${self.last_row + 2}"


def letters(columns: Sequence[Column]) -> dict[str, str]:
    """The letter of each column of a table that is to be written, by title."""
    return {column.title: xl_col_to_name(at) for at, column in enumerate(columns)}


class Book(AbstractContextManager["Book"]):
    """A workbook in memory; currency: of its money."""

    def __init__(self, currency: str, footer: str) -> None:
        self._into = BytesIO()
        self._book = Workbook(self._into, OPTIONS)
        self._book.set_properties({"created": EPOCH})
        self._book.set_calc_mode("auto")
        self._footer, self._widths = footer, dict[str, list[float]]()
        self.currency = currency
        numbers = number_formats(currency)
        self._looks = {
            (kind, is_bold): self._book.add_format(
                {"num_format": numbers.get(kind, "General"), "valign": "top", "bold": is_bold}
                | ({"text_wrap": True} if kind in TEXTS else {})
                | ({"align": "left", "indent": 1} if kind in LEFT else {})
                | ({"top": 1} if is_bold else {})
            )
            for kind in WIDTHS
            for is_bold in (False, True)
        }
        header = {"bold": True, "text_wrap": True, "valign": "bottom", "bottom": 1}
        header["bg_color"] = "#e8eef4"
        sides = {"align": "right"}, {"align": "left", "indent": 1}
        self._headers = [self._book.add_format(header | side) for side in sides]
        self.heading = self._book.add_format({"bold": True, "font_size": 14})
        self.section = self._book.add_format({"bold": True, "font_size": 12, "bottom": 1})
        self.note = self._book.add_format({"italic": True, "font_color": "#555555"})
        self.wrapped = self._book.add_format({"text_wrap": True, "valign": "top"})

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self._book.close()

    @property
    def bytes(self) -> bytes:
        """The whole file, once it is closed."""
        return self._into.getvalue()

    def sheet(self, name: str, *, is_wide: bool = True) -> Any:
        """A new sheet that prints on pages as wide as it is."""
        sheet = self._book.add_worksheet(name)
        sheet.set_paper(A4)
        if is_wide:
            sheet.set_landscape()
        sheet.hide_gridlines(2)
        sheet.set_footer(f"&L{self._footer.replace('&', '&&')}&C&A&RPage &P of &N")
        return sheet

    def widen(self, sheet: Any, widths: Sequence[float]) -> None:
        """Set the widths of the first columns of a sheet, and of further ones later."""
        own = self._widths.setdefault(sheet.name, [])
        for at, width in enumerate(widths):
            if at == len(own):
                own.append(width)
                sheet.set_column(at, at, width)

    def define(self, name: str, sheet: str, row: int, column: int) -> None:
        """Name a cell."""
        place = xl_range_abs(row, column, row, column)
        self._book.define_name(name, f"='{sheet}'!{place}")

    def notes(self, sheet: Any, row: int, texts: Sequence[str]) -> None:
        """Write remarks from a row on, one below the other, which are printed too."""
        for at, text in enumerate(texts, start=row):
            sheet.write_string(at, 0, text, self.note)
        sheet.print_area(0, 0, row + len(texts) - 1, _columns(sheet) - 1)

    def look(self, kind: Kind) -> Any:
        """The format of a kind of cell."""
        return self._looks[kind, False]

    def bars(
        self,
        table: Table,
        categories: str,
        stacked: Sequence[str],
        *,
        title: str,
        lines: Sequence[str] = (),
    ) -> Any:
        """A chart of columns of a table, some stacked and some as lines."""
        chart = self._book.add_chart({"type": "column", "subtype": "stacked"})
        along = {"categories": table.cells(categories)}
        colours = colours_of(name.lower().replace(" ", "_") for name in stacked)
        for name, colour in zip(stacked, colours.values(), strict=True):
            fill = {"fill": {"color": colour}, "border": {"color": "#ffffff", "width": 0.5}}
            own = {"name": table.heading(name), "values": table.cells(name), "gap": 30}
            chart.add_series(along | own | fill)
        if lines:
            over = self._book.add_chart({"type": "line"})
            for name, colour in zip(lines, LINES, strict=False):
                line = {"line": {"color": colour, "width": 2.0, "dash_type": "dash"}}
                over.add_series(
                    along | {"name": table.heading(name), "values": table.cells(name)} | line
                )
            chart.combine(over)
        chart.set_title({"name": title, "name_font": {"size": 12}})
        chart.set_x_axis({"num_format": "mmm yyyy", "text_axis": True})
        chart.set_y_axis({"num_format": "#,##0", "min": 0})
        chart.set_legend({"position": "bottom"})
        return chart

    def tornado(
        self, sheet: Any, row: int, table: Table, categories: str, ends: Sequence[str]
    ) -> None:
        """Draw two columns of changes from a row on, to either side of none, the first on top."""
        chart = self._book.add_chart({"type": "bar"})
        for name, colour in zip(ends, (DOWN, UP), strict=True):
            chart.add_series(
                {
                    "categories": table.cells(categories),
                    "name": table.heading(name),
                    "values": table.cells(name),
                    "fill": {"color": colour},
                    "overlap": 100,
                    "gap": 40,
                }
            )
        chart.set_title({"name": "What moves the cost, USD", "name_font": {"size": 12}})
        chart.set_y_axis({"reverse": True, "label_position": "low"})
        chart.set_x_axis({"num_format": "#,##0", "label_position": "high"})
        chart.set_legend({"position": "bottom"})
        chart.set_size({"width": 860, "height": CHART_ROWS * 20})
        sheet.insert_chart(row, 0, chart, {"object_position": 2})
        sheet.print_area(0, 0, row + CHART_ROWS, _columns(sheet) - 1)
        sheet.fit_to_pages(1, 0)

    def table(self, sheet: Any, columns: Sequence[Column], *, top: int = 0) -> Table:
        """Write a table with its header at a row; a sum below each column that has a total.

        Columns that are named are ranges of the workbook. The first table of a sheet has its header
        frozen and repeated on every page.
        """
        self.widen(sheet, [WIDTHS[column.kind] for column in columns])
        count = len(columns[0].cells)
        first, last = top + 1, top + count
        has_total = any(column.total is not None for column in columns)
        for at, column in enumerate(columns):
            (title,) = safe([column.title])
            sheet.write_string(top, at, title, self._headers[column.kind in LEFT])
            self._cells(sheet, column, first, at)
            if column.name and count:
                place = xl_range_abs(first, at, last, at)
                self._book.define_name(column.name, f"='{sheet.name}'!{place}")
            if has_total:
                self._total(sheet, column, first, last, at)
        if not top:
            sheet.freeze_panes(first, 1)
            sheet.repeat_rows(0)
            sheet.repeat_columns(0)
            sheet.fit_to_pages(ceil(sum(self._widths[sheet.name]) / PAGE_WIDTH), 0)
        self._heights(sheet, columns, top)
        sheet.print_area(0, 0, last + has_total, max(len(columns), _columns(sheet)) - 1)
        titles = {column.title: at for at, column in enumerate(columns)}
        return Table(sheet.name, first, last, titles)

    def _heights(self, sheet: Any, columns: Sequence[Column], top: int) -> None:
        """Make rows as high as their texts, which not every reader of workbooks does."""
        sized = list(zip(columns, self._widths[sheet.name], strict=False))
        texts = [(column, width) for column, width in sized if column.kind in TEXTS]
        sheet.set_row(top, _height((column.title, width) for column, width in sized))
        for row in range(len(columns[0].cells) if texts else 0):
            height = _height((column.cells[row] or "", width) for column, width in texts)
            sheet.set_row(top + 1 + row, height)

    def _cells(self, sheet: Any, column: Column, first: int, at: int) -> None:
        look = self._looks[column.kind, False]
        cells = safe(column.cells) if column.kind in TEXTS else column.cells
        for place, value in enumerate(cells):
            row = first + place
            formula = column.formulas[place] if column.formulas else column.formula
            if value is None:
                continue
            if formula:
                sheet.write_formula(row, at, formula.format(row=row + 1), look, value)
            elif column.kind in TEXTS:
                sheet.write_string(row, at, value, look)
            elif column.kind in DAYS:
                sheet.write_datetime(row, at, value, look)
            else:
                sheet.write_number(row, at, value, look)

    def _total(self, sheet: Any, column: Column, first: int, last: int, at: int) -> None:
        look = self._looks[column.kind, True]
        if at == 0:
            sheet.write_string(last + 1, at, "Total", self._looks["name", True])
        elif column.total is None:
            sheet.write_blank(last + 1, at, None, look)
        else:
            letter = xl_col_to_name(at)
            formula = f"=SUM({letter}{first + 1}:{letter}{last + 1})"
            sheet.write_formula(last + 1, at, formula, look, column.total)


def safe(texts: Iterable[object]) -> list[str | None]:
    """Texts that no spreadsheet runs as a formula, even where the file is saved as another."""
    known = [None if text is None else str(text) for text in texts]
    if not known:
        return []
    frame = pl.DataFrame({"text": known}, schema={"text": pl.String})
    found: list[str | None] = neutralised(frame)["text"].to_list()
    return found


def _height(texts: Iterable[tuple[str, float]]) -> float:
    """The height of a row of texts, each in a column of a width."""
    return LINE_HEIGHT * max(1, *(ceil(1.1 * len(text) / width) for text, width in texts))


def _columns(sheet: Any) -> int:
    """The columns that the print area of a sheet has already."""
    return (sheet.dim_colmax or 0) + 1
