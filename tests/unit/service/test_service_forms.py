import zipfile
from collections.abc import Iterator
from io import BytesIO

import msgspec
import polars as pl
import pytest

from service.forms import kinds as forms
from service.forms.tables import Tabled, neutralised, unit_of
from service.forms.writers import WRITERS, json_rows
from service.problems import Refused
from service.requests import chosen_media
from tests.asgi import Answered, Ask

MEDIA = tuple(form.media for form in forms.FORMS)
ROWS = pl.DataFrame({"model": ["=1+1", "b|c", None], "usd_per_request": [0.5, None, 2.0]})
CLEAN = pl.DataFrame({"model": ["'=1+1", "b|c", None], "usd_per_request": [0.5, None, 2.0]})
SWEEP = {
    "base": {"model": "llama-3.1-8b"},
    "axes": {"deployment.device": ["l4", "abacus"], "load.concurrency": [1, 8]},
    "columns": ["usd_per_million_output_tokens", "device"],
}


def posted(ask: Ask, path: str, query: object, accept: str = "application/json") -> Answered:
    headers = {"content-type": "application/json", "accept": accept}
    return ask("POST", path, headers=headers, body=msgspec.json.encode(query))


def table() -> Tabled:
    """Rows in two frames."""
    return Tabled(
        schema=ROWS.schema,
        count=ROWS.height,
        frames=iter([ROWS.head(2), ROWS.tail(1)]),
        sentence=lambda frames: f"{sum(frame.height for frame in frames)} rows.",
        notes={"catalog": "2026-05-31"},
    )


def written(form: forms.Form) -> bytes:
    return b"".join(WRITERS[form](table()))


def test_every_form_but_json_has_a_writer() -> None:
    assert set(WRITERS) == set(forms.FORMS) - {forms.JSON}


def test_frames_are_one_json_document() -> None:
    body = b"".join(json_rows({"row_count": 3}, table()))

    assert msgspec.json.decode(body) == {"row_count": 3, "rows": ROWS.to_dicts()}


def test_frames_are_lines() -> None:
    assert pl.read_ndjson(BytesIO(written(forms.NDJSON))).equals(ROWS)


def test_frames_are_one_csv_whose_text_runs_nothing() -> None:
    body = written(forms.CSV)

    assert pl.read_csv(BytesIO(body)).equals(CLEAN)
    assert body.startswith(b"model,usd_per_request\r\n")


def test_frames_are_one_arrow_stream() -> None:
    assert pl.read_ipc_stream(BytesIO(written(forms.ARROW))).equals(ROWS)


def test_no_frame_is_an_arrow_stream_of_the_columns() -> None:
    empty = Tabled(schema=ROWS.schema, count=0, frames=iter(()), sentence=lambda _: "")
    found = pl.read_ipc_stream(BytesIO(b"".join(WRITERS[forms.ARROW](empty))))

    assert found.equals(ROWS.clear())


def test_frames_are_one_parquet_file() -> None:
    assert pl.read_parquet(BytesIO(written(forms.PARQUET))).equals(ROWS)


def test_workbook_has_units_and_provenance_on_its_second_sheet() -> None:
    with zipfile.ZipFile(BytesIO(written(forms.XLSX))) as book:
        sheets = [book.read(f"xl/worksheets/sheet{number}.xml").decode() for number in (1, 2)]

    assert "&#39;=1+1" in sheets[0] or "'=1+1" in sheets[0]
    assert "<f>" not in sheets[0]
    assert "US dollars per request" in sheets[1]
    assert "2026-05-31" in sheets[1]


def test_workbook_of_the_same_rows_is_the_same_bytes() -> None:
    assert written(forms.XLSX) == written(forms.XLSX)


def test_frames_are_one_markdown_table() -> None:
    assert written(forms.MARKDOWN).decode().splitlines() == [
        "| model | usd_per_request |",
        "| --- | --- |",
        "| =1+1 | 0.5 |",
        "| b\\|c |  |",
        "|  | 2 |",
    ]


