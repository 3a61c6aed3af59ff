"""Published throughputs of models of images and speech, by the names that people use."""

from collections import defaultdict
from collections.abc import Mapping

from pricing.catalog.catalog import Catalog
from pricing.catalog.names import normalised, unowned
from pricing.catalog.variants import of_published
from pricing.releases.measurements import MediaMeasurementRow

Rows = tuple[MediaMeasurementRow, ...]


@of_published(maxsize=64)
def media_by_name(catalog: Catalog) -> Mapping[str, Rows]:
    """The rows of every model, by its plain names."""
    found: dict[str, list[MediaMeasurementRow]] = defaultdict(list)
    for values in catalog.frames["media_measurements"].iter_rows(named=True):
        row = MediaMeasurementRow(**values)
        names = {row.model, *(row.other_names or "").split()}
        for name in {normalised(one) for one in (*names, *map(unowned, names))}:
            found[name].append(row)
    return {name: tuple(rows) for name, rows in found.items()}


@of_published(maxsize=8192)
def media_rows(catalog: Catalog, name: str) -> Rows:
    """The rows of a model by any of its names; none of one that is not measured."""
    known = media_by_name(catalog)
    return known.get(normalised(name)) or known.get(normalised(unowned(name)), ())
