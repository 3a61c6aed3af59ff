"""The KV cache of a sequence."""

from pricing.formulas import memory
from pricing.numerics.number import Number, greatest
from pricing.serving.rates import Rates


def kv_bytes_of(rates: Rates, context_tokens: Number) -> tuple[Number, Number]:
    """Of a sequence: all, and what layers with a window keep of it.

    A model without a cache is held by its weights: a byte decides nothing.
    """
    window_kv_bytes = memory.window_kv_bytes_per_sequence(
        bytes_per_token_layer=rates.window_kv_bytes_per_token_layer,
        window_layers=rates.window_layers,
        window_tokens=rates.window_tokens,
        context_tokens=context_tokens,
    )
    kv_bytes = memory.kv_bytes_per_sequence(
        bytes_per_token_layer=rates.kv_bytes_per_token_layer,
        full_attention_layers=rates.cached_layers,
        context_tokens=context_tokens,
        window_kv_bytes=window_kv_bytes,
    )
    return greatest(1.0, kv_bytes), window_kv_bytes
