"""Where names are configured, the service answers under these alone."""

from collections.abc import Callable

import pytest

from service.settings import Settings, SettingsError
from tests.asgi import Ask

NAMES = {"UNITCOST_HOSTS": "costs.example.com, *.inner.example.com,[::1]"}
PATH = "/v1/catalog/releases"


@pytest.fixture
def named(make_ask: Callable[..., Ask]) -> Ask:
    return make_ask(Settings.from_environment(NAMES))


@pytest.mark.parametrize(
    "host",
    [
        "costs.example.com",
        "Costs.Example.com:8000",
        "costs.example.com.",
        "a.inner.example.com",
        "a.b.inner.example.com:1",
        "[::1]:8000",
    ],
)
def test_its_names_are_answered(named: Ask, host: str) -> None:
    assert named("GET", PATH, headers={"host": host}).status == 200


@pytest.mark.parametrize(
    "host", ["", "example.com", "inner.example.com", "costs.example.com.evil.com", "127.0.0.1:8000"]
)
@pytest.mark.parametrize("path", [PATH, "/metrics", "/openapi.json", "/nothing"])
def test_other_names_are_refused(named: Ask, host: str, path: str) -> None:
    refusal = named("GET", path, headers={"host": host})

    assert (refusal.status, refusal.json["field"]) == (400, "host")
    assert refusal.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("path", ["/health/live", "/health/ready"])
def test_probes_ask_by_address(named: Ask, path: str) -> None:
    assert named("GET", path, headers={"host": "10.0.0.7:8000"}).status == 200


def test_without_names_every_name_is_answered(ask: Ask) -> None:
    assert ask("GET", PATH, headers={"host": "any.example.com"}).status == 200


@pytest.mark.parametrize(
    "text", ["https://costs.example.com", "costs.example.com:8000", "a b", "*"]
)
def test_what_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(SettingsError, match="UNITCOST_HOSTS"):
        Settings.from_environment({"UNITCOST_HOSTS": text})
