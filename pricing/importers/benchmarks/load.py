"""The load of a run, and the results of clients that send requests to a server."""

import re
from collections.abc import Mapping
from math import inf
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from pricing.importers.benchmarks.drafts import UNNAMED, method_of
from pricing.importers.benchmarks.runs import (
    HAS_IMAGES,
    NO_RATE,
    SHARES_PREFIX,
    NotARunError,
    Record,
    Run,
    as_text,
    as_whole,
    as_word,
    check_failed,
    first,
    nested,
    number,
    positive,
    seconds,
    whole,
    word,
)

KEPT_UP_FRACTION = 0.9
"""Of the rate at which requests are sent: below it the server, or the cap, decides the load."""

AGREE_RATIO = 1.1
"""How far a rate may be from the tokens over the duration of the same run."""

SHARED = ("generated-shared-prefix", "prefix_repetition", "prefix-repetition", "mooncake")
"""Data sets whose prompts share a prefix by intent."""

IMAGES = ("image", "random-mm", "mmmu", "mmvu", "vision", "visionarena", "video", "audio")
"""Data sets whose prompts are more than text, by a word of their names."""

DATASETS = {"sharegpt": "sharegpt"}
"""Data sets whose lengths are those of an assumption."""


class Load(Struct, frozen=True):
    """How requests came; see Run."""

    regime: str
    concurrency: float | None = None
    at_once: float | None = None
    requests_per_second: float | None = None


def load_of(
    rate: object, cap: float | None, sent: float | None, reached: float | None = None
) -> Load:
    """The load of a run from how its client was told to send.

    rate: requests a second, infinite or None where all are sent at once; cap: most in flight; sent:
    requests in all; reached: requests a second that were answered.
    """
    told = inf if rate is None or str(rate).lower() in {"inf", "infinity"} else positive(rate)
    if told is None:
        raise NotARunError(f"its request rate {rate!r} is none")
    kept_up = reached is None or reached >= KEPT_UP_FRACTION * told
    if told < inf and (cap is None or kept_up):
        return Load("rate", requests_per_second=told)
    if cap is None:
        return Load("offline", at_once=sent)
    in_flight = cap if sent is None else min(cap, sent)
    return Load("single" if in_flight == 1 else "concurrency", in_flight)


def client_run(
    record: Record, line: int, *, scenario: str, engine: str | None, notes: list[str]
) -> Run:
    """The run of a client in the manner of vLLM's, whose fields SGLang's has too.

    Raises NotARunError for one that measures nothing, or something else.
    """
    _check(record)
    completed = number(record, "completed", "successful_requests")
    inputs = number(record, "total_input_tokens", "total_input")
    outputs = number(record, "total_output_tokens", "total_output")
    duration = number(record, "duration", "benchmark_duration")
    rate = _output_rate(record, outputs, duration)
    load = load_of(
        first(record, "request_rate"),
        number(record, "max_concurrency"),
        number(record, "num_prompts") or completed,
        number(record, "request_throughput"),
    )
    return Run(
        line=line,
        scenario=scenario,
        **asdict(load),
        output_tokens_per_second=rate,
        input_tokens=_mean(inputs, completed)
        or number(record, "random_input_len", "input_len", "isl"),
        output_tokens=_mean(outputs, completed)
        or number(record, "random_output_len", "output_len", "osl"),
        dataset=DATASETS.get(word(record, "dataset_name", "dataset") or ""),
        ttft_seconds=seconds(record, "ttft", notes),
        tpot_seconds=seconds(record, "tpot", notes) or seconds(record, "itl", notes),
        model=word(record, "model_id", "model", "model_path")
        or as_word(nested(record, "model_path")),
        tokenizer=word(record, "tokenizer_id", "tokenizer"),
        device=word(record, "gpu", "gpu_type", "gpu_name", "device", "accelerator", "hardware"),
        device_count=whole(record, "num_gpus", "gpu_count", "device_count", "n_gpus", "gpus"),
        **_groups(record),
        **_drafts(record),
        precision=_named(record, "quantization", "precision", "quant", "weight_dtype"),
        kv_cache_precision=_named(record, "kv_cache_dtype", "kv_cache_precision"),
        engine=engine,
        engine_version=_named(
            record, "engine_version", "vllm_version", "sglang_version", "version"
        ),
        power_watts=number(record, "avg_total_gpu_power_w", "power_watts"),
        ran=as_text(first(record, "date", "start_time", "benchmark_start_time_unix")),
        settings=as_text(first(record, "label", "tag", "seed")) or "",
        notes=tuple(notes),
    )


