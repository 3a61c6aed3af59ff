"""The arguments of the `unitcost` command."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from datetime import date
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from pricing import ENGINE_VERSION

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def parsed(arguments: Sequence[str]) -> Namespace:
    """The parsed arguments. Raises SystemExit for invalid ones."""
    parser = ArgumentParser(
        prog="unitcost",
        description="Cost of AI compute, over HTTP or without a server.",
        epilog="Exit status: 0 for success, 1 for a failure, 2 for invalid input. Settings come"
        " from the environment: HOST, PORT and UNITCOST_…, see docs/operations.md.",
    )
    parser.add_argument("--version", action="version", version=f"unitcost {ENGINE_VERSION}")
    commands = parser.add_subparsers(dest="command", required=True)
    _command(commands, "serve", "serve the API on HOST:PORT")
    _command(commands, "mcp", "serve tools to an agent on standard input and output")
    _command(commands, "openapi", "print the OpenAPI document")
    _command(commands, "check-tables", "load and check every release")
    _publishing(commands)
    _overlaying(commands)
    _importing(commands)
    _keying(commands)
    _asking(commands)
    chosen, more = parser.parse_known_args(arguments)
    # argparse takes fields and files in one go only; those behind an option are such as well
    listed = next((name for name in ("fields", "files") if hasattr(chosen, name)), None)
    if more and (listed is None or any(word.startswith("-") for word in more)):
        parser.error(f"unrecognized arguments: {' '.join(more)}")
    if more and listed == "fields":
        chosen.fields += more
    elif more:
        chosen.files = [*chosen.files, *map(Path, more)]
    return chosen


def _publishing(commands: "_SubParsersAction[ArgumentParser]") -> None:
    """The command that makes a release."""
    publishing = _command(commands, "publish", "make a release from a directory of tables")
    publishing.add_argument("directory", type=Path, help="directory of the tables")
    publishing.add_argument("--into", required=True, type=Path, help="directory of the releases")
    publishing.add_argument(
        "--base", type=Path, metavar="MANIFEST", help="release that lends the other tables"
    )
    publishing.add_argument("--name", required=True, help="name of the release")
    _dated(publishing, "--known-by", "day of the latest fact", required=True)
    _dated(publishing, "--published", "day of the publication (default: none)")
    publishing.add_argument("--notes", help="what is new in the release (default: none)")


def _keying(commands: "_SubParsersAction[ArgumentParser]") -> None:
    """The command that makes an API key."""
    keying = _command(
        commands, "make-key", "make an API key and print its entry for the file of keys"
    )
    keying.add_argument("name", help="name of the key's owner")
    keying.add_argument(
        "--scope",
        action="append",
        choices=("read", "administer"),
        help="read: everything under /v1; administer: /metrics; may be repeated (default: read)",
    )
    keying.add_argument(
        "--requests-per-minute",
        type=_positive,
        metavar="COUNT",
        help="rate limit of the key (default: none)",
    )


def _command(commands: "_SubParsersAction[ArgumentParser]", name: str, says: str) -> ArgumentParser:
    """A command with one text for the list of commands and its own help."""
    return commands.add_parser(name, help=says, description=f"{says[0].upper()}{says[1:]}.")


def _overlaying(commands: "_SubParsersAction[ArgumentParser]") -> None:
    """The commands about rows of one's own over a release."""
    overlaying = _command(commands, "overlay", "make or check rows of your own over a release")
    actions = overlaying.add_subparsers(dest="action", required=True)
    making = _command(actions, "new", "make an overlay")
    making.add_argument("name", metavar="NAME", help="name of the overlay")
    making.add_argument(
        "--into", type=Path, help="directory of tables (default: UNITCOST_TABLES, else this one)"
    )
    making.add_argument("--base", metavar="RELEASE", help="release below (default: the newest)")
    making.add_argument(
        "--rates",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="rate card to put into it; may be repeated",
    )
    _dated(making, "--known-by", "day of its latest fact (default: today)")
    differing = _command(commands, "diff", "say what changed between two releases or overlays")
    differing.add_argument("before", metavar="A", help="release or overlay to compare with")
    differing.add_argument("after", metavar="B", help="release or overlay that is compared")
    checking = _command(
        actions, "check", "say what overlays hold row by row, and what they hide of their bases"
    )
    checking.add_argument(
        "directories",
        nargs="*",
        type=Path,
        metavar="DIRECTORY",
        help="overlays, or directories of them (default: UNITCOST_TABLES, else this one)",
    )


def _positive(text: str) -> int:
    """A whole number of at least 1. Raises ArgumentTypeError, as argparse wants it."""
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"a whole number of at least 1 is expected, not {text!r}")
    return int(text)


def _day(text: str) -> date:
    """A day of the calendar. Raises ArgumentTypeError, as argparse wants it."""
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise ArgumentTypeError(f"a day as YYYY-MM-DD is expected, not {text!r}") from error


