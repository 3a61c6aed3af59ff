"""Batches: scenarios of a sweep on their way from questions to results."""

import polars as pl
from msgspec import Struct

from pricing.numerics.structs import Column
from pricing.sweeps.unit_costs.loads import Loads


class Batch(Struct, frozen=True, eq=False):
    """Some scenarios as they are worked out: their deployments, loads, and results so far."""

    at: pl.Series
    deployment: Column
    loads: Loads
    results: dict[str, Column]
    refusal: Column
