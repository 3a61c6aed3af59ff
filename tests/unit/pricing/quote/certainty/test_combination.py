"""All doubts of a cost together, against closed forms."""

from collections.abc import Mapping
from math import exp, log, sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from pricing.numerics.number import NORMAL_P90
from pricing.quote.certainty.answer import DoubtName
from pricing.quote.certainty.combination import Band, certainty_of
from pricing.quote.certainty.query import levels_of
from pricing.quote.certainty.sample_points import deviates

Array = NDArray[np.float64]

RATIOS: Mapping[DoubtName, float] = {"load": 1.5, "price_change": 1.3, "throughput": 1.25}
FALLING = ("throughput",)
BANDS = [
    Band(name=name, unit="ratio", value=1.0, low=1.0 / ratio, high=ratio, source="a test")
    for name, ratio in RATIOS.items()
]


def product(outcomes: Mapping[str, Array]) -> Array:
    """Two months: a cost that is a product of lognormal ratios, and one that is sure."""
    signs = {name: -1.0 if name in FALLING else 1.0 for name in RATIOS}
    logs = sum(signs[name] * log(ratio) * outcomes[name] for name, ratio in RATIOS.items())
    cost = 100.0 * np.exp(np.asarray(logs))
    return np.column_stack([cost, np.full_like(cost, 50.0)])


@pytest.mark.parametrize(("level", "score"), [(0.8, 0.8416212), (0.95, 1.6448536), (0.1, -1.28155)])
def test_percentiles_of_a_product_are_those_of_its_lognormal(level: float, score: float) -> None:
    found = certainty_of(BANDS, product, level, 150.0, ["2026-01", "2026-02"])
    deviation = sqrt(sum(log(ratio) ** 2 for ratio in RATIOS.values())) / NORMAL_P90

    assert found.levels[0].usd == pytest.approx(50.0 + 100.0 * exp(score * deviation), rel=1e-2)
    assert found.p50_usd == pytest.approx(150.0, rel=2e-3)
    assert found.answered_confidence_fraction == pytest.approx(0.5, abs=0.005)
    assert found.months[1].p10_usd == found.months[1].p90_usd == 50.0


def test_cases_are_the_cheap_and_the_dear_ends_of_all_doubts() -> None:
    found = certainty_of(BANDS, product, (0.9, 0.6, 0.9), 150.0, ["2026-01", "2026-02"])
    low, base, high = found.cases
    times = 1.5 * 1.3 * 1.25

    assert [one.usd for one in found.cases] == pytest.approx(
        [50.0 + 100.0 / times, 150.0, 50.0 + 100.0 * times], abs=0.01
    )
    assert low.at == {"load": 1 / 1.5, "price_change": 1 / 1.3, "throughput": 1.25}
    assert low.confidence_fraction < 0.1 < base.confidence_fraction < 0.9 < high.confidence_fraction
    assert [one.confidence_fraction for one in found.levels] == [0.6, 0.9]
    assert [one.name for one in found.doubts] == ["load", "price_change", "throughput"]
    assert found.doubts[0].usd_change == pytest.approx(100.0 * (1.5 - 1.0 / 1.5), abs=0.01)


def test_a_doubt_that_moves_nothing_alone_stands_at_its_dear_end_in_the_high_case() -> None:
    band = Band(
        name="throughput",
        unit="ratio",
        value=1.0,
        low=0.5,
        high=2.0,
        source="a test",
        is_dear_below=True,
    )
    found = certainty_of([band], lambda at: np.full((len(at["throughput"]), 1), 9.0), 0.8, 9.0)

    assert [case.at["throughput"] for case in found.cases] == [2.0, 1.0, 0.5]


def test_without_doubts_every_percentile_is_the_cost() -> None:
    found = certainty_of([], lambda _: np.full((1, 1), 7.0), 0.8, 7.0)

    assert (found.p10_usd, found.p50_usd, found.p90_usd, found.levels[0].usd) == (7.0,) * 4


def test_points_are_fixed_and_fewer_for_long_horizons() -> None:
    assert deviates(3, 36) is deviates(3, 36)
    assert deviates(2, 240).shape == (2, 1024)
    assert np.quantile(np.abs(deviates(5)), 0.8, axis=1) == pytest.approx(np.ones(5), abs=1e-3)
    assert levels_of((0.95, 0.8, 0.8)) == (0.8, 0.95)
