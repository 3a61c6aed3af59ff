"""What the arguments of the `unitcost` command say."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def parsed(arguments: Sequence[str]) -> Namespace:
    """What the arguments say. Raises SystemExit where they say nothing."""
    parser = ArgumentParser(prog="unitcost", description="What AI compute costs, over HTTP.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("serve", help="serve the API; settings come from the environment")
    commands.add_parser("openapi", help="print the OpenAPI document")
    commands.add_parser("check-tables", help="load and check every release")
    publishing = commands.add_parser("publish", help="make a release of a directory of tables")
    publishing.add_argument("directory", type=Path)
    publishing.add_argument("--name", required=True, help="name of the release")
    publishing.add_argument(
        "--known-by", required=True, type=date.fromisoformat, help="the day of the latest fact"
    )
    calibrating = commands.add_parser(
        "calibrate", help="fit the calibration table of a release to its own rows"
    )
    calibrating.add_argument("directory", type=Path)
    validating = commands.add_parser(
        "validate", help="print how far answers are from published rows that they may not see"
    )
    into = validating.add_mutually_exclusive_group()
    into.add_argument("--into", type=Path, help="write the page and its picture into a directory")
    into.add_argument("--check", type=Path, help="compare those of a directory, and fail if stale")
    paging = commands.add_parser("pages", help="work out the worked pages of the docs")
    where = paging.add_mutually_exclusive_group(required=True)
    where.add_argument("--into", type=Path, help="write them and their pictures into a directory")
    where.add_argument("--check", type=Path, help="compare those of a directory, and fail if stale")
    keying = commands.add_parser("make-key", help="make a key and print what keeps it")
    keying.add_argument("name", help="whose key it is")
    keying.add_argument(
        "--scope", action="append", choices=("read", "administer"), help="left out: read"
    )
    keying.add_argument("--requests-per-minute", type=int)
    _asking(commands)
    chosen, more = parser.parse_known_args(arguments)
    # argparse takes fields in one go only; those behind an option are fields just as well
    if more and (not hasattr(chosen, "fields") or any(word.startswith("-") for word in more)):
        parser.error(f"unrecognized arguments: {' '.join(more)}")
    if more:
        chosen.fields += more
    return chosen


def _asking(commands: "_SubParsersAction[ArgumentParser]") -> None:
    """The commands that ask without a server."""
    fields = "fields by dotted name, as in load.concurrency=8"
    quoting = commands.add_parser("quote", help="answer one question")
    quoting.add_argument("--kind", choices=("unit_costs", "run_costs"), default="unit_costs")
    sweeping = commands.add_parser(
        "sweep", help="answer many: a list of values, as in load.concurrency=1,8,64, is an axis"
    )
    sweeping.add_argument(
        "--kind", choices=("unit_costs", "run_costs", "tco"), default="unit_costs"
    )
    sweeping.add_argument("--table", type=Path, help="scenarios: .csv, .ndjson, .arrow, .parquet")
    sweeping.add_argument("--columns", help="results, with commas between them")
    sweeping.add_argument("--dry-run", action="store_true", help="count, and work out nothing")
    sweeping.add_argument(
        "--engine",
        choices=("local", "ray"),
        default="local",
        help="where: in this process, or on a Ray cluster into the directory of --out",
    )
    sweeping.add_argument(
        "--address", help="of a Ray cluster: auto or host:port; left out, one of its own"
    )
    sweeping.add_argument(
        "--part-rows",
        type=_positive,
        metavar="ROWS",
        help="most rows of a part; left out, seconds of work",
    )
    comparing = commands.add_parser(
        "compare", help="rank candidates: vary.devices=h100-sxm-80gb,mi300x objective=…"
    )
    for command in (quoting, sweeping, comparing):
        command.add_argument("fields", nargs="*", metavar="field=value", help=fields)
        command.add_argument("--query", type=Path, help="a JSON file of the question")
        more = ", or for a sweep a directory of parts" if command is sweeping else ""
        command.add_argument("--out", type=Path, help=f"a file, its form by its ending{more}")
        command.add_argument(
            "--form",
            choices=("json", "ndjson", "csv", "markdown", "text"),
            help="how to print; left out, a table",
        )


def _positive(text: str) -> int:
    """A whole number from 1 on. Raises ValueError, as argparse wants it."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number
