from typing import Any

import msgspec
import pytest

from pricing.catalog.library import Library
from pricing.lists import rows_of
from pricing.quote.doubts.rules import RULES
from pricing.quote.doubts.words import hint_of
from pricing.run_costs.query import RunCostQuery
from pricing.run_costs.quote import run_costs
from pricing.sweeps.query import SweepQuery
from pricing.sweeps.sweep import sweep_of
from pricing.sweeps.warnings import joined
from pricing.tco.query import TcoQuery
from pricing.tco.quote import tco
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.quote import unit_costs
from tests.questions import run_cost, unit_cost

SERVICE: dict[str, Any] = {
    "model": "llama-3.1-8b",
    "deployment": {"device": "h100-sxm-80gb", "device_count": 1},
    "traffic": {"requests_per_day": 1e6},
    "horizon_months": 3,
}


def of_tokens(library: Library, changes: dict[str, Any]) -> tuple[str, ...]:
    return unit_costs(unit_cost(changes), library).warnings


def of_run(library: Library, changes: dict[str, Any]) -> tuple[str, ...]:
    return run_costs(run_cost(changes), library).warnings


def of_service(library: Library, changes: dict[str, Any]) -> tuple[str, ...]:
    return tco(msgspec.convert(SERVICE | changes, TcoQuery), library).warnings


@pytest.mark.parametrize(
    ("changes", "read", "instead"),
    [
        ({"purchase.usd_per_device_hour": 55.04}, "USD for one h100-sxm-80gb", "give 6.88"),
        ({"purchase.usd_per_device_hour": 2900.0}, "USD for one h100", "per month, give 3.973"),
        ({"purchase.usd_per_device_hour": 0.001}, "USD for one h100", "per second, give 3.6"),
        ({"facility.usd_per_kilowatt_hour": 9.0}, "USD per kWh", "cents, give 0.09"),
        ({"facility.pue_ratio": 4.5}, "facility power over IT power", ""),
        ({"facility.grams_co2e_per_kilowatt_hour": 0.4}, "grams of CO₂e", "kilograms, give 400"),
        ({"slo.tpot_seconds": 20.0}, "seconds per token", "tokens per second, give 0.05"),
        ({"slo.ttft_seconds": 500.0}, "seconds", "milliseconds, give 0.5"),
        ({"load.input_tokens": 1.5}, "tokens", "thousands, give 1500"),
        ({"purchase.discount_fraction": 0.9}, "a fraction", "share that is left, give 0.1"),
        ({"utilization_fraction": 0.006}, "a fraction", "give 0.6"),
    ],
)
def test_value_that_is_off_by_a_unit_is_the_first_warning(
    library: Library, changes: dict[str, Any], read: str, instead: str
) -> None:
    ((name, value),) = changes.items()
    first, *others = of_tokens(library, changes)

    assert first.startswith(f"{name} of {value:.4g} is read as {read}")
    assert instead in first
    assert not any(" is read as " in text for text in others)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"tokens": 15.6}, "if 15.6 is trillions, give 1.56e+13"),
        ({"headroom_fraction": 10.0}, "if 10 is a percentage, give 0.1"),
        ({"mfu_fraction": 0.004}, "if 0.004 is a fraction of a percentage, give 0.4"),
        ({"sequence_length": 8}, "if 8 is units of 1,024, give 8192"),
        ({"reliability.device_mtbf_hours": 700.0}, "if 700 is days, give 16800"),
        (
            {"purchases": [{"usd_per_device_hour": 55.04}]},
            "purchases[0].usd_per_device_hour of 55.04",
        ),
        (
            {"purchases": [{"option": "owned", "ownership": {"purchase_usd": 300_000.0}}]},
            "if 300000 is that of an instance or a server of 8, give 37500",
        ),
        (
            {"purchases": [{"option": "owned", "ownership": {"life_years": 24.0}}]},
            "if 24 is months, give 2",
        ),
    ],
)
def test_value_of_a_run_that_is_off_by_a_unit_is_the_first_warning(
    library: Library, changes: dict[str, Any], said: str
) -> None:
    assert said in of_run(library, changes)[0]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"traffic": {"requests_per_day": 1e5, "growth_per_month_fraction": 1.0}},
            "4,096 times as much after a year, and -0.2 to 0.2 is usual",
        ),
        ({"price_change_per_year_fraction": 1.5}, "if 1.5 is a percentage, give 0.015"),
        (
            {"currency": "EUR", "usd_per_currency_unit": 0.86},
            "if it is EUR for one USD, give 1.163",
        ),
        ({"currency": "JPY", "usd_per_currency_unit": 155.0}, "give 0.006452"),
        ({"currency": "XAU", "usd_per_currency_unit": 25.0}, "give 0.04"),
        ({"currency": "JPY", "usd_per_currency_unit": 0.65}, "which is worth about 0.00636 USD"),
        (
            {
                "alternative": {
                    "usd_per_million_input_tokens": 1.0,
                    "usd_per_million_output_tokens": 6e-7,
                }
            },
            "if 6e-07 is USD per token, give 0.6",
        ),
        (
            {
                "alternative": {
                    "deployment": {"device": "l4", "device_count": 1},
                    "purchase": {"usd_per_device_hour": 16.0},
                }
            },
            "alternative.purchase.usd_per_device_hour of 16 is read as USD for one l4 and hour",
        ),
        (
            {"traffic": {"requests_per_day": 5.0}},
            "if 5 is requests per second, give 432000",
        ),
    ],
)
def test_value_of_a_service_that_is_off_by_a_unit_is_the_first_warning(
    library: Library, changes: dict[str, Any], said: str
) -> None:
    assert said in of_service(library, changes)[0]


