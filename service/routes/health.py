"""Whether the process lives, and whether it can answer."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pricing import ENGINE_VERSION
from pricing.catalog.library import Library
from service.operations import Operation


class NothingAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """No parameters."""


class Liveness(Struct, frozen=True):
    """The process answers."""

    status: Literal["live"] = "live"


class ReadyRelease(Struct, frozen=True):
    """A release that can be asked."""

    name: str
    digest: Annotated[str, Meta(description="sha256 over all tables of the release.")]


class Readiness(Struct, frozen=True):
    """The tables are loaded and checked."""

    status: Literal["ready"]
    engine_version: str
    releases: tuple[ReadyRelease, ...]


def _live(_asked: NothingAsked, _library: Library) -> Liveness:
    return Liveness()


def _ready(_asked: NothingAsked, library: Library) -> Readiness:
    return Readiness(
        status="ready",
        engine_version=ENGINE_VERSION,
        releases=tuple(
            ReadyRelease(name=name, digest=library.get(name).digest) for name in library.names
        ),
    )


def _nothing(_library: Library) -> NothingAsked:
    return NothingAsked()


OPERATIONS = (
    Operation(
        id="checkLiveness",
        method="GET",
        path="/health/live",
        tag="health",
        summary="Whether the process lives",
        description="Answers as long as the process does; restart it when this fails.",
        asks=NothingAsked,
        answers=Liveness,
        answer=_live,
        example=_nothing,
        volatile=True,
    ),
    Operation(
        id="checkReadiness",
        method="GET",
        path="/health/ready",
        tag="health",
        summary="Whether the service can answer",
        description="Answers once the tables are loaded and checked, and names the releases.",
        asks=NothingAsked,
        answers=Readiness,
        answer=_ready,
        example=_nothing,
        volatile=True,
    ),
)
