import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import polars as pl
import pytest

from pricing.catalog.library import Library
from pricing.sweeps.query import Range, SweepQuery
from service.batch.part_files import MANIFEST, SCENARIOS, PartDirectory
from service.batch.partition import PartitionedSweep
from service.batch.run import run_missing
from service.batch.runners import LocalRunner
from service.cli.main import main

SWEEP = (
    "model=llama-3.1-70b",
    "deployment.device=h100-sxm-80gb,l4,abacus",
    "load.concurrency=1,8,64",
    "utilization_fraction=0.25,0.5,1",
)
ROWS = 27
AXES: dict[str, tuple[str | float | None, ...] | Range] = {
    "deployment.device": ("h100-sxm-80gb", "mi300x", "l4"),
    "load.concurrency": (1.0, 8.0, 64.0, 256.0),
}

Fill = Callable[..., int]


@pytest.fixture
def filled(out: Path) -> Fill:
    """Asks for a sweep in parts; the exit status."""

    def run(*more: str, sweep: tuple[str, ...] = SWEEP, part_rows: int = 5) -> int:
        return main(("sweep", *sweep, "--part-rows", str(part_rows), "--out", str(out), *more))

    return run


def parts_in(out: Path) -> list[str]:
    return sorted(path.name for path in out.glob("*.parquet"))


def test_parts_together_are_the_rows_of_one_file(filled: Fill, out: Path, tmp_path: Path) -> None:
    one = tmp_path / "rows.parquet"

    assert filled() == 0
    assert main(("sweep", *SWEEP, "--part-rows", "5", "--out", str(one))) == 0
    assert pl.read_parquet(out / "*.parquet").equals(pl.read_parquet(one))


def test_manifest_says_what_was_asked_and_what_is_there(filled: Fill, out: Path) -> None:
    filled()
    manifest = msgspec.json.decode((out / MANIFEST).read_bytes())
    counts = [pl.read_parquet(out / part["name"]).height for part in manifest["parts"]]

    assert counts == [part["row_count"] for part in manifest["parts"]]
    assert sum(counts) == manifest["row_count"] == ROWS
    assert manifest["is_complete"]
    assert len(manifest["tables_digest"]) == 64
    assert [path.name for path in out.iterdir() if path.name.startswith(".")] == []


