import re

import pytest

from pricing.catalog.library import Library
from pricing.catalog.lookup import Directory
from pricing.catalog.names import (
    FEW,
    nearest,
    normalised,
    proposed,
    ranked,
    spellings,
    spelt,
)
from pricing.errors import UnknownName
from pricing.serving.precision_names import named_format

FRUIT = Directory("fruit", {"red-apple": 1, "pear": 2}, {"Apple (Red)": "red-apple"})


@pytest.mark.parametrize(
    ("spelled", "normal"),
    [
        ("H100 SXM 80GB", "h100-sxm-80gb"),
        ("  meta-llama/Llama-3.1-70B ", "meta-llama-llama-3.1-70b"),
        ("A100__SXM4 -- 80GB", "a100-sxm4-80gb"),
        ("Größe", "gr-e"),
        ("...", "..."),
        ("!?", ""),
    ],
)
def test_normalised_name_is_lower_case_with_hyphens(spelled: str, normal: str) -> None:
    assert normalised(spelled) == normal


def test_normalising_twice_is_normalising_once() -> None:
    assert normalised(normalised("NVIDIA H100 (SXM)")) == normalised("NVIDIA H100 (SXM)")


@pytest.mark.parametrize("name", ["red-apple", "RED APPLE", "apple red", "Apple (Red)"])
def test_thing_is_found_by_name_alias_and_spelling(name: str) -> None:
    assert FRUIT.find(name, field="fruit") == 1


@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("meta-llama/Llama-3.3-70B-Instruct", "llama-3.3-70b"),
        ("mistralai/Mistral-7B-Instruct-v0.3", "mistral-7b"),
        ("Mixtral 8x7B (MoE)", "mixtral-8x7b"),
        ("deepseek-ai/DeepSeek-V2-Chat", "deepseek-v2"),
        ("google/gemma-2-9b-it", "gemma-2-9b"),
        ("Llama v3.1 70B", "llama-3.1-70b"),
        ("accounts/fireworks/models/llama-v3p1-8b-instruct", "llama-3.1-8b"),
        ("accounts/fireworks/models/deepseek-v3p1", "deepseek-v3.1"),
        ("llama-3-1-70b", "llama-3.1-70b"),
    ],
)
def test_variants_of_the_same_dimensions_are_found(library: Library, name: str, model: str) -> None:
    assert library.newest.models.find(name, field="model").name == model


@pytest.mark.parametrize(
    ("name", "published_in", "context_tokens"),
    [
        ("mistralai/Ministral-3-8B-Instruct-2512", "fp8", 262144),
        ("mistralai/Ministral-3-8B-Base-2512", "bf16", 262144),
        ("mistralai/Mistral-Small-4-119B-2603", "fp8", 262144),
        ("mistralai/Mistral-Small-3.1-24B-Instruct-2503", "bf16", 131072),
        ("mistralai/Devstral-Small-2-24B-Instruct-2512", "fp8", 262144),
        ("mistralai/Mistral-Large-3-675B-Instruct-2512", "fp8", 262144),
        ("mistralai/Mistral-Large-3-675B-Base-2512", "bf16", 262144),
        ("deepseek-ai/DeepSeek-V4-Pro", "fp4", 1048576),
        ("deepseek-ai/DeepSeek-V4-Pro-Base", "fp8", 1048576),
        ("microsoft/Phi-3-mini-4k-instruct", "bf16", 4096),
        ("microsoft/Phi-3-mini-128k-instruct", "bf16", 131072),
        ("ibm-granite/granite-8b-code-base-128k", "bf16", 131072),
    ],
)
def test_checkpoints_of_a_family_have_their_own_format_and_context(
    library: Library, name: str, published_in: str, context_tokens: int
) -> None:
    found = library.newest.models.find(name, field="model")

    assert (found.native_precision, found.context_tokens) == (published_in, context_tokens)


