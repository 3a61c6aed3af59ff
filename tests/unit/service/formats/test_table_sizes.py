"""A table with more rows than a sweep may have is refused by its count, before it is read."""

from contextlib import nullcontext
from io import BytesIO
from typing import Literal

import polars as pl
import pytest

from pricing.errors import InvalidQuery
from service.formats import media as formats
from service.formats import readers as reading
from service.formats.readers import MEDIA, read_table
from service.formats.table_sizes import COLUMNS, COUNTED
from service.http.problems import Refused

ROWS = 300
FRAME = pl.DataFrame({"model": ["two\nlines", None, "c"] * 100, "load.concurrency": [8.0] * ROWS})

PARQUET_MAGIC_BYTES = 4


def arrow(
    frame: pl.DataFrame = FRAME,
    compression: Literal["uncompressed", "lz4", "zstd"] = "uncompressed",
) -> bytes:
    into = BytesIO()
    frame.write_ipc_stream(into, compression=compression)
    return into.getvalue()


def parquet(frame: pl.DataFrame = FRAME) -> bytes:
    into = BytesIO()
    frame.write_parquet(into)
    return into.getvalue()


BODIES = {
    formats.NDJSON.media: FRAME.write_ndjson().encode(),
    formats.CSV.media: FRAME.write_csv().encode(),
    formats.ARROW.media: arrow(),
    formats.PARQUET.media: parquet(),
}


@pytest.mark.parametrize("media", sorted(COUNTED))
def test_rows_are_counted_as_they_are_read(media: str) -> None:
    assert COUNTED[media](BODIES[media]) == ROWS
    assert read_table(BODIES[media], media, limit=ROWS).height == ROWS
    with pytest.raises(InvalidQuery, match="300 scenarios are more than the 299"):
        read_table(BODIES[media], media, limit=ROWS - 1)


@pytest.mark.parametrize("media", sorted(COLUMNS))
def test_columns_are_counted_as_they_are_read(media: str) -> None:
    assert COLUMNS[media](BODIES[media]) == 2


