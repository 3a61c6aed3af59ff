"""`python -m bench.on_device --into FOLDER [--only NAME]`: a table of each kind, row by row.

Each kind runs in a process of its own, for at most so many seconds, so that one that fails or hangs
takes nothing from the others. What was measured until then is kept.
"""

import argparse
import csv
import importlib
import subprocess
import sys
import traceback
from pathlib import Path

KINDS = {"rooflines": 60, "tuning": 290, "serving": 160}
"""Seconds that each may take."""

COUNTING = "counting"
"""What needs no device, and is run where it is asked for."""


def main() -> int:
    """0 where every kind ran to its end."""
    parser = argparse.ArgumentParser(prog="python -m bench.on_device")
    parser.add_argument("--into", type=Path, required=True, help="folder for the tables")
    parser.add_argument("--only", choices=(*KINDS, COUNTING), help="one kind")
    parser.add_argument(
        "--small", action="store_true", help="tiny models, to try this without a device"
    )
    asked = parser.parse_args()
    asked.into.mkdir(parents=True, exist_ok=True)
    if asked.only:
        return _measure(asked.only, asked.into / f"{asked.only}.csv", is_small=asked.small)
    found = [_within(kind, seconds, sys.argv[1:]) for kind, seconds in KINDS.items()]
    return max(found)


def _within(kind: str, seconds: float, arguments: list[str]) -> int:
    command = [sys.executable, "-m", "bench.on_device", *arguments, "--only", kind]
    try:
        return subprocess.run(command, timeout=seconds, check=False).returncode
    except subprocess.TimeoutExpired:
        print(f"{kind}: stopped after {seconds} seconds", flush=True)
        return 1


def _measure(kind: str, path: Path, *, is_small: bool) -> int:
    """Write and print each row as soon as it is measured."""
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer: csv.DictWriter[str] | None = None
            for row in importlib.import_module(f"bench.on_device.{kind}").rows(is_small=is_small):
                if writer is None:
                    writer = csv.DictWriter(file, list(row), lineterminator="\n")
                    writer.writeheader()
                writer.writerow(row)
                file.flush()
                print(kind, *row.values(), flush=True)
    except Exception:  # noqa: BLE001 - what was measured is kept
        traceback.print_exc()
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