@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("neuralmagic/Meta-Llama-3.1-70B-Instruct-FP8", "llama-3.1-70b"),
        ("RedHatAI/Llama-3.3-70B-Instruct-FP8-dynamic", "llama-3.3-70b"),
        ("amd/Llama-3.1-405B-Instruct-FP8-KV", "llama-3.1-405b"),
        ("amd/Llama-3.3-70B-Instruct-MXFP4-Preview", "llama-3.3-70b"),
        ("nvidia/DeepSeek-R1-0528-FP4", "deepseek-r1"),
        ("hugging-quants/Meta-Llama-3.1-8B-Instruct-AWQ-INT4", "llama-3.1-8b"),
        ("someone/Mixtral-8x7B-Instruct-v0.1-AWQ", "mixtral-8x7b"),
        ("mlx-community/Qwen3-8B-4bit", "qwen3-8b"),
        ("RedHatAI/Llama-3.3-70B-Instruct-quantized.w4a16", "llama-3.3-70b"),
        ("unsloth/Meta-Llama-3.1-8B-Instruct-unsloth-bnb-4bit", "llama-3.1-8b"),
        ("nvidia/DeepSeek-R1-0528-NVFP4-v2", "deepseek-r1"),
        ("llama3.1:8b-instruct-q4_K_M", "llama-3.1-8b"),
        ("bartowski/Meta-Llama-3.1-8B-Instruct-GGUF:Q5_K_S", "llama-3.1-8b"),
        ("Meta-Llama-3.1-8B-Instruct-IQ2_XXS.gguf", "llama-3.1-8b"),
        ("google/gemma-3-27b-it-qat-q4_0-gguf", "gemma-3-27b"),
        ("unsloth/DeepSeek-R1-GGUF:UD-Q2_K_XL", "deepseek-r1"),
        ("mistral:7b-instruct-v0.2-q8_0", "mistral-7b"),
        ("TheBloke/Llama-2-7B-Chat-GGUF/llama-2-7b-chat.Q4_K_M.gguf", "llama-2-7b"),
        ("Meta-Llama-3.1-8B-Instruct.i1-IQ3_XS.gguf", "llama-3.1-8b"),
        ("Meta-Llama-3.1-8B-Instruct-f16.gguf", "llama-3.1-8b"),
        ("ggml-org/gpt-oss-20b-GGUF:MXFP4", "gpt-oss-20b"),
        ("mlx-community/Qwen3-32B-MXFP8", "qwen3-32b"),
    ],
)
def test_checkpoints_in_other_formats_are_found(library: Library, name: str, model: str) -> None:
    """And their format is known: else they would be taken in the model's own."""
    assert library.newest.models.find(name, field="model").name == model
    assert named_format(name) is not None


@pytest.mark.parametrize(
    "name",
    [
        "TheBloke/Llama-2-7B-GGUF",
        "gemma3:27b-it-qat",
        "Llama-3.1-8B-Q9_K",
        "Mistral-Large-2712",
        "Llama-3.1-9B",
        "Llama-3.1-8B-FP7",
    ],
)
def test_other_models_and_formats_that_are_not_told_are_not_guessed(
    library: Library, name: str
) -> None:
    with pytest.raises(UnknownName):
        library.newest.models.find(name, field="model")


@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("Qwen2.5-VL-72B", "qwen2.5-vl-72b"),
        ("Phi-3-mini-4k", "phi-3-mini-4k"),
        ("Ministral-3-14B-Instruct-2512", "ministral-3-14b"),
        ("voxtral-small-24b-2507", "mistral-small-24b"),
    ],
)
def test_model_known_by_a_variant_alone_is_found_without_it(
    library: Library, name: str, model: str
) -> None:
    assert library.newest.models.find(name, field="model").name == model


@pytest.mark.parametrize("name", ["phi-3.5", "qwen1.5", "luminous", "k2"])
def test_family_whose_variant_is_known_is_not_taken_for_it(library: Library, name: str) -> None:
    with pytest.raises(UnknownName):
        library.newest.models.find(name, field="model")


def test_what_is_left_of_two_names_is_neither() -> None:
    aliases = {"owner/plum-7b-chat": "red", "other/plum-7b-it": "blue", "owner/fig-1b-chat": "red"}
    fruit = Directory("fruit", {"red": 1, "blue": 2}, aliases)

    assert fruit.find("fig-1b", field="fruit") == 1
    with pytest.raises(UnknownName):
        fruit.find("plum-7b", field="fruit")


def test_shortest_spelling_keeps_what_tells_models_apart() -> None:
    assert list(spellings("c4ai-command-r-08-2024"))[-1] == "c4ai-command-r-08-2024"
    assert list(spellings("Qwen1.5-MoE-A2.7B-Chat"))[-1] == "qwen1.5-moe-a2.7b"


