"""Each matrix meets the arithmetic of its own width."""

import pytest

from pricing.catalog.library import Library
from pricing.serving.precision import resolve


def test_nvfp4_of_a_latent_mixture_leaves_all_but_its_experts_in_16_bits(library: Library) -> None:
    catalog = library.newest
    device, model = catalog.devices["b200-sxm"], catalog.models["deepseek-r1"]
    found = resolve(catalog, device, "nvfp4", engine="vllm", model=model).peaks

    assert found.flops_per_second == device.flops_per_second["fp4"]
    assert found.wide_flops_per_second == pytest.approx(device.flops_per_second["bf16"])
    assert found.wide_fraction == pytest.approx(1.0)


def test_linear_layers_of_a_dense_model_are_narrow_and_its_head_is_not(library: Library) -> None:
    catalog = library.newest
    device, model = catalog.devices["h100-sxm-80gb"], catalog.models["llama-3.1-8b"]
    found = resolve(catalog, device, "fp8", engine="vllm", model=model).peaks

    head = model.vocabulary_size * model.hidden_size  # type: ignore[operator]
    passed = model.parameters - head  # the embedding is looked up
    assert found.wide_fraction == pytest.approx(head / passed, rel=0.01)
    assert found.wide_flops_per_second == pytest.approx(device.flops_per_second["bf16"])


@pytest.mark.parametrize(("cached", "arithmetic"), [("bf16", "bf16"), ("fp8", "fp8")])
def test_attention_meets_what_the_cache_is_kept_in(
    library: Library, cached: str, arithmetic: str
) -> None:
    catalog = library.newest
    device, model = catalog.devices["h100-sxm-80gb"], catalog.models["llama-3.1-8b"]
    found = resolve(catalog, device, "fp8", cached, model=model).peaks

    assert found.attention_flops_per_second == device.flops_per_second[arithmetic]


def test_integers_of_8_bits_are_as_narrow_as_their_arithmetic(library: Library) -> None:
    catalog = library.newest
    device, model = catalog.devices["tpu-v5e"], catalog.models["llama-3.1-8b"]
    found = resolve(catalog, device, "int8", model=model).peaks

    assert found.flops_per_second == device.flops_per_second["int8"]
    assert found.wide_fraction < 0.1


def test_16_bits_have_one_peak(library: Library) -> None:
    catalog = library.newest
    device = catalog.devices["h100-sxm-80gb"]
    found = resolve(catalog, device, "bf16", model=catalog.models["deepseek-r1"]).peaks

    assert found.wide_fraction == 0.0
    assert found.attention_flops_per_second == found.flops_per_second
