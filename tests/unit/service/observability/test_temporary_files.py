"""A temporary directory that takes no files is told, and refuses what needs one."""

import io
import tempfile
from pathlib import Path

import pytest

from service.logs import Log
from service.observability.health_state import HealthState
from service.observability.temporary_files import PART, TemporaryFilesCheck
from tests.asgi import Ask

PARQUET = {"accept": "application/vnd.apache.parquet", "content-type": "application/json"}
XLSX = PARQUET | {"accept": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}
QUESTION = b'{"model": "llama-3.1-8b", "deployment": {"device": "l4"}}'


def test_loss_and_return_are_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    health_state = HealthState()
    stream = io.BytesIO()
    check = TemporaryFilesCheck(log=Log("info", stream), health_state=health_state)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    check.look()
    check.look()
    assert list(health_state.reasons) == [PART]

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    check.look()

    assert health_state.reasons == {}
    assert stream.getvalue().count(b"\n") == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("headers", [PARQUET, XLSX], ids=["parquet", "xlsx"])
def test_what_needs_a_file_is_refused_until_there_is_room(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, headers: dict[str, str]
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    refused = ask("POST", "/v1/inference/unit-costs", body=QUESTION, headers=headers)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    answered = ask("POST", "/v1/inference/unit-costs", body=QUESTION, headers=headers)

    assert (refused.status, answered.status) == (503, 200)
    assert refused.headers["retry-after"] == "30"
    assert list(tmp_path.iterdir()) == []
