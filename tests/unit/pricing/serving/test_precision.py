import pytest

from pricing.catalog.library import Library
from pricing.errors import UnknownName, UnsupportedPrecision
from pricing.serving.precision import Format, default_precision, resolve
from pricing.serving.precision_names import is_gguf, named_format


def resolved(
    library: Library, device: str, precision: str, kv_cache_precision: str | None = None
) -> Format:
    return resolve(library.newest, library.newest.devices[device], precision, kv_cache_precision)


@pytest.mark.parametrize(
    ("device", "precision"),
    [
        ("h100-sxm-80gb", "fp8"),
        ("h100-sxm-80gb", "bf16"),
        ("b200-sxm", "fp4"),
        ("a100-sxm-80gb", "int8"),
        ("v100-sxm2-32gb", "fp16"),
    ],
)
def test_format_that_the_hardware_has_is_computed_in_itself(
    library: Library, device: str, precision: str
) -> None:
    found = resolved(library, device, precision)

    assert (found.arithmetic, found.emulated) == (precision, False)
    assert found.flops_per_second == library.newest.devices[device].flops_per_second[precision]


@pytest.mark.parametrize(
    ("device", "engine", "dense_teraflops", "teraflops"),
    [
        ("b200-sxm", None, 2250.0, 4500.0),  # 4-bit experts meet activations of 8 bits
        ("b200-sxm", "llama.cpp", 4500.0, 4500.0),  # Q8_0 outside the experts
        ("h100-sxm-80gb", None, 989.0, 989.0),
    ],
)
def test_weights_of_two_formats_are_computed_one_after_the_other(
    library: Library, device: str, engine: str | None, dense_teraflops: float, teraflops: float
) -> None:
    """gpt-oss 20B passes 4 of its 32 experts in FP4 weights, and all else in 16 bits."""
    catalog = library.newest
    model, routed = catalog.models["gpt-oss-20b"], 19.11e9 * 4 / 32
    dense = model.active_parameters - routed

    found = resolve(catalog, catalog.devices[device], "fp4", engine=engine, model=model)

    peaks = found.peaks
    shared = peaks.wide_fraction / peaks.wide_flops_per_second
    shared += (1.0 - peaks.wide_fraction) / peaks.flops_per_second
    seconds = 1e12 * (dense * shared + routed / peaks.flops_per_second)
    assert seconds == pytest.approx(dense / dense_teraflops + routed / teraflops, rel=1e-3)


def test_weights_of_one_format_have_its_peak(library: Library) -> None:
    catalog = library.newest
    model, device = catalog.models["gpt-oss-20b"], catalog.devices["b200-sxm"]

    for precision in ("bf16", "int8", "fp16"):
        found = resolve(catalog, device, precision, model=model)
        assert found.flops_per_second == device.flops_per_second[found.arithmetic]


@pytest.mark.parametrize("device", ["b200-sxm", "h200-sxm-141gb", "mi355x"])
@pytest.mark.parametrize("name", ["gpt-oss-120b", "deepseek-v4-flash"])
def test_eight_bits_of_a_checkpoint_of_packed_experts_are_of_its_activations(
    library: Library, device: str, name: str
) -> None:
    catalog = library.newest
    model, found = catalog.models[name], catalog.devices[device]

    asked, published = (resolve(catalog, found, word, model=model) for word in ("FP8", "fp4"))

    assert (asked.name, asked.weight_bits) == ("fp4", published.weight_bits)
    assert asked.flops_per_second == published.flops_per_second


def test_no_other_model_is_stored_in_fewer_bits_than_it_is_asked_in(library: Library) -> None:
    catalog = library.newest
    device = catalog.devices["b200-sxm"]
    packed = {"gpt-oss-20b", "gpt-oss-120b", "deepseek-v4-flash", "deepseek-v4-pro", "kimi-k3"}

    for name, model in catalog.models.items():
        found = resolve(catalog, device, "fp8", model=model)
        assert (found.name == "fp4") == (name in packed), name


@pytest.mark.parametrize(
    ("name", "engine", "kv_bits"),
    [
        ("gpt-oss-20b", None, 16.0),
        ("gpt-oss-20b", "tensorrt", 16.0),
        ("deepseek-v4-flash", None, 8.0),
        ("deepseek-v4-flash", "vllm", 16.0),
        ("llama-3.1-70b", None, 8.0),
    ],
)
def test_cache_of_a_checkpoint_of_packed_experts_is_as_wide_as_its_activations(
    library: Library, name: str, engine: str | None, kv_bits: float
) -> None:
    catalog = library.newest

    found = resolve(
        catalog,
        catalog.devices["b200-sxm"],
        "fp4",
        engine=engine,
        model=catalog.models[name],
    )

    assert found.kv_bits == kv_bits


