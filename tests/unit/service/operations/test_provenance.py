import hashlib
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import polars as pl
import pytest

from pricing import ENGINE_VERSION
from pricing.catalog.library import Library
from pricing.releases.constants import engine_constants
from pricing.sweeps.query import SweepQuery
from service.cli.main import main
from service.formats import media as formats
from service.formats.readers import digest_of
from service.operations import sweeps
from tests.asgi import Ask, posted

BASE = {"model": "llama-3.1-8b", "deployment": {"device": "l4"}}
SWEEP: dict[str, Any] = {
    "base": {**BASE, "catalog": "2026-05-31", "as_of": "2026-05-01"},
    "axes": {"load.concurrency": [1, 8]},
    "columns": ["usd_per_request"],
}
TABLE = b"load.concurrency\n1\n8\n"


def sent(ask: Ask, table: bytes, shared: str = "") -> dict[str, Any]:
    """The provenance of a table of scenarios."""
    query = f"base.model=llama-3.1-8b&base.deployment.device=l4&columns=usd_per_request{shared}"
    headers = {"content-type": "text/csv"}
    found: dict[str, Any] = ask(
        "POST", "/v1/sweeps", query=query, body=table, headers=headers
    ).json["provenance"]
    return found


def test_sweep_says_what_decides_it(ask: Ask, library: Library) -> None:
    answer = posted(ask, "/v1/sweeps", SWEEP).json
    query = msgspec.json.encode(msgspec.convert(SWEEP, SweepQuery), order="deterministic")

    assert list(answer) == ["kind", "row_count", "columns", "provenance", "rows"]
    assert list(answer["provenance"].items()) == [
        ("catalog", "2026-05-31"),
        ("catalog_digest", library.get("2026-05-31").digest),
        ("constants_digest", engine_constants().digest),
        ("engine_version", ENGINE_VERSION),
        ("as_of", "2026-05-01"),
        ("query_digest", hashlib.sha256(query).hexdigest()),
        ("api_prices", None),
    ]


@pytest.mark.parametrize(
    ("path", "asked", "said"),
    [
        ("/v1/inference/unit-costs", BASE, ()),
        ("/v1/sweeps", {**SWEEP, "base": BASE}, ("base",)),
        ("/v1/comparisons", {"model": "llama-3.1-8b", "vary": {"devices": ["l4"]}}, ()),
        (
            "/v1/inference/tco",
            {**BASE, "traffic": {"requests_per_day": 1e5}, "horizon_months": 3},
            (),
        ),
    ],
)
def test_saying_what_an_answer_resolved_is_the_same_question(
    ask: Ask, path: str, asked: dict[str, Any], said: tuple[str, ...]
) -> None:
    found = posted(ask, path, asked).json["provenance"]
    resolved = {name: found[name] for name in ("as_of", "catalog")}
    fuller: dict[str, Any] = resolved | asked
    for name in said:
        fuller = {**asked, name: resolved | asked[name]}
    again = posted(ask, path, fuller).json["provenance"]
    assert again == found


def test_provenance_of_a_sweep_is_that_of_its_quotes(ask: Ask) -> None:
    sweep = posted(ask, "/v1/sweeps", {**SWEEP, "base": BASE}).json["provenance"]
    quote = posted(ask, "/v1/inference/unit-costs", BASE).json

    assert {**sweep, "query_digest": ""} == {**quote["provenance"], "query_digest": ""}


