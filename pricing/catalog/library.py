"""The library: every release there is."""

import re
from collections.abc import Iterable
from datetime import date
from functools import cached_property
from pathlib import Path

from pricing.catalog.catalog import Catalog
from pricing.catalog.overlays.reading import read_overlaid
from pricing.errors import CatalogError, UnknownName
from pricing.releases.constants import engine_constants
from pricing.releases.manifest import (
    PACKAGED,
    Release,
    Sheets,
    digest_of,
    manifests_in,
    open_release,
    read_release,
)
from pricing.releases.overlay import overlays_in


class Library:
    """Releases by name, the newest known."""

    def __init__(self, catalogs: Iterable[Catalog]) -> None:
        """The newest is the one that knows of the latest day, overlays left out.

        Raises CatalogError: no release, or two of one name.
        """
        ordered = sorted(catalogs, key=_age)
        releases = [catalog for catalog in ordered if catalog.base is None]
        if not releases:
            raise CatalogError("there is no release: no directory of tables has a manifest")
        self._catalogs = {catalog.name: catalog for catalog in ordered}
        if len(self._catalogs) != len(ordered):
            raise CatalogError("two releases have the same name")
        self.newest = releases[-1]

    @classmethod
    def load(
        cls, directories: Iterable[Path] = (), *, overlays: bool = True, whole: bool = False
    ) -> "Library":
        """Read and check the releases of the package, and those and overlays of other directories.

        overlays: whether to read them too; whole: whether to check each row of the package's
        releases. These are otherwise held against their digests, and read when they are asked for.

        Raises CatalogError for the first one that cannot be trusted.
        """
        places, known = (PACKAGED, *directories), Sheets()
        library = cls(
            Catalog(
                read_release(manifest, known=known)
                if whole or directory != PACKAGED
                else open_release(manifest, known=known)
            )
            for directory in places
            for manifest in manifests_in(directory)
        )
        for directory in places if overlays else ():
            for overlay in overlays_in(directory):
                library = library.plus(library.read(overlay))
        return library

    def read(self, path: Path) -> Catalog:
        """The release of a manifest, or the overlay of a directory over a release of this library.

        Raises CatalogError where it cannot be trusted.
        """
        if path.is_dir():
            return Catalog(read_overlaid(path, self.release))
        return Catalog(read_release(path))

    def release(self, name: str) -> Release:
        """The release that an overlay may lie over. Raises CatalogError where there is none."""
        catalog = self._catalogs.get(name)
        if catalog is None or catalog.base is not None:
            bases = (one.name for one in self._catalogs.values() if one.base is None)
            raise CatalogError(f"no release is called {name!r}; there are {', '.join(bases)}")
        return catalog.release

    def plus(self, catalog: Catalog) -> "Library":
        """This library with a release more, or with an overlay as it is now.

        The same one where it is there already. Raises CatalogError where another release has its
        name.
        """
        known = self._catalogs.get(catalog.name)
        if known is not None and known.digest == catalog.digest:
            return self
        if known is not None and catalog.base is None:
            raise CatalogError(
                f"release {catalog.name} is another than the one served under this name: releases"
                " never change; publish it under a new name"
            )
        return Library((self._catalogs | {catalog.name: catalog}).values())

    @cached_property
    def packaged(self) -> "Library":
        """The releases of the package alone; this library where it has none of them."""
        names = {manifest.stem for manifest in manifests_in(PACKAGED)}
        catalogs = [catalog for name, catalog in self._catalogs.items() if name in names]
        return Library(catalogs) if catalogs else self

    @cached_property
    def digest(self) -> str:
        """sha256 over the constants of the engine and the names and digests of all releases."""
        releases = (f"{catalog.name} {catalog.digest}" for catalog in self._catalogs.values())
        return digest_of((engine_constants().digest, *releases))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the releases and overlays, the oldest first."""
        return tuple(self._catalogs)

    def get(self, name: str | None, *, field: str = "catalog") -> Catalog:
        """The release of a name, the newest for None. Raises UnknownName of the field.

        The plus of an overlay may be a space, as a plus in the query of a URL is.
        """
        if name is None:
            return self.newest
        catalog = self._catalogs.get(name) or self._catalogs.get(name.replace(" ", "+"))
        if catalog is None:
            raise UnknownName(f"no release is called {name!r}", field=field, nearest=self.names)
        return catalog


def _age(catalog: Catalog) -> tuple[date, list[str | int]]:
    """What releases are ordered by: the day that they know, then the name, its numbers as such."""
    parts = re.split(r"([0-9]+)", catalog.name)
    return catalog.known_by, [int(part) if at % 2 else part for at, part in enumerate(parts)]
