"""Break-evens: the load from which on a deployment costs no more than another way."""

from collections.abc import Callable, Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pricing.numerics.columns import Array

PARTS = 12
"""Loads that a gap between two is looked at in, at every closer look."""

LOOKS = 3
"""Closer looks: loads that are a third apart at first are two ten-thousandths apart in the end."""

HIDDEN_RATIO = 1.001
"""A dearer stair is looked for between two loads where it could cost more than so much more."""

MOST_GAPS = 32
"""Of a look, at a curve: more there are where two ways cost the same at almost every load."""


class Curve(Struct, frozen=True, eq=False):
    """What a month of a life and of its rival costs [USD], at loads that rise [per day]."""

    loads: Array
    own_usd: Array
    other_usd: Array


Ask = Callable[[Sequence[int], Sequence[Array]], Sequence[Curve]]
"""The curves of some places at other loads."""


def break_evens(curves: Sequence[Curve], ask: Ask) -> list[float | None]:
    """The least load from which on the own cost is no more, to the end of each curve [per day].

    Both costs are stairs that rise with the load: between two loads the own one is at most what
    it is at the higher, the other at least what it is at the lower. Where that does not settle
    which is more, the gap between them is looked at more closely; `ask` says what other loads
    cost. Of what is scaled to zero on spot, a month may cost a little less at a higher load: a
    dearer stair that falls so may be passed over. The first load of a curve where the own cost
    is never more; None where it is more in the end.
    """
    found: list[float | None] = [float(curve.loads[0]) for curve in curves]
    gaps = {}
    for at, curve in enumerate(curves):
        if curve.own_usd[-1] > curve.other_usd[-1]:
            found[at] = None
        else:
            gaps[at] = _gaps(curve)
    for _ in range(LOOKS):
        closer = {at: _within(gap) for at, gap in gaps.items() if len(gap)}
        for at, curve in zip(closer, ask(list(closer), list(closer.values())), strict=True):
            dearer = _dearer(curve)
            if len(dearer):
                found[at] = float(curve.loads[dearer[-1] + 1])
            gaps[at] = _gaps(curve)
    return found


def _dearer(curve: Curve) -> NDArray[np.intp]:
    """The places of the loads where the own cost is more."""
    return np.flatnonzero(curve.own_usd > curve.other_usd)


def _gaps(curve: Curve) -> Array:
    """The gaps that may hold the last load where the own cost is more: a row each, of its ends."""
    dearer = _dearer(curve)
    last = dearer[-1] if len(dearer) else 0
    most_ratio = curve.own_usd[last + 1 :] / curve.other_usd[last:-1]
    if len(dearer):
        most_ratio[0] = np.inf
    places = np.argsort(-most_ratio, kind="stable")[:MOST_GAPS]
    places = last + np.sort(places[most_ratio[places] > HIDDEN_RATIO])
    return np.stack([curve.loads[places], curve.loads[places + 1]], axis=1)


def _within(gaps: Array) -> Array:
    """Loads in equal ratios within every gap, its ends among them."""
    low, high = gaps[:, :1], gaps[:, 1:]
    loads = low * (high / low) ** np.linspace(0.0, 1.0, PARTS + 1)
    loads[:, -1] = gaps[:, 1]
    return np.unique(loads)
