"""Money over the months: prices of the day, terms, owned devices, alternatives, bands."""

from typing import Any

import pytest
from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.tco.answer import TcoAnswer
from pricing.tco.quote import tco
from tests import questions

H200 = {"device": "h200-sxm-141gb", "device_count": 8, "precision": "fp8"}
OWNED = {
    "option": "owned",
    "ownership": {
        "purchase_usd": 30_000,
        "life_years": 1,
        "residual_fraction": 0.1,
        "operations_fraction": 0.0,
        "hosting_usd_per_kilowatt_month": 0.0,
    },
}


def asked(library: Library, changes: dict[str, Any]) -> TcoAnswer:
    return tco(questions.tco(changes), library)


def test_a_month_is_charged_at_the_price_of_its_day(library: Library) -> None:
    answer = asked(library, {"start": "2025-05-01", "horizon_months": 2, "as_of": "2025-07-01"})
    before, after = (
        month.line_items_usd["compute_burst"] / month.device_hours for month in answer.months
    )

    assert before == pytest.approx(98.32 / 8)  # p5.48xlarge until June 2025, and from then on
    assert after == pytest.approx(55.04 / 8)


def test_prices_that_are_not_known_follow_the_trend(library: Library) -> None:
    answer = asked(library, {"price_change_per_year_fraction": -0.19, "horizon_months": 13})
    usd = [month.line_items_usd["compute_burst"] / month.device_hours for month in answer.months]

    assert usd[6] / usd[0] == pytest.approx(0.9)
    assert usd[12] / usd[0] == pytest.approx(0.81)


def test_a_term_keeps_its_price_and_renews_at_that_days(library: Library) -> None:
    answer = asked(
        library,
        {
            "horizon_months": 30,
            "price_change_per_year_fraction": -0.19,
            "purchase": {"option": "reserved_1y", "provider": "aws", "region": "us-east-1"},
        },
    )
    terms = answer.purchase.commitments
    first = terms[0].usd_per_device_hour

    assert [term.from_month for term in terms] == ["2026-08", "2027-08", "2028-08"]
    assert [term.usd_per_device_hour / first for term in terms] == pytest.approx(
        [1.0, 0.81, 0.6561]
    )
    assert [term.usd_beyond_horizon > 0.0 for term in terms] == [False, False, True]
    assert answer.months[-1].line_items_usd["commitment_unused"] > terms[-1].usd_beyond_horizon - 1
    assert sum(term.usd for term in terms) == pytest.approx(
        sum(
            usd
            for name, usd in answer.totals.line_items_usd.items()
            if name in {"compute_base", "redundancy", "commitment_unused"}
        )
    )


def test_a_base_pays_from_the_ratio_of_its_price_to_the_hourly_one(library: Library) -> None:
    plan = {"plan": "optimal", "provider": "aws", "region": "us-east-1"}
    answer = asked(library, {"purchase": plan})
    term = answer.purchase.commitments[0]
    burst = answer.purchase.burst

    assert burst is not None
    assert term.break_even_utilization_fraction == pytest.approx(
        term.usd_per_device_hour / burst.usd_per_device_hour
    )
    assert answer.purchase.saving_usd == pytest.approx(
        answer.purchase.all_on_demand_usd - answer.totals.usd_total  # type: ignore[operator]
    )


def test_owned_devices_are_paid_at_once_and_lose_their_value_by_the_month(
    library: Library,
) -> None:
    answer = asked(library, {"purchase": OWNED, "horizon_months": 6})
    count = answer.purchase.holdings[0].device_count

    assert answer.months[0].line_items_usd["depreciation"] == pytest.approx(
        count * 30_000 * 0.9 / 12
    )
    assert answer.months[0].usd_paid > count * 30_000
    assert answer.purchase.holdings[0].book_usd == pytest.approx(count * 30_000 * (1 - 0.9 / 2))
    assert answer.totals.line_items_usd["energy"] > 0.0


def test_owned_devices_are_bought_again_when_their_life_ends(library: Library) -> None:
    holdings = asked(library, {"purchase": OWNED, "horizon_months": 18}).purchase.holdings

    assert [(lot.from_month, lot.to_month) for lot in holdings] == [
        ("2026-08", "2027-08"),
        ("2027-08", None),
    ]


def test_a_generation_takes_over_on_its_date_and_the_old_one_is_written_off(
    library: Library,
) -> None:
    answer = asked(
        library,
        {
            "purchase": {"option": "owned"},
            "horizon_months": 24,
            "generations": [{"date": "2027-08-01", "deployment": H200}],
        },
    )

    assert [replica.from_month for replica in answer.replicas] == ["2026-08", "2027-08"]
    assert answer.purchase.holdings[0].to_month == "2027-08"
    assert answer.months[11].line_items_usd["write_off"] > 0.0


