"""An array gives what each of its floats gives, for every formula and step of a bill."""

import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.errors import Infeasible
from pricing.numerics.structs import column, stacked
from pricing.purchasing.price import Rate
from pricing.purchasing.site import Site
from pricing.purchasing.terms import Terms
from pricing.run_costs.bill import Stored
from pricing.run_costs.offers import Deal, part_of, single_offer
from pricing.run_costs.option import mean_usd, planned, usd_percentiles
from pricing.serving.checkpoints.weights import weights_of
from pricing.serving.constants import inference_constants
from pricing.serving.passes.forward_pass import group_of
from pricing.serving.passes.request import request_of
from pricing.serving.precision import default_precision, resolve
from pricing.serving.rates import Rates, rates_of
from pricing.serving.replica import Speed, speed
from pricing.training.course import Run, Stops, expected
from pricing.training.feasibility import course_of, refusals_of
from pricing.training.wall_clock_spread import spread_over
from tests.formulas import public_functions
from tests.property.laws import law

CLOSE = 1e-12
"""The two kinds share every operation; exp, log and sinh may differ in the last place."""

RUN_CLOSE = 1e-9
"""Of a whole run: hundreds of steps, some of which take differences."""

SMALLEST = 1e-290
"""Below it a number has fewer digits to share."""

SECONDS = (1e-6, 1e4)
COUNT = (1.0, 1e5)
TOKENS = (1.0, 1e6)
USD = (1e-6, 1e9)
WATTS = (1.0, 1e6)
FRACTION = (1e-3, 0.999)

