from typing import Any

import numpy as np
import pytest

from pricing.catalog.library import Library
from pricing.tco.break_even import break_even_month
from pricing.tco.quote import tco
from tests import questions

API = {"usd_per_million_input_tokens": 1.0, "usd_per_million_output_tokens": 3.0}


@pytest.mark.parametrize(
    ("own", "other", "month"),
    [
        ([1, 1, 1], [1, 1, 1], 0),
        ([1, 1, 1], [2, 0, 1], 0),
        ([3, 0, 1], [2, 1, 1], 1),
        ([3, 0, 0], [1, 1, 1], 2),
        ([0, 3, 0], [1, 1, 1], 2),
        ([1, 1, 2], [1, 1, 1], None),
    ],
)
def test_break_even_month_is_the_first_with_no_higher_cost_from_then_on(
    own: list[int], other: list[int], month: int | None
) -> None:
    """By what has been spent up to then: as much is not dearer."""
    assert break_even_month(np.array(own), np.array(other)) == month


@pytest.mark.parametrize("rate", [0.0, 0.1])
def test_months_of_an_api_are_discounted_as_those_of_the_service(
    library: Library, rate: float
) -> None:
    changes = {"alternative": API, "discount_rate_fraction": rate, "horizon_months": 13}
    answer = tco(questions.tco(changes), library)
    (other,) = answer.alternatives
    worth = [month.usd_total / (1.0 + rate) ** (at / 12) for at, month in enumerate(other.months)]

    assert other.usd_discounted == pytest.approx(sum(worth), abs=0.01)
    assert other.usd_total == pytest.approx(sum(month.usd_total for month in other.months))
    assert other.months[-1].usd_cumulative == pytest.approx(other.usd_total)
    assert other.usd_per_million_tokens == pytest.approx(
        other.usd_total / answer.totals.usd_total * (answer.totals.usd_per_million_tokens or 0.0)
    )


def test_the_single_alternative_precedes_the_list(library: Library) -> None:
    names = ("one", "two", "three")
    first, *others = ({**API, "name": name} for name in names)
    answer = tco(questions.tco({"alternative": first, "alternatives": others}), library)

    assert tuple(other.name for other in answer.alternatives) == names


H200 = {"device": "h200-sxm-141gb", "device_count": 8, "precision": "fp8"}


@pytest.mark.parametrize(
    ("other", "borne_usd"),
    [
        ({"deployment": H200}, 1.2e6),
        ({"deployment": H200, "model": "llama-3.1-70b"}, 1.2e6),
        ({"deployment": H200, "model": "qwen2.5-72b"}, 0.0),
        (API, 0.0),
    ],
)
def test_training_is_charged_to_all_deployments_of_the_model(
    library: Library, other: dict[str, Any], borne_usd: float
) -> None:
    changes = {"alternative": other, "discount_rate_fraction": 0.1, "horizon_months": 12}
    bare, trained = (
        tco(questions.tco({**changes, "training_usd": usd}), library) for usd in (0.0, 1.2e6)
    )
    (beside_bare,), (beside_trained,) = bare.alternatives, trained.alternatives
    discounted_usd = trained.totals.usd_discounted - bare.totals.usd_discounted

    assert trained.totals.usd_total - bare.totals.usd_total == pytest.approx(1.2e6)
    assert beside_trained.usd_total - beside_bare.usd_total == pytest.approx(borne_usd)
    assert beside_trained.usd_discounted - beside_bare.usd_discounted == pytest.approx(
        discounted_usd * borne_usd / 1.2e6, abs=0.01
    )
    for point, same in zip(beside_trained.curve, beside_bare.curve, strict=True):
        if point.requests_per_day != same.requests_per_day:
            continue  # the load of a break-even, which the training moves
        assert point.usd_per_month - same.usd_per_month == pytest.approx(1e5)
        assert point.alternative_usd_per_month - same.alternative_usd_per_month == pytest.approx(
            borne_usd / 12
        )


def test_prices_of_a_named_api_are_of_the_day_that_is_asked_about(library: Library) -> None:
    """Those of o3 fell to a fifth on 10 June 2025."""
    before, after = (
        tco(
            questions.tco({"alternative": {"provider": "openai", "model": "o3"}, "as_of": day}),
            library,
        ).alternatives[0]
        for day in ("2025-06-01", "2025-07-01")
    )

    assert before.prices is not None
    assert after.prices is not None
    assert before.prices.usd_per_request == pytest.approx(5 * after.prices.usd_per_request)


