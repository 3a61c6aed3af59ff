"""Refits: the constants of a release, fitted without the rows that a split hides."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
import polars as pl

from pricing.calibration.folds import Split
from pricing.calibration.inference import constants_of, fit
from pricing.calibration.rows import Constant, by_key
from pricing.calibration.training import fit_trend
from pricing.calibration.trials import Trials
from pricing.catalog.catalog import Catalog
from pricing.catalog.variants import SHARED
from pricing.releases.constants import Key

OF_EVIDENCE = {
    "measurements": ("measurements", "own_measurements"),
    "training_runs": ("training_runs",),
}
"""The indexes of a table of evidence."""

Refit = tuple[Split, dict[Key, float]]
"""What is hidden, and the calibration without it."""


def inference_refits(catalog: Catalog, trials: Trials, splits: Iterable[Split]) -> Iterator[Refit]:
    """The roofline without the rows of each split; what evidence weighs stays as it is."""
    everything = np.ones(len(trials.measurements), dtype=bool)
    anything = np.zeros(len(trials.keys))  # of what all decide, only the names are needed
    kept = _without(catalog, constants_of(trials, anything, everything))
    for split in splits:
        seen = np.array([row.id not in split.hidden for row in trials.measurements])
        yield split, {**kept, **by_key(constants_of(trials, fit(trials, seen), seen))}


def training_refits(catalog: Catalog, splits: Iterable[Split]) -> Iterator[Refit]:
    """The trend of training without the runs of each split; the rest stays as it is."""
    kept = _without(catalog, fit_trend(catalog))
    for split in splits:
        known = variant(catalog, table="training_runs", hidden=split.hidden)
        yield split, {**kept, **by_key(fit_trend(known))}


def variant(
    catalog: Catalog,
    *,
    constants: Mapping[Key, float] | None = None,
    table: str | None = None,
    hidden: frozenset[str] = frozenset(),
) -> Catalog:
    """A release with other constants, or without some rows of a table of evidence.

    Indexes of the other tables are those of the release: prices take longer than an answer does.
    """
    release = catalog.release
    if table is not None:
        shown = ~pl.col("id").is_in(sorted(hidden))
        release = release.with_tables({table: catalog.frames[table].filter(shown)})
    found = Catalog(release, constants=catalog.constants if constants is None else constants)
    own = OF_EVIDENCE[table] if table is not None else ()
    found.__dict__.update({name: getattr(catalog, name) for name in SHARED if name not in own})
    return found


def _without(catalog: Catalog, constants: Sequence[Constant]) -> dict[Key, float]:
    """The constants of a release but for some."""
    fitted = by_key(constants)
    return {key: value for key, value in catalog.constants.items() if key not in fitted}
