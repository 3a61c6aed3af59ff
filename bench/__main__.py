"""`python -m bench [--save]`: measures everything, prints a table, and always ends with 0.

With --save the figures are written to bench/results.json as well.
"""

import sys
from pathlib import Path

import msgspec

from bench import (
    caching,
    in_process,
    lookups,
    over_http,
    run_sweeps,
    small_tables,
    sweeps,
    sweeps_over_http,
)
from bench.figures import Report, table

RESULTS = Path(__file__).with_name("results.json")


def main() -> None:
    """Measure, print, and save where asked."""
    figures = (
        *in_process.figures(),
        *lookups.figures(),
        *sweeps.figures(),
        *small_tables.figures(),
        *run_sweeps.figures(),
        *over_http.figures(),
        *sweeps_over_http.figures(),
        *caching.figures(),
    )
    print(table(figures))
    if "--save" in sys.argv[1:]:
        encoded = msgspec.json.encode(Report(figures=figures))
        RESULTS.write_bytes(msgspec.json.format(encoded, indent=2) + b"\n")


if __name__ == "__main__":
    main()
