"""A service under load that something happens to, and what comes of it."""

import shutil
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

from tests.faults.load import Plan, Stream
from tests.faults.report import Figure
from tests.faults.running import QUOTES, Load, Records, pause

SETTLE_SECONDS = 1.0
QUIET_SECONDS = 1.5
HARMED_SECONDS = 4.0
TRIES = 3
MOST_TIMES = 3.0

Harm = Callable[[], AbstractContextManager[None]]


class Outcome(NamedTuple):
    """Of one run: everything asked, and the p99 of point quotes in quiet and in harm [seconds]."""

    records: Records
    quiet: float
    harmed: float

    @property
    def times(self) -> float:
        """How much longer they took than in quiet."""
        return self.harmed / self.quiet


class Scenario:
    """What is asked of a service, and where the figures go."""

    def __init__(
        self, name: str, streams: tuple[Stream, ...], folder: Path, figures: list[Figure]
    ) -> None:
        self.name = name
        self._folder = folder
        self._streams = streams
        self._figures = figures
        self._loads = 0

    def load(self, *ports: int, seconds: float, streams: tuple[Stream, ...] | None = None) -> Load:
        """A load on replicas, with the usual streams or with others."""
        streams = self._streams if streams is None else streams
        self._loads += 1
        folder = self._folder / str(self._loads)
        folder.mkdir()
        return Load(Plan(ports=ports, streams=streams, seconds=seconds), folder)

    def note(self, measured: str, value: str, wanted: str, *, is_met: bool) -> None:
        """Report a figure, and hold it to what is wanted."""
        self._figures.append(Figure(self.name, measured, value, wanted, is_met))
        assert is_met, f"{self.name}: {measured}: {value}, wanted {wanted}"

    def run(self, port: int, harm: Harm, *, seconds: float = HARMED_SECONDS) -> None:
        """Quiet, harm, quiet again: no answer may be wrong, late or missing."""
        self.hold(lambda: self.once(port, harm, seconds=seconds))

    def once(self, port: int, harm: Harm, *, seconds: float = HARMED_SECONDS) -> Outcome:
        """One run of it."""
        whole = SETTLE_SECONDS + 2 * QUIET_SECONDS + seconds + 1
        with self.load(port, seconds=whole) as load:
            pause(SETTLE_SECONDS)
            before = pause(QUIET_SECONDS)
            started = time.monotonic()
            with harm():
                time.sleep(max(0.0, started + seconds - time.monotonic()))
            harmed = started, time.monotonic()
            after = pause(QUIET_SECONDS)
            records = load.records()
        quotes = records.of(QUOTES)
        return Outcome(
            records,
            quotes.between(before, after).percentile(0.99),
            quotes.between(harmed).percentile(0.99),
        )

    def hold(self, attempt: Callable[[], Outcome]) -> None:
        """Attempt it, again where it was late and nothing else; report what came of the last."""
        for _ in range(TRIES):
            outcome = attempt()
            if outcome.records.failed or outcome.times <= MOST_TIMES:
                break
        self.note_failed(outcome.records)
        self.note_times(outcome)

    def note_failed(self, records: Records) -> None:
        """Report what was not answered rightly."""
        self.note(
            "wrong answers, 5xx, lost and turned away",
            f"{records.failed} of {len(records):,}{records.failures}",
            "0",
            is_met=records.failed == 0,
        )

    def note_times(self, outcome: Outcome) -> None:
        """Report the p99 of point quotes against that in quiet."""
        self.note(
            "p99 of point quotes, against quiet",
            f"{outcome.times:.2f} × ({outcome.quiet * 1e3:.1f} → {outcome.harmed * 1e3:.1f} ms)",
            f"≤ {MOST_TIMES:g} ×",
            is_met=outcome.times <= MOST_TIMES,
        )


def put(release: Path, tables: Path) -> None:
    """Move a copy of a release into a directory of tables at once, as an operator should."""
    staged = tables.with_name(tables.name + "-staged")
    shutil.copy(release, staged)
    staged.rename(tables / release.name)


def wait_until(holds: Callable[[], bool], seconds: float = 15.0) -> bool:
    """Whether it holds in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if holds():
            return True
        time.sleep(0.05)
    return False
