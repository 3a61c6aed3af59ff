"""A lean engine: what a prompt and a step of decoding take without a scheduler around them.

Weights of queries, keys and values are one matrix, as are gates and values of the feed-forward
part. Elementwise work is compiled; a step of decoding is one CUDA graph.
"""

from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as f
from torch.nn.attention import SDPBackend, sdpa_kernel

from bench.on_device.meter import BFLOAT16, DEVICE, HAS_DEVICE
from bench.on_device.shapes import Shape

EPSILON, SPREAD = 1e-6, 0.02
KERNELS = {
    "flash": SDPBackend.FLASH_ATTENTION,
    "cudnn": SDPBackend.CUDNN_ATTENTION,
}
PRODUCTS = "products"
"""Two products of matrices with a softmax between them, for steps of decoding."""


def _compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    return torch.compile(function, dynamic=True) if HAS_DEVICE else function


def _add_norm(values: Any, added: Any, weight: Any) -> tuple[Any, Any]:
    summed = values + added
    return summed, f.rms_norm(summed, weight.shape, weight, EPSILON)


def _gated(both: Any) -> Any:
    gates, values = both.chunk(2, dim=-1)
    return f.silu(gates) * values


def _turned(values: Any, cosines: Any, sines: Any) -> Any:
    """Rotary positions of heads [batch, heads, tokens, size]."""
    first, second = values.chunk(2, dim=-1)
    return torch.cat((first * cosines - second * sines, second * cosines + first * sines), dim=-1)


add_norm, gated, turned = _compiled(_add_norm), _compiled(_gated), _compiled(_turned)


class Engine:
    """A model of random weights in BF16."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        hidden, width = shape.hidden_size, shape.heads * shape.head_size
        projected = (shape.heads + 2 * shape.key_heads) * shape.head_size
        self.layers = [
            (
                _weights(projected, hidden),
                _weights(hidden, width),
                _weights(2 * shape.feed_forward_size, hidden),
                _weights(hidden, shape.feed_forward_size),
            )
            for _ in range(shape.layers)
        ]
        self.scale = torch.ones(hidden, dtype=BFLOAT16, device=DEVICE)
        self.embeddings = _weights(shape.vocabulary_size, hidden)

    def prefill(self, prompts: Any, kernel: str) -> Any:
        """The next token of each prompt."""
        tokens = prompts.shape[1]
        cosines, sines = self._angles(torch.arange(tokens, device=DEVICE))

        def attend(_: int, queries: Any, keys: Any, values: Any) -> Any:
            queries, keys = turned(queries, cosines, sines), turned(keys, cosines, sines)
            with sdpa_kernel(KERNELS[kernel]):
                return f.scaled_dot_product_attention(
                    queries, keys, values, is_causal=True, enable_gqa=True
                )

        return self._passed(prompts, attend)

    def decode(self, batch: int, context: int, kernel: str) -> Callable[[], Any]:
        """A step that writes a token for each of the requests, each of a context."""
        shape = self.shape
        size = (shape.layers, 2, batch, shape.key_heads, context, shape.head_size)
        cache = torch.randn(size, dtype=BFLOAT16, device=DEVICE)
        prompts = torch.randint(shape.vocabulary_size, (batch, 1), device=DEVICE)
        cosines, sines = self._angles(torch.full((1,), context - 1, device=DEVICE))

        def attend(layer: int, queries: Any, keys: Any, values: Any) -> Any:
            queries = turned(queries, cosines, sines)
            cache[layer, 0, :, :, -1:] = turned(keys, cosines, sines)
            cache[layer, 1, :, :, -1:] = values
            # The queries that share keys are read as so many tokens of one head.
            grouped = queries.reshape(batch, shape.key_heads, -1, shape.head_size)
            found = _attended(grouped, cache[layer, 0], cache[layer, 1], kernel)
            return found.reshape(batch, shape.heads, 1, shape.head_size)

        return _captured(lambda: self._passed(prompts, attend))

    def _passed(self, prompts: Any, attend: Callable[[int, Any, Any, Any], Any]) -> Any:
        shape = self.shape
        batch, tokens = prompts.shape
        heads = (shape.heads, shape.key_heads, shape.key_heads)
        states = f.embedding(prompts, self.embeddings)
        added = torch.zeros_like(states)
        for index, (projected, output, up, down) in enumerate(self.layers):
            states, normed = add_norm(states, added, self.scale)
            parts = f.linear(normed, projected).view(batch, tokens, -1, shape.head_size)
            queries, keys, values = parts.transpose(1, 2).split(heads, dim=1)
            attended = attend(index, queries, keys, values).transpose(1, 2)
            added = f.linear(attended.reshape(batch, tokens, -1), output)
            states, normed = add_norm(states, added, self.scale)
            added = f.linear(gated(f.linear(normed, up)), down)
        _, normed = add_norm(states[:, -1:], added[:, -1:], self.scale)
        return f.linear(normed, self.embeddings).argmax(dim=-1)

    def _angles(self, positions: Any) -> tuple[Any, Any]:
        half = self.shape.head_size // 2
        rates = 500_000.0 ** (-torch.arange(half, device=DEVICE) / half)
        angles = positions[:, None] * rates
        return angles.cos().to(BFLOAT16), angles.sin().to(BFLOAT16)


def _attended(queries: Any, keys: Any, values: Any, kernel: str) -> Any:
    if kernel == PRODUCTS:
        scores = queries @ keys.transpose(-1, -2) * queries.shape[-1] ** -0.5
        return scores.softmax(dim=-1) @ values
    with sdpa_kernel(KERNELS[kernel]):
        return f.scaled_dot_product_attention(queries, keys, values)


def _weights(*size: int) -> Any:
    return torch.randn(size, dtype=BFLOAT16, device=DEVICE).mul_(SPREAD)


def _captured(call: Callable[[], Any]) -> Callable[[], Any]:
    """As one CUDA graph."""
    if not HAS_DEVICE:
        return call
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        call()
        call()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        call()

    def replay() -> None:
        graph.replay()

    replay.graph = graph  # type: ignore[attr-defined]
    return replay
