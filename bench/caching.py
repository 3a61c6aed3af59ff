"""Every route with the cache and without: what a hit saves, and that nobody pays for the others.

Two services stand side by side, one with a Redis and one with no cache at all, and are asked the
same in turn, over one connection each: one question again and again, and where routes are cached
new questions as well, each once or each twice. A ratio below 1 says that the cache makes the route
quicker. No route may be slower where questions come back at least once; what the cache costs those
that never do is told.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from itertools import count
from statistics import mean
from typing import NamedTuple
from urllib.parse import urlencode

import msgspec

from bench.figures import Figure
from bench.server import serving
from pricing.catalog.library import Library
from service.app import OPERATIONS
from service.operations.catalog.pages import TableParameters
from service.operations.operation import Operation
from tests.redis_servers import local_server

ROUNDS = 7
REQUESTS_PER_ROUND = 40
ROWS = 1000
NOISE_RATIO = 1.05
"""Routes that the cache has nothing to do with are measured this close to 1."""

QUIET = {"UNITCOST_LOG_LEVEL": "warning"}


class Question(NamedTuple):
    """A request."""

    method: str
    path: str
    body: bytes


Questions = Callable[[int], Question]
Turns = Callable[[int], int]
"""Which question is asked at which turn."""


def figures() -> Iterator[Figure]:
    """For each route, how long it takes to compute and the ratio of with the cache to without."""
    library = Library.load()
    with ExitStack() as stack:
        redis = stack.enter_context(local_server())
        cached = stack.enter_context(serving("service", UNITCOST_REDIS_URL=redis.url, **QUIET))
        bare = stack.enter_context(serving("service", UNITCOST_CACHE_BYTES="0", **QUIET))
        sides = [HTTPConnection("127.0.0.1", server.port) for server in (cached, bare)]
        for operation in OPERATIONS:
            if operation.volatile:
                continue
            ask = questions(operation, library)
            yield from compared(operation.id, sides, lambda _: 0, ask)
            if operation.is_heavy:
                twice, once = (lambda number: number // 2), (lambda number: -number)
                yield from compared(f"{operation.id}, twice", sides, twice, ask)
                yield from compared(f"{operation.id}, once", sides, once, ask, target=None)


def questions(operation: Operation, library: Library) -> Questions:
    """Questions to an operation, by number; those to a table ask for as much as they may."""
    example = operation.example(library)
    if isinstance(example, TableParameters):
        example = type(example)(limit=ROWS)

    def question(number: int) -> Question:
        if operation.method == "POST":
            return Question("POST", operation.path, msgspec.json.encode(example))
        given = {
            name: value for name, value in msgspec.to_builtins(example).items() if value is not None
        }
        if "search" in example.__struct_fields__ and number:
            given |= {"search": "ae"[number > 0], "offset": abs(number) % 20}
            given["limit"] = ROWS - abs(number) // 20
        path = operation.path.format(**given)  # an item is named in the path
        given = {
            name: value for name, value in given.items() if f"{{{name}}}" not in operation.path
        }
        return Question("GET", f"{path}?{urlencode(given)}", b"")

    return question


def compared(
    name: str,
    sides: list[HTTPConnection],
    turns: Turns,
    ask: Questions,
    *,
    target: float | None = NOISE_RATIO,
) -> Iterator[Figure]:
    """Both sides asked in turn, question by question; the first round warms them up."""
    numbers = count(1)
    rounds = []
    for _ in range(ROUNDS + 1):
        asked = [ask(turns(next(numbers))) for _ in range(REQUESTS_PER_ROUND)]
        took = [[seconds(side, question) for side in sides] for question in asked]
        rounds.append([mean(column) for column in zip(*took, strict=True)])
    rounds = rounds[1:]
    yield Figure.of(name, "ms", [1e3 * without for _, without in rounds])
    ratios = [with_cache / without for with_cache, without in rounds]
    yield Figure.of("  with the cache", "", ratios, target=target)


def seconds(side: HTTPConnection, question: Question) -> float:
    """How long an answer takes."""
    headers = {"Content-Type": "application/json"} if question.body else {}
    started = time.perf_counter()
    side.request(question.method, question.path, body=question.body or None, headers=headers)
    answer = side.getresponse()
    answer.read()
    took = time.perf_counter() - started
    if answer.status != 200:  # noqa: PLR2004
        raise RuntimeError(f"{question.path} answered {answer.status}")
    return took