@pytest.mark.parametrize(
    "changes",
    [
        {"currency": "EUR", "usd_per_currency_unit": 1.05},
        {"currency": "KWD", "usd_per_currency_unit": 3.2},
        {"traffic": {"requests_per_day": 1e5, "growth_per_month_fraction": 0.2}},
        {"price_change_per_year_fraction": -0.5},
        {"purchase": {"usd_per_device_hour": 12.29}},
        {"slo": {"tpot_seconds": 0.05, "ttft_seconds": 2.0}},
    ],
)
def test_usual_value_is_not_asked_about(library: Library, changes: dict[str, Any]) -> None:
    assert not any(" is read as " in text for text in of_service(library, changes))


def test_row_of_a_sweep_has_the_warning_of_its_quote_first(library: Library) -> None:
    changes = {"purchase.usd_per_device_hour": 55.04}
    base = msgspec.to_builtins(unit_cost({}))
    query = SweepQuery(
        base=base, axes={name: (value,) for name, value in changes.items()}, columns=("warnings",)
    )
    (row,) = next(iter(sweep_of(query).rows(library))).to_dicts()

    assert row["warnings"] == joined(of_tokens(library, changes))
    assert row["warnings"].startswith("purchase.usd_per_device_hour of 55.04 is read as")


@pytest.mark.parametrize(
    ("query", "changes"),
    [(UnitCostQuery, {"deployment": {"device": "abacus"}}), (RunCostQuery, {"tokens": 1.0})],
)
def test_doubt_is_no_refusal(
    library: Library, query: type[msgspec.Struct], changes: dict[str, Any]
) -> None:
    """What is unknown is refused where it is looked up, not where its price is weighed."""
    asked = {"model": "llama-3.1-8b", "deployment": {"device": "l4"}, "tokens": 1.0} | changes
    if query is UnitCostQuery:
        del asked["tokens"]
        asked["purchase"] = {"usd_per_device_hour": 1e5}
        with pytest.raises(Exception, match="abacus"):
            unit_costs(msgspec.convert(asked, UnitCostQuery), library)
    else:
        assert run_costs(msgspec.convert(asked, RunCostQuery), library).warnings


@pytest.mark.parametrize("name", sorted(RULES))
def test_any_number_may_be_refused(name: str) -> None:
    for value in (0, 0.0, -0.0, -1, -1.0, -5.0, 1e-300, -1e-300, 1e99, -1e99, 1e308, -(10**400)):
        assert isinstance(hint_of(name, value), str)


@pytest.mark.parametrize(
    ("place", "value", "hint"),
    [
        ("mfu_fraction", 40.0, ": if 40 is a percentage, give 0.4"),
        ("facility.pue_ratio", 120, ": if 120 is a percentage, give 1.2"),
        ("facility.pue_ratio", 0.2, ": if 0.2 is overhead over IT power, give 1.2"),
        ("facility.usd_per_kilowatt_hour", 12, "if 12 is cents, give 0.12"),
        ("model.parameters", 70, ": if 70 is billions, give 7e+10"),
        ("purchase.ownership.life_years", 60, ": if 60 is months, give 5"),
        ("purchase.ownership.life_years", 43800.0, ": if 43800 is hours, give 5"),
        ("traffic.cached_input_fraction", 30, ": if 30 is a percentage, give 0.3"),
        ("traffic.peak_to_average_ratio", 170, ": if 170 is a percentage, give 1.7"),
        ("price_change_per_year_fraction", -20, ": if -20 is a percentage, give -0.2"),
        ("traffic.growth_per_month_fraction", -5, ": if -5 is a percentage, give -0.05"),
        ("slo.tpot_seconds", 0, ""),
        ("deployment.device_count", 0, ""),
        ("mfu_fraction", True, ""),
        ("mfu_fraction", "0.4", ""),
        ("mfu_fraction", float("inf"), ""),
        ("mfu_fraction", 10**400, ""),
    ],
)
def test_refused_value_has_what_to_give_instead(place: str, value: object, hint: str) -> None:
    found = hint_of(place, value)

    assert hint in found
    assert bool(found) == bool(hint)


def test_every_usual_range_has_a_source() -> None:
    rows = rows_of("pricing", "constants/usual_ranges.csv")

    assert [row["field"] for row in rows] == sorted(RULES)
    for row in rows:
        assert float(row["low"]) < float(row["high"])
        assert len(row["source"]) > 10
