import zipfile
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from io import BytesIO

import msgspec
import polars as pl
import pytest

from service.formats import media as formats
from service.formats.tables import TableAnswer, neutralised, unit_of
from service.formats.writers import WRITERS, json_rows
from service.http.problems import Refused
from service.http.request import chosen_media
from service.sentences.amounts import dollars, ranged
from service.sentences.sentence import Sentence
from tests.asgi import Answered, Ask, posted

MEDIA = tuple(form.media for form in formats.FORMATS)


def nothing_said(_: object) -> Sentence:
    return Sentence("")


ROWS = pl.DataFrame({"model": ["=1+1", "b|c", None], "usd_per_request": [0.5, None, 2.0]})
CLEAN = pl.DataFrame({"model": ["'=1+1", "b|c", None], "usd_per_request": [0.5, None, 2.0]})
SWEEP = {
    "base": {"model": "llama-3.1-8b"},
    "axes": {"deployment.device": ["l4", "abacus"], "load.concurrency": [1, 8]},
    "columns": ["usd_per_million_output_tokens", "device"],
}


TCO = {
    "model": "llama-3.1-8b",
    "deployment": {"device": "l4", "device_count": 1},
    "traffic": {"requests_per_day": 1e5},
    "horizon_months": 12,
    "start": "2026-08",
    "as_of": "2026-05-01",
}


def table() -> TableAnswer:
    """Rows in two frames."""
    return TableAnswer(
        schema=ROWS.schema,
        count=ROWS.height,
        frames=iter([ROWS.head(2), ROWS.tail(1)]),
        sentence=lambda frames: Sentence(f"{sum(frame.height for frame in frames)} rows"),
        notes={"catalog": "2026-05-31"},
    )


def written(form: formats.Format) -> bytes:
    return b"".join(WRITERS[form](table()))


def test_every_form_but_json_has_a_writer() -> None:
    assert set(WRITERS) == set(formats.FORMATS) - {formats.JSON}


def test_frames_are_one_json_document() -> None:
    body = b"".join(json_rows({"row_count": 3}, table()))

    assert msgspec.json.decode(body) == {"row_count": 3, "rows": ROWS.to_dicts()}


def test_frame_without_rows_is_nothing_between_others() -> None:
    frames = (ROWS.head(0), ROWS.head(2), ROWS.head(0), ROWS.tail(1), ROWS.head(0))
    body = b"".join(json_rows({"row_count": 3}, replace(table(), frames=iter(frames))))

    assert msgspec.json.decode(body) == {"row_count": 3, "rows": ROWS.to_dicts()}


def test_frames_are_lines() -> None:
    assert pl.read_ndjson(BytesIO(written(formats.NDJSON))).equals(ROWS)


def test_frames_are_one_csv_whose_text_runs_nothing() -> None:
    body = written(formats.CSV)

    assert pl.read_csv(BytesIO(body)).equals(CLEAN)
    assert body.startswith(b"model,usd_per_request\r\n")
    assert body.count(b"\r\n") == body.count(b"\n") == ROWS.height + 1


def test_frames_are_one_arrow_stream() -> None:
    body = written(formats.ARROW)

    assert pl.read_ipc_stream(BytesIO(body)).equals(ROWS)
    assert body.endswith(b"\xff\xff\xff\xff\x00\x00\x00\x00")


def test_no_frame_is_an_arrow_stream_of_the_columns() -> None:
    empty = TableAnswer(schema=ROWS.schema, count=0, frames=iter(()), sentence=nothing_said)
    found = pl.read_ipc_stream(BytesIO(b"".join(WRITERS[formats.ARROW](empty))))

    assert found.equals(ROWS.clear())


def test_frames_are_one_parquet_file() -> None:
    assert pl.read_parquet(BytesIO(written(formats.PARQUET))).equals(ROWS)


