"""The command that imports files: what it says, and what it refuses."""

from pathlib import Path

import pytest

from service.cli.main import main

SAMPLES = Path(__file__).parents[2] / "pricing" / "importers" / "samples"
RUNPOD = str(SAMPLES / "skypilot" / "runpod" / "vms.csv")


def test_import_makes_the_overlay_and_says_what_changes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    into = tmp_path / "acme"

    assert (
        main(["import", "skypilot", RUNPOD, "--into", str(into), "--observed", "2026-11-20"]) == 0
    )

    told = capsys.readouterr().out
    assert f"{into} is a new overlay over 2026-10-31" in told
    assert "4 rows, 4 of them of accelerators: 4 mapped, 0 left out" in told
    assert "left out 4 prices: a spot price that is the on-demand price told again" in told
    assert "prices on 2026-11-20: 3 new, 0 changed, 0 ended, 0 unchanged" in told

    assert main(["import", "skypilot", RUNPOD, "--into", str(into)]) == 0
    assert "0 new, 0 changed, 0 ended, 3 unchanged" in capsys.readouterr().out


def test_unknown_format_is_refused_with_those_there_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", "skypolit", RUNPOD, "--into", str(tmp_path / "acme")]) == 2

    assert "no format is called 'skypolit'; nearest: skypilot" in capsys.readouterr().err
    assert not (tmp_path / "acme").exists()


def test_directory_of_other_files_is_no_overlay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.txt").write_text("mine")

    assert main(["import", "skypilot", RUNPOD, "--into", str(tmp_path)]) == 2

    assert "it is no overlay" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_diff_says_what_an_import_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNITCOST_TABLES", str(tmp_path))
    main(["import", "skypilot", RUNPOD, "--into", str(tmp_path / "acme")])
    capsys.readouterr()

    assert main(["diff", "2026-10-31", "2026-10-31+acme"]) == 0

    told = capsys.readouterr().out
    assert told.startswith("prices of runpod: 3 added\n")
    assert "usd_per_hour None to 1.39" in told

    assert main(["diff", "2026-10-31", "2026-10-31"]) == 0
    assert capsys.readouterr().out == "no row differs\n"
