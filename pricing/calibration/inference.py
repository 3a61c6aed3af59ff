"""The constants of the inference roofline, fitted to measured throughput."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import log

import numpy as np
from scipy.optimize import least_squares

from pricing.calibration.priors import HOST, OF_FAMILY, OVERLAP_EXPONENT, priors_of
from pricing.calibration.rows import Constant, rounded
from pricing.calibration.trials import Trials
from pricing.serving.constants import ANY, host_key

ERROR_LOG = 0.25
"""The error that a good row is expected to have; larger ones count less and less."""

ITERATIONS = 60
ENOUGH = 1e-6
"""The fit ends where a round gains less than this fraction."""

SHOWN = "the median of first tokens: no other row of the family, or of the engine, prints its input"
OF_ROWS = "of an engine that is not told: the mean over the measurements of this release"
UNMEASURED = "no row of the family: between computing in it and only storing weights in it"

STEP_LOG = 1e-6
"""How far a constant is moved to see what it does."""


def fit(trials: Trials, seen: np.ndarray) -> np.ndarray:
    """The constants that bring the roofline closest to the measurements seen [logarithms].

    Robust least squares on the logarithm of throughput, with every constant held to its
    prior, so that a family with few rows stays near what is plausible. A source counts as the
    square root of its rows: few sources give most of them. seen: whether each measurement may be
    looked at. Every fit begins at the priors: a head start from a fit to all
    rows would know the ones not seen.
    """
    priors = priors_of(trials.family_names, trials.host_keys, trials.overhead_keys).values()
    means = np.array([log(prior.value) for prior in priors])
    deviations = np.array([prior.deviation_log for prior in priors])
    measured = np.log([row.output_tokens_per_second for row in trials.measurements])
    scales = np.sqrt(_weights([row.source for row in trials.measurements], seen)) / ERROR_LOG

    def residuals(point: np.ndarray) -> np.ndarray:
        errors = (trials.throughput_logs(point[None, :])[0] - measured)[seen]
        return np.concatenate([errors * scales, (point - means) / deviations])

    def slopes(point: np.ndarray) -> np.ndarray:
        of_rows = _slopes(trials, point)[seen] * scales[:, None]
        return np.vstack([of_rows, np.diag(1.0 / deviations)])

    solution = least_squares(
        residuals,
        means,
        slopes,
        loss="soft_l1",
        x_scale=deviations,
        tr_solver="lsmr",
        ftol=ENOUGH,
        max_nfev=ITERATIONS,
    )
    return np.asarray(solution.x)


def _weights(sources: Sequence[str], seen: np.ndarray) -> np.ndarray:
    """What each row that is seen counts for: 1 in the mean, less the more rows its source has."""
    counts = Counter(sources)
    weights = np.array([counts[source] ** -0.5 for source in sources])[seen]
    return np.asarray(weights / weights.mean())


def _slopes(trials: Trials, point: np.ndarray) -> np.ndarray:
    """What a step of each constant does to each measurement.

    Constants of which no measurement takes two, such as those of engines, are moved at once.
    """
    taken, groups = _moved_at_once(trials)
    moves = np.zeros((groups.max() + 1, len(point)))
    moves[groups, np.arange(len(point))] = 1.0
    logs = trials.throughput_logs(np.vstack([point, point + STEP_LOG * moves]))
    changes = (logs[1:] - logs[0]).T / STEP_LOG
    return np.asarray(changes[:, groups] * taken)


@lru_cache(maxsize=4)
def _moved_at_once(trials: Trials) -> tuple[np.ndarray, np.ndarray]:
    """Which measurement takes which constant, and the group of each that is moved at once."""
    taken = np.array([trials.touched(key) for key in trials.keys]).T
    groups: list[int] = []
    held: list[np.ndarray] = []
    for column in taken.T:
        free = (place for place, one in enumerate(held) if not (one & column).any())
        place = next(free, len(held))
        if place == len(held):
            held.append(np.zeros(len(column), dtype=bool))
        held[place] = held[place] | column
        groups.append(place)
    return taken.astype(float), np.array(groups)


def constants_of(trials: Trials, point: np.ndarray, seen: np.ndarray) -> list[Constant]:
    """A fitted point as constants; families of which nothing was seen take the median of all.

    What rows of a family say of an arithmetic holds for that family alone.
    """
    values = {
        key: min(1.0, value) if key[3].endswith("_fraction") else value
        for key, value in zip(trials.keys, np.exp(point).tolist(), strict=True)
    }
    values |= {key: found.prefill_mfu_fraction for key, found in trials.first_tokens.items()}
    priors = priors_of(trials.family_names, trials.host_keys, trials.overhead_keys)
    counts = {key: int(seen[trials.touched(key)].sum()) for key in priors}
    total = int(seen.sum())
    constants = []
    for key, prior in priors.items():
        is_of_all = key[0] == ANY and key not in trials.host_keys
        if key not in trials.first_tokens and (is_of_all or counts[key]):
            constants.append(Constant(*key, rounded(values[key]), prior.unit, counts[key]))
    constants += [
        Constant(*key, found.prefill_mfu_fraction, "fraction", found.count, SHOWN)
        for key, found in trials.first_tokens.items()
    ]
    for name, prior in OF_FAMILY.items():
        if name[0] == "arithmetic":
            constants.append(Constant(ANY, *name, prior.value, prior.unit, 0, UNMEASURED))
            continue
        known = [values[family, *name] for family in trials.family_names if counts[family, *name]]
        middle = rounded(float(np.median(known)))
        constants.append(Constant(ANY, *name, middle, prior.unit, total))
    constants.append(Constant(ANY, "arithmetic", ANY, "mfu_ratio", 1.0, "ratio", total))
    of_rows = sum(values[key] * counts[key] for key in trials.host_keys) / total
    constants.append(Constant(*host_key(), rounded(of_rows), HOST.unit, total, OF_ROWS))
    constants.append(
        Constant(
            ANY,
            "pass",
            ANY,
            "overlap_exponent",
            OVERLAP_EXPONENT,
            "1",
            total,
            "fitted between 0.9 and 1.0 and held at 1: reading and computing take turns",
        )
    )
    return constants
