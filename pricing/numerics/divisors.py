"""What a whole number divides by."""

from functools import lru_cache
from math import isqrt


@lru_cache(maxsize=4096)
def divisors(count: int) -> tuple[int, ...]:
    """What a count divides by, ascending. Takes the square root of the count of steps.

    >>> divisors(12)
    (1, 2, 3, 4, 6, 12)
    """
    small = [size for size in range(1, isqrt(count) + 1) if count % size == 0]
    return tuple(sorted({*small, *(count // size for size in small)}))
