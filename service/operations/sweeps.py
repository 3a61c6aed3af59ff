"""The operation that answers many scenarios, from JSON or a table, whole or in a stream."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Annotated

import msgspec
from anyio import to_thread
from litestar.types import ASGIApp, Receive, Scope
from msgspec import Struct

from pricing.catalog.library import Library
from pricing.quote.messages import said
from pricing.sweeps.answer import SweepAnswer
from pricing.sweeps.base import base_of
from pricing.sweeps.query import SweepKind, SweepQuery
from pricing.sweeps.sweep import SCENARIOS, scenario_count, sweep_of, table_sweep
from service.formats.media import Format, format_of
from service.formats.readers import MEDIA
from service.formats.reading_pool import ReadingPool
from service.http.request import (
    check_content_type,
    check_no_parameters,
    chosen_media,
    decoded_aside,
    given_parameters,
    headers_of,
    is_packed,
    of_parameters,
    read_body,
    read_sent,
)
from service.http.response import BY_ACCEPT, NEVER_STORE, Reply
from service.operations.examples import pinned
from service.operations.executor import QueryExecutor, Route
from service.operations.operation import Operation, reply_of
from service.operations.sweep_request import SweepRequest

KEPT_SCENARIOS = 200_000
"""Larger sweeps are streamed. Smaller ones are sent whole, and cached if their query is JSON."""

KEPT_SCENARIO_BYTES = 16 << 10
"""Memory of the service for each scenario of the largest sweep that is sent whole."""

SHARED = "base."
"""The prefix of parameters that hold for all rows of a table."""

_DECODE = msgspec.json.Decoder(SweepQuery).decode


class Limits(Struct, frozen=True):
    """The largest table [bytes], the most scenarios of a sweep [count], and who reads tables.

    memory_bytes: of the service, None where nothing is known of it.
    """

    table_bytes: int
    scenarios: int
    memory_bytes: int | None
    readers: ReadingPool

    @property
    def kept_scenarios(self) -> int:
        """The most scenarios of a sweep that is sent whole [count]."""
        if self.memory_bytes is None:
            return KEPT_SCENARIOS
        return min(KEPT_SCENARIOS, self.memory_bytes // KEPT_SCENARIO_BYTES)


def operations(
    *, max_table_bytes: int, max_scenarios: int, memory_bytes: int | None = None
) -> tuple[Operation, ...]:
    """The operations, with their limits; memory_bytes: of the service."""
    readers = ReadingPool(memory_bytes=memory_bytes)
    limits = Limits(max_table_bytes, max_scenarios, memory_bytes, readers)

    def answer(query: SweepQuery, library: Library) -> SweepAnswer:
        return SweepRequest(query, sweep_of(query, limit=max_scenarios)).answer(library)

    return (
        Operation(
            id="sweep",
            method="POST",
            path="/v1/sweeps",
            tag="sweeps",
            summary="Many scenarios at once",
            description="Takes a base query, and axes by field name or a table of scenarios. Has"
            " one row for each scenario: its inputs and its results, or the reason for a refusal."
            " A row equals its point quote. `Accept` chooses the format, and large answers are"
            " streamed. The body may also be a table with one scenario a row, whose columns have"
            " the names of axes. The parameters beside a table hold the rest of the query, with"
            " `base.…` for the fields that all rows share. A JSON body takes no parameters.",
            asks=SweepQuery,
            answers=SweepAnswer,
            answer=answer,
            example=_example,
            is_heavy=True,
            post=partial(_post, limits),
            tables=tuple(MEDIA),
            table_parameters=SweepParameters,
        ),
    )


async def _post(
    limits: Limits,
    scope: Scope,
    receive: Receive,
    executor: QueryExecutor,
    routes: Mapping[str, Route],
    max_body_bytes: int,
) -> ASGIApp:
    """Serve a sweep. A table of scenarios is heavy work before its first row is computed."""
    headers = headers_of(scope)
    route = routes[chosen_media(headers, tuple(routes))]
    given = headers.get(b"content-type", b"").decode("latin-1").partition(";")[0].strip().lower()
    if given in MEDIA:
        executor.check_queue()
        with executor.body_memory.held() as hold:
            sent = await read_sent(headers, receive, limit=limits.table_bytes, hold=hold)
            query = await to_thread.run_sync(_of_parameters, scope)
            packed_limit = limits.table_bytes if is_packed(headers) else None
            read = partial(_request, query, sent, given, packed_limit, limits)
            return await _of_table(query, read, limits, route, executor, receive)
    check_content_type(headers, also=MEDIA)
    check_no_parameters(scope)
    with executor.body_memory.held() as hold:
        body = await read_body(headers, receive, limit=max_body_bytes, hold=hold)
        query = await decoded_aside(_DECODE, body, SweepQuery)
    return await _of_query(query, limits, route, executor, receive)


async def _of_query(
    query: SweepQuery, limits: Limits, route: Route, executor: QueryExecutor, receive: Receive
) -> ASGIApp:
    """The answer to JSON: counted, whole and perhaps from the cache, or as a stream.

    Scenarios are laid out where they are worked out: what waits is no longer than the query.
    """
    form = format_of(route.media)

    def request() -> SweepRequest:
        return SweepRequest(query, sweep_of(query, limit=limits.scenarios))

    if query.dry_run:
        library = executor.library
        return Reply(await executor.once(lambda: request().counted(library), receive))
    if scenario_count(query, limit=limits.scenarios) > limits.kept_scenarios:
        parts = _parts(request, executor.library, form)
        return await executor.streamed(parts, form.content_type, receive)

    def work(library: Library) -> bytes:
        return b"".join(request().written(library, form))

    return reply_of(await executor.answer(route, query, receive, work=work))


async def _of_table(
    query: SweepQuery,
    read: Callable[[], SweepRequest],
    limits: Limits,
    route: Route,
    executor: QueryExecutor,
    receive: Receive,
) -> ASGIApp:
    """The answer to a table: counted or whole, which is never cached, or as a stream.

    A table is read as heavy work: no more are read at once than there are threads.
    """
    form, library = format_of(route.media), executor.library
    if query.dry_run:
        return Reply(await executor.once(lambda: read().counted(library), receive))

    def work() -> bytes | SweepRequest:
        request = read()
        if request.sweep.count > limits.kept_scenarios:
            return request
        return b"".join(request.written(library, form))

    done = await executor.once(work, receive)
    if isinstance(done, SweepRequest):
        return await executor.streamed(done.written(library, form), form.content_type, receive)
    return Reply(done, media=form.content_type, headers=(BY_ACCEPT, NEVER_STORE))


def _parts(request: Callable[[], SweepRequest], library: Library, form: Format) -> Iterator[bytes]:
    """The parts of an answer whose scenarios are laid out with the first of them."""
    yield from request().written(library, form)


def _request(
    query: SweepQuery, sent: bytes, media: str, packed_limit: int | None, limits: Limits
) -> SweepRequest:
    """Read the table that was sent: a few bytes may stand for more cells than the memory holds."""
    table = limits.readers.read_table(
        sent, media, limit=limits.scenarios, packed_limit=packed_limit
    )
    return SweepRequest(query, table_sweep(table, query, limit=limits.scenarios), table)


class SweepParameters(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The query string beside a table, without its `base.…`."""

    kind: Annotated[
        SweepKind,
        said("Beside a table: the kind of quote (default: unit_costs)."),
    ] = "unit_costs"
    columns: (
        Annotated[
            str,
            said(
                "Beside a table: the results to answer, separated by commas (default:"
                " the usual ones).",
                examples=["usd_per_request,usd_per_hour"],
            ),
        ]
        | None
    ) = None
    labels: (
        Annotated[
            str,
            said(
                "Beside a table: its columns that are labels, separated by commas."
                " Columns that begin with `label.` are labels anyway.",
                examples=["team,project"],
            ),
        ]
        | None
    ) = None
    dry_run: Annotated[bool, said("Beside a table: only count its scenarios.")] = False


def _of_parameters(scope: Scope) -> SweepQuery:
    """The query beside a table of scenarios, from the query string."""
    given = given_parameters(scope)
    shared = {
        name.removeprefix(SHARED): given.pop(name)
        for name in list(given)
        if name.startswith(SHARED)
    }
    parameters = of_parameters(given, SweepParameters)
    return SweepQuery(
        kind=parameters.kind,
        base=base_of(shared, SCENARIOS[parameters.kind]),
        columns=None if parameters.columns is None else tuple(parameters.columns.split(",")),
        labels=() if parameters.labels is None else tuple(parameters.labels.split(",")),
        dry_run=parameters.dry_run,
    )


def _example(library: Library) -> SweepQuery:
    return SweepQuery(
        base={
            "model": "llama-3.1-70b",
            "deployment": {"device_count": 8, "precision": "fp8"},
            "purchase": {"provider": "aws"},
            **pinned(library),
        },
        axes={"deployment.device": ("h100-sxm-80gb", "t4"), "load.concurrency": (8.0, 64.0)},
        columns=("usd_per_million_output_tokens", "output_tokens_per_second"),
    )
