"""The two ceilings of a device: of bytes, and of arithmetic in the sizes of a model's layers."""

from collections.abc import Callable, Iterator
from typing import Any

import torch

from bench.on_device.meter import BFLOAT16, DEVICE, HAS_DEVICE, device_name, measured
from bench.on_device.shapes import SHAPES

COPIED_BYTES, LEAST_SECONDS, LONG_SECONDS = 2**32, 0.2, 1.5
MANY, MUCH = 50, 1e12
SQUARE = ((8192, 8192, 8192),)
BATCHES = (1, 16, 64, 256, 1024, 4096, 16384)


def rows(*, is_small: bool = False) -> Iterator[dict[str, Any]]:
    """A row for each, as soon as it is measured."""
    yield _copied(is_small=is_small)
    shape = SHAPES["tiny" if is_small else "Llama-3.1-8B"]
    width = (shape.heads + 2 * shape.key_heads) * shape.head_size
    matrices = (
        (width, shape.hidden_size),
        (shape.hidden_size, shape.heads * shape.head_size),
        (2 * shape.feed_forward_size, shape.hidden_size),
        (shape.hidden_size, shape.feed_forward_size),
    )
    sizes = [(batch, *matrix) for batch in BATCHES for matrix in matrices]
    for size in (*(() if is_small else SQUARE), *sizes):
        tokens, out, into = size
        flops = 2.0 * tokens * out * into
        left = torch.randn(tokens, into, dtype=BFLOAT16, device=DEVICE)
        right = torch.randn(out, into, dtype=BFLOAT16, device=DEVICE)
        least = LONG_SECONDS if size in SQUARE else LEAST_SECONDS
        yield _row("product", "bf16", size, _product(left, right), flops, least)
        if HAS_DEVICE and tokens % 16 == 0:
            yield _row("product", "fp8", size, _product8(left, right), flops, least)


def _copied(*, is_small: bool) -> dict[str, Any]:
    """Bytes read and written of a copy."""
    size = COPIED_BYTES >> (12 * is_small)
    source = torch.randint(256, (size,), device=DEVICE).to(torch.uint8)
    target = torch.empty_like(source)
    copy = (lambda: target.copy_(source), 2.0 * size, LONG_SECONDS)
    return _row("copy", "bytes", (size, 0, 0), *copy)


def _product(left: Any, right: Any) -> Callable[[], Any]:
    return lambda: torch.nn.functional.linear(left, right)


def _product8(left: Any, right: Any) -> Callable[[], Any]:
    one = torch.ones((), device=DEVICE)
    kind = torch.float8_e4m3fn
    left, right = left.to(kind), right.to(kind).t()
    return lambda: torch._scaled_mm(  # noqa: SLF001 - torch has no public product of FP8
        left, right, one, one, out_dtype=BFLOAT16, use_fast_accum=True
    )


def _row(
    name: str,
    precision: str,
    size: tuple[int, int, int],
    call: Callable[[], Any],
    work: float,
    least_seconds: float,
) -> dict[str, Any]:
    """work: bytes moved or FLOPs of a call; many of them are waited for at once."""
    many = MANY if HAS_DEVICE and work < MUCH else 1

    def repeat() -> None:
        for _ in range(many):
            call()

    phase = measured(repeat, least_seconds=least_seconds)
    return {
        "name": name,
        "precision": precision,
        "device": device_name(),
        "tokens": size[0],
        "out": size[1],
        "into": size[2],
        "seconds": phase.seconds / many,
        "tera_per_second": work * many / phase.seconds / 1e12,
        "watts": round(phase.watts, 1) if phase.watts and least_seconds == LONG_SECONDS else "",
    }
