"""Configurations of checkpoints: their rows beside those of the tables, and what is refused."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import CatalogError, InvalidQuery
from pricing.importers.checkpoints.fields import UnreadableError
from pricing.importers.checkpoints.model import model_row
from pricing.importers.readings import Told
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost
from tests.unit.pricing.importers.conftest import Import

SAMPLES = Path(__file__).parent / "samples" / "checkpoints"
CONFIGS: dict[str, dict[str, Any]] = json.loads((SAMPLES / "configs.json").read_text())
LLAMA = CONFIGS["llama-3.1-8b"]

SHAPE = (
    *("layers", "hidden_size", "heads", "kv_heads", "head_dim", "attention", "kv_latent_dim"),
    *("kv_rope_dim", "sliding_window", "full_attention_layers", "experts", "experts_per_token"),
    *("dense_layers", "expert_intermediate_size", "vocabulary_size", "window_kv_heads"),
    *("window_kv_values", "index_bytes", "state_bytes", "index_topk", "index_heads"),
    *("index_head_dim", "index_layers", "sparse_layers", "sparse_compress_ratio"),
    *("compressed_layers", "compress_ratio"),
)
SMALL = {
    "architectures": ["LlamaForCausalLM"],
    "model_type": "llama",
    "hidden_size": 64,
    "intermediate_size": 128,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "num_hidden_layers": 2,
    "vocab_size": 4096,
    "torch_dtype": "bfloat16",
}
SMALL_LAYER = 64 * (2 * 64 + 2 * 32) + 3 * 64 * 128 + 2 * 64
SMALL_TEXT = 2 * 4096 * 64 + 2 * SMALL_LAYER + 64


def rows(overlay: Path) -> list[dict[str, str]]:
    path = overlay / "models.csv"
    return list(csv.DictReader(path.read_text().splitlines())) if path.exists() else []


def checkpoint(tmp_path: Path, config: dict[str, Any], name: str = "own-1b") -> Path:
    folder = tmp_path / name
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps(config))
    return folder / "config.json"


def safetensors(path: Path, tensors: dict[str, tuple[str, list[int]]]) -> None:
    """A file of safetensors that ends behind its header."""
    header, at = {}, 0
    for name, (kind, shape) in tensors.items():
        size = 2
        for length in shape:
            size *= length
        header[name] = {"dtype": kind, "shape": shape, "data_offsets": [at, at + size]}
        at += size
    content = json.dumps(header).encode()
    path.write_bytes(len(content).to_bytes(8, "little") + content)


@pytest.mark.parametrize("name", CONFIGS)
def test_dimensions_are_those_of_the_tables(library: Library, name: str) -> None:
    row = model_row(CONFIGS[name], None)

    known = next(
        one for one in library.newest.frames["models"].iter_rows(named=True) if one["model"] == name
    )
    assert {one: row.get(one) for one in SHAPE} == {one: known[one] for one in SHAPE}
    assert row["parameters"] == pytest.approx(known["parameters"], rel=5e-4)
    assert row["active_parameters"] == pytest.approx(known["active_parameters"], rel=2e-3)
    assert row["lookup_parameters"] == known["lookup_parameters"]


def test_own_model_is_answered_by_its_name(
    importing: Import, overlay: Path, library: Library, tmp_path: Path
) -> None:
    path = checkpoint(tmp_path, LLAMA | {"num_hidden_layers": 48, "_name_or_path": "acme/Acme-12B"})
    report = importing("hf-config", path)

    assert report.counts == {"new": 1}
    asked = {"model": "acme/Acme-12B", "catalog": "2026-07-31+acme"}
    answer = unit_costs(unit_cost(asked), library.plus(library.read(overlay)))
    assert answer.model == "acme-12b"
    assert importing("hf-config", path).counts == {"unchanged": 1}


def test_model_of_the_tables_makes_no_row(importing: Import, overlay: Path, tmp_path: Path) -> None:
    report = importing("hf-config", checkpoint(tmp_path, LLAMA, "Llama-3.1-8B-Instruct"))

    assert report.counts == {"unchanged": 1}
    assert report.remarks == [
        "llama-3.1-8b-instruct has the dimensions of llama-3.1-8b of the tables"
    ]
    assert rows(overlay) == []


def test_name_that_is_taken_by_others_is_told(
    importing: Import, overlay: Path, tmp_path: Path
) -> None:
    config = LLAMA | {"num_hidden_layers": 16}
    report = importing("hf-config", checkpoint(tmp_path, config, "Llama-3.1-8B-Instruct"))

    assert "has other dimensions than llama-3.1-8b of the tables" in report.remarks[0]
    assert [row["model"] for row in rows(overlay)] == ["llama-3.1-8b-instruct"]


def test_headers_of_weights_count_parameters(
    importing: Import, overlay: Path, tmp_path: Path
) -> None:
    path = checkpoint(tmp_path, SMALL)
    tensors = {
        "model.embed_tokens.weight": ("BF16", [4096, 64]),
        "lm_head.weight": ("BF16", [4096, 64]),
        "model.norm.weight": ("BF16", [64]),
        "vision_tower.blocks.0.weight": ("BF16", [10, 64]),
        "model.layers.2.eh_proj.weight": ("BF16", [64, 128]),  # the third of two layers
    }
    for layer in range(2):
        tensors[f"model.layers.{layer}.all.weight"] = ("BF16", [SMALL_LAYER])
    safetensors(path.parent / "model.safetensors", tensors)
    importing("hf-config", path)

    row = rows(overlay)[0]
    assert row["parameters"] == str(SMALL_TEXT)
    assert row["lookup_parameters"] == str(4096 * 64)
    assert (row["tower_parameters"], row["draft_parameters"]) == ("640", "8192")
    assert row["confidence"] == "verified"


def test_weights_without_an_output_share_the_embedding(
    importing: Import, overlay: Path, tmp_path: Path
) -> None:
    path = checkpoint(tmp_path, SMALL)
    tied = SMALL_TEXT - 4096 * 64
    index = {"metadata": {"total_size": 2 * tied}, "weight_map": {"model.norm.weight": "a"}}
    (path.parent / "model.safetensors.index.json").write_text(json.dumps(index))
    importing("hf-config", path)

    row = rows(overlay)[0]
    assert (row["parameters"], row["lookup_parameters"]) == (str(tied), "")


def test_weights_of_other_layers_are_refused(importing: Import, tmp_path: Path) -> None:
    path = checkpoint(tmp_path, SMALL)
    index = {"metadata": {"total_size": 5 * SMALL_TEXT}, "weight_map": {"lm_head.weight": "a"}}
    (path.parent / "model.safetensors.index.json").write_text(json.dumps(index))

    with pytest.raises(InvalidQuery, match="its weights have"):
        importing("hf-config", path)


def test_size_of_an_index_tells_the_encoder_of_images(
    importing: Import, overlay: Path, tmp_path: Path
) -> None:
    config = {"model_type": "own_vl", "text_config": SMALL, "vision_config": {"hidden_size": 32}}
    path = checkpoint(tmp_path, config)
    names = {"lm_head.weight": "a", "visual.patch_embed.weight": "a"}
    size = 2 * (SMALL_TEXT + 5000)
    index = {"metadata": {"total_size": size}, "weight_map": names}
    (path.parent / "model.safetensors.index.json").write_text(json.dumps(index))
    importing("hf-config", path)

    assert (rows(overlay)[0]["parameters"], rows(overlay)[0]["tower_parameters"]) == (
        str(SMALL_TEXT),
        "5000",
    )


@pytest.mark.parametrize(
    ("told", "precision", "bits", "dense"),
    [
        ({"quant_method": "fp8", "fmt": "e4m3"}, "fp8", None, None),
        ({"quant_method": "mxfp4"}, "fp4", 4.25, None),
        ({"quant_method": "modelopt", "quant_algo": "NVFP4"}, "fp4", 4.5, None),
        ({"quant_method": "modelopt", "quant_algo": "FP8"}, "fp8", None, None),
        ({"quant_method": "awq", "bits": 4, "group_size": 128}, "int4", 4.15625, None),
        ({"quant_method": "gptq", "bits": 8, "group_size": 128}, "int8", None, None),
        ({"quant_method": "bitsandbytes", "load_in_4bit": True}, "int4", None, None),
        (
            {
                "quant_method": "compressed-tensors",
                "config_groups": {"group_0": {"weights": {"type": "float", "num_bits": 8}}},
            },
            "fp8",
            None,
            None,
        ),
        (
            {
                "quant_method": "compressed-tensors",
                "ignore": ["re:.*self_attn.*", "lm_head"],
                "config_groups": {
                    "group_0": {"weights": {"type": "int", "num_bits": 4, "group_size": 32}}
                },
            },
            "int4",
            4.5,
            16.0,
        ),
    ],
)
def test_published_format_is_read(
    told: dict[str, Any], precision: str, bits: float | None, dense: float | None
) -> None:
    row = model_row(CONFIGS["qwen3-30b-a3b"] | {"quantization_config": told}, None)

    assert (row["native_precision"], row["native_weight_bits"]) == (precision, bits)
    assert row["dense_weight_bits"] == dense


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"model_type": "t5"}, "is an encoder"),
        ({"model_type": "mamba2"}, "has no attention"),
        ({"num_kv_shared_layers": 20}, "some layers share a cache"),
        ({"hidden_size_per_layer_input": 256}, "single layers look tables up"),
        ({"hidden_size": None}, "it does not say hidden_size"),
        ({"layer_types": ["full_attention", "rwkv"] * 16}, "layers of the kind 'rwkv'"),
        ({"num_key_value_heads": [8, 4]}, "its layers differ in num_key_value_heads"),
        ({"kv_source_layer_ids": [2, 8]}, "some layers share a cache"),
        ({"block_configs": [{"ffn": {"no_op": True}}]}, "its layers are of several shapes"),
        ({"zero_expert_num": 256}, "some of its experts do nothing"),
        ({"block_types": ["recurrent", "attention"]}, "layers of the kind 'recurrent'"),
        ({"intermediate_size": None, "inner_mlp_size": 14336}, "does not say intermediate_size"),
        ({"mamba_d_state": 16, "mamba_step": 2}, "layers with a state, and does not say which"),
        ({"quantization_config": {"quant_method": "aqlm"}}, "quantisation 'aqlm' is none"),
    ],
)
def test_what_no_row_can_tell_is_refused(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(UnreadableError, match=reason):
        model_row(LLAMA | changes, None)


@pytest.mark.parametrize(
    ("changes", "columns"),
    [
        # EXAONE 4 writes a letter for each layer, Bamba lists the layers with attention
        (
            {"sliding_window": 4096, "sliding_window_pattern": "LLLG"},
            {"sliding_window": 4096, "full_attention_layers": 8},
        ),
        (
            {
                "attn_layer_indices": [9, 18, 27],
                "mamba_n_heads": 128,
                "mamba_d_head": 64,
                "mamba_d_state": 128,
                "mamba_n_groups": 1,
                "mamba_d_conv": 4,
            },
            {"full_attention_layers": 3, "parameters": 9.78e9},
        ),
        # Step 3 has one head of keys and values, and queries of low rank
        ({"num_key_value_heads": None, "num_attention_groups": 1}, {"kv_heads": 1}),
        ({"share_q_dim": 2048}, {"parameters": 8_030_326_784}),
        # Ring has attention in the last layer of a group, and Grok 2 a dense part beside experts
        ({"layer_group_size": 8}, {"full_attention_layers": 4}),
        (
            {
                "residual_moe": True,
                "num_experts": 8,
                "num_experts_per_tok": 2,
                "moe_intermediate_size": 7168,
            },
            {"parameters": 30.58e9, "shared_experts": 2},
        ),
        ({"model_type": "apertus"}, {"parameters": 6_151_213_056}),
    ],
)
def test_attention_in_other_words_is_read(
    changes: dict[str, Any], columns: dict[str, float]
) -> None:
    row = model_row(LLAMA | changes, None)

    assert {name: row[name] for name in columns} == pytest.approx(columns, rel=1e-4)


def test_compression_that_no_column_tells_is_refused() -> None:
    config = CONFIGS["deepseek-v4-flash"]
    for ratios in ([4, 128, 16] * 15, [2] * 43, [4, 128]):
        with pytest.raises(UnreadableError, match="compress_ratios"):
            model_row(config | {"compress_ratios": ratios}, None)


def test_files_that_are_none_are_refused(importing: Import, tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    path.write_text("[1, 2]")
    with pytest.raises(CatalogError, match="an object is expected"):
        importing("hf-config", path)

    weights = tmp_path / "model.safetensors"
    weights.write_bytes(b"\0" * 16)
    path.write_text(json.dumps(SMALL))
    with pytest.raises(CatalogError, match="no safetensors"):
        importing("hf-config", path, weights, told=Told(model="own-1b"))


def test_model_without_a_name_is_asked_for(importing: Import, tmp_path: Path) -> None:
    with pytest.raises(InvalidQuery) as refusal:
        importing("hf-config", checkpoint(tmp_path, SMALL, "checkpoint"))

    assert refusal.value.field == "--model"
