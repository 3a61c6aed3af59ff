"""Where tools ask: the operations of a service, or those of a process of one's own."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec
from anyio import to_thread
from litestar.types import Receive, Scope
from msgspec import Struct

from pricing.catalog.library import Library
from service.http.compressed_body import bytes_of
from service.http.problems import KINDS, problem_of, words_of
from service.http.request import DECODE_ON_LOOP_BYTES
from service.logs import Log
from service.operations.executor import QueryExecutor, Route
from service.operations.operation import Operation

PATH = "/mcp"

Operations = Mapping[str, Operation]
"""Operations by id."""

_FAULT = KINDS["internal-error"].status


class Desk(Struct, frozen=True, kw_only=True):
    """Answers the questions of one caller.

    answered: the answer of an operation as plain values; request_id: in the log, empty for none.
    """

    library: Library
    operations: Operations
    answered: Callable[[str, Struct], Awaitable[Any]]
    log: Log
    request_id: str = ""

    def told(self, error: Exception, method: str) -> str:
        """A failure in words; method: of the question over HTTP. An unforeseen one is logged."""
        scope: Any = {"method": method, "path": PATH, "state": {"request_id": self.request_id}}
        found = problem_of(error, scope)
        words = words_of(found)
        if found.status == _FAULT:
            self.log.error("unforeseen", request_id=self.request_id, error=error)
            return f"{words} Request {self.request_id}." if self.request_id else words
        headers: Mapping[str, str] = getattr(error, "headers", None) or {}
        wait = headers.get("retry-after")
        return f"{words} Ask again in {wait} s." if wait else words


def desk_of_service(
    operations: Operations,
    routes: Mapping[str, Route],
    executor: QueryExecutor,
    log: Log,
    scope: Scope,
    receive: Receive,
) -> Desk:
    """The desk of one request: its questions wait where those over HTTP wait."""

    async def answered(operation: str, query: Struct) -> Any:
        answer = await executor.answer(routes[operation], query, receive)
        body = bytes_of(answer.body)
        if len(body) <= DECODE_ON_LOOP_BYTES:
            return msgspec.json.decode(body)
        return await to_thread.run_sync(msgspec.json.decode, body)

    return Desk(
        library=executor.library,
        operations=operations,
        answered=answered,
        log=log,
        request_id=scope["state"]["request_id"],
    )


def desk_of_process(operations: Operations, library: Library, log: Log) -> Desk:
    """The desk of a process without a service: each question has a thread."""

    async def answered(operation: str, query: Struct) -> Any:
        answer = operations[operation].answer
        return await to_thread.run_sync(lambda: msgspec.to_builtins(answer(query, library)))

    return Desk(library=library, operations=operations, answered=answered, log=log)
