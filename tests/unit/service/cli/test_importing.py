"""The command that imports files: what it says, and what it refuses."""

import sys
from enum import Enum
from pathlib import Path
from types import SimpleNamespace

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


def test_files_may_stand_behind_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", "skypilot", "--dry-run", "--into", str(tmp_path / "acme"), RUNPOD]) == 0
    assert "3 new" in capsys.readouterr().out


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


def offer(provider: str, instance: str, usd: float, *, is_spot: bool = False) -> SimpleNamespace:
    """An offer as gpuhunt has it."""
    return SimpleNamespace(
        provider=provider,
        instance_name=instance,
        location="us-east-1",
        price=usd,
        cpu=192,
        memory=2048.0,
        gpu_count=8,
        gpu_name="H100",
        gpu_memory=80.0,
        spot=is_spot,
        disk_size=None,
        gpu_vendor=Vendor.NVIDIA,
        flags=[],
    )


class Vendor(Enum):
    NVIDIA = "nvidia"


def test_prices_of_this_moment_are_read_by_the_package(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[dict[str, object]] = []

    def query(**given: object) -> list[SimpleNamespace]:
        asked.append(given)
        p5 = "p5.48xlarge"
        return [offer("aws", p5, 41.5), offer("aws", p5, 20.25, is_spot=True)]

    monkeypatch.setitem(sys.modules, "gpuhunt", SimpleNamespace(query=query))
    into = tmp_path / "acme"

    assert main(["import", "gpuhunt", "--live", "--provider", "lambda", "--into", str(into)]) == 0

    assert asked == [{"provider": "lambdalabs", "min_gpu_count": 1}]
    assert "2 rows, 2 of them of accelerators: 2 mapped" in capsys.readouterr().out
    assert ",41.5,h100-sxm-80gb,8," in (into / "prices.csv").read_text()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["gpuhunt", "--live"], "it needs the package gpuhunt"),
        (["skypilot", "--live"], "only gpuhunt has prices of this moment"),
        (["gpuhunt", "--live", RUNPOD], "it takes no files"),
        (["gpuhunt"], "no file is given"),
    ],
)
def test_live_prices_need_the_package_and_no_files(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    reason: str,
) -> None:
    monkeypatch.setitem(sys.modules, "gpuhunt", None)

    assert main(["import", *words, "--into", str(tmp_path / "acme")]) == 2

    assert reason in capsys.readouterr().err
    assert not (tmp_path / "acme").exists()


def test_network_that_fails_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def query(**_: object) -> list[SimpleNamespace]:
        raise OSError("no route")

    monkeypatch.setitem(sys.modules, "gpuhunt", SimpleNamespace(query=query))

    assert main(["import", "gpuhunt", "--live", "--into", str(tmp_path / "acme")]) == 1
    assert "gpuhunt has no prices: no route; is there a network?" in capsys.readouterr().err


def test_options_say_what_a_benchmark_does_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result = str(SAMPLES / "benchmarks" / "vllm_closed_loop.json")
    into = ["--into", str(tmp_path / "acme")]

    assert main(["import", "vllm-bench", result, *into]) == 2
    assert "say it by --device-count" in capsys.readouterr().err

    options = ["--device", "h100-sxm-80gb", "--device-count", "1", "--precision", "bf16"]
    assert main(["import", "vllm-bench", result, *options, *into]) == 0
    assert "measurements on 2026-08-15: 1 new" in capsys.readouterr().out


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
