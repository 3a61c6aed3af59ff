"""Prices that may be no prices of their kind, and those that are beside them."""

from datetime import date
from typing import Any

import polars as pl
import pytest

from pricing.catalog.library import Library
from pricing.catalog.listed.places import PriceQuestion
from pricing.catalog.price_flags import price_flags_of, price_key

DAYS = (date(2026, 1, 1), date(2026, 2, 1), date(2026, 3, 1), None)


def row(usd_per_hour: float, **changes: Any) -> dict[str, Any]:
    """A price of January, of an instance of two devices."""
    return {
        "provider": "aws",
        "region": "us-east-1",
        "instance_type": "p5",
        "option": "on_demand",
        "effective_from": DAYS[0],
        "effective_to": None,
        "usd_per_hour": usd_per_hour,
        "device_count": 2.0,
        "notes": None,
        "contract": None,
    } | changes


def series(*usd_per_hour: float, **changes: Any) -> list[dict[str, Any]]:
    """Prices of January, February and March."""
    return [
        row(usd, effective_from=DAYS[month], effective_to=DAYS[month + 1], **changes)
        for month, usd in enumerate(usd_per_hour)
    ]


def doubted(rows: list[dict[str, Any]]) -> dict[int, str]:
    """Why rows are doubted, by their place."""
    schema = pl.DataFrame(rows).schema | {
        "effective_to": pl.Date(),
        "notes": pl.String(),
        "contract": pl.String(),
    }
    found = price_flags_of(pl.DataFrame(rows, schema=schema))
    return {
        place: found[price_key(one)] for place, one in enumerate(rows) if price_key(one) in found
    }


@pytest.mark.parametrize(
    ("prices", "places"),
    [
        ((10.0, 2.0, 10.0), [1]),
        ((10.0, 30.0, 10.0), [1]),
        ((10.0, 7.0, 10.0), []),
        ((10.0, 5.0, 2.0), []),
        ((10.0, 2.0), []),
        ((2.0, 10.0, 10.0), []),
    ],
)
def test_price_that_leaps_and_comes_back_is_doubted(
    prices: tuple[float, ...], places: list[int]
) -> None:
    assert list(doubted(series(*prices))) == places


def test_leap_is_of_one_series_and_says_how_far() -> None:
    apart = [
        *series(10.0, 2.0, 10.0),
        *series(2.0, 2.0, 2.0, region="us-west-2"),
        *series(2.0, 2.0, 2.0, option="reserved_1y"),
    ]

    assert doubted(apart) == {
        1: "it is 0.2 times the price before it and 0.2 times the price after it"
    }


@pytest.mark.parametrize(
    ("spot_usd", "changes", "is_doubted"),
    [
        (10.0, {}, True),
        (9.0, {}, False),
        (10.0, {"region": "us-west-2"}, False),
        (10.0, {"instance_type": "p5e"}, False),
    ],
)
def test_spot_that_saves_nothing_is_doubted(
    spot_usd: float, changes: dict[str, Any], *, is_doubted: bool
) -> None:
    rows = [row(10.0), row(spot_usd, option="spot", **changes)]

    assert list(doubted(rows)) == [1] * is_doubted


def test_spot_is_compared_with_the_on_demand_price_of_its_day() -> None:
    rows = [
        row(10.0, effective_to=DAYS[1]),
        row(20.0, effective_from=DAYS[1]),
        row(10.0, option="spot", effective_from=DAYS[1]),
        row(10.0, option="spot", effective_to=DAYS[1]),
    ]

    assert list(doubted(rows)) == [3]


def test_notes_of_a_row_come_before_what_stands_around_it() -> None:
    rows = series(10.0, 2.0, 10.0)
    rows[1]["notes"] = "SUSPECT outlier"

    assert doubted(rows) == {1: "SUSPECT outlier"}


def test_price_that_was_read_at_a_reseller_is_doubted() -> None:
    rows = series(10.0, 10.0)
    rows[1]["notes"] = note = "offer of this cloud at Shadeform; snapshot undated"

    assert doubted(rows) == {1: note}


def test_rows_known_to_be_wrong_are_doubted(library: Library) -> None:
    found = library.get("2026-07-31").prices
    doubts = [
        row
        for device in ("a100-sxm-80gb", "h200-sxm-141gb", "b200-sxm")
        for option in found.options(device)
        for row in found.rows(PriceQuestion(device, option))
        if row.doubt
    ]

    assert len(doubts) == 47
    assert sum(row.instance_type == "a2-ultragpu-2g" for row in doubts) == 10
    assert {row.provider for row in doubts if row.option == "spot"} == {"azure", "gcp"}


def test_contract_between_list_prices_is_no_leap() -> None:
    rows = series(10.0, 2.0, 10.0)
    rows[1]["contract"] = "EDP"

    assert doubted(rows) == {}
