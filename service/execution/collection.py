"""Garbage collection whose pauses do not grow with what the process has loaded."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any

LONG_SECONDS = 0.01
"""A collection that takes longer holds up whoever asks meanwhile."""


def keep_pauses_short() -> None:
    """Let what a long collection has found alive be looked at by no later one.

    What is there now stays. So do modules that are imported later, such as those of pictures and of
    agents: a collection takes a twentieth of a second for them, each time. What stays is freed as
    always when nothing refers to it, but for cycles.
    """
    gc.enable()
    gc.freeze()
    began = 0.0

    def note(phase: str, _about: dict[str, Any]) -> None:
        nonlocal began
        if phase == "start":
            began = perf_counter()
        elif perf_counter() - began > LONG_SECONDS:
            gc.freeze()

    gc.callbacks.append(note)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Without the garbage collector: everything made here stays."""
    gc.disable()
    try:
        yield
        gc.freeze()
    finally:
        gc.enable()
