"""Measured over modelled latency and power: what is typical of all rows, and what is each row's."""

from collections import defaultdict
from collections.abc import Sequence
from math import exp, log
from statistics import median

from msgspec import Struct
from msgspec.structs import replace

from pricing.evidence.cases import Case

CLIP_LOG = log(5.0)
"""What lies farther from the typical than a factor of five was measured otherwise: it counts as
a factor of five."""


LEAST_SHARE_FRACTION = 0.5
"""Cases in which less of what is typical shows do not count in the median that says what it is."""


class Centred(Struct, frozen=True, eq=False):
    """Cases of one quantity, their residuals about what is typical of them."""

    typical_ratio: float
    clip_log: float
    cases: tuple[Case, ...]

    def about(self, residual_log: float, share: float) -> float:
        """A residual about what is typical, of which so much shows in it."""
        return _about(residual_log, share * log(self.typical_ratio), self.clip_log)


def _about(residual_log: float, typical_log: float, clip_log: float) -> float:
    return max(-clip_log, min(clip_log, residual_log - typical_log))


def centred(
    found: Sequence[tuple[Case, float]], *, clip_log: float = CLIP_LOG, is_by_source: bool = False
) -> Centred:
    """Cases, by id, with what is typical of them all taken off their residuals.

    found: each case with the share of what is typical that shows in it [fraction]; clip_log: see
    CLIP_LOG; is_by_source: whether rows of one source count as one, since few print most of them.
    """
    groups = defaultdict[str, list[float]](list)
    for case, share in found:
        if share >= LEAST_SHARE_FRACTION:
            row = case.measurement
            groups[row.source.split(",")[0] if is_by_source else row.id].append(
                case.residual_log / share
            )
    typical = [median(logs) for logs in groups.values()]
    middle_log = median(typical) if typical else 0.0

    cases = [
        replace(case, residual_log=_about(case.residual_log, share * middle_log, clip_log))
        for case, share in found
    ]
    ordered = sorted(cases, key=lambda case: case.measurement.id)
    return Centred(exp(middle_log), clip_log, tuple(ordered))
