"""How old a price is, by the day on which it was last read."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.quote.answer import Price
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost

OCI = {"provider": "oci", "region": "global", "instance_type": "BM.GPU.H100.8"}


def answered(library: Library, as_of: str | None, **purchase: Any) -> tuple[Price, str]:
    question = {"catalog": "2026-10-31", "as_of": as_of, "purchase": OCI | purchase}
    answer = unit_costs(unit_cost(question), library)
    return answer.price, "\n".join(answer.warnings)


@pytest.mark.parametrize(
    ("as_of", "age_days", "is_told"),
    [
        (None, 42, False),  # read again on 2026-09-19
        ("2026-09-19", 0, False),
        ("2026-09-01", 0, False),
        ("2026-12-18", 90, False),
        ("2026-12-19", 91, True),
    ],
)
def test_age_counts_from_the_last_reading_and_is_told_past_90_days(
    library: Library, as_of: str | None, age_days: int, *, is_told: bool
) -> None:
    price, warnings = answered(library, as_of)

    assert price.age_days == age_days
    told = f"the price is {age_days} days old: oci/global/BM.GPU.H100.8/on_demand/2024-09-01 was"
    assert (told in warnings) == is_told


def test_price_that_nobody_read_again_is_as_old_as_its_first_day(library: Library) -> None:
    place = {"provider": "lambda", "region": "global", "instance_type": "gpu_4x_h100_sxm5"}
    price, warnings = answered(library, "2026-10-31", **place)

    assert price.age_days == 194
    assert "_sxm5/on_demand/2026-04-20 was last read on 2026-04-20, and it may be" in warnings


def test_estimate_is_as_old_as_what_it_is_estimated_from(library: Library) -> None:
    price, _ = answered(library, None, option="reserved_1y")

    assert (price.basis, price.age_days) == ("estimated", 42)


def test_price_of_the_caller_has_no_age(library: Library) -> None:
    own, _ = answered(library, None, usd_per_device_hour=2.0)

    assert own.age_days is None


@pytest.mark.parametrize(("as_of", "is_told"), [("2026-09-26", False), ("2026-09-27", True)])
def test_spot_price_is_old_after_a_week(library: Library, as_of: str, *, is_told: bool) -> None:
    place = {"provider": "nebius", "region": "eu-north1", "instance_type": None, "option": "spot"}
    _, warnings = answered(library, as_of, **place)

    assert ("/spot/2026-05-31 was last read " in warnings) == is_told


@pytest.mark.parametrize(("as_of", "is_told"), [("2026-10-11", False), ("2026-10-12", True)])
def test_price_that_changes_every_day_is_told(
    library: Library, as_of: str, *, is_told: bool
) -> None:
    place = {"provider": "verda", "region": "FIN", "instance_type": "1H100.80S.30V"}
    price, warnings = answered(library, as_of, **place)

    assert price.usd_per_device_hour == 3.737
    assert (", and changes every day or so" in warnings) == is_told


@pytest.mark.parametrize(
    ("as_of", "usd", "is_told"),
    [
        ("2026-04-02", 3.55, False),  # read on this day
        ("2026-04-06", 3.55, True),
        ("2026-04-20", 4.09, False),
    ],
)
def test_day_between_two_readings_of_a_price_that_changed_is_told(
    library: Library, as_of: str, usd: float, *, is_told: bool
) -> None:
    place = {"provider": "lambda", "region": "global", "instance_type": "gpu_4x_h100_sxm5"}
    price, warnings = answered(library, as_of, **place)

    told = f"2026-04-02 and 2026-04-20, on a day that nobody saw: on {as_of} it may have been 4.09"
    assert price.usd_per_device_hour == usd
    assert (told in warnings) == is_told


def test_region_of_a_provider_with_one_price_is_read_so(library: Library) -> None:
    price, warnings = answered(
        library, None, provider="lambda", region="us-east-1", instance_type="gpu_4x_h100_sxm5"
    )

    assert price.row is not None
    assert price.row.region == "global"
    assert "lambda lists one price for all of its regions: us-east-1 is read so" in warnings
