"""Names that people and published tables use, and what they mean."""

import pytest

from pricing.catalog.library import Library
from pricing.errors import UnknownName

MODELS = {
    "BAAI/bge-m3": "bge-m3",
    "BAAI/bge-reranker-v2-m3": "bge-m3",
    "GPT 145.6B (80 layers x 12288)": "megatron-gpt-145.6b",
    "GPT 22B": "megatron-sp-gpt-22b",
    "Hermes-2-Pro-Mistral-7B": "mistral-7b-v0.1",
    "Hy3-preview": "hy3-preview",
    "LLaMA-13B (128k vocabulary)": "llama-13b-128k-vocabulary",
    "LLaMA-30B (128k vocabulary)": "llama-30b-128k-vocabulary",
    "MiniMax-M2.7": "minimax-m2",
    "Nemotron-340B": "nemotron-4-340b",
    "Nemotron-8B": "nemotron-3-8b",
    "OpenGVLab/InternVL3_5-8B": "qwen3-8b",
    "Qwen/Qwen3-Embedding-0.6B": "qwen3-embedding-0.6b",
    "Qwen/Qwen3-Reranker-8B": "qwen3-reranker-8b",
    "Qwen/Qwen3-VL-4B-Instruct": "qwen3-vl-4b",
    "Qwen2.5-Omni-7B": "qwen2.5-7b",
    "google/gemma-3n-E2B-it": "gemma-3n-e2b",
    "google/gemma-3n-E4B-it": "gemma-3n-e4b",
    "google/gemma-4-E2B-it": "gemma-4-e2b",
    "google/gemma-4-E4B-it": "gemma-4-e4b",
    "intfloat/e5-mistral-7b-instruct": "e5-mistral-7b-instruct",
    "intfloat/multilingual-e5-large": "xlm-roberta-large",
    "nexusraven-v2-13b": "codellama-13b",
    "nomic-embed-text": "nomic-embed-text-v1.5",
    "openai/whisper-large-v3": "whisper-large-v3",
    "openai/whisper-large-v3-turbo": "whisper-large-v3-turbo",
    "qwen1_5-7b-chat": "qwen1.5-7b",
    "stable-code-instruct-3b": "stable-code-3b",
    "stepfun-ai/Step-3.7-Flash": "step-3.5-flash",
    "wizardcoder-python-13b-v1.0": "codellama-13b",
    "zai-org/GLM-4.6V": "glm-4.5-air",
}
JULY_MODELS = {
    "DeepSeek-V4-Flash-0731": "deepseek-v4-flash",
    "MiniMaxAI/MiniMax-M3": "minimax-m3",
    "moonshotai/Kimi-K2.7-Code": "kimi-k2-thinking",
    "moonshotai/Kimi-K3": "kimi-k3",
    "tencent/Hy3": "hy3-preview",
}
DEVICES = {
    "Ascend 910B 64GB": "ascend-910b",
    "Huawei Ascend 910C": "ascend-910c",
    "Ascend 950PR": "ascend-950pr",
    "AWS Inferentia1": "inferentia1",
    "Apple M5 Max": "apple-m5-max",
    "H20-141GB": "h20-141gb",
    "Instinct MI430X": "mi430x",
    "Instinct MI455X": "mi455x",
    "Intel Arc Pro B70": "arc-pro-b70",
    "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition": "rtx-pro-6000-max-q",
    "NVIDIA Rubin CPX": "rubin-cpx",
    "NVIDIA Vera Rubin NVL72": "vera-rubin",
    "Qualcomm AI100": "qualcomm-ai100-ultra",
    "RTX PRO 5000 72GB": "rtx-pro-5000-72gb",
    "SambaNova SN40L": "sn40l",
    "TPU 8i": "tpu-8i",
    "TPU 8t": "tpu-8t",
    "Tenstorrent Blackhole": "tenstorrent-p150a",
    "Tenstorrent Wormhole": "tenstorrent-n300",
}
ROUNDING = 0.0005


@pytest.mark.parametrize(("name", "meant"), MODELS.items())
def test_a_published_name_is_that_model_in_each_release(
    name: str, meant: str, library: Library
) -> None:
    for release in ("2026-05-31", "2026-07-31"):
        assert library.get(release).models.find(name, field="model").name == meant


@pytest.mark.parametrize(("name", "meant"), JULY_MODELS.items())
def test_a_model_of_june_or_july_is_in_the_later_release_alone(
    name: str, meant: str, library: Library
) -> None:
    assert library.get("2026-07-31").models.find(name, field="model").name == meant
    with pytest.raises(UnknownName):
        library.get("2026-05-31").models.find(name, field="model")


@pytest.mark.parametrize(("name", "meant"), DEVICES.items())
def test_a_published_name_is_that_device_in_each_release(
    name: str, meant: str, library: Library
) -> None:
    for release in ("2026-05-31", "2026-07-31"):
        assert library.get(release).devices.find(name, field="device").name == meant


def test_a_generation_of_two_chips_is_refused_with_both(library: Library) -> None:
    with pytest.raises(UnknownName) as refused:
        library.newest.devices.find("TPU v8", field="device")
    assert {"tpu-8i", "tpu-8t"} <= set(refused.value.nearest)


def test_active_parameters_of_mixtures_are_computed_and_the_published_ones_stand_beside(
    library: Library,
) -> None:
    mixtures = [model for model in library.newest.models.values() if model.experts > 1]
    assert len(mixtures) > 60
    for model in mixtures:
        unchosen = 1.0 - model.experts_per_token / model.experts
        computed = model.parameters - model.routed_expert_parameters * unchosen
        assert model.active_parameters == pytest.approx(computed, rel=ROUNDING), model.name


def test_tables_that_single_layers_look_up_are_not_active(library: Library) -> None:
    model = library.newest.models["gemma-3n-e4b"]
    assert model.parameters == pytest.approx(6.87e9, rel=0.001)
    assert model.active_parameters + model.lookup_parameters == model.parameters
