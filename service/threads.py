"""Threads: how many do heavy work, and which step back."""

import os
import threading

from service.cpus import cpu_limit

NICENESS = 5


def step_back() -> None:
    """Let whatever somebody waits for go first where cores are short.

    On Linux a thread has a priority of its own; elsewhere nothing happens.
    """
    if hasattr(os, "setpriority") and os.uname().sysname == "Linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


def heavy_threads() -> int:
    """Threads for heavy work [count]: as many as half the processors, at least one.

    polars spreads each piece of work over all processors by itself, and every thread that also
    runs Python keeps the event loop from doing so.
    """
    return max(1, cpu_limit() // 2)
