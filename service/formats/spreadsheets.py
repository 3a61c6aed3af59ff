"""Reads tables as spreadsheets save them: workbooks, and CSV with semicolons and decimal commas."""

from codecs import BOM_UTF8
from io import BytesIO

import polars as pl

from pricing.catalog.overlays.spreadsheet import SEPARATORS, decimal_sign
from pricing.errors import InvalidQuery

COMMAS = r"^-?\d[\d.]*(,\d+)+$"
"""A number with a comma in it."""

THOUSANDS = r"^-?\d{1,3}(\.\d{3})+(,\d+)?$"
"""A number whose thousands have dots, where a comma is before the decimals."""

UNNAMED = "__UNNAMED__"
"""What the reader calls a column without a heading, with its number behind it."""


def separator_of(body: bytes) -> str:
    """What separates the cells of a CSV: what its header has most of; else a comma.

    >>> separator_of(b"model;load.input_tokens"), separator_of(b"model")
    (';', ',')
    """
    header = body.removeprefix(BOM_UTF8).lstrip(b"\r\n").partition(b"\n")[0]
    most = max(SEPARATORS, key=lambda mark: header.count(mark.encode()))
    return most if most.encode() in header else ","


def csv_table(body: bytes) -> pl.DataFrame:
    """Cells as text: the column decides their type.

    Where a comma separates no cells, it is the sign of decimals. Raises InvalidQuery for a column
    in which it may be that of thousands as well.
    """
    separator = separator_of(body)
    table = pl.read_csv(BytesIO(body), infer_schema=False, separator=separator)
    if separator == ",":
        return table
    return table.with_columns(
        pl.when(pl.col(name).str.contains(COMMAS) | pl.col(name).str.contains(THOUSANDS))
        .then(pl.col(name).str.replace_all(".", "", literal=True).str.replace(",", "."))
        .otherwise(pl.col(name))
        .alias(name)
        for name in table.columns
        if _has_decimals(table[name])
    )


def _has_decimals(column: pl.Series) -> bool:
    """Whether a column has numbers with a comma before their decimals."""
    numbers = column.filter(column.str.contains(COMMAS)).to_list()
    if numbers and decimal_sign(numbers) != ",":
        raise InvalidQuery(
            f"{numbers[0]!r} can be a thousand or a decimal: write it as"
            f" {numbers[0].replace(',', '')} or {numbers[0].replace(',', '.')}",
            field=column.name[:100],
        )
    return bool(numbers)


def workbook_table(body: bytes) -> pl.DataFrame:
    """The first sheet of a workbook, its first row the names of the columns.

    Columns without a name and a cell are left out. Raises ValueError for what is no workbook.
    """
    import fastexcel  # noqa: PLC0415 - few tables are workbooks

    try:
        table: pl.DataFrame = fastexcel.read_excel(body).load_sheet(0).to_polars()
    except fastexcel.FastExcelError as error:
        raise ValueError(str(error)) from error
    empty = [
        name
        for name in table.columns
        if name.startswith(UNNAMED) and table[name].null_count() == table.height
    ]
    return table.drop(empty)
