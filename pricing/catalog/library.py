"""The library: every release there is."""

import hashlib
import re
from collections.abc import Iterable
from datetime import date
from functools import cached_property
from pathlib import Path

from pricing.catalog.catalog import Catalog
from pricing.errors import CatalogError, UnknownName
from pricing.releases.manifest import MANIFEST, Checked, read_release

TABLES = Path(__file__).resolve().parent.parent / "tables"


class Library:
    """Releases by name, the newest known."""

    def __init__(self, catalogs: Iterable[Catalog]) -> None:
        ordered = sorted(catalogs, key=_age)
        if not ordered:
            raise CatalogError("there is no release: no directory of tables has a manifest")
        self._catalogs = {catalog.name: catalog for catalog in ordered}
        if len(self._catalogs) != len(ordered):
            raise CatalogError("two releases have the same name")
        self.newest = ordered[-1]

    @classmethod
    def load(cls, directories: Iterable[Path] = ()) -> "Library":
        """Read and check the releases of the package and of further directories of releases.

        Raises CatalogError for the first release that cannot be trusted.
        """
        manifests = [
            manifest
            for directory in (TABLES, *directories)
            for manifest in sorted(directory.glob(f"*/{MANIFEST}"))
        ]
        checked: Checked = {}
        return cls(
            Catalog(read_release(manifest.parent, checked=checked)) for manifest in manifests
        )

    def plus(self, catalog: Catalog) -> "Library":
        """This library with a release more; the same one where it is there already.

        Raises CatalogError where another release has its name.
        """
        known = self._catalogs.get(catalog.name)
        if known is None:
            return Library([*self._catalogs.values(), catalog])
        if (known.digest, known.known_by) != (catalog.digest, catalog.known_by):
            raise CatalogError(
                f"release {catalog.name} is another than the one served under this name: releases"
                " never change; publish it under a new name"
            )
        return self

    @cached_property
    def digest(self) -> str:
        """sha256 over the names, days and digests of all releases."""
        lines = (
            f"{catalog.name} {catalog.known_by} {catalog.digest}\n"
            for catalog in self._catalogs.values()
        )
        return hashlib.sha256("".join(lines).encode()).hexdigest()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the releases, the oldest first."""
        return tuple(self._catalogs)

    def get(self, name: str | None) -> Catalog:
        """The release of a name, the newest for None. Raises UnknownName."""
        if name is None:
            return self.newest
        catalog = self._catalogs.get(name)
        if catalog is None:
            raise UnknownName(
                f"no release is called {name!r}",
                field="catalog",
                nearest=self.names,
            )
        return catalog


def _age(catalog: Catalog) -> tuple[date, list[str | int]]:
    """What releases are ordered by: the day that they know, then the name, its numbers as such."""
    parts = re.split(r"([0-9]+)", catalog.name)
    return catalog.known_by, [int(part) if at % 2 else part for at, part in enumerate(parts)]