def test_frames_of_a_parquet_file_are_worked_out_as_whoever_asks_for_them() -> None:
    """On another thread, and given up for the same reasons."""
    asker = ContextVar("asker", default="nobody")
    asker.set("finance")

    def frames() -> Iterator[pl.DataFrame]:
        for frame in table().frames:
            seen.append(asker.get())
            yield frame

    seen: list[str] = []
    b"".join(WRITERS[formats.PARQUET](replace(table(), frames=frames())))

    assert seen == ["finance"] * 2


def test_workbook_has_units_and_provenance_on_its_second_sheet() -> None:
    with zipfile.ZipFile(BytesIO(written(formats.XLSX))) as book:
        sheets = [book.read(f"xl/worksheets/sheet{number}.xml").decode() for number in (1, 2)]

    assert "&#39;=1+1" in sheets[0] or "'=1+1" in sheets[0]
    assert "<f>" not in sheets[0]
    assert "US dollars per request" in sheets[1]
    assert "2026-05-31" in sheets[1]


def test_workbook_of_the_same_rows_is_the_same_bytes() -> None:
    assert written(formats.XLSX) == written(formats.XLSX)


def test_frames_are_one_markdown_table() -> None:
    assert written(formats.MARKDOWN).decode().splitlines() == [
        "| model | usd_per_request |",
        "| --- | --- |",
        "| =1+1 | 0.5 |",
        "| b\\|c |  |",
        "|  | 2 |",
    ]


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        (2799533.4349, "2799533.43"),
        (1048577.0, "1048577"),
        (0.12345678, "0.123457"),
        (3.95e25, "3.95e+25"),
        (False, "false"),
        ("an <API>", "an \\<API>"),
        ("a\\|b", "a\\\\\\|b"),
        ("a\nb", "a b"),
        ("![a](http://b)", "!\\[a\\](http://b)"),
        ("*a* _b_ ~c~ `d` &lt;", "\\*a\\* \\_b\\_ \\~c\\~ \\`d\\` \\&lt;"),
        ("on_demand", "on_demand"),
    ],
)
def test_cell_of_markdown_is_what_it_says(value: object, cell: str) -> None:
    frame = pl.DataFrame({"a": [value]})
    one = TableAnswer(schema=frame.schema, count=1, frames=iter([frame]), sentence=nothing_said)

    assert b"".join(WRITERS[formats.MARKDOWN](one)).decode().splitlines()[2] == f"| {cell} |"


def test_frames_are_one_sentence() -> None:
    assert written(formats.TEXT) == b"3 rows.\n"


@pytest.mark.parametrize(
    "text",
    [
        *("=1", "+1", "-1", "@A1", "\t=1", "\r=1", "\uff1d1", "\uff0b1", "\uff0d1", "\uff20A1"),
        *(" =1", "\u00a0=1", "\u200b=1", "\ufeff=1"),
    ],
)
def test_text_that_a_spreadsheet_would_run_is_neutralised(text: str) -> None:
    frame = pl.DataFrame({"a": [text], "b": ["fine"]})

    assert neutralised(frame).row(0) == (f"'{text}", "fine")


@pytest.mark.parametrize(
    ("text", "cell"), [("a;=1; @b;c", "a;'=1;' @b;c"), ("us-east-1; a=b", "us-east-1; a=b")]
)
def test_text_where_another_cell_may_begin_is_neutralised(text: str, cell: str) -> None:
    assert neutralised(pl.DataFrame({"a": [text, None]})).to_dict(as_series=False) == {
        "a": [cell, None]
    }