def test_the_training_bill_is_spread_over_the_months(library: Library) -> None:
    answer = asked(library, {"training_usd": 1_000_000.01})

    assert answer.totals.line_items_usd["training"] == 1_000_000.01
    assert answer.inference_share_fraction == pytest.approx(
        1.0 - 1_000_000.01 / answer.totals.usd_total
    )


def test_later_payments_have_a_lower_present_value(library: Library) -> None:
    answer = asked(library, {"discount_rate_fraction": 0.1, "horizon_months": 13})
    first, *_, last = answer.months

    assert first.usd_discounted == first.usd_paid
    assert last.usd_discounted == pytest.approx(last.usd_paid / 1.1)


@pytest.mark.parametrize(
    ("months", "changes"),
    [
        (1, {}),
        (6, {}),
        (18, {}),
        (24, {"generations": [{"date": "2027-02-01", "deployment": H200}]}),
        (12, {"traffic.growth_per_month_fraction": 0.1}),
    ],
    ids=["a month", "before the life ends", "bought again", "a generation takes over", "growth"],
)
def test_owned_devices_cost_capital_in_every_month(
    library: Library, months: int, changes: dict[str, Any]
) -> None:
    answer = asked(
        library,
        {"purchase": OWNED, "discount_rate_fraction": 1.0, "horizon_months": months, **changes},
    )
    place = {month.month: at for at, month in enumerate(answer.months)}
    ownership = {"depreciation", "write_off", "cost_of_capital"}
    expected = sum(
        usd / 2.0 ** (at / 12)
        for at, month in enumerate(answer.months)
        for name, usd in month.line_items_usd.items()
        if name not in ownership
    )
    for lot in answer.purchase.holdings:
        end = months if lot.to_month is None else place[lot.to_month]
        expected += lot.usd / 2.0 ** (place[lot.from_month] / 12) - lot.book_usd / 2.0 ** (end / 12)

    assert answer.totals.usd_discounted == pytest.approx(expected, abs=0.01)
    unpaid = answer.totals.line_items_usd["cost_of_capital"]
    assert answer.totals.usd_paid == pytest.approx(answer.totals.usd_total - unpaid)


def test_fiscal_years_begin_in_their_month(library: Library) -> None:
    answer = asked(library, {"fiscal_year_start_month": 10})

    assert [(year.year, year.months) for year in answer.years] == [(2026, 5), (2027, 7)]
    assert [(year.year, year.months) for year in answer.fiscal_years] == [(2026, 2), (2027, 10)]


def test_another_currency_repeats_the_sums(library: Library) -> None:
    answer = asked(library, {"currency": "EUR", "usd_per_currency_unit": 1.25})

    assert answer.converted is not None
    assert answer.converted.total == pytest.approx(answer.totals.usd_total * 0.8)
    for usd, euros in (
        (answer.totals.usd_total_low, answer.converted.total_low),
        (answer.totals.usd_total_high, answer.converted.total_high),
    ):
        assert usd is not None
        assert euros == pytest.approx(usd * 0.8)


def test_an_api_is_charged_by_its_tokens(library: Library) -> None:
    prices = {
        "usd_per_million_input_tokens": 2.0,
        "usd_per_million_cached_input_tokens": 0.5,
        "usd_per_million_output_tokens": 8.0,
    }
    answer = asked(library, {"alternative": prices, "traffic.cached_input_fraction": 0.5})
    (other,) = answer.alternatives
    per_request = (512 * 2.0 + 512 * 0.5 + 256 * 8.0) / 1e6

    assert other.usd_total == pytest.approx(answer.totals.requests * per_request)
    assert other.saving_usd == pytest.approx(other.usd_total - answer.totals.usd_total)
    assert answer.break_even_month == "2026-08"


@pytest.mark.parametrize("said", ["load.cached_input_fraction", "load.traffic_kind"])
def test_an_api_charges_its_cached_price_for_the_cached_share_of_the_load(
    library: Library, said: str
) -> None:
    prices = {
        "usd_per_million_input_tokens": 2.0,
        "usd_per_million_cached_input_tokens": 0.5,
        "usd_per_million_output_tokens": 8.0,
    }
    value, share = (0.25, 0.25) if said.endswith("fraction") else ("chat", None)
    answer = asked(library, {"alternative": prices, said: value})
    known = {row.key: row.value for row in answer.assumptions}
    cached = 1024 * (share or known["load.cached_input_fraction.chat"])
    (other,) = answer.alternatives

    assert other.prices is not None
    assert other.prices.usd_per_request == pytest.approx(
        ((1024 - cached) * 2.0 + cached * 0.5 + 256 * 8.0) / 1e6
    )


