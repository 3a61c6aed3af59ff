"""The operation that answers many scenarios, from JSON or a table, whole or in a stream."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Annotated

import msgspec
from litestar.types import ASGIApp, Receive, Scope
from msgspec import Meta, Struct

from pricing.catalog.library import Library
from pricing.sweeps.answer import SweepAnswer
from pricing.sweeps.query import SweepKind, SweepQuery
from pricing.sweeps.sweep import base_of, sweep_of, table_sweep
from service.formats.media import format_of
from service.formats.readers import MEDIA
from service.formats.reading_pool import ReadingPool
from service.http.body_memory import Hold
from service.http.request import (
    Headers,
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
from service.operations.executor import QueryExecutor, Route
from service.operations.operation import Operation, reply_of
from service.operations.sweep_request import SweepRequest

KEPT_SCENARIOS = 200_000
"""Larger sweeps are streamed. Smaller ones are sent whole, and cached if their query is JSON."""

SHARED = "base."
"""The prefix of parameters that hold for all rows of a table."""

_DECODE = msgspec.json.Decoder(SweepQuery).decode


class Limits(Struct, frozen=True):
    """The largest table [bytes], the most scenarios [count], and who reads tables."""

    table_bytes: int
    scenarios: int
    readers: ReadingPool


def operations(*, max_table_bytes: int, max_scenarios: int) -> tuple[Operation, ...]:
    """The operations, with their limits."""
    limits = Limits(max_table_bytes, max_scenarios, ReadingPool())

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
            read = await _sent_table(scope, receive, headers, given, limits, hold)
            request = await executor.once(read, receive)
    else:
        check_content_type(headers, also=MEDIA)
        check_no_parameters(scope)
        with executor.body_memory.held() as hold:
            body = await read_body(headers, receive, limit=max_body_bytes, hold=hold)
            query = await decoded_aside(_DECODE, body, SweepQuery)
        found = None if query.dry_run else await executor.cached(route, query)
        if found is not None:
            return reply_of(found)
        lay_out = partial(sweep_of, query, limit=limits.scenarios)
        sweep = await executor.once(lay_out, receive)
        request = SweepRequest(query, sweep)
    return await _reply(request, route, executor, receive)


async def _reply(
    request: SweepRequest, route: Route, executor: QueryExecutor, receive: Receive
) -> ASGIApp:
    """The answer: counted, whole and perhaps from the cache, or as a stream."""
    if request.query.dry_run:
        return Reply(await executor.once(partial(request.counted, executor.library), receive))
    form = format_of(route.media)
    if request.sweep.count > KEPT_SCENARIOS:
        parts = request.written(executor.library, form)
        return await executor.streamed(parts, form.content_type, receive)

    def work(library: Library) -> bytes:
        return b"".join(request.written(library, form))

    if request.table is None:
        return reply_of(await executor.answer(route, request.query, receive, work=work))
    body = await executor.once(partial(work, executor.library), receive)
    return Reply(body, media=form.content_type, headers=(BY_ACCEPT, NEVER_STORE))


async def _sent_table(
    scope: Scope, receive: Receive, headers: Headers, media: str, limits: Limits, hold: Hold
) -> Callable[[], SweepRequest]:
    """A function that reads the table that was sent.

    A few bytes may stand for more cells than the memory holds. Tables are read as heavy work: no
    more are read at once than there are threads.
    """
    sent = await read_sent(headers, receive, limit=limits.table_bytes, hold=hold)
    query = _of_parameters(scope)

    def read() -> SweepRequest:
        table = limits.readers.read_table(
            sent,
            media,
            limit=limits.scenarios,
            packed_limit=limits.table_bytes if is_packed(headers) else None,
        )
        return SweepRequest(query, table_sweep(table, query, limit=limits.scenarios), table)

    return read


class SweepParameters(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The query string beside a table, without its `base.…`."""

    kind: Annotated[
        SweepKind,
        Meta(description="Beside a table: the kind of quote (default: unit_costs)."),
    ] = "unit_costs"
    columns: (
        Annotated[
            str,
            Meta(
                description="Beside a table: the results to answer, separated by commas (default:"
                " the usual ones).",
                examples=["usd_per_request,usd_per_hour"],
            ),
        ]
        | None
    ) = None
    dry_run: Annotated[bool, Meta(description="Beside a table: only count its scenarios.")] = False


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
        base=base_of(shared, parameters.kind),
        columns=None if parameters.columns is None else tuple(parameters.columns.split(",")),
        dry_run=parameters.dry_run,
    )


def _example(library: Library) -> SweepQuery:
    return SweepQuery(
        base={
            "model": "llama-3.1-70b",
            "deployment": {"device_count": 8, "precision": "fp8"},
            "purchase": {"provider": "aws"},
            "as_of": "2026-05-01",
            "catalog": library.names[0],
        },
        axes={"deployment.device": ("h100-sxm-80gb", "t4"), "load.concurrency": (8.0, 64.0)},
        columns=("usd_per_million_output_tokens", "output_tokens_per_second"),
    )
