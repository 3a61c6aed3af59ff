"""Queries without an honest answer are refused with the field to change."""

from typing import Any

import msgspec
import pytest

from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.tco.quote import tco
from tests import questions

API = {"provider": "openai", "model": "gpt-4o-mini"}
FREE = {"usd_per_million_input_tokens": 0.0, "usd_per_million_output_tokens": 0.0}
H200 = {"device": "h200-sxm-141gb", "device_count": 8, "precision": "fp8"}

REFUSED: list[tuple[dict[str, Any], str, str]] = [
    (
        {"purchase": {"plan": "optimal"}, "deployment": {"device": "h800-sxm", "device_count": 8}},
        "purchase.plan",
        "leave plan out, and give option owned",
    ),
    (
        {
            "purchase": {"base": {"option": "reserved_1y"}, "burst": {"option": "spot"}},
            "deployment": {"device": "h800-sxm", "device_count": 8},
        },
        "purchase.base",
        "leave base and burst out, and give option owned",
    ),
    ({"traffic.hourly_profile": [0.0] * 24}, "traffic.hourly_profile", "sum to zero"),
    (
        {"traffic.hourly_profile": [1.0] * 24, "traffic.peak_to_average_ratio": 2.0},
        "traffic.peak_to_average_ratio",
        "already sets the peak",
    ),
    ({"traffic": {}}, "traffic.requests_per_day", "give the number of requests"),
    (
        {"traffic": {"requests_per_day_by_month": [0.0] * 12}},
        "traffic.requests_per_day_by_month",
        "the load is zero in every month",
    ),
    (
        {"traffic.requests_per_day": 1e-300},
        "traffic.requests_per_day",
        "the load is zero in every month",
    ),
    (
        {"traffic": {"requests_per_day_by_month": [1.0] * 3}},
        "traffic.requests_per_day_by_month",
        "3 months, and the horizon has 12",
    ),
    (
        {"traffic.requests_per_day_by_month": [1.0] * 12},
        "traffic.requests_per_day_by_month",
        "requests_per_day_by_month replaces",
    ),
    (
        {"traffic": {"requests_per_day_by_month": [1.0] * 12, "growth": "linear"}},
        "traffic.requests_per_day_by_month",
        "requests_per_day_by_month replaces",
    ),
    (
        {"traffic.growth": "linear", "traffic.growth_per_month_fraction": -0.2},
        "traffic.growth_per_month_fraction",
        "after 5 of 12 months",
    ),
    (
        {"traffic.requests_per_day": 1e12, "load.output_tokens": 2000.0},
        "traffic",
        "a plan has at most 1,000,000",
    ),
    (
        {
            "traffic.requests_per_day": 1e12,
            "measured.requests_per_second": 1e9,
            "overheads.egress_usd_per_gigabyte": 0.0,
            "alternative": {
                "usd_per_million_input_tokens": 1e6,
                "usd_per_million_output_tokens": 1e6,
            },
        },
        "traffic",
        "API at given prices would cost more than 9e+11 USD",
    ),
    ({"load.requests_per_second": 3.0}, "load.requests_per_second", "traffic gives"),
    ({"currency": "EUR"}, "currency", "give usd_per_currency_unit for EUR"),
    ({"usd_per_currency_unit": 1.1}, "usd_per_currency_unit", "a currency other than USD"),
    ({"start": "2026-02-30"}, "start", "not a day of the calendar"),
    ({"start": "9999-01"}, "start", "a service starts in 2199 at the latest"),
    ({"start": "0001-01"}, "start", "a service starts in 2000 at the earliest"),
    ({"start": None, "as_of": "0001-01-01"}, "as_of", "a service starts in 2000 at the earliest"),
    ({"start": None, "as_of": "9999-11-30"}, "as_of", "a service starts in 2199 at the latest"),
    ({"start": None, "as_of": "9999-12-31"}, "as_of", "a service starts in 2199 at the latest"),
    ({"start": "2020-01"}, "purchase", "no on_demand price"),
    (
        {"capacity": {"scaling": "scale_to_zero", "minimum_replicas": 2}},
        "capacity.minimum_replicas",
        "cannot keep 2 replicas running",
    ),
    ({"capacity.idle_seconds": 60.0}, "capacity.idle_seconds", "only to scale_to_zero"),
    ({"capacity.startup_seconds": 60.0}, "capacity.startup_seconds", "fixed scaling without spot"),
    ({"capacity.spot_cover_replicas": 1}, "capacity.spot_cover_replicas", "applies only to spot"),
    (
        {"capacity.spot_preemptions_per_instance_hour": 0.1},
        "capacity.spot_preemptions_per_instance_hour",
        "applies only to spot",
    ),
    ({"uncertainty.draws": 10_000, "horizon_months": 240}, "uncertainty.draws", "2,500 draws"),
    ({"purchase": {"option": "owned", "provider": "nope"}}, "purchase.provider", "no provider"),
    ({"purchase.ownership": {}}, "purchase.ownership", "nothing is owned"),
    ({"purchase.options": ["reserved_1y"]}, "purchase.options", "the optimal plan"),
    ({"purchase.longest_term_months": 12}, "purchase.longest_term_months", "the optimal plan"),
    ({"purchase.burst": {}}, "purchase.base", "need a base"),
    ({"purchase": {"plan": "optimal", "option": "spot"}}, "purchase.option", "chooses"),
    (
        {"purchase": {"plan": "optimal", "base_replicas": 1}},
        "purchase.base",
        "sizes what it commits",
    ),
    (
        {"purchase": {"plan": "optimal", "usd_per_device_hour": 2.0}},
        "purchase.usd_per_device_hour",
        "give base and burst",
    ),
    ({"purchase": {"base": {"option": "spot"}}}, "purchase.base.option", "is a commitment"),
    (
        {"purchase": {"base": {"option": "owned"}}},
        "purchase.base_replicas",
        "the number of owned replicas",
    ),
    (
        {"purchase": {"base": {"option": "reserved_1y"}, "option": "spot"}},
        "purchase.option",
        "in base and burst",
    ),
    *(
        (
            {"purchase": {"base": {"option": "reserved_1y"}, name: value}},
            f"purchase.{name}",
            "in base and burst",
        )
        for name, value in {
            "provider": "aws",
            "region": "us-east-1",
            "instance_type": "p5.48xlarge",
            "discount_fraction": 0.3,
            "usd_per_device_hour": 2.0,
        }.items()
    ),
    (
        {"purchase": {"base": {"option": "reserved_1y"}, "burst": {"option": "reserved_3y"}}},
        "purchase.burst.option",
        "not sold by the hour",
    ),
    (
        {"purchase": {"option": "owned", "usd_per_device_hour": 2.0}},
        "purchase.usd_per_device_hour",
        "when they are bought",
    ),
    *(
        (
            {"purchase": {"base": {"option": "owned", **given}, "base_replicas": 1, "burst": {}}},
            f"purchase.base.{name}",
            detail,
        )
        for given, name, detail in (
            ({"provider": "nope"}, "provider", "no provider"),
            ({"instance_type": "p5.48xlarge"}, "instance_type", "applies to rented capacity"),
            ({"usd_per_device_hour": 2.0}, "usd_per_device_hour", "when they are bought"),
        )
    ),
    (
        {"generations": [{"date": "2026-01-01", "deployment": H200}]},
        "generations[0].date",
        "outside the horizon",
    ),
    (
        {"generations": [{"date": "2026-13-01", "deployment": H200}]},
        "generations[0].date",
        "not a day",
    ),
    (
        {"generations": [{"date": "2027-01-01", "deployment": {"device": "h201"}}]},
        "generations[0].deployment.device",
        "no device is called",
    ),
    ({"alternative": {}}, "alternative.provider", "an alternative needs"),
    ({"alternative": {"provider": "openai"}}, "alternative.model", "an alternative needs"),
    ({"alternative": {**API, "model": "gpt-9"}}, "alternative.model", "has no model 'gpt-9'"),
    ({"alternative": {**API, "provider": "opnai"}}, "alternative.provider", "no provider 'opnai'"),
    ({"alternative": {**API, "deployment": H200}}, "alternative.provider", "apply to an API"),
    (
        {"alternative": {"deployment": H200, "usd_per_million_cached_input_tokens": 1.0}},
        "alternative.usd_per_million_cached_input_tokens",
        "apply to an API",
    ),
    (
        {"alternative": {"deployment": H200, "price_change_per_year_fraction": 0.1}},
        "alternative.price_change_per_year_fraction",
        "apply to an API",
    ),
    (
        {"alternative": {"deployment": H200, "capacity": {"spot_cover_replicas": 1}}},
        "alternative.capacity.spot_cover_replicas",
        "applies only to spot",
    ),
    ({"alternative": {**API, **FREE}}, "alternative.provider", "prices per token replace"),
    ({"alternative": {**FREE, "model": "mine"}}, "alternative.model", "prices per token replace"),
    (
        {"alternative": {**API, "usd_per_million_cached_input_tokens": 1.0}},
        "alternative.provider",
        "prices per token replace",
    ),
    (
        {"alternative": {**API, "measured": {"requests_per_second": 1.0}}},
        "alternative.measured",
        "applies to a deployment",
    ),
    ({"alternative": {**API, "purchase": {}}}, "alternative.purchase", "no capacity to buy"),
    (
        {"alternatives": [API, {"usd_per_million_input_tokens": 1.0}]},
        "alternatives[1].usd_per_million_output_tokens",
        "both input and output",
    ),
    (
        {"alternative": FREE},
        "alternative.usd_per_million_output_tokens",
        "make the API free",
    ),
    (
        {"alternative": {"deployment": {**H200, "device": "h101"}}},
        "alternative.deployment.device",
        "no device is called 'h101'",
    ),
    ({"model": None}, "model", "measured.requests_per_second"),
    (
        {"model": None, "measured.requests_per_second": 9.0, "traffic.cached_input_fraction": 0.5},
        "traffic.cached_input_fraction",
        "there are no tokens",
    ),
    (
        {"load.cached_input_fraction": 0.4, "traffic.cached_input_fraction": 0.5},
        "traffic.cached_input_fraction",
        "the same share",
    ),
    (
        {"model": None, "measured.requests_per_second": 9.0, "alternative": API},
        "alternative.provider",
        "charges per token",
    ),
]


