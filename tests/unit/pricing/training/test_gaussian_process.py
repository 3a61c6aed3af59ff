import numpy as np
import pytest
from numpy.typing import NDArray

from pricing.training.gaussian_process import surface

PLACES = np.linspace(0.0, 3.0, 12)


def likeness(place: float) -> NDArray[np.float64]:
    return np.exp(-0.5 * (PLACES - place) ** 2)


def covariance(noise: float) -> NDArray[np.float64]:
    return np.array([likeness(place) for place in PLACES]) + noise * np.eye(len(PLACES))


def test_a_surface_is_what_the_inverse_says() -> None:
    matrix, residuals = covariance(0.1), np.sin(PLACES)
    found, asked = surface(matrix, residuals), likeness(1.7)

    inverse = np.linalg.inv(matrix)

    assert found.mean(asked) == pytest.approx(asked @ inverse @ residuals)
    assert found.unexplained_fraction(asked, variance=1.0) == pytest.approx(
        1.0 - asked @ inverse @ asked
    )


def test_several_places_are_asked_at_once() -> None:
    found = surface(covariance(0.1), np.sin(PLACES))
    asked = np.array([likeness(1.7), likeness(0.2)])

    assert found.mean(asked) == pytest.approx([found.mean(one) for one in asked])
    assert found.unexplained_fraction(asked, variance=1.0) == pytest.approx(
        [found.unexplained_fraction(one, variance=1.0) for one in asked]
    )


def test_an_exact_observation_is_returned_where_it_was_made() -> None:
    found = surface(covariance(1e-9), np.cos(PLACES))

    assert found.mean(likeness(PLACES[4])) == pytest.approx(np.cos(PLACES[4]), abs=1e-3)


def test_far_from_every_observation_nothing_is_known() -> None:
    found, far = surface(covariance(0.1), np.cos(PLACES)), likeness(40.0)

    assert found.mean(far) == pytest.approx(0.0, abs=1e-12)
    assert found.unexplained_fraction(far, variance=1.0) == 1.0
