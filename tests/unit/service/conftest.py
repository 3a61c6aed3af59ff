"""The application in process, and its log."""

import io
from collections.abc import Callable
from typing import Any

import pytest

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


@pytest.fixture
def ask(make_ask: Callable[..., Ask]) -> Ask:
    """Asks the application as it is served."""
    return make_ask()
