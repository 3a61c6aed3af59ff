"""An owned cluster of 256 H100: one figure an hour in unit costs, runs and services."""

from typing import Any

import pytest
from msgspec.structs import asdict

from pricing.catalog.library import Library
from pricing.purchasing.owning.answer import OwnedRate
from pricing.run_costs.quote import run_costs
from pricing.tco.quote import tco
from pricing.unit_costs.quote import unit_costs
from tests import questions

PURCHASE = {
    "option": "owned",
    "ownership": {
        "purchase_usd": 35_000.0,
        "life_years": 4.0,
        "cost_of_capital_fraction": 0.09,
        "residual_fraction": 0.1,
        "operations_fraction": 0.05,
        "hosting_usd_per_kilowatt_month": 195.0,
    },
}
PLACE = {"usd_per_kilowatt_hour": 0.085, "pue_ratio": 1.3, "watts_per_device": 1000.0}
CLUSTER = {"deployment.device_count": 256, "facility": PLACE}


def asked(library: Library, changes: dict[str, Any]) -> list[tuple[OwnedRate | None, float]]:
    """The parts of an hour in each answer, and what a device-hour costs by its bill."""
    terms = PURCHASE | changes
    of_token = unit_costs(questions.unit_cost({**CLUSTER, "purchase": terms}), library)
    run = {**CLUSTER, "purchases": [terms], "commitments": "amortised"}
    whole_use = {**terms, "use_fraction": 1.0}
    (option,) = run_costs(questions.run_cost(run | {"purchases": [whole_use]}), library).options
    service = tco(
        questions.tco(
            {
                **CLUSTER,
                "purchase": terms,
                "horizon_months": 48,
                "price_change_per_year_fraction": 0.0,
                "capacity.redundant_replicas": 0,
                "overheads": {
                    "egress_usd_per_gigabyte": 0.0,
                    "storage_usd_per_gigabyte_month": 0.0,
                },
            }
        ),
        library,
    )
    kept = {"checkpoint_storage", "egress"}
    of_run = sum(item.usd for item in option.line_items if item.name not in kept)
    held = service.months[0].base_replicas * 256
    hours = 48 * 730.0 * held
    energy = service.totals.line_items_usd["energy"]
    of_service = service.totals.usd_total - energy
    calendar_hours = service.totals.device_hours
    return [
        (of_token.owned, of_token.unit_costs.usd_per_hour / 256),
        (option.owned, of_run / option.device_hours),
        (service.replicas[0].owned, of_service / hours + energy / calendar_hours),
    ]


def test_owned_cluster_costs_the_same_an_hour_in_every_question(library: Library) -> None:
    """256 H100 at 35,000 USD, 4 years, 9%, 0.085 USD a kWh; by hand, of one device:

    - (1.09)^−4 = 0.708425. What is left is 3,500 USD, worth 2,479.49 USD at the purchase.
    - Annuity: (35,000 − 2,479.49) · 0.09 / (1 − 0.708425) = 10,038.06 USD a year, over 8,760 h:
      1.145897 USD an hour.
    - Of that depreciation: 35,000 · 0.9 / 4 / 8,760 = 0.898973. Cost of capital: 0.246925.
    - Staff, spares and support: 35,000 · 0.05 / 8,760 = 0.199772.
    - Hosting of 10.2 kW for 8 devices: 1.275 · 195 / 730 = 0.340582.
    - Energy: 1.0 kW · 1.3 · 0.085 = 0.110500.
    - Together 1.686252 without energy, 1.796752 with it, and 459.968 USD of the cluster an hour.
    """
    for owned, usd_per_device_hour in asked(library, {}):
        assert owned is not None
        assert owned.depreciation_usd_per_device_hour == pytest.approx(0.898973, abs=1e-6)
        assert owned.cost_of_capital_usd_per_device_hour == pytest.approx(0.246925, abs=1e-6)
        assert owned.operations_usd_per_device_hour == pytest.approx(0.199772, abs=1e-6)
        assert owned.hosting_usd_per_device_hour == pytest.approx(0.340582, abs=1e-6)
        assert owned.energy_usd_per_device_hour == pytest.approx(0.1105, abs=1e-6)
        assert owned.usd_per_device_hour == pytest.approx(1.686252, abs=1e-6)
        assert usd_per_device_hour == pytest.approx(1.796752, abs=1e-6)
        assert usd_per_device_hour * 256 == pytest.approx(459.968, abs=1e-3)


@pytest.mark.parametrize(
    "terms",
    [
        {"depreciation": "straight_line"},
        {"depreciation": "declining"},
        {"financing": {"debt_fraction": 0.6, "interest_fraction": 0.07}},
        {
            "operations_fraction": None,
            "support_fraction": 0.03,
            "spares_fraction": 0.01,
            "staff": {"person_count": 3.0, "usd_per_person_year": 190_000.0, "device_count": 256},
            "network_fraction": 0.12,
            "storage_fraction": 0.04,
            "software_usd_per_device_year": 900.0,
        },
        {
            "lease": {"usd_per_device_month": 850.0, "term_months": 36, "buyout_usd": 9_000.0},
        },
    ],
    ids=["straight line", "declining", "loan", "in parts", "lease"],
)
def test_other_terms_cost_the_same_in_every_question(
    library: Library, terms: dict[str, Any]
) -> None:
    changes = {"ownership": PURCHASE["ownership"] | terms}  # type: ignore[operator]
    (first, usd), *others = asked(library, changes)

    for owned, usd_per_device_hour in others:
        assert owned is not None
        assert first is not None
        assert asdict(owned) == pytest.approx(asdict(first), rel=1e-6)
        assert usd_per_device_hour == pytest.approx(usd, rel=1e-6)