def test_frames_are_one_sentence() -> None:
    assert written(forms.TEXT) == b"3 rows.\n"


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@A1", "\t=1", "\r=1"])
def test_text_that_a_spreadsheet_would_run_is_neutralised(text: str) -> None:
    frame = pl.DataFrame({"a": [text], "b": ["fine"]})

    assert neutralised(frame).row(0) == (f"'{text}", "fine")


@pytest.mark.parametrize(
    ("column", "unit"),
    [
        ("usd_per_million_output_tokens_low", "US dollars per million output tokens"),
        ("performance.ttft_seconds", "seconds"),
        ("efficiency.joules_per_request", "joules per request"),
        ("deployment.device", ""),
    ],
)
def test_column_says_its_unit(column: str, unit: str) -> None:
    assert unit_of(column) == unit


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        (None, forms.JSON),
        ("*/*", forms.JSON),
        ("text/csv", forms.CSV),
        ("text/*", forms.CSV),
        ("text/*;q=0.5, text/plain", forms.TEXT),
        ("application/json;q=0.1, text/markdown;q=0.2", forms.MARKDOWN),
        ("text/csv;q=0, */*", forms.JSON),
    ],
)
def test_accept_chooses_the_form(accept: str | None, form: forms.Form) -> None:
    headers = {} if accept is None else {b"accept": accept.encode()}

    assert forms.form_of(chosen_media(headers, MEDIA)) == form


@pytest.mark.parametrize("accept", ["image/png", "text/csv;q=0", ""])
def test_accept_that_excludes_every_form_is_refused(accept: str) -> None:
    with pytest.raises(Refused):
        chosen_media({b"accept": accept.encode()}, MEDIA)


def bodies(ask: Ask) -> Iterator[pl.DataFrame]:
    """A sweep in every form that can be read back whole."""
    readers = {
        forms.CSV: pl.read_csv,
        forms.NDJSON: pl.read_ndjson,
        forms.ARROW: pl.read_ipc_stream,
        forms.PARQUET: pl.read_parquet,
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
    ],
)
def test_body_that_is_no_table_is_refused(ask: Ask, media: str, body: bytes) -> None:
    answered = ask("POST", "/v1/sweeps", body=body, headers={"content-type": media})

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
            "llama-3.1-8b on 1 × l4 in bf16 costs $",
        ),
        (
            "/v1/training/run-costs?model=llama-3.1-8b&device=h200-sxm-141gb&tokens=1e11",
            "Training llama-3.1-8b on ",
        ),
        ("/v1/catalog/devices?device=l4", "1 rows match"),
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
    assert line["usd.mean"][0] == min(option["usd"]["mean"] for option in whole["options"])
    assert line["compute.mfu_fraction"][0] == whole["compute"]["mfu_fraction"]


def test_run_has_a_line_for_every_way_of_buying(ask: Ask) -> None:
    query = {"model": "llama-3.1-8b", "tokens": 1e10, "deployment": {"device": "l4"}}
    lines = pl.read_csv(BytesIO(posted(ask, "/v1/training/run-costs", query, "text/csv").body))
    whole = posted(ask, "/v1/training/run-costs", query, "application/json").json

    assert lines["option"].to_list() == [option["option"] for option in whole["options"]]
    assert set(lines["model"]) == {"llama-3.1-8b"}


def test_run_is_said_to_cost_what_the_cheaper_of_two_alike_costs(ask: Ask) -> None:
    purchases = [{"option": "on_demand", "usd_per_device_hour": usd} for usd in (3.0, 1.0)]
    query = {"model": "llama-3.1-8b", "tokens": 1e10, "purchases": purchases}
    query["deployment"] = {"device": "h100-sxm-80gb", "device_count": 8}
    whole = posted(ask, "/v1/training/run-costs", query, "application/json").json
    said = posted(ask, "/v1/training/run-costs", query, "text/plain").body.decode()

    assert f"costs ${whole['options'][1]['usd']['mean']:,.2f} with on_demand" in said


def test_comparison_is_a_table_of_its_candidates(ask: Ask) -> None:
    query = {"model": "llama-3.1-8b", "vary": {"devices": ["l4", "t4"]}}
    answered = posted(ask, "/v1/comparisons", query, "text/csv")

    assert pl.read_csv(BytesIO(answered.body))["rank"].to_list() == [1, 2]