RANGES = {
    "age_fraction": (0.01, 0.999),
    "residual_fraction": (1e-3, 0.9),  # what is lost has fewer digits as nothing is lost
    "products": (2.0, 8.0),
    "acceptance_fraction": (0.0, 1.0),
    "reference_size": COUNT,
    "captured_requests": COUNT,
    "least_bytes": (0.0, 1e11),
    "sending_bytes_per_second": (1e6, 1e13),
    "receiving_bytes_per_second": (1e6, 1e13),
    "active_parameters": (1e5, 1e13),
    "attended_tokens": (1.0, 1e9),
    "attention_bytes": (2.0, 12.0),
    "chosen_tokens": TOKENS,
    "index_width": COUNT,
    "index_layers": (1.0, 100.0),
    "attention_width": (8.0, 1e5),
    "booked_terms": (1.0, 1e3),
    "chunk_tokens": (256.0, 1e5),
    "prefill_passes": (0.01, 100.0),
    "bytes_per_logit": (2.0, 14.0),
    "bytes_per_parameter": (1.0, 32.0),
    "bytes_per_second": (1e9, 1e14),
    "bytes_per_token_layer": (1.0, 1e6),
    "bytes_per_value": (1.0, 64.0),
    "bytes_read": (1.0, 1e13),
    "cache_bytes": (-1e12, 1e14),
    "capacity_bytes": (1e9, 1e14),
    "capacity_wait_seconds": (0.0, 1e5),
    "change_per_year": (-0.9, 4.0),
    "checkpoint_seconds": (1e-3, 1e3),
    "compressed_layers": (0.0, 100.0),
    "compressed_ratio": (1.0, 10.0),
    "seconds_per_layer": (1e-6, 1e-3),
    "concurrency": COUNT,
    "copies": (1.0, 64.0),
    "copies_beyond": (0.0, 64.0),
    "copies_within": (0.0, 64.0),
    "decode_passes": (1.0, 1e5),
    "demanded": (0.0, 1e6),
    "deviation_above": (0.0, 1.0),
    "deviation_below": (0.0, 1.0),
    "device_bytes": (1e8, 1e12),
    "device_count": (1.0, 1e5),
    "devices": COUNT,
    "domain": (1.0, 1024.0),
    "draft_tokens": (1.0, 64.0),
    "expert_intermediate_size": (1.0, 1e5),
    "expert_parameters": (0.0, 1e12),
    "experts": (8.0, 512.0),
    "experts_per_token": (1.0, 8.0),
    "failures_per_device_second": (1e-10, 1e-6),
    "feed_forward_bytes": (2.0, 12.0),
    "feed_forward_width_ratio": (1.0, 16.0),
    "first_ratio": (0.01, 100.0),
    "flops": (1e9, 1e27),
    "flops_per_parameter_token": (2.0, 8.0),
    "flops_per_second": (1e11, 1e16),
    "fraction_per_year": FRACTION,
    "free_requests_per_second": (1e-6, 1e6),
    "full_attention_layers": (0.0, 200.0),
    "grams_co2e_per_kilowatt_hour": (0.0, 2000.0),
    "half_mfu_intermediate_size": (0.0, 1e5),
    "heads": (1.0, 256.0),
    "held_seconds": (1.0, 1e9),
    "hidden_size": (8.0, 1e5),
    "host_parameters_per_second": (1e7, 1e11),
    "hidden_values": (0.0, 16.0),
    "hours": (1e-3, 1e7),
    "hours_per_month": (672.0, 744.0),
    "idle_seconds": (0.0, 1e4),
    "in_flight": (1.0, 1e5),
    "instance_device_count": (0.1, 32.0),
    "instances": (10.0, 1e5),
    "instances_per_event": (1.0, 10.0),
    "interval_seconds": (1.0, 1e4),
    "key_width_ratio": (0.01, 4.0),
    "kv_bits": (2.0, 32.0),
    "kv_bytes": (1.0, 1e12),
    "kv_bytes_per_sequence": (1.0, 1e12),
    "kv_values": (1.0, 1e5),
    "layers": (1.0, 200.0),
    "life_years": (1.0, 20.0),
    "link_bytes_per_second": (1e9, 1e12),
    "link_bytes": (0.0, 1e10),
    "log_ratio": (-30.0, 30.0),
    "mean_seconds": (1e8, 1e9),
    "micro_batches": COUNT,
    "miss_log": (-700.0, -1e-2),
    "months": (0.0, 240.0),
    "moved_bytes_per_parameter": (1.0, 16.0),
    "mtbf_seconds": (1e3, 1e8),
    "normal_score": (-3.0, 3.0),
    "notice_seconds": (0.0, 1e3),
    "other_per_second": (0.0, 1e-3),
    "overlap_exponent": (1.0, 4.0),
    "packed_parameters": (1e6, 1e12),
    "parameter_bytes": (1.0, 1e13),
    "own_bytes": (0.0, 1e10),
    "parameters": (1e5, 1e13),
    "passes": (1.0, 1.5),
    "preemptions_per_hour": (0.0, 60.0),
    "preemptions_per_instance_hour": (0.0, 60.0),
    "preemptions_per_instance_second": (1e-9, 1e-2),
    "preemptions_per_second": (0.0, 1e-2),
    "projections": (1.0, 2.0),
    "prefill_seconds_per_token": SECONDS,
    "pue_ratio": (1.0, 3.0),
    "quantity": (1e-6, 1e12),
    "query_width_ratio": (0.1, 4.0),
    "rank": (1.0, 1e3),
    "replacement_seconds": (0.0, 1e5),
    "replica_requests_per_second": (1e-6, 1e6),
    "replicas": COUNT,
    "requests_per_second": (1e-6, 1e6),
    "restart_seconds": (0.0, 1e4),
    "routed_copies": (0.0, 64.0),
    "second_ratio": (0.01, 100.0),
    "seconds_per_request": SECONDS,
    "segment_seconds": (1.0, 1e4),
    "segments": COUNT,
    "sequence_length": TOKENS,
    "sequences": (1.0, 1e5),
    "servers": COUNT,
    "shards": COUNT,
    "shared_bytes": (1.0, 68.0),
    "slots": COUNT,
    "spared_copies": (0.0, 64.0),
    "stages": (1.0, 200.0),
    "startup_seconds": (0.0, 1e4),
    "step_seconds_per_request": SECONDS,
    "taken_bytes": (0.0, 1e13),
    "mfu_ratio": (0.1, 1.5),
    "power_exponent": (0.0, 1.0),
    "term_years": (0.1, 5.0),
    "terms": (1e-3, 1e3),
    "token_bytes": (1.0, 1e12),
    "trained_parameters": (1e3, 1e12),
    "transfer_seconds_per_token": SECONDS,
    "units_per_second": (1e-6, 1e9),
    "usable_bytes": (1e9, 1e14),
    "usd_per_kilowatt_month": (1.0, 1000.0),
    "usd_per_month": USD,
    "term_months": (1.0, 240.0),
    "life_months": (1.0, 240.0),
    "interest_fraction": (1e-3, 0.999),
    "usd_per_request": USD,
    "usd_per_unit": USD,
    "used_bytes": (0.0, 1e10),
    "usual_bytes": (20.0, 60.0),
    "value_bytes": (1.0, 4.0),
    "virtual_stages": (1.0, 16.0),
    "vocabulary_size": (1e3, 1e6),
    "wall_clock_seconds": (1.0, 1e9),
    "weight_bits": (1.0, 64.0),
    "weights_bytes": (1.0, 1e13),
    "whole_bytes": (0.0, 20.0),
    "width_sum": (8.0, 1e6),
    "width": (8.0, 1e6),
    "mean_load": (0.1, 1e6),
    "width_values": (0.0, 16.0),
    "window_kv_bytes": (0.0, 1e12),
    "window_layers": (0.0, 200.0),
    "window_tokens": (0.0, 1e5),
    "work_seconds": (1.0, 1e9),
    "attended_patches": (1.0, 1e5),
    "budget_tokens": (256.0, 1e5),
    "encoder_fraction": (0.0, 1.0),
    "height": (1.0, 1e5),
    "image_patches": (1.0, 1e5),
    "image_tokens": (1.0, 1e5),
    "images": (0.1, 1e3),
    "least_pixels": (1e3, 1e5),
    "most_pixels": (1e5, 1e8),
    "most_side": (300.0, 4e3),
    "most_tiles": (1.0, 16.0),
    "nodes": (1.0, 64.0),
    "patches": (1.0, 1e6),
    "rented_usd_per_hour": (10.0, 1e6),  # above what owned capacity takes to run
    "row_tokens": (0.0, 1.0),
    "running_usd_per_hour": (0.0, 9.0),
    "side": (14.0, 56.0),
    "tile_side": (224.0, 1e3),
    "tokens_per_image": (1.0, 1e5),
    "usd_per_million_tokens": (1e-3, 1e3),
    "window_patches": (1.0, 1e3),
}
"""Where arguments are drawn from whose name has no such end, or that have another range."""

