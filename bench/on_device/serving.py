"""Serving without a scheduler: seconds and watts of one prompt, and of a step of decoding."""

from collections.abc import Callable, Iterator
from math import inf
from typing import Any

import torch

from bench.on_device.engine import KERNELS, PRODUCTS, Engine
from bench.on_device.meter import DEVICE, Phase, device_name, free, measured
from bench.on_device.shapes import SHAPES

LEAST_SECONDS, TRIAL_SECONDS, TRIED_TOKENS = 2.0, 0.05, 8192
PROMPTS = {
    "Llama-3.1-8B": (512, 1024, 2048, 4096, 8192, 16384, 32768, 65536),
    "Qwen2.5-1.5B": (1024, 8192),
    "Qwen2.5-14B": (1024, 8192),
}
STEPS = {
    "Llama-3.1-8B": (
        *((1, 1024), (4, 1024), (16, 1024), (64, 1024), (128, 1024), (128, 2048), (1, 4096)),
        *((16, 4096), (64, 4096), (1, 8192), (8, 8192), (32, 8192)),
    ),
    "Qwen2.5-1.5B": ((1, 1024), (16, 1024), (128, 2048)),
    "Qwen2.5-14B": ((1, 1024), (16, 1024), (64, 2048)),
}
Call = Callable[[], Any]
SMALL_PROMPTS, SMALL_STEPS = {"tiny": (64,)}, {"tiny": ((2, 64),)}


def rows(*, is_small: bool = False) -> Iterator[dict[str, Any]]:
    """A row for each, as soon as it is measured."""
    prompts, steps = (SMALL_PROMPTS, SMALL_STEPS) if is_small else (PROMPTS, STEPS)
    for name, lengths in prompts.items():
        engine = Engine(SHAPES[name])
        with torch.no_grad():
            kernels: tuple[str, ...] = tuple(KERNELS)
            for length in lengths:
                row = _row(name, "prefill", 1, length, _prefills(engine, length, kernels))
                if length >= TRIED_TOKENS:
                    kernels = (row["attention_kernel"],)
                yield row
            for batch, context in steps[name]:
                yield _row(name, "decode", batch, context, _decodes(engine, batch, context))
        del engine
        free()


def _row(
    name: str,
    phase: str,
    batch: int,
    tokens: int,
    calls: dict[str, Callable[[], Call]],
) -> dict[str, Any]:
    """With the kernel of attention that is fastest."""
    told: dict[str, Any] = {
        "model": name,
        "precision": "bf16",
        "device": device_name(),
        "phase": phase,
    }
    told |= {"batch": batch, "context_tokens": tokens}
    seconds = {kernel: _trial(make) for kernel, make in calls.items()} if len(calls) > 1 else {}
    best = min(calls, key=lambda kernel: seconds.get(kernel, 0.0))
    try:
        found = measured(calls[best](), least_seconds=LEAST_SECONDS, least_calls=1)
    except torch.cuda.OutOfMemoryError:
        found = Phase(inf, None, 0)
    free()
    watts = "" if found.watts is None else round(found.watts, 1)
    return {**told, "attention_kernel": best, "seconds": round(found.seconds, 7), "watts": watts}


def _trial(make: Callable[[], Call]) -> float:
    """Seconds of a call; infinite where a kernel does not take these heads, or does not fit."""
    try:
        return measured(make(), least_seconds=TRIAL_SECONDS, least_calls=1).seconds
    except RuntimeError:
        return inf
    finally:
        free()


def _prefills(
    engine: Engine, length: int, kernels: tuple[str, ...]
) -> dict[str, Callable[[], Call]]:
    prompts = torch.randint(engine.shape.vocabulary_size, (1, length), device=DEVICE)

    def of(kernel: str) -> Callable[[], Call]:
        return lambda: lambda: engine.prefill(prompts, kernel)

    return {kernel: of(kernel) for kernel in kernels}


def _decodes(engine: Engine, batch: int, context: int) -> dict[str, Callable[[], Call]]:
    def of(kernel: str) -> Callable[[], Call]:
        return lambda: engine.decode(batch, context, kernel)

    return {kernel: of(kernel) for kernel in (*KERNELS, PRODUCTS)}
