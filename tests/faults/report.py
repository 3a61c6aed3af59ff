"""What the faults came to: figures of the last saved run, and the page made of them."""

import os
import platform
from pathlib import Path

import msgspec
from msgspec import Struct

FIGURES = Path(__file__).with_name("figures.json")
PAGE = Path(__file__).resolve().parents[2] / "docs" / "reliability.md"


class Figure(Struct, frozen=True):
    """One criterion of one scenario."""

    scenario: str
    measured: str
    value: str
    wanted: str
    is_met: bool


class Figures(Struct):
    """Everything that was measured, by the command that measured it."""

    machine: str = ""
    faults: list[Figure] = []
    soak: list[Figure] = []


def load() -> Figures:
    """The figures of the last saved run."""
    if not FIGURES.exists():
        return Figures()
    return msgspec.json.decode(FIGURES.read_bytes(), type=Figures)


def save(figures: Figures) -> None:
    """Write the figures, and the page."""
    figures.machine = (
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors shared by the"
        f" load, the service and Redis, Python {platform.python_version()}"
    )
    encoded = msgspec.json.format(msgspec.json.encode(figures), indent=2)
    FIGURES.write_bytes(encoded + b"\n")
    PAGE.write_text(page(figures), encoding="utf-8")


def page(figures: Figures) -> str:
    """docs/reliability.md."""
    return _TEXT.format(
        machine=figures.machine, faults=_table(figures.faults), soak=_table(figures.soak)
    )


def _table(figures: list[Figure]) -> str:
    if not figures:
        return "Not yet run."
    lines = ["| Scenario | Measured | Figure | Wanted | Met |", "|---|---|---|---|---|"]
    scenario = ""
    for figure in figures:
        shown = "" if figure.scenario == scenario else figure.scenario
        scenario = figure.scenario
        met = "yes" if figure.is_met else "**no**"
        lines.append(f"| {shown} | {figure.measured} | {figure.value} | {figure.wanted} | {met} |")
    return "\n".join(lines)


_TEXT = """\
# Reliability

This page says what a service under load does while its surroundings fail. The commands that measure
it write the page: `make faults ARGS=--save` and `make soak`. CI runs the faults on every change.

- Every scenario drives a real `unitcost serve` over loopback from another process.
- Quotes come at 200 a second, at fixed moments. Their time counts from these moments, so that a
  service that stalls is charged for every question that had to wait.
- Pages of the price table come at 40 a second. They are slow enough to be cached.
- Every answer with status 200 is compared, byte by byte, with that of an undisturbed service.
- The p99 during a fault is compared with the p99 of the same run while it is quiet.
- A scenario that was only late is run again, at most twice. Another program on the machine can cost
  milliseconds, but it cannot make an answer wrong.
- *Lost* means that a connection was there and no whole answer came. *Turned away* means that no
  replica accepted one.

Last run: {machine}.

## Faults

{faults}

## Soak

{soak}
"""
