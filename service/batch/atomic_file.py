"""Files that are written under a temporary name, and renamed when they are complete."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

UNFINISHED = ".unfinished"
"""The ending of files that are being written."""


@contextmanager
def atomic_file(path: Path, mark: str = "") -> Iterator[Path]:
    """A temporary path to write to, renamed when the file is complete and on the disk.

    The name is unique: a worker that was given up may still be writing the same file. The file
    stays where the process is killed. mark: a part of the temporary name.
    """
    unfinished = path.with_name(f".{path.name}.{mark}{uuid4().hex}{UNFINISHED}")
    unfinished.touch()
    try:
        yield unfinished
        with unfinished.open("rb") as file:
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, unfinished)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def written_atomically(path: Path) -> Iterator[Path]:
    """A path to write to, so that the old file stays until the new one is complete.

    It is the path itself for a pipe, and in a directory that takes no other file.
    """
    path = path.resolve()
    if (path.exists() and not path.is_file()) or not os.access(path.parent, os.W_OK):
        yield path
        return
    with atomic_file(path) as unfinished:
        yield unfinished