BY_END = {
    "_fraction": FRACTION,
    "_seconds": SECONDS,
    "_tokens": TOKENS,
    "_usd": USD,
    "_usd_per_hour": USD,
    "_watts": WATTS,
}
"""Where arguments are drawn from by the end of their names."""

AT_AN_END = 1 / 3
"""How often a number is drawn at an end of its range."""

FORMULA_ROWS = 120
"""In how many rows a formula is tried."""

FIXED = {"tiers": ((0.0, 0.05), (1e3, 0.1), (1e6, 0.2))}
"""What is no number, and the same in every row."""


def drawn_from(argument: str) -> tuple[float, float]:
    if argument in RANGES:
        return RANGES[argument]
    for end, ends in BY_END.items():
        if f"_{argument}".endswith(end):
            return ends
    pytest.fail(f"say in RANGES where {argument} is drawn from")


def agree(floats: Sequence[float], column: Sequence[float], close: float = CLOSE) -> bool:
    return all(
        abs(one - other) <= close * max(abs(one), abs(other), SMALLEST)
        for one, other in zip(floats, column, strict=True)
    )


def drawn(draw: Random, low: float, high: float) -> float:
    """A number of a range: an end of it each third time, else of any order of magnitude."""
    if draw.random() < AT_AN_END:
        return draw.choice((low, high))
    if low > 0.0:
        return min(max(math.exp(draw.uniform(math.log(low), math.log(high))), low), high)
    return draw.uniform(low, high)


@pytest.mark.parametrize(
    "formula", list(public_functions()), ids=lambda formula: formula.__qualname__
)
def test_formula_gives_floats_and_arrays_the_same(formula: Callable[..., Any]) -> None:
    parameters = inspect.signature(formula).parameters
    fixed = {name: value for name, value in FIXED.items() if name in parameters}
    ranges = {name: drawn_from(name) for name in parameters if name not in fixed}
    draw = Random(formula.__qualname__)  # noqa: S311 - the same rows each time
    rows = [
        {name: drawn(draw, *ends) for name, ends in ranges.items()} for _ in range(FORMULA_ROWS)
    ]
    arrays = {name: np.array([values[name] for values in rows]) for name in ranges}
    floats = [formula(**values, **fixed) for values in rows]

    assert agree(floats, np.broadcast_to(formula(**arrays, **fixed), len(rows)).tolist())


