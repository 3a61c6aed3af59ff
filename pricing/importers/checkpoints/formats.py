"""The format of published weights, from the `quantization_config` of a checkpoint."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from pricing.importers.checkpoints.fields import Config, UnreadableError, value_of

SCALE_BITS = 16
BLOCK_SCALE_BITS = 8
NVFP4_GROUP, MXFP4_GROUP = 16, 32
HALF_BITS, FP8_BITS = 16.0, 8.0
ATTENTION = ("self_attn", "attn", "attention")
FLOATS = {8: "fp8", 4: "fp4"}
INTEGERS = {8: "int8", 4: "int4"}
_DIGITS = re.compile(r"\d+")
PLAIN = {"bfloat16": "bf16", "float16": "fp16", "float32": "fp32", "float": "fp32", "half": "fp16"}


class Published(NamedTuple):
    """How a checkpoint has its weights; see the columns of the same names."""

    native_precision: str
    native_weight_bits: float | None = None
    dense_weight_bits: float | None = None


def published(config: Config, text: Config, *, has_experts: bool) -> Published:
    """The format of the weights of a checkpoint. Raises UnreadableError for one that is unknown."""
    told: Any = value_of(config, "quantization_config", "compression_config") or text.get(
        "quantization_config"
    )
    if not isinstance(told, Mapping) or not told:
        kind = str(value_of(text, "dtype", "torch_dtype") or "bfloat16").removeprefix("torch.")
        if kind not in PLAIN:
            raise UnreadableError(f"its weights are in {kind!r}, which is no format of the table")
        return Published(PLAIN[kind])
    name, bits = _format(told)
    if name == "fp8" and has_experts and _has_small_experts(text):
        return Published("fp4", 4.0 + BLOCK_SCALE_BITS / MXFP4_GROUP, FP8_BITS)
    skipped = value_of(told, "ignore", "modules_to_not_convert", "exclude_modules", "exclude") or ()
    keeps_attention = any(word in str(one) for one in skipped for word in ATTENTION)
    dense = HALF_BITS if has_experts and keeps_attention else None
    return Published(name, bits, dense)


def _has_small_experts(text: Config) -> bool:
    """Whether the experts of an FP8 checkpoint are in MXFP4, as those of DeepSeek-V4 are."""
    is_usual = "fp4" if text.get("model_type") == "deepseek_v4" else None
    return (text.get("expert_dtype") or is_usual) == "fp4"


def _format(told: Mapping[str, Any]) -> tuple[str, float | None]:
    """The format and the bits of a weight, where they are not the usual ones."""
    method = str(value_of(told, "quant_method", "quant_algo") or "").lower()
    said = " ".join(
        str(told.get(name) or "") for name in ("quant_method", "quant_algo", "fmt", "format")
    ).lower()
    if "nvfp4" in said:
        return "fp4", 4.0 + BLOCK_SCALE_BITS / NVFP4_GROUP
    if method == "mxfp4":
        return "fp4", 4.0 + BLOCK_SCALE_BITS / MXFP4_GROUP
    if method in {"awq", "gptq", "auto-round", "autoround"}:
        return _integer(told, is_symmetric=bool(told.get("sym", method == "gptq")))
    if method == "bitsandbytes":
        return ("int4", None) if told.get("load_in_4bit") else ("int8", None)
    if "fp8" in said:
        return "fp8", None
    return _grouped(told, method)


def _grouped(told: Mapping[str, Any], method: str) -> tuple[str, float | None]:
    """The weights of the first group of a scheme that has groups."""
    groups = (told.get("config_groups") or {}).values()
    weights = next((group["weights"] for group in groups if group and group.get("weights")), None)
    weights = weights or (told.get("global_quant_config") or {}).get("weight") or {}
    kind = str(value_of(weights, "type", "dtype") or "none")
    found = _DIGITS.search(kind)
    bits = weights.get("num_bits") or (int(found[0]) if found else None)
    if kind.startswith("int"):
        told = {"bits": bits, "group_size": weights.get("group_size")}
        return _integer(told, is_symmetric=bool(weights.get("symmetric", True)))
    if not kind.startswith(("float", "fp")) or bits not in FLOATS:
        raise UnreadableError(f"its quantisation {method!r} is none that is known")
    group = weights.get("group_size") or NVFP4_GROUP
    return FLOATS[bits], 4.0 + BLOCK_SCALE_BITS / group if FLOATS[bits] == "fp4" else None


def _integer(told: Mapping[str, Any], *, is_symmetric: bool) -> tuple[str, float | None]:
    """Integers with a scale, and a zero where they are not symmetric, for each group."""
    bits = value_of(told, "bits", "w_bit", "num_bits")
    if bits not in INTEGERS:
        raise UnreadableError(f"its weights have {bits} bits, which is no format of the table")
    group = value_of(told, "group_size", "q_group_size")
    name = INTEGERS[bits]
    if name == "int8" or not group or group < 0:
        return name, None
    return name, bits + (SCALE_BITS + (0 if is_symmetric else bits)) / group
