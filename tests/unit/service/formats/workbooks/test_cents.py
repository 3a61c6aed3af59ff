"""Cents add up in rows, columns and spans of months, and none is far from what it rounds."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from service.formats.workbooks.cents import CENTS, row_cents, running_cents, table_cents
from tests.property.laws import law


@st.composite
def bills(draw: st.DrawFn) -> NDArray[np.float64]:
    """Months of a few items in ten-thousandths of a dollar, as services have them."""
    months, items = draw(st.integers(1, 40)), draw(st.integers(1, 8))
    seed = draw(st.integers(0, 2**32))
    lots = np.random.default_rng(seed)
    amounts = lots.lognormal(4.0, 3.0, (months, items))
    amounts[:, lots.random(items) < draw(st.floats(0.0, 0.5))] = 0.0
    return np.asarray(amounts.round(4))


@law
@given(amounts=bills())
def test_every_cell_and_every_sum_is_within_a_cent(amounts: NDArray[np.float64]) -> None:
    cents, exact = table_cents(amounts), amounts * CENTS

    assert np.abs(cents - exact).max() < 1.0
    assert np.abs(cents.sum(axis=1) - exact.sum(axis=1)).max() < 1.0
    assert np.abs(cents.sum(axis=0) - exact.sum(axis=0)).max() < 1.0
    assert np.abs((cents.sum(axis=1) - exact.sum(axis=1)).cumsum()).max() < 0.5 + 1e-6
    assert not cents[amounts == 0.0].any()


@law
@given(amounts=bills())
def test_any_months_in_a_row_are_within_a_cent(amounts: NDArray[np.float64]) -> None:
    months = amounts.sum(axis=1)
    lost = (running_cents(months) - months * CENTS).cumsum()

    assert lost.max(initial=0.0) - lost.min(initial=0.0) <= 1.0 + 1e-6


def test_a_bill_adds_up_to_its_rounded_total() -> None:
    assert row_cents([1.005, 2.004, 0.0, 3.006]) == [101, 200, 0, 301]
    assert sum(row_cents([0.333] * 9)) == 300