def test_sweep_in_parts_says_the_same(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = posted(ask, "/v1/sweeps", SWEEP).json
    monkeypatch.setattr(sweeps, "KEPT_SCENARIOS", 1)
    streamed = posted(ask, "/v1/sweeps", SWEEP)

    assert "cache-status" not in streamed.headers
    assert list(streamed.json) == list(whole)
    assert streamed.json["provenance"] == whole["provenance"]


def test_dry_run_says_what_would_decide_the_rows(ask: Ask) -> None:
    answer = posted(ask, "/v1/sweeps", {**SWEEP, "dry_run": True}).json

    assert (answer["provenance"]["catalog"], answer["rows"]) == ("2026-05-31", [])


@pytest.mark.parametrize("dry_run", [False, True])
def test_release_that_no_row_can_do_without_is_refused(ask: Ask, *, dry_run: bool) -> None:
    query = {**SWEEP, "base": {**BASE, "catalog": "1999"}, "dry_run": dry_run}
    answered = posted(ask, "/v1/sweeps", query)

    assert (answered.status, answered.json["field"]) == (422, "catalog")
    assert "2026-05-31" in answered.json["nearest"]


@pytest.mark.parametrize(
    ("changes", "refusals"),
    [
        ({"base": {**BASE, "as_of": "2026-02-30"}}, ["invalid-query", "invalid-query"]),
        (
            {
                "base": {**BASE, "catalog": "1999"},
                "axes": {},
                "scenarios": [{"catalog": "2026-05-31"}, {"load.concurrency": 1}],
            },
            [None, "unknown-name"],
        ),
    ],
)
def test_there_is_none_where_rows_are_refused_for_its_release_or_day(
    ask: Ask, changes: dict[str, Any], refusals: list[str | None]
) -> None:
    answer = posted(ask, "/v1/sweeps", {**SWEEP, **changes}).json

    assert answer["provenance"] is None
    assert [row["refusal"] for row in answer["rows"]] == refusals


@pytest.mark.parametrize(
    ("varying", "release"),
    [
        ({"axes": {"catalog": [None, "2026-05-31"]}}, "newest"),
        ({"axes": {}, "scenarios": [{"catalog": "1999"}, {"load.concurrency": 1}]}, "2026-05-31"),
    ],
)
def test_release_is_that_of_rows_that_name_none(
    ask: Ask, library: Library, varying: dict[str, Any], release: str
) -> None:
    answer = posted(ask, "/v1/sweeps", {**SWEEP, **varying}).json

    newest = library.newest.name
    assert answer["provenance"]["catalog"] == (newest if release == "newest" else release)


def test_digest_of_a_table_is_of_its_cells_too(ask: Ask) -> None:
    digests = [
        sent(ask, table, shared)["query_digest"]
        for table, shared in (
            (TABLE, ""),
            (TABLE.replace(b"8", b"9"), ""),
            (TABLE.replace(b"concurrency", b"input_tokens"), ""),
            (TABLE, "&base.load.output_tokens=9"),
            (TABLE.replace(b"\n", b"\r\n"), ""),
        )
    ]

    assert digests[-1] == digests[0]
    assert len(set(digests[:-1])) == 4


def test_table_in_parts_has_the_digest_of_the_whole(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = sent(ask, TABLE)
    monkeypatch.setattr(sweeps, "KEPT_SCENARIOS", 1)

    assert sent(ask, TABLE) == whole


def test_dry_run_of_a_table_has_a_digest_of_its_cells(ask: Ask) -> None:
    one, other = (sent(ask, table, "&dry_run=true") for table in (TABLE, TABLE.replace(b"8", b"9")))

    assert one["query_digest"] != other["query_digest"]


def test_workbook_says_what_decides_the_rows(ask: Ask) -> None:
    provenance = posted(ask, "/v1/sweeps", SWEEP).json["provenance"]
    book = posted(ask, "/v1/sweeps", SWEEP, formats.XLSX.media).body
    with zipfile.ZipFile(BytesIO(book)) as archive:
        texts = archive.read("xl/worksheets/sheet2.xml").decode()

    told = {name: value for name, value in provenance.items() if value is not None}
    assert [name for name, value in told.items() if f">{value}<" not in texts] == []


def test_sweep_without_a_server_says_the_same(
    ask: Ask, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    query = {**SWEEP, "axes": {}, "scenarios": [{"load.concurrency": 1}, {"model": "llama-3.1-8b"}]}
    path = tmp_path / "sweep.json"
    path.write_bytes(msgspec.json.encode(query))
    assert main(("sweep", "--query", str(path), "--form", "json")) == 0

    told = msgspec.json.decode(capsys.readouterr().out)
    assert told["provenance"] == posted(ask, "/v1/sweeps", query).json["provenance"]


def test_sweep_of_a_table_without_a_server_tells_tables_apart(tmp_path: Path) -> None:
    digests = set()
    for last in ("8", "9"):
        table, out = tmp_path / "asked.csv", tmp_path / "rows.json"
        table.write_text(f"model,deployment.device,load.concurrency\nllama-3.1-8b,l4,{last}\n")
        assert main(("sweep", "--table", str(table), "--out", str(out))) == 0
        digests.add(msgspec.json.decode(out.read_bytes())["provenance"]["query_digest"])

    assert len(digests) == 2


def test_dry_run_without_a_server_refuses_an_unknown_release(
    capsys: pytest.CaptureFixture[str],
) -> None:
    fields = ("model=llama-3.1-8b", "deployment.device=l4,t4", "catalog=nope")

    assert main(("sweep", "--dry-run", *fields)) != 0
    assert "no release is called 'nope'" in capsys.readouterr().err


def test_digest_of_a_table_is_the_same_however_its_rows_lie() -> None:
    frame = pl.DataFrame({"load.concurrency": [1.0, 8.0], "model": ["a", None]})

    assert digest_of(pl.concat([frame[:1], frame[1:]], rechunk=False)) == digest_of(frame)
