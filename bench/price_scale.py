"""How a look-up of a price grows with the table: `python -m bench.price_scale [ROWS …]`.

Each size is a release of its own, whose prices are a Parquet object, in a process of its own. The
rows are those of the newest release, again in other regions and with other days. The look-ups
of two sizes are compared as a ratio, taken in turn.
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from math import ceil
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import polars as pl

from pricing.catalog.library import Library
from pricing.catalog.listed.places import PriceQuestion
from pricing.releases.manifest import PACKAGED
from pricing.releases.publish import publish

SIZES = (6_000, 10_000_000)
PLACES = 200
REPETITIONS = 200
MOST_DAYS = 40
"""Periods that one price is cut into."""

MEBIBYTE = 2.0**20


def main() -> None:
    """Measure each size, and compare the largest with the smallest."""
    sizes = [int(size) for size in sys.argv[1:]] or list(SIZES)
    found = []
    with TemporaryDirectory() as directory:
        for size in sizes:
            tables = Path(directory) / str(size)
            _publish(tables, size)
            told = subprocess.run(
                [sys.executable, "-m", "bench.price_scale", "--measure", str(tables)],
                capture_output=True,
                check=True,
                text=True,
            )
            found.append(json.loads(told.stdout))
            print(json.dumps(found[-1]))
    first, last = found[0], found[-1]
    for name in ("kept_microseconds", "new_place_microseconds"):
        print(
            f"{name}: {last[name] / first[name]:.2f} times from {first['rows']:,} rows"
            f" to {last['rows']:,}"
        )


def _publish(tables: Path, size: int) -> None:
    """A release in a directory whose price table has about so many rows."""
    newest = Library.load().newest
    source = tables / "source"
    source.mkdir(parents=True)
    _grown(newest.frames["prices"], size).write_parquet(source / "prices.parquet")
    publish(
        source,
        tables,
        name="grown",
        known_by=newest.known_by + timedelta(days=1),
        base=PACKAGED / f"{newest.name}.json",
    )


def _grown(prices: pl.DataFrame, size: int) -> pl.DataFrame:
    """Prices of the release cut into periods, and again in other regions."""
    times = size / prices.height
    if times <= 1.0:
        return prices
    pieces = min(MOST_DAYS, ceil(times**0.5))
    cut = pl.concat(_piece(prices, piece, pieces) for piece in range(pieces))
    copies = ceil(size / cut.height)
    return pl.concat(
        cut.with_columns(region=pl.col("region") + pl.lit(f"-{copy}" if copy else ""))
        for copy in range(copies)
    ).head(size)


def _piece(prices: pl.DataFrame, piece: int, pieces: int) -> pl.DataFrame:
    """One day of each price, and from the last piece on the rest of its days."""
    start = pl.col("effective_from") + pl.duration(days=piece)
    end = start + pl.duration(days=1)
    limit = pl.col("effective_to").fill_null(pl.date(9999, 1, 1))
    is_last = piece == pieces - 1
    return prices.filter(start < limit).with_columns(
        effective_from=start,
        effective_to="effective_to" if is_last else pl.min_horizontal(end, limit),
    )


def _measure(tables: Path) -> None:
    """Load the release of a directory, and look prices up."""
    before = _resident_bytes()
    started = time.perf_counter()
    library = Library.load([tables])
    catalog = library.get("grown")
    loaded = time.perf_counter()
    book = catalog.prices
    indexed = time.perf_counter()
    day = catalog.known_by.toordinal()
    questions = _places(library.packaged.newest.frames["prices"])
    new = [_microseconds(partial(book.find, question, day)) for question in questions]
    kept = [
        _microseconds(partial(book.find, question, day))
        for _ in range(REPETITIONS)
        for question in questions
    ]
    open_question = PriceQuestion("h100-sxm-80gb", "on_demand")
    told = {
        "rows": catalog.frames["prices"].height,
        "load_seconds": round(loaded - started, 2),
        "index_seconds": round(indexed - loaded, 2),
        "kept_microseconds": round(median(kept), 2),
        "new_place_microseconds": round(median(new), 1),
        "new_open_milliseconds": round(
            _microseconds(partial(book.find, open_question, day)) / 1e3, 1
        ),
        "resident_mebibytes": round((_resident_bytes() - before) / MEBIBYTE),
        "peak_mebibytes": round(_peak_bytes() / MEBIBYTE),
    }
    print(json.dumps(told))


def _places(prices: pl.DataFrame) -> list[PriceQuestion]:
    """Some places of the release itself, which every size has."""
    rows = (
        prices.filter(pl.col("device").is_not_null() & (pl.col("option") == "on_demand"))
        .select("device", "option", "provider", "region", "instance_type")
        .unique(maintain_order=True)
    )
    return [PriceQuestion(*row) for row in rows.gather_every(max(1, rows.height // PLACES)).rows()]


def _microseconds(call: Callable[[], object]) -> float:
    started = time.perf_counter()
    call()
    return 1e6 * (time.perf_counter() - started)


def _resident_bytes() -> float:
    return _status("VmRSS")


def _peak_bytes() -> float:
    return _status("VmHWM")


def _status(name: str) -> float:
    """A figure of this process, as Linux tells it [bytes]."""
    for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines():
        if line.startswith(name):
            return 1024.0 * float(line.split()[1])
    return 0.0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        _measure(Path(sys.argv[2]))
    else:
        main()
