"""How sure the cost of a service is."""

from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.tco.answer import TcoAnswer
from pricing.tco.quote import tco
from tests import questions

SURE = {"confidence": [0.8, 0.95]}


def answered(library: Library, changes: dict[str, Any]) -> TcoAnswer:
    return tco(questions.tco({**SURE, **changes}), library)


def names(answer: TcoAnswer) -> set[str]:
    assert answer.confidence is not None
    return {doubt.name for doubt in answer.confidence.doubts}


def test_the_base_case_is_the_answer_and_the_months_of_a_case_add_up(library: Library) -> None:
    answer = answered(library, {})
    plain = answered(library, {"confidence": None})
    found = answer.confidence

    assert found is not None
    assert replace(answer.totals) == plain.totals
    assert answer.months == plain.months
    low, base, high = found.cases
    assert base.usd == pytest.approx(answer.totals.usd_total, abs=0.1)
    for case, field in ((low, "low_case_usd"), (base, "base_case_usd"), (high, "high_case_usd")):
        assert sum(getattr(month, field) for month in found.months) == pytest.approx(case.usd)
    levels = [found.p10_usd, found.p50_usd, *(one.usd for one in found.levels)]
    assert [low.usd, *levels, high.usd] == sorted([low.usd, *levels, high.usd])
    assert found.levels[0].usd < found.p90_usd < found.levels[1].usd


def test_what_the_caller_is_sure_of_is_no_doubt(library: Library) -> None:
    certain = {
        "uncertainty.throughput_band_ratio": 1.0,
        "uncertainty.load_band_ratio": 1.0,
        "uncertainty.growth_band_per_month_fraction": 0.0,
        "uncertainty.draws": 100,
    }
    answer = answered(library, certain)
    found = answer.confidence

    assert names(answer) == {"price_change"}
    assert found is not None
    source = {one.key: one.source for one in answer.assumptions}
    assert source[found.doubts[0].source]
    assert found.p50_usd == pytest.approx(answer.totals.usd_total, rel=1e-3)


def test_growth_compounds_and_other_doubts_are_common_to_all_months(library: Library) -> None:
    alone = {
        "capacity": {"scaling": "autoscaled", "minimum_replicas": 0, "redundant_replicas": 0},
        "traffic.requests_per_day": 1e9,
        "uncertainty": {
            "draws": 100,
            "throughput_band_ratio": 1.0,
            "load_band_ratio": 1.0,
            "growth_band_per_month_fraction": 0.02,
            "price_band_per_year_fraction": 0.0,
        },
    }
    found = answered(library, alone).confidence

    assert found is not None
    ratios = [month.p90_usd / month.base_case_usd for month in found.months]
    assert ratios == pytest.approx(np.exp(0.02 * np.arange(12.0)), rel=0.01)


def test_the_rate_of_preemptions_is_a_doubt_unless_it_is_given(library: Library) -> None:
    spot = {"purchase": {"option": "spot", "provider": "aws", "region": "us-east-1"}}

    assert "preemption_rate" in names(answered(library, spot))
    given = {**spot, "capacity.spot_preemptions_per_instance_hour": 0.01}
    assert "preemption_rate" not in names(answered(library, given))
    assert "preemption_rate" not in names(answered(library, {}))


def test_more_replicas_on_spot_have_the_cover_of_their_number(library: Library) -> None:
    """As if the load at the end of its band were asked for."""
    spot = {
        "purchase": {"option": "spot", "provider": "aws", "region": "us-east-1"},
        "traffic.requests_per_day": 1.5e6,
        "capacity.spot_preemptions_per_instance_hour": 0.05,
        "uncertainty": {
            "throughput_band_ratio": 1.0,
            "growth_band_per_month_fraction": 0.0,
            "price_band_per_year_fraction": 0.0,
            "load_band_ratio": 4.0,
        },
    }
    answer = answered(library, spot)
    fields = {"confidence": None, "uncertainty": None}
    less, more = (
        answered(library, {**spot, **fields, "traffic.requests_per_day": requests}).totals
        for requests in (0.375e6, 6e6)
    )

    assert answer.confidence is not None
    load = next(one for one in answer.confidence.doubts if one.name == "load")
    assert load.usd_at_low == pytest.approx(less.usd_total, abs=0.1)
    assert load.usd_at_high == pytest.approx(more.usd_total, abs=0.1)


def test_spot_prices_wander_up_to_those_on_demand(library: Library) -> None:
    place = {"provider": "aws", "region": "us-east-1"}
    spot = {"purchase": {"option": "spot", **place}, "start": "2026-11-01"}
    narrow, wide, dear = (
        answered(library, {**spot, "uncertainty": {"spot_price_band_per_year_fraction": band}})
        for band in (0.0, 0.6, 4.0)
    )
    ends = []
    for answer in (wide, dear):
        assert answer.confidence is not None
        found = next(one for one in answer.confidence.doubts if one.name == "spot_price_change")
        ends.append(found.usd_at_high)

    assert "price_change" not in names(narrow) | names(wide)
    assert "spot_price_change" not in names(narrow)
    assert wide.totals.usd_total < ends[0] < ends[1]
    on_demand = wide.purchase.all_on_demand_usd
    cover = wide.totals.line_items_usd["spot_cover"] / wide.totals.usd_total
    assert on_demand is not None
    assert ends[1] < on_demand * (1.0 + 2.0 * cover)


def test_a_band_of_spot_prices_needs_spot(library: Library) -> None:
    with pytest.raises(InvalidQuery) as refusal:
        answered(library, {"uncertainty": {"spot_price_band_per_year_fraction": 0.3}})

    assert refusal.value.field == "uncertainty.spot_price_band_per_year_fraction"
