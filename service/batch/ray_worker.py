"""The task of a Ray worker: compute parts, one by one."""

import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pricing.catalog.library import Library
    from service.batch.part_files import PartDirectory


TRIES = 3
"""How often a part is begun if its worker or machine is lost each time."""


def work_out(
    batch: dict[str, Any], *, path: str, run: str, digest: str, tables: tuple[str, ...]
) -> dict[str, list[Any]]:
    """Write the parts of a batch into their directory; returns what went wrong with each.

    digest: of the manifest, which must be the same here; tables: directories of releases.
    """
    os.environ.setdefault("POLARS_MAX_THREADS", "1")  # a worker has one core, not the machine
    parts = [int(index) for index in batch["part"]]
    problems = []
    for index in parts:
        try:
            directory, library = _opened(path, run, digest, tables)
            _write(directory, index, library)
        except Exception as error:  # noqa: BLE001 - whoever asked is told
            problems.append(f"{type(error).__name__}: {error}")
        else:
            problems.append("")
    return {"part": parts, "problem": problems}


def _write(directory: "PartDirectory", index: int, library: "Library") -> None:
    """Write one part, unless an earlier try has written it, or too many tries were lost."""
    from service.batch.errors import BatchError  # noqa: PLC0415

    if directory.has(index):
        return
    if directory.given_up(index) >= TRIES:
        raise BatchError(
            f"its worker was lost {TRIES} times, perhaps for lack of memory: parts of fewer"
            " --part-rows need less"
        )
    directory.work_out(index, library)


@lru_cache(maxsize=1)
def _opened(
    path: str, run: str, digest: str, tables: tuple[str, ...]
) -> "tuple[PartDirectory, Library]":
    """The directory, checked against its digest, and the releases."""
    from service.batch.errors import BatchError  # noqa: PLC0415
    from service.batch.part_files import PartDirectory  # noqa: PLC0415 - polars comes with it
    from service.cache.build import build_digest  # noqa: PLC0415

    directory = PartDirectory.found(Path(path), run)
    library = _library(tables)
    manifest = directory.manifest
    if directory.digest != digest:
        raise BatchError(
            f"{path} holds another sweep on this machine: all machines must share the directory"
        )
    ours = (build_digest(), library.digest)
    if (manifest.build_digest, manifest.tables_digest) != ours:
        raise BatchError("a worker has another build of unitcost, or other tables")
    return directory, library


@lru_cache(maxsize=1)
def _library(tables: tuple[str, ...]) -> "Library":
    """The releases, read once for several sweeps."""
    from pricing.catalog.library import Library  # noqa: PLC0415

    return Library.load(Path(name) for name in tables)
