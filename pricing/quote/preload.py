"""Warming: building the indexes of a release before the first question needs them."""

from pricing.catalog.catalog import Catalog
from pricing.evidence.cases import cases
from pricing.training.mfu_trend import trend_of

INDEXES = (
    "devices",
    "models",
    "prices",
    "providers",
    "assumptions",
    "reliability",
    "calibration",
    "measurements",
    "training_runs",
    "power",
    "provider_pue",
    "regions",
)


def warm(catalog: Catalog) -> None:
    """Build what quotes look things up in, so that the first is as quick as the next."""
    for name in INDEXES:
        getattr(catalog, name)
    cases(catalog)
    trend_of(catalog)
