"""The composition root: settings and releases in, the application out."""

import os
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any, BinaryIO

from litestar import Litestar
from litestar.types import ASGIApp
from msgspec.structs import replace

from pricing.catalog.library import Library
from service.access.auth import Authenticator
from service.access.key_reload import KeyReloader
from service.access.keys import KeyRing, KeysError
from service.access.rate_limit import LocalRateLimiter, RateLimiter
from service.agents import http as agents
from service.cache.answers import CachedAnswers
from service.cache.build import build_digest
from service.cache.store import MemoryStore, Store
from service.chat import chats
from service.execution.cpu_limits import heavy_threads
from service.execution.memory_budget import MemoryBudget
from service.execution.memory_limit import memory_limit_bytes
from service.execution.worker_pool import WorkerPool
from service.formats.words.refusals import ProblemAnswerer
from service.http.body_memory import BodyMemory
from service.http.encoding import Encoded
from service.http.hosts import KnownHosts
from service.http.origins import VaryByOrigin, cors
from service.logs import Log
from service.observability.access_log import AccessLog
from service.observability.health_state import HealthState
from service.observability.metrics import Metrics
from service.observability.temporary_files import TemporaryFilesCheck
from service.observability.tracing import NoTracer, Tracer
from service.operations import ask, comparisons, docs, explanations, health, quotes, sweeps, tco
from service.operations.catalog import listings, lookups
from service.operations.executor import QueryExecutor
from service.operations.operation import Operation, handlers
from service.page import page, problem_pages
from service.processes.metrics import SharedMetrics
from service.processes.place import Place
from service.reload.current import CurrentLibrary, ReleaseReloader
from service.reload.poller import Poller
from service.settings import Settings, SettingsError


def operations_of(settings: Settings) -> tuple[Operation, ...]:
    """All operations, in the order of the OpenAPI document."""
    operations = (
        *quotes.OPERATIONS,
        *tco.OPERATIONS,
        *comparisons.SERVICES,
        *tco.VARIANCES,
        *sweeps.operations(
            max_table_bytes=settings.max_table_bytes,
            max_scenarios=settings.max_scenarios,
            memory_bytes=settings.memory_bytes,
        ),
        *comparisons.operations(max_scenarios=settings.max_scenarios),
        *explanations.OPERATIONS,
        *ask.OPERATIONS,
        *listings.OPERATIONS,
        *lookups.OPERATIONS,
        *health.OPERATIONS,
    )
    return (*operations, docs.index_of(operations))


OPERATIONS = operations_of(Settings())
"""The operations under the default settings."""


UNUSED = ("attr", "attrs", "pydantic")
"""Packages that Litestar imports for itself where they are installed. No handler needs them, and
they take 8 MiB."""


@dataclass(frozen=True, kw_only=True)
class Application:
    """The ASGI application, and the parts of it that its server needs."""

    asgi: ASGIApp
    metrics: Metrics
    health_state: HealthState


def create_app(
    settings: Settings | None = None,
    library: Library | None = None,
    *,
    operations: Sequence[Operation] | None = None,
    place: Place | None = None,
    log_stream: BinaryIO | None = None,
    tracer: Tracer | None = None,
) -> Application:
    """Build the application.

    Settings that are not given are read from the environment, releases from their directories.
    place: among the processes on one port. The log goes to standard output.

    Raises SettingsError, and CatalogError for a release that cannot be trusted.
    """
    settings = settings or Settings.from_environment(os.environ)
    memory = MemoryBudget(settings.memory_bytes or memory_limit_bytes())
    settings = replace(settings, memory_bytes=memory.most_bytes)
    library = library or Library.load(settings.directories)
    operations = operations or operations_of(settings)
    tracer = tracer or _tracer(settings)
    log = Log(settings.log_level, log_stream)
    counters = Metrics(library)
    health_state = HealthState()
    current = CurrentLibrary(library)
    build_digest()  # now, and not while the first answer to be cached is waited for
    store, rates = _store(settings, log, counters, health_state)
    nearby = None if store.is_local else MemoryStore(settings.cache_bytes)
    cached = CachedAnswers(store, ttl_seconds=settings.cache_ttl_seconds, nearby=nearby)
    auth = _auth(settings, rates)
    executor = _executor(settings, current, cached, memory, counters, tracer)
    looks = list(_looks(settings, current, auth, log, counters, health_state))
    watcher = Poller(looks, seconds=settings.tables_seconds, log=log)
    shared = None if place is None else SharedMetrics(place, counters.registry)

    @asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncIterator[None]:
        async with watcher, nullcontext() if shared is None else shared.told():
            yield
        await cached.close()
        tracer.close()

    bound = health.bound(operations, health_state, is_open=auth is None)
    routes = [
        *handlers(bound, executor, auth=auth, max_body_bytes=settings.max_body_bytes),
        *agents.handlers(
            operations,
            executor,
            auth=auth,
            log=log,
            max_body_bytes=settings.max_body_bytes,
            origins=settings.cors_origins,
            hosts=settings.hosts,
        ),
        *docs.handlers(operations, library),
        *page.handlers(),
        *problem_pages.handlers(),
        health.metrics_handler(counters, shared, auth),
        *chats.handlers(settings, executor, rates, is_open=auth is None),
    ]
    with _unseen(*UNUSED):
        app = Litestar(
            route_handlers=routes,
            exception_handlers={Exception: ProblemAnswerer(log)},
            openapi_config=None,
            logging_config=None,
            debug=False,
            cors_config=cors(settings.cors_origins),
            lifespan=[lifespan],
        )
    return Application(
        asgi=AccessLog(_wrapped(app, settings), log=log, metrics=counters, tracer=tracer),
        metrics=counters,
        health_state=health_state,
    )