@pytest.mark.parametrize(
    ("column", "unit"),
    [
        ("usd_per_million_output_tokens_low", "US dollars per million output tokens"),
        ("performance.ttft_seconds", "seconds"),
        ("efficiency.joules_per_request", "joules per request"),
        ("deployment.device", ""),
        ("totals.usd_total", "US dollars"),
        ("totals.line_items_usd.staff", "US dollars"),
        ("wall_clock_hours_distribution.p90", "hours"),
        ("energy_megawatt_hours", "megawatt hours"),
        ("usd_per_million_output_tokens_all_in", "US dollars per million output tokens"),
        ("usd_per_million_output_tokens_all_in_low", "US dollars per million output tokens"),
        ("usd_per_million_output_tokens_all_in_high", "US dollars per million output tokens"),
        ("totals.usd_paid", "US dollars"),
        ("usd_discounted", "US dollars"),
        ("usd_cumulative", "US dollars"),
        ("usd_mean", "US dollars"),
        ("usd_p10", "US dollars"),
        ("usd_p50", "US dollars"),
        ("usd_p90", "US dollars"),
        ("grams_co2e_per_kilowatt_hour", "grams of CO₂ equivalent per kilowatt hour"),
    ],
)
def test_column_says_its_unit(column: str, unit: str) -> None:
    assert unit_of(column) == unit


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        (None, formats.JSON),
        ("*/*", formats.JSON),
        ("text/csv", formats.CSV),
        ("text/*", formats.CSV),
        ("text/*;q=0.5, text/plain", formats.TEXT),
        ("application/json;q=0.1, text/markdown;q=0.2", formats.MARKDOWN),
        ("text/csv;q=0, */*", formats.JSON),
    ],
)
def test_accept_chooses_the_form(accept: str | None, form: formats.Format) -> None:
    headers = {} if accept is None else {b"accept": accept.encode()}

    assert formats.format_of(chosen_media(headers, MEDIA)) == form


@pytest.mark.parametrize(
    "accept",
    [
        "image/png",
        "text/csv; profile=focus",
        "text/csv;q=0",
        "",
        "text/csv;q=inf",
        "text/csv" + "," * 30_000,
    ],
)
def test_accept_that_excludes_every_form_is_refused(accept: str) -> None:
    with pytest.raises(Refused):
        chosen_media({b"accept": accept.encode()}, MEDIA)


def bodies(ask: Ask) -> Iterator[pl.DataFrame]:
    """A sweep in every form that can be read back whole."""
    readers = {
        formats.CSV: pl.read_csv,
        formats.NDJSON: pl.read_ndjson,
        formats.ARROW: pl.read_ipc_stream,
        formats.PARQUET: pl.read_parquet,
    }
    for form, read in readers.items():
        answered = posted(ask, "/v1/sweeps", SWEEP, form.media)
        yield read(BytesIO(answered.body))  # type: ignore[operator]


def test_sweep_is_the_same_in_every_form(ask: Ask) -> None:
    rows = posted(ask, "/v1/sweeps", SWEEP).json["rows"]

    assert [frame.to_dicts() for frame in bodies(ask)] == [rows] * 4
    assert [row["refusal"] for row in rows] == [None, None, "unknown-name", "unknown-name"]


def test_table_is_answered_row_for_row(ask: Ask) -> None:
    into = BytesIO()
    pl.DataFrame({"deployment.device": ["l4", "=cmd()"], "model": ["llama-3.1-8b"] * 2}).write_csv(
        into
    )
    answered = ask(
        "POST",
        "/v1/sweeps",
        query="columns=usd_per_request",
        body=into.getvalue(),
        headers={"content-type": "text/csv", "accept": "text/csv"},
    )
    rows = answered.body.decode().splitlines()

    assert len(rows) == 3
    assert rows[2].startswith("'=cmd(),llama-3.1-8b,,unknown-name,")


@pytest.mark.parametrize(
    ("media", "body"),
    [
        ("text/csv", b""),
        ("application/vnd.apache.parquet", b"PAR1"),
        ("application/vnd.apache.arrow.stream", b"\xff\xff"),
        ("application/x-ndjson", b'{"load": {"concurrency": 1}}\n'),
        ("application/x-ndjson", b'{"load": ' + b"[" * 100_000),
        ("application/x-ndjson", b"{}\n"),
    ],
)
def test_body_that_is_no_table_is_refused(ask: Ask, media: str, body: bytes) -> None:
    answered = ask("POST", "/v1/sweeps", body=body, headers={"content-type": media})

    assert (answered.status, answered.json["type"].rpartition("/")[2]) == (400, "malformed-table")


