"""Moving: files that are written under another name, and have their own when they are whole."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

UNFINISHED = ".unfinished"
"""How the names of files end that are being written."""


@contextmanager
def atomic_file(path: Path, mark: str = "") -> Iterator[Path]:
    """A path to write to, moved to its own when the file is whole and on the disk.

    Its name is nobody else's: a worker that was given up may still be writing the same file. It
    stays where the process is ended. mark: what the name has besides.
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
    """A path to write to instead of another, whose file stays as it is until the new one is whole.

    It is the path itself where nothing may be put beside it, and of what is no file: a pipe takes
    what comes.
    """
    path = path.resolve()
    if (path.exists() and not path.is_file()) or not os.access(path.parent, os.W_OK):
        yield path
        return
    with atomic_file(path) as unfinished:
        yield unfinished
