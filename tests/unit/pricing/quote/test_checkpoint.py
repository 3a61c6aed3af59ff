"""What the name of a checkpoint says, asked for through the quote."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import UnknownName
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost


def asked(
    library: Library, model: str, precision: str | None = None, **changes: Any
) -> UnitCostAnswer:
    fields = {"model": model, "deployment.precision": precision, "deployment.device_count": 8}
    return unit_costs(unit_cost({**fields, **changes}), library)


def gigabytes(answer: UnitCostAnswer) -> float:
    assert answer.memory is not None
    return answer.memory.checkpoint_bytes / 1e9


@pytest.mark.parametrize(
    ("name", "model", "published"),
    [
        ("hugging-quants/Meta-Llama-3.1-8B-Instruct-AWQ-INT4", "llama-3.1-8b", 5.73),
        ("unsloth/Qwen2.5-7B-Instruct-bnb-4bit", "qwen2.5-7b", 5.55),
        ("RedHatAI/Meta-Llama-3.1-70B-Instruct-quantized.w8a8", "llama-3.1-70b", 72.7),
        ("ISTA-DASLab/Llama-2-13b-AQLM-2Bit-1x16-hf", "llama-2-13b", 4.12),
        ("ISTA-DASLab/Meta-Llama-3-8B-Instruct-AQLM-2Bit-1x16", "llama-3-8b", 4.08),
        ("mobiuslabsgmbh/Llama-3.1-70b-instruct_4bitgs64_hqq", "llama-3.1-70b", 42.7),
        ("LoneStriker/Mixtral-8x7B-Instruct-v0.1-4.65bpw-h6-exl2", "mixtral-8x7b", 27.4),
        ("mlx-community/Llama-3-8B-16K-4bit", "llama-3-8b", 4.52),
        ("Intel/Qwen2.5-7B-Instruct-int4-sym-inc", "qwen2.5-7b", 5.85),
        ("bartowski/Qwen2.5-7B-Instruct-1M-GGUF Q6_K_L", "qwen2.5-7b-1m", 6.52),
        ("mradermacher/Mixtral-8x22B-Instruct-v0.1-i1-GGUF:IQ1_S", "mixtral-8x22b", 29.8),
        ("Hermes-2-Pro-Mistral-7B.Q4_0.gguf", "mistral-7b-v0.1", 4.109),
        ("qwen1_5-7b-chat-q5_k_m.gguf", "qwen1.5-7b", 5.53),
        ("llama3.1:70b", "llama-3.1-70b", 42.5),
        ("llama3.1:8b-instruct-q8_0", "llama-3.1-8b", 8.54),
        ("llama3.2:latest", "llama-3.2-3b", 2.019),
        ("ollama llama3.2:latest", "llama-3.2-3b", 2.019),
        ("llama2:7b", "llama-2-7b", 3.83),
        ("llama3:8b", "llama-3-8b", 4.66),
        ("gemma3:27b", "gemma-3-27b", 17.4),
        ("qwen3-vl:8b", "qwen3-vl-8b", 6.2),
        ("gpt-oss:20b", "gpt-oss-20b", 13.76),
        ("meta-llama/Llama-3.1-405B-FP8", "llama-3.1-405b", 496.1),
        ("Llama-3.1-405B-FP8", "llama-3.1-405b", 496.1),
        ("amd/Llama-3.1-405B-Instruct-FP8-KV", "llama-3.1-405b", 410.1),
        ("nvidia/Llama-3.1-405B-Instruct-FP8", "llama-3.1-405b", 410.1),
    ],
)
def test_name_says_model_and_format(
    library: Library, name: str, model: str, published: float
) -> None:
    answer = asked(library, name, **{"deployment.device": "b200-sxm"})

    assert answer.model == model
    assert gigabytes(answer) == pytest.approx(published, rel=0.011)


def test_precision_of_the_caller_wins(library: Library) -> None:
    tagged, said = (asked(library, "llama3.1:8b", precision) for precision in (None, "q8_0"))

    assert gigabytes(tagged) == pytest.approx(4.92, rel=0.005)
    assert gigabytes(said) == pytest.approx(8.54, rel=0.005)
    assert "Ollama serves this tag in q4-k-m: it is used" in tagged.warnings
    assert not any("Ollama" in text for text in said.warnings)


@pytest.mark.parametrize("name", ["meta-llama/llama-3.1-8b-instruct:free", "Qwen/Qwen3-8B"])
def test_other_tags_are_none_of_ollama(library: Library, name: str) -> None:
    try:
        answer = asked(library, name)
    except UnknownName:
        return
    assert answer.precision == "bf16"


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("TheBloke/Llama-2-7B-GGUF", "q4_k_m"),
        ("turboderp/Mistral-7B-instruct-exl2", "exl2 4.65bpw"),
    ],
)
def test_files_of_several_formats_need_one(library: Library, name: str, nearest: str) -> None:
    with pytest.raises(UnknownName) as caught:
        asked(library, name)

    assert caught.value.field == "deployment.precision"
    assert nearest in caught.value.nearest
    assert asked(library, name, nearest).memory is not None


def test_fine_tune_has_the_dimensions_of_its_base_and_says_so(library: Library) -> None:
    answer = asked(library, "acme/Support-Bot-Qwen2.5-7B")

    assert answer.model == "qwen2.5-7b"
    assert any("read as a fine-tune of qwen2.5-7b" in text for text in answer.warnings)


@pytest.mark.parametrize(
    "name",
    [
        "yuhuili/EAGLE-LLaMA3-8B",
        "z-lab/Llama-3.1-8B-DFlash",
        "lora-Llama-3.1-8B",
        "x-8B-y-70B",
    ],
)
def test_drafts_and_adapters_are_no_fine_tunes(library: Library, name: str) -> None:
    with pytest.raises(UnknownName):
        asked(library, name)


def test_unknown_format_says_what_to_write(library: Library) -> None:
    with pytest.raises(UnknownName, match=r"write one such as fp8, awq, gptq-int4, q4_k_m"):
        asked(library, "llama-3.1-8b", "superquant")


def test_exl2_without_bits_asks_for_them(library: Library) -> None:
    with pytest.raises(UnknownName, match="leaves its bits open"):
        asked(library, "llama-3.1-8b", "exl2")


@pytest.mark.parametrize(
    ("precision", "format_name"),
    [
        ("exl2 4.65bpw", "int4"),
        ("6.0BPW", "int8"),
        ("AQLM 2-bit 2x8", "int4"),
        ("iq1_s", "int4"),
        ("HQQ", "int4"),
        ("EETQ", "int8"),
        ("MLX 8bit", "int8"),
        ("AutoRound", "int4"),
        ("gptq_marlin", "int4"),
        ("3-bit", "int4"),
    ],
)
def test_format_is_priced_by_its_bits(library: Library, precision: str, format_name: str) -> None:
    assert asked(library, "llama-3.1-8b", precision).precision == format_name


def test_numbers_without_a_vocabulary_assume_one_where_a_format_keeps_it(library: Library) -> None:
    numbers = {"parameters": 8.03e9}
    fields = {"model": numbers, "deployment.device_count": 1}
    packed, plain = (
        unit_costs(unit_cost({**fields, "deployment.precision": precision}), library)
        for precision in ("awq", "bf16")
    )

    assert "model.vocabulary_size" in {assumption.key for assumption in packed.assumptions}
    assert "model.vocabulary_size" not in {assumption.key for assumption in plain.assumptions}
