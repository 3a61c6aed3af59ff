"""The memory that this process may use."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from service.execution.cpu_limits import CGROUPS


def memory_limit_bytes(cgroups: Path = CGROUPS) -> int:
    """The minimum of the machine's memory and the container's limit [bytes]."""
    machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return min([machine, *_limits(cgroups)])


def _limits(cgroups: Path) -> Iterator[int]:
    """Limits of cgroup v2 and v1, where they are set [bytes]."""
    for name in ("memory.max", "memory/memory.limit_in_bytes"):
        with suppress(OSError, ValueError):  # another version, or "max": no limit
            yield int((cgroups / name).read_text())
