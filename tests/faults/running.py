"""A load that runs beside a test, and what its records say."""

import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from tests.faults.load import LOST, TURNED_AWAY, Plan, Record

QUOTES, PAGES, HEAVY = "point quotes", "pages", "heavy pages"


class Load:
    """Carries out a plan in another process while a block runs."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self._plan = folder / "plan.json"
        self._records = folder / "records.msgpack"
        self._plan.write_bytes(msgspec.json.encode(plan))
        self._seconds = plan.seconds

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.load", str(self._plan), str(self._records)]
        )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if kind is not None:
            self._process.kill()
        self._process.wait(timeout=self._seconds + 30)

    def stop(self) -> None:
        """End it before its time."""
        self._process.terminate()

    def records(self) -> "Records":
        """What came of it, when it is over."""
        if self._process.wait() != 0:
            raise RuntimeError("the load failed")
        return Records(msgspec.msgpack.decode(self._records.read_bytes(), type=list[Record]))


class Records:
    """What came of questions."""

    def __init__(self, records: Iterable[Record]) -> None:
        self._records: Sequence[Record] = list(records)

    def __len__(self) -> int:
        return len(self._records)

    def of(self, stream: str) -> "Records":
        """Those of one stream."""
        return Records(record for record in self._records if record.stream == stream)

    def between(self, *stretches: tuple[float, float]) -> "Records":
        """Those asked in some stretches of time."""
        return Records(
            record
            for record in self._records
            if any(start <= record.at < end for start, end in stretches)
        )

    def count(self, status: int) -> int:
        """Those that ended with a status."""
        return sum(record.status == status for record in self._records)

    @property
    def wrong(self) -> int:
        """Answers that were not right."""
        return sum(record.is_wrong for record in self._records)

    @property
    def lost(self) -> int:
        """Requests that were accepted and never answered."""
        return self.count(LOST)

    @property
    def turned_away(self) -> int:
        """Requests that no connection was to be had for."""
        return self.count(TURNED_AWAY)

    @property
    def failed(self) -> int:
        """Whatever was not answered, and what was answered wrongly."""
        return sum(record.status != 200 or record.is_wrong for record in self._records)

    @property
    def failures(self) -> str:
        """What failed and how often, where anything did."""
        counts = Counter(record.status for record in self._records if record.status != 200)
        names = {LOST: "lost", TURNED_AWAY: "turned away"}
        return "".join(f", {names.get(status, status)}: {n}" for status, n in counts.items())

    @property
    def refused(self) -> int:
        """Those that were refused, cleanly or not."""
        return sum(record.status >= 300 for record in self._records)

    @property
    def unclean(self) -> int:
        """What was neither answered nor refused as it should be."""
        return sum(
            record.status != 200 and not (record.status in {429, 503} and record.is_clean)
            for record in self._records
        )

    def percentile(self, fraction: float) -> float:
        """Of the seconds that the answers took."""
        ordered = sorted(record.seconds for record in self._records if record.status == 200)
        if not ordered:
            raise ValueError("nothing was answered")
        return ordered[min(int(fraction * len(ordered)), len(ordered) - 1)]

    def goodput(self, seconds: float) -> float:
        """Right answers a second."""
        return sum(r.status == 200 and not r.is_wrong for r in self._records) / seconds


def pause(seconds: float) -> tuple[float, float]:
    """Let a stretch of time pass: its start and its end."""
    started = time.monotonic()
    time.sleep(seconds)
    return started, time.monotonic()
