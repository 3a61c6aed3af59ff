import numpy as np
import pytest

from pricing.training.gaussian_process import surface

PLACES = np.linspace(0.0, 3.0, 12)


def likeness(place: float) -> list[float]:
    return [float(value) for value in np.exp(-0.5 * (PLACES - place) ** 2)]


def covariance(noise: float) -> list[list[float]]:
    rows = [likeness(float(place)) for place in PLACES]
    for index, row in enumerate(rows):
        row[index] += noise
    return rows


def test_a_surface_is_what_linear_algebra_says() -> None:
    matrix, residuals = covariance(0.1), np.sin(PLACES)
    found, asked = surface(matrix, residuals.tolist()), np.array(likeness(1.7))

    inverse = np.linalg.inv(np.array(matrix))

    assert found.mean(asked.tolist()) == pytest.approx(asked @ inverse @ residuals)
    assert found.unexplained_fraction(asked.tolist(), variance=1.0) == pytest.approx(
        1.0 - asked @ inverse @ asked
    )


def test_an_exact_observation_is_returned_where_it_was_made() -> None:
    found = surface(covariance(1e-9), np.cos(PLACES).tolist())

    assert found.mean(likeness(float(PLACES[4]))) == pytest.approx(np.cos(PLACES[4]), abs=1e-3)


def test_far_from_every_observation_nothing_is_known() -> None:
    found, far = surface(covariance(0.1), np.cos(PLACES).tolist()), likeness(40.0)

    assert found.mean(far) == pytest.approx(0.0, abs=1e-12)
    assert found.unexplained_fraction(far, variance=1.0) == 1.0
