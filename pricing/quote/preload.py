"""Builds the indexes of a release before the first query needs them."""

from pricing.catalog.catalog import Catalog
from pricing.catalog.variants import SHARED
from pricing.evidence.neighbours import CASES, open_residual_logs_of, stalling_residual_logs_of
from pricing.serving.parallel.device_groups import forget_groups
from pricing.training.mfu_trend import trend_of


def preload(catalog: Catalog) -> None:
    """Build the indexes that quotes use, so that the first quote is as fast as later ones."""
    for name in SHARED:
        getattr(catalog, name)
    for quantity in CASES:
        open_residual_logs_of(catalog, quantity)
        stalling_residual_logs_of(catalog, quantity)
    trend_of(catalog)
    forget_groups()
    catalog.is_indexed = True