def tabled_sweep(ask: Ask, query: str) -> Answered:
    body = b"deployment.device\nh100-sxm-80gb\n"
    return ask("POST", "/v1/sweeps", query=query, body=body, headers={"content-type": "text/csv"})


def test_query_string_says_what_all_rows_of_a_table_share(ask: Ask) -> None:
    columns = "columns=concurrency,device_count"
    shared = "base.model=llama-3.1-8b&base.load.concurrency=8&base.deployment.device_count=2"
    (row,) = tabled_sweep(ask, f"{shared}&base.as_of=&{columns}").json["rows"]
    (run,) = tabled_sweep(
        ask, "kind=run_costs&base.model=llama-3.1-8b&base.tokens=1e9&base.flash_attention=false"
    ).json["rows"]

    assert (row["concurrency"], row["device_count"]) == (8.0, 2)
    assert run["refusal"] is None


@pytest.mark.parametrize(
    ("query", "status", "field"),
    [
        ("columns=device&columns=option", 400, "columns"),
        ("base.model=a&base.model=b", 400, "base.model"),
        ("base.model=%ff", 400, None),
        ("&".join(f"base.model{place}=a" for place in range(101)), 400, None),
        (f"base.model={'a' * 16_384}", 414, None),
        ("dry_run=perhaps", 400, "dry_run"),
        ("kind=unit_cost", 400, "kind"),
        ("axes=8", 400, "axes"),
        ("base.load.concurrency=many", 422, "base.load.concurrency"),
        ("base.load.concurency=8", 422, "base.load.concurency"),
    ],
)
def test_query_string_of_a_table_is_read_as_strictly_as_any(
    ask: Ask, query: str, status: int, field: str | None
) -> None:
    answered = tabled_sweep(ask, query)

    assert (answered.status, answered.json.get("field")) == (status, field)


def test_cells_of_lines_are_what_they_say_whatever_those_beside_them_are(ask: Ask) -> None:
    cells = [True, 8, "8", None]
    lines = [
        {"model": "llama-3.1-8b", "deployment.device": "l4", "load.concurrency": cell}
        for cell in cells
    ]
    answered = ask(
        "POST",
        "/v1/sweeps",
        body=b"\n".join(map(msgspec.json.encode, lines)),
        headers={"content-type": "application/x-ndjson"},
    )

    assert [row["refusal"] for row in answered.json["rows"]] == [
        "invalid-request",
        None,
        "invalid-request",
        None,
    ]


PARQUET = "application/vnd.apache.parquet"


def parquet_of(cell: object, kind: pl.DataType | type[pl.DataType]) -> bytes:
    """A question whose day is a cell of some type."""
    frame = pl.DataFrame(
        {"model": ["llama-3.1-8b"], "deployment.device": ["l4"], "as_of": [cell]},
        schema_overrides={"as_of": kind},
    )
    into = BytesIO()
    frame.write_parquet(into)
    return into.getvalue()


@pytest.mark.parametrize(
    ("cell", "kind"),
    [
        (time(1), pl.Time),
        (timedelta(1), pl.Duration),
        (b"2026-05-01", pl.Binary),
        (["2026-05-01"], pl.List(pl.String)),
        ({"day": 1}, pl.Struct({"day": pl.Int64})),
    ],
)
def test_column_of_what_is_no_cell_is_refused_by_its_name(
    ask: Ask, cell: object, kind: pl.DataType
) -> None:
    answered = ask(
        "POST", "/v1/sweeps", body=parquet_of(cell, kind), headers={"content-type": PARQUET}
    )

    assert (answered.status, answered.json["field"]) == (400, "as_of")
    assert answered.json["type"].endswith("/malformed-table")


@pytest.mark.parametrize(
    ("cell", "kind"),
    [
        ("2026-05-01", pl.Categorical),
        ("2026-05-01", pl.Enum(["2026-05-01"])),
        (date(2026, 5, 1), pl.Date),
        (datetime(2026, 5, 1, tzinfo=UTC), pl.Datetime(time_zone="UTC")),
    ],
)
def test_day_is_read_whatever_its_column_is_made_of(
    ask: Ask, cell: object, kind: pl.DataType
) -> None:
    answered = ask(
        "POST", "/v1/sweeps", body=parquet_of(cell, kind), headers={"content-type": PARQUET}
    )
    (row,) = answered.json["rows"]

    assert (row["as_of"], row["refusal"]) == ("2026-05-01", None)


