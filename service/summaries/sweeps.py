"""Summary of a sweep."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import polars as pl

from pricing.quote.answer import LABEL, Provenance
from pricing.sweeps.query import SweepKind
from pricing.sweeps.sweep import Sweep
from service.summaries.figures import usd
from service.summaries.parts import label_words, notes

COSTS: Mapping[SweepKind, tuple[str, str]] = {
    "unit_costs": ("usd_per_million_output_tokens", "a million output tokens cost"),
    "run_costs": ("usd_mean", "a run costs"),
    "tco": ("usd_total", "a service costs in total"),
}
"""The result that summarises each kind of sweep, in words. Without it, the first cost is used."""

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
    ends: dict[str, list[float]] = {}
    refusals: Counter[str] = Counter()
    details: dict[str, str] = {}
    for frame in frames:
        answered += frame["refusal"].null_count()
        for name, count, detail in _refused(frame):
            refusals[name] += count
            details.setdefault(name, detail)
        for cost in costs:
            low, high = frame.select(pl.min(cost).alias("low"), pl.max(cost).alias("high")).row(0)
            if low is not None:
                known = ends.get(cost, [])
                ends[cost] = [min([low, *known]), max([high, *known])]
    have = "has" if answered == 1 else "have"
    text = f"{answered:,} of {sweep.count:,} scenarios {have} an answer"
    for cost, words in [(cost, costs[cost]) for cost in costs if cost in ends][:1]:
        low, high = map(usd, ends[cost])
        text += f"; {words} {low}" if low == high else f"; {words} {low} to {high}"
    if refusals:
        ((name, count),) = refusals.most_common(1)
        text += f"; {count:,} are refused as {name}, the most frequent reason: {details[name]}"
    labels = {name.removeprefix(LABEL): told for name, told in sweep.labels.shared.items()}
    return f"{label_words(labels)}{text}{_when(sweep, provenance)}.{notes(warnings)}"


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
