"""Attribution: a difference shared among its causes, exactly and in no order."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import factorial, frexp

ROUNDING = "rounding"
"""The name of what no effect can hold as one binary number."""

GRID_BITS = 49
"""Effects are multiples of one power of two: the largest figure over 2 to this many bits. Sums of
16 such effects are exact in any order, as 4 of the 53 bits of a number are left."""

LEAST_BITS = 24
"""What is left goes to the least effect that is no less than the largest figure over 2 to this many
bits: that changes it by less than a millionth."""


def shapley_values(worths: Sequence[float], cause_count: int) -> list[Fraction]:
    """What each of several causes adds to a figure, averaged over all orders of them.

    φᵢ = Σ |S|! · (n − |S| − 1)! / n! · (v(S ∪ i) − v(S)), over all sets S without i

    worths: v, the figure with the causes of each set, by the number whose bits are the set [any
    unit]; cause_count: n [count]. Returns fractions that add up to v(all) − v(none) exactly.
    Source: Shapley 1953, A value for n-person games, doi:10.1515/9781400881970-018.

    >>> [str(value) for value in shapley_values([1.0, 2.0, 4.0, 6.0], 2)]
    ['3/2', '7/2']
    """
    exact = [Fraction(worth) for worth in worths]
    weights = [
        Fraction(factorial(size) * factorial(cause_count - size - 1), factorial(cause_count))
        for size in range(cause_count)
    ]
    return [
        sum(
            (
                weights[mask.bit_count()] * (exact[mask | 1 << place] - exact[mask])
                for mask in range(1 << cause_count)
                if not mask >> place & 1
            ),
            Fraction(),
        )
        for place in range(cause_count)
    ]


def exact_effects(start: float, end: float, values: Mapping[str, Fraction]) -> dict[str, float]:
    """Effects as numbers that add up to the end less the start, to the last bit.

    values: fractions that do so. Each is rounded to a grid. What is left goes to an effect that
    holds it in one number; where none does, to one more named ROUNDING. All negated values give all
    negated effects. Effects of nothing are left out.

    >>> exact_effects(0.5, 1.0, {"a": Fraction(1, 6), "b": Fraction(1, 3)})
    {'a': 0.16666666666666785, 'b': 0.33333333333333215}
    """
    largest = max(abs(one) for one in (Fraction(start), Fraction(end), *values.values()))
    exponent = frexp(float(largest))[1]
    grid = Fraction(2) ** (exponent - GRID_BITS)
    effects = {name: round(value / grid) * grid for name, value in values.items()}
    left = Fraction(end) - Fraction(start) - sum(effects.values(), Fraction())
    least = Fraction(2) ** (exponent - LEAST_BITS)
    for name in sorted(values, key=lambda name: (abs(effects[name]), name)):
        if left and abs(effects[name]) >= least and _is_number(effects[name] + left):
            effects[name] += left
            left = Fraction()
    found = {name: float(value) for name, value in effects.items() if value}
    name = ROUNDING
    while left:  # once, unless figures are some 10¹³ times apart
        found[name] = float(left)
        left -= Fraction(found[name])
        name = f"{name}, further"
    return found


def _is_number(value: Fraction) -> bool:
    """Whether a binary number of 53 bits is the value itself."""
    return Fraction(float(value)) == value
