"""The application in process, and its log."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from litestar.types import ASGIApp

from pricing.catalog.library import Library
from service.app import create_app
from service.settings import Settings
from tests.asgi import Ask, asking


@pytest.fixture
def log() -> io.BytesIO:
    """Where the application writes its log."""
    return io.BytesIO()


@pytest.fixture
def make_ask(library: Library, log: io.BytesIO) -> Callable[..., Ask]:
    """Makes an application with other settings or operations, and a function that asks it."""

    def make(settings: Settings | None = None, **others: Any) -> Ask:
        app = create_app(settings or Settings(), library, log_stream=log, **others)
        return asking(app.asgi)

    return make


@pytest.fixture(scope="session")
def shared_app(library: Library) -> ASGIApp:
    """The application as it is served, but for answers that are kept from test to test."""
    return create_app(Settings(cache_bytes=0), library, log_stream=io.BytesIO()).asgi


@pytest.fixture
def ask(shared_app: ASGIApp) -> Ask:
    """Asks the application that tests share: making one takes longer than most answers."""
    return asking(shared_app)


@pytest.fixture
def ask_alone(make_ask: Callable[..., Ask]) -> Ask:
    """Asks an application of the test's own, with its log, its metrics and its cache."""
    return make_ask()
