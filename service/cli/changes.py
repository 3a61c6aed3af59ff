"""The command that says what changed between two releases or overlays."""

import sys
from argparse import Namespace
from typing import get_args

from pricing.catalog.library import Library
from pricing.releases.changes import Kind, RowChange, changes, counted
from service.settings import Settings


def run(chosen: Namespace, settings: Settings) -> int:
    """Say how many rows of each table and provider differ, and which."""
    library = Library.load(settings.directories)
    found = changes(library.get(chosen.before).release, library.get(chosen.after).release)
    say = sys.stdout.write
    for (table, provider), kinds in counted(found).items():
        told = ", ".join(f"{kinds[kind]:,} {kind}" for kind in get_args(Kind) if kinds[kind])
        say(f"{table}{f' of {provider}' if provider else ''}: {told}\n")
    for change in found:
        say(f"  {_told(change)}\n")
    if not found:
        say("no row differs\n")
    return 0


def _told(change: RowChange) -> str:
    """A change in one line."""
    cells = "; ".join(
        f"{one.column} {one.after}"
        if one.before == one.after
        else f"{one.column} {one.before} to {one.after}"
        for one in change.cells
    )
    ratio = "" if change.price_ratio in {None, 1.0} else f" ({change.price_ratio - 1:+.1%})"
    return f"{change.change} {change.table} {change.key}: {cells}{ratio}"