def test_an_api_is_priced_by_provider_and_model(library: Library) -> None:
    changes = {"alternative": {"provider": "openai", "model": "gpt-4o-mini"}}
    (other,) = asked(library, changes).alternatives

    assert other.prices is not None
    assert other.prices.usd_per_million_input_tokens == pytest.approx(0.15)
    assert other.prices.usd_per_million_output_tokens == pytest.approx(0.6)
    assert other.prices.source.startswith("genai-prices")


@pytest.mark.parametrize(
    ("provider", "model", "is_told"),
    [("perplexity", "sonar-pro", True), ("openai", "gpt-4o-mini", False)],
)
def test_fees_of_an_api_per_request_are_warned_of(
    library: Library, provider: str, model: str, *, is_told: bool
) -> None:
    answer = asked(library, {"alternative": {"provider": provider, "model": model}})

    assert any("besides its tokens" in warning for warning in answer.warnings) == is_told


def test_the_load_of_the_break_even_costs_the_same_both_ways(library: Library) -> None:
    api = {"usd_per_million_input_tokens": 3.0, "usd_per_million_output_tokens": 3.0}
    even = asked(library, {"alternative": api}).break_even_requests_per_day
    assert even is not None
    around = asked(
        library,
        {"alternative": api, "traffic.requests_per_day": even * 1.02, "horizon_months": 1},
    )

    assert around.totals.usd_total <= around.alternatives[0].usd_total * 1.02
    assert around.totals.usd_total == pytest.approx(around.alternatives[0].usd_total, rel=0.15)


AT_AWS = {"provider": "aws", "region": "us-east-1"}


LONG_MONTHS = 40


@pytest.mark.parametrize("months", [1, 10, 13, LONG_MONTHS])
@pytest.mark.parametrize(
    "plan",
    [
        {"plan": "optimal", **AT_AWS},
        {"plan": "optimal", "burst": {"option": "spot", "usd_per_device_hour": 4.0}, **AT_AWS},
        {"option": "reserved_1y", **AT_AWS},
        {"base": {"option": "reserved_1y", **AT_AWS}},
        {"base": {"option": "reserved_3y", **AT_AWS}, "base_replicas": 2},
        {"option": "spot", **AT_AWS},
        {"option": "owned"},
    ],
    ids=["optimal", "beside spot", "reserved_1y", "base", "base of two", "spot", "owned"],
)
def test_the_curve_agrees_with_queries_at_its_loads(
    library: Library, plan: dict[str, Any], months: int
) -> None:
    changes = {
        "purchase": plan,
        "horizon_months": months,
        "price_change_per_year_fraction": 0.0,
        "capacity.scaling": "autoscaled",
        "alternative": {"usd_per_million_input_tokens": 1.0, "usd_per_million_output_tokens": 3.0},
    }
    (other,) = asked(library, changes).alternatives

    for point in other.curve[8:20:6]:
        again = asked(library, {**changes, "traffic.requests_per_day": point.requests_per_day})
        as_long = again.totals.requests / again.months[0].requests
        # Months differ in their days, and what is owned costs the same in each. Replicas of a
        # ladder share the gaps between terms that do not fill the horizon: no curve knows that, and
        # it may lie above the plan, not below.
        is_ladder = "plan" in plan or ("base" in plan and "base_replicas" not in plan)
        least = 0.94 if is_ladder and months == LONG_MONTHS else 0.97
        usd = again.totals.usd_total / as_long
        assert least * point.usd_per_month <= usd <= 1.03 * point.usd_per_month


def test_a_term_longer_than_the_horizon_is_not_priced_by_its_months(library: Library) -> None:
    changes = {
        "measured.requests_per_second": 30.0,
        "traffic": {"requests_per_day": 2e6, "peak_to_average_ratio": 1.5},
        "horizon_months": 6,
        "purchase": {"plan": "optimal", **AT_AWS},
        "alternative": {"usd_per_million_input_tokens": 0.3, "usd_per_million_output_tokens": 1},
    }
    answer = asked(library, changes)
    (other,) = answer.alternatives
    near = min(other.curve, key=lambda point: abs(point.requests_per_day - 2e6))

    assert answer.purchase.commitments == ()
    assert near.usd_per_month == pytest.approx(answer.months[0].usd_total, rel=0.01)
    assert answer.break_even_requests_per_day is None


