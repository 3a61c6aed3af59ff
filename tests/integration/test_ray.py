"""Sweeps on a Ray cluster of two workers, held against those of one process.

Everything is one test: a cluster takes long to start, and the workers of pytest share none.
"""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import polars as pl
import pytest

from pricing.catalog.library import Library
from service.cli.main import main

WAIT_SECONDS = 60
CORES = {"num_cpus": 1, "object_store_memory": 80_000_000, "include_dashboard": False}

OF_RAY = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_worker_niceness": "0",  # else workers wait for every other test
    "RAY_kill_idle_workers_interval_ms": "0",
    # a machine that is lost is missed in three seconds, not twenty; one that is busy still has ten
    "RAY_health_check_initial_delay_ms": "500",
    "RAY_health_check_period_ms": "500",
}

UNIT_COSTS = (
    "model=llama-3.1-70b",
    "deployment.device=h100-sxm-80gb,mi300x,l4,abacus",
    "load.concurrency=1,8,64",
    "load.input_tokens=100,500,2000",
    "utilization_fraction=0.2,0.4,0.6,0.8,1",
)
RUN_COSTS = (
    "--kind",
    "run_costs",
    "model=llama-3.1-8b",
    "tokens=1e12",
    "deployment.device=h100-sxm-80gb,a100-sxm-80gb",
    "deployment.device_count=8,64,512",
    "purchase.option=on_demand,spot,owned",
)
TCO = (
    "--kind",
    "tco",
    "model=llama-3.1-8b",
    "deployment.device=l4,h100-sxm-80gb",
    "traffic.requests_per_day=" + ",".join(str(1000 * day) for day in range(1, 101)),
)
TCO_PART_ROWS = 10
TCO_PARTS = 20

pytestmark = [
    # of Ray's own: what it calls, and what it leaves open while it starts and stops processes
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture
def cluster(library: Library, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Two workers of one core each, and this process connected to them."""
    monkeypatch.setattr(Library, "load", lambda _directories=(): library)
    for name, value in OF_RAY.items():
        monkeypatch.setenv(name, value)
    import ray  # noqa: PLC0415 - seconds that no other test should wait
    from ray.cluster_utils import Cluster  # noqa: PLC0415

    started = Cluster(
        initialize_head=True,
        head_node_args=CORES | {"no_monitor": True, "include_log_monitor": False},
    )
    started.add_node(**CORES)
    try:
        ray.init(address=started.address, log_to_driver=False, logging_level="ERROR")
        yield started
    finally:
        ray.shutdown()
        started.shutdown()


class Asked:
    """A sweep, and what one process makes of it."""

    def __init__(self, directory: Path, name: str, sweep: tuple[str, ...], part_rows: int) -> None:
        self.arguments = ("sweep", *sweep, "--part-rows", str(part_rows), "--out")
        self.part_rows = part_rows
        self.out = directory / name
        self.one = directory / f"{name}.parquet"
        assert main((*self.arguments, str(self.one))) == 0

    def on_ray(self) -> int:
        return main((*self.arguments, str(self.out), "--engine", "ray"))

    def is_answered(self) -> bool:
        return pl.read_parquet(self.out / "*.parquet").equals(pl.read_parquet(self.one))

    def part_count(self) -> int:
        return len(list(self.out.glob("*.parquet")))

    def is_begun(self) -> bool:
        return self.part_count() > 0


@pytest.mark.usefixtures("small_sweeps_of_quotes")
def test_sweeps_on_two_workers(
    cluster: Any,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    subtests: pytest.Subtests,
) -> None:
    table = tmp_path / "asked.csv"
    table.write_text("deployment.device,load.concurrency\nl4,8\nabacus,8\nl4,many\nt4,\nl4,1\n")
    grid = Asked(tmp_path, "unit costs", UNIT_COSTS, 25)
    slow = Asked(tmp_path, "totals", TCO, TCO_PART_ROWS)
    for asked in (
        grid,
        Asked(tmp_path, "run costs", RUN_COSTS, 5),
        Asked(tmp_path, "table", ("--table", str(table), "model=llama-3.1-8b"), 2),
    ):
        with subtests.test("the rows are those of one process", sweep=asked.out.name):
            assert asked.on_ray() == 0
            assert asked.is_answered()
    with subtests.test("parts that are gone are worked out again, and no others"):
        only_missing_parts_are_worked_out(grid, capsys)
    with subtests.test("a part that fails is told, and the others are kept"):
        failing_part_is_told(grid, capsys)
    with subtests.test("a sweep that was stopped goes on where it was, if a machine is lost too"):
        stopped_sweep_goes_on(slow, cluster)


def only_missing_parts_are_worked_out(asked: Asked, capsys: pytest.CaptureFixture[str]) -> None:
    kept = (asked.out / "part-00002.parquet").stat().st_mtime_ns
    for index in (0, 3):
        (asked.out / f"part-{index:05}.parquet").unlink()
    capsys.readouterr()

    assert asked.on_ray() == 0
    assert ", 2 of them new" in capsys.readouterr().out
    assert (asked.out / "part-00002.parquet").stat().st_mtime_ns == kept
    assert asked.is_answered()


def failing_part_is_told(asked: Asked, capsys: pytest.CaptureFixture[str]) -> None:
    there = asked.part_count()
    blocked = asked.out / "part-00001.parquet"
    blocked.unlink()
    blocked.mkdir()
    capsys.readouterr()

    assert asked.on_ray() == 1
    assert "part-00001.parquet: IsADirectoryError: " in capsys.readouterr().err
    assert asked.part_count() == there


def stopped_sweep_goes_on(asked: Asked, cluster: Any) -> None:
    """One process is killed in the middle; workers go on, and one loses its machine meanwhile."""
    with subprocess.Popen(
        [sys.executable, "-m", "service", *asked.arguments, str(asked.out)],
        stderr=subprocess.DEVNULL,
    ) as process:
        wait_for(asked.is_begun)
        process.kill()
    by_one = asked.part_count()
    assert 0 < by_one < TCO_PARTS

    def lose_one() -> None:
        wait_for(lambda: asked.part_count() > by_one)
        (node,) = cluster.worker_nodes
        cluster.remove_node(node, allow_graceful=False)

    losing = Thread(target=lose_one)
    losing.start()
    try:
        assert asked.on_ray() == 0
    finally:
        losing.join()
    assert asked.is_answered()


def wait_for(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.01)