@pytest.mark.parametrize(("changes", "field", "detail"), REFUSED)
def test_refused(changes: dict[str, Any], field: str, detail: str, library: Library) -> None:
    with pytest.raises(Refusal) as refused:
        tco(questions.tco(changes), library)

    assert refused.value.field == field
    assert detail in refused.value.detail


@pytest.mark.parametrize("months", [0, 241, 1000])
def test_horizon_has_bounds(months: int) -> None:
    with pytest.raises(msgspec.ValidationError, match="horizon_months"):
        questions.tco({"horizon_months": months})


@pytest.mark.parametrize("months", [3, 7, 12, 14, 60, 240])
def test_proposed_values_for_a_decline_are_answered(months: int, library: Library) -> None:
    steep = {"traffic.growth": "linear", "traffic.growth_per_month_fraction": -0.99}
    changes = {**steep, "horizon_months": months}
    with pytest.raises(Refusal) as refused:
        tco(questions.tco(changes), library)

    slower, shorter = refused.value.nearest
    growth = {"traffic.growth_per_month_fraction": float(slower)}
    horizon = {"horizon_months": int(shorter.removeprefix("horizon_months: "))}
    for proposed in (growth, horizon):
        assert tco(questions.tco({**changes, **proposed}), library).totals.requests > 0.0


def test_proposed_days_for_a_generation_are_answered(library: Library) -> None:
    with pytest.raises(Refusal) as refused:
        tco(
            questions.tco({"generations": [{"date": "2026-01-01", "deployment": H200}]}),
            library,
        )

    assert list(refused.value.nearest) == ["2026-09-01", "2026-10-01", "2026-11-01"]
    for day in refused.value.nearest:
        generations = [{"date": day, "deployment": H200}]
        answer = tco(questions.tco({"generations": generations}), library)
        assert answer.replicas[1].from_month == day[:7]
