"""How long a sweep takes in each way of running it, by its size: `python -m bench.ways`.

The same unit costs, every load its own, as bytes or as files on the disk of one machine. The ways
are measured in turn, so that what else the machine does befalls all of them. With the extra `ray`
two workers on this machine stand beside the rest; they are warm, and what it takes to start them
is a figure of its own. Two minutes, and no part of `python -m bench`.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stderr
from http.client import HTTPConnection
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from shutil import rmtree

import msgspec

from bench.figures import Figure, table
from bench.server import Server, serving
from pricing.catalog.library import Library
from pricing.sweeps.query import SweepQuery
from service.batch.part_files import PartDirectory
from service.batch.partition import PartitionedSweep
from service.batch.run import run_missing
from service.batch.runners import LocalRunner, RayRunner, Runner

ROUNDS = 3
SIZES = (10_000, 100_000, 1_000_000)
LONGEST_SECONDS = 300
OF_RAY = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_worker_niceness": "0"}
MANY_PARTS = 20

JSON = "application/json"
PARQUET = "application/vnd.apache.parquet"

Way = Callable[[int, int], None]
"""Answers a sweep of so many rows; the second number makes it another question each time."""


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as name, serving("service", **_quiet()) as service:
        directory = Path(name)
        ways: dict[str, Way] = {
            "HTTP, JSON": _over_http(service, JSON),
            "HTTP, Parquet": _over_http(service, PARQUET),
            "command, one file": _command(directory / "rows.parquet"),
            "command, in parts": _command(directory / "rows"),
        }
        if find_spec("ray") is None:
            _print(_figures(ways))
            return
        started = time.perf_counter()
        with _cluster():
            _filling(directory / "first", RayRunner(()))(SIZES[0], 0)
            seconds = [time.perf_counter() - started] * 2
            _print([Figure.of("two workers of Ray, started and warm", "s", seconds)])
            ways["two workers of Ray"] = _filling(directory / "on ray", RayRunner(()))
            _print(_figures(ways))
            _print(_overheads(directory))


def _print(figures: Iterable[Figure]) -> None:
    for figure in figures:
        print(table([figure]).splitlines()[1], flush=True)


def _figures(ways: dict[str, Way]) -> Iterator[Figure]:
    for rows in SIZES:
        seconds: dict[str, list[float]] = {name: [] for name in ways}
        for turn in range(ROUNDS):
            for name, way in ways.items():
                started = time.perf_counter()
                way(rows, turn)
                seconds[name].append(time.perf_counter() - started)
        for name in ways:
            yield Figure.of(f"{rows:,} rows: {name}", "s", seconds[name])


def _overheads(directory: Path) -> Iterator[Figure]:
    """What a part costs besides its rows: the same rows in many parts and in one."""
    rows = SIZES[0]
    engines: dict[str, Runner] = {
        "in this process": LocalRunner(Library.load()),
        "on Ray": RayRunner(()),
    }
    for name, engine in engines.items():
        samples = []
        for turn in range(ROUNDS):
            taken = []
            for parts in (1, MANY_PARTS):
                started = time.perf_counter()
                _filling(directory / "parts", engine, rows // parts)(rows, turn)
                taken.append(time.perf_counter() - started)
            samples.append(1000.0 * (taken[1] - taken[0]) / (MANY_PARTS - 1))
        yield Figure.of(f"a part more, {name}", "ms", samples)


def _axes(rows: int, turn: int) -> dict[str, dict[str, float]]:
    """Loads that are all different, and different each time they are asked for."""
    return {
        "load.concurrency": {"from": 1, "to": rows // 100, "step": 1},
        "load.input_tokens": {"from": 100 + turn, "to": 1090 + turn, "step": 10},
    }


def _question(rows: int, turn: int) -> bytes:
    base = {
        "model": "llama-3.1-70b",
        "deployment": {"device": "h100-sxm-80gb", "device_count": 8, "precision": "fp8"},
    }
    return json.dumps({"base": base, "axes": _axes(rows, turn)}).encode()


def _over_http(server: Server, media: str) -> Way:
    def ask(rows: int, turn: int) -> None:
        connection = HTTPConnection("127.0.0.1", server.port, timeout=LONGEST_SECONDS)
        headers = {"Content-Type": JSON, "Accept": media}
        connection.request("POST", "/v1/sweeps", _question(rows, turn), headers)
        answer = connection.getresponse()
        while answer.read(1 << 20):
            pass
        connection.close()

    return ask


def _command(out: Path) -> Way:
    """A process of its own, as people start it."""

    def ask(rows: int, turn: int) -> None:
        query = out.with_name("query.json")
        query.write_bytes(_question(rows, turn))
        rmtree(out, ignore_errors=True)
        subprocess.run(
            [
                *(sys.executable, "-m", "service", "sweep", "--query", str(query)),
                *("--out", str(out)),
            ],
            check=True,
            capture_output=True,
            timeout=LONGEST_SECONDS,
        )

    return ask


def _filling(out: Path, engine: Runner, part_rows: int | None = None) -> Way:
    """This process, which has started already."""
    library = Library.load()

    def ask(rows: int, turn: int) -> None:
        rmtree(out, ignore_errors=True)
        query = msgspec.json.decode(_question(rows, turn), type=SweepQuery)
        with redirect_stderr(StringIO()):
            run_missing(
                PartDirectory.of(out, PartitionedSweep(query, part_rows=part_rows), library), engine
            )

    return ask


@contextmanager
def _cluster() -> Iterator[None]:
    """Two workers of one core each, and this process connected to them."""
    os.environ.update(OF_RAY)
    import ray  # noqa: PLC0415 - an extra that may be missing
    from ray.cluster_utils import Cluster  # noqa: PLC0415

    core = {"num_cpus": 1, "object_store_memory": 80_000_000, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=core | {"no_monitor": True})
    try:
        cluster.add_node(**core)
        ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
        yield
    finally:
        ray.shutdown()
        cluster.shutdown()


def _quiet() -> dict[str, str]:
    """A server that keeps no answer, and logs none."""
    return {"UNITCOST_CACHE_BYTES": "0", "UNITCOST_LOG_LEVEL": "warning"}


if __name__ == "__main__":
    main()