def test_a_break_even_month_is_found_where_the_load_grows_into_it(library: Library) -> None:
    answer = asked(
        library,
        {
            "traffic": {"requests_per_day": 3e5, "growth_per_month_fraction": 0.15},
            "horizon_months": 24,
            "alternative": {
                "usd_per_million_input_tokens": 3.0,
                "usd_per_million_output_tokens": 3.0,
            },
        },
    )
    (other,) = answer.alternatives
    at = [month.month for month in other.months].index(answer.break_even_month or "")

    assert at > 0
    assert answer.months[at - 1].usd_cumulative > other.months[at - 1].usd_cumulative
    assert answer.months[at].usd_cumulative <= other.months[at].usd_cumulative


def test_another_deployment_is_costed_as_if_it_were_asked_for(library: Library) -> None:
    plan = {"option": "on_demand", "provider": "aws"}
    changes = {"alternatives": [{"deployment": H200, "purchase": plan}]}
    (other,) = asked(library, changes).alternatives
    alone = asked(library, {"deployment": H200, "purchase": plan})

    assert other.usd_total == alone.totals.usd_total
    assert other.usd_discounted == alone.totals.usd_discounted
    assert other.replica == alone.replicas[0]


def test_bands_contain_the_plan_and_are_reproducible(library: Library) -> None:
    changes = {"uncertainty": {"draws": 500, "seed": 7}}
    answer, again = asked(library, changes), asked(library, changes)
    other = asked(library, {"uncertainty": {"draws": 500, "seed": 8}})

    assert answer.uncertainty is not None
    total = answer.uncertainty.usd_total
    assert total.p10 < total.p50 < total.p90
    assert total.p10 < answer.totals.usd_total < total.p90
    assert answer.uncertainty == again.uncertainty
    assert answer.uncertainty != other.uncertainty


def test_without_bands_every_draw_is_the_plan(library: Library) -> None:
    bands = {
        "draws": 100,
        "throughput_band_ratio": 1.0,
        "load_band_ratio": 1.0,
        "growth_band_per_month_fraction": 0.0,
        "price_band_per_year_fraction": 0.0,
    }
    answer = asked(library, {"uncertainty": bands})

    assert answer.uncertainty is not None
    assert answer.uncertainty.usd_total.p10 == pytest.approx(answer.totals.usd_total)
    assert answer.uncertainty.usd_total.p90 == pytest.approx(answer.totals.usd_total)


KNOWN = {"start": "2025-04-01", "as_of": "2026-07-01", "horizon_months": 18}
"""Sixteen months whose prices are known, and two that are not."""


def monthly_prices(answer: TcoAnswer) -> list[float]:
    return [month.line_items_usd["compute_burst"] / month.device_hours for month in answer.months]


def test_a_price_of_the_callers_follows_the_trend_from_the_last_known_day(library: Library) -> None:
    purchase = {"option": "on_demand", "usd_per_device_hour": 6.88}
    changes = KNOWN | {"price_change_per_year_fraction": -0.3, "purchase": purchase}
    usd = monthly_prices(asked(library, changes))

    assert usd[:16] == pytest.approx([6.88] * 16)
    assert usd[16:] == pytest.approx([6.88 * 0.7 ** (months / 12) for months in (1, 2)])


def test_prices_of_an_api_follow_their_trend_from_the_last_known_day(library: Library) -> None:
    api = {
        "usd_per_million_input_tokens": 1.0,
        "usd_per_million_output_tokens": 4.0,
        "price_change_per_year_fraction": -0.3,
    }
    changes = KNOWN | {"alternative": api, "traffic.requests_per_day": 5e6}
    answer = asked(library, changes)
    (found,) = answer.alternatives
    usd = [
        month.usd_total / own.requests
        for month, own in zip(found.months, answer.months, strict=True)
    ]

    assert usd[:16] == pytest.approx([usd[0]] * 16, rel=1e-6)
    assert usd[17] / usd[0] == pytest.approx(0.7 ** (2 / 12), rel=1e-6)


def test_known_prices_are_certain(library: Library) -> None:
    bands = {
        "load_band_ratio": 1.0,
        "throughput_band_ratio": 1.0,
        "growth_band_per_month_fraction": 0.0,
        "price_band_per_year_fraction": 0.3,
    }
    answer = asked(library, KNOWN | {"uncertainty": bands})

    assert answer.uncertainty is not None
    spread = [month.p90 - month.p10 for month in answer.uncertainty.months]
    assert spread[:16] == [0.0] * 16
    assert 0.0 < spread[16] < spread[17]


def test_a_question_of_whole_numbers_costs_what_floats_do(library: Library) -> None:
    """As a notebook writes it: nobody decodes it."""
    floats = questions.tco({"capacity": {"scaling": "autoscaled", "startup_seconds": 300.0}})
    whole = replace(floats, capacity=replace(floats.capacity, startup_seconds=300))

    assert tco(whole, library).totals == tco(floats, library).totals
