from statistics import NormalDist

import numpy as np
import pytest

from pricing.numerics.normal import normal_fraction, normal_quantile

FRACTIONS = (1e-300, 1e-20, 1e-12, 1e-5, 0.01, 0.075, 0.1, 0.3, 0.5, 0.9, 0.99, 1.0 - 1e-14)


def test_quantiles_of_an_array_are_those_of_its_floats() -> None:
    expected = [NormalDist().inv_cdf(fraction) for fraction in FRACTIONS]

    assert normal_quantile(np.array(FRACTIONS)).tolist() == expected
    assert [normal_quantile(fraction) for fraction in FRACTIONS] == expected


def test_fractions_are_those_of_the_distribution_to_what_they_promise() -> None:
    scores = [place / 10.0 for place in range(-60, 61)]
    expected = [NormalDist().cdf(score) for score in scores]

    assert normal_fraction(np.array(scores)) == pytest.approx(expected, abs=3e-4)
    assert [normal_fraction(score) for score in scores] == pytest.approx(expected, abs=3e-4)


@pytest.mark.parametrize(("score", "fraction"), [(-1e300, 0.0), (0.0, 0.5), (1e300, 1.0)])
def test_nothing_lies_beyond_the_ends(score: float, fraction: float) -> None:
    assert normal_fraction(score) == pytest.approx(fraction, abs=1e-15)
