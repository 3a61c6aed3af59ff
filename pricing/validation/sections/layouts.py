"""The part of the validation page on training by layout: throughput, pairs, and memory."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import exp

import numpy as np
from msgspec import Struct

from pricing.calibration.published.layouts import (
    LayoutRow,
    kept_aside,
    layout_rows,
    tokens_per_second,
)
from pricing.calibration.published.rows import weighted_quantile
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.quote.context import QuoteContext
from pricing.run_costs.quote import run_costs
from pricing.run_costs.tasks.task import task_of
from pricing.validation.scores import Score, markdown, table
from pricing.validation.texts import reason_of, told

WORST_COUNT = 10


class Asked(Struct, frozen=True):
    """A published layout, and its answer; answered: tokens a second and device, None if refused."""

    row: LayoutRow
    measured: float | None
    answered: float | None


def layouts_part(catalog: Catalog) -> list[str]:
    """The section on training by layout."""
    rows = layout_rows()
    aside = kept_aside(rows)
    asked = [_asked(catalog, row) for row in rows]
    ran = [one for one in asked if one.row.ran]
    failed = [one for one in asked if not one.row.ran]
    scored = [one for one in ran if one.measured is not None and one.answered is not None]
    groups = {
        "of sources that constants are fitted to": [
            one for one in scored if one.row.source not in aside
        ],
        "of sources kept aside": [one for one in scored if one.row.source in aside],
    }
    counts = Counter(one.row.source for one in scored)
    return [
        "## Training by layout",
        told(
            "layouts.introduction",
            count=len(asked),
            sources=len({row.source for row in rows}),
            told=sum(one.answered is None for one in failed) / len(failed),
            failed=len(failed),
            refused=sum(one.answered is None for one in ran) / len(ran),
            ran=len(ran),
        ),
        table("throughput", {name: _scores(group) for name, group in groups.items()}),
        _by_source(groups),
        table(
            "source",
            {
                _named(source): _scores([one for one in scored if one.row.source == source])
                for source in sorted(counts)
            },
        ),
        "### Pairs that differ in their layout alone",
        _pairs(groups),
        "### The layouts with the largest errors",
        _worst(scored),
    ]


def _asked(catalog: Catalog, row: LayoutRow) -> Asked:
    measured = None
    try:
        task = task_of(QuoteContext(catalog, None), row.question)
        measured = tokens_per_second(row, task.model)
        answer = run_costs(row.question, Library([catalog]))
    except Refusal:
        return Asked(row, measured, None)
    return Asked(row, measured, answer.compute.tokens_per_second / answer.device_count)


def _scores(asked: Sequence[Asked]) -> list[Score]:
    return [
        Score(str(place), one.measured, one.answered)
        for place, one in enumerate(asked)
        if one.measured is not None and one.answered is not None
    ]


def _by_source(groups: dict[str, list[Asked]]) -> str:
    """Errors with every source counting the same."""
    lines = []
    for name, group in groups.items():
        medians = []
        for source in sorted({one.row.source for one in group}):
            errors = [
                abs(score.error_log)
                for score in _scores([one for one in group if one.row.source == source])
            ]
            medians.append(np.median(errors))
        lines.append([name, f"{exp(float(np.median(medians))) - 1.0:.0%}"])
    return markdown("lr", ["each source counts the same", "median error"], lines)


def _pairs(groups: dict[str, list[Asked]]) -> str:
    """How far off the ratio of two answers is from that of two measurements."""
    lines = []
    for name, group in groups.items():
        alike: dict[tuple[object, ...], list[float]] = {}
        for one, score in zip(group, _scores(group), strict=True):
            key = _alike(one.row)
            alike.setdefault(key, []).append(score.error_log)
        errors: list[tuple[float, float]] = []
        for own in alike.values():
            pairs = [abs(one - other) for one, other in combinations(own, 2)]
            errors += [(error, 1.0 / len(pairs)) for error in pairs]
        cells = [f"{exp(weighted_quantile(errors, fraction)) - 1.0:.0%}" for fraction in (0.5, 0.9)]
        lines.append([name, str(len(errors)), *cells])
    heads = ["ratio of throughput", "pairs", "median error", "90th percentile"]
    return markdown("lrrr", heads, lines)


def _alike(row: LayoutRow) -> tuple[object, ...]:
    """What two rows have in common that differ in their layout alone."""
    asked = row.scenario
    return (
        *(row.source, row.name, row.precision, row.framework),
        *(asked.deployment.device, asked.deployment.device_count),
        *(asked.batch_sequences, asked.sequence_length),
    )


def _worst(scored: Sequence[Asked]) -> str:
    """The rows that are furthest off, one of a source and model."""
    lines: list[list[str]] = []
    seen: set[tuple[str, str]] = set()
    order = zip(_scores(scored), scored, strict=True)
    for score, one in sorted(order, key=lambda pair: -abs(pair[0].error_log)):
        row, deployment = one.row, one.row.scenario.deployment
        if (row.source, row.name) in seen or len(seen) == WORST_COUNT:
            continue
        seen.add((row.source, row.name))
        size = deployment.layout
        layout = (
            f"{deployment.device_count} × {deployment.device}, tensor {size.tensor_parallel or 1},"
            f" pipeline {size.pipeline_parallel or 1}, micro-batch {size.micro_batch_sequences}"
        )
        reason = reason_of("layouts", row.source)
        cells = [f"{score.published:,.0f}", f"{score.predicted:,.0f}"]
        lines.append([row.name, layout, *cells, _named(row.source), reason])
    heads = ["model", "layout", "published", "answered", "source", "why"]
    return markdown("llrrll", heads, lines)


def _named(source: str) -> str:
    """A source by its repository and file."""
    repository, _, rest = source.partition("@")
    return f"{repository.rpartition('/')[2]}: {rest.rpartition('/')[2]}" if rest else source