@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("Command R+", "command-r-plus"),
        ("someone/command-r+", "command-r-plus"),
        ("Command R", "command-r"),
        ("someone/Kimi-K2-Thinking", "kimi-k2-thinking"),
        ("Mistral-7B-Instruct-v0.1", "mistral-7b-v0.1"),
        ("someone/mistral-7b-v0.1", "mistral-7b-v0.1"),
        ("someone/Mixtral-8x7B-Instruct-v0.1", "mixtral-8x7b"),
    ],
)
def test_words_and_versions_that_are_another_model_s_are_kept(
    library: Library, name: str, model: str
) -> None:
    assert library.newest.models.find(name, field="model").name == model


@pytest.mark.parametrize("name", ["Xeon Platinum 8480+", "Xeon Platinum 8480", "Xeon 8480+"])
def test_plus_is_read_as_the_word(library: Library, name: str) -> None:
    assert library.newest.devices.find(name, field="device").name == "xeon-8480-plus"


@pytest.mark.parametrize(
    ("name", "device"),
    [("H100 80GB SXM", "h100-sxm-80gb"), ("80GB A100 PCIe", "a100-pcie-80gb"), ("24GB L4", "l4")],
)
def test_words_of_a_name_may_come_in_any_order(library: Library, name: str, device: str) -> None:
    assert library.newest.devices.find(name, field="device").name == device


def test_words_that_mean_two_things_in_other_orders_are_not_guessed() -> None:
    fruit = Directory("fruit", {"red-apple": 1, "apple-red": 2}, {"green pear": "red-apple"})

    assert fruit.find("Apple Red", field="fruit") == 2
    assert fruit.find("pear green", field="fruit") == 1
    with pytest.raises(UnknownName):
        Directory("fruit", {"a-b-c": 1, "c-b-a": 2}, {}).find("b a c", field="fruit")


@pytest.mark.parametrize("name", ["Google", "google cloud", "GCP"])
def test_provider_is_found_by_what_people_call_it(name: str) -> None:
    assert spelt("provider", name, ["aws", "gcp"], field="provider") == "gcp"
    with pytest.raises(UnknownName):
        spelt("provider", name, ["aws"], field="provider")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Microsoft Azure", "azure"),
        ("Google Cloud Platform", "gcp"),
        ("Lambda Labs", "lambda"),
        ("together.ai", "together"),
        ("Core Weave", "coreweave"),
        ("East US 2", "eastus2"),
        ("us_east_1", "us-east-1"),
    ],
)
def test_place_is_found_by_its_full_name_and_in_several_words(name: str, meant: str) -> None:
    names = ["azure", "coreweave", "eastus2", "gcp", "lambda", "together", "us-east-1", "us-east1"]

    assert spelt("place", name, names, field="place") == meant


@pytest.mark.parametrize(("name", "other"), [("us-east1", "us-east-1"), ("us-east-1", "us-east1")])
def test_hyphens_that_tell_places_apart_are_kept(name: str, other: str) -> None:
    with pytest.raises(UnknownName):
        spelt("region", name, [other], field="region")


PRINTED = {
    "NVIDIA L4 24GB": "l4",
    "NVIDIA A100 PCIe 80GB": "a100-pcie-80gb",
    "NVIDIA H20 96GB": "h20",
    "NVIDIA GeForce RTX 3090 24GB": "rtx-3090",
    "NVIDIA V100 SXM2 32GB": "v100-sxm2-32gb",
    "NVIDIA H100 80GB HBM3": "h100-sxm-80gb",
    "AMD Instinct MI325X 256GB": "mi325x",
    "AMD Radeon RX 7900 XTX 24GB": "rx-7900-xtx",
    "INTEL(R) XEON(R) 6787P": "xeon-6787p",
    "Google TPU v6e (Trillium)": "tpu-v6e",
    "Apple M2 Max (30c GPU)": "apple-m2-max-30c",
}


@pytest.mark.parametrize("name", PRINTED)
def test_devices_answer_to_the_names_that_sources_print(library: Library, name: str) -> None:
    assert library.newest.devices.find(name, field="device").name == PRINTED[name]