@pytest.mark.parametrize(
    ("device", "precision", "arithmetic"),
    [
        ("a100-sxm-80gb", "fp8", "bf16"),
        ("a100-sxm-80gb", "fp4", "bf16"),
        ("h100-sxm-80gb", "fp4", "bf16"),
        ("h100-sxm-80gb", "int4", "bf16"),
        ("v100-sxm2-32gb", "int4", "fp16"),
        ("v100-sxm2-32gb", "int8", "fp16"),
        ("v100-sxm2-32gb", "bf16", "fp16"),
        ("tpu-v5e", "fp16", "bf16"),
        ("epyc-7763", "fp16", "fp32"),
        ("p40", "int4", "int8"),
        ("m40-24gb", "int4", "fp32"),
        ("b300-sxm", "int8", "bf16"),
    ],
)
def test_format_that_can_be_stored_only_is_computed_in_16_bits(
    library: Library, device: str, precision: str, arithmetic: str
) -> None:
    found = resolved(library, device, precision)

    assert (found.name, found.arithmetic, found.emulated) == (precision, arithmetic, True)


@pytest.mark.parametrize(
    ("device", "arithmetic"),
    [
        ("arc-pro-b60", "int8"),
        ("h100-sxm-80gb", "fp8"),
        ("a100-sxm-80gb", "int8"),
        ("v100-sxm2-32gb", "fp16"),
    ],
)
def test_weights_of_4_bits_meet_activations_of_8_bits(
    library: Library, device: str, arithmetic: str
) -> None:
    found = resolved(library, device, "w4a8")

    assert (found.name, found.arithmetic) == ("int4", arithmetic)
    assert found.emulated == (arithmetic == "fp16")
    assert found.flops_per_second == library.newest.devices[device].flops_per_second[arithmetic]


@pytest.mark.parametrize(("device", "precision"), [("tpu-v5e", "fp32"), ("v100-sxm2-32gb", "tf32")])
def test_format_that_nothing_can_stand_in_for_is_refused(
    library: Library, device: str, precision: str
) -> None:
    with pytest.raises(UnsupportedPrecision, match=f"does not accelerate {precision}") as caught:
        resolved(library, device, precision)

    assert caught.value.nearest == library.newest.devices[device].accelerated
    assert caught.value.field == "deployment.precision"


@pytest.mark.parametrize(
    ("name", "precision", "engine", "arithmetic", "ratio"),
    [
        ("xeon-8480-plus", "q4_0", "llama.cpp", "bf16", 2.0),
        ("xeon-8480-plus", "int8", "llama.cpp", "int8", 4.0),
        ("xeon-8480-plus", "fp32", "llama.cpp", "fp32", 1.0),
        ("epyc-9554", "int8", "llama.cpp", "int8", 4.0),
    ],
)
def test_llama_cpp_has_the_vector_units_of_a_cpu(
    library: Library, name: str, precision: str, engine: str, arithmetic: str, ratio: float
) -> None:
    device = library.newest.devices[name]

    found = resolve(library.newest, device, precision, engine=engine)

    assert found.arithmetic == arithmetic
    wide = device.flops_per_second["fp32"]
    assert found.flops_per_second == pytest.approx(ratio * wide, rel=0.01)


@pytest.mark.parametrize(
    ("name", "engine"),
    [("xeon-8480-plus", "pytorch"), ("xeon-8480-plus", None), ("h100-sxm-80gb", "llama.cpp")],
)
def test_other_engines_and_devices_have_their_matrix_units(
    library: Library, name: str, engine: str | None
) -> None:
    device = library.newest.devices[name]

    found = resolve(library.newest, device, "bf16", engine=engine)

    assert found.flops_per_second == device.flops_per_second["bf16"]


def test_unknown_format_is_refused_with_those_there_are(library: Library) -> None:
    with pytest.raises(UnknownName, match="no number format is called 'fp7'") as caught:
        resolved(library, "h100-sxm-80gb", "fp7")

    assert "fp8" in caught.value.nearest


@pytest.mark.parametrize(
    ("alias", "name", "weight_bits"),
    [
        ("BF16", "bf16", 16.0),
        ("float16", "fp16", 16.0),
        ("mxfp4", "fp4", 4.25),
        ("NVFP4", "fp4", 4.5),
        ("Q4_K_M", "int4", 4.8),
        ("AWQ", "int4", 4.25),
        ("q8_0", "int8", 8.5),
        ("Q8", "int8", 8.5),
        ("q5", "int8", 5.5),
        ("GPTQ-Int4", "int4", 4.25),
        ("GPTQ-Int8", "int8", 8.0),
        ("bnb-4bit", "int4", 4.5),
        ("8-bit", "int8", 8.0),
        ("w8a8_fp8", "fp8", 8.0),
        ("fp8_w8a8", "fp8", 8.0),
        ("W8A8-INT8", "int8", 8.0),
        ("GPTQ-W8A16", "int8", 8.0),
        ("4bit-nvfp4", "fp4", 4.5),
        ("mxfp8", "fp8", 8.25),
        ("torch.bfloat16", "bf16", 16.0),
        ("F16", "fp16", 16.0),
        ("Q6_K", "int8", 6.56),
        ("Q5_K_M", "int8", 5.65),
        ("Q4_1", "int4", 5.0),
        ("UD-Q4_K_XL", "int4", 4.8),
        ("IQ4_XS", "int4", 4.46),
        ("UD-Q2_K_XL", "int4", 3.16),
        ("Q3_K_M.gguf", "int4", 3.85),
        ("Q4_K", "int4", 4.8),
        ("Q5_K", "int8", 5.65),
        ("Q3_K", "int4", 3.85),
        ("llama 8B Q4_K - Medium", "int4", 4.8),
        ("Q4_K - Small", "int4", 4.53),
        ("Q3_K - Large", "int4", 4.19),
    ],
)
def test_alias_says_its_format_and_the_bits_of_its_scales(
    library: Library, alias: str, name: str, weight_bits: float
) -> None:
    found = resolved(library, "b200-sxm", alias)

    assert (found.name, found.weight_bits) == (name, weight_bits)


