import pytest

from pricing.formulas import power


@pytest.mark.parametrize(
    ("load_fraction", "watts"),
    [(0.0, 700 * 0.62), (1.0, 700 * 0.9), (0.5, 700 * (0.62 + 0.9) / 2)],
)
def test_device_at_work_draws_between_the_ends_of_its_curve(
    load_fraction: float, watts: float
) -> None:
    assert power.busy_watts(
        tdp_watts=700.0, light_fraction=0.62, full_fraction=0.9, load_fraction=load_fraction
    ) == pytest.approx(watts, rel=1e-14)


def test_device_idles_while_it_has_no_work() -> None:
    # a quarter of the time at 630 W, the rest at 90 W
    assert power.device_watts(
        busy_watts=630.0, idle_watts=90.0, busy_fraction=0.25
    ) == pytest.approx(225.0, rel=1e-14)


def test_system_adds_a_host_to_every_device() -> None:
    assert power.system_watts(device_watts=630.0, host_watts=262.0, devices=8.0) == 7136.0


def test_facility_adds_what_cooling_and_conversion_take() -> None:
    assert power.facility_watts(system_watts=7136.0, pue_ratio=1.25) == 8920.0


def test_kilowatt_hours_are_kilowatts_times_hours() -> None:
    # 8.92 kW over a day
    assert power.kilowatt_hours(watts=8920.0, hours=24.0) == pytest.approx(214.08, rel=1e-14)


def test_joules_of_a_token_are_watts_over_tokens_a_second() -> None:
    assert power.joules_per_unit(watts=8920.0, units_per_second=4460.0) == 2.0


def test_carbon_of_a_joule() -> None:
    # A kilowatt-hour is 3.6 million joules.
    assert 3.6e6 * power.grams_co2e_per_joule(grams_co2e_per_kilowatt_hour=385.0) == pytest.approx(
        385.0, rel=1e-14
    )