@pytest.mark.parametrize("name", ["NVIDIA A100", "NVIDIA H100 96GB", "NVIDIA RTX 4000"])
def test_devices_that_could_be_several_are_not_guessed(library: Library, name: str) -> None:
    try:
        found = library.newest.devices.find(name, field="device")
    except UnknownName:
        return
    assert found.name == "a100-sxm-40gb"  # as the price table means it


@pytest.mark.parametrize(
    ("name", "devices"),
    [
        ("A100/H100", ("a100-sxm-40gb", "h100-sxm-80gb")),
        ("MI300X/MI355X", ("mi300x", "mi355x")),
        ("A100/H100/H200/", ("a100-sxm-40gb", "h100-sxm-80gb", "h200-sxm-141gb")),
    ],
)
def test_several_devices_are_not_taken_for_the_last(
    library: Library, name: str, devices: tuple[str, ...]
) -> None:
    with pytest.raises(UnknownName, match="names several devices") as error:
        library.newest.devices.find(name, field="device")

    assert error.value.nearest == devices


@pytest.mark.parametrize(
    ("name", "count", "device"),
    [
        ("8xH100", 8, "h100-sxm-80gb"),
        ("4 × L40S", 4, "l40s"),
        ("RTX 4090 x2", 2, "rtx-4090"),
        ("16x NVIDIA H200 SXM", 16, "h200-sxm-141gb"),
        ("v6e-4", 4, "tpu-v6e"),
        ("TPU-v5litepod-8", 8, "tpu-v5e"),
    ],
)
def test_count_before_or_behind_a_device_is_not_dropped(
    library: Library, name: str, count: int, device: str
) -> None:
    told = f"{name!r} is {count} of {device}: name the device, and give the count separately"
    with pytest.raises(UnknownName, match=re.escape(told)) as error:
        library.newest.devices.find(name, field="device")

    assert error.value.nearest == (device,)


@pytest.mark.parametrize(
    ("name", "device"), [("1x L4", "l4"), ("GTX 1080", "gtx-1080"), ("RX 7900 XTX", "rx-7900-xtx")]
)
def test_one_of_a_device_and_numbers_behind_an_x_are_names(
    library: Library, name: str, device: str
) -> None:
    assert library.newest.devices.find(name, field="device").name == device


@pytest.mark.parametrize(
    ("name", "device"),
    [
        ("H100/80GB", "h100-sxm-80gb"),
        ("nvidia/H100", "h100-sxm-80gb"),
        ("NVIDIA HGX B200", "b200-sxm"),
        ("AMD Instinct MI355X", "mi355x"),
    ],
)
def test_one_device_is_found_with_its_maker_and_memory(
    library: Library, name: str, device: str
) -> None:
    assert library.newest.devices.find(name, field="device").name == device


@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("/models/Meta-Llama-3.1-405B-Instruct-FP8/", "llama-3.1-405b"),
        ("bloom/bloom-7b1", "bloom-7b1"),
        ("llama-3.1-70b/Llama-3.1-70B-Instruct", "llama-3.1-70b"),
        ("NVIDIA Nemotron Nano 9B v2 Base", "nemotron-nano-9b-v2"),
    ],
)
def test_paths_owners_and_makers_of_a_model_are_no_other_model(
    library: Library, name: str, model: str
) -> None:
    assert library.newest.models.find(name, field="model").name == model


@pytest.mark.parametrize("name", ["p5.48xlarge", "P5.48XLARGE", "a3-highgpu-8g"])
def test_instance_type_is_refused_with_the_device_that_it_has(library: Library, name: str) -> None:
    with pytest.raises(UnknownName, match="is an instance type with h100-sxm") as error:
        library.newest.devices.find(name, field="deployment.device")

    assert error.value.nearest == ("h100-sxm-80gb",)
    assert error.value.field == "deployment.device"


def test_unknown_thing_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="no fruit is called 'red-aple'") as caught:
        FRUIT.find("red-aple", field="basket.fruit")

    assert caught.value.nearest == ("red-apple",)
    assert caught.value.field == "basket.fruit"


@pytest.mark.parametrize("name", ["", "!?", "x" * 10_000])
def test_absurd_name_is_refused(name: str) -> None:
    with pytest.raises(UnknownName):
        FRUIT.find(name, field="fruit")


def test_name_too_long_to_be_read_is_refused_though_it_ends_in_one_that_is_known() -> None:
    assert FRUIT.find("owner/" + "pear" + "-it" * 60, field="fruit") == 2
    with pytest.raises(UnknownName):
        FRUIT.find("owner/" + "pear" + "-it" * 20_000, field="fruit")


