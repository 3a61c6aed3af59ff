"""An array gives what each of its floats gives, for every formula and step of a bill."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import astuple

from pricing.catalog.library import Library
from pricing.evidence.correction import (
    Sums,
    kernel_of,
    mixed,
    neighbourhood_of,
    point_of,
    weighed,
)
from pricing.evidence.features import Setup
from pricing.serving.constants import inference_constants
from pricing.serving.precision import default_precision, resolve
from pricing.serving.rates import Rates, rates_of
from pricing.serving.replica import Speed, group_of, request_of, speed
from tests.formulas import public_functions
from tests.property.laws import law

CLOSE = 1e-12
"""The two kinds share every operation; exp, log and sinh may differ in the last place."""

SMALLEST = 1e-290
"""Below it a number has fewer digits to share."""

SECONDS = (1e-6, 1e4)
COUNT = (1.0, 1e5)
TOKENS = (1.0, 1e6)
USD = (1e-6, 1e9)
WATTS = (1.0, 1e6)
FRACTION = (1e-3, 0.999)

RANGES = {
    "active_parameters": (1e5, 1e13),
    "alone_seconds": SECONDS,
    "attended_tokens": (1.0, 1e9),
    "attention_width": (8.0, 1e5),
    "busy_watts": WATTS,
    "bytes_per_parameter": (1.0, 32.0),
    "bytes_per_second": (1e9, 1e14),
    "bytes_per_token_layer": (1.0, 1e6),
    "bytes_per_value": (1.0, 64.0),
    "bytes_read": (1.0, 1e13),
    "capacity_bytes": (1e9, 1e14),
    "capacity_wait_seconds": (0.0, 1e5),
    "change_per_year": (-0.9, 4.0),
    "checkpoint_seconds": (1e-3, 1e3),
    "committed_usd_per_hour": USD,
    "compute_seconds": SECONDS,
    "computing_seconds": SECONDS,
    "concurrency": COUNT,
    "context_tokens": TOKENS,
    "copies": (1.0, 64.0),
    "decode_seconds": SECONDS,
    "demanded": (0.0, 1e6),
    "deviation_above": (0.0, 1.0),
    "deviation_below": (0.0, 1.0),
    "deviation_seconds": SECONDS,
    "device_watts": WATTS,
    "devices": COUNT,
    "expert_intermediate_size": (1.0, 1e5),
    "expert_parameters": (0.0, 1e12),
    "experts": (8.0, 512.0),
    "experts_per_token": (1.0, 8.0),
    "facility_watts": WATTS,
    "failures_per_device_second": (1e-10, 1e-6),
    "first_seconds": SECONDS,
    "flops": (1e9, 1e27),
    "flops_per_parameter_token": (2.0, 8.0),
    "flops_per_second": (1e11, 1e16),
    "fraction_per_year": FRACTION,
    "free_requests_per_second": (1e-6, 1e6),
    "grams_co2e_per_kilowatt_hour": (0.0, 2000.0),
    "growing_layers": (0.0, 200.0),
    "half_mfu_intermediate_size": (0.0, 1e5),
    "heads": (1.0, 256.0),
    "held_seconds": (1.0, 1e9),
    "hidden_size": (8.0, 1e5),
    "host_watts": WATTS,
    "hourly_usd_per_hour": USD,
    "hours": (1e-3, 1e7),
    "hours_per_month": (672.0, 744.0),
    "idle_seconds": (0.0, 1e4),
    "idle_watts": WATTS,
    "in_flight": (1.0, 1e5),
    "input_tokens": TOKENS,
    "instances": (10.0, 1e5),
    "instances_per_event": (1.0, 10.0),
    "interval_seconds": (1.0, 1e4),
    "kv_bits": (2.0, 32.0),
    "kv_bytes": (1.0, 1e12),
    "kv_bytes_per_sequence": (1.0, 1e12),
    "kv_values": (1.0, 1e5),
    "latency_seconds": SECONDS,
    "layers": (1.0, 200.0),
    "life_years": (1.0, 20.0),
    "log_ratio": (-30.0, 30.0),
    "mean_seconds": (1e8, 1e9),
    "memory_seconds": SECONDS,
    "micro_batch_tokens": TOKENS,
    "micro_batches": COUNT,
    "miss_log": (-700.0, -1e-2),
    "months": (0.0, 240.0),
    "mtbf_seconds": (1e3, 1e8),
    "normal_score": (-3.0, 3.0),
    "notice_seconds": (0.0, 1e3),
    "other_per_second": (0.0, 1e-3),
    "output_tokens": TOKENS,
    "overlap_exponent": (1.0, 4.0),
    "parameters": (1e5, 1e13),
    "pass_wait_p99_seconds": SECONDS,
    "pass_wait_seconds": SECONDS,
    "preemptions_per_hour": (0.0, 60.0),
    "preemptions_per_instance_hour": (0.0, 60.0),
    "preemptions_per_instance_second": (1e-9, 1e-2),
    "preemptions_per_second": (0.0, 1e-2),
    "prefill_seconds": SECONDS,
    "prefill_seconds_per_token": SECONDS,
    "pue_ratio": (1.0, 3.0),
    "purchase_usd": USD,
    "quantity": (1e-6, 1e12),
    "queue_seconds": SECONDS,
    "reading_seconds": SECONDS,
    "replacement_seconds": (0.0, 1e5),
    "replica_requests_per_second": (1e-6, 1e6),
    "requests_per_second": (1e-6, 1e6),
    "restart_seconds": (0.0, 1e4),
    "seconds_per_request": SECONDS,
    "segment_seconds": (1.0, 1e4),
    "segments": COUNT,
    "sequence_length": TOKENS,
    "sequence_tokens": TOKENS,
    "servers": COUNT,
    "service_seconds": SECONDS,
    "shards": COUNT,
    "shared_bytes": (1.0, 68.0),
    "slot_wait_seconds": SECONDS,
    "slots": COUNT,
    "spared_copies": (0.0, 64.0),
    "stages": (1.0, 200.0),
    "startup_seconds": (0.0, 1e4),
    "steady_seconds": SECONDS,
    "step_seconds": SECONDS,
    "step_seconds_per_request": SECONDS,
    "system_watts": WATTS,
    "tdp_watts": WATTS,
    "term_years": (0.1, 5.0),
    "terms": (1e-3, 1e3),
    "tokens": TOKENS,
    "transfer_seconds_per_token": SECONDS,
    "units_per_second": (1e-6, 1e9),
    "upfront_usd_per_hour": USD,
    "usd_per_hour": USD,
    "usd_per_kilowatt_month": (1.0, 1000.0),
    "usd_per_request": USD,
    "usd_per_unit": USD,
    "value_bytes": (1.0, 4.0),
    "varying_seconds": SECONDS,
    "vocabulary_size": (1e3, 1e6),
    "wall_clock_seconds": (1.0, 1e9),
    "watts": WATTS,
    "weight_bits": (1.0, 64.0),
    "weights_bytes": (1.0, 1e13),
    "whole_bytes": (0.0, 20.0),
    "window_kv_bytes": (0.0, 1e12),
    "window_layers": (0.0, 200.0),
    "window_tokens": (0.0, 1e5),
    "work_seconds": (1.0, 1e9),
}
"""Where every argument is drawn from; names that end in _fraction are drawn from FRACTION."""


def drawn_from(argument: str) -> tuple[float, float]:
    if argument in RANGES:
        return RANGES[argument]
    if argument.endswith("_fraction"):
        return FRACTION
    pytest.fail(f"say in RANGES where {argument} is drawn from")


def agree(floats: Sequence[float], column: Sequence[float]) -> bool:
    return all(
        abs(one - other) <= CLOSE * max(abs(one), abs(other), SMALLEST)
        for one, other in zip(floats, column, strict=True)
    )


@pytest.mark.parametrize(
    "formula", list(public_functions()), ids=lambda formula: formula.__qualname__
)
@law
@given(data=st.data())
def test_formula_gives_floats_and_arrays_the_same(
    formula: Callable[..., Any], data: st.DataObject
) -> None:
    arguments = list(inspect.signature(formula).parameters)
    row = st.fixed_dictionaries(
        {name: st.floats(*drawn_from(name), allow_nan=False) for name in arguments}
    )
    rows = data.draw(st.lists(row, min_size=1, max_size=8))
    arrays = {name: np.array([values[name] for values in rows]) for name in arguments}
    floats = [formula(**values) for values in rows]

    assert agree(floats, np.broadcast_to(formula(**arrays), len(rows)).tolist())


def rates(library: Library, device_name: str, model_name: str) -> Rates:
    catalog = library.newest
    device, model = catalog.devices[device_name], catalog.models[model_name]
    number_format = resolve(catalog, device, default_precision(device, model.native_precision))
    return rates_of(
        model,
        device,
        inference_constants(catalog, device.family, number_format.arithmetic),
        weight_bits=number_format.weight_bits,
        dense_weight_bits=number_format.weight_bits,
        kv_bits=number_format.kv_bits,
        flops_per_second=number_format.flops_per_second,
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
def test_speed_of_a_replica_is_the_same_in_floats_and_expressions(
    data: st.DataObject, library: Library
) -> None:
    catalog = library.newest
    names = st.tuples(
        st.sampled_from(sorted(catalog.devices)), st.sampled_from(sorted(catalog.models))
    )
    cases = data.draw(
        st.lists(st.tuples(names, st.fixed_dictionaries(LOAD)), min_size=1, max_size=8)
    )
    rows, floats = [], []
    for (device, model), load in cases:
        own = rates(library, device, model)
        rows.append(parts(own, "rates") | load)
        floats.append(parts(sustained(own, load), "speed"))
    columns: dict[str, Any] = {name: pl.col(f"rates.{name}") for name in Rates.__struct_fields__}
    columns["has_experts"] = True
    load_columns = {name: pl.col(name) for name in LOAD}
    expressions = parts(sustained(Rates(**columns), load_columns), "speed")
    frame = pl.DataFrame(rows).select(**expressions)

    assert [
        name
        for name in expressions
        if not agree([row[name] for row in floats], frame[name].to_list())
    ] == []


PLACE = {name: st.floats(-1.0, 14.0) for name in ("batch_log", "input_log", "output_log")}


@law
@given(data=st.data())
def test_blend_is_the_same_in_floats_and_arrays(data: st.DataObject, library: Library) -> None:
    catalog = library.newest
    kernel = kernel_of(catalog)
    setup = Setup(
        catalog,
        catalog.devices[data.draw(st.sampled_from(sorted(catalog.devices)))],
        catalog.models[data.draw(st.sampled_from(sorted(catalog.models)))],
        precision="fp8",
        engine=None,
    )
    near = neighbourhood_of(setup, 8)
    rows = data.draw(st.lists(st.fixed_dictionaries(PLACE), min_size=1, max_size=8))
    sums = [weighed(near, point_of(kernel, **row)).sums for row in rows]
    columns = zip(*map(astuple, sums), strict=True)
    found = mixed(kernel, Sums(*map(np.array, columns)))
    floats = [mixed(kernel, one) for one in sums]

    assert agree([one.ratio for one in floats], found.ratio.tolist())
    assert agree([one.band_ratio for one in floats], found.band_ratio.tolist())
