"""Tables as spreadsheets save them are read for what they are, or refused."""

from datetime import date
from decimal import Decimal

import pytest

from pricing.catalog.overlays.spreadsheet import (
    amount_of,
    day_of,
    day_order,
    decimal_sign,
    read_spreadsheet,
)
from pricing.errors import BadRow, CatalogError

ROWS = "provider;price\r\n\r\n;;\r\naws;38,53\r\n"


@pytest.mark.parametrize(
    "content",
    [
        ROWS.encode(),
        b"\xef\xbb\xbf" + ROWS.encode(),
        b"\xff\xfe" + ROWS.encode("utf-16-le"),
        ROWS.replace(";", "\t").encode(),
        ROWS.replace("\r\n", "\n").encode(),
    ],
)
def test_marks_separators_and_blank_lines_are_read_over(content: bytes) -> None:
    sheet = read_spreadsheet(content, file="card.csv")

    (line,) = sheet.lines
    assert line.cells == {"provider": "aws", "price": "38,53"}
    assert line.number == 4


def test_first_line_may_say_what_separates() -> None:
    sheet = read_spreadsheet(b"sep=;\nprovider;price\naws;1,5\n", file="card.csv")

    assert sheet.header == ("provider", "price")
    assert sheet.lines[0].number == 3


def test_line_is_that_on_which_the_row_begins() -> None:
    sheet = read_spreadsheet(b'provider,notes\naws,"two\nlines"\nazure,one\n', file="card.csv")

    assert [line.number for line in sheet.lines] == [2, 4]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "no columns"),
        (b"a,a\n1,2\n", "a second column 'a'"),
        (b"provider,price\naws,38,53\n", "line 2: more cells than columns"),
        (b'provider,price\naws,"38\n', "not readable as CSV"),
    ],
)
def test_what_is_no_table_is_refused_with_its_line(content: bytes, reason: str) -> None:
    with pytest.raises(BadRow, match=reason):
        read_spreadsheet(content, file="card.csv")


def test_another_encoding_is_refused_with_what_to_do() -> None:
    for content in (b"prix\n1\n\xe9", ROWS.encode("utf-16-le"), b"PK\x03\x04"):
        with pytest.raises(CatalogError, match="“CSV UTF-8”"):
            read_spreadsheet(content, file="card.csv")


@pytest.mark.parametrize(
    ("text", "sign", "amount"),
    [
        ("38.53", None, "38.53"),
        ("$1,234.50", None, "1234.50"),
        ("1.234,50 €", None, "1234.50"),
        ("38,53", None, "38.53"),
        ("1.234", ",", "1234"),
        ("1.234", None, "1.234"),
        ("1,234", ",", "1.234"),
        ("1,234", ".", "1234"),
        ("1'234.5", None, "1234.5"),
        ("1,234,567", None, "1234567"),
        (",5", None, "0.5"),
        ("12,34,567.8", None, "1234567.8"),
    ],
)
def test_numbers_are_read_as_their_column_is_written(
    text: str, sign: str | None, amount: str
) -> None:
    assert amount_of(text, sign) == Decimal(amount)


@pytest.mark.parametrize(
    "text", ["1,234", "about 5", "5-6", "", "1.2.3,4,5", "nan", "38.53.10", "38 53", "1,2345.6"]
)
def test_number_that_means_two_things_or_none_is_refused(text: str) -> None:
    with pytest.raises((ValueError, ArithmeticError)):
        amount_of(text, None)


def test_thousand_of_a_file_with_semicolons_is_refused() -> None:
    with pytest.raises(ValueError, match="can be a thousand or a decimal"):
        amount_of("1.234", None, has_commas=True)


def test_columns_that_disagree_tell_no_sign() -> None:
    assert decimal_sign(["1,5", "1.5"]) is None


@pytest.mark.parametrize(
    "text",
    [
        "2026-08-01",
        "2026-08-01T00:00:00Z",
        "2026-08-01 00:00:00",
        "2026/8/1",
        "1.8.2026",
        "1 Aug 2026",
        "August 1, 2026",
        "01-Aug-2026",
        "1-Aug-26",
    ],
)
def test_days_are_read_as_they_are_written(text: str) -> None:
    assert day_of(text, None) == date(2026, 8, 1)


def test_order_of_day_and_month_is_that_of_the_file() -> None:
    texts = ["8/1/2026", "12/31/2026"]

    assert day_of(texts[0], day_order(texts)) == date(2026, 8, 1)


@pytest.mark.parametrize("text", ["8/1/2026", "46235", "2026-02-30", "soon", "1.8.26"])
def test_day_that_means_two_things_or_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"write it as 2026-08-31|day is out of range"):
        day_of(text, None)
