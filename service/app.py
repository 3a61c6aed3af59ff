"""Where the service is put together, and nowhere else."""

import os
from collections.abc import Sequence
from typing import BinaryIO

from litestar import Litestar

from pricing.catalog.library import Library
from service.logs import Log
from service.metrics import Metrics
from service.operations import Operation, handlers
from service.problems import ProblemAnswerer
from service.routes import catalog, docs, health, metrics, quotes, tco
from service.settings import Settings
from service.telemetry import Telemetry

OPERATIONS = (
    *quotes.OPERATIONS,
    *tco.OPERATIONS,
    *catalog.OPERATIONS,
    *health.OPERATIONS,
)
"""Everything that can be asked, in the order of the document."""


def create_app(
    settings: Settings | None = None,
    library: Library | None = None,
    *,
    operations: Sequence[Operation] = OPERATIONS,
    log_stream: BinaryIO | None = None,
) -> Litestar:
    """Put the application together.

    What is not given is read: settings from the environment and releases from their
    directories; the log goes to standard output.

    Raises SettingsError, and CatalogError for a release that cannot be trusted.
    """
    settings = settings or Settings.from_environment(os.environ)
    library = library or Library.load(settings.directories)
    log = Log(settings.log_level, log_stream)
    counters = Metrics(library)
    app = Litestar(
        route_handlers=[
            *handlers(operations, library, max_body_bytes=settings.max_body_bytes),
            *docs.handlers(operations, library),
            metrics.handler(counters),
        ],
        exception_handlers={Exception: ProblemAnswerer(log)},
        openapi_config=None,
        logging_config=None,
        debug=False,
    )
    app.asgi_handler = Telemetry(app.asgi_handler, log=log, metrics=counters)
    return app
