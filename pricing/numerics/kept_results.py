"""Results that are kept for equal arguments, the last ones that were asked for."""

from collections import OrderedDict
from collections.abc import Callable
from hashlib import blake2b
from threading import Lock
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

Result = TypeVar("Result")

Argument = NDArray[np.float64] | NDArray[np.int64] | str | None
"""A part of arguments: an array, or the text of what is none."""


def digest_of(parts: tuple[Argument, ...]) -> bytes:
    """A digest of arguments: the same for equal ones.

    >>> digest_of((np.arange(3.0), None)) == digest_of((np.arange(3.0), None))
    True
    >>> digest_of((np.arange(3.0),)) == digest_of((np.arange(3),))
    False
    """
    digest = blake2b(digest_size=16)
    for part in parts:
        if isinstance(part, np.ndarray):
            digest.update(repr((part.shape, part.dtype.str)).encode())
            digest.update(np.ascontiguousarray(part).data)
        else:
            digest.update(repr(part).encode())
    return digest.digest()


class KeptResults(Generic[Result]):
    """The results of the last arguments that were asked for, `most` of them."""

    def __init__(self, most: int) -> None:
        self._most, self._lock = most, Lock()
        self._results: OrderedDict[bytes, Result] = OrderedDict()

    def of(self, parts: tuple[Argument, ...] | None, compute: Callable[[], Result]) -> Result:
        """The result of these arguments, computed where it is not kept. None are never kept."""
        if parts is None:
            return compute()
        key = digest_of(parts)
        with self._lock:
            if key in self._results:
                self._results.move_to_end(key)
                return self._results[key]
        found = compute()
        with self._lock:
            self._results[key] = found
            while len(self._results) > self._most:
                self._results.popitem(last=False)
        return found