def rates(library: Library, device_name: str, model_name: str) -> Rates:
    catalog = library.newest
    device, model = catalog.devices[device_name], catalog.models[model_name]
    number_format = resolve(catalog, device, default_precision(device, model.native_precision))
    return rates_of(
        model,
        device,
        inference_constants(catalog, device.family, number_format.arithmetic),
        weights=weights_of(model, number_format.recipe),
        kv_bits=number_format.kv_bits,
        arithmetic=number_format.peaks,
    )


def parts(whole: Any, prefix: str = "") -> dict[str, Any]:
    """Every number of a nested struct by its dotted name."""
    if not isinstance(whole, msgspec.Struct):
        return {prefix: whole}
    return {
        name: number
        for field in whole.__struct_fields__
        for name, number in parts(getattr(whole, field), f"{prefix}.{field}").items()
    }


def differing(floats: Sequence[Any], found: Any) -> list[str]:
    """The numbers of a struct of arrays that are not those of its floats."""
    return differing_in([parts(one) for one in floats], parts(found))


def differing_in(
    floats: Sequence[Mapping[str, Any]], found: Mapping[str, Any], close: float = CLOSE
) -> list[str]:
    return [
        name
        for name, value in found.items()
        if not agree(
            [one[name] for one in floats], np.broadcast_to(value, len(floats)).tolist(), close
        )
    ]


LOAD = {
    "devices": st.sampled_from([1.0, 2.0, 4.0, 8.0, 64.0]),
    "input_tokens": st.floats(0.0, 1e6),
    "output_tokens": st.floats(1.0, 1e5),
    "concurrency": st.floats(1.0, 4096.0),
}


def sustained(rates: Rates, load: Mapping[str, Any]) -> Speed:
    request = request_of(
        rates, input_tokens=load["input_tokens"], output_tokens=load["output_tokens"]
    )
    group = group_of(rates, load["devices"])
    return speed(rates, request, group, concurrency=load["concurrency"])


@law
@given(data=st.data())
def test_speed_of_a_replica_is_the_same_in_floats_and_arrays(
    data: st.DataObject, library: Library
) -> None:
    catalog = library.newest
    names = st.tuples(
        st.sampled_from(sorted(catalog.devices)), st.sampled_from(sorted(catalog.models))
    )
    cases = data.draw(
        st.lists(st.tuples(names, st.fixed_dictionaries(LOAD)), min_size=1, max_size=8)
    )
    each = [rates(library, device, model) for (device, model), _ in cases]
    floats = [sustained(own, load) for own, (_, load) in zip(each, cases, strict=True)]
    whole = replace(stacked(each), has_experts=True)
    load = {name: np.array([load[name] for _, load in cases]) for name in LOAD}

    assert differing(floats, sustained(whole, load)) == []


STOPS = {
    "failures_per_device_second": st.floats(1e-10, 1e-6),
    "checkpoint_seconds": st.floats(0.0, 600.0),
    "checkpoint_gigabytes": st.floats(1.0, 1e5),
    "interval_seconds": st.floats(1.0, 1e6),
    "restart_seconds": st.floats(0.0, 5000.0),
}
SPOT = {
    "preemptions_per_instance_second": st.floats(1e-9, 1e-4),
    "instance_count": st.floats(16.0, 1e3),
    "instances_per_event": st.floats(1.0, 16.0),
    "capacity_wait_seconds": st.floats(0.0, 1e5),
}
RUN = {
    "device_count": st.floats(1.0, 1e5),
    "productive_device_hours": st.floats(1e2, 1e8),
    "overhead_ratio": st.floats(1.0, 1.5),
    "headroom_fraction": st.floats(0.0, 2.0),
    "evaluation_fraction": st.floats(0.0, 1.0),
    "band_ratio": st.floats(1.01, 2.0),
}
RATE = {"list_usd": st.floats(0.1, 20.0), "usd": st.floats(0.1, 20.0)}
PLACES = {
    "pue_ratio": st.floats(1.0, 2.0),
    "usd_per_kilowatt_hour": st.floats(0.0, 0.5),
    "grams_co2e_per_kilowatt_hour": st.floats(0.0, 900.0),
}
TERMS = {"term_hours": st.floats(24.0, 3e4), "use_fraction": st.floats(0.1, 1.0)}
STORED = {
    "kept_checkpoint_count": st.floats(0.0, 50.0),
    "usd_per_gigabyte_month": st.floats(0.0, 0.2),
    "egress_gigabytes": st.floats(0.0, 1e5),
    "egress_usd_per_gigabyte": st.floats(0.0, 0.2),
}


