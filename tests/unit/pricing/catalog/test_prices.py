"""The price book against a plain scan over every row."""

import random
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Any

import msgspec
import polars as pl
import pytest

from pricing.catalog.instances import family_of
from pricing.catalog.library import Library
from pricing.catalog.listed.places import ListedPrices, PriceQuestion
from pricing.catalog.listed.usual_regions import UsualRegions
from pricing.catalog.prices import PriceBook, PriceChoice
from pricing.catalog.rows import PriceRow

QUESTION_COUNT = 200
DAYS_PER_QUESTION = 4


def price(usd: float, start: str, end: str | None, **changes: Any) -> PriceRow:
    row: dict[str, Any] = {
        "provider": "aws",
        "region": "us-east-1",
        "instance_type": f"type-{usd:g}",
        "option": "on_demand",
        "device": "h100",
        "device_count": 2.0,
        "usd_per_hour": 2.0 * usd,
        "usd_per_device_hour": usd,
        "effective_from": start,
        "effective_to": end,
        "date_quality": "announced",
        "source": "a test",
        "confidence": "verified",
        "notes": None,
        "doubt": None,
    } | changes
    return PriceRow(id=f"{row['provider']}/{row['instance_type']}/{start}", **row)


def book_of(
    rows: Iterable[PriceRow], own: Iterable[str] = (), usual: UsualRegions | None = None
) -> PriceBook:
    """A book of some prices, of which some are the caller's own."""
    every = list(rows)
    table = [msgspec.structs.asdict(row) | {"at": at} for at, row in enumerate(every)]
    days = pl.col("effective_from", "effective_to").cast(pl.String).str.to_date()
    frame = pl.DataFrame(table, infer_schema_length=None).with_columns(days)
    is_own = pl.Series([row.id in {*own} for row in every])
    listed = ListedPrices(frame, lambda row: every[row["at"]], is_own)
    return PriceBook(listed, usual or UsualRegions({}, dict))


class Timeline:
    """What is chosen of some prices of one device and option on every day."""

    def __init__(self, rows: Iterable[PriceRow], own: Iterable[str] = ()) -> None:
        self._book = book_of(rows, own)

    def on(self, day: int) -> PriceChoice | None:
        return self._book.find(PriceQuestion("h100", "on_demand"), day)


def ordinal(day: str) -> int:
    return date.fromisoformat(day).toordinal()


@pytest.mark.parametrize(
    ("doubts", "is_doubted"),
    [
        ((None, None, None), False),
        (("odd", None, None), False),
        (("odd", None, None, "odd"), True),
        ((None, "odd", None), True),
    ],
)
def test_median_is_in_doubt_where_its_row_or_half_of_its_rows_are(
    doubts: tuple[str | None, ...], *, is_doubted: bool
) -> None:
    rows = [
        price(float(place), "2026-01-01", None, doubt=doubt)
        for place, doubt in enumerate(doubts, 1)
    ]
    dear = [price(usd, "2026-01-01", None, provider="gcp", doubt="odd") for usd in (8.0, 9.0)]
    choice = Timeline(rows + dear).on(ordinal("2026-02-01"))

    assert choice is not None
    assert choice.row.provider == "aws"
    assert (choice.doubt is not None) == is_doubted


