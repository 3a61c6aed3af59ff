"""Monte Carlo draws: the uncertainty of prices for every kind of purchase."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.tco.answer import Spread
from pricing.tco.quote import tco
from tests import questions

PRICES_ALONE = {
    "draws": 500,
    "throughput_band_ratio": 1.0,
    "load_band_ratio": 1.0,
    "growth_band_per_month_fraction": 0.0,
    "price_band_per_year_fraction": 0.4,
}
RESERVED = {"option": "reserved_1y", "provider": "aws", "region": "us-east-1"}


def drawn(library: Library, changes: dict[str, Any]) -> tuple[float, Spread]:
    answer = tco(questions.tco({"uncertainty": PRICES_ALONE, **changes}), library)
    assert answer.uncertainty is not None
    return answer.totals.usd_total, answer.uncertainty.usd_total


def test_the_part_of_a_term_beyond_the_horizon_has_the_price_of_the_term(library: Library) -> None:
    # The second term begins after a year, whether or not the horizon ends with its first month.
    whole, of_whole = drawn(library, {"purchase": RESERVED, "horizon_months": 24})
    cut, of_cut = drawn(library, {"purchase": RESERVED, "horizon_months": 13})

    assert cut == pytest.approx(whole, rel=0.01)
    assert (of_cut.p10, of_cut.p90) == pytest.approx((of_whole.p10, of_whole.p90), rel=0.01)


def test_total_has_the_range_of_the_estimate_that_it_rests_on(library: Library) -> None:
    # An estimate of 0.585 to 0.65 of the on-demand price, where 0.586 is used.
    estimated = {"purchase": RESERVED, "horizon_months": 12, "as_of": "2026-07-01"}
    surely = {**PRICES_ALONE, "price_band_per_year_fraction": 0.0}
    total, spread = drawn(library, {**estimated, "uncertainty": surely})

    assert spread.p10 == pytest.approx(total * 0.585 / 0.586, rel=0.002)
    assert spread.p90 == pytest.approx(total * 0.65 / 0.586, rel=0.002)


def test_every_total_has_its_interval(library: Library) -> None:
    """Without `uncertainty`: by the throughput and by what is estimated, the load as it is."""
    other = {"deployment": {"device": "h200-sxm-141gb", "device_count": 8}}
    given = {"traffic.requests_per_day": 2e7, "alternatives": [other]}
    answer = tco(questions.tco(given), library)
    low, high = answer.totals.usd_total_low, answer.totals.usd_total_high
    fixed = PRICES_ALONE | {"throughput_band_ratio": None, "price_band_per_year_fraction": 0.0}
    _, spread = drawn(library, given | {"uncertainty": fixed})

    assert low is not None
    assert high is not None
    assert low < answer.totals.usd_total < high
    assert (low, high) == pytest.approx((spread.p10, spread.p90), rel=0.05)
    assert answer.uncertainty is None
    (beside,) = answer.alternatives
    assert beside.usd_total_low is not None
    assert beside.usd_total_low < beside.usd_total


def test_a_total_that_rests_on_nothing_uncertain_has_no_width(library: Library) -> None:
    given = {"measured": {"requests_per_second": 20.0}, "purchase.usd_per_device_hour": 2.0}
    totals = tco(questions.tco(given), library).totals

    assert totals.usd_total_low is not None
    assert totals.usd_total_high is not None
    assert totals.usd_total_low <= totals.usd_total <= totals.usd_total_high
    assert totals.usd_total_high - totals.usd_total_low < 0.01


@pytest.mark.parametrize(
    ("growth", "doubt"), [(0.0, False), (0.05, True)], ids=["bought once", "bought as it grows"]
)
def test_later_purchases_have_uncertain_prices(
    library: Library, growth: float, *, doubt: bool
) -> None:
    owned = {
        "purchase": {"option": "owned", "ownership": {"purchase_usd": 40_000.0}},
        "traffic.growth_per_month_fraction": growth,
        "horizon_months": 36,
    }
    total, spread = drawn(library, owned)

    assert spread.p50 == pytest.approx(total, rel=0.01)
    assert (spread.p90 > 1.1 * total) == doubt
    assert (spread.p10 < 0.95 * total) == doubt
