"""Whole terms of a time of which only the spread is known."""

from math import ceil, exp, fsum, log
from statistics import NormalDist

import pytest

from pricing.formulas.whole_terms import expected_terms, longer_fraction, median_ratio

DRAWS = 20_000
SCORES = [NormalDist().inv_cdf((place + 0.5) / DRAWS) for place in range(DRAWS)]


def drawn(mean: float, below: float, above: float) -> list[float]:
    """Times of such a mean, evenly from the shortest to the longest."""
    times = [exp((below if score < 0.0 else above) * score) for score in SCORES]
    ratio = mean / (fsum(times) / DRAWS)
    return [time * ratio for time in times]


@pytest.mark.parametrize("mean", [0.05, 0.7, 0.97, 1.0, 1.6, 2.3, 2.9, 7.4, 41.0])
@pytest.mark.parametrize(
    ("below", "above"), [(0.003, 0.004), (0.02, 0.02), (0.28, 0.29), (0.3, 0.2), (0.5, 0.6)]
)
def test_mean_of_whole_terms_is_that_of_draws(mean: float, below: float, above: float) -> None:
    terms = [float(ceil(time)) for time in drawn(mean, below, above)]
    found = expected_terms(terms=mean, deviation_below=below, deviation_above=above)

    assert found == pytest.approx(fsum(terms) / DRAWS, abs=0.01)


@pytest.mark.parametrize(("below", "above"), [(0.0, 0.0), (0.1, 0.4), (0.4, 0.1)])
def test_median_is_that_of_draws(below: float, above: float) -> None:
    found = median_ratio(deviation_below=below, deviation_above=above)

    assert found == pytest.approx(drawn(1.0, below, above)[DRAWS // 2], rel=3e-4)


def test_share_of_longer_times_agrees_with_draws() -> None:
    times = drawn(1.0, 0.2, 0.4)
    middle = times[DRAWS // 2]

    for length in (0.5, 0.9, 1.1, 2.0):
        found = longer_fraction(
            log_ratio=log(middle / length), deviation_below=0.2, deviation_above=0.4
        )
        assert found == pytest.approx(sum(time > length for time in times) / DRAWS, abs=5e-4)


@pytest.mark.parametrize("terms", [1e-30, 0.4, 1.0, 1.0 + 1e-12, 2.0, 2.01, 57.0, 1e6 + 0.5])
def test_time_that_is_certain_takes_the_terms_it_fills(terms: float) -> None:
    found = expected_terms(terms=terms, deviation_below=0.0, deviation_above=0.0)

    assert found == max(ceil(terms - 1e-9), 1)
