"""What a worker of Ray does: the parts that it is given, one by one."""

import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pricing.catalog.library import Library
    from service.batch.part_files import Directory


TRIES = 3
"""How often a part is begun whose worker or whose machine is lost each time."""


def work_out(
    batch: dict[str, Any], *, path: str, run: str, digest: str, tables: tuple[str, ...]
) -> dict[str, list[Any]]:
    """Write the parts of a batch into their directory; what went wrong with each, or nothing.

    digest: of the manifest that this machine must see, too; tables: directories of releases.
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


def _write(directory: "Directory", index: int, library: "Library") -> None:
    """One part, unless a try whose answer was lost has written it, or too many were lost."""
    from service.batch.errors import BatchError  # noqa: PLC0415

    if directory.has(index):
        return
    if directory.given_up(index) >= TRIES:
        raise BatchError(
            f"its worker was lost {TRIES} times, perhaps for want of memory: parts of fewer"
            " --part-rows need less"
        )
    directory.work_out(index, library)


@lru_cache(maxsize=1)
def _opened(
    path: str, run: str, digest: str, tables: tuple[str, ...]
) -> "tuple[Directory, Library]":
    """The directory, checked to be the one that was asked for, and the releases."""
    from pricing import ENGINE_VERSION  # noqa: PLC0415 - polars comes with it
    from service.batch.errors import BatchError  # noqa: PLC0415
    from service.batch.part_files import Directory  # noqa: PLC0415

    directory = Directory.found(Path(path), run)
    library = _library(tables)
    manifest = directory.manifest
    if directory.digest != digest:
        raise BatchError(f"{path} is another directory here: all machines must share it")
    if (manifest.engine_version, manifest.tables_digest) != (ENGINE_VERSION, library.digest):
        raise BatchError("a worker has another version of unitcost, or other tables")
    return directory, library


@lru_cache(maxsize=1)
def _library(tables: tuple[str, ...]) -> "Library":
    """The releases, read once by a worker that outlives a sweep."""
    from pricing.catalog.library import Library  # noqa: PLC0415

    return Library.load(Path(name) for name in tables)
