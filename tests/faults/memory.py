"""The memory that a service and the processes below it hold while something happens."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PAGE_BYTES = 4096
LOOK_SECONDS = 0.02
MEBIBYTE = 1 << 20


class Memory:
    """What a process and its children hold, and the most that was seen [MiB]."""

    def __init__(self, process: int) -> None:
        self._process = process
        self.most_mebibytes = self.mebibytes()

    def mebibytes(self) -> float:
        """What they hold now; what a child maps of files is counted once, in its parent."""
        own, _ = _pages(str(self._process))
        listed = Path(f"/proc/{self._process}/task").glob("*/children")
        children: set[str] = set()
        for path in listed:
            with suppress(OSError):  # a thread that has ended
                children.update(path.read_text().split())
        below = (_pages(child) for child in children if _is_reader(child))
        pages = own + sum(resident - mapped for resident, mapped in below)
        return pages * PAGE_BYTES / MEBIBYTE

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Look again and again while it lasts."""
        over = threading.Event()

        def watch() -> None:
            while not over.wait(LOOK_SECONDS):
                self.most_mebibytes = max(self.most_mebibytes, self.mebibytes())

        watching = threading.Thread(target=watch)
        watching.start()
        try:
            yield
        finally:
            over.set()
            watching.join()


def _is_reader(process: str) -> bool:
    """Whether a child is itself, and not yet a twin of its parent that shares the memory."""
    try:
        return b"reading_process" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False


def _pages(process: str) -> tuple[int, int]:
    try:
        _, resident, mapped, *_ = Path(f"/proc/{process}/statm").read_text().split()
    except (OSError, ValueError):
        return 0, 0
    return int(resident), int(mapped)