@pytest.mark.parametrize("precision", ["q6_k", "q5_0", "q4_1", "q2_k", "iq3_m"])
def test_format_of_llama_cpp_is_unpacked_to_16_bits(library: Library, precision: str) -> None:
    assert resolved(library, "rtx-4090", precision).arithmetic == "bf16"
    assert is_gguf(precision)


@pytest.mark.parametrize(
    ("checkpoint", "name"),
    [
        ("nvidia/Llama-3.3-70B-Instruct-FP4", "fp4"),
        ("someone/Qwen3-32B-W8A8-FP8", "fp8"),
        ("someone/Qwen3-32B-AWQ-BF16-INT4", "int4"),
        ("someone/Qwen3-32B-BF16", "bf16"),
    ],
)
def test_name_of_a_checkpoint_says_the_format_of_its_weights(checkpoint: str, name: str) -> None:
    named = named_format(checkpoint)

    assert named is not None
    assert named[0] == name


@pytest.mark.parametrize(
    "checkpoint", ["", "Qwen3-32B", "4bit/Qwen3-32B", "fp8/Qwen3-32B-Instruct"]
)
def test_name_of_an_owner_says_no_format(checkpoint: str) -> None:
    assert named_format(checkpoint) is None


def test_cache_has_a_format_of_its_own(library: Library) -> None:
    assert resolved(library, "h100-sxm-80gb", "bf16").kv_bits == 16.0
    assert resolved(library, "h100-sxm-80gb", "bf16", "fp8").kv_bits == 8.0
    assert resolved(library, "h100-sxm-80gb", "fp8", "bf16").kv_bits == 16.0


@pytest.mark.parametrize(("spelling", "arithmetic"), [("w8a8", "int8"), ("w8a16", "bf16")])
def test_activations_that_a_spelling_names_decide_the_arithmetic(
    library: Library, spelling: str, arithmetic: str
) -> None:
    found = resolved(library, "h100-sxm-80gb", spelling)

    assert (found.name, found.weight_bits, found.arithmetic) == ("int8", 8.0, arithmetic)


@pytest.mark.parametrize(
    ("engine", "bits"), [(None, 8.0), ("tensorrt", 8.0), ("vllm", 16.0), ("llama.cpp", 16.0)]
)
def test_cache_left_open_is_kept_as_the_engine_does(
    library: Library, engine: str | None, bits: float
) -> None:
    device = library.newest.devices["h100-sxm-80gb"]

    assert resolve(library.newest, device, "fp8", engine=engine).kv_bits == bits
    assert resolve(library.newest, device, "fp8", "fp8", engine=engine).kv_bits == 8.0


def test_bits_of_a_weight_only_format_are_an_assumption(library: Library) -> None:
    keys = {assumption.key for assumption in resolved(library, "b200-sxm", "fp4").assumptions}

    assert keys == {"precision.fp4.weight_bits", "precision.fp4.kv_cache_bits"}


@pytest.mark.parametrize(
    ("device", "native", "default"),
    [
        ("h100-sxm-80gb", "fp8", "fp8"),
        ("a100-sxm-80gb", "fp8", "fp8"),
        ("h100-sxm-80gb", "fp4", "fp4"),
        ("h200-sxm-141gb", "int4", "int4"),
        ("v100-sxm2-32gb", "bf16", "fp16"),
        ("b200-sxm", "fp4", "fp4"),
    ],
)
def test_default_is_the_format_that_the_model_is_published_in_or_16_bits(
    library: Library, device: str, native: str, default: str
) -> None:
    assert default_precision(library.newest.devices[device], native) == default


def test_default_of_every_device_and_model_can_be_resolved(library: Library) -> None:
    catalog = library.newest
    natives = {model.native_precision for model in catalog.models.values()}
    unresolved = [
        (device.name, native)
        for device in catalog.devices.values()
        for native in natives
        if resolve(catalog, device, default_precision(device, native)).flops_per_second <= 0.0
    ]

    assert unresolved == []
