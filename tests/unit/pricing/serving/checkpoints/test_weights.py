"""Weights of checkpoints, against the files that were published."""

import pytest

from pricing.catalog.library import Library
from pricing.serving.checkpoints.recipe import Recipe
from pricing.serving.checkpoints.tensors import tensors_of
from pricing.serving.checkpoints.weights import Weights, weights_of
from pricing.serving.precision import resolve


def weighed(library: Library, model: str, precision: str, *, engine: str | None = None) -> Weights:
    catalog = library.newest
    known = catalog.models[model]
    found = resolve(
        catalog, catalog.devices["h100-sxm-80gb"], precision, engine=engine, model=known
    )
    return weights_of(known, found.recipe)


def test_matrices_add_up_to_the_parameters(library: Library) -> None:
    for model in library.newest.models.values():
        found = tensors_of(model)
        beside = model.tower_parameters + model.draft_parameters

        assert all(tensors.parameters >= 0.0 for tensors in found), model.name
        assert sum(tensors.parameters for tensors in found) == pytest.approx(
            model.parameters + beside, rel=1e-3
        ), model.name


@pytest.mark.parametrize(
    ("model", "precision", "gigabytes", "tolerance"),
    [
        # hugging-quants/Meta-Llama-3.1-8B-Instruct-AWQ-INT4; unsloth/Qwen2.5-7B-Instruct-bnb-4bit
        ("llama-3.1-8b", "awq", 5.73, 0.002),
        ("qwen2.5-7b", "bnb-4bit", 5.59, 0.01),
        # TheBloke/Llama-2-13B-chat-GPTQ, by its groups; TheBloke/Synthia-7B-v1.3-GPTQ in 8 bits
        ("llama-2-13b", "gptq int4 g128", 7.26, 0.005),
        ("llama-2-13b", "gptq-4bit-32g", 8.00, 0.005),
        ("mistral-7b", "gptq int8 no group", 7.52, 0.01),
        ("mistral-7b", "gptq int8 g128", 7.68, 0.01),
        # llm-compressor issue 1215; RedHatAI/…-quantized.w8a8 (vLLM issue 12569)
        ("llama-3.1-8b", "W4A16", 5.7006, 0.001),
        ("llama-3.1-70b", "w8a8", 72.717, 0.001),
        ("llama-3.3-70b", "FP8-dynamic", 72.714, 0.001),
        # mobiuslabsgmbh, ISTA-DASLab, mlx-community, AutoRound of Phi-4
        ("llama-3.1-70b", "4bitgs64_hqq", 42.7, 0.005),
        ("llama-2-7b", "AQLM 2Bit 1x16", 2.4, 0.02),
        ("llama-2-13b", "aqlm-2bit-1x16", 4.1, 0.02),
        ("llama-3-8b", "MLX 4-bit", 4.52, 0.002),
        ("phi-4", "AutoRound", 9.1386, 0.001),
        # gpt-oss-120b: the sum of its tensors, to the byte
        ("gpt-oss-120b", "mxfp4", 65.248815744, 1e-9),
        # DeepSeek-V3 with its module of a further token; Kimi-K2 in FP8 and in W4A16
        ("deepseek-v3", "fp8", 688.587, 0.005),
        ("kimi-k2", "fp8", 1029.19, 0.001),
        ("kimi-k2", "int4 W4A16", 546.53, 0.001),
        ("qwen3.5-397b-a17b", "gptq-int4", 235.66, 0.005),
    ],
)
def test_checkpoint_has_the_bytes_of_its_files(
    library: Library, model: str, precision: str, gigabytes: float, tolerance: float
) -> None:
    found = weighed(library, model, precision)

    assert found.checkpoint_bytes / 1e9 == pytest.approx(gigabytes, rel=tolerance)


