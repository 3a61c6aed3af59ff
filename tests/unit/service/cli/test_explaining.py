"""The command that says what moves a figure."""

import json
from pathlib import Path

import pytest

from service.cli.main import main

QUESTION = (
    *("model=llama-3.1-70b", "deployment.device=h100-sxm-80gb", "deployment.device_count=8"),
    *("purchase.provider=aws", "purchase.region=us-east-1", "catalog=2026-07-31"),
    *("from.as_of=2024-06-01", "to.as_of=2026-05-01", "to.utilization_fraction=0.5"),
)


def test_the_bridge_is_printed_line_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", *QUESTION, "to.facility.pue_ratio=1.4"]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "usd_per_million_output_tokens"
    assert lines[1].endswith("  2024-06-01, release 2026-07-31")
    assert [line.split(maxsplit=1)[1] for line in lines[2:4]] == [
        "price of p5.48xlarge",
        "utilization_fraction none to 0.5",
    ]
    assert lines[4].endswith("  2026-05-01, release 2026-07-31")
    assert lines[5] == "without effect: facility.pue_ratio"


def test_it_has_the_other_forms_and_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    figure = ("--figure", "usd_per_million_tokens")
    assert main(["explain", *QUESTION, *figure, "--form", "json"]) == 0

    answer = json.loads(capsys.readouterr().out)
    assert answer["figure"] == "usd_per_million_tokens"

    for name, begins in (("b.svg", b"<?xml"), ("b.png", b"\x89PNG"), ("b.csv", b"figure,")):
        assert main(["explain", *QUESTION, "--out", str(tmp_path / name)]) == 0
        assert (tmp_path / name).read_bytes().startswith(begins)


def test_a_file_may_hold_the_question(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    query = {
        "kind": "run_costs",
        "base": {
            "model": "llama-3.1-8b",
            "tokens": 1e12,
            "deployment": {"device": "h100-sxm-80gb", "device_count": 256},
        },
        "to": {"tokens": 2e12},
    }
    (tmp_path / "query.json").write_text(json.dumps(query))

    assert main(["explain", "--query", str(tmp_path / "query.json")]) == 0
    assert capsys.readouterr().out.startswith("usd_mean\n")


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["to.deployment.device=hal"], "to.deployment.device: the question of `to` has no answer"),
        (["--figure", "usd"], "the answer has no number 'usd'"),
        (["--out", "b.pdf"], "'b.pdf' does not end in one of .json"),
        (["--out", "nowhere/b.svg"], "does not exist"),
    ],
)
def test_what_has_no_answer_is_refused(
    more: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", *QUESTION, *more]) == 2

    assert says in capsys.readouterr().err
