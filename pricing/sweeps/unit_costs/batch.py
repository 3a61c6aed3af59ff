"""Batches: scenarios of a sweep on their way from questions to results."""

import numpy as np
import polars as pl
from msgspec import Struct

from pricing.numerics.structs import Column
from pricing.sweeps.unit_costs.loads import Loads

QUICK_ROWS_EACH = 4
"""Rows of a deployment that floats answer sooner than arrays."""

MOST_QUICK_ROWS = 256
"""Rows of all deployments above which arrays are not slower."""


class Batch(Struct, frozen=True, eq=False):
    """Some scenarios as they are worked out: their deployments, loads, and results so far.

    is_read: whose results are read. Of others, which have no price, it is told if they fit.
    """

    at: pl.Series
    deployment: Column
    loads: Loads
    results: dict[str, Column]
    refusal: Column
    is_read: Column

    @property
    def is_quick(self) -> bool:
        """Whether rows are so few for their deployments that quotes answer them sooner."""
        rows = len(self.at)
        if rows > MOST_QUICK_ROWS:
            return False
        return rows <= QUICK_ROWS_EACH * len(np.unique(self.deployment))
