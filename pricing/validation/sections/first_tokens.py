"""The part of the validation page on times to first token."""

from collections.abc import Iterable, Mapping

from pricing.calibration.predictions import ask
from pricing.calibration.refits import variant
from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Measurement
from pricing.evidence.ttft import BURST, is_told, served_seconds
from pricing.validation.misses import worst
from pricing.validation.scores import Score, evenly, grouped, labelled, table
from pricing.validation.texts import told

PARTS = 3
"""A third of the rows is left out at a time."""

LONG_TOKENS = 100_000.0


def first_tokens_page(catalog: Catalog) -> list[str]:
    """The section on the rows of a release that print a time to first token which compares."""
    rows = {
        row.id: row
        for group in catalog.measurements.values()
        for row in group
        if row.input_tokens and is_told(row)
    }
    by_part = _scores(catalog, rows, _thirds(rows))
    by_source = _scores(catalog, rows, _sources(rows.values()))

    left_out = {"a third of the rows": by_part, "the source": by_source}

    def source(score: Score) -> str:
        return origin(rows[score.id])

    def regime(score: Score) -> str:
        row = rows[score.id]
        if row.regime == BURST:
            return "several at once"
        return "one request" if row.concurrency == 1.0 else "several in flight"

    return [
        "## First tokens",
        told("first_tokens.introduction", count=len(rows)),
        table("left out", left_out),
        evenly(
            "left out, all sources weighing alike",
            {name: labelled(scores, source) for name, scores in left_out.items()},
        ),
        grouped("load, a third left out", by_part, regime),
        grouped("source, a third of the rows left out", by_part, source),
        grouped("source, left out", by_source, source),
        WORST,
        worst(
            ["device", "model", "prompt", "in flight"],
            by_source,
            lambda score: _cells(rows[score.id]),
            lambda score: reason(rows[score.id]),
        ),
    ]


def origin(row: Measurement) -> str:
    """The source of a row, without its day."""
    return row.source.split(",")[0]


def reason(row: Measurement) -> str:
    """Why a first token may be far from what is modelled."""
    if (row.input_tokens or 0.0) >= LONG_TOKENS:
        return "a prompt as long as none of the rows left"
    if (row.concurrency or 1.0) > 1.0:
        return "prefills of its engine and model that no row left shows"
    return "a server and kernels that no row left shows"


def _thirds(rows: Iterable[str]) -> list[frozenset[str]]:
    names = sorted(rows)
    return [frozenset(names[start::PARTS]) for start in range(PARTS)]


def _sources(rows: Iterable[Measurement]) -> list[frozenset[str]]:
    groups: dict[str, set[str]] = {}
    for row in rows:
        groups.setdefault(origin(row), set()).add(row.id)
    return [frozenset(names) for _, names in sorted(groups.items())]


def _scores(
    catalog: Catalog, rows: Mapping[str, Measurement], parts: Iterable[frozenset[str]]
) -> list[Score]:
    """Every row as a caller would ask for it, of a release without its part."""
    scores = []
    for hidden in parts:
        known = variant(catalog, table="measurements", hidden=hidden)
        for name, answer in ask(known, [rows[name] for name in sorted(hidden)]).items():
            seen, is_burst = answer.performance, rows[name].regime == BURST
            predicted = seen.burst_ttft_seconds if is_burst else seen.ttft_seconds
            published = rows[name].ttft_seconds
            if published and predicted:
                served = published + served_seconds(known, rows[name])
                scores.append(Score(name, served, predicted))
    return scores


def _cells(row: Measurement) -> list[str]:
    return [
        f"{row.device_count} × {row.device}",
        f"{row.model} {row.precision}",
        f"{row.input_tokens:g}",
        "as much as fits" if row.concurrency is None else f"{row.concurrency:g}",
    ]


WORST = """The worst, with the source left out:"""