def test_nearest_is_empty_without_similar_names() -> None:
    assert nearest("zzzz", ["h100-sxm-80gb", "a10g"]) == ()


def test_nearest_comes_first() -> None:
    assert nearest("h100-sxm-80", ["a10g", "h100-pcie-80gb", "h100-sxm-80gb"])[0] == (
        "h100-sxm-80gb"
    )


@pytest.mark.parametrize(
    ("spelled", "name"),
    [
        ("h100-sxm-80gb", "h100-sxm-80gb"),
        ("H100 SXM 80GB", "h100-sxm-80gb"),
        ("h100-sxm", "h100-sxm-80gb"),
        ("A100", "a100-sxm-40gb"),
        ("MI300X", "mi300x"),
        ("TPU v5e", "tpu-v5e"),
        ("Groq LPU", "groq-lpu"),
        ("4090", "rtx-4090"),
        ("NVIDIA GeForce RTX 2080 Ti", "rtx-2080-ti"),
        ("7900 XTX", "rx-7900-xtx"),
        ("Tesla P40", "p40"),
        ("Apple M2 Ultra (76-core GPU)", "apple-m2-ultra"),
        ("nvidia-h100-mega-80gb", "h100-sxm-80gb"),
    ],
)
def test_device_answers_to_the_names_that_people_use(
    library: Library, spelled: str, name: str
) -> None:
    assert library.newest.devices.find(spelled, field="device").name == name


@pytest.mark.parametrize(
    ("spelled", "name"),
    [
        ("meta-llama/Llama-3.1-70B", "llama-3.1-70b"),
        ("Llama 3.1 70B", "llama-3.1-70b"),
        ("deepseek-ai/DeepSeek-V3", "deepseek-v3"),
        ("mixtral-8x7b", "mixtral-8x7b"),
        ("Qwen3-4B-Instruct-2507", "qwen3-4b"),
        ("Qwen/Qwen2.5-VL-7B-Instruct", "qwen2.5-vl-7b"),
        ("mistralai/Mistral-Large-Instruct-2411", "mistral-large-123b"),
        ("deepseek-r1:14b", "deepseek-r1-distill-qwen-14b"),
        ("llama3.3", "llama-3.3-70b"),
    ],
)
def test_model_answers_to_the_names_that_people_use(
    library: Library, spelled: str, name: str
) -> None:
    assert library.newest.models.find(spelled, field="model").name == name


def test_nearest_is_found_in_any_case() -> None:
    assert nearest("nvdia", ["AMD", "NVIDIA"]) == ("NVIDIA",)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("SPOT", "spot"),
        ("1yr", "reserved_1y"),
        ("preemptible", "spot"),
        ("Google Cloud", "gcp"),
        ("amazon", "aws"),
    ],
)
def test_synonyms_are_ranked_first(name: str, meant: str) -> None:
    names = ["together", "lambda", "gcp", "aws", "capacity_block", "reserved_1y", "spot"]

    assert ranked(name, names)[0] == meant
    assert sorted(ranked(name, names)) == sorted(names)


def test_few_names_are_all_proposed_and_many_by_similarity() -> None:
    many = [f"name-{number}" for number in range(100)]

    assert len(proposed("nowhere", many[:FEW])) == FEW
    assert proposed("name-77", many)[0] == "name-77"
    assert len(proposed("????", many)) == FEW


@pytest.mark.parametrize(
    ("name", "others"),
    [
        ("A100", ("a100-pcie-40gb", "a100-pcie-80gb", "a100-sxm-80gb")),
        ("NVIDIA H100 80GB", ("h100-pcie-80gb",)),
        ("RTX PRO 6000", ("rtx-pro-6000-max-q", "rtx-pro-6000-ws")),
        ("AWS Trainium", ("trainium2", "trainium3")),
        ("A100-SXM4-80GB", ()),
        ("a100-sxm-40gb", ()),
        ("M4", ()),
        ("RTX 3090", ()),
        ("Tesla T4", ()),
    ],
)
def test_incomplete_device_names_fit_several_devices(
    library: Library, name: str, others: tuple[str, ...]
) -> None:
    devices = library.newest.devices

    assert devices.fitting(name, devices.find(name, field="device").name) == others
