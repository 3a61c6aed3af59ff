"""Shapley values by hand, and effects that add up to the last bit."""

from fractions import Fraction
from itertools import permutations
from math import fsum

import numpy as np
import pytest

from pricing.explanations.attribution import ROUNDING, exact_effects, shapley_values


def test_gloves_are_worth_what_the_book_says() -> None:
    """Two have a left glove, one a right one, and a pair is worth 1: 1/6, 1/6 and 4/6."""
    worths = [float(bool(mask & 4 and mask & 3)) for mask in range(8)]

    assert shapley_values(worths, 3) == [Fraction(1, 6), Fraction(1, 6), Fraction(4, 6)]


def test_a_value_is_the_mean_over_all_orders() -> None:
    rng = np.random.default_rng(7)
    worths = [rng.uniform(-1.0, 1.0) for _ in range(16)]
    totals = [Fraction()] * 4
    for order in permutations(range(4)):
        mask = 0
        for place in order:
            totals[place] += Fraction(worths[mask | 1 << place]) - Fraction(worths[mask])
            mask |= 1 << place

    assert shapley_values(worths, 4) == [total / 24 for total in totals]


def test_nothing_that_differs_is_no_value() -> None:
    assert shapley_values([2.5], 0) == []
    assert exact_effects(2.5, 2.5, {}) == {}


@pytest.mark.parametrize("spread", [1.0, 3.0, 30.0, 60.0])
def test_effects_add_up_and_change_sign_with_the_ends(spread: float) -> None:
    """spread: figures are up to 2 to this many bits apart."""
    rng = np.random.default_rng(int(spread))
    for count in (1, 2, 3, 5, 8):
        for _ in range(50):
            worths = [
                float(rng.choice((1.0, 1.0, -1.0)) * 2.0 ** rng.uniform(-spread, spread))
                for _ in range(1 << count)
            ]
            values = {f"{at}": value for at, value in enumerate(shapley_values(worths, count))}
            effects = exact_effects(worths[0], worths[-1], values)
            swapped = exact_effects(
                worths[-1], worths[0], {name: -value for name, value in values.items()}
            )

            exact = sum(map(Fraction, effects.values()), Fraction(worths[0]))
            assert exact == Fraction(worths[-1])
            assert fsum([worths[0], *effects.values()]) == worths[-1]
            assert swapped == {name: -effect for name, effect in effects.items()}


def test_effects_are_the_values_to_twelve_digits() -> None:
    rng = np.random.default_rng(11)
    worths = [rng.uniform(0.5, 1.0) for _ in range(64)]
    values = {f"{at}": value for at, value in enumerate(shapley_values(worths, 6))}
    effects = exact_effects(worths[0], worths[-1], values)

    assert all(effects[name] == pytest.approx(float(values[name]), abs=1e-12) for name in values)
    assert ROUNDING not in effects


def test_effects_within_one_binade_add_up_in_plain_arithmetic_and_any_order() -> None:
    rng = np.random.default_rng(13)
    for _ in range(200):
        worths = [rng.uniform(0.5, 1.0) for _ in range(16)]
        values = {f"{at}": value for at, value in enumerate(shapley_values(worths, 4))}
        effects = list(exact_effects(worths[0], worths[-1], values).values())
        effects.sort(key=abs, reverse=True)

        assert sum(effects) == worths[-1] - worths[0]


def test_what_one_number_cannot_hold_is_named() -> None:
    start, end = 0.1, 1e6 + 0.3
    change = Fraction(end) - Fraction(start)
    effects = exact_effects(start, end, {"device": change})

    assert effects.keys() == {"device", ROUNDING}
    assert abs(effects[ROUNDING]) < 1e-8
