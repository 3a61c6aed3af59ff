"""What the load asks, and the answers that would be right."""

import hashlib
import io
from collections.abc import Sequence

import msgspec

from bench.questions import UNIT_COSTS
from pricing.catalog.library import Library
from service.app import create_app
from service.settings import Settings
from tests.asgi import Answered, Ask, asking
from tests.faults.load import Question

QUOTE_PATH = "/v1/inference/unit-costs"
PAGE_PATH = "/v1/catalog/prices"
SEARCHES = ("aws", "h100", "spot", "us-east", "a100", "google", "azure", "p5")


def quotes(libraries: Sequence[Library], *, is_pinned: bool = True) -> tuple[Question, ...]:
    """Point quotes; right is what any of these libraries would answer."""
    pinned = libraries[0].newest.name if is_pinned else None
    bodies = [
        msgspec.json.encode(msgspec.structs.replace(query, catalog=pinned)) for query in UNIT_COSTS
    ]
    ask = [_asking(library) for library in libraries]
    return tuple(
        Question(
            posted(QUOTE_PATH, body),
            tuple(_digest(one("POST", QUOTE_PATH, body=body)) for one in ask),
        )
        for body in bodies
    )


def pages(library: Library, count: int, *, limit: int = 300) -> tuple[Question, ...]:
    """Pages of prices, which take milliseconds to compute; larger ones take more of them."""
    ask = _asking(library)
    asked = []
    for number in range(count):
        query = (
            f"catalog={library.newest.name}&limit={limit}"
            f"&search={SEARCHES[number % len(SEARCHES)]}&offset={number // len(SEARCHES)}"
        )
        right = _digest(ask("GET", PAGE_PATH, query=query))
        asked.append(Question(got(f"{PAGE_PATH}?{query}"), (right,)))
    return tuple(asked)


def posted(path: str, body: bytes) -> bytes:
    return (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    ).encode() + body


def got(target: str) -> bytes:
    return f"GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


def _asking(library: Library) -> Ask:
    """An undisturbed service, without a cache."""
    app = create_app(Settings(cache_bytes=0), library, log_stream=io.BytesIO())
    return asking(app.asgi)


def _digest(answered: Answered) -> str:
    assert answered.status == 200, answered.body
    return hashlib.sha256(answered.body).hexdigest()