@pytest.mark.parametrize(
    ("model", "precision", "gigabytes"),
    [
        ("llama-3.1-8b", "IQ1_S", 2.008),
        ("llama-3.1-8b", "iq2_xxs", 2.394),
        ("llama-3.1-8b", "IQ3_M", 3.780),
        ("llama-3.1-8b", "IQ4_XS", 4.478),
        ("llama-3.1-8b", "Q2_K", 3.168),
        ("llama-3.1-8b", "q3_k_l", 4.316),
        ("llama-3.1-8b", "Q4_K_M", 4.918),
        ("llama-3.1-8b", "Q6_K", 6.593),
        # unsloth/gemma-3n-E4B-it-GGUF, gemma-4-E4B-it-GGUF: embeddings of layers in Q5_K
        ("gemma-3n-e4b", "Q4_K_M", 4.54),
        ("gemma-4-e4b", "Q4_K_M", 4.97),
        ("llama-3.1-8b", "Q8_0", 8.536),
        ("qwen2.5-72b", "Q4_K_S", 44.0),
        ("mixtral-8x22b", "IQ2_XS", 42.1),
        ("mixtral-8x22b", "Q5_K_M", 100.1),
        # Rows of 896 fill no block of 256.
        ("qwen2-0.5b", "Q4_K_S", 0.385),
        ("qwen2.5-7b-1m", "Q6_K_L", 6.52),
        ("glm-4.6", "UD-Q4_K_XL", 203.68),
        ("qwen3.5-27b", "UD-Q8_K_XL", 35.4),
    ],
)
def test_file_of_llama_cpp_has_its_bytes(
    library: Library, model: str, precision: str, gigabytes: float
) -> None:
    found = weighed(library, model, precision, engine="llama.cpp")

    assert found.checkpoint_bytes / 1e9 == pytest.approx(gigabytes, rel=0.01)


def test_resident_weights_are_not_what_a_pass_reads(library: Library) -> None:
    """The embedding of the input stays in memory, of which a token reads a row."""
    model = library.newest.models["llama-3.1-8b"]
    found = weighed(library, model.name, "awq")

    assert found.lookup_bytes == 128256 * 4096 * 2
    assert found.resident_bytes == found.dense_bytes + found.lookup_bytes
    assert found.dense_bytes == pytest.approx(4.677e9, rel=1e-3)


def test_shared_head_is_read_and_held_once(library: Library) -> None:
    found = weighed(library, "llama-3.2-1b", "awq")

    assert found.lookup_bytes == 0.0
    assert found.resident_bytes == found.dense_bytes


def test_experts_fill_up_in_engines_and_not_in_files(library: Library) -> None:
    """Vllm issue 23278: 65.965 GiB of weights; llama.cpp holds the file."""
    held = weighed(library, "gpt-oss-120b", "mxfp4", engine="vllm")
    file = weighed(library, "gpt-oss-120b", "mxfp4", engine="llama.cpp")

    assert held.resident_bytes / 2**30 == pytest.approx(65.965, rel=0.002)
    assert file.resident_bytes == file.checkpoint_bytes
    assert file.checkpoint_bytes / 1e9 == pytest.approx(63.37, rel=0.005)


def test_drafts_are_in_the_files_and_not_in_memory(library: Library) -> None:
    found = weighed(library, "deepseek-v3", "fp8")

    assert found.checkpoint_bytes - found.resident_bytes == pytest.approx(13.5e9, rel=0.2)


def test_towers_stay_in_memory_and_are_not_read(library: Library) -> None:
    model = library.newest.models["gemma-3-27b"]
    found = weighed(library, model.name, "bf16")

    assert found.resident_bytes / 1e9 == pytest.approx(54.865, rel=1e-3)
    assert found.dense_bytes == pytest.approx(model.parameters * 2.0)


@pytest.mark.parametrize(
    ("precision", "gigabytes"), [("exl2 4.0bpw", 4.93), ("exl2-4.65bpw-h8", 5.63), ("4.0bpw", 4.93)]
)
def test_format_of_any_bits_is_priced_by_them(
    library: Library, precision: str, gigabytes: float
) -> None:
    """6.98e9 weights in layers, 0.525e9 in the head (6 bits, or 8), as many looked up in 16."""
    found = weighed(library, "llama-3.1-8b", precision)

    assert found.resident_bytes / 1e9 == pytest.approx(gigabytes, rel=0.002)


def test_more_bits_never_weigh_less(library: Library) -> None:
    model = library.newest.models["qwen3-30b-a3b"]
    sizes = [
        weights_of(model, Recipe(linear_bits=bits)).resident_bytes for bits in (2.0, 4.0, 8.0, 16.0)
    ]

    assert sizes == sorted(sizes)


def test_embeddings_of_layers_are_looked_up_and_stay_wide(library: Library) -> None:
    """Gemma 4 E2B has more of them than of all else. Its head is the embedding of the input."""
    model = library.newest.models["gemma-4-e2b"]
    wide, packed = (weighed(library, "gemma-4-e2b", name) for name in ("bf16", "w4a16"))

    assert wide.dense_bytes == pytest.approx(2.0 * model.active_parameters)
    assert packed.lookup_bytes == wide.lookup_bytes
    assert packed.dense_bytes < 0.5 * wide.dense_bytes
