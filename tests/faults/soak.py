"""240,000 mostly different questions and 20,000 mutated tables to one service, and its memory.

    python -m tests.faults.soak [--save] [--requests N] [--mutations N]

Ever new questions of every kind, pages from the cache and questions that are refused, over a Redis
of its own and in the memory of docs/operations.md. The memory after the first tenth, when
everything that is kept has been kept once, is held against that at any moment afterwards.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import msgspec

from pricing.catalog.library import Library
from tests.faults import questions, report
from tests.faults.load import Plan, Question, Stream
from tests.faults.memory import Memory
from tests.faults.running import Load
from tests.faults.test_attacks import BUDGET, BUDGET_MEBIBYTES, MOST_GROWTH_MEBIBYTES, Attack
from tests.hostile import mutations
from tests.processes import Service, running
from tests.redis_servers import local_server

ROOT = Path(__file__).resolve().parents[2]
REQUESTS = 240_000
MUTATIONS = 20_000
BATCHES = 40
MOST_GROWTH_FRACTION = 0.05
MOST_BUSY_FRACTION = 0.0005
REFUSED = "refused"


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask, watch and report; 1 where it grew or anything failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--save", action="store_true")
    parser.add_argument("--requests", type=int, default=REQUESTS)
    parser.add_argument("--mutations", type=int, default=MUTATIONS)
    chosen = parser.parse_args(arguments)
    with (
        local_server() as redis,
        running(ROOT, UNITCOST_REDIS_URL=redis.url, **BUDGET) as service,
    ):
        memory = Memory(service.process.pid)
        started = time.monotonic()
        with memory.watched():
            asked, failed, busy, mebibytes = watched(service, memory, chosen.requests)
        seconds = time.monotonic() - started
        attack = Attack(service)
        with memory.watched():
            for hostile in mutations(chosen.mutations):
                attack.send(hostile)
        attack.close()
        # While the service lives: a process that has ended holds nothing.
        grown_mebibytes = attack.grown_mebibytes
        is_alive = service.process.poll() is None
    name = f"{asked:,} questions"
    settled = mebibytes[BATCHES // 10 - 1]
    growth = max(mebibytes[BATCHES // 10 :]) / settled - 1
    figures = [
        report.Figure(
            name,
            "resident memory after the first tenth, and the most afterwards",
            f"{settled:.0f} → {settled * (1 + growth):.0f} MiB, {growth:+.1%}",
            f"≤ +{MOST_GROWTH_FRACTION:.0%}",
            growth <= MOST_GROWTH_FRACTION,
        ),
        report.Figure(
            name,
            "wrong answers, lost, and 5xx but a clean 503",
            f"{failed} of {asked:,} in {seconds / 60:.0f} minutes, {busy} asked to come again",
            f"0, and ≤ {MOST_BUSY_FRACTION:.2%} to come again",
            failed == 0 and busy <= MOST_BUSY_FRACTION * asked,
        ),
        report.Figure(
            name,
            "most memory, then with tables and the processes that read them",
            f"{memory.most_mebibytes:.0f} MiB",
            f"≤ {BUDGET_MEBIBYTES} MiB",
            memory.most_mebibytes <= BUDGET_MEBIBYTES,
        ),
        report.Figure(
            f"{chosen.mutations:,} tables with changed bytes",
            "those that got a 5xx but a clean 503, and those that were to come again",
            f"{attack.failed} of {attack.statuses.total():,}, {attack.statuses[503]}",
            "0 and 0, and the process lives",
            is_alive and not attack.failed and not attack.statuses[503],
        ),
        report.Figure(
            f"{chosen.mutations:,} tables with changed bytes",
            "memory more than before",
            f"{grown_mebibytes:.0f} MiB",
            f"≤ {MOST_GROWTH_MEBIBYTES} MiB",
            grown_mebibytes <= MOST_GROWTH_MEBIBYTES,
        ),
    ]
    sys.stdout.writelines(f"{f.measured}: {f.value}, wanted {f.wanted}\n" for f in figures)
    if chosen.save:
        saved = report.load()
        saved.soak = figures
        report.save(saved)
    return 0 if all(figure.is_met for figure in figures) else 1


def watched(service: Service, memory: Memory, requests: int) -> tuple[int, int, int, list[float]]:
    """How many were asked, failed and were to come again; the memory after each batch [MiB]."""
    asked = failed = busy = 0
    mebibytes = []
    library = Library.load()
    known, new = questions.quotes([library]), new_questions()
    pages = questions.pages(library, 64)
    for number in range(BATCHES):
        count = requests // BATCHES
        streams = (
            Stream(name="new", connections=12, questions=tuple(islice(new, count))),
            Stream(name="quotes", connections=1, questions=known, rate=20),
            Stream(name="pages", connections=1, questions=pages, rate=10),
            Stream(name=REFUSED, connections=1, questions=(refused(),), rate=10),
        )
        with tempfile.TemporaryDirectory() as folder:
            plan = Plan(ports=(service.port,), streams=streams, seconds=600, requests=count)
            with Load(plan, Path(folder)) as load:
                records = load.records()
        asked += len(records)
        failed += records.wrong + records.unclean - records.of(REFUSED).count(422)
        busy += records.count(429) + records.count(503)
        mebibytes.append(memory.mebibytes())
        sys.stdout.write(
            f"{(number + 1) / BATCHES:4.0%} {mebibytes[-1]:.1f} MiB{records.failures}\n"
        )
        sys.stdout.flush()
    return asked, failed, busy, mebibytes


def refused() -> Question:
    """A quote of a model that nobody knows."""
    asked = {"model": "no-such-model", "deployment": {"device": "h100-sxm-80gb"}}
    return _posted("/v1/inference/unit-costs", asked)


def new_questions() -> Iterator[Question]:
    """Questions of every kind, no two alike, so that nothing that is kept of one serves another.

    Four of five are quotes, as callers ask; each sixtieth is of a kind that takes a thread.
    """
    device = {"device": "h100-sxm-80gb", "device_count": 8}
    number = 0
    while True:
        number += 1
        load = {"input_tokens": 100 + number % 16_000, "output_tokens": 64 + number // 16_000}
        quote = {"model": "llama-3.1-70b", "load": load, "deployment": device}
        run = {"model": "llama-3.1-8b", "tokens": 1e12 + number * 1e6, "deployment": device}
        service = {**quote, "traffic": {"requests_per_day": 1e5 + number}, "horizon_months": 3}
        match number % 60:
            case 0:
                yield _posted("/v1/inference/tco", service)
            case 15:
                base = {**quote, "axes": {"utilization_fraction": [0.3, 0.5, 0.7]}}
                axes = base.pop("axes")
                yield _posted("/v1/sweeps", {"base": base, "axes": axes})
            case 30:
                yield _posted(
                    "/v1/comparisons",
                    {
                        "model": "llama-3.1-8b",
                        "load": load,
                        "vary": {"devices": ["l4", "a100-sxm-80gb"], "device_counts": [1]},
                    },
                )
            case 45:
                words = (
                    f"llama 70b on 8x h100, {load['input_tokens']} in {load['output_tokens']} out"
                )
                yield Question(questions.got("/v1/ask?" + urlencode({"q": words})))
            case 10 | 20 | 35 | 40 | 50 | 55:
                yield _posted("/v1/training/run-costs", run)
            case _:
                yield _posted(questions.QUOTE_PATH, quote)


def _posted(path: str, asked: dict[str, Any]) -> Question:
    return Question(questions.posted(path, msgspec.json.encode(asked)))


if __name__ == "__main__":
    sys.exit(main())
