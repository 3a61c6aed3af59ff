"""The application in process: requests go in as ASGI messages, no socket is opened."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from litestar.types import ASGIApp

JSON_HEADERS = {"content-type": "application/json"}


@dataclass(frozen=True)
class Answered:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.body)


Ask = Callable[..., Answered]


async def _exchange(
    app: ASGIApp,
    method: str,
    path: str,
    query: str,
    headers: Mapping[str, str],
    chunks: Sequence[bytes],
    *,
    complete: bool,
) -> Answered:
    waiting = [
        {"type": "http.request", "body": chunk, "more_body": not complete or last < len(chunks)}
        for last, chunk in enumerate(chunks, start=1)
    ]
    sent: list[Any] = []

    async def receive() -> Any:
        if not waiting and complete:
            await asyncio.Event().wait()  # the caller waits for the answer
        return waiting.pop(0) if waiting else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    scope: Any = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers.items()],
        "server": ("127.0.0.1", 80),
        "client": ("127.0.0.1", 50000),
    }
    await app(scope, receive, send)
    return Answered(
        status=sent[0]["status"],
        headers={name.decode(): value.decode() for name, value in sent[0]["headers"]},
        body=b"".join(message["body"] for message in sent[1:]),
    )


def asking(app: ASGIApp) -> Ask:
    """A function that asks the application."""

    def ask(
        method: str,
        path: str,
        *,
        query: str = "",
        headers: Mapping[str, str] | None = None,
        body: bytes | Sequence[bytes] = b"",
        complete: bool = True,
    ) -> Answered:
        chunks = [body] if isinstance(body, bytes) else body
        given = (JSON_HEADERS if method == "POST" else {}) if headers is None else headers
        return asyncio.run(_exchange(app, method, path, query, given, chunks, complete=complete))

    return ask


def posted(ask: Ask, path: str, query: object, accept: str = "application/json") -> Answered:
    """The answer to a query, in a format."""
    headers = JSON_HEADERS | {"accept": accept}
    return ask("POST", path, headers=headers, body=msgspec.json.encode(query))
