"""Sweeps and comparisons: many scenarios in one question."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import partial
from typing import Annotated, Any

import msgspec
import polars as pl
from anyio import to_thread
from litestar.types import ASGIApp
from msgspec import Meta, Struct

from pricing.catalog.library import Library
from pricing.comparisons.answer import (
    ComparisonAnswer,
)
from pricing.comparisons.comparison import comparison
from pricing.comparisons.query import ComparisonQuery, Vary
from pricing.quote.answer import Provenance
from pricing.sweeps.answer import (
    SweepAnswer,
)
from pricing.sweeps.query import SweepKind, SweepQuery
from pricing.sweeps.sweep import DEFAULT_LIMIT, Sweep, base_of, sweep_of, table_sweep
from pricing.unit_costs.query import Load
from service.execution.worker_pool import checkpoint
from service.formats import media as forms
from service.formats.readers import MEDIA, digest_of, read_table
from service.formats.tables import TableAnswer
from service.formats.writers import WRITERS, json_rows
from service.http.request import (
    Headers,
    check_content_type,
    check_no_parameters,
    chosen_media,
    decoded,
    given_parameters,
    headers_of,
    of_parameters,
    read_body,
    read_sent,
    unpacked,
)
from service.http.response import BY_ACCEPT, NEVER_STORE, NoResponse, Reply
from service.operations.executor import ClientDisconnected, QueryExecutor, Route
from service.operations.operation import AnyRequest, Operation, encoded, reply_of
from service.summaries.summary import sweep_summary

KEPT_SCENARIOS = 200_000
"""Up to so many an answer is made whole, and that to JSON kept; more are streamed."""

PROVEN = (forms.JSON, forms.XLSX, forms.TEXT)
"""The forms that say what decides the rows: the others have rows alone."""

SHARED = "base."
"""How parameters begin that say what all rows of a table share."""

_DECODE = msgspec.json.Decoder(SweepQuery).decode


def sweep(query: SweepQuery, library: Library, *, limit: int = DEFAULT_LIMIT) -> SweepAnswer:
    """Answer a sweep as a whole; a dry run is counted before it comes here."""
    asked = sweep_of(query, limit=limit)
    provenance = provenance_of(query, asked, library, forms.JSON)
    rows = (row for frame in asked.rows(library) for row in frame.iter_rows(named=True))
    return SweepAnswer(**head_of(asked, provenance), rows=tuple(rows))


def provenance_of(
    query: SweepQuery,
    asked: Sweep,
    library: Library,
    form: forms.Format | None,
    table: pl.DataFrame | None = None,
) -> Provenance | None:
    """What decides a sweep, of a form that says it; table: of scenarios, sent with the query.

    Raises UnknownName for a release that is that of every row.
    """
    ledger = asked.ledger(library)
    if ledger is None or form not in PROVEN:
        return None
    return ledger.provenance(query, table_digest=None if table is None else digest_of(table))


def head_of(asked: Sweep, provenance: Provenance | None) -> dict[str, Any]:
    """What stands before the rows of an answer in JSON."""
    return {
        "kind": asked.kind,
        "row_count": asked.count,
        "columns": asked.columns,
        "provenance": provenance,
    }


def operations(*, max_table_bytes: int, max_scenarios: int) -> tuple[Operation, ...]:
    """The operations, with their limits."""

    async def posted(
        request: AnyRequest,
        executor: QueryExecutor,
        routes: Mapping[str, Route],
        max_body_bytes: int,
    ) -> ASGIApp:
        headers = headers_of(request.scope)
        media = chosen_media(headers, tuple(routes))
        given = headers.get(b"content-type", b"").decode("latin-1").partition(";")[0]
        table = given.strip().lower()
        if table in MEDIA:
            executor.check_door()
            query, read = await _sent(request, headers, table, (max_table_bytes, max_scenarios))
            frame, asked = await executor.once(read, request.receive)
        else:
            frame = None
            check_content_type(headers, also=MEDIA)
            check_no_parameters(request.scope)
            body = await read_body(headers, request.receive, limit=max_body_bytes)
            query = decoded(_DECODE, body, SweepQuery)
            kept = None if query.dry_run else await executor.cached(routes[media], query)
            if kept is not None:
                return reply_of(kept)
            asked = await to_thread.run_sync(partial(sweep_of, query, limit=max_scenarios))
        if query.dry_run:
            count = partial(_counted, query, asked, executor.library, frame)
            return Reply(await to_thread.run_sync(count))
        form, is_short = forms.format_of(media), asked.count <= KEPT_SCENARIOS
        if is_short and table not in MEDIA:
            return reply_of(await executor.answer(routes[media], query, request.receive))
        parts = _parts(query, asked, executor.library, form, frame)
        if is_short:
            body = await executor.once(partial(b"".join, parts), request.receive)
            return Reply(body, media=form.content_type, headers=(BY_ACCEPT, NEVER_STORE))
        return await executor.streamed(parts, form.content_type, request.receive)

    async def post_sweep(
        request: AnyRequest,
        executor: QueryExecutor,
        routes: Mapping[str, Route],
        max_body_bytes: int,
    ) -> ASGIApp:
        return await _unless_left(posted(request, executor, routes, max_body_bytes))

    def write_sweep(query: SweepQuery, library: Library, form: forms.Format) -> bytes:
        asked = sweep_of(query, limit=max_scenarios)
        return b"".join(_parts(query, asked, library, form))

    return (
        Operation(
            id="sweep",
            method="POST",
            path="/v1/sweeps",
            tag="sweeps",
            summary="Many scenarios at once",
            description="A base query, and axes by field name or a table of scenarios: one row for"
            " each, with its inputs, its results and, where it has none, the reason. A row equals"
            " its point quote. `Accept` chooses the form, and large answers are streamed. A table"
            " has a scenario a row and its columns named as axes are; beside it the parameters say"
            " the rest, with `base.…` for what all rows share. Beside JSON there are none.",
            asks=SweepQuery,
            answers=SweepAnswer,
            answer=partial(sweep, limit=max_scenarios),
            example=_example,
            is_heavy=True,
            write=write_sweep,
            post=post_sweep,
            tables=tuple(MEDIA),
            beside=SweepParameters,
        ),
        Operation(
            id="compare",
            method="POST",
            path="/v1/comparisons",
            tag="sweeps",
            summary="The best of many candidates",
            description="A workload, an SLO and what may vary: candidates ranked by one objective,"
            " those on the fronts of cost against latency and energy marked, and the reason for"
            " every one that is excluded.",
            asks=ComparisonQuery,
            answers=ComparisonAnswer,
            answer=partial(comparison, limit=max_scenarios),
            example=_comparison_example,
            is_heavy=True,
        ),
    )


async def _unless_left(reply: Awaitable[ASGIApp]) -> ASGIApp:
    try:
        return await reply
    except ClientDisconnected:
        return NoResponse()


async def _sent(
    request: AnyRequest, headers: Headers, media: str, most: tuple[int, int]
) -> tuple[SweepQuery, Callable[[], tuple[pl.DataFrame, Sweep]]]:
    """The question beside a table, and what reads the table; most: bytes of it, and rows.

    What a few bytes stand for may fill the memory, so that reading is heavy work as well: no more
    tables at once than there are threads.
    """
    limit_bytes, limit = most
    sent = await read_sent(headers, request.receive, limit=limit_bytes)
    query = _of_parameters(request)

    def read() -> tuple[pl.DataFrame, Sweep]:
        body = unpacked(headers, sent, limit=limit_bytes, malformed="malformed-table")
        frame = read_table(body, media, limit=limit)
        return frame, table_sweep(frame, query, limit=limit)

    return query, read


def _counted(
    query: SweepQuery, asked: Sweep, library: Library, frame: pl.DataFrame | None = None
) -> bytes:
    """The answer of a dry run."""
    provenance = provenance_of(query, asked, library, forms.JSON, frame)
    return encoded(SweepAnswer(**head_of(asked, provenance), rows=()))


def _parts(
    query: SweepQuery,
    asked: Sweep,
    library: Library,
    form: forms.Format,
    frame: pl.DataFrame | None = None,
) -> Iterator[bytes]:
    """A sweep, written as it is worked out; no further once nobody waits for it."""
    provenance = provenance_of(query, asked, library, form, frame)
    table = tabled_sweep(asked, library, provenance)
    if form is forms.JSON:
        yield from json_rows(head_of(asked, provenance), table)
    else:
        yield from WRITERS[form](table)


def tabled_sweep(asked: Sweep, library: Library, provenance: Provenance | None) -> TableAnswer:
    """A sweep as a table that is worked out as it is read."""
    return TableAnswer(
        schema=asked.schema,
        count=asked.count,
        frames=_watched(asked.rows(library)),
        sentence=partial(sweep_summary, asked, provenance),
        notes={
            **({} if provenance is None else msgspec.structs.asdict(provenance)),
            **{f"base.{name}": str(value) for name, value in asked.base.items()},
        },
    )


def _watched(frames: Iterator[pl.DataFrame]) -> Iterator[pl.DataFrame]:
    for frame in frames:
        checkpoint()
        yield frame


class SweepParameters(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the query string says beside a table, but for its `base.…`."""

    kind: Annotated[
        SweepKind,
        Meta(description="Beside a table: the quote that is asked for; left out, unit_costs."),
    ] = "unit_costs"
    columns: (
        Annotated[
            str,
            Meta(
                description="Beside a table: the results to answer with, with commas between; left"
                " out, the usual ones.",
                examples=["usd_per_request,usd_per_hour"],
            ),
        ]
        | None
    ) = None
    dry_run: Annotated[
        bool, Meta(description="Beside a table: count its scenarios, and work out nothing.")
    ] = False


def _of_parameters(request: AnyRequest) -> SweepQuery:
    """The question of a table of scenarios, as the query string says it."""
    given = given_parameters(request.scope)
    shared = {
        name.removeprefix(SHARED): given.pop(name)
        for name in list(given)
        if name.startswith(SHARED)
    }
    said = of_parameters(given, SweepParameters)
    return SweepQuery(
        kind=said.kind,
        base=base_of(shared, said.kind),
        columns=None if said.columns is None else tuple(said.columns.split(",")),
        dry_run=said.dry_run,
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


def _comparison_example(library: Library) -> ComparisonQuery:
    return ComparisonQuery(
        model="llama-3.1-70b",
        load=Load(input_tokens=1024.0, output_tokens=256.0),
        vary=Vary(devices=("h100-sxm-80gb", "mi300x", "t4"), device_counts=(8,)),
        limit_count=2,
        as_of="2026-05-01",
        catalog=library.names[0],
    )
