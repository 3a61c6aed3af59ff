"""How common models, devices and regions are, to choose by where a name fits several.

Devices and regions follow from the release: by the providers that rent a device out and the
sources that measured it, and by the prices of a region. The order of models is stated in a table
beside this module, for downloads and use are in no release. Models that it lacks come after it, by
the sources that measured them and the names that they go by.
"""

from collections.abc import Mapping
from functools import cached_property

import polars as pl

from pricing.lists import rows_of


def stated_models() -> tuple[str, ...]:
    """The models of the stated order, the most common first."""
    return tuple(row["model"] for row in rows_of("pricing.catalog.naming", "popularity.csv"))


class Popularity:
    """Ranks of what a release holds, 0 for the most common."""

    def __init__(self, frames: Mapping[str, pl.DataFrame]) -> None:
        self._frames = frames

    @cached_property
    def models(self) -> Mapping[str, int]:
        """The rank of every model."""
        measured = self._sources("model")
        named = dict(self._frames["model_aliases"].group_by("model").len().iter_rows())
        stated = {model: place for place, model in enumerate(stated_models())}

        def place(model: str) -> tuple[int, int, int, str]:
            known = stated.get(model, len(stated))
            return known, -measured.get(model, 0), -named.get(model, 0), model

        names = self._frames["models"]["model"]
        return {model: rank for rank, model in enumerate(sorted(names, key=place))}

    @cached_property
    def devices(self) -> Mapping[str, int]:
        """The rank of every device."""
        measured = self._sources("device")
        priced = self._frames["prices"].drop_nulls("device").group_by("device")
        sold = {
            device: (providers, rows)
            for device, providers, rows in priced.agg(
                pl.col("provider").n_unique(), pl.len()
            ).iter_rows()
        }

        def place(device: str) -> tuple[int, int, int, str]:
            providers, rows = sold.get(device, (0, 0))
            return -providers, -measured.get(device, 0), -rows, device

        names = self._frames["devices"]["device"]
        return {device: rank for rank, device in enumerate(sorted(names, key=place))}

    @cached_property
    def price_counts(self) -> Mapping[tuple[str, str], int]:
        """Prices of each provider and region [count of rows]."""
        counted = self._frames["prices"].group_by("provider", "region").len()
        return {(provider, region): count for provider, region, count in counted.iter_rows()}

    def _sources(self, column: str) -> Mapping[str, int]:
        """The sources of measurements of each thing [count]."""
        rows = self._frames["measurements"].drop_nulls(column).group_by(column)
        return dict(rows.agg(pl.col("source").n_unique()).iter_rows())