def scanned(
    rows: Sequence[PriceRow], question: PriceQuestion, day: str, usual: UsualRegions
) -> str | None:
    """The id of the answer, the plain way: look at every row."""
    matching = [
        row
        for row in rows
        if (row.device, row.option) == (question.device, question.option)
        and question.provider in {None, row.provider}
        and (question.region or row.region).lower() == row.region.lower()
        and question.instance_type in {None, row.instance_type}
        and row.effective_from <= day
        and (row.effective_to is None or day < row.effective_to)
        and (question.region is not None or not row.isolated)
    ]
    matching = [row for row in matching if row.confidence != "unverified"] or matching
    if len({row.provider for row in matching}) == 1 and question.region is None:
        region = min(
            (row.region for row in matching), key=lambda one: usual.place(matching[0].provider, one)
        )
        matching = [row for row in matching if row.region == region]
    smallest: dict[tuple[Any, ...], PriceRow] = {}
    for row in sorted(matching, key=lambda row: (row.usd_per_device_hour, row.id)):
        family = family_of(row.instance_type) or row.instance_type
        smallest.setdefault((row.provider, row.region, row.device_count, family), row)
    matching = list(smallest.values())
    medians = []
    for provider in {row.provider for row in matching}:
        own = sorted(
            (row.usd_per_device_hour, row.id) for row in matching if row.provider == provider
        )
        medians.append(own[(len(own) - 1) // 2])
    medians.sort()
    return medians[(len(medians) - 1) // 2][1] if medians else None


def test_price_book_answers_as_a_scan_over_every_row_does(library: Library) -> None:
    rows_of = {
        (device, option): library.newest.prices.rows(PriceQuestion(device, option))
        for device in library.newest.devices
        for option in library.newest.prices.options(device)
    }
    rows = [row for known in rows_of.values() for row in known]
    lots = random.Random(20260731)  # noqa: S311 -- the lots of a test are no secret
    first = date.fromisoformat(min(row.effective_from for row in rows)) - timedelta(days=30)
    differences, usual = [], library.newest.prices.usual
    for _ in range(QUESTION_COUNT):
        row = lots.choice(rows)
        question = PriceQuestion(
            row.device,
            row.option,
            lots.choice([None, row.provider]),
            lots.choice([None, row.region]),
            lots.choice([None, row.instance_type]),
        )
        edges = [row.effective_from, row.effective_to or "2026-12-31"]
        days = [
            *edges,
            *((date.fromisoformat(edge) - timedelta(days=1)).isoformat() for edge in edges),
            *(
                (first + timedelta(days=lots.randrange(2300))).isoformat()
                for _ in range(DAYS_PER_QUESTION)
            ),
        ]
        for day in days:
            choice = library.newest.prices.find(question, ordinal(day))
            found = None if choice is None else choice.row.id
            if found != scanned(rows_of[row.device, row.option], question, day, usual):
                differences.append((question, day, found))

    assert differences == []


def test_price_starts_on_its_first_day_and_ends_before_its_last() -> None:
    timeline = Timeline([price(2.0, "2026-01-10", "2026-02-01")])
    days = ("2026-01-09", "2026-01-10", "2026-01-31", "2026-02-01")

    assert [timeline.on(ordinal(day)) is not None for day in days] == [False, True, True, False]


def test_price_without_an_end_holds_for_good() -> None:
    timeline = Timeline([price(2.0, "2026-01-10", None)])

    assert timeline.on(ordinal("9999-12-31")) is not None


@pytest.mark.parametrize(("own", "usd"), [((), 4.0), (("aws/type-2/2026-01-01",), 2.0)])
def test_unverified_rows_count_beside_better_ones_only_as_ones_own(
    own: tuple[str, ...], usd: float
) -> None:
    memory = price(2.0, "2026-01-01", None, confidence="unverified")
    choice = Timeline([memory, price(4.0, "2026-01-01", None)], own).on(ordinal("2026-02-01"))

    assert choice is not None
    assert (choice.row.usd_per_device_hour, choice.doubt) == (usd, None)


def test_change_of_price_takes_effect_on_its_day() -> None:
    timeline = Timeline([price(12.29, "2023-08-08", "2025-06-01"), price(6.88, "2025-06-01", None)])
    days = ("2025-05-31", "2025-06-01")
    choices = [timeline.on(ordinal(day)) for day in days]

    assert [choice.row.usd_per_device_hour for choice in choices if choice] == [12.29, 6.88]


def test_gap_between_two_periods_has_no_price() -> None:
    timeline = Timeline([price(2.0, "2026-01-01", "2026-02-01"), price(3.0, "2026-03-01", None)])
    days = ("2025-12-31", "2026-01-01", "2026-02-15", "2026-03-01")
    priced = [timeline.on(ordinal(day)) is not None for day in days]

    assert priced == [False, True, False, True]


def test_lower_median_is_a_row_that_exists() -> None:
    timeline = Timeline([price(usd, "2026-01-01", None) for usd in (4.0, 1.0, 3.0, 2.0)])
    choice = timeline.on(ordinal("2026-06-01"))

    assert choice is not None
    assert choice.row.usd_per_device_hour == 2.0
    assert (choice.range.low_usd_per_device_hour, choice.range.high_usd_per_device_hour) == (1, 4)
    assert choice.range.count == 4


def test_provider_counts_once_however_many_sizes_it_lists() -> None:
    dear = [price(usd, "2026-01-01", None) for usd in (10.0, 11.0, 12.0, 13.0)]
    cheap = [
        price(1.0, "2026-01-01", None, provider="lambda"),
        price(2.0, "2026-01-01", None, provider="runpod"),
    ]
    choice = Timeline(dear + cheap).on(ordinal("2026-06-01"))

    assert choice is not None
    assert choice.row.provider == "runpod"
    assert choice.range.providers == ("aws", "lambda", "runpod")


def test_order_of_the_rows_decides_nothing() -> None:
    rows = [
        price(usd, start, None, instance_type=f"type-{usd}-{start}")
        for usd in (1.0, 2.0, 3.0)
        for start in ("2026-01-01", "2026-02-01")
    ]
    forward, backward = Timeline(rows), Timeline(reversed(rows))

    assert [forward.on(ordinal(day)) for day in ("2026-01-15", "2026-02-15")] == [
        backward.on(ordinal(day)) for day in ("2026-01-15", "2026-02-15")
    ]


def test_question_that_nothing_matches_has_no_answer() -> None:
    book = book_of([price(2.0, "2026-01-01", None)])

    assert book.find(PriceQuestion("h100", "spot"), ordinal("2026-06-01")) is None
    assert book.find(PriceQuestion("h100", "on_demand", "gcp"), ordinal("2026-06-01")) is None


def test_provider_that_stands_alone_has_the_price_of_its_usual_region() -> None:
    places = {"us-west-2": 6.0, "us-east-1": 7.0, "eu-west-1": 8.0, "ap-south-1": 9.0}
    rows = [
        price(usd, "2026-01-01", None, region=region, instance_type=region)
        for region, usd in places.items()
    ]
    usual = UsualRegions(
        {("aws", region): ("USA", None) for region in ("us-west-2", "us-east-1")},
        lambda: {("aws", "us-west-2"): 1, ("aws", "us-east-1"): 2, ("aws", "ap-south-1"): 3},
    )
    day = ordinal("2026-06-01")

    choice = book_of(rows, usual=usual).find(PriceQuestion("h100", "on_demand", "aws"), day)
    assert choice is not None
    assert choice.row.region == choice.range.usual_region == "us-east-1"
    assert choice.selection == (
        "the price of us-east-1, the usual region of AWS: 4 AWS prices are 6.00 to 9.00"
    )
    other = price(20.0, "2026-01-01", None, provider="gcp")
    both = book_of([*rows, other], usual=usual).find(PriceQuestion("h100", "on_demand"), day)
    assert both is not None
    assert both.row.usd_per_device_hour == 7.0
    assert both.range.usual_region is None


def test_family_of_instances_has_the_price_of_its_smallest_host() -> None:
    sizes = {"g6e.xlarge": 1.9, "g6e.4xlarge": 3.0, "g6e.16xlarge": 7.6}
    rows = [
        price(usd, "2026-01-01", None, instance_type=name, device_count=1.0)
        for name, usd in sizes.items()
    ]
    fewer = price(5.0, "2026-01-01", None, provider="gcp", instance_type="g2-standard-4")
    day = ordinal("2026-06-01")

    alone = book_of(rows).find(PriceQuestion("h100", "on_demand"), day)
    assert alone is not None
    assert (alone.row.instance_type, alone.range.high_usd_per_device_hour) == ("g6e.xlarge", 7.6)
    assert alone.selection == "the median of 3 AWS prices by the smallest host, 1.90 to 7.60"
    both = book_of([*rows, fewer]).find(PriceQuestion("h100", "on_demand"), day)
    assert both is not None
    assert both.selection == (
        "the median of 2 providers, each by the median of its smallest hosts (4 in all, 1.90 to"
        " 7.60)"
    )


def test_options_of_a_device_are_those_that_it_has_rows_of() -> None:
    book = book_of(
        [
            price(2.0, "2026-01-01", None),
            price(1.0, "2026-01-01", None, option="spot"),
            price(9.0, "2026-01-01", None, device="b200", option="reserved_1y"),
        ]
    )

    assert set(book.options("h100")) == {"on_demand", "spot"}


@pytest.mark.parametrize(("as_of", "usd"), [("2025-05-01", 12.29), ("2025-07-01", 6.88)])
def test_p5_on_demand_in_us_east_1_has_its_price_of_the_day(
    library: Library, as_of: str, usd: float
) -> None:
    question = PriceQuestion("h100-sxm-80gb", "on_demand", "aws", "us-east-1", "p5.48xlarge")
    choice = library.newest.prices.find(question, ordinal(as_of))

    assert choice is not None
    assert choice.row.usd_per_device_hour == usd
