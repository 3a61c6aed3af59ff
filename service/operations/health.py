"""The operations of health checks, liveness and readiness, and /metrics for Prometheus."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Literal

from litestar.types import ASGIApp, Receive, Scope
from msgspec import Struct
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from pricing import ENGINE_VERSION
from pricing.catalog.library import Library
from pricing.quote.messages import said
from service.access.auth import Authenticator
from service.http.problems import Refused
from service.http.request import NothingAsked, headers_of
from service.http.response import NEVER_STORE, Reply
from service.http.route import RouteHandler, route
from service.observability.health_state import HealthState
from service.observability.metrics import Metrics
from service.operations.operation import Operation
from service.processes.metrics import SharedMetrics

READINESS = "checkReadiness"

TABLES = "tables"
"""How parts begin that are releases or overlays."""


class Liveness(Struct, frozen=True):
    """The process is alive."""

    status: Literal["live"] = "live"


class ReadyRelease(Struct, frozen=True):
    """A release that is served."""

    name: Annotated[str, said("Name of the release, for `catalog`.")]
    digest: Annotated[str, said("Digest of the release [sha256].")]


class Degradation(Struct, frozen=True):
    """A part that does not work, while answers are still right."""

    part: Annotated[
        str,
        said(
            "The part: redis, redis_writes, keys, temporary_files, tables or tables/….",
            examples=["redis"],
        ),
    ]
    detail: Annotated[str, said("The fault of the part.")]


class Readiness(Struct, frozen=True):
    """All tables are checked, the newest are loaded, and requests are answered."""

    status: Annotated[
        Literal["ready", "degraded"],
        said("degraded: answers are right, but a part does not work. See `reasons`."),
    ]
    engine_version: Annotated[str, said("Version of the engine.")]
    releases: tuple[ReadyRelease, ...]
    reasons: tuple[Degradation, ...] = ()


def _ready(
    _asked: NothingAsked, library: Library, health_state: HealthState, *, is_open: bool = True
) -> Readiness:
    """is_open: whether everybody may know of releases that are not the package's."""
    if health_state.broken is not None:
        raise Refused("not-ready", health_state.broken, retry_after_seconds=1)
    reasons = health_state.reasons
    if not is_open:
        library = library.packaged
        reasons = dict(_untold(part, detail) for part, detail in reasons.items())
    return Readiness(
        status="degraded" if reasons else "ready",
        engine_version=ENGINE_VERSION,
        releases=tuple(
            ReadyRelease(name=name, digest=library.get(name).digest) for name in library.names
        ),
        reasons=tuple(Degradation(part=part, detail=detail) for part, detail in reasons.items()),
    )


def _untold(part: str, detail: str) -> tuple[str, str]:
    """A part of the tables without the name and the cells of what is private."""
    if part.startswith(TABLES):
        return TABLES, "a release or an overlay was refused: the log says which, and why"
    return part, detail


def bound(
    operations: Sequence[Operation], health_state: HealthState, *, is_open: bool
) -> tuple[Operation, ...]:
    """The operations, with readiness read from this health state.

    is_open: whether no key is needed, and whoever asks may know of every release.
    """
    answer = partial(_ready, health_state=health_state, is_open=is_open)
    return tuple(
        replace(operation, answer=answer) if operation.id == READINESS else operation
        for operation in operations
    )


OPERATIONS = (
    Operation(
        id="checkLiveness",
        method="GET",
        path="/health/live",
        tag="health",
        summary="Whether the process is alive",
        description="Answers 200 while the process is alive. Restart the process if it fails.",
        asks=NothingAsked,
        answers=Liveness,
        answer=lambda _asked, _library: Liveness(),
        example=lambda _library: NothingAsked(),
        volatile=True,
    ),
    Operation(
        id=READINESS,
        method="GET",
        path="/health/ready",
        tag="health",
        summary="Whether the service can answer",
        description="Answers 200 once all tables are checked and the newest loaded. It names the"
        " releases, where keys are in use those of the package alone. `degraded` means that a part"
        " does not work, while answers are still right. 503 means that the service should get no"
        " requests.",
        asks=NothingAsked,
        answers=Readiness,
        answer=partial(_ready, health_state=HealthState()),
        example=lambda _library: NothingAsked(),
        volatile=True,
    ),
)


def metrics_handler(
    metrics: Metrics, shared: SharedMetrics | None, auth: Authenticator | None
) -> RouteHandler:
    """The handler of /metrics; shared: those of all processes on one port.

    Where keys are in use, it needs the scope `administer`.
    """

    async def read_metrics(scope: Scope, receive: Receive) -> ASGIApp:  # noqa: ARG001 - a handler's
        if auth is not None:
            await auth.admit(scope, headers_of(scope), "administer")
        text = metrics.text() if shared is None else await shared.text()
        return Reply(text, media=CONTENT_TYPE_PLAIN_0_0_4.encode(), headers=(NEVER_STORE,))

    return route("/metrics", {"GET": read_metrics})
