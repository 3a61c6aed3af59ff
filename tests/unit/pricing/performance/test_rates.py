"""Rates: what a model costs a device."""

import pytest
from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.catalog.rows import Model
from pricing.performance.constants import inference_constants
from pricing.performance.formats import resolve
from pricing.performance.rates import Rates, rates_of


def test_embedding_that_the_output_does_not_share_is_held_and_not_read(library: Library) -> None:
    catalog = library.newest
    own, device = catalog.models["llama-3.1-8b"], catalog.devices["h100-sxm-80gb"]
    number_format = resolve(catalog, device, "bf16")
    constants = inference_constants(catalog, device.family, number_format.arithmetic)

    def rates(model: Model) -> Rates:
        return rates_of(
            model,
            device,
            constants,
            weight_bits=16.0,
            dense_weight_bits=16.0,
            kv_bits=16.0,
            flops_per_second=number_format.flops_per_second,
        )

    found, shared = rates(own), rates(replace(own, lookup_parameters=0.0))

    spared_bytes = 128_256 * 4_096 * 2.0
    assert found.weights_bytes == shared.weights_bytes == own.parameters * 2.0
    assert shared.dense_seconds - found.dense_seconds == pytest.approx(
        spared_bytes / (device.bytes_per_second * constants.mbu_fraction)
    )
