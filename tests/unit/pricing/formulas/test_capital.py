import pytest

from pricing.formulas import capital


def test_annuity_repays_the_purchase_with_interest() -> None:
    yearly = 8760 * capital.annuity_usd_per_hour(
        purchase_usd=30_000.0,
        residual_fraction=0.1,
        life_years=5.0,
        cost_of_capital_fraction=0.08,
    )
    # Five payments at the end of each year and the residual value, discounted at 8%.
    present = sum(yearly / 1.08**year for year in range(1, 6)) + 3000 / 1.08**5

    assert present == pytest.approx(30_000.0, rel=1e-12)


def test_annuity_of_almost_free_capital_is_a_straight_line() -> None:
    assert capital.annuity_usd_per_hour(
        purchase_usd=30_000.0,
        residual_fraction=0.1,
        life_years=5.0,
        cost_of_capital_fraction=1e-9,
    ) == pytest.approx(27_000 / 5 / 8760, rel=1e-6)


def test_hosting_is_paid_by_the_kilowatt_and_month() -> None:
    # 0.962 kW · 150 USD / 730 h
    assert capital.hosting_usd_per_hour(watts=962.0, usd_per_kilowatt_month=150.0) == pytest.approx(
        0.962 * 150 / 730, rel=1e-14
    )


def test_operations_are_a_share_of_the_purchase_a_year() -> None:
    assert capital.operations_usd_per_hour(
        purchase_usd=30_000.0, fraction_per_year=0.05
    ) == pytest.approx(1500 / 8760, rel=1e-14)
