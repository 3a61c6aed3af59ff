from pathlib import Path

import msgspec
import polars as pl
import pytest

from service.cli import main


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    return capsys.readouterr().out


def test_quote_is_answered_without_a_server(capsys: pytest.CaptureFixture[str]) -> None:
    fields = ("model=llama-3.1-8b", "deployment.device=l4", "load.concurrency=8")
    answer = msgspec.json.decode(said(capsys, "quote", *fields, "--form", "json"))

    assert answer["performance"]["concurrency"] == 8.0


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
