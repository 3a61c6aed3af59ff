"""Keys change while the service runs, and a bad file changes nothing."""

import io
from pathlib import Path

import msgspec
import pytest

from service.access.auth import Authenticator
from service.access.key_reload import KeyReloader
from service.access.keys import KeyRing
from service.access.rate_limit import LocalRateLimiter
from service.logs import Log
from service.observability.health_state import HealthState

ONE = f'[[keys]]\nname = "one"\nsha256 = "{"1" * 64}"\nscopes = ["read"]\n'
TWO = ONE.replace("one", "two").replace("1", "2")


class Renewed:
    """Authentication whose keys are polled."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.write_text(ONE)
        self.auth = Authenticator(KeyRing.read(path), LocalRateLimiter())
        self.health_state = HealthState()
        self.log = io.BytesIO()
        self.look = KeyReloader(
            path, self.auth, log=Log("info", self.log), health_state=self.health_state
        ).look

    def names(self) -> list[str]:
        return [key.name for key in self.auth.ring.keys]


@pytest.fixture
def renewed(tmp_path: Path) -> Renewed:
    return Renewed(tmp_path / "keys.toml")


def test_a_new_file_is_in_force_at_the_next_look(renewed: Renewed) -> None:
    renewed.path.write_text(ONE + TWO)
    renewed.look()

    assert renewed.names() == ["one", "two"]


@pytest.mark.parametrize("text", ["rubbish", None])
def test_a_bad_file_leaves_those_before_and_is_told(renewed: Renewed, text: str | None) -> None:
    if text is None:
        renewed.path.unlink()
    else:
        renewed.path.write_text(text)
    renewed.look()

    assert (renewed.names(), list(renewed.health_state.reasons)) == (["one"], ["keys"])


@pytest.mark.parametrize("text", ["rubbish", "keys = []", "\xff", None])
def test_where_the_file_lies_is_for_the_log(renewed: Renewed, text: str | None) -> None:
    if text is None:
        renewed.path.unlink()
    else:
        renewed.path.write_text(text, encoding="latin-1")
    renewed.look()
    told = renewed.health_state.reasons["keys"]

    assert (str(renewed.path) in told, str(renewed.path) in renewed.log.getvalue().decode()) == (
        False,
        True,
    )


def test_it_recovers(renewed: Renewed) -> None:
    for text in ("rubbish", TWO):
        renewed.path.write_text(text)
        renewed.look()

    assert (renewed.names(), renewed.health_state.reasons) == (["two"], {})


@pytest.mark.parametrize(("text", "event"), [(ONE + TWO, "keys_changed"), ("x", "keys_refused")])
def test_a_change_is_told_once(renewed: Renewed, text: str, event: str) -> None:
    renewed.look()
    renewed.path.write_text(text)
    for _ in range(3):
        renewed.look()

    lines = renewed.log.getvalue().splitlines()
    assert [msgspec.json.decode(line)["event"] for line in lines] == [event]
