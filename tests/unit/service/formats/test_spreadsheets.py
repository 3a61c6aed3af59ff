"""Tables of scenarios as spreadsheets save them."""

from io import BytesIO
from typing import Any

import msgspec
import polars as pl
import pytest

from pricing.errors import InvalidQuery
from service.formats import media as formats
from service.formats.readers import read_table
from service.http.problems import Refused
from tests.asgi import Ask

ROWS = pl.DataFrame(
    {
        "model": ["llama-3.1-8b", "llama-3.1-8b"],
        "deployment.device": ["l4", "h100-sxm-80gb"],
        "deployment.device_count": [1, 1],
        "load.input_tokens": [812.5, 1000.0],
        "as_of": ["2026-05-01", "2026-06-01"],
    }
)
SEMICOLONS = (
    b"\xef\xbb\xbfmodel;deployment.device;deployment.device_count;load.input_tokens;as_of\r\n"
    b"llama-3.1-8b;l4;1;812,5;2026-05-01\r\nllama-3.1-8b;h100-sxm-80gb;1;1000;2026-06-01\r\n"
)


def workbook(rows: pl.DataFrame = ROWS) -> bytes:
    into = BytesIO()
    rows.with_columns(pl.col("as_of").str.to_date()).write_excel(into)
    return into.getvalue()


def answered(ask: Ask, body: bytes, media: str) -> list[dict[str, Any]]:
    reply = ask("POST", "/v1/sweeps", headers={"content-type": media}, body=body)
    assert reply.status == 200, reply.json
    rows: list[dict[str, Any]] = reply.json["rows"]
    return rows


def test_every_way_of_saving_a_table_has_the_same_answers(ask: Ask) -> None:
    plain = answered(ask, ROWS.write_csv().encode(), formats.CSV.media)

    assert all(row["refusal"] is None for row in plain)
    assert answered(ask, SEMICOLONS, formats.CSV.media) == plain
    assert answered(ask, workbook(), formats.XLSX.media) == plain


def test_a_comma_that_may_be_of_thousands_is_refused() -> None:
    with pytest.raises(InvalidQuery, match="'1,000' can be a thousand or a decimal") as refused:
        read_table(b"model;load.input_tokens\na;1,000\nb;2000\n", formats.CSV.media)

    assert refused.value.field == "load.input_tokens"


def test_the_rest_of_a_column_tells_what_a_comma_is() -> None:
    table = read_table(b"model;load.input_tokens\na;1,000\nb;2,5\nc;1.000\n", formats.CSV.media)

    assert table["load.input_tokens"].to_list() == ["1.000", "2.5", "1000"]


def test_days_of_a_workbook_are_texts_and_blank_columns_are_none() -> None:
    table = read_table(workbook(), formats.XLSX.media, limit=2)

    assert table["as_of"].to_list() == ["2026-05-01", "2026-06-01"]
    assert table.columns == ROWS.columns


def test_too_many_rows_of_a_workbook_are_refused() -> None:
    with pytest.raises(InvalidQuery, match="2 scenarios"):
        read_table(workbook(), formats.XLSX.media, limit=1)


@pytest.mark.parametrize("body", [b"", b"PK\x03\x04", b"model,device\na,l4\n"])
def test_what_is_no_workbook_is_malformed(body: bytes) -> None:
    with pytest.raises(Refused) as refused:
        read_table(body, formats.XLSX.media, limit=10)

    assert refused.value.kind == "malformed-table"


def test_refusal_of_a_workbook_is_a_problem(ask: Ask) -> None:
    headers = {"content-type": formats.XLSX.media}
    reply = ask("POST", "/v1/sweeps", headers=headers, body=b"no workbook")

    assert reply.status in {400, 422}
    assert msgspec.json.decode(reply.body)["type"].endswith("malformed-table")
