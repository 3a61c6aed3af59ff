"""Modelling on arrays: layout, throughput, latency and power of many rows at once."""

from collections.abc import Callable, Collection
from typing import Any

import numpy as np
import polars as pl

from pricing.evidence.correction import near_weight
from pricing.evidence.device_power import spent
from pricing.sweeps.arrays import Array
from pricing.sweeps.pauses import paused
from pricing.sweeps.placements import Placement
from pricing.sweeps.rows import Rows
from pricing.sweeps.works import Work
from pricing.unit_costs.estimate import BOUNDS, bound_of
from pricing.units import BYTES_PER_GIBIBYTE

CHUNK_ROWS = 8_192
"""Rows at a time: few enough for arrays to stay in a core's cache."""


def modelled(
    rows: Rows, like: Placement, columns: Collection[str], *, is_blended: bool
) -> pl.DataFrame:
    """The performance of rows, and `fits`: whether there is any.

    like: any of their placements; columns: those that are needed; is_blended: whether measured
    rows correct the throughput, and times with it.
    """
    names = [name for name in RESULTS if name in columns or name in OUTCOME]
    found = {name: np.empty(rows.count) for name in names}
    with np.errstate(all="ignore"):  # of rows that do not fit, which are told apart
        for start in paused(range(0, rows.count, CHUNK_ROWS)):
            part = slice(start, start + CHUNK_ROWS)
            work = Work(rows.part(part), like, is_blended=is_blended)
            for name in names:
                found[name][part] = RESULTS[name](work)
    return pl.DataFrame([_column(name, values) for name, values in found.items()])


def _column(name: str, values: Array) -> pl.Series:
    if name == "fits":
        return pl.Series(name, values != 0.0)
    if name in WORDS:
        return pl.Series(name, WORDS[name]).gather(values.astype(np.uint32))
    column = pl.Series(name, values)
    return column.fill_nan(None) if name in PERCENTILES else column


RESULTS: dict[str, Callable[[Work], Any]] = {
    "fits": lambda work: work.chosen.fits,
    "best_ttft_seconds": lambda work: work.best("ttft_seconds"),
    "best_tpot_seconds": lambda work: work.best("tpot_seconds"),
    "device_count": lambda work: work.rows.asked.device_count,
    "requests_per_second": lambda work: work.requests,
    "output_tokens_per_second": lambda work: work.requests * work.output_tokens,
    "low_ratio": lambda work: 1.0 / work.blend.band_ratio,
    "high_ratio": lambda work: work.layout.high_ratio(work.ratio, work.blend.band_ratio),
    "basis": lambda work: work.near.nearest_weight > near_weight(work.kernel),
    "bound": lambda work: bound_of(spent(work.layout, work.demand)),
    "regime": lambda work: work.layout.saturated,
    "ttft_seconds": lambda work: work.ttft_seconds,
    "tpot_seconds": lambda work: work.layout.tpot_seconds / work.ratio,
    "ttft_p99_seconds": lambda work: work.ttft_p99_seconds,
    "tpot_p99_seconds": lambda work: work.served(work.seen.tpot_p99_seconds),
    "busy_fraction": lambda work: work.layout.busy_fraction,
    "concurrency": lambda work: work.in_flight,
    "tensor_parallel": lambda work: work.layout.tensor_parallel,
    "replica_count": lambda work: work.layout.replica_count,
    "weights_gibibytes": lambda work: work.layout.room.weights_bytes / BYTES_PER_GIBIBYTE,
    "kv_cache_gibibytes": lambda work: (
        work.layout.concurrency
        * work.layout.room.kv_bytes_in(work.layout.tensor_parallel)
        / BYTES_PER_GIBIBYTE
    ),
    "capacity_gibibytes": lambda work: (
        work.layout.tensor_parallel * work.layout.room.usable_bytes / BYTES_PER_GIBIBYTE
    ),
    "share_fraction": lambda work: work.layout.prefill_share_fraction,
    "input_tokens": lambda work: work.request.input_tokens,
    "output_tokens": lambda work: work.output_tokens,
    "busy_watts": lambda work: work.busy_watts,
}
"""What a row may say of itself."""

OUTCOME = ("fits", "best_ttft_seconds", "best_tpot_seconds")
"""What every row says."""

WORDS = {
    "basis": ("modelled", "measured"),
    "bound": BOUNDS,
    "regime": ("latency_bound", "throughput_bound"),
}
"""What the numbers of some results stand for."""

PERCENTILES = ("ttft_p99_seconds", "tpot_p99_seconds")
