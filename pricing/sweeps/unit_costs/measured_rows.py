"""Rows of a sweep that measurements of exactly their configuration answer."""

from typing import Any

import numpy as np

from pricing.evidence.exact_rows import SAME_RATIO
from pricing.evidence.questions import in_flight
from pricing.numerics.number import Number, negated
from pricing.numerics.structs import Column, taken
from pricing.serving.objectives import NO_DEFAULTS
from pricing.sweeps.unit_costs.placements import Group


def measured(group: Group, asked_input: Number, *, is_open: bool) -> Column:
    """Which rows a measurement of exactly their configuration may answer: see exact.

    asked_input: without its default; is_open: of any row, see Loads. None does under an objective,
    a default included, nor with a prefix cache or images.
    """
    loads, found = group.loads, np.zeros(len(group), dtype=bool)
    for index, placement in enumerate(group.placements):
        if not placement.rows:
            continue
        rows = np.flatnonzero(group.own == index)
        part, own_input = taken((loads, asked_input), rows)
        is_free = True
        if is_open and placement.workload.default_limits is not NO_DEFAULTS:
            is_free = negated(part.is_open)
        matches = np.zeros(len(rows), dtype=bool)
        for row in placement.rows:
            # One after the other: most rows of a configuration ran at other lengths.
            same = _same(row.output_tokens, part.output_tokens)
            if np.any(same):
                same = same & _same(row.input_tokens, own_input)
            if np.any(same):
                at_load = _same(in_flight(row), part.concurrency) & is_free
                if row.requests_per_second is not None:
                    at_load = at_load | _same(row.requests_per_second, part.arriving)
                matches |= same & at_load
        is_plain = (part.cached_fraction == 0.0) & (part.images.count == 0.0)
        found[rows] = matches & ~part.has_objective & is_plain
    return found


def _same(one: float | None, asked: Number) -> Any:
    """pricing.evidence.exact_rows.same, of rows."""
    if one is None:
        return np.isnan(asked)
    return np.abs(one - asked) <= SAME_RATIO * np.maximum(asked, 1.0)
