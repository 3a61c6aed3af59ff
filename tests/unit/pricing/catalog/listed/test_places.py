"""Rows of the price table are found by their place, and made when they are asked for."""

from collections.abc import Mapping
from typing import Any

import polars as pl
import pytest

from pricing.catalog.library import Library
from pricing.catalog.listed.places import ListedPrices, PriceQuestion
from pricing.catalog.rows import PriceRow

DEVICE = "h100-sxm-80gb"


@pytest.fixture
def table(library: Library) -> pl.DataFrame:
    return library.get("2026-07-31").frames["prices"]


class Maker:
    """Makes prices, and counts how often."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, row: Mapping[str, Any]) -> PriceRow:
        self.count += 1
        start, end = row["effective_from"], row["effective_to"]
        return PriceRow(
            id=f"{row['provider']}/{row['region']}/{row['instance_type']}/{row['option']}/{start}",
            **{name: row[name] for name in COPIED},
            usd_per_device_hour=row["usd_per_hour"] / row["device_count"],
            effective_from=start.isoformat(),
            effective_to=end and end.isoformat(),
            doubt=None,
        )


COPIED = (
    *("provider", "region", "instance_type", "option", "device", "device_count", "usd_per_hour"),
    *("date_quality", "source", "confidence", "notes"),
)


@pytest.mark.parametrize(
    "question",
    [
        PriceQuestion(DEVICE, "on_demand"),
        PriceQuestion(DEVICE, "spot", "aws"),
        PriceQuestion(DEVICE, "on_demand", "aws", "US-EAST-1"),
        PriceQuestion(DEVICE, "on_demand", "aws", "us-east-1", "p5.48xlarge"),
        PriceQuestion(DEVICE, "on_demand", region="us-east-1"),
        PriceQuestion(DEVICE, "on_demand", instance_type="p5.48xlarge"),
        PriceQuestion(DEVICE, "on_demand", "nobody"),
        PriceQuestion("abacus", "on_demand"),
    ],
)
def test_places_are_those_of_a_scan_over_every_row(
    table: pl.DataFrame, question: PriceQuestion
) -> None:
    same = [
        pl.col(name) == value
        for name, value in (
            ("device", question.device),
            ("option", question.option),
            ("provider", question.provider),
            ("instance_type", question.instance_type),
        )
        if value is not None
    ]
    if question.region is not None:
        same.append(pl.col("region").str.to_lowercase() == question.region.lower())
    scanned = table.with_row_index("at").filter(*same)

    assert ListedPrices(table, Maker()).find(question).tolist() == scanned["at"].to_list()


def test_a_row_is_made_once_and_only_where_it_is_asked_for(table: pl.DataFrame) -> None:
    maker = Maker()
    prices = ListedPrices(table, maker)
    places = prices.find(PriceQuestion(DEVICE, "on_demand", "aws", "us-east-1", "p5.48xlarge"))

    assert maker.count == 0
    first, again = prices.at(places), prices.at(places[::-1])
    assert maker.count == len(places) > 1
    assert again == first[::-1]
    assert [row.effective_from for row in first] == sorted(row.effective_from for row in first)


def test_rows_of_an_overlay_are_own_once_they_are_made(table: pl.DataFrame) -> None:
    is_own = pl.Series([row == "p5.48xlarge" for row in table["instance_type"]])
    prices = ListedPrices(table, Maker(), is_own)
    made = prices.at(prices.find(PriceQuestion(DEVICE, "on_demand", "aws", "us-east-1")))

    assert prices.own == {row.id for row in made if row.instance_type == "p5.48xlarge"}
    assert prices.own


def test_accelerators_without_a_device_are_left_out(table: pl.DataFrame) -> None:
    unmodelled = table.with_columns(device=pl.lit(None, pl.String))

    assert list(ListedPrices(unmodelled, Maker()).sold) == []
