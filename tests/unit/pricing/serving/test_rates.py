"""Rates: what a model costs a device."""

import pytest
from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.catalog.rows import Model
from pricing.serving.checkpoints.recipe import Recipe
from pricing.serving.checkpoints.weights import weights_of
from pricing.serving.constants import inference_constants
from pricing.serving.passes.forward_pass import group_of
from pricing.serving.passes.request import request_of
from pricing.serving.precision import resolve
from pricing.serving.rates import Rates, rates_of
from pricing.serving.replica import peak_requests_per_second, speed


def rates(library: Library, model: Model, engine: str | None = None) -> Rates:
    """Of a model in 16 bits on an H100, under an engine."""
    catalog = library.newest
    device = catalog.devices["h100-sxm-80gb"]
    number_format = resolve(catalog, device, "bf16")
    return rates_of(
        model,
        device,
        inference_constants(catalog, device.family, number_format.arithmetic, engine),
        weights=weights_of(model, Recipe()),
        kv_bits=16.0,
        arithmetic=number_format.peaks,
    )


def test_embedding_that_the_output_does_not_share_is_held_and_not_read(library: Library) -> None:
    catalog = library.newest
    own, device = catalog.models["llama-3.1-8b"], catalog.devices["h100-sxm-80gb"]
    constants = inference_constants(catalog, device.family, "bf16")

    found, shared = rates(library, own), rates(library, replace(own, lookup_parameters=0.0))

    spared_bytes = 128_256 * 4_096 * 2.0
    assert found.weights_bytes == shared.weights_bytes == own.parameters * 2.0
    assert shared.dense_seconds - found.dense_seconds == pytest.approx(
        spared_bytes / (device.bytes_per_second * constants.mbu_fraction)
    )


def test_a_step_reads_every_state_and_writes_the_next(library: Library) -> None:
    own = library.newest.models["llama-3.1-8b"]
    stateless, known = (
        speed(
            found,
            request_of(found, input_tokens=100.0, output_tokens=10.0),
            group_of(found, 8.0),
            concurrency=64.0,
        )
        for found in (rates(library, own), rates(library, replace(own, state_bytes=3e8)))
    )

    more_seconds = known.step.memory_seconds - stateless.step.memory_seconds
    passed_bytes = 2 * 3e8 * 64
    assert more_seconds == pytest.approx(passed_bytes * rates(library, own).kv_seconds_per_byte / 8)
    assert known.prefill == stateless.prefill


def test_the_host_works_on_every_token_whatever_the_devices(library: Library) -> None:
    own = library.newest.models["llama-3.1-8b"]
    idle = replace(rates(library, own), host_seconds_per_token=0.0)
    busy = replace(idle, host_seconds_per_token=2e-5)

    for devices in (1.0, 8.0):
        without, known = (
            speed(
                found,
                request_of(found, input_tokens=100.0, output_tokens=10.0),
                group_of(found, devices),
                concurrency=64.0,
            )
            for found in (idle, busy)
        )
        assert known.step.seconds - without.step.seconds == pytest.approx(64 * 2e-5)
        assert known.prefill == without.prefill


def test_engine_has_its_own_host_and_one_that_is_not_known_that_of_any(library: Library) -> None:
    def host(engine: str | None) -> float:
        found = rates(library, library.newest.models["llama-3.1-8b"], engine)
        return float(found.host_seconds_per_token)

    assert host("tensorrt") < 5e-6 < host("tgi") == host(None) < 3e-5 < host("vllm")


def test_narrow_experts_take_longer_to_compute_and_not_to_read(library: Library) -> None:
    own = library.newest.models["qwen3-30b-a3b"]
    narrow = rates(library, own)
    wide = rates(library, replace(own, expert_intermediate_size=8.0 * own.expert_intermediate_size))

    assert narrow.expert_seconds == wide.expert_seconds
    assert narrow.prefill_seconds_per_token > 2.0 * wide.prefill_seconds_per_token
    assert narrow.prefill_seconds_per_attended_token == wide.prefill_seconds_per_attended_token


def test_peak_of_a_mixture_is_that_of_its_arithmetic(library: Library) -> None:
    """However little its experts fill: what they fill is no limit of the hardware."""
    own = library.newest.models["qwen3-30b-a3b"]
    peaks = []
    for size in (own.expert_intermediate_size, 1e9):
        found = rates(library, replace(own, expert_intermediate_size=size))
        # One token in and out: next to nothing is spent on attention.
        request = request_of(found, input_tokens=1.0, output_tokens=1.0)
        reached = speed(found, request, group_of(found, 1.0), concurrency=1e6)
        peaks.append(peak_requests_per_second(found, request, reached, concurrency=1e6))

    assert peaks[0] == pytest.approx(peaks[1], rel=1e-3)


def test_experts_are_read_slower_than_other_weights_and_bound_nothing_by_it(
    library: Library,
) -> None:
    model = library.newest.models["qwen3-30b-a3b"]
    found, weights = rates(library, model), weights_of(model, Recipe())
    of_dense = found.dense_seconds / weights.dense_bytes
    of_experts = found.expert_seconds / weights.expert_bytes
    device = library.newest.devices["h100-sxm-80gb"]

    assert 0.7 < of_dense / of_experts < 1.0
    # The bound takes no more time than the whole bandwidth does.
    assert of_experts * found.mbu_fraction == pytest.approx(1.0 / device.bytes_per_second)