def bought(
    run: Run, stops: Stops, rate: Rate, place: Site, terms: Terms | None, stored: Stored
) -> dict[str, Any]:
    """Whether a run ends, and how it goes and what it costs under one way of buying."""
    finishes, course = expected(run, stops)
    spread = spread_over(run, stops, course)
    part = part_of(
        Deal("on_demand", rate, terms, place, None),
        stops,
        system_watts=1000.0,
        device_fraction=1.0,
    )
    plan = planned(run, single_offer(part, stops), stored, course, spread)
    low, middle, high = usd_percentiles(plan, spread)
    return {
        **parts(course, "course"),
        # What is left of the others has fewer digits to share.
        "course.rework_seconds": course.held_seconds + course.rework_seconds,
        **parts(spread, "spread"),
        "finishes": 1.0 * finishes,
        "usd_mean": mean_usd(plan.amounts),
        "usd_p10": low,
        "usd_p50": middle,
        "usd_p90": high,
        "device_hours": plan.device_hours,
        "energy": plan.energy_kilowatt_hours,
        "kilograms": plan.kilograms_co2e,
    }


@pytest.mark.parametrize("commitment", [None, "block", "in full", "pro rata"])
@law
@given(data=st.data())
def test_run_is_the_same_in_floats_and_arrays(commitment: str | None, data: st.DataObject) -> None:
    stops: dict[str, Any] = STOPS | (SPOT if data.draw(st.booleans()) else {})
    if data.draw(st.booleans()):
        stops = stops | {"interval_seconds": st.none()}
    terms: st.SearchStrategy[Terms | None] = st.none()
    if commitment == "block":
        terms = st.just(Terms(None, 1.0, in_full=True))
    elif commitment is not None:
        terms = st.builds(Terms, **TERMS, in_full=st.just(commitment == "in full"))
    case = st.tuples(
        st.builds(Run, **RUN),
        st.builds(Stops, **stops),
        st.builds(Rate, **RATE),
        st.builds(Site, **PLACES),
        terms,
        st.builds(Stored, **STORED),
    )
    cases = data.draw(st.lists(case, min_size=1, max_size=8))
    ending = [one for one in cases if expected(*one[:2])[0]]
    floats = [bought(*one) for one in ending]
    found = bought(*column(ending)) if ending else {}

    assert differing_in(floats, found, RUN_CLOSE) == []


@law
@given(seed=st.integers(0, 2**32 - 1))
def test_millions_of_intervals_are_counted_alike_in_floats_and_arrays(seed: int) -> None:
    """Two counts of intervals that differ by one cost the same to the last digits."""
    draw = np.random.default_rng(seed).uniform
    hours = 10.0 ** draw(6.0, 8.0, 100)
    stops = Stops(1e-5, 10.0 ** draw(-1.0, 2.0, 100), 1.0, None, 0.0)
    _, many = expected(Run(8.0, hours, 1.0, 0.0), stops)
    one_by_one = [
        expected(Run(8.0, float(hour), 1.0, 0.0), replace(stops, checkpoint_seconds=float(cost)))[1]
        for hour, cost in zip(hours, stops.checkpoint_seconds, strict=True)
    ]

    assert many.segments.tolist() == [course.segments for course in one_by_one]


@law
@given(data=st.data())
def test_run_that_never_ends_is_refused_alike_in_floats_and_arrays(data: st.DataObject) -> None:
    rare = {"failures_per_device_second": st.floats(1e-9, 1e-3)}
    is_given = data.draw(st.booleans())
    interval = st.floats(1.0, 1e6) if is_given else st.none()
    stops = st.builds(Stops, **(STOPS | SPOT | rare | {"interval_seconds": interval}))
    cases = data.draw(st.lists(st.tuples(st.builds(Run, **RUN), stops), min_size=1, max_size=8))
    never = [one for one in cases if not expected(*one)[0]]
    refusals = []
    for run, own in never:
        with pytest.raises(Infeasible) as refusal:
            course_of(run, own)
        refusals.append(refusal.value)
    whole: tuple[Run, Stops] = column(never) if never else (Run(*[1.0] * 4), Stops(*[1.0] * 5))
    found = refusals_of(*whole, len(never))

    assert [(one.detail, one.nearest) for one in found] == [
        (one.detail, one.nearest) for one in refusals
    ]
