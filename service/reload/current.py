"""The current library, and its reload when releases appear."""

import os
from pathlib import Path

from pricing.catalog.library import Library
from pricing.errors import CatalogError
from pricing.quote.preload import preload
from pricing.releases.manifest import OBJECTS, manifests_in
from pricing.releases.overlay import overlays_in
from service.execution.collection import undisturbed
from service.logs import Log
from service.observability.health_state import HealthState
from service.observability.metrics import Metrics

FilePrint = tuple[tuple[str, int, int, int], ...]
"""Name, inode, size and time of every file of a release."""


class CurrentLibrary:
    """Holds the library that answers come from.

    A request takes the library once and keeps it. A reload is one assignment: running requests go
    on with the library that they began with.
    """

    def __init__(self, library: Library) -> None:
        self.library = library


class ReleaseReloader:
    """Takes up releases and overlays that appear in a directory.

    A release or overlay is read when its files were unchanged for two looks. It is checked and
    indexed before anybody can ask for it. Releases are only added; a changed overlay replaces the
    one before. A bad release, or one that differs from the release served under its name, is
    refused. A release that disappears is still served. Each of these degrades the service until it
    is repaired.
    """

    def __init__(
        self,
        directory: Path,
        current: CurrentLibrary,
        *,
        log: Log,
        health_state: HealthState,
        metrics: Metrics,
    ) -> None:
        self._directory = directory
        self._current = current
        self._log = log
        self._health_state = health_state
        self._metrics = metrics
        self._last = _file_prints(directory)
        self._looked_at = dict(self._last)
        self._served = set(self._last)  # the start read them, or there was none

    def look(self) -> None:
        """Look at the directory once."""
        prints = _file_prints(self._directory)
        for name in self._looked_at.keys() - prints.keys():
            del self._looked_at[name]
            if name in self._served:
                self._refuse(name, "its files are gone; it is served until the next start")
            else:
                self._health_state.recovered(_part(name))
        for name, seen in prints.items():
            if seen == self._last.get(name) and seen != self._looked_at.get(name):
                self._looked_at[name] = seen
                self._take(name)
        self._last = prints

    def _take(self, name: str) -> None:
        try:
            with undisturbed():
                catalog = self._current.library.read(self._directory / name)
                library = self._current.library.plus(catalog)
                preload(catalog)
        except CatalogError as error:
            self._refuse(name, str(error))
            return
        self._served.add(name)
        self._health_state.recovered(_part(name))
        if library is self._current.library:
            return
        self._current.library = library
        self._metrics.describe(library)
        self._log.info("release_added", release=catalog.name, digest=catalog.digest)
        # An overlay may have waited for this base.
        self._looked_at = {
            name: seen for name, seen in self._looked_at.items() if name in self._served
        }

    def _refuse(self, name: str, reason: str) -> None:
        # health is open to all: where files lie is for the log
        public_reason = reason.replace(f"{self._directory}{os.sep}", "")
        if self._health_state.reasons.get(_part(name)) != public_reason:
            self._health_state.degraded(_part(name), public_reason)
            self._metrics.count_release_refused()
            self._log.warning("release_refused", directory=name, reason=reason)


def _part(name: str) -> str:
    return f"tables/{name}"


def _file_prints(directory: Path) -> dict[str, FilePrint]:
    """The releases and overlays of a directory, with the state of their files."""
    objects = sorted((directory / OBJECTS).glob("*"))
    files = {manifest.name: [manifest, *objects] for manifest in manifests_in(directory)}
    files |= {overlay.name: sorted(overlay.glob("*")) for overlay in overlays_in(directory)}
    prints = {}
    for name, paths in files.items():
        try:
            facts = [(path.name, path.stat()) for path in paths]
        except OSError:  # it is being moved or removed under our eyes
            continue
        prints[name] = tuple(
            (file, fact.st_ino, fact.st_size, fact.st_mtime_ns) for file, fact in facts
        )
    return prints
