"""Callers hold what others need: connections, slots, memory for bodies; others go on."""

import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import msgspec
import pytest

from tests.faults.scenarios import Scenario
from tests.faults.test_attacks import BUDGET, BUDGET_MEBIBYTES, Attack
from tests.processes import Service, running

ATTACKER = ("127.0.0.2", 0)
"""The address that attacks come from. Others ask from 127.0.0.1."""

SWEEP = {
    "base": {"model": "llama-3.1-8b", "deployment": {"device": "l4"}},
    "axes": {"load.concurrency": {"from": 1, "to": 1e4, "count": 1_000_000}},
}
SERVICE_OVER_TIME = {
    "model": "llama-3.1-8b",
    "deployment": {"device": "l4"},
    "traffic": {"requests_per_day": 1e5},
}
READERS, UPLOADS = 20, 40
UPLOAD_BYTES = 1 << 20
UNKNOWN_NAMES = 3_000


@pytest.fixture
def service(root: Path) -> Iterator[Service]:
    with running(root, **BUDGET) as service:
        yield service


def posted(
    path: str, body: bytes, length: int | None = None, media: str = "application/json"
) -> bytes:
    """The bytes of a request; length: of the body, where not all of it is sent."""
    head = (
        f"POST {path} HTTP/1.1\r\nhost: unitcost\r\ncontent-type: {media}\r\naccept: text/csv\r\n"
        f"content-length: {length or len(body)}\r\n\r\n"
    )
    return head.encode() + body


@contextmanager
def connected(service: Service, requests: Sequence[bytes]) -> Iterator[None]:
    """Send each on a connection of its own from the attacker's address, and read nothing."""
    with ExitStack() as stack:
        for request in requests:
            connection = socket.create_connection(
                ("127.0.0.1", service.port), timeout=10, source_address=ATTACKER
            )
            stack.enter_context(connection)
            connection.sendall(request)
        yield


def test_readers_stall_and_uploads_never_end(scenario: Scenario, service: Service) -> None:
    """12. Readers take nothing of long answers, and uploads never end."""
    attack = Attack(service)
    sweep = posted("/v1/sweeps", msgspec.json.encode(SWEEP))
    upload = posted("/v1/sweeps", bytes(UPLOAD_BYTES // 2), UPLOAD_BYTES, "text/csv")
    waited: list[float] = []

    @contextmanager
    def harm() -> Iterator[None]:
        with connected(service, [sweep] * READERS + [upload] * UPLOADS):
            time.sleep(0.5)
            started = time.monotonic()
            attack.ask("/v1/inference/tco", SERVICE_OVER_TIME)
            waited.append(time.monotonic() - started)
            yield

    with attack.memory.watched():
        outcome = scenario.once(service.port, harm, seconds=4.0)
    attack.close()
    scenario.note_failed(outcome.records)
    # The long answers are worked out in Python on a thread: quotes wait for the interpreter.
    scenario.note(
        "p99 of point quotes: quiet, and beside it",
        f"{outcome.quiet * 1e3:.1f} → {outcome.harmed * 1e3:.1f} ms",
        "told",
        is_met=True,
    )
    scenario.note(
        "heavy questions of others that were answered, and the slowest",
        f"{attack.statuses[200]} of {attack.statuses.total()}, {max(waited):.1f} s",
        "all",
        is_met=attack.statuses[200] == attack.statuses.total(),
    )
    scenario.note(
        "most memory",
        f"{attack.memory.most_mebibytes:.0f} MiB",
        f"≤ {BUDGET_MEBIBYTES} MiB",
        is_met=attack.memory.most_mebibytes <= BUDGET_MEBIBYTES,
    )


def test_thousands_of_unknown_names_are_asked_for(scenario: Scenario, service: Service) -> None:
    """13. Comparisons name thousands of unknown devices, and the callers leave."""
    attack = Attack(service)
    names = [f"abacus-{number}" for number in range(UNKNOWN_NAMES)]
    question = {"model": "llama-3.1-70b", "vary": {"devices": names}}
    request = posted("/v1/comparisons", msgspec.json.encode(question))
    waited: list[float] = []

    @contextmanager
    def harm() -> Iterator[None]:
        with connected(service, [request] * 8):
            time.sleep(1.0)
        started = time.monotonic()
        attack.ask("/v1/inference/tco", SERVICE_OVER_TIME | {"horizon_months": len(waited) + 12})
        waited.append(time.monotonic() - started)
        yield

    outcome = scenario.once(service.port, harm, seconds=3.0)
    attack.close()
    scenario.note_failed(outcome.records)
    scenario.note(
        "how long the next heavy question waits for a thread",
        f"{max(waited):.1f} s",
        "≤ 2 s",
        is_met=max(waited) <= 2.0 and attack.statuses[200] == attack.statuses.total(),
    )
    assert httpx.get(f"{service.url}/health/live").status_code == 200