def test_day_that_no_calendar_has_is_no_day(ask: Ask) -> None:
    into = BytesIO()
    days = pl.Series("as_of", [10**9], dtype=pl.Int32).cast(pl.Date)
    days.to_frame().write_parquet(into)
    answered = ask("POST", "/v1/sweeps", body=into.getvalue(), headers={"content-type": PARQUET})

    assert (answered.status, answered.json["type"].rpartition("/")[2]) == (400, "malformed-table")


def test_dry_run_counts_and_works_out_nothing(ask: Ask) -> None:
    answer = posted(ask, "/v1/sweeps", {**SWEEP, "dry_run": True}).json

    assert (answer["row_count"], answer["rows"]) == (4, [])


def test_sweep_above_the_limit_is_a_problem(ask: Ask) -> None:
    axes = {**SWEEP["axes"], "load.input_tokens": {"from": 1, "to": 900_000, "step": 1}}  # type: ignore[dict-item]
    answered = posted(ask, "/v1/sweeps", {**SWEEP, "axes": axes})

    assert answered.status == 422
    assert "3,600,000 scenarios" in answered.json["detail"]


@pytest.mark.parametrize(
    ("path", "start"),
    [
        (
            "/v1/inference/unit-costs?model=llama-3.1-8b&device=l4",
            "llama-3.1-8b (bf16) on 2 × l4 on demand from ",
        ),
        (
            "/v1/training/run-costs?model=llama-3.1-8b&device=h200-sxm-141gb&tokens=1e11",
            "Training llama-3.1-8b (bf16) for ",
        ),
        ("/v1/catalog/devices?device=l4", "1 row matches: l4 (release "),
    ],
)
def test_quote_is_a_sentence_for_a_chat(ask: Ask, path: str, start: str) -> None:
    path, _, query = path.partition("?")
    answered = ask("GET", path, query=query, headers={"accept": "text/plain"})

    assert answered.headers["content-type"] == "text/plain; charset=utf-8"
    assert answered.body.decode().startswith(start)
    assert len(answered.body.decode().splitlines()) == 1


def test_quote_is_two_lines_for_a_spreadsheet(ask: Ask) -> None:
    answered = ask(
        "GET",
        "/v1/inference/unit-costs",
        query="model=llama-3.1-8b&device=l4",
        headers={"accept": "text/csv"},
    )
    frame = pl.read_csv(BytesIO(answered.body))

    assert frame.height == 1
    assert frame["unit_costs.usd_per_million_output_tokens"][0] > 0.0


def test_run_is_two_lines_for_a_spreadsheet(ask: Ask) -> None:
    path, query = "/v1/training/run-costs", "model=llama-3.1-8b&device=l4&tokens=1e10"
    line = pl.read_csv(BytesIO(ask("GET", path, query=query, headers={"accept": "text/csv"}).body))
    whole = ask("GET", path, query=query).json

    assert line.height == 1
    assert line["option"][0] == whole["cheapest_option"]
    assert line["paid_usd"][0] == min(option["paid_usd"] for option in whole["options"])
    assert line["compute.mfu_fraction"][0] == whole["compute"]["mfu_fraction"]


def test_run_has_a_line_for_every_way_of_buying(ask: Ask) -> None:
    query = {"model": "llama-3.1-8b", "tokens": 1e10, "deployment": {"device": "l4"}}
    lines = pl.read_csv(BytesIO(posted(ask, "/v1/training/run-costs", query, "text/csv").body))
    whole = posted(ask, "/v1/training/run-costs", query, "application/json").json

    assert lines["option"].to_list() == [option["option"] for option in whole["options"]]
    assert set(lines["model"]) == {"llama-3.1-8b"}
    for line, option in zip(lines.to_dicts(), whole["options"], strict=True):
        said = {name: usd for name, usd in line.items() if name.startswith("line_items.")}
        items = {f"line_items.{one['name']}_usd": one["usd"] for one in option["line_items"]}
        assert {name: usd for name, usd in said.items() if usd is not None} == items


