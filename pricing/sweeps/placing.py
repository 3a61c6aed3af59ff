"""Placing: how many devices each row of a sweep runs on, and what is known of them.

A count that is left open is the smallest that fits the row's load. Rows that a measurement of
exactly their configuration may answer are told apart: the point quote answers those.
"""

from collections import defaultdict
from threading import Lock

import polars as pl
from msgspec import Struct
from msgspec.structs import astuple

from pricing.errors import Refusal
from pricing.evidence.cases import in_flight
from pricing.evidence.exact import SAME_RATIO
from pricing.sweeps.deployments import Deployment
from pricing.sweeps.loads import Load, has_objective
from pricing.sweeps.pauses import paused
from pricing.sweeps.placements import Placement, placement_of
from pricing.sweeps.refusals import Refused, refused
from pricing.sweeps.scenarios import INDEX
from pricing.unit_costs.workload import Workload

REFUSED = {"row": INDEX, "refusal": pl.String(), "refusal_detail": pl.String()}


class Placed(Struct, frozen=True):
    """Rows with the index of their placement; those refused; those that were measured."""

    rows: pl.DataFrame
    refused: pl.DataFrame
    measured: pl.DataFrame


class Placing:
    """Finds the placement of rows, each once; for several threads."""

    def __init__(self, deployments: list[Deployment | Refused]) -> None:
        self._deployments = deployments
        self._known: dict[tuple[int, int], int] = {}
        self._lock = Lock()
        self.placements: list[Placement | Refused] = []

    def place(self, frame: pl.DataFrame, load: Load, asked: Load) -> Placed:
        """Place rows of deployments of tokens.

        frame: with `deployment`, and the columns of the load; load: with its defaults, asked:
        without.
        """
        frame = self._counted(frame, load)
        fails = [_refused(frame.filter(pl.col("count").is_null()), self._does_not_fit)]
        frame = frame.filter(pl.col("count").is_not_null())
        keys = frame.select("deployment", "count").unique(maintain_order=True)
        found = [self._index(*key) for key in paused(keys.iter_rows())]
        if len(found) == 1:
            frame = frame.with_columns(placement=pl.lit(found[0], dtype=INDEX))
        else:
            known = keys.with_columns(placement=pl.Series(found, dtype=INDEX))
            frame = frame.join(known, on=["deployment", "count"], how="left", maintain_order="left")
        bad = [index for index in found if isinstance(self.placements[index], Refused)]
        if bad:
            is_bad = pl.col("placement").is_in(bad)
            fails.append(_refused(frame.filter(is_bad), self._refusal))
            frame = frame.filter(~is_bad)
        measured = self._measured(
            frame, [index for index in found if index not in bad], load, asked
        )
        if measured.height:
            frame = frame.join(measured, on="row", how="anti", maintain_order="left")
        return Placed(frame, pl.concat(fails), measured)

    def _counted(self, frame: pl.DataFrame, load: Load) -> pl.DataFrame:
        """The rows with their `count`: asked for, or the smallest that fits; null for none."""
        from pricing.sweeps.rows import fitting_counts  # noqa: PLC0415 - numpy: start-up

        indexes = frame["deployment"].unique(maintain_order=True)
        asked = {index: self._workload(index) for index in indexes}
        counts = [workload.device_count or workload.tensor_parallel for workload in asked.values()]
        if len(set(counts)) == 1 and counts[0] is not None:
            return frame.with_columns(count=pl.lit(counts[0], dtype=pl.Int64))
        frame = frame.join(
            pl.DataFrame({"deployment": indexes, "count": pl.Series(counts, dtype=pl.Int64)}),
            on="deployment",
            how="left",
            maintain_order="left",
        )
        nodes: dict[int, list[int]] = defaultdict(list)
        for (index, workload), count in zip(asked.items(), counts, strict=True):
            if count is None:
                nodes[workload.device.node_device_count].append(index)
        found = []
        for node, group in nodes.items():
            rows = frame.filter(pl.col("deployment").is_in(group))
            own = {index: asked[index] for index in group}
            found.append(rows.select("row", found=fitting_counts(rows, load, own, node)))
        if not found:
            return frame
        frame = frame.join(pl.concat(found), on="row", how="left", maintain_order="left")
        return frame.with_columns(count=pl.coalesce("count", "found")).drop("found")

    def _workload(self, index: int) -> Workload:
        found = self._deployments[index]
        if isinstance(found, Refused) or found.workload is None:
            raise TypeError(found)
        return found.workload

    def _index(self, deployment: int, count: int) -> int:
        with self._lock:
            known = self._known.get((deployment, count))
            if known is None:
                known = self._known[deployment, count] = len(self.placements)
                try:
                    self.placements.append(placement_of(self._workload(deployment), count))
                except Refusal as error:
                    self.placements.append(refused(error))
        return known

    def _refusal(self, row: dict[str, int]) -> Refused:
        found = self.placements[row["placement"]]
        if isinstance(found, Refused):
            return found
        raise TypeError(found)

    def _does_not_fit(self, row: dict[str, int]) -> Refused:
        device = self._workload(row["deployment"]).device.name
        return Refused(
            "does-not-fit",
            "the weights and the KV cache of the load fit on no number of"
            f" {device} that one replica may span",
        )

    def _measured(
        self, frame: pl.DataFrame, indexes: list[int], load: Load, asked: Load
    ) -> pl.DataFrame:
        """Rows that a measurement of exactly their configuration may answer: row and place.

        None does under an SLO.
        """
        published = [
            (index, in_flight(row), row.input_tokens, row.output_tokens)
            for index in indexes
            for row in self.placements[index].rows  # type: ignore[union-attr]
        ]
        rows = pl.DataFrame(
            published,
            schema={
                "placement": INDEX,
                "measured_concurrency": pl.Float64,
                "measured_input": pl.Float64,
                "measured_output": pl.Float64,
            },
            orient="row",
        ).unique()
        return (
            frame.lazy()
            .join(rows.lazy(), on="placement")
            .filter(
                ~has_objective(asked)
                & _same("measured_concurrency", asked.concurrency)
                & _same("measured_input", asked.input_tokens)
                & _same("measured_output", load.output_tokens)
            )
            .select("row", "place")
            .unique(maintain_order=True)
            .collect()
        )


def _same(measured: str, asked: object) -> pl.Expr:
    """pricing.evidence.exact.same, on columns."""
    one = pl.col(measured)
    other = asked if isinstance(asked, pl.Expr) else pl.lit(asked, dtype=pl.Float64)
    near = (one - other).abs() <= SAME_RATIO * pl.max_horizontal(other, 1.0)
    return near.fill_null(value=False) | (one.is_null() & other.is_null())


def _refused(frame: pl.DataFrame, reason: object) -> pl.DataFrame:
    """The rows of a frame with what they are refused for."""
    keys = [name for name in ("deployment", "placement") if name in frame.columns]
    reasons = {
        key: reason(dict(zip(keys, key, strict=True)))  # type: ignore[operator]
        for key in frame.select(keys).unique().iter_rows()
    }
    found = [
        (row, *astuple(reasons[tuple(key)])) for row, *key in frame.select("row", *keys).iter_rows()
    ]
    return pl.DataFrame(found, schema=REFUSED, orient="row")