def test_only_what_is_missing_is_worked_out_again(
    filled: Fill, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    filled()
    before = pl.read_parquet(out / "*.parquet")
    (out / "part-00001.parquet").unlink()
    (out / "part-00003.parquet").write_bytes(b"PAR1 cut short")
    kept = (out / "part-00002.parquet").stat().st_mtime_ns
    capsys.readouterr()

    assert filled() == 0
    assert f"{ROWS} rows in 9 parts, 2 of them new" in capsys.readouterr().out
    assert (out / "part-00002.parquet").stat().st_mtime_ns == kept
    assert pl.read_parquet(out / "*.parquet").equals(before)


@pytest.mark.parametrize(
    ("sweep", "part_rows", "reason"),
    [
        ((*SWEEP, "load.input_tokens=300"), 5, "another question"),
        (SWEEP, 7, "parts of 5 rows"),
    ],
)
def test_directory_of_another_question_is_refused(
    filled: Fill,
    out: Path,
    capsys: pytest.CaptureFixture[str],
    sweep: tuple[str, ...],
    part_rows: int,
    reason: str,
) -> None:
    filled()
    parts = parts_in(out)

    assert filled(sweep=sweep, part_rows=part_rows) == 2
    assert f"holds {reason}: name another directory" in capsys.readouterr().err
    assert parts_in(out) == parts


def test_directory_of_other_tables_or_another_version_is_refused(
    filled: Fill, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    filled()
    text = (out / MANIFEST).read_text()
    manifest = msgspec.json.decode(text)
    older = text.replace(manifest["tables_digest"], "0" * 64).replace('"0.', '"older.0.')
    (out / MANIFEST).write_text(older)

    assert filled() == 2
    said = capsys.readouterr().err
    assert "unitcost older.0." in said
    assert "other tables" in said


def test_directory_of_something_else_is_refused(
    filled: Fill, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out.mkdir()
    (out / "thesis.txt").touch()

    assert filled() == 2
    assert "holds thesis.txt" in capsys.readouterr().err
    assert parts_in(out) == []


def test_file_that_is_no_part_is_told(
    filled: Fill, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    filled()
    (out / "part-00009.parquet").write_bytes((out / "part-00000.parquet").read_bytes())

    assert filled() == 1
    assert "part-00009.parquet does not belong to this sweep" in capsys.readouterr().err


def test_part_of_another_answer_is_replaced(filled: Fill, out: Path, tmp_path: Path) -> None:
    filled()
    before = pl.read_parquet(out / "*.parquet")
    stranger = tmp_path / "elsewhere"
    fields = (*SWEEP, "load.input_tokens=300")
    assert main(("sweep", *fields, "--part-rows", "5", "--out", str(stranger))) == 0
    (stranger / "part-00001.parquet").replace(out / "part-00001.parquet")

    assert filled() == 0
    assert pl.read_parquet(out / "*.parquet").equals(before)


def test_part_that_an_engine_drops_is_missed(out: Path, library: Library) -> None:
    query = SweepQuery(base={"model": "llama-3.1-8b"}, axes=AXES)
    directory = PartDirectory.of(out, PartitionedSweep(query, part_rows=4), library)
    work = LocalRunner(library)

    with pytest.raises(Exception, match="1 of 3 parts are missing, the first of them part-00002"):
        run_missing(directory, lambda directory, parts: work(directory, parts[:-1]))


@pytest.mark.parametrize("ending", ["csv", "ndjson"])
def test_table_of_scenarios_is_answered_in_parts(
    filled: Fill, out: Path, tmp_path: Path, ending: str
) -> None:
    table = tmp_path / f"asked.{ending}"
    devices = ["l4", "abacus", "l4", "t4", "l4"]
    concurrencies = [8, 8, "many", None, 1]
    if ending == "csv":
        cells = {"deployment.device": devices, "load.concurrency": concurrencies}
        pl.DataFrame(cells, strict=False).write_csv(table)
    else:
        lines = [
            {"deployment.device": device, "load.concurrency": concurrency}
            for device, concurrency in zip(devices, concurrencies, strict=True)
        ]
        table.write_bytes(b"\n".join(map(msgspec.json.encode, lines)))

    assert filled("--table", str(table), sweep=("model=llama-3.1-8b",), part_rows=2) == 0
    rows = pl.read_parquet(out / "*.parquet")
    assert rows["deployment.device"].to_list() == devices
    assert rows["refusal"].to_list() == [None, "unknown-name", "invalid-request", None, None]
    assert filled("--table", str(table), sweep=("model=llama-3.1-70b",), part_rows=2) == 2


def test_scenarios_of_a_query_are_answered_in_parts(
    filled: Fill, out: Path, tmp_path: Path
) -> None:
    query = tmp_path / "query.json"
    scenarios = [{"model": "llama-3.1-8b", "deployment.device": "l4"}, {"model": "gpt-9"}]
    query.write_bytes(msgspec.json.encode({"scenarios": scenarios}))

    assert filled("--query", str(query), sweep=(), part_rows=1) == 0
    assert pl.read_parquet(out / "*.parquet")["model"].to_list() == ["llama-3.1-8b", "gpt-9"]


def test_dry_run_counts_the_parts_and_writes_nothing(
    filled: Fill, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert filled("--dry-run") == 0
    assert capsys.readouterr().out.startswith("27 scenarios in 9 parts: deployment.device, ")
    assert not out.exists()


def test_limit_of_a_file_is_none_of_a_directory(
    out: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNITCOST_MAX_SCENARIOS", "20")

    assert main(("sweep", "--dry-run", *SWEEP)) == 2
    assert main(("sweep", "--dry-run", *SWEEP, "--out", str(out))) == 0
    assert "27 scenarios in 1 part: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--engine", "ray"), "name one with --out"),
        (("--engine", "ray", "--out", "rows.parquet"), "name one with --out"),
        (("--address", "auto"), "--address is only for --engine ray"),
        (("--table", "asked.csv"), "axes or a table of scenarios, not both"),
    ],
)
def test_what_cannot_be_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], reason: str
) -> None:
    assert main(("sweep", *SWEEP, *arguments)) == 2
    assert reason in capsys.readouterr().err


def test_missing_extra_is_named(
    filled: Fill, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)

    assert filled("--engine", "ray") == 2
    assert "pip install '.[ray]'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("writer", "name"), [("parquet", "part-00000.parquet"), ("ipc", SCENARIOS)]
)
def test_disk_that_is_full_is_told_in_a_line(
    writer: str,
    name: str,
    filled: Fill,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(*_: object, **__: object) -> None:
        raise pl.exceptions.ComputeError(
            "parquet: underlying IO error: No space left on device (os error 28)"
        )

    table = tmp_path / "scenarios.csv"
    table.write_text("model,deployment.device\nllama-3.1-8b,l4\n")
    monkeypatch.setattr(pl.DataFrame, f"write_{writer}", full)

    status = filled("--table", str(table), sweep=())

    told = capsys.readouterr().err.splitlines()[-1]
    assert (status, told) == (
        1,
        f"unitcost: {name} cannot be written: No space left on device (os error 28)",
    )