@pytest.mark.parametrize(
    ("api", "is_told"),
    [({"provider": "deepseek", "model": "deepseek-chat"}, True), (API, False)],
)
def test_a_price_by_the_hour_of_day_is_warned_of(
    library: Library, api: dict[str, Any], *, is_told: bool
) -> None:
    warnings = tco(questions.tco({"alternative": api}), library).warnings

    assert any("by the hour of the day" in warning for warning in warnings) == is_told


def test_cached_input_costs_as_other_input_by_default(
    library: Library,
) -> None:
    cached = {"traffic.cached_input_fraction": 0.5}
    given = {**API, "usd_per_million_cached_input_tokens": 1.0}
    plain, unsaid, same = (
        tco(questions.tco({"alternative": api, **more}), library).alternatives[0].usd_total
        for api, more in ((API, {}), (API, cached), (given, cached))
    )

    assert plain == unsaid == same


@pytest.mark.parametrize("months", [5, 7, 11, 18])
def test_charges_equal_payments_to_the_last_digit(library: Library, months: int) -> None:
    owned = {"option": "owned", "ownership": {"purchase_usd": 31_234.567, "life_years": 5}}
    changes = {"purchase": owned, "training_usd": 1_000_000.01, "horizon_months": months}
    answer = tco(questions.tco(changes), library)

    paid = sum(round(10_000 * month.usd_paid) for month in answer.months)
    # Nobody is paid the cost of capital.
    unpaid = round(10_000 * answer.totals.line_items_usd["cost_of_capital"])
    assert paid == round(10_000 * answer.totals.usd_paid)
    assert paid == round(10_000 * answer.totals.usd_total) - unpaid


@pytest.mark.parametrize("usd_per_million_tokens", [0.88, 1.0, 2.0])
def test_the_service_costs_no_more_from_the_break_even_load(
    library: Library, usd_per_million_tokens: float
) -> None:
    """Beyond every stair that another replica is, whatever load was asked for.

    The loads of the last look are 0.01 to 0.02% apart, so that one of them below is dearer.
    """
    names = ("usd_per_million_input_tokens", "usd_per_million_output_tokens")
    api = dict.fromkeys(names, usd_per_million_tokens)

    def at(requests_per_day: float) -> Any:
        traffic = {
            "traffic.requests_per_day": requests_per_day,
            "horizon_months": 1,
            "workload": "batch",
        }
        return tco(questions.tco({"alternative": api, **traffic}), library)

    def is_dearer(requests_per_day: float) -> bool:
        answer = at(requests_per_day)
        return bool(answer.totals.usd_total > answer.alternatives[0].usd_total)

    even, *others = (at(load).break_even_requests_per_day for load in (1e5, 7e5, 2e6, 1.1e7))

    assert even is not None
    assert others == pytest.approx([even] * 3, rel=3e-4)
    assert any(is_dearer(even * share) for share in (0.9997, 0.9998, 0.9999))
    assert not any(is_dearer(even * 1.05**step) for step in range(24))


def test_where_another_deployment_needs_a_replica_the_break_even_is_not_before_it(
    library: Library,
) -> None:
    """A straight line through its stair would cross below it, where the service is dearer."""
    other = {
        "deployment": {"device": "l40s", "device_count": 8, "precision": "fp8"},
        "purchase": {"option": "on_demand", "usd_per_device_hour": 2.0},
    }
    changes = {"alternative": other, "horizon_months": 1}
    even = tco(questions.tco(changes), library).break_even_requests_per_day
    assert even is not None
    again = tco(questions.tco({**changes, "traffic.requests_per_day": even}), library)

    assert again.totals.usd_total <= again.alternatives[0].usd_total


@pytest.mark.parametrize("requests_per_day", [2e8, 2e10])
def test_break_even_of_a_large_service_is_that_of_a_small_one(
    library: Library, requests_per_day: float
) -> None:
    """The load that a month breaks even at does not hang on the load that the service has."""

    def asked(load: float) -> Any:
        changes = {"alternative": API, "traffic.requests_per_day": load, "horizon_months": 1}
        return tco(questions.tco(changes), library)

    small, large = asked(2e6), asked(requests_per_day)

    assert large.break_even_requests_per_day == pytest.approx(
        small.break_even_requests_per_day, rel=0.05
    )
    first, *_, last = (point.requests_per_day for point in large.alternatives[0].curve)
    assert first < large.break_even_requests_per_day < requests_per_day < last


