"""The command that imports files into an overlay."""

import sys
from argparse import Namespace
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, date, datetime
from pathlib import Path

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.importers.importing import import_files
from pricing.importers.readings import Told
from pricing.importers.report import Report
from pricing.releases.overlay import OVERLAY, is_overlay_name
from service.cli.live_prices import live_files
from service.cli.overlays import placed, write_settings
from service.settings import Settings

CHANGES = ("new", "changed", "ended", "unchanged")


def run(chosen: Namespace, settings: Settings) -> int:
    """Import files, and say how many rows are new, changed and ended, and what is left out."""
    library = Library.load(settings.directories, overlays=False)
    today = datetime.now(UTC).date()
    into = placed(chosen.into, settings)
    is_new = not (into / OVERLAY).exists()
    if is_new:
        _make(into, library, today)
    report = None
    try:
        with _files(chosen) as files:
            report = import_files(
                chosen.format,
                files,
                into,
                library,
                today=today,
                provider=None if chosen.live else chosen.provider,
                told=Told(**{name: getattr(chosen, name) for name in Told.__struct_fields__}),
                observed=chosen.observed,
                is_dry=chosen.dry_run,
            )
    finally:
        if is_new and (report is None or chosen.dry_run):  # nothing is left of what failed
            (into / OVERLAY).unlink()
            into.rmdir()
    if is_new and not chosen.dry_run:
        sys.stdout.write(f"{into} is a new overlay over {library.newest.name}\n")
    tell(report, is_dry=chosen.dry_run)
    return 0


def _files(chosen: Namespace) -> AbstractContextManager[Sequence[Path]]:
    """The files to read: those given, or what a package has now. Raises InvalidQuery."""
    if not chosen.live:
        if not chosen.files:
            raise InvalidQuery("no file is given", field="FILE")
        return nullcontext(chosen.files)
    if chosen.files:
        raise InvalidQuery("it takes no files: give one or the other", field="--live")
    return live_files(chosen.format, chosen.provider)


def _make(into: Path, library: Library, today: date) -> None:
    """Make the overlay that the caller names. Raises InvalidQuery where it would not be one."""
    name = into.resolve().name
    if not is_overlay_name(name):
        raise InvalidQuery(f"{name!r} is no name of an overlay", field="--into")
    if into.exists() and any(into.iterdir()):
        raise InvalidQuery(f"{into} has files, and no {OVERLAY}: it is no overlay", field="--into")
    into.mkdir(parents=True, exist_ok=True)
    write_settings(into.resolve(), library.newest, max(today, library.newest.known_by))


def tell(report: Report, *, is_dry: bool) -> None:
    """Print what an import did."""
    say = sys.stdout.write
    say(
        f"{report.row_count:,} rows, {report.line_count:,} of them of {report.of}:"
        f" {report.mapped:,} mapped, {report.line_count - report.mapped:,} left out\n"
    )
    for reason, count in report.left_out.most_common():
        say(f"  left out {count:,}: {reason}\n")
    for reason, count in report.left_out_prices.most_common():
        say(f"  left out {count:,} prices: {reason}\n")
    for remark in report.remarks:
        say(f"  {remark}\n")
    counts = ", ".join(f"{report.counts[name]:,} {name}" for name in CHANGES)
    dry = " (nothing is written)" if is_dry else ""
    say(f"{report.table.removeprefix('api_')} on {report.observed}: {counts}{dry}\n")
