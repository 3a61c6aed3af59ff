"""Pages of other origins read answers where that is set, and browsers learn what they may send."""

from collections.abc import Callable

import pytest

from service.problems import BASE
from service.settings import Settings
from tests.asgi import Answered, Ask

ORIGIN = "https://finance.example"
READ = "/v1/catalog/devices"


@pytest.fixture
def ask_across(make_ask: Callable[..., Ask]) -> Ask:
    """Asks a service whose answers pages of one origin may read."""
    return make_ask(Settings(cors_origins=(ORIGIN,)))


def preflight(ask: Ask, **changes: str) -> Answered:
    asked = {"origin": ORIGIN, "access-control-request-method": "POST"}
    named = {name.replace("_", "-"): value for name, value in changes.items()}
    return ask("OPTIONS", "/v1/sweeps", headers=asked | named)


@pytest.mark.parametrize("origin", [ORIGIN, "https://other.example", None])
def test_an_answer_varies_by_origin_and_by_accept(ask_across: Ask, origin: str | None) -> None:
    answered = ask_across("GET", READ, headers={} if origin is None else {"origin": origin})

    assert (answered.status, answered.headers["vary"]) == (200, "accept, origin")


def test_an_answer_that_any_page_may_read_varies_by_accept_alone(
    make_ask: Callable[..., Ask],
) -> None:
    answered = make_ask(Settings(cors_origins=("*",)))("GET", READ, headers={"origin": ORIGIN})

    assert (answered.headers["vary"], answered.headers["access-control-allow-origin"]) == (
        "accept",
        "*",
    )


def test_a_page_may_read_what_it_needs(ask_across: Ask) -> None:
    answered = ask_across("GET", READ, headers={"origin": ORIGIN})

    assert "retry-after" in answered.headers["access-control-expose-headers"]


def test_a_page_may_read_problems_too(ask_across: Ask) -> None:
    answered = ask_across("GET", "/v1/nothing", headers={"origin": ORIGIN})

    assert (answered.status, answered.headers["access-control-allow-origin"]) == (404, ORIGIN)


def test_a_preflight_is_told_what_may_be_sent(ask_across: Ask) -> None:
    answered = preflight(ask_across, access_control_request_headers="Content-Type, Authorization")

    assert (answered.status, answered.body) == (204, b"")
    assert "POST" in answered.headers["access-control-allow-methods"]
    assert "content-type" in answered.headers["access-control-allow-headers"]
    assert answered.headers["vary"] == "origin"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"origin": "https://other.example"}, "Origin"),
        ({"access_control_request_method": "DELETE"}, "Access-Control-Request-Method"),
        ({"access_control_request_headers": "x-secret"}, "Access-Control-Request-Headers"),
    ],
)
def test_a_preflight_that_is_refused_is_a_problem(
    ask_across: Ask, changes: dict[str, str], field: str
) -> None:
    answered = preflight(ask_across, **changes)

    assert (answered.status, answered.headers["content-type"]) == (400, "application/problem+json")
    assert (answered.json["type"], answered.json["field"]) == (f"{BASE}invalid-request", field)


def test_options_without_a_preflight_names_the_methods(ask_across: Ask) -> None:
    answered = ask_across("OPTIONS", "/v1/sweeps", headers={"origin": ORIGIN})

    assert (answered.status, answered.headers["allow"]) == (204, "OPTIONS, POST")
