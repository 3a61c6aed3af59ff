"""Values of filters that people write otherwise: places, sellers, the beginning of a type."""

from collections.abc import Callable, Mapping, Sequence

import polars as pl

from pricing.asking.words.vocabulary import key_of, phrases, words
from pricing.catalog.catalog import Catalog
from pricing.catalog.names import spelt
from pricing.catalog.naming.partial_names import squashed
from pricing.catalog.naming.regions import places_speller, regions_in
from pricing.catalog.naming.typos import Speller
from pricing.errors import UnknownName

MOST_NEAR = 5


def provider_called(catalog: Catalog, name: str) -> str:
    """A provider by its name, or by what people call it. Raises UnknownName."""
    try:
        return spelt("provider", name, catalog.providers, field="provider")
    except UnknownName as unknown:
        meant = _meant(name, catalog)
        if meant is not None:
            return meant
        near = _meant(Speller(words()).corrected(name.lower()) or "", catalog)
        if near is None:
            raise
        raise UnknownName(unknown.detail, field="provider", nearest=(near,)) from unknown


def _meant(name: str, catalog: Catalog) -> str | None:
    """The provider that a phrase of questions means, None where it means none with a price."""
    found = (one.value for one in phrases().get(key_of(name), ()) if one.kind == "provider")
    return next((one for one in found if one in catalog.providers), None)


def regions_called(catalog: Catalog, name: str, provider: str | None) -> Sequence[str]:
    """The regions of a provider, or of all, by name or at a place. Raises UnknownName."""
    providers = [provider] if provider else sorted(catalog.sites)
    known = [region for one in providers for region in sorted(catalog.sites.get(one, ()))]
    same = [region for region in known if region.casefold() == name.casefold()]
    found = same or regions_in(catalog, name, providers)
    if found:
        return tuple(dict.fromkeys(found))
    try:
        return (spelt("region", name, known, field="region"),)
    except UnknownName as unknown:
        place = places_speller(catalog).corrected(squashed(name)) or ""
        near = regions_in(catalog, place, providers)
        if not near:
            raise
        counts = catalog.popularity.price_counts
        ordered = sorted(
            near, key=lambda region: -max(counts.get((one, region), 0) for one in providers)
        )
        raise UnknownName(
            unknown.detail, field="region", nearest=(place, *ordered[: MOST_NEAR - 1])
        ) from unknown


def types_called(name: str, column: pl.Series) -> Sequence[str]:
    """Instance types in any case. Raises UnknownName, with those that begin so before others."""
    counts = column.drop_nulls().value_counts(sort=True)
    known = counts[column.name].to_list()
    same = [one for one in known if one.casefold() == name.casefold()]
    if same:
        return same
    try:
        return (spelt("instance type", name, known, field="instance_type"),)
    except UnknownName as unknown:
        plain, words_of_it = squashed(name), [squashed(word) for word in name.split()]
        begun = [one for one in known if squashed(one).startswith(plain)]
        begun += [one for one in known if all(word in squashed(one) for word in words_of_it)]
        if not begun:
            raise
        near = tuple(dict.fromkeys(begun))[:MOST_NEAR]
        raise UnknownName(unknown.detail, field="instance_type", nearest=near) from unknown


SPELLINGS: Mapping[str, Callable[[Catalog, str, str | None, pl.Series], Sequence[str]]] = {
    "region": lambda catalog, name, provider, _: regions_called(catalog, name, provider),
    "instance_type": lambda _catalog, name, _provider, column: types_called(name, column),
}
"""What filters of prices mean, by the name of the column."""
