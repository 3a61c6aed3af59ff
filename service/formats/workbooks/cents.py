"""Amounts in whole cents that add up: in a row, in a column and to the total."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

CENTS = 100
"""Cents of a dollar, and parts of a unit of any currency."""

_PARTS = 10_000
"""Parts of a cent that amounts are known to."""

Cents = NDArray[np.int64]


def running_cents(amounts: ArrayLike) -> Cents:
    """Amounts of consecutive months in cents, so that every sum from the first on is rounded once.

    A sum of any months in a row is then within a cent of the exact one.

    >>> running_cents([0.004, 0.004, 0.004]).tolist()
    [0, 1, 0]
    """
    return _running(_parts(amounts))


def table_cents(amounts: ArrayLike) -> Cents:
    """A row for each month and a column for each item in cents.

    Months are rounded as `running_cents` does. Each cell is the exact amount rounded down or up:
    up where its item has lost most so far, so that items add up to their totals as well.

    >>> table_cents([[0.005, 0.005], [0.005, 0.005]]).tolist()
    [[1, 0], [0, 1]]
    """
    parts = _parts(amounts)
    floors, rests = parts // _PARTS, parts % _PARTS
    raised = np.zeros_like(parts)
    counts = _running(parts.sum(axis=1)) - floors.sum(axis=1)
    lost = np.zeros(parts.shape[1], dtype=np.int64)
    for row, rest, count in zip(raised, rests, counts.tolist(), strict=True):
        lost += rest
        order = np.argsort(np.where(rest > 0, -lost, np.iinfo(np.int64).max), kind="stable")
        row[order[:count]] = 1
        lost -= row * _PARTS
    _settle(raised, rests, lost)
    return floors + raised


def row_cents(amounts: Sequence[float]) -> list[int]:
    """The items of one bill in cents, which add up to its rounded total.

    >>> row_cents([0.004, 0.004, 0.004])
    [1, 0, 0]
    """
    found: list[int] = table_cents([amounts])[0].tolist()
    return found


def _parts(amounts: ArrayLike) -> Cents:
    parts: Cents = np.rint(np.asarray(amounts, dtype=float) * (CENTS * _PARTS)).astype(np.int64)
    return parts


def _settle(raised: Cents, rests: Cents, lost: Cents) -> None:
    """Round another item of a month up, where an item would miss its total by a cent or more.

    Every step makes the squares of what items have lost smaller, so that it ends.
    """
    for _ in range(raised.size):
        least = np.where(raised == 1, lost, np.iinfo(np.int64).max)
        most = np.where((raised == 0) & (rests > 0), lost, np.iinfo(np.int64).min)
        up, down = least.argmin(axis=1), most.argmax(axis=1)
        rows = np.arange(len(raised))
        gains = most[rows, down] / _PARTS - least[rows, up] / _PARTS
        gains[np.maximum(np.abs(lost[down]), np.abs(lost[up])) < _PARTS] = 0.0
        row = int(gains.argmax())
        if gains[row] <= 1.0:
            return
        raised[row, [up[row], down[row]]] = 0, 1
        lost[[up[row], down[row]]] += _PARTS, -_PARTS


def _running(parts: Cents) -> Cents:
    """The steps between the rounded sums."""
    sums: Cents = (parts.cumsum() + _PARTS // 2) // _PARTS
    steps: Cents = np.diff(sums, prepend=np.int64(0))
    return steps