def test_curve_of_a_service_that_never_costs_more_stays_around_its_load(library: Library) -> None:
    dear = {
        "deployment": {"device": "h100-sxm-80gb", "device_count": 8, "precision": "fp8"},
        "purchase": {"option": "on_demand", "usd_per_device_hour": 100.0},
    }
    changes = {"alternative": dear, "traffic.requests_per_day": 2e6, "horizon_months": 1}
    answer = tco(questions.tco(changes), library)
    first = answer.alternatives[0].curve[0]

    assert first.requests_per_day == pytest.approx(2e5)
    assert answer.break_even_requests_per_day == first.requests_per_day


def test_alternatives_do_not_affect_each_other(library: Library) -> None:
    other = {"deployment": {"device": "h200-sxm-141gb", "device_count": 8, "precision": "fp8"}}
    never = {"usd_per_million_input_tokens": 0.01, "usd_per_million_output_tokens": 0.01}
    stairs = {"usd_per_million_input_tokens": 0.8, "usd_per_million_output_tokens": 0.8}
    short = {"traffic.requests_per_day": 2e6, "horizon_months": 1}
    every = [{**never, "name": "never"}, stairs, other, {**API, "name": "dear"}]

    beside = tco(questions.tco({"alternatives": every, **short}), library).alternatives
    alone = [
        tco(questions.tco({"alternative": one, **short}), library).alternatives[0] for one in every
    ]

    assert beside == tuple(alone)
    assert {one.break_even_requests_per_day is None for one in beside} == {True, False}


@pytest.mark.parametrize("change", [-0.5, 0.5])
def test_api_with_a_price_change_costs_less_later(library: Library, change: float) -> None:
    """From the last day that the release knows on; the first month is of nearly that day."""
    api = {**API, "price_change_per_year_fraction": change}
    steady, moved = (
        tco(questions.tco({"alternative": one}), library).alternatives[0] for one in (API, api)
    )

    ratios = [
        one.usd_total / other.usd_total
        for one, other in zip(moved.months, steady.months, strict=True)
    ]
    assert ratios == sorted(ratios, reverse=change < 0.0)
    assert ratios[-1] == pytest.approx(1.0 + change, rel=0.1)


def test_replicas_of_another_deployment_are_those_of_its_peak(library: Library) -> None:
    other = {"deployment": {"device": "h200-sxm-141gb", "device_count": 8, "precision": "fp8"}}
    traffic = {"traffic.growth_per_month_fraction": 0.2}
    (beside,) = tco(questions.tco({"alternative": other, **traffic}), library).alternatives
    itself = tco(questions.tco({**other, **traffic}), library)

    assert beside.peak_replicas == itself.capacity.peak_replicas


def test_curve_reaches_around_a_service_that_begins_later(library: Library) -> None:
    """Ten times either way of the first month that has any load."""
    other = {"deployment": {"device": "h200-sxm-141gb", "device_count": 8, "precision": "fp8"}}
    traffic = {"requests_per_day_by_month": [0.0] * 3 + [1e6, 4e6] + [2e6] * 7}
    changes = {"alternative": other, "traffic": traffic}
    curve = tco(questions.tco(changes), library).alternatives[0].curve

    assert curve[0].requests_per_day == pytest.approx(1e5)
    assert curve[-1].requests_per_day == pytest.approx(1e7)


def test_providers_that_nobody_named_are_told(library: Library) -> None:
    others = [{"deployment": {"device": name, "device_count": 8}} for name in ("b200-sxm", "l40s")]
    answer = tco(questions.tco({"alternatives": others, "catalog": "2026-10-31"}), library)
    told = [one for one in answer.warnings if "are of different providers" in one]
    named = [one | {"purchase": {"provider": "aws", "region": "us-east-1"}} for one in others]
    same = {"purchase": {"provider": "aws", "region": "us-east-1"}, "alternatives": named}
    alike = tco(questions.tco(same | {"catalog": "2026-10-31"}), library)

    assert len(told) == 1
    for one in answer.alternatives:
        assert one.burst is not None
        assert one.burst.row is not None
        assert one.base is None
        assert f"{one.name} of {one.burst.row.provider}" in told[0]
    assert not any("of different providers" in one for one in alike.warnings)
