"""How fast the service answers over HTTP, how soon it is ready and how much memory it takes."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator

import msgspec

from bench.figures import Figure
from bench.questions import UNIT_COSTS
from bench.server import Server, serving

STARTS = 5
ROUNDS = 7
CONNECTIONS = 16
REQUESTS_PER_ROUND = 4000
WARM_UP_REQUESTS = 1000


def figures() -> Iterator[Figure]:
    """Start-up and memory, then throughput against the bare handler, in turn."""
    seconds, mebibytes, own_mebibytes = [], [], []
    for _ in range(STARTS):
        with serving("service") as service:
            load(service, CONNECTIONS * 4)
            seconds.append(service.ready_seconds)
            mebibytes.append(service.resident_mebibytes)
            own_mebibytes.append(service.own_mebibytes)
    yield Figure.of("process start to ready", "s", seconds, target=1.2)
    yield Figure.of("resident, after first answers", "MiB", mebibytes, target=150.0)
    yield Figure.of("  without pages of libraries", "MiB", own_mebibytes)

    ours, bare, two = [], [], []
    with (
        serving("service") as service,
        serving("bench.bare") as baseline,
        serving("service", UNITCOST_PROCESSES="2") as pair,
    ):
        for server in (service, baseline, pair):
            load(server, WARM_UP_REQUESTS)
        for _ in range(ROUNDS):
            ours.append(load(service, REQUESTS_PER_ROUND))
            bare.append(load(baseline, REQUESTS_PER_ROUND))
            two.append(load(pair, REQUESTS_PER_ROUND))
    yield Figure.of("unit costs over HTTP", "requests/s", ours)
    yield Figure.of("bare handler over HTTP", "requests/s", bare)
    ratios = [ours / bare for ours, bare in zip(ours, bare, strict=True)]
    yield Figure.of("their ratio", "", ratios, target=0.8, better="higher")
    yield Figure.of("unit costs over HTTP, two processes", "requests/s", two)
    gains = [two / one for two, one in zip(two, ours, strict=True)]
    # On two cores, the load takes a part of one of them.
    yield Figure.of("two processes against one", "", gains, target=1.7, better="higher")


def load(server: Server, requests: int) -> float:
    """Requests per second that the server answers, asked from a process of its own."""
    with tempfile.NamedTemporaryFile() as body:
        body.write(msgspec.json.encode(UNIT_COSTS[0]))
        body.flush()
        printed = subprocess.run(
            [
                *(sys.executable, "-m", "bench.load"),
                *(str(server.port), "/v1/inference/unit-costs", body.name),
                *(str(CONNECTIONS), str(requests)),
            ],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    return float(printed)