def _executor(
    settings: Settings,
    current: CurrentLibrary,
    cached: CachedAnswers,
    memory: MemoryBudget,
    counters: Metrics,
    tracer: Tracer,
) -> QueryExecutor:
    """What computes answers: at once or on threads, within the memory that there is."""
    share_fraction = settings.caller_share_fraction
    threads = settings.workers or heavy_threads()
    body_bytes = settings.body_memory_bytes or memory.most_bytes // 4
    return QueryExecutor(
        current,
        cached,
        WorkerPool(threads, settings.queue, counters, share_fraction=share_fraction, memory=memory),
        BodyMemory(body_bytes, share_fraction=share_fraction),
        threshold_seconds=settings.cache_threshold_seconds,
        deadline_seconds=settings.deadline_seconds,
        metrics=counters,
        tracer=tracer,
    )


def _looks(
    settings: Settings,
    current: CurrentLibrary,
    auth: Authenticator | None,
    log: Log,
    counters: Metrics,
    health_state: HealthState,
) -> Iterator[Callable[[], None]]:
    """What is looked at again and again: temporary files, and the files of tables and keys."""
    yield TemporaryFilesCheck(log=log, health_state=health_state).look
    if settings.has_chat:
        # A chat waits three seconds for an answer; a process without one holds 9 MiB less.
        yield lambda: _prepare_words(current.library)
    if settings.tables is not None:
        yield ReleaseReloader(
            settings.tables, current, log=log, health_state=health_state, metrics=counters
        ).look
    if settings.keys is not None and auth is not None:
        yield KeyReloader(settings.keys, auth, log=log, health_state=health_state).look


def _wrapped(app: ASGIApp, settings: Settings) -> ASGIApp:
    """The application behind what every request passes."""
    app = Encoded(app)
    if settings.cors_origins:
        app = VaryByOrigin(app)
    return KnownHosts(app, settings.hosts) if settings.hosts else app


@contextmanager
def _unseen(*packages: str) -> Iterator[None]:
    """Let packages that nothing has imported yet be missing for a while."""
    hidden = [name for name in packages if name not in sys.modules]
    modules: dict[str, Any] = sys.modules
    modules.update(dict.fromkeys(hidden))  # None: an import fails
    try:
        yield
    finally:
        for name in hidden:
            del modules[name]


def _store(
    settings: Settings, log: Log, counters: Metrics, health_state: HealthState
) -> tuple[Store, RateLimiter]:
    """The store of answers and the rate limiter: in Redis, or in this process."""
    if settings.redis_url is None:
        return MemoryStore(settings.cache_bytes), LocalRateLimiter()

    # heavy imports, and only those who have a Redis need them
    from service.access.redis_rate_limit import RedisRateLimiter  # noqa: PLC0415
    from service.cache.redis_events import RedisEvents  # noqa: PLC0415
    from service.cache.redis_store import RedisStore  # noqa: PLC0415
    from service.cache.redis_url import redis_client  # noqa: PLC0415

    try:
        client = redis_client(settings.redis_url.reveal)
    except ValueError as error:
        raise SettingsError(f"UNITCOST_REDIS_URL: {error}") from None
    events = RedisEvents(log, counters, health_state)
    store = RedisStore(client, events, call_seconds=settings.redis_seconds)
    return store, RedisRateLimiter(store)


def _prepare_words(library: Library) -> None:
    """Import and build what the first question in words needs, once the service answers others."""
    import service.asking.ask  # noqa: F401, PLC0415
    from pricing.asking.reading import prepare  # noqa: PLC0415

    prepare(library)


def _tracer(settings: Settings) -> Tracer:
    if not settings.tracing:
        return NoTracer()
    try:
        from service.observability.opentelemetry import OpenTelemetry  # noqa: PLC0415 - an extra that may be missing
    except ImportError as error:
        raise SettingsError(
            f"UNITCOST_TRACING: {error}; install the extra `tracing`: pip install '.[tracing]' in a"
            " checkout"
        ) from error
    return OpenTelemetry()


def _auth(settings: Settings, rates: RateLimiter) -> Authenticator | None:
    settings.check_access()
    if settings.keys is None:
        return None
    try:
        return Authenticator(KeyRing.read(settings.keys), rates)
    except KeysError as error:
        raise SettingsError(f"UNITCOST_KEYS: {error}") from error
