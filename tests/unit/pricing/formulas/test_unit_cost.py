import pytest

from pricing.formulas import unit_cost


def test_line_is_quantity_times_price() -> None:
    assert unit_cost.line_usd(quantity=8.0, usd_per_unit=6.88) == 55.04


def test_request_costs_its_share_of_the_hour() -> None:
    # 55.04 USD over 3600 s · 10 requests
    assert unit_cost.usd_per_request(usd_per_hour=55.04, requests_per_second=10.0) == (
        pytest.approx(55.04 / 36_000, rel=1e-14)
    )


def test_million_tokens_cost_their_share_of_a_request_each() -> None:
    # 0.002 USD a request, a quarter of it on 500 tokens: 0.0005 / 500 · 1e6
    assert unit_cost.usd_per_million_tokens(
        usd_per_request=0.002, share_fraction=0.25, tokens=500.0
    ) == pytest.approx(1.0, rel=1e-14)


def test_prefill_takes_its_share_of_the_time() -> None:
    # 0.2 s of 0.2 s + 100 · 0.05 s / 20
    assert unit_cost.prefill_share_fraction(
        prefill_seconds=0.2, step_seconds=0.05, output_tokens=100.0, concurrency=20.0
    ) == pytest.approx(0.2 / 0.45, rel=1e-14)


def test_kilowatt_hour_carries_the_bill_of_its_time() -> None:
    # At 8 kW a kilowatt-hour lasts an eighth of an hour.
    assert unit_cost.usd_per_kilowatt_hour(usd_per_hour=56.0, facility_watts=8000.0) == 7.0


def test_watt_year_carries_the_bill_of_a_year() -> None:
    assert unit_cost.usd_per_watt_year(usd_per_hour=2.0, facility_watts=1000.0) == (
        pytest.approx(2 * 8760 / 1000, rel=1e-14)
    )
