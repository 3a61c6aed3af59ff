"""Whether the service lives, and what it says of how it is."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from pricing import ENGINE_VERSION
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from service.app import Application, create_app
from service.http.request import NothingAsked
from service.observability.health_state import HealthState
from service.operations import health
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


def test_nothing_private_is_told_where_keys_are_in_use(
    library: Library, health_state: HealthState
) -> None:
    private = Catalog(replace(library.newest.release, name="2099-01-01"))
    with_private = Library([*map(library.get, library.names), private])
    health_state.degraded("tables/acme", "acme/prices.csv, line 2: 1.23 is no price of h100")
    (readiness,) = (
        operation
        for operation in health.bound(health.OPERATIONS, health_state, is_open=False)
        if operation.id == health.READINESS
    )
    told = msgspec.json.encode(readiness.answer(NothingAsked(), with_private)).decode()

    assert library.names[0] in told
    assert '"part":"tables"' in told
    assert [word for word in ("2099", "acme", "1.23", "h100") if word in told] == []


def test_examples_of_the_document_come_from_the_package(library: Library) -> None:
    older = Catalog(replace(library.newest.release, name="2001-01-01"))
    with_private = Library([older, *map(library.get, library.names)])

    assert with_private.packaged.names == library.names
