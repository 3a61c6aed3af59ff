"""A driver is the same question with one assumption at an end of its range."""

from importlib import import_module
from math import inf
from typing import Any

import msgspec
import pytest

from pricing import Library, run_costs, unit_costs
from pricing.catalog.listed.media import media_by_name
from pricing.catalog.variants import varied
from pricing.errors import InvalidQuery
from pricing.evidence.cases import cases
from pricing.evidence.neighbours import known_cases
from pricing.pauses import pausing
from pricing.quote.answer import Driver
from pricing.sweeps.query import SweepQuery
from pricing.sweeps.sweep import sweep_of
from pricing.tco.query import TcoQuery
from pricing.tco.quote import tco as service_over_time
from pricing.training.mfu import published_arithmetic
from tests import questions

OWNED: dict[str, Any] = {"purchase.option": "owned"}


def of_unit_costs(library: Library, changes: questions.Changes) -> tuple[dict[str, Driver], Any]:
    answer = unit_costs(questions.unit_cost({**changes, "drivers": True}), library)
    assert answer.drivers is not None
    return {driver.key: driver for driver in answer.drivers}, answer


@pytest.mark.parametrize(
    ("key", "field", "changes"),
    [
        ("load.input_tokens", "load.input_tokens", {}),
        ("utilization_fraction.interactive", "utilization_fraction", {}),
        ("slo.tpot_seconds", "slo.tpot_seconds", {"deployment.device_count": None}),
        ("engine.concurrency_count", "deployment.max_concurrency", {}),
        ("facility.usd_per_kilowatt_hour", "facility.usd_per_kilowatt_hour", OWNED),
    ],
)
def test_each_end_is_the_answer_with_that_value_given(
    library: Library, key: str, field: str, changes: questions.Changes
) -> None:
    found, answer = of_unit_costs(library, changes)
    driver = found[key]

    for end, usd in ((driver.low, driver.usd_at_low), (driver.high, driver.usd_at_high)):
        whole = int(end or 0) if field.endswith("max_concurrency") else end
        asked = questions.unit_cost({**changes, field: whole})
        given = unit_costs(asked, library).unit_costs.usd_per_million_output_tokens
        assert usd == pytest.approx(given, rel=1e-9)
    assert driver.usd == answer.unit_costs.usd_per_million_output_tokens
    ends = (driver.usd, driver.usd_at_low or 0.0, driver.usd_at_high or 0.0)
    assert driver.usd_change == max(ends) - min(ends)


@pytest.mark.parametrize(
    ("key", "field"),
    [
        ("devices.h100-sxm-80gb.purchase_usd", "purchase_usd"),
        ("capital.life_years", "life_years"),
        ("capital.residual_fraction", "residual_fraction"),
    ],
)
def test_the_terms_of_owning_move_what_owned_devices_cost(
    library: Library, key: str, field: str
) -> None:
    owned = {"purchases": [{"option": "owned"}], "drivers": True}
    answer = run_costs(questions.run_cost(owned), library)
    driver = next(one for one in answer.drivers or () if one.key == key)
    terms = {"option": "owned", "ownership": {field: driver.low}}
    given = run_costs(questions.run_cost({"purchases": [terms]}), library)

    assert driver.usd_at_low == pytest.approx(given.options[0].usd.mean)


def test_an_estimated_ratio_moves_the_price_in_proportion(library: Library) -> None:
    changes = {"purchase.option": "reserved_3y", "purchase.provider": "lambda"}
    found, answer = of_unit_costs(library, changes)
    driver = next(one for key, one in found.items() if "price_ratio" in key)

    assert answer.price.basis == "estimated"
    assert driver.low is not None
    assert driver.high is not None
    assert driver.usd_at_low == pytest.approx(driver.usd * driver.low / driver.value)
    assert driver.usd_at_high == pytest.approx(driver.usd * driver.high / driver.value)


def test_the_strongest_is_first_and_what_moves_little_is_left_out(library: Library) -> None:
    found, answer = of_unit_costs(library, OWNED)
    changes = [driver.usd_change for driver in found.values()]

    assert changes == sorted(changes, reverse=True)
    assert all(change >= 0.01 * answer.drivers[0].usd for change in changes)
    assert {one.key for one in answer.assumptions} > set(found)


SPOT = {"option": "spot", "provider": "aws", "region": "us-east-1", "instance_type": "p5.48xlarge"}
"""Between 20% and all of these instances are reclaimed in a month."""


@pytest.mark.parametrize("kind", ["run", "service"])
def test_an_end_without_an_answer_says_why(library: Library, kind: str) -> None:
    answer: Any
    if kind == "run":
        asked = questions.run_cost({"purchases": [SPOT], "drivers": True})
        answer = run_costs(asked, library)
    else:
        answer = service_over_time(questions.tco({"purchase": SPOT, "drivers": True}), library)
    (driver,) = (one for one in answer.drivers if "interruption_freq" in one.key)

    assert driver.high == 100.0
    assert driver.usd_at_high is None
    assert len(driver.refusals) == 1
    assert driver.refusals[0].startswith("high: ")