def test_run_is_said_to_cost_what_the_cheaper_of_two_alike_costs(ask: Ask) -> None:
    purchases = [{"option": "on_demand", "usd_per_device_hour": usd} for usd in (3.0, 1.0)]
    query = {"model": "llama-3.1-8b", "tokens": 1e10, "purchases": purchases}
    query["deployment"] = {"device": "h100-sxm-80gb", "device_count": 8}
    whole = posted(ask, "/v1/training/run-costs", query, "application/json").json
    said = posted(ask, "/v1/training/run-costs", query, "text/plain").body.decode()

    mean = whole["options"][1]["usd"]["mean"]
    assert f"on demand at your price costs {dollars(mean, is_wide=True)} (" in said


def test_run_that_costs_the_same_however_long_it_takes_is_said_without_a_range(ask: Ask) -> None:
    query = {
        "model": "llama-3.1-8b",
        "tokens": 1e10,
        "deployment": {"device": "h100-sxm-80gb", "device_count": 8},
        "purchases": [{"option": "reserved_1y", "usd_per_device_hour": 2.0}],
        "storage": {"kept_checkpoint_count": 0.0, "egress_gigabytes": 0.0},
    }
    said = posted(ask, "/v1/training/run-costs", query, "text/plain").body.decode()

    assert "for a year at your price costs $140,000 and takes" in said


def test_comparison_is_a_table_of_its_candidates(ask: Ask) -> None:
    query = {"model": "llama-3.1-8b", "vary": {"devices": ["l4", "t4"]}}
    answered = posted(ask, "/v1/comparisons", query, "text/csv")

    rows = pl.read_csv(BytesIO(answered.body))

    assert rows["rank"].to_list() == [1, 2]
    assert all("no precision was asked for" in text for text in rows["warnings"])


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("/v1/catalog/devices", ""),
        ("/v1/catalog/prices", "modelled=true"),
        ("/v1/catalog/measurements", "kind=training"),
        ("/v1/catalog/measurements", "kind=inference"),
        ("/v1/catalog/releases", ""),
    ],
)
def test_page_without_rows_has_the_columns_of_one_with_rows(
    ask: Ask, path: str, query: str
) -> None:
    def columns(search: str) -> list[str]:
        answered = ask("GET", path, query=f"{query}&{search}", headers={"accept": PARQUET})
        return pl.read_parquet(BytesIO(answered.body)).columns

    none, some = columns("search=nothing-has-this-name"), columns("limit=1000")

    assert len(none) > 3
    assert set(none) <= set(some)
    assert none == some or path == "/v1/catalog/releases"  # whose columns name the tables they have


def test_comparison_without_candidates_has_their_columns(ask: Ask) -> None:
    query = {"model": "llama-3.1-405b", "vary": {"devices": ["t4"], "device_counts": [1]}}
    none = posted(ask, "/v1/comparisons", query, PARQUET).body
    some = posted(ask, "/v1/comparisons", {**query, "model": "llama-3.1-8b", "vary": {}}, PARQUET)

    assert pl.read_parquet(BytesIO(none)).columns == pl.read_parquet(BytesIO(some.body)).columns
    assert b"usd_per_hour" in posted(ask, "/v1/comparisons", query, "text/csv").body


def test_a_service_over_time_is_a_sentence_for_a_chat(ask: Ask) -> None:
    whole = posted(ask, "/v1/inference/tco", TCO).json
    said = posted(ask, "/v1/inference/tco", TCO, "text/plain").body.decode()

    total, around = ranged(*(whole["totals"][f"usd_total{end}"] for end in ("", "_low", "_high")))
    assert said.startswith("llama-3.1-8b on up to ")
    assert " of 1 × l4 on demand from " in said
    assert f" a month, {total} in 12 months{around}, " in said
