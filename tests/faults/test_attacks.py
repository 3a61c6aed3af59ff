"""Hostile bodies and questions are sent; whoever asks beside them notices nothing."""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.faults.memory import Memory
from tests.faults.scenarios import TRIES, Outcome, Scenario
from tests.hostile import LONG_SEARCH_COUNTS, Hostile, corpus, long_search, mutations
from tests.processes import Service, running

SWEEP_OF_TABLE = "/v1/sweeps?base.model=llama-3.1-8b&base.deployment.device=l4"
MUTATIONS = 500
DRY_RUNS = 20
MOST_LIVE_SECONDS = 0.1
MOST_GROWTH_MEBIBYTES = 100
BUDGET_MEBIBYTES = 384
BUDGET = {"UNITCOST_MEMORY_BYTES": str(BUDGET_MEBIBYTES << 20), "UNITCOST_LOG_LEVEL": "error"}
"""The memory of a container as docs/operations.md has it."""

DRY_RUN = {
    "base": {"model": "llama-3.1-8b", "deployment": {"device": "l4"}},
    "axes": {
        "load.concurrency": {"from": 1, "to": 1e6, "count": 500_000},
        "utilization_fraction": [0.5, 0.6],
    },
    "dry_run": True,
}


@pytest.fixture
def service(root: Path) -> Iterator[Service]:
    with running(root, **BUDGET) as service:
        yield service


class Attack:
    """Bodies that are sent to a service, what it answered, and how long its health took."""

    def __init__(self, service: Service) -> None:
        self._client = httpx.Client(base_url=f"http://127.0.0.1:{service.port}", timeout=60.0)
        self.statuses: Counter[int] = Counter()
        self.slowest_live_seconds = 0.0
        self.memory = Memory(service.process.pid)
        self._at_rest_mebibytes = self.memory.mebibytes()

    @property
    def failed(self) -> int:
        """Answers with a 5xx but a clean 503."""
        return sum(n for status, n in self.statuses.items() if status >= 500 and status != 503)

    @property
    def grown_mebibytes(self) -> float:
        """What the service holds in memory beyond what it held before."""
        return self.memory.mebibytes() - self._at_rest_mebibytes

    def send(self, hostile: Hostile) -> None:
        """Send a table."""
        headers = {"content-type": hostile.media, "content-encoding": hostile.encoding}
        if hostile.encoding == "identity":
            del headers["content-encoding"]
        self._note(self._client.post(SWEEP_OF_TABLE, content=hostile.body, headers=headers))

    def ask(self, path: str, question: dict[str, Any]) -> None:
        """Ask a question."""
        self._note(self._client.post(path, json=question))

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Ask for its health again and again meanwhile."""
        over = threading.Event()

        def watch() -> None:
            with httpx.Client(base_url=self._client.base_url, timeout=60.0) as client:
                while not over.wait(0.02):
                    asked = time.monotonic()
                    assert client.get("/health/live").status_code == 200
                    took = time.monotonic() - asked
                    self.slowest_live_seconds = max(self.slowest_live_seconds, took)

        with ThreadPoolExecutor(1) as watching:
            watched = watching.submit(watch)
            try:
                yield
            finally:
                over.set()
            watched.result()

    def close(self) -> None:
        """Send no more."""
        self._client.close()

    def _note(self, answered: httpx.Response) -> None:
        is_clean = answered.status_code != 503 or "retry-after" in answered.headers
        self.statuses[answered.status_code if is_clean else 500] += 1


def tell_times(scenario: Scenario, outcome: Outcome) -> None:
    """Report the p99 of point quotes, which is held to nothing."""
    scenario.note(
        "p99 of point quotes: quiet, and beside it",
        f"{outcome.quiet * 1e3:.1f} → {outcome.harmed * 1e3:.1f} ms",
        "told",
        is_met=True,
    )


def report(scenario: Scenario, service: Service, attack: Attack) -> None:
    """No death, no 5xx but a clean 503, and the memory back where it was."""
    attack.close()
    scenario.note(
        "hostile bodies that got a 5xx but a clean 503",
        f"{attack.failed} of {attack.statuses.total():,}",
        "0, and the process lives",
        is_met=not attack.failed and service.process.poll() is None,
    )
    scenario.note(
        "memory more than before",
        f"{attack.grown_mebibytes:.0f} MiB",
        f"≤ {MOST_GROWTH_MEBIBYTES} MiB",
        is_met=attack.grown_mebibytes <= MOST_GROWTH_MEBIBYTES,
    )
    scenario.note(
        "most memory, with the processes that read tables",
        f"{attack.memory.most_mebibytes:.0f} MiB",
        f"≤ {BUDGET_MEBIBYTES} MiB",
        is_met=attack.memory.most_mebibytes <= BUDGET_MEBIBYTES,
    )


def test_hostile_tables_are_sent(scenario: Scenario, service: Service) -> None:
    """10. Tables are sent that end whoever reads them."""
    tables = [*corpus(), *mutations(MUTATIONS)]
    attack = Attack(service)

    @contextmanager
    def harm() -> Iterator[None]:
        for hostile in tables:
            attack.send(hostile)
        yield

    with attack.memory.watched():
        outcome = scenario.once(service.port, harm, seconds=12.0)
    scenario.note_failed(outcome.records)
    # The processes that read tables take both cores of a small machine.
    tell_times(scenario, outcome)
    report(scenario, service, attack)


def test_long_questions_are_asked(scenario: Scenario, service: Service) -> None:
    """11. Questions are asked whose answers take long."""
    attack = Attack(service)
    searches = list(map(long_search, LONG_SEARCH_COUNTS))

    @contextmanager
    def harm() -> Iterator[None]:
        with ThreadPoolExecutor(8) as callers:
            asked = [callers.submit(attack.ask, "/v1/training/run-costs", q) for q in searches * 4]
            asked += [callers.submit(attack.ask, "/v1/sweeps", DRY_RUN) for _ in range(DRY_RUNS)]
            for one in asked:
                one.result()
        yield

    with attack.memory.watched():
        outcome = scenario.once(service.port, harm, seconds=6.0)
    scenario.note_failed(outcome.records)
    # The work is Python on a thread: quotes wait for the interpreter, as beside all heavy work.
    tell_times(scenario, outcome)
    for _ in range(TRIES):
        attack.slowest_live_seconds = 0.0
        with attack.memory.watched(), attack.watched(), harm():
            pass
        if attack.slowest_live_seconds <= MOST_LIVE_SECONDS:
            break
    scenario.note(
        "slowest answer of /health/live",
        f"{attack.slowest_live_seconds * 1e3:.0f} ms",
        f"≤ {MOST_LIVE_SECONDS * 1e3:.0f} ms",
        is_met=attack.slowest_live_seconds <= MOST_LIVE_SECONDS,
    )
    report(scenario, service, attack)
