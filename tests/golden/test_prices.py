"""Published prices, asked for on their day."""

import pytest

from pricing.catalog.library import Library
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost


@pytest.mark.parametrize("catalog", ["2026-05-31", "2026-07-31", "2026-10-31"])
@pytest.mark.parametrize(
    ("as_of", "usd_per_device_hour"),
    [
        # AWS: p5.48xlarge, 98.32 USD an hour until the cut of up to 45% of June 2025.
        ("2025-05-01", 12.29),
        ("2025-05-31", 12.29),
        ("2025-06-01", 6.88),
        ("2025-07-01", 6.88),
    ],
)
def test_p5_costs_what_aws_charged_on_the_day(
    library: Library, catalog: str, as_of: str, usd_per_device_hour: float
) -> None:
    question = {
        "catalog": catalog,
        "as_of": as_of,
        "purchase": {
            "option": "on_demand",
            "provider": "aws",
            "region": "us-east-1",
            "instance_type": "p5.48xlarge",
        },
    }
    price = unit_costs(unit_cost(question), library).price

    # A list price: no tolerance but that of the binary fraction.
    assert price.usd_per_device_hour == pytest.approx(usd_per_device_hour, rel=1e-12)
    assert price.basis == "table"


def test_reserved_p5_of_2025_costs_what_epoch_found(library: Library) -> None:
    # AWS list price: p5.48xlarge for 3 years, 43.16 USD an hour from August 2023.
    question = {
        "catalog": "2026-07-31",
        "as_of": "2025-05-01",
        "purchase": {
            "option": "reserved_3y",
            "provider": "aws",
            "region": "us-east-1",
            "instance_type": "p5.48xlarge",
        },
    }
    price = unit_costs(unit_cost(question), library).price

    assert price.usd_per_device_hour == pytest.approx(43.16 / 8, rel=1e-12)
