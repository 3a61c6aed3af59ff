import subprocess
import sys
from pathlib import Path

import msgspec
import polars as pl
import pytest

from pricing.catalog.library import Library
from service.cli.main import main
from tests.workbooks import sheets


@pytest.fixture(autouse=True)
def _loaded(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command in this process answers from the releases that are loaded already."""
    monkeypatch.setattr(Library, "load", lambda _directories=(): library)


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    return capsys.readouterr().out


def test_quote_is_answered_without_a_server(capsys: pytest.CaptureFixture[str]) -> None:
    fields = ("model=llama-3.1-8b", "deployment.device=l4", "load.concurrency=8")
    answer = msgspec.json.decode(said(capsys, "quote", *fields, "--form", "json"))

    assert answer["performance"]["concurrency"] == 8.0


def test_a_service_is_quoted_as_a_workbook(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "budget.xlsx"
    asked = ("model=llama-3.1-8b", "deployment.device=l4", "traffic.requests_per_day=1000")
    fields = (*asked, "horizon_months=3", "drivers=false")
    answer = msgspec.json.decode(said(capsys, "quote", "--kind", "tco", *fields, "--form", "json"))
    said(capsys, "quote", "--kind", "tco", *fields, "--out", str(out))

    assert len(answer["months"]) == 3
    assert "Months" in sheets(out.read_bytes())


def test_quote_without_a_form_is_printed_a_figure_a_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = said(capsys, "quote", "model=llama-3.1-8b", "deployment.device=l4").splitlines()

    assert ["device", "l4"] in [line.split() for line in lines]


def test_sweep_goes_into_a_file_of_its_form(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "rows.parquet"
    said(
        capsys,
        "sweep",
        "model=llama-3.1-8b",
        "--out",
        str(out),
        "deployment.device=l4,t4",
        "load.concurrency=1,8",
    )

    assert pl.read_parquet(out)["deployment.device"].to_list() == ["l4", "l4", "t4", "t4"]


def written_into(out: Path, *, model: str = "llama-3.1-8b") -> int:
    fields = (f"model={model}", "deployment.device=l4", "load.concurrency=1,8")
    return main(("sweep", *fields, "--columns", "usd_per_request", "--out", str(out)))


def test_file_is_what_it_was_until_another_is_whole(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    out = tmp_path / "rows.xlsx"
    out.write_bytes(b"before")
    out.chmod(0o640)
    monkeypatch.setattr("service.formats.writers.XLSX_ROWS", 1)
    refused, left = written_into(out), out.read_bytes()
    monkeypatch.undo()

    assert (refused, left) == (2, b"before")
    assert written_into(out) == 0
    assert out.read_bytes().startswith(b"PK")
    assert out.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [out]


def test_file_that_a_link_names_is_written(tmp_path: Path) -> None:
    out, link = tmp_path / "rows.csv", tmp_path / "link.csv"
    link.symlink_to(out)

    assert written_into(link) == 0
    assert link.is_symlink()
    assert pl.read_csv(out).height == 2


def test_sweep_of_a_table_prints_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table = tmp_path / "asked.csv"
    table.write_text("deployment.device,model\nl4,llama-3.1-8b\nabacus,llama-3.1-8b\n")
    text = said(capsys, "sweep", "--table", str(table), "--columns", "usd_per_request")

    assert "unknown-name" in text


def test_dry_run_counts(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(
        capsys, "sweep", "--dry-run", "model=llama-3.1-8b", "deployment.device=l4,t4,h100-sxm-80gb"
    )

    assert text.startswith("3 scenarios: ")


def test_comparison_ranks(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "compare", "model=llama-3.1-8b", "vary.devices=l4,t4", "--form", "csv")

    assert [line.partition(",")[0] for line in text.splitlines()] == ["rank", "1", "2"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("quote", "model=gpt-9", "deployment.device=l4"),
        ("quote", "nonsense"),
        ("sweep", "load.concurrency=0,1"),
        ("sweep", "model=llama-3.1-8b", "deployment.device=l4", "--out", "rows.doc"),
        ("compare", "objective=beauty", "model=llama-3.1-8b"),
    ],
)
def test_question_without_an_answer_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith("unitcost: ")


def test_truths_may_be_given(capsys: pytest.CaptureFixture[str]) -> None:
    run = ("--kind", "run_costs", "model=llama-3.1-8b", "tokens=1e9")
    placed = ("deployment.device=h100-sxm-80gb", "deployment.device_count=8")
    said(capsys, "quote", *run, *placed, "flash_attention=true")
    swept = ("flash_attention=true,false", "--form", "csv", "--columns", "usd_mean")
    lines = said(capsys, "sweep", *run, *placed, *swept).splitlines()

    assert [line.partition(",")[0] for line in lines[1:]] == ["true", "false"]


def test_null_leaves_a_field_out(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(
        capsys,
        "sweep",
        "model=llama-3.1-8b",
        "deployment.device=l4",
        "load.concurrency=null,1",
        *("--form", "csv", "--columns", "concurrency"),
    ).splitlines()

    assert [line.split(",")[0] for line in lines[1:]] == ["", "1.0"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("quote", "model=lama-3.1-8b", "deployment.device=l4"), "nearest: llama-3.1-8b, "),
        (
            ("compare", "model=llama-3.1-8b", "objective=usd_per_watt_yaer"),
            "nearest: usd_per_watt_year, ",
        ),
        (("quote", "model=llama-3.1-8b", "deployment.devise=l4"), "deployment.devise: "),
        (
            ("sweep", "deployment.device=l4,t4", "deployment.device=a30"),
            "deployment.device: the field is repeated",
        ),
        (("quote", "model=llama-3.1-8b", "model.layers=3"), "model sets the same field"),
        (("quote", "model.layers=3", "model=llama-3.1-8b"), "model.layers sets the same field"),
        (("sweep", "--table", "none.csv"), "none.csv: "),
        (("quote", "--query", "none.json"), "none.json: "),
        (
            ("sweep", "model=llama-3.1-8b", "--out", "none/a.csv"),
            "the directory none does not exist",
        ),
        (
            ("publish", "none", "--into", ".", "--name", "a", "--known-by", "2026-07-31"),
            "none: Not a directory",
        ),
    ],
)
def test_refusal_is_a_line_that_says_where_and_what_is_near(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
) -> None:
    assert main(arguments) == 2
    said = capsys.readouterr().err
    assert (told in said, said.count("\n")) == (True, 1)


def test_lists_of_a_question_in_a_file_are_asked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    question = tmp_path / "run.json"
    purchases = [{"option": "on_demand", "provider": "aws"}, {"option": "owned"}]
    question.write_bytes(
        msgspec.json.encode(
            {"model": "llama-3.1-8b", "deployment": {"device": "l4"}, "purchases": purchases}
        )
    )
    fields = ("--query", str(question), "tokens=1e10", "--form", "csv")
    lines = said(capsys, "quote", "--kind", "run_costs", *fields)

    assert pl.read_csv(lines.encode())["option"].to_list() == ["on_demand", "owned"]


def test_question_that_is_not_json_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    question = tmp_path / "bad.json"
    question.write_text("{'model'")

    assert main(("quote", "--query", str(question))) == 2
    assert capsys.readouterr().err.startswith("unitcost: --query: ")


@pytest.mark.parametrize("ending", [".txt", ".md", ".json", ".tsv", ""])
def test_table_in_a_form_that_is_not_read_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, ending: str
) -> None:
    table = tmp_path / f"asked{ending}"
    table.write_text("deployment.device,model\nl4,llama-3.1-8b\n")

    assert main(["sweep", "--table", str(table)]) == 2
    assert capsys.readouterr().err == (
        f"unitcost: --table: 'asked{ending}' does not end in one of .ndjson, .csv, .arrow,"
        " .parquet, .xlsx\n"
    )


def test_reader_that_has_enough_ends_it_quietly() -> None:
    asked = ("sweep", "model=llama-3.1-8b", "deployment.device=l4,t4", "--form", "json")
    command = [sys.executable, "-m", "service", *asked]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as sweep:
        assert sweep.stdout is not None
        assert sweep.stderr is not None
        sweep.stdout.close()

        assert sweep.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is full")
def test_disk_that_is_full_is_told_in_a_line() -> None:
    asked = ("quote", "model=llama-3.1-8b", "deployment.device=l4", "--form", "json")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "service", *asked],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )

    assert (done.returncode, done.stderr) == (1, b"unitcost: No space left on device\n")


def test_command_that_is_interrupted_ends_without_a_word(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("service.cli.main._run", interrupted)
    monkeypatch.setattr("service.cli.main._forget_output", lambda: None)

    assert main(("quote", "model=llama-3.1-8b")) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("publish", "rows", "--name", "r", "--known-by", "2026-13-01"), "a day as YYYY-MM-DD"),
        (("make-key", "finance", "--requests-per-minute", "-5"), "a whole number of at least 1"),
        (("sweep", "--part-rows", "0"), "a whole number of at least 1"),
    ],
)
def test_argument_that_cannot_be_is_told_in_words(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
) -> None:
    with pytest.raises(SystemExit):
        main(arguments)

    assert told in capsys.readouterr().err