def _above_zero(text: str) -> float:
    """A number above zero. Raises ArgumentTypeError, as argparse wants it."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.0 < value < inf:
        raise ArgumentTypeError(f"a number above zero is expected, not {text!r}")
    return value


TOLD: dict[str, tuple[Callable[[str], object], str, str]] = {
    "device": (str, "DEVICE", "which device is priced or was measured"),
    "device-count": (_positive, "COUNT", "how many devices served together"),
    "model": (str, "MODEL", "which model was served"),
    "precision": (str, "FORMAT", "format of the weights, such as bf16, fp8 or q4_k_m"),
    "kv-cache-precision": (str, "FORMAT", "format of the KV cache"),
    "engine": (str, "ENGINE", "which engine served"),
    "engine-version": (str, "VERSION", "its version"),
    "tensor-parallel": (_positive, "COUNT", "devices of a replica, or of one of its groups"),
    "data-parallel": (_positive, "COUNT", "groups that took requests of their own"),
    "expert-parallel": (_positive, "COUNT", "devices that shared out the routed experts"),
    "pipeline-parallel": (_positive, "COUNT", "stages of the layers"),
    "speculation": (str, "METHOD", "how tokens were drafted ahead: eagle, mtp or ngram"),
    "draft-tokens": (_positive, "COUNT", "tokens drafted in a step"),
    "concurrency": (_above_zero, "COUNT", "requests in flight"),
    "input-tokens": (_above_zero, "TOKENS", "mean input of a request"),
    "output-tokens": (_above_zero, "TOKENS", "mean output of a request"),
    "dataset": (str, "NAME", "the prompts, such as sharegpt"),
    "power-watts": (_above_zero, "WATTS", "mean power of all devices"),
}
"""What a caller may say of a deployment whose file does not."""


def _importing(commands: "_SubParsersAction[ArgumentParser]") -> None:
    """The command that reads files of others."""
    importing = _command(commands, "import", "bring what files say into an overlay")
    importing.add_argument(
        "format",
        metavar="FORMAT",
        help="format of the files: skypilot, aws-offers, vllm-bench, hf-config, …: see"
        " docs/tables.md",
    )
    importing.add_argument("files", nargs="*", type=Path, metavar="FILE", help="files to read")
    importing.add_argument(
        "--live",
        action="store_true",
        help="of gpuhunt: prices of this moment, by its package, in place of files",
    )
    importing.add_argument("--into", required=True, type=Path, metavar="OVERLAY", help="overlay")
    importing.add_argument("--provider", help="whose prices they are, where a file does not say")
    _dated(importing, "--observed", "day of the files, where they do not say (default: today)")
    importing.add_argument(
        "--dry-run", action="store_true", help="say what would change, and write nothing"
    )
    telling = importing.add_argument_group("what a file does not say")
    for name, (kind, metavar, says) in TOLD.items():
        telling.add_argument(f"--{name}", type=kind, metavar=metavar, help=says)


def _asking(commands: "_SubParsersAction[ArgumentParser]") -> None:
    """The commands that answer without a server."""
    fields = "fields by dotted name, for instance load.concurrency=8"
    quoting = _command(commands, "quote", "answer one question")
    _kinds(quoting)
    sweeping = _command(
        commands,
        "sweep",
        "answer many questions: a list of values, as in load.concurrency=1,8,64, is an axis",
    )
    _kinds(sweeping)
    sweeping.add_argument(
        "--table", type=Path, help="table of scenarios: .csv, .xlsx, .ndjson, .arrow or .parquet"
    )
    sweeping.add_argument("--columns", help="results to answer, separated by commas")
    sweeping.add_argument(
        "--dry-run", action="store_true", help="count the scenarios, and compute nothing"
    )
    sweeping.add_argument(
        "--engine",
        choices=("local", "ray"),
        default="local",
        help="compute in this process, or on a Ray cluster into the directory of --out",
    )
    sweeping.add_argument(
        "--address",
        help="address of a Ray cluster: auto or host:port (default: a new cluster here)",
    )
    sweeping.add_argument(
        "--part-rows",
        type=_positive,
        metavar="ROWS",
        help="most rows of a part (default: 262,144; 4,096 for tco)",
    )
    comparing = _command(
        commands, "compare", "rank candidates: vary.devices=h100-sxm-80gb,mi300x objective=…"
    )
    _kinds(comparing, ("unit_costs", "tco"), "what is ranked: unit costs, or services over time")
    explaining = _command(
        commands,
        "explain",
        "say what moves a figure: from.as_of=2026-05-01 to.as_of=2026-07-01, other fields of both",
    )
    _kinds(explaining)
    explaining.add_argument("--figure", help="figure of the answer (default: what it is read by)")
    wording = _command(commands, "ask", "answer a question in words: llama 70b on 8x h100 at aws")
    wording.add_argument("words", nargs="+", metavar="WORD", help="the question")
    wording.add_argument("--catalog", metavar="RELEASE", help="release (default: the newest)")
    wording.add_argument("--as-of", metavar="YYYY-MM-DD", help="day of the prices")
    _printed(wording)
    for command in (quoting, sweeping, comparing, explaining):
        command.add_argument("fields", nargs="*", metavar="field=value", help=fields)
        command.add_argument(
            "--query", type=Path, metavar="FILE", help="JSON file with the question"
        )
        _printed(command, ", or a directory of parts" if command is sweeping else "")


def _kinds(
    command: ArgumentParser,
    kinds: Sequence[str] = ("unit_costs", "run_costs", "tco"),
    says: str = "kind of question",
) -> None:
    """Which kind of question a command asks, the first unless it is said."""
    first = kinds[0]
    command.add_argument("--kind", choices=kinds, default=first, help=f"{says} (default: {first})")


def _dated(command: ArgumentParser, name: str, says: str, *, required: bool = False) -> None:
    """An option that takes a day."""
    command.add_argument(name, required=required, type=_day, metavar="YYYY-MM-DD", help=says)


def _printed(command: ArgumentParser, more: str = "") -> None:
    """Where the answer of a command goes, and its format."""
    command.add_argument(
        "--out", type=Path, metavar="PATH", help=f"file to write, its format by its ending{more}"
    )
    command.add_argument(
        "--form",
        choices=("json", "ndjson", "csv", "markdown", "text"),
        help="format to print in (default: a table)",
    )