def _check(record: Record) -> None:
    """Refuse what is no measurement of plain serving."""
    if word(record, "ramp_up_strategy"):
        raise NotARunError("its request rate rises over the run")
    if (word(record, "dataset_name", "dataset") or "") in SHARED:
        raise NotARunError(SHARES_PREFIX)
    names = re.split(r"[/_ ]", (word(record, "dataset_name", "dataset") or "").lower())
    if set(names) & set(IMAGES) or number(record, "total_input_vision_tokens"):
        raise NotARunError(HAS_IMAGES)
    completed = positive(first(record, "completed", "successful_requests"))
    if completed is None and first(record, "completed", "successful_requests") is not None:
        raise NotARunError("none of its requests was completed")
    failed = number(record, "failed", "failed_requests")
    sent = number(record, "num_prompts")
    if failed is None and completed is not None and sent is not None:
        failed = max(0.0, sent - completed)
    check_failed(completed, failed)


def _groups(record: Record) -> dict[str, Any]:
    """Groups and stages, as far as the server or the caller says them.

    SGLang counts all devices in `tp_size`: with data-parallel attention a group has fewer.
    """
    tensor = whole(record, "tensor_parallel_size", "tensor_parallel", "tp_size", "tp", "TP")
    tensor = tensor or nested(record, "tensor_parallel_size", "tp_size")
    named = {
        "data_parallel": ("data_parallel_size", "dp_size"),
        "expert_parallel": ("expert_parallel_size", "ep_size"),
        "pipeline_parallel": ("pipeline_parallel_size", "pp_size"),
    }
    told = {
        column: size
        for column, names in named.items()
        if (size := whole(record, *names) or as_whole(nested(record, *names)) or 1) > 1
    }
    if nested(record, "enable_dp_attention") is True and tensor and "data_parallel" in told:
        tensor = max(1, tensor // told["data_parallel"])
    return told | {"tensor_parallel": tensor}


def _drafts(record: Record) -> dict[str, Any]:
    """Speculative decoding, as far as the server or the caller says it."""
    config = nested(record, "speculative_config")
    config = config if isinstance(config, Mapping) else {"method": config}
    length = number(record, "accept_length", "spec_decode_acceptance_length")
    said = _named(record, "speculative_algorithm") or word(config, "method")
    if said is None and (length or 0.0) > 1.0:
        said = UNNAMED
    return {
        "speculation": method_of(said),
        "draft_tokens": as_whole(nested(record, "num_speculative_tokens", "speculative_num_steps")),
        "acceptance_length": length if said and (length or 0.0) > 1.0 else None,
    }


def _output_rate(record: Record, outputs: float | None, duration: float | None) -> float:
    """Output tokens a second, as told and as counted. Raises NotARunError."""
    told = number(record, "output_throughput", "output_token_throughput")
    counted = outputs / duration if outputs and duration else None
    if told is None and counted is None:
        raise NotARunError(NO_RATE)
    if told and counted and not 1.0 / AGREE_RATIO < told / counted < AGREE_RATIO:
        raise NotARunError(
            "its output throughput is not its output tokens over its duration: of one device,"
            " or of input too"
        )
    return told or counted or 0.0


def _named(record: Record, *names: str) -> str | None:
    """A text under one of several names, of the server's settings too."""
    return word(record, *names) or as_word(nested(record.get("server_info"), *names))


def _mean(total: float | None, count: float | None) -> float | None:
    return total / count if total and count else None
