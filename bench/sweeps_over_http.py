"""Sweeps and comparisons over HTTP: a million rows, first bytes, many candidates, repeats."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from itertools import count
from statistics import median
from typing import Any, NamedTuple

import msgspec

from bench.figures import Figure
from bench.server import Server, serving
from pricing.catalog.library import Library
from service.formats import media as formats
from tests.redis_servers import local_server

REPETITIONS = 5
LONG_REPETITIONS = 3
PART_BYTES = 1 << 16
KEEPING_SECONDS = 1.5
"""What a store takes to pack and write a long answer once its caller has it."""

QUIET = {"UNITCOST_LOG_LEVEL": "warning"}
_numbers = count(1)


class Took(NamedTuple):
    """How long an answer took, and what the cache had to do with it."""

    first_seconds: float
    seconds: float
    cache_status: str


def figures() -> Iterator[Figure]:
    """Streams and comparisons, then what a repeat saves in each form and store."""
    with serving("service", **QUIET) as service:
        yield from _streams(service)
        yield from _comparisons(service)
    with ExitStack() as stack:
        redis = stack.enter_context(local_server())
        for place, store in {
            "in memory": QUIET,
            "in Redis": QUIET | {"UNITCOST_REDIS_URL": redis.url},
        }.items():
            service = stack.enter_context(serving("service", **store))
            for form in (formats.JSON, formats.CSV, formats.PARQUET):
                yield _repeats(service, f"100,000 rows, {form.name}, {place}", form.media)


def _sweep(inputs: int) -> dict[str, Any]:
    """Loads of their own, a hundred for every length of input, that nobody has asked for yet."""
    return {
        "base": {
            "model": "llama-3.1-70b",
            "deployment": {"device": "h100-sxm-80gb", "device_count": 8, "precision": "fp8"},
            "purchase": {"discount_fraction": next(_numbers) / 1e6},
            "as_of": "2026-05-01",
        },
        "axes": {
            "load.input_tokens": {"from": 16, "to": 1600, "count": inputs},
            "load.concurrency": {"from": 1, "to": 100, "step": 1},
        },
    }


def _streams(service: Server) -> Iterator[Figure]:
    """A million rows, which are streamed and never kept."""
    query = _sweep(10_000)
    whole = [
        _asked(service, "/v1/sweeps", query, formats.PARQUET.media) for _ in range(LONG_REPETITIONS)
    ]
    resident = service.resident_mebibytes
    taken = [took.seconds for took in whole]
    yield Figure.of("a million rows to Parquet", "s", taken, target=2.0)
    yield Figure.of("  resident after", "MiB", [resident, resident], target=600.0)
    begun = [
        _asked(service, "/v1/sweeps", query, formats.CSV.media).first_seconds
        for _ in range(LONG_REPETITIONS)
    ]
    yield Figure.of("a million rows to CSV, first bytes", "s", begun, target=0.3)


def _comparisons(service: Server) -> Iterator[Figure]:
    """Some fifty thousand candidates, first asked for and asked for again by another load."""
    catalog = Library.load().newest
    providers = sorted(catalog.providers)[:9]
    vary: dict[str, list[Any]] = {
        "devices": sorted(catalog.devices),
        "device_counts": [1, 2, 4, 8],
        "precisions": ["fp8", "bf16", "int4"],
        "options": ["on_demand", "spot", "reserved_1y", "reserved_3y", "owned"],
        "providers": [None, *providers],
    }
    slo: dict[str, Any]
    for name, slo in {"": {}, ", under an SLO": {"slo": {"tpot_seconds": 0.05}}}.items():
        samples = []
        for _ in range(REPETITIONS + 1):
            load = {"input_tokens": 1000 + next(_numbers), "output_tokens": 256}
            query = {"model": "llama-3.1-70b", "load": load, "vary": vary, **slo}
            samples.append(
                1e3 * _asked(service, "/v1/comparisons", query, formats.JSON.media).seconds
            )
        candidates = 1
        for values in vary.values():
            candidates *= len(values)
        label = f"comparison of {candidates:,}{name}"
        if not slo:
            yield Figure.of(f"{label}, first", "ms", [samples[0], samples[0]])
        yield Figure.of(label, "ms", samples[1:], target=None if slo else 150.0)


def _repeats(service: Server, name: str, media: str) -> Figure:
    """An answer from the cache over one that is computed, in turn."""
    ratios = []
    for _ in range(REPETITIONS):
        query = _sweep(1000)
        computed = _asked(service, "/v1/sweeps", query, media)
        time.sleep(KEEPING_SECONDS)
        again = [_asked(service, "/v1/sweeps", query, media) for _ in range(LONG_REPETITIONS)]
        if not all("hit" in took.cache_status for took in again):
            raise RuntimeError(f"{name}: {again[0].cache_status}, not kept")
        ratios.append(median(took.seconds for took in again) / computed.seconds)
    return Figure.of(f"{name}, hit over computed", "", ratios, target=0.1)


def _asked(service: Server, path: str, query: dict[str, Any], media: str) -> Took:
    """Ask for an answer, and read it to its end."""
    connection = HTTPConnection("127.0.0.1", service.port)
    headers = {"Content-Type": "application/json", "Accept": media}
    started = time.perf_counter()
    connection.request("POST", path, body=msgspec.json.encode(query), headers=headers)
    answer = connection.getresponse()
    answer.read(1)
    first_seconds = time.perf_counter() - started
    while answer.read(PART_BYTES):
        pass
    seconds = time.perf_counter() - started
    connection.close()
    if answer.status != 200:  # noqa: PLR2004
        raise RuntimeError(f"{path} answered {answer.status}")
    return Took(first_seconds, seconds, answer.headers.get("cache-status", ""))
