"""The processors that this process may use, its numbers of threads, and their priority."""

import math
import os
import threading
from collections.abc import Iterator
from pathlib import Path

CGROUPS = Path("/sys/fs/cgroup")

MOST_THREADS = 1024
"""A limit that no machine reaches."""

NICENESS = 5


def table_threads(given: str) -> int | None:
    """Threads of polars [count]: as given, or the CPU limit; None for an invalid number."""
    if not given:
        return cpu_limit()
    if not (given.isascii() and given.isdecimal() and len(given) <= len(str(MOST_THREADS))):
        return None
    return int(given) if 1 <= int(given) <= MOST_THREADS else None


def cpu_limit(cgroups: Path = CGROUPS) -> int:
    """Whole processors, at least one: the minimum of affinity and cgroup quota [count]."""
    affinity = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, min([affinity or 1, *_quotas(cgroups)]))


def _quotas(cgroups: Path) -> Iterator[int]:
    """Quotas of cgroup v2 and v1, where they are set: quota over period, rounded up [count]."""
    try:
        quota, period = (cgroups / "cpu.max").read_text().split()
        yield math.ceil(int(quota) / int(period))
    except (OSError, ValueError):  # not v2, or "max": no quota
        pass
    try:
        quota = (cgroups / "cpu" / "cpu.cfs_quota_us").read_text()
        period = (cgroups / "cpu" / "cpu.cfs_period_us").read_text()
    except OSError:
        return
    if int(quota) > 0:
        yield math.ceil(int(quota) / int(period))


def lower_priority() -> None:
    """Lower the priority of this thread. On Linux alone: elsewhere threads have no priority."""
    if hasattr(os, "setpriority") and os.uname().sysname == "Linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


def heavy_threads() -> int:
    """Threads for heavy work [count]: as many as half the processors, at least one.

    polars spreads each piece of work over all processors by itself, and every thread that also
    runs Python keeps the event loop from doing so.
    """
    return max(1, cpu_limit() // 2)
