"""Summary of a sweep."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, TypeAlias

import polars as pl

from pricing.quote.answer import LABEL, Provenance
from pricing.sweeps.query import SweepKind
from pricing.sweeps.sweep import Sweep
from service.summaries.figures import number, usd
from service.summaries.parts import label_words, notes

COSTS: Mapping[SweepKind, tuple[str, str]] = {
    "unit_costs": ("usd_per_million_output_tokens", "a million output tokens cost"),
    "run_costs": ("usd_mean", "a run costs"),
    "tco": ("usd_total", "a service costs in total"),
}
"""The result that summarises each kind of sweep, in words. Without it, the first cost is used."""

End: TypeAlias = tuple[float, str]
"""The least or the greatest cost, and the scenario that has it."""

MOST_NAMES = 3
"""Fields of a scenario that are told beside its cost."""

READ = ("usd_per_million_input_tokens", "a million input tokens cost")
"""The same where no row writes any tokens."""


def sweep_summary(
    sweep: Sweep,
    provenance: Provenance | None,
    frames: Iterator[pl.DataFrame],
    warnings: Sequence[str] = (),
) -> str:
    """How many rows have an answer, their range of costs, and the reasons of refusals."""
    costs = _costs(sweep)
    answered = 0
    ends: dict[str, list[End]] = {}
    refusals: Counter[str] = Counter()
    details: dict[str, str] = {}
    for frame in frames:
        answered += frame["refusal"].null_count()
        for name, count, detail in _refused(frame):
            refusals[name] += count
            details.setdefault(name, detail)
        for cost in costs:
            found = [*ends.get(cost, []), *_ends(frame, cost, sweep.scenarios.names)]
            if found:
                ends[cost] = [min(found, key=itemgetter(0)), max(found, key=itemgetter(0))]
    have = "has" if answered == 1 else "have"
    text = f"{answered:,} of {sweep.count:,} scenarios {have} an answer"
    for cost, words in [(cost, costs[cost]) for cost in costs if cost in ends][:1]:
        (low, lowest), (high, highest) = ends[cost]
        text += f"; {words} {usd(low)}"
        text += "" if usd(low) == usd(high) else f"{lowest} to {usd(high)}{highest}"
    if refusals:
        ((name, count),) = refusals.most_common(1)
        text += f"; {count:,} are refused as {name}, the most frequent reason: {details[name]}"
    labels = {name.removeprefix(LABEL): told for name, told in sweep.labels.shared.items()}
    return f"{label_words(labels)}{text}{_when(sweep, provenance)}.{notes(warnings)}"


def _ends(frame: pl.DataFrame, cost: str, names: Sequence[str]) -> list[End]:
    """The least and the greatest cost of a frame, with what tells their scenarios from others."""
    known = frame.drop_nulls(cost).sort(cost)
    if known.is_empty():
        return []
    rows = known.row(0, named=True), known.row(-1, named=True)
    return [(row[cost], _scenario(row, names)) for row in rows]


def _scenario(row: Mapping[str, Any], names: Sequence[str]) -> str:
    """The fields of a scenario in brackets; empty for more than a reader takes in.

    >>> _scenario({"deployment.device": "l4", "load.concurrency": 8.0}, ["deployment.device"])
    ' (l4)'
    """
    values = {name: row[name] for name in names if row.get(name) is not None}
    if not values or len(names) > MOST_NAMES:
        return ""
    told = (
        f"{name.rpartition('.')[2].replace('_', ' ')} {number(one)}"
        if isinstance(one, float | int)
        else str(one)
        for name, one in values.items()
    )
    return f" ({', '.join(told)})"


def _costs(sweep: Sweep) -> dict[str, str]:
    """The columns that may summarise a sweep, the first that has a value, each with its words."""
    usual, words = COSTS[sweep.kind]
    found = {usual: words} if usual in sweep.results else {}
    if usual in found and READ[0] in sweep.results:
        return found | dict([READ])
    name = next((name for name in sweep.results if name.startswith("usd")), None)
    return found or ({} if name is None else {name: f"{name} is"})


def _refused(frame: pl.DataFrame) -> Iterator[tuple[str, int, str]]:
    """The refusals of a frame with their counts, and the first reason of each."""
    yield from (
        frame.drop_nulls("refusal")
        .group_by("refusal", maintain_order=True)
        .agg(pl.len(), pl.col("refusal_detail").first().alias("detail"))
        .iter_rows()
    )


def _when(sweep: Sweep, provenance: Provenance | None) -> str:
    """The day and the release, where all rows share them."""
    if provenance is None:
        return ""
    varying = sweep.scenarios.names
    parts = [
        *([] if "as_of" in varying else [provenance.as_of]),
        *([] if "catalog" in varying else [f"release {provenance.catalog}"]),
    ]
    return f" ({', '.join(parts)})" if parts else ""
