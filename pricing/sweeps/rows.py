"""Rows: what a sweep asks of deployments, as arrays with an element a row."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl
from msgspec import Struct

from pricing.evidence.neighbours import Neighbours
from pricing.numerics.number import Number
from pricing.sweeps.arrays import Constants, array_of, part_of, places_among, whole
from pricing.sweeps.layouts import Question, fitting_count, question_of
from pricing.sweeps.loads import Load
from pricing.sweeps.objectives import Limits
from pricing.sweeps.placements import Placement, constants_of
from pricing.unit_costs.workload import Workload


class Rows(Struct, frozen=True, eq=False):
    """Rows whose placements have one shape: floats, or arrays with an element a row."""

    count: int
    tdp_watts: Number
    neighbours: Neighbours
    asked: Question
    limits: Limits
    sizes: tuple[Number, ...]

    def part(self, rows: slice) -> "Rows":
        """Some of them."""
        return Rows(
            len(range(*rows.indices(self.count))),
            part_of(self.tdp_watts, rows),
            self.neighbours.part(rows),
            part_of(self.asked, rows),
            part_of(self.limits, rows),
            part_of(self.sizes, rows),
        )


def rows_of(frame: pl.DataFrame, load: Load, placements: Sequence[Placement], own: Any) -> Rows:
    """The rows of a frame.

    load: with its defaults; placements: all of one shape; own: the place among them of each row.
    """
    like = placements[0]
    constants = Constants.of([placement.constants for placement in placements], own)

    def column(name: str, missing: float) -> Number:
        return _number(frame, load, name, missing)

    sizes = tuple(constants[f"size.{index}"] for index in range(len(like.sizes)))
    return Rows(
        count=frame.height,
        tdp_watts=constants["tdp_watts"],
        neighbours=Neighbours.of(placements, own, sizes),
        asked=question_of(
            constants,
            input_tokens=column("input_tokens", np.nan),
            output_tokens=column("output_tokens", np.nan),
            concurrency=column("concurrency", 0.0),
            has_experts=like.workload.rates.has_experts,
        ),
        limits=Limits(column("ttft_limit", np.inf), column("tpot_limit", np.inf)),
        sizes=sizes,
    )


def fitting_counts(
    frame: pl.DataFrame, load: Load, workloads: Mapping[int, Workload], node: int
) -> pl.Series:
    """The smallest count of devices that holds each row; null for none.

    workloads: by deployment, all of devices with so many in a node; load: with its defaults.
    """
    constants = Constants.of(
        list(map(constants_of, workloads.values())),
        places_among(frame["deployment"], list(workloads)),
    )
    asked = question_of(
        constants,
        input_tokens=_number(frame, load, "input_tokens", np.nan),
        output_tokens=_number(frame, load, "output_tokens", np.nan),
        concurrency=_number(frame, load, "concurrency", 0.0),
        has_experts=True,
    )
    count = pl.Series(whole(fitting_count(asked, node), frame.height))
    return count.fill_nan(None).cast(pl.Int64)


def _number(frame: pl.DataFrame, load: Load, name: str, missing: float) -> Number:
    """A number of a load; missing: what stands for one that is left out."""
    value = load[name]
    if isinstance(value, pl.Expr):
        return array_of(frame.select(value).to_series(), missing)
    return missing if value is None else float(value)
