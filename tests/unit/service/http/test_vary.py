"""Caches learn that answers hang on the page that asks, beside the form that it asks for."""

from collections.abc import Callable

import pytest

from service.settings import Settings
from tests.asgi import Ask

ORIGIN = "https://finance.example"
READ = "/v1/catalog/devices"


@pytest.mark.parametrize("origin", [ORIGIN, "https://other.example", None])
def test_an_answer_varies_by_origin_and_by_accept(
    make_ask: Callable[..., Ask], origin: str | None
) -> None:
    ask = make_ask(Settings(cors_origins=(ORIGIN,)))
    answered = ask("GET", READ, headers={} if origin is None else {"origin": origin})

    assert (answered.status, answered.headers["vary"]) == (200, "accept, accept-encoding, origin")
    allowed = answered.headers.get("access-control-allow-origin")
    assert allowed == (ORIGIN if origin == ORIGIN else None)


def test_without_pages_of_other_origins_it_varies_by_accept_alone(
    make_ask: Callable[..., Ask],
) -> None:
    answered = make_ask(Settings())("GET", READ, headers={"origin": ORIGIN})

    assert answered.headers["vary"] == "accept, accept-encoding"


def test_pages_of_other_origins_may_ask_and_know_it_for_ten_minutes(
    make_ask: Callable[..., Ask],
) -> None:
    ask = make_ask(Settings(cors_origins=(ORIGIN,)))
    asked = {"origin": ORIGIN, "access-control-request-method": "POST"}
    answered = ask("OPTIONS", "/v1/sweeps", headers=asked)

    assert {"GET", "POST"} <= set(answered.headers["access-control-allow-methods"].split(", "))
    assert answered.headers["access-control-max-age"] == "600"
