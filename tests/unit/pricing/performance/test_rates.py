"""Rates: what a model costs a device."""

import pytest
from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.catalog.rows import Model
from pricing.performance.constants import inference_constants
from pricing.performance.formats import resolve
from pricing.performance.rates import Rates, rates_of
from pricing.performance.replica import request_of, speed


def rates(library: Library, model: Model) -> Rates:
    """Of a model in 16 bits on an H100."""
    catalog = library.newest
    device = catalog.devices["h100-sxm-80gb"]
    number_format = resolve(catalog, device, "bf16")
    return rates_of(
        model,
        device,
        inference_constants(catalog, device.family, number_format.arithmetic),
        weight_bits=16.0,
        dense_weight_bits=16.0,
        kv_bits=16.0,
        flops_per_second=number_format.flops_per_second,
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
            devices=8.0,
            concurrency=64.0,
        )
        for found in (rates(library, own), rates(library, replace(own, state_bytes=3e8)))
    )

    more_seconds = known.step.memory_seconds - stateless.step.memory_seconds
    passed_bytes = 2 * 3e8 * 64
    assert more_seconds == pytest.approx(passed_bytes * rates(library, own).kv_seconds_per_byte / 8)
    assert known.prefill == stateless.prefill
