"""Reads a table as spreadsheets save it: marks, separators, decimal commas, days, blank lines.

A number or a day that can be read in two ways is read as the rest of its column is. Where the rest
does not tell either, it is refused.
"""

import csv
import io
import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from decimal import Decimal

from msgspec import Struct

from pricing.errors import BadRow, CatalogError

SEPARATORS = (";", "\t", ",")
_WORKBOOK = b"PK\x03\x04"

_MARKS = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_CURRENCY = re.compile(r"(?:US)?\$|€|£|\b[A-Z]{3}\b")
_SIGNS = {"€": "EUR", "£": "GBP", "US$": "USD", "$": None}
_GAP = re.compile(r"(?<=\d)['’\s\u00a0\u202f](?=\d{3}(?!\d))")
"""What parts thousands beside the signs of decimals."""

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*|[.,]\d+")
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*|[1-9]\d?(?:,\d\d)+,\d{3}")
"""Whole numbers in groups of three digits, or as India writes them."""

_GROUPED = re.compile(r"[1-9]\d{0,2}([.,])\d{3}")
_ISO = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?")
_DOTTED = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})|(\d\d)\.(\d\d)\.(2\d)")
_SLASHED = re.compile(r"(\d{1,2})([/-])(\d{1,2})\2(\d{4})(?: [\d:]+)?")
_WORDED = re.compile(
    r"(?:(\d{1,2})(?:st|nd|rd|th|er|\.)?[ -])?([A-Za-z]{3,9})[ .-]+(?:(\d{1,2}),? +)?(\d{4})"
    r"|(\d{1,2})-([A-Za-z]{3})-(2[0-9])"
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTHS_OF_A_YEAR = 12


class Line(Struct, frozen=True):
    """A row with something in it, and the line of the file that it begins on.

    hours: that a price of it is of.
    """

    number: int
    cells: dict[str, str]
    hours: int = 1


class Spreadsheet(Struct, frozen=True):
    """The cells of a file as texts, by the names of its header."""

    file: str
    header_line: int
    header: tuple[str, ...]
    lines: tuple[Line, ...]
    separator: str = ","


MOST_TITLES = 12
"""Lines that may stand above a header: a title, remarks, and what several columns share."""


def read_spreadsheet(
    content: bytes,
    *,
    file: str,
    is_column: Callable[[str], bool] = bool,
    is_needed: Callable[[str], bool] | None = None,
) -> Spreadsheet:
    """The rows of a CSV that a spreadsheet saved; blank lines and comments are left out.

    is_column, is_needed: whether a cell is the name of a column, and of one that every header has:
    lines above it are titles, and the last of them may say what several columns share.

    Raises BadRow or CatalogError: no text, no header, a column twice, or more cells than columns.
    """
    text = _decoded(content, file=file)
    separator, told = _separator(text)
    titles = _titles(text, separator, is_needed, is_column)
    shared: list[str] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    header: tuple[str, ...] = ()
    header_line, line, lines = 1, 1, []
    try:
        for row in reader:
            start, line = line, reader.line_num + 1
            cells = [cell.strip() for cell in row]
            if not any(cells) or (told and start == 1) or _is_comment(cells):
                continue
            if titles:
                titles, shared = titles - 1, cells
                continue
            if not header:
                header, header_line = _under(shared, cells, is_column), start
                _check_header(header, file=file, line=start)
                continue
            if any(cells[len(header) :]):
                reason = (
                    f"more cells than columns, which {separator!r} separates: put quotes around a"
                    " cell that contains it"
                )
                raise BadRow(file=file, row=start, reason=reason)
            pairs = zip(header, cells, strict=False)
            lines.append(Line(start, {name: cell for name, cell in pairs if name and cell}))
    except csv.Error as error:
        raise BadRow(file=file, row=line, reason=f"not readable as CSV: {error}") from error
    if not header:
        raise BadRow(file=file, row=1, reason="no columns")
    return Spreadsheet(file, header_line, header, tuple(lines), separator)


def _titles(
    text: str,
    separator: str,
    is_needed: Callable[[str], bool] | None,
    is_column: Callable[[str], bool],
) -> int:
    """How many lines with something in them stand above the header, without comments."""
    lines = [line for line in text.splitlines() if line.strip(" ;,\t")][: MOST_TITLES + 1]
    above = -text.lower().startswith("sep=")
    for row in csv.reader(lines, delimiter=separator):
        cells = [cell.strip() for cell in row]
        if is_needed and any(map(is_needed, cells)) and sum(map(is_column, cells)) > 1:
            return above
        above += not _is_comment(cells)
    return 0


def _is_comment(cells: Sequence[str]) -> bool:
    """Whether a row is a remark of whoever wrote the file."""
    return next(filter(None, cells), "").startswith("#")


def _under(
    shared: list[str], header: list[str], is_column: Callable[[str], bool]
) -> tuple[str, ...]:
    """A header with what the line above says of several columns, as merged cells save it."""
    if not any(shared[1:]):
        return tuple(header)
    group, names = "", []
    for at, name in enumerate(header):
        group = (shared[at] if at < len(shared) else "") or group
        names.append(name if not name or is_column(name) else f"{group} {name}".strip())
    return tuple(names)


def _decoded(content: bytes, *, file: str) -> str:
    mark = next((mark for mark in _MARKS if content.startswith(mark)), b"")
    if content.startswith(_WORKBOOK):
        raise CatalogError(f"{file}: a workbook: save the sheet as “CSV UTF-8”")
    try:
        text = content.removeprefix(mark).decode(_MARKS.get(mark, "utf-8"))
    except UnicodeDecodeError as error:
        raise CatalogError(f"{file}: not UTF-8: save it as “CSV UTF-8”") from error
    if "\0" in text:
        raise CatalogError(f"{file}: not UTF-8: save it as “CSV UTF-8”")
    return text


def _separator(text: str) -> tuple[str, bool]:
    """What separates the cells, and whether the first line does nothing but say so."""
    first = next((line for line in text.splitlines() if line.strip(" ;,\t")), "")
    told = first.strip().lower().removeprefix("sep=")
    if told in SEPARATORS and first.lower().startswith("sep="):
        return told, True
    parted = (line for line in text.splitlines() if any(map(line.count, SEPARATORS)))
    shown = next((line for line in parted if not line.startswith("#")), first)
    return max(SEPARATORS, key=shown.count), False


def _check_header(header: tuple[str, ...], *, file: str, line: int) -> None:
    named = [name for name in header if name]
    twice = next((name for name in named if named.count(name) > 1), None)
    if twice is not None:
        raise BadRow(file=file, row=line, reason=f"a second column {twice!r}")


def _plain(text: str) -> str:
    return _GAP.sub("", _CURRENCY.sub("", text)).strip()


def currency_of(text: str) -> str | None:
    """The currency that a cell names; None for none, and for a dollar sign alone.

    >>> currency_of("CHF 38.53"), currency_of("38,53 €"), currency_of("$38.53")
    ('CHF', 'EUR', None)
    """
    found = _CURRENCY.search(text)
    return _SIGNS.get(found[0], found[0]) if found else None


def decimal_sign(texts: Iterable[str]) -> str | None:
    """The sign before the decimals of a column; None where its numbers do not tell, or disagree.

    >>> decimal_sign(["38,53", "1.234"]), decimal_sign(["1,234.50"]), decimal_sign(["1,234"])
    (',', '.', None)
    """
    signs = set()
    for text in map(_plain, texts):
        marks = [mark for mark in text if mark in ".,"]
        if not marks or _GROUPED.fullmatch(text):
            continue
        if len(marks) == 1 or marks[-1] != marks[-2]:
            signs.add(marks[-1])
    return signs.pop() if len(signs) == 1 else None


def amount_of(text: str, sign: str | None, *, has_commas: bool = False) -> Decimal:
    """A number as it is written; sign: that of the column's decimals.

    has_commas: whether decimals may as well have a comma, as in files with semicolons.

    Raises ValueError for what is no number, or one that can be read in two ways.

    >>> amount_of("$1,234.50", None), amount_of("38,53", ","), amount_of("1.234", ",")
    (Decimal('1234.50'), Decimal('38.53'), Decimal('1234'))
    """
    plain = _plain(text)
    if not _NUMBER.fullmatch(plain):
        raise ValueError("not a number: write it as 38.53")
    grouped = _GROUPED.fullmatch(plain)
    if grouped and sign is None and (has_commas or grouped[1] == ","):
        raise ValueError("can be a thousand or a decimal: write it as 1234 or 1.2340")
    last = max(plain.rfind("."), plain.rfind(","))
    mark = plain[last] if last >= 0 else "."
    if grouped:
        mark = sign or "."
    elif plain.count(mark) > 1:  # only thousands are marked several times
        mark = "," if mark == "." else "."
    other = "," if mark == "." else "."
    whole, _, decimals = plain.partition(mark)
    if other in decimals or (other in whole and not _THOUSANDS.fullmatch(whole)):
        raise ValueError("not a number: write it as 38.53")
    point = f".{decimals}" if decimals else ""
    return Decimal(f"{whole.replace(other, '') or 0}{point}")


def day_order(texts: Iterable[str]) -> str | None:
    """Whether 01/02/2026 begins with the day or the month, by the other days of the file.

    >>> day_order(["01/02/2026", "31/12/2026"]), day_order(["12/31/2026"]), day_order(["1/2/2026"])
    ('day', 'month', None)
    """
    orders = set()
    for text in texts:
        match = _SLASHED.fullmatch(text)
        if match and int(match[1]) > _MONTHS_OF_A_YEAR:
            orders.add("day")
        elif match and int(match[3]) > _MONTHS_OF_A_YEAR:
            orders.add("month")
    return orders.pop() if len(orders) == 1 else None


def day_of(text: str, order: str | None) -> date:
    """A day as it is written; order: see day_order.

    Raises ValueError for what is no day, or one that can be read in two ways.

    >>> day_of("01.08.26", None), day_of("1. August 2026", None), day_of("8/1/2026", "month")
    (datetime.date(2026, 8, 1), datetime.date(2026, 8, 1), datetime.date(2026, 8, 1))
    """
    how = "write it as 2026-08-31"
    if match := _ISO.fullmatch(text):
        return date(int(match[1]), int(match[3]), int(match[4]))
    if match := _DOTTED.fullmatch(text):
        day, month, year = filter(None, match.groups())
        return date(int(f"20{year[-2:]}"), int(month), int(day))
    if match := _WORDED.fullmatch(text):
        month, day = (match[2] or match[6])[:3].lower(), match[1] or match[3] or match[5]
        if month in _MONTHS and day:
            year = match[4] or f"20{match[7]}"  # as spreadsheets show days: 1-Aug-26
            return date(int(year), _MONTHS.index(month) + 1, int(day))
    if match := _SLASHED.fullmatch(text):
        first, second = int(match[1]), int(match[3])
        own = day_order([text]) or order
        if own is None and first != second:
            raise ValueError(f"can be a day of two months: {how}")
        day, month = (second, first) if own == "month" else (first, second)
        return date(int(match[4]), month, day)
    if text.isdecimal():
        raise ValueError(f"a spreadsheet's number of a day: format the column as a date, or {how}")
    raise ValueError(f"not a day: {how}")
