"""Reads workbooks cell by cell, with the formulas beside the values."""

import re
import zipfile
from collections.abc import Mapping
from io import BytesIO
from typing import NamedTuple
from xml.etree import ElementTree as ET

from xlsxwriter.utility import xl_cell_to_rowcol, xl_col_to_name

from pricing.tco.answer import TcoAnswer

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
SHARED = "xl/sharedStrings.xml"
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


class Cell(NamedTuple):
    """A cell: its value, and the formula that it is worked out by."""

    value: str | float
    formula: str | None


Sheet = Mapping[str, Cell]


def sheets(body: bytes) -> dict[str, Sheet]:
    """The cells of every sheet by name and place."""
    with zipfile.ZipFile(BytesIO(body)) as file:
        texts = [
            "".join(part.text or "" for part in item.iter(f"{MAIN}t"))
            for item in (_tree(file.read(SHARED)) if SHARED in file.namelist() else ())
        ]
        targets = {
            relation.get("Id"): relation.get("Target", "")
            for relation in _tree(file.read("xl/_rels/workbook.xml.rels"))
        }
        book = _tree(file.read("xl/workbook.xml"))
        return {
            sheet.get("name", ""): {
                cell.get("r", ""): _cell(cell, texts)
                for cell in _tree(
                    file.read(f"xl/{targets[sheet.get(RELATION)].removeprefix('/xl/')}")
                ).iter(f"{MAIN}c")
                if len(cell)
            }
            for sheet in book.iter(f"{MAIN}sheet")
        }


def names(body: bytes) -> dict[str, str]:
    """The named ranges and cells of the workbook, with their places."""
    with zipfile.ZipFile(BytesIO(body)) as file:
        book = _tree(file.read("xl/workbook.xml"))
    return {
        one.get("name", ""): one.text or ""
        for one in book.iter(f"{MAIN}definedName")
        if one.get("localSheetId") is None
    }


def parts(body: bytes) -> dict[str, str]:
    """The files within a workbook."""
    with zipfile.ZipFile(BytesIO(body)) as file:
        return {name: file.read(name).decode() for name in file.namelist()}


def column(sheet: Sheet, title: str, *, header: int = 1) -> list[Cell]:
    """The cells under a heading, with that of the total."""
    (letter,) = (
        place.removesuffix(str(header))
        for place, cell in sheet.items()
        if re.fullmatch(rf"[A-Z]+{header}", place) and cell.value == title
    )
    found = []
    row = header + 1
    while f"{letter}{row}" in sheet:
        found.append(sheet[f"{letter}{row}"])
        row += 1
    return found


def _tree(text: bytes) -> ET.Element:
    return ET.fromstring(text)  # noqa: S314 - what the service or the test itself wrote


def _cell(cell: ET.Element, texts: list[str]) -> Cell:
    text = cell.findtext(f"{MAIN}v") or ""
    formula = cell.findtext(f"{MAIN}f")
    match cell.get("t"):
        case "s":
            return Cell(texts[int(text)], formula)
        case "inlineStr":
            return Cell("".join(cell.itertext()), None)
        case "str" | "e":
            return Cell(text, formula)
        case _:
            return Cell(float(text), formula)


CENT = 0.01 + 1e-6
"""What a rounded amount may be from the exact one, with room for sums of floats."""


def compared(body: bytes, answer: TcoAnswer) -> list[str]:
    """What a workbook says otherwise than its answer, cell by cell, and what does not add up."""
    found = sheets(body)
    converted = answer.converted
    total = answer.totals.usd_total if converted is None else converted.total
    rates = [1.0] * len(answer.months)
    years = [year.usd_total for year in answer.years]
    fiscal_years = [year.usd_total for year in answer.fiscal_years]
    if converted is not None:
        rates = [month.usd_per_currency_unit for month in converted.months]
        years, fiscal_years = [*converted.years.values()], [*converted.fiscal_years.values()]
    expected = {
        ("Months", "Total"): [
            one.usd_total / rate for one, rate in zip(answer.months, rates, strict=True)
        ],
        ("Cash", "Paid"): [
            one.usd_paid / rate for one, rate in zip(answer.months, rates, strict=True)
        ],
        ("Years", "Total"): years,
        ("Fiscal years", "Total"): fiscal_years,
    }
    for item in answer.totals.line_items_usd:
        expected["Months", item.replace("_", " ").capitalize()] = [
            one.line_items_usd[item] / rate for one, rate in zip(answer.months, rates, strict=True)
        ]
    wrong = [
        f"{sheet} {title} {row}: {cell.value} for {value}"
        for (sheet, title), values in expected.items()
        for row, (cell, value) in enumerate(
            zip(column(found[sheet], title), [*values, sum(values)], strict=True), start=2
        )
        if abs(float(cell.value) - value) > CENT
    ]
    wrong += [
        f"{sheet}: {cells[-1].value} in all for {total}"
        for sheet in ("Months", "Years", "Fiscal years")
        if round(float((cells := column(found[sheet], "Total"))[-1].value), 2)
        not in {round(total - 1e-6, 2), round(total + 1e-6, 2)}
    ]
    return wrong + [
        f"{sheet} {place}: {cell.value} is not what its items add up to, {added}"
        for sheet in ("Months", "Years", "Fiscal years", "Cash", "Summary")
        for place, cell in found[sheet].items()
        if cell.formula and (bounds := re.fullmatch(SUM, cell.formula))
        for added in [_added(found[sheet], *bounds.groups())]
        if round(added, 2) != round(float(cell.value), 2)
    ]


SUM = r"SUM\(([A-Z]+)\$?(\d+):([A-Z]+)\$?(\d+)\)"
"""A sum of a range."""


def _added(sheet: Sheet, left: str, top: str, right: str, bottom: str) -> float:
    """The sum of the numbers in a range."""
    return sum(
        float(cell.value)
        for column in range(xl_col(left), xl_col(right) + 1)
        for row in range(int(top), int(bottom) + 1)
        if (cell := sheet.get(f"{xl_col_to_name(column)}{row}"))
    )


def xl_col(letters: str) -> int:
    """The number of a column from its letters, from 0."""
    _, column = xl_cell_to_rowcol(f"{letters}1")
    return int(column)
