"""Variants: a release with one assumption at another value, for what an answer would be then."""

from collections.abc import Callable, Mapping
from copy import copy
from functools import lru_cache, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Assumption

P = ParamSpec("P")
R = TypeVar("R")

MOST_VARIANTS = 1_024
"""Variants of a release that are kept. Its own defaults have some 250 ends."""

OF_DEVICES = ("purchase_usd", "tdp_watts")
"""Columns of devices that answers list as assumptions."""

SHARED = (
    *("devices", "models", "host_watts_keys", "prices", "price_ratios", "providers", "sites"),
    *("instance_types", "assumptions", "reliability", "measurements", "own_measurements"),
    *("training_runs", "power", "provider_pue", "regions", "image_encoders"),
)
"""Indexes that a release and its variants have in common: built before the first variant."""


def varied(catalog: Catalog, key: str, value: float) -> Catalog:
    """A release with one assumption at another value.

    key: as answers list it. The same change is the same object, so that work of it is kept.
    Evidence is that of the release, whatever is varied: measurements are what they were.
    """
    published = catalog.published
    found = published.variants.get((key, value))
    if found is None:
        found = published.variants[key, value] = _variant(published, key, value)
        while len(published.variants) > MOST_VARIANTS:
            published.variants.pop(next(iter(published.variants)), None)
    return found


def _variant(published: Catalog, key: str, value: float) -> Catalog:
    for name in SHARED:
        getattr(published, name)
    found = copy(published)
    found.changed, found.variants = {key: value}, {}
    own: dict[str, Any] = {
        name: _changed(getattr(published, name), found) for name in ("assumptions", "reliability")
    }
    of_device, _, column = key.removeprefix("devices.").rpartition(".")
    if key.startswith("devices.") and column in OF_DEVICES and of_device in published.devices:
        device = replace(published.devices[of_device], **{column: value})
        own["devices"] = published.devices.but(of_device, device)
    found.__dict__.update(own)  # in the place of what cached properties hold
    return found


def _changed(known: Mapping[str, Assumption], variant: Catalog) -> Mapping[str, Assumption]:
    """The assumptions of a table as a variant has them; the table itself where none is changed."""
    changes = {name: one for name, one in known.items() if one.key in variant.changed}
    if not changes:
        return known
    other = copy(known)
    other.update({name: variant.as_asked(one) for name, one in changes.items()})  # type: ignore[attr-defined]
    return other


def of_published(
    maxsize: int,
) -> Callable[[Callable[Concatenate[Catalog, P], R]], Callable[Concatenate[Catalog, P], R]]:
    """Keep what work makes of a release. A variant has that of the release that it varies."""

    def keeping(work: Callable[Concatenate[Catalog, P], R]) -> Callable[Concatenate[Catalog, P], R]:
        kept: Any = lru_cache(maxsize=maxsize)(work)

        @wraps(work)
        def of_catalog(catalog: Catalog, /, *given: P.args, **named: P.kwargs) -> R:
            found: R = kept(catalog.published, *given, **named)
            return found

        return of_catalog

    return keeping
