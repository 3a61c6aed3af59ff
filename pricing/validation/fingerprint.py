"""Fingerprints: whether anything that the refits of the page rest on has changed since.

A refit for every group takes minutes. What it gives follows from the release, from the engine and
from the code that leaves rows out. The engine is known by its answers.
"""

import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from pricing import calibration, validation
from pricing.calibration.predictions import ask, run_question
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.run_costs.quote import run_costs
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.validation.holdout import measurements_kept_aside, runs_kept_aside
from pricing.validation.texts import PROSE

MARK = "<!-- The refits have the fingerprint {fingerprint}. -->"


def fingerprint(catalog: Catalog) -> str:
    """sha256 of the code of the refits, of their prose, and of every row as the release answers it.

    Answers count to three digits, so that another processor finds the same.
    """
    found = sha256(catalog.digest.encode())
    for room in (calibration, validation):
        for path in sorted(Path(room.__path__[0]).rglob("*.py")):
            found.update(path.read_bytes())
    found.update(PROSE.read_bytes())
    for answer in _answers(catalog):
        found.update(answer.encode())
    return found.hexdigest()


def fingerprint_in(page: str) -> str | None:
    """The fingerprint that a page was written with."""
    found = re.search(MARK.format(fingerprint="([0-9a-f]{64})"), page)
    return found[1] if found else None


def _answers(catalog: Catalog) -> Iterator[str]:
    rows = [row for group in catalog.measurements.values() for row in group]
    for answers in (ask(catalog, rows), measurements_kept_aside(catalog).answers):
        for name, answer in sorted(answers.items()):
            yield f"{name} {_rounded(*_figures(answer))}\n"
    library = Library([catalog])
    printed = {row["id"]: row for row in catalog.frames["training_runs"].iter_rows(named=True)}
    for run in catalog.training_runs:
        try:
            bill = run_costs(run_question(printed[run.id]), library).options[0]
        except Refusal:
            continue
        hours = bill.device_hours, bill.device_hours_low, bill.device_hours_high
        yield f"{run.id} {_rounded(*hours)}\n"
    for name, kept in sorted(runs_kept_aside(catalog).answers.items()):
        yield f"{name} {_rounded(kept.options[0].device_hours)}\n"


def _figures(answer: UnitCostAnswer) -> tuple[float | None, ...]:
    found = answer.performance
    return (
        found.output_tokens_per_second,
        found.output_tokens_per_second_low,
        found.output_tokens_per_second_high,
        found.ttft_seconds,
        found.tpot_seconds,
        answer.power.system_watts,
    )


def _rounded(*numbers: float | None) -> str:
    return " ".join("–" if number is None else f"{number:.3g}" for number in numbers)
