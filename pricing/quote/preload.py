"""Builds the indexes of a release before the first query needs them."""

from pricing.catalog.catalog import Catalog
from pricing.catalog.variants import SHARED
from pricing.evidence.neighbours import CASES, OPEN_LOGS, known_cases
from pricing.serving.parallel.grouping import forget_groups
from pricing.training.mfu_trend import trend_of


def preload(catalog: Catalog) -> None:
    """Build the indexes that quotes use, so that the first quote is as fast as later ones."""
    for name in SHARED:
        getattr(catalog, name)
    for quantity in CASES:
        known_cases(catalog, quantity)
        OPEN_LOGS[quantity](catalog)
    trend_of(catalog)
    forget_groups()
    catalog.is_indexed = True
