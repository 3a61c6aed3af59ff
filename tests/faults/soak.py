"""Two million questions and 20,000 mutated tables to one service, and the memory that it takes.

    python -m tests.faults.soak [--save] [--requests N] [--mutations N]

Point quotes, pages from the cache and questions that are refused, over a Redis of its own. The
memory after the first tenth, when everything that is kept has been kept once, is held against the
memory at any moment afterwards.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from pricing.catalog.library import Library
from tests.faults import questions, report
from tests.faults.load import Plan, Question, Stream
from tests.faults.running import Load
from tests.faults.test_attacks import MOST_GROWTH_MEBIBYTES, Attack
from tests.hostile import mutations
from tests.processes import Service, running
from tests.redis_servers import local_server

ROOT = Path(__file__).resolve().parents[2]
REQUESTS = 2_000_000
MUTATIONS = 20_000
BATCHES = 40
MOST_GROWTH_FRACTION = 0.05


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask, watch and report; 1 where it grew or anything failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--save", action="store_true")
    parser.add_argument("--requests", type=int, default=REQUESTS)
    parser.add_argument("--mutations", type=int, default=MUTATIONS)
    chosen = parser.parse_args(arguments)
    streams = mixed()
    with (
        local_server() as redis,
        running(ROOT, UNITCOST_REDIS_URL=redis.url, UNITCOST_LOG_LEVEL="warning") as service,
    ):
        started = time.monotonic()
        asked, failed, mebibytes = watched(service, streams, chosen.requests)
        seconds = time.monotonic() - started
        attack = Attack(service)
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
            "wrong answers, 5xx and lost",
            f"{failed} of {asked:,} in {seconds / 60:.0f} minutes",
            "0",
            failed == 0,
        ),
        report.Figure(
            f"{chosen.mutations:,} tables with changed bytes",
            "those that got a 5xx but a clean 503",
            f"{attack.failed} of {attack.statuses.total():,}",
            "0, and the process lives",
            is_alive and not attack.failed,
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


def mixed() -> tuple[Stream, ...]:
    """Mostly point quotes, among them ever new ones; pages, found in Redis or not; refusals."""
    library = Library.load()
    quotes = questions.quotes([library])
    pages = questions.pages(library, 64)
    unknown = b'{"model": "no-such-model", "deployment": {"device": "h100-sxm-80gb"}}'
    refused = Question(questions.posted(questions.QUOTE_PATH, unknown))
    return (
        Stream(name="quotes", connections=12, questions=(*quotes * 4, *new_quotes(4_000))),
        Stream(name="pages", connections=2, questions=pages, rate=50),
        Stream(name="refused", connections=1, questions=(refused,), rate=50),
    )


def new_quotes(count: int) -> tuple[Question, ...]:
    """Quotes of different loads, so that nothing that is kept of one serves another."""
    return tuple(
        Question(
            questions.posted(
                questions.QUOTE_PATH,
                b'{"model": "llama-3.1-8b", "load": {"input_tokens": %d, "output_tokens": 64},'
                b' "deployment": {"device": "h100-sxm-80gb", "device_count": 1}}' % tokens,
            )
        )
        for tokens in range(100, 100 + count)
    )


def watched(
    service: Service, streams: tuple[Stream, ...], requests: int
) -> tuple[int, int, list[float]]:
    """How many were asked, how many failed, and the memory after each batch [MiB]."""
    asked = failed = 0
    mebibytes = []
    for number in range(BATCHES):
        with tempfile.TemporaryDirectory() as folder:
            plan = Plan(
                ports=(service.port,),
                streams=streams,
                seconds=600,
                requests=requests // BATCHES,
            )
            with Load(plan, Path(folder)) as load:
                records = load.records()
        asked += len(records)
        failed += records.failed - records.of("refused").count(422)
        mebibytes.append(resident_mebibytes(service.process.pid))
        sys.stdout.write(f"{(number + 1) / BATCHES:4.0%} {mebibytes[-1]:.1f} MiB\n")
        sys.stdout.flush()
    return asked, failed, mebibytes


def resident_mebibytes(process: int) -> float:
    """Resident set size of a process [MiB]."""
    kibibytes = subprocess.run(
        ["ps", "-o", "rss=", "-p", str(process)], capture_output=True, text=True, check=True
    ).stdout
    return int(kibibytes) / 1024


if __name__ == "__main__":
    sys.exit(main())
