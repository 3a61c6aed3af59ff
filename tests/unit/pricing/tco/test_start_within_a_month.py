"""A service that starts within a month has what is left of it."""

from math import fsum
from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.tco.answer import Month, TcoAnswer
from pricing.tco.quote import tco
from tests.questions import tco as asked

FIRST, MIDDLE = "2026-08-01", "2026-08-16"
PART = 16.0 / 31.0
"""What August has left on the 16th."""

RESERVED = {"option": "reserved_1y", "provider": "aws", "region": "us-east-1"}


def quoted(library: Library, start: str, **changes: Any) -> TcoAnswer:
    return tco(asked({"start": start, **changes}), library)


def usd(month: Month, item: str) -> float:
    return month.line_items_usd.get(item, 0.0)


def test_first_month_has_its_days(library: Library) -> None:
    changes = {
        "overheads.staff_usd_per_month": 31_000.0,
        "traffic": {"requests_per_day": 1e6, "weekend_ratio": 1.0},
    }
    whole, part = (quoted(library, start, **changes) for start in (FIRST, MIDDLE))
    one, other = whole.months[0], part.months[0]

    assert [month.month for month in part.months] == [month.month for month in whole.months]
    assert other.requests == pytest.approx(16e6, rel=1e-12)
    assert other.device_hours == pytest.approx(one.device_hours * PART, rel=1e-12)
    assert usd(other, "staff") == 16_000.0
    for item in ("compute_burst", "network_egress", "storage"):
        assert usd(other, item) == pytest.approx(usd(one, item) * PART, rel=1e-3)
    assert part.months[1].line_items_usd == whole.months[1].line_items_usd
    assert part.start == MIDDLE
    assert part.horizon_months == pytest.approx(11.0 + PART)
    assert (whole.start, whole.horizon_months) == (FIRST, 12.0)


def test_later_months_are_discounted_by_the_days_before_them(library: Library) -> None:
    whole, part = (
        quoted(library, start, discount_rate_fraction=0.12).months[1] for start in (FIRST, MIDDLE)
    )

    assert whole.usd_discounted == pytest.approx(whole.usd_paid / 1.12 ** (1 / 12), rel=1e-6)
    assert part.usd_discounted == pytest.approx(part.usd_paid / 1.12 ** (PART / 12), rel=1e-6)


def test_term_is_paid_to_the_day_of_its_end(library: Library) -> None:
    whole, part = (quoted(library, start, purchase=RESERVED) for start in (FIRST, MIDDLE))
    (one,), (other,) = whole.purchase.commitments, part.purchase.commitments
    unused = one.usd / 8760.0 * 15 * 24

    assert other.usd == pytest.approx(one.usd, rel=1e-9)
    assert one.usd_beyond_horizon == 0.0
    assert other.usd_beyond_horizon == pytest.approx(unused)
    assert usd(part.months[-1], "commitment_unused") - usd(
        whole.months[-1], "commitment_unused"
    ) == pytest.approx(unused, rel=1e-3)


def test_owned_devices_lose_their_value_by_the_day(library: Library) -> None:
    purchase = {"option": "owned", "ownership": {"life_years": 0.5, "residual_fraction": 0.1}}
    months = quoted(library, MIDDLE, purchase=purchase, horizon_months=7).months
    lost = [usd(month, "depreciation") for month in months]

    assert lost[0] == pytest.approx(lost[1] * PART, rel=1e-6)
    assert lost[6] == pytest.approx(lost[1] * (1.0 - PART), rel=1e-6)
    assert fsum(lost) == pytest.approx(6.0 * lost[1], rel=1e-6)
    assert usd(months[0], "hosting") == pytest.approx(usd(months[1], "hosting") * PART, rel=1e-6)


def test_training_bill_is_spread_over_the_days(library: Library) -> None:
    months = quoted(library, MIDDLE, training_usd=1.1e6).months
    shares = [usd(month, "training") for month in months]

    assert fsum(shares) == pytest.approx(1.1e6, abs=1e-3)
    assert shares[0] == pytest.approx(shares[1] * PART, rel=1e-6)


def test_fiscal_year_has_the_days_of_its_first_month(library: Library) -> None:
    whole, part = (
        quoted(library, start, fiscal_year_start_month=10, traffic={"requests_per_day": 1e6})
        for start in (FIRST, MIDDLE)
    )
    first, *later = part.fiscal_years

    assert first.requests < whole.fiscal_years[0].requests
    assert fsum(year.usd_total for year in part.fiscal_years) == pytest.approx(
        part.totals.usd_total, rel=1e-9
    )
    assert later[0].usd_total == pytest.approx(whole.fiscal_years[1].usd_total, rel=1e-9)


def test_curves_are_of_whole_months(library: Library) -> None:
    other = {"usd_per_million_input_tokens": 3.0, "usd_per_million_output_tokens": 15.0}
    loads = [
        quoted(library, start, alternative=other, horizon_months=months)
        for start, months in ((FIRST, 1), (MIDDLE, 1))
    ]
    even, late = (answer.break_even_requests_per_day for answer in loads)

    assert even is not None
    assert late == pytest.approx(even, rel=1e-6)
    whole, part = (answer.alternatives[0].curve[-1] for answer in loads)
    assert part.usd_per_month == pytest.approx(whole.usd_per_month, rel=0.01)
