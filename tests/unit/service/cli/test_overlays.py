"""The commands that make and check overlays, from an empty directory to the first answer."""

import json
from pathlib import Path

import pytest

from service.cli.main import main

CARD = (
    "Provider;Region;Instance type;Option;USD per instance hour;Valid from;Contract\r\n"
    "AWS;us-east-1;p5.48xlarge;On-Demand;38,53;01.11.2026;EDP 2026\r\n"
)
QUESTION = ("model=llama-3.1-8b", "deployment.device=h100-sxm-80gb", "purchase.provider=aws")
NAME = "2026-10-31+acme"


@pytest.fixture
def card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A rate card in an empty directory of tables, which the settings name."""
    path = tmp_path / "my rates.csv"
    path.write_bytes(b"\xef\xbb\xbf" + CARD.encode())
    monkeypatch.setenv("UNITCOST_TABLES", str(tmp_path))
    return path


def test_two_commands_lead_to_the_first_answer(
    card: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["overlay", "new", "acme", "--rates", str(card)]) == 0
    assert capsys.readouterr().out.endswith(f"ask for it as catalog={NAME}\n")

    assert main(["quote", *QUESTION, f"catalog={NAME}", "--form", "json"]) == 0
    price = json.loads(capsys.readouterr().out)["price"]
    assert (price["usd_per_device_hour"], price["contract"]) == (38.53 / 8, "EDP 2026")


def test_check_says_every_row_and_what_it_hides(
    card: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["overlay", "new", "acme", "--rates", str(card)])
    capsys.readouterr()

    assert main(["overlay", "check"]) == 0

    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"{NAME}: adds 1, ends 1"
    assert "(rate_card.csv, line 2): 38.53 USD an hour, 4.81625 a device-hour" in told[1]
    assert "contract EDP 2026; list price 55.04 (-30%)" in told[1]
    assert "effective_to none to 2026-11-01" in told[2]
    assert main(["overlay", "check", "acme"]) == 0
    assert capsys.readouterr().out.splitlines() == told


def test_overlay_without_a_card_has_one_to_fill_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["overlay", "new", "beta", "--into", str(tmp_path)]) == 0

    header = (tmp_path / "beta" / "rate_card.csv").read_text()
    assert header.startswith("provider,region,instance_type,device,")
    assert main(["overlay", "check", str(tmp_path / "beta")]) == 0
    assert "2026-10-31+beta: no rows" in capsys.readouterr().out


def test_bad_card_leaves_no_overlay_behind(card: Path, capsys: pytest.CaptureFixture[str]) -> None:
    card.write_text(CARD.replace("p5.48", "p5.47"))

    assert main(["overlay", "new", "acme", "--rates", str(card)]) == 1

    assert "line 2: instance_type 'p5.47xlarge'" in capsys.readouterr().err
    assert not (card.parent / "acme" / "overlay.toml").exists()


@pytest.mark.parametrize("name", ["Acme Inc", "../acme", ""])
def test_name_that_cannot_be_asked_for_is_refused(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["overlay", "new", name, "--into", str(tmp_path)]) == 2
    assert "lower-case letters" in capsys.readouterr().err


def test_overlay_that_is_there_is_not_written_over(
    card: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["overlay", "new", "acme", "--rates", str(card)])

    assert main(["overlay", "new", "acme"]) == 2
    assert "is an overlay already" in capsys.readouterr().err
