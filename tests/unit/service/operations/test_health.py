"""Whether the service lives, and what it says of how it is."""

from typing import Any

import pytest

from pricing import ENGINE_VERSION
from pricing.catalog.library import Library
from service.app import Application, create_app
from service.observability.health_state import HealthState
from service.settings import Settings
from tests.asgi import Answered, asking

STOPPING = "The service is stopping."


@pytest.fixture
def app(library: Library) -> Application:
    return create_app(Settings(log_level="error"), library)


@pytest.fixture
def health_state(app: Application) -> HealthState:
    return app.health_state


def ready(app: Application) -> Answered:
    return asking(app.asgi)("GET", "/health/ready")


def test_every_release_is_named_with_its_digest(app: Application, library: Library) -> None:
    answered = ready(app)

    assert answered.status == 200
    assert answered.json == {
        "status": "ready",
        "engine_version": ENGINE_VERSION,
        "releases": [{"name": name, "digest": library.get(name).digest} for name in library.names],
        "reasons": [],
    }


def test_every_part_that_is_missing_is_named_until_it_works(
    app: Application, health_state: HealthState
) -> None:
    def told() -> tuple[int, str, dict[str, Any]]:
        answered = ready(app)
        reasons = {reason["part"]: reason["detail"] for reason in answered.json["reasons"]}
        return answered.status, answered.json["status"], reasons

    health_state.degraded("redis", "not answering")
    health_state.degraded("keys", "no file")
    assert told() == (200, "degraded", {"redis": "not answering", "keys": "no file"})

    health_state.recovered("redis")
    assert told() == (200, "degraded", {"keys": "no file"})

    health_state.recovered("keys")
    assert told() == (200, "ready", {})


def test_a_service_that_stops_lives_and_is_not_ready(
    app: Application, health_state: HealthState
) -> None:
    health_state.stop(STOPPING)
    answered, live = ready(app), asking(app.asgi)("GET", "/health/live")

    assert (answered.status, answered.json["detail"]) == (503, STOPPING)
    assert answered.headers["retry-after"] == "1"
    assert (live.status, live.json) == (200, {"status": "live"})