def test_unit_costs_and_runs_have_drivers_on_request(library: Library) -> None:
    assert unit_costs(questions.unit_cost(), library).drivers is None
    assert run_costs(questions.run_cost(), library).drivers is None


def test_the_answer_itself_is_that_without_drivers(library: Library) -> None:
    without = unit_costs(questions.unit_cost(), library)
    _, answer = of_unit_costs(library, {})

    assert answer.unit_costs == without.unit_costs
    assert answer.assumptions == without.assumptions
    *others, strong = answer.warnings
    assert tuple(others) == without.warnings
    assert strong.startswith(
        "defaults that move this by a quarter or more, each alone: input tokens 294 (0.29"
    )
    assert "traffic" not in strong


def test_a_run_is_moved_by_what_is_assumed_of_it(library: Library) -> None:
    rented = {"purchases": [{"option": "on_demand", "provider": "aws"}]}
    answer = run_costs(questions.run_cost({**rented, "drivers": True}), library)
    found = {driver.key: driver for driver in answer.drivers or ()}
    headroom = found["training.headroom_fraction"]
    given = questions.run_cost({**rented, "headroom_fraction": headroom.high})

    assert answer.drivers is not None
    assert headroom.figure == "usd_mean"
    assert headroom.usd == answer.options[0].usd.mean
    assert headroom.usd_at_high == pytest.approx(run_costs(given, library).options[0].usd.mean)
    assert (found["training.run_overhead_ratio"].usd_at_low or inf) < headroom.usd


@pytest.mark.parametrize(
    ("key", "field"),
    [
        ("traffic.peak_to_average_ratio", "traffic.peak_to_average_ratio"),
        ("tco.price_change_per_year_fraction", "price_change_per_year_fraction"),
        ("capacity.redundant_replicas", "capacity.redundant_replicas"),
    ],
)
def test_a_service_has_drivers_by_default(library: Library, key: str, field: str) -> None:
    asked = {name: value for name, value in questions.TCO.items() if name != "drivers"}
    answer = service_over_time(msgspec.convert(asked, TcoQuery), library)
    driver = next(one for one in answer.drivers or () if one.key == key)
    given = driver.high if "replicas" not in key else int(driver.high or 0)
    found = service_over_time(questions.tco({field: given}), library)

    assert driver.usd == answer.totals.usd_total
    assert driver.usd_at_high == pytest.approx(found.totals.usd_total, abs=0.01)
    assert found.drivers is None


def test_evidence_is_that_of_the_release_whatever_is_varied(library: Library) -> None:
    release = library.newest
    variant = varied(release, "engine.concurrency_count", 256.0)

    assert variant is varied(release, "engine.concurrency_count", 256.0)
    assert variant.published is release
    assert variant.assumptions["engine.concurrency_count"].value == 256.0
    assert release.assumptions["engine.concurrency_count"].value == 1024.0
    assert cases(variant) is cases(release)
    assert known_cases(variant, "throughput") is known_cases(release, "throughput")
    assert published_arithmetic(variant) is published_arithmetic(release)
    assert media_by_name(variant) is media_by_name(release)


@pytest.mark.parametrize(
    ("kind", "work"),
    [
        ("unit", "pricing.unit_costs.estimate.under_engines"),
        ("run", "pricing.run_costs.quote.sensitivities"),
        ("run", "pricing.run_costs.quote.caution_run"),
    ],
)
def test_what_stands_beside_the_figure_is_worked_out_once(
    library: Library, kind: str, work: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, _, name = work.rpartition(".")
    known, worked = getattr(import_module(module), name), []

    def counted(*of: Any) -> Any:
        worked.append(of)
        return known(*of)

    monkeypatch.setattr(import_module(module), name, counted)
    if kind == "unit":
        unit_costs(questions.unit_cost({"load.input_tokens": 1031, "drivers": True}), library)
    else:
        run_costs(questions.run_cost({"tokens": 1e12 + len(work), "drivers": True}), library)

    assert len(worked) == 1


def test_drivers_end_where_nobody_waits_for_them(library: Library) -> None:
    count = 0

    def leave() -> None:
        nonlocal count
        count += 1
        if count > 3:
            raise TimeoutError

    with pausing(leave), pytest.raises(TimeoutError):
        service_over_time(questions.tco({"horizon_months": 7, "drivers": True}), library)


def test_rows_of_a_sweep_have_no_drivers() -> None:
    base = {"model": "llama-3.1-8b", "deployment": {"device": "l4"}, "drivers": True}
    axes: dict[str, Any] = {"load.concurrency": [1, 2]}
    found = sweep_of(SweepQuery(kind="unit_costs", base=base, axes=axes))

    assert "drivers" not in found.columns
    with pytest.raises(InvalidQuery, match="rows of a sweep have no drivers"):
        sweep_of(SweepQuery(kind="unit_costs", base=base, axes={"drivers": (True,)}))