@pytest.mark.parametrize("media", sorted(COLUMNS))
def test_a_few_bytes_are_no_way_to_fill_the_memory(
    media: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame = pl.DataFrame({f"c{place}": [1.0] * 2_000 for place in range(2_001)})
    bodies = {
        formats.CSV.media: ",".join(frame.columns).encode() + b"\n" * 2_001,
        formats.PARQUET.media: parquet(frame),
    }
    monkeypatch.setitem(MEDIA, media, lambda _: pytest.fail("read"))

    assert len(bodies[media]) < 4_000_000
    with pytest.raises(InvalidQuery, match="2,000 rows of 2,001 columns are more than the 4,000,0"):
        read_table(bodies[media], media, limit=ROWS * 10)


@pytest.mark.parametrize("media", [formats.ARROW.media, formats.PARQUET.media])
def test_texts_are_no_way_to_fill_the_memory(media: str) -> None:
    frame = pl.DataFrame({"model": pl.repeat("x" * 100_000, 1_000, eager=True)})
    body = parquet(frame) if media == formats.PARQUET.media else arrow(frame, "zstd")

    with pytest.raises(InvalidQuery, match="texts of the table are too long"):
        read_table(body, media, limit=1_000)


def test_nothing_but_the_count_of_a_long_table_is_read() -> None:
    body = parquet()
    unreadable = body[:PARQUET_MAGIC_BYTES] + bytes(100) + body[PARQUET_MAGIC_BYTES + 100 :]

    with pytest.raises(InvalidQuery):
        read_table(unreadable, formats.PARQUET.media, limit=1)
    with pytest.raises(Refused):
        read_table(unreadable, formats.PARQUET.media)


def test_rows_and_cells_of_an_arrow_stream_are_counted_once_read() -> None:
    wide = pl.DataFrame({f"c{place}": [1.0] * 2_000 for place in range(2_001)})

    with pytest.raises(InvalidQuery, match="300 scenarios are more than the 299"):
        read_table(arrow(), formats.ARROW.media, limit=ROWS - 1)
    with pytest.raises(InvalidQuery, match="2,000 rows of 2,001 columns are more than the 4,000,0"):
        read_table(arrow(wide, "zstd"), formats.ARROW.media, limit=ROWS * 10)


def test_blank_lines_are_no_rows() -> None:
    body = b'\n{"model":"a"}\n \r\n{"model":"b"}\n\n'

    assert COUNTED[formats.NDJSON.media](body) == 2
    assert read_table(body, formats.NDJSON.media, limit=2).height == 2


def test_lines_that_say_nothing_are_no_way_to_fill_the_memory() -> None:
    names = b"{%s}\n" % b",".join(b'"c%d":1' % place for place in range(1_000))

    assert read_table(names + b"{}\n" * 100, formats.NDJSON.media).shape == (101, 1_000)
    with pytest.raises(Refused, match="almost all cells"):
        read_table(names + b"{}\n" * 10_000, formats.NDJSON.media)


def test_lines_name_no_more_columns_than_any_query_has_fields() -> None:
    def named(count: int) -> bytes:
        return b"".join(b'{"c%d":1}\n' % place for place in range(count))

    assert read_table(named(1_000), formats.NDJSON.media).shape == (1_000, 1_000)
    with pytest.raises(Refused, match="a table has at most 1000 columns"):
        read_table(named(1_001), formats.NDJSON.media)


def test_mark_of_the_encoding_before_lines_is_no_part_of_a_name() -> None:
    body = b'\xef\xbb\xbf{"model":"a"}\n'

    assert read_table(body, formats.NDJSON.media).columns == ["model"]


@pytest.mark.parametrize("cell", [b"[1]", b'{"of":1}'])
def test_lists_and_objects_are_no_cells_and_told_by_a_short_name(cell: bytes) -> None:
    with pytest.raises(Refused, match="not list or object") as refused:
        read_table(b'{"%s":%s}\n' % (b"c" * 1_000, cell), formats.NDJSON.media)

    assert refused.value.field == "c" * 100


def test_column_of_no_cells_is_told_by_a_short_kind() -> None:
    kind = pl.Struct({f"c{place}": pl.Int64 for place in range(100)})
    body = arrow(pl.DataFrame(schema={"model": kind}))

    with pytest.raises(Refused) as refused:
        read_table(body, formats.ARROW.media)

    assert refused.value.detail.endswith(str(kind)[:100])


def test_rows_that_name_nothing_are_rows_in_whichever_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LINES_BYTES", 1)
    table = read_table(b'{}\n{}\n{"model":"a"}\n{}\n', formats.NDJSON.media)

    assert ["a" in str(cell) for cell in table["model"].to_list()] == [False, False, True, False]


def test_cells_are_counted_over_all_parts_and_may_be_more_in_a_longer_body(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reading, "LINES_BYTES", 1)
    body = b'{"a":1,"b":2}\n' + b"{}\n" * 49  # 100 cells in 161 bytes
    allowed = reading.MOST_CELLS_PER_BYTE * len(body)

    monkeypatch.setattr(reading, "MOST_CELLS", 100 - allowed)
    assert read_table(body, formats.NDJSON.media).height == 50
    monkeypatch.setattr(reading, "MOST_CELLS", 99 - allowed)
    with pytest.raises(Refused, match="almost all cells"):
        read_table(body, formats.NDJSON.media)


@pytest.mark.parametrize(
    ("most", "columns", "is_read"),
    [(200, 20, True), (199, 20, False), (0, 16, True), (0, 17, False)],
)
def test_cells_are_as_many_as_may_be_or_sixteen_for_every_row_that_may(
    monkeypatch: pytest.MonkeyPatch, most: int, columns: int, *, is_read: bool
) -> None:
    monkeypatch.setattr(reading, "MOST_CELLS", most)
    body = pl.DataFrame({f"c{place}": [1.0] * 10 for place in range(columns)}).write_csv()

    with nullcontext() if is_read else pytest.raises(InvalidQuery, match="10 rows of"):
        assert read_table(body.encode(), formats.CSV.media, limit=10).width == columns


@pytest.mark.parametrize(
    ("length", "media", "is_read"),
    [
        (200, formats.PARQUET.media, True),
        (300, formats.PARQUET.media, False),
        (300, formats.CSV.media, True),  # they are no longer than what was sent
    ],
)
def test_texts_take_no_more_than_their_body_or_their_share_of_the_cells(
    monkeypatch: pytest.MonkeyPatch, length: int, media: str, *, is_read: bool
) -> None:
    monkeypatch.setattr(reading, "MOST_CELLS", 0)
    frame = pl.DataFrame({"model": ["x" * length] * 10})
    body = parquet(frame) if media == formats.PARQUET.media else frame.write_csv().encode()

    with nullcontext() if is_read else pytest.raises(InvalidQuery, match="too long"):
        assert read_table(body, media, limit=10).height == 10
