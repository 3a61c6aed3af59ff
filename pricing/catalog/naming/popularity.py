"""How common models, devices and regions are, to choose by where a name fits several.

Devices and regions follow from the release: by the providers that rent a device out and the
sources that measured it, and by the prices of a region. The order of models is stated in a table
beside this module, for downloads and use are in no release. Models that it lacks come after it, by
the sources that measured them and the names that they go by.
"""

import csv
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:  # the catalogue itself asks what is meant by a name that it lacks
    from pricing.catalog.catalog import Catalog

STATED = "popularity.csv"


@lru_cache(maxsize=1)
def stated_models() -> tuple[str, ...]:
    """The models of the stated order, the most common first."""
    text = files("pricing.catalog.naming").joinpath(STATED).read_text(encoding="utf-8")
    return tuple(row["model"] for row in csv.DictReader(text.splitlines()))


@lru_cache(maxsize=64)
def ranks_of_models(catalog: "Catalog") -> Mapping[str, int]:
    """The place of every model of a release, 0 for the most common."""
    measured = _sources(catalog, "model")
    named = dict(catalog.frames["model_aliases"].group_by("model").len().iter_rows())
    stated = {model: place for place, model in enumerate(stated_models())}

    def place(model: str) -> tuple[int, int, int, str]:
        known = stated.get(model, len(stated))
        return known, -measured.get(model, 0), -named.get(model, 0), model

    return {model: rank for rank, model in enumerate(sorted(catalog.models, key=place))}


@lru_cache(maxsize=64)
def ranks_of_devices(catalog: "Catalog") -> Mapping[str, int]:
    """The place of every device of a release, 0 for the most common."""
    measured = _sources(catalog, "device")
    priced = catalog.frames["prices"].drop_nulls("device").group_by("device")
    sold = {
        device: (providers, rows)
        for device, providers, rows in priced.agg(
            pl.col("provider").n_unique(), pl.len()
        ).iter_rows()
    }

    def place(device: str) -> tuple[int, int, int, str]:
        providers, rows = sold.get(device, (0, 0))
        return -providers, -measured.get(device, 0), -rows, device

    return {device: rank for rank, device in enumerate(sorted(catalog.devices, key=place))}


@lru_cache(maxsize=64)
def price_counts(catalog: "Catalog") -> Mapping[tuple[str, str], int]:
    """Prices of each provider and region [count of rows]."""
    counted = catalog.frames["prices"].group_by("provider", "region").len()
    return {(provider, region): count for provider, region, count in counted.iter_rows()}


def _sources(catalog: "Catalog", column: str) -> Mapping[str, int]:
    """The sources of measurements of each thing [count]."""
    rows = catalog.frames["measurements"].drop_nulls(column).group_by(column)
    return dict(rows.agg(pl.col("source").n_unique()).iter_rows())
