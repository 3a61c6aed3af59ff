"""Prefix caching: what a request finds of its input in the cache of its replica."""

from msgspec import Struct

from pricing.formulas import compute
from pricing.numerics.number import Number, any_of, greatest, least, where
from pricing.serving.passes.kv_cache import kv_bytes_of
from pricing.serving.passes.sparse_attention import NO_SPARSE, NOT_REPEATED, Repeated
from pricing.serving.rates import Rates


class Prefix(Struct, frozen=True, gc=False):
    """The part of an input that is in the cache: it is attended to, and not computed.

    cached_tokens: of a request [tokens]; shared_bytes: of the cache, what all requests have in
    common, each head once: a replica holds it once; own_bytes: the rest [bytes];
    seconds_per_token: time of one device to attend to the prefix, for each token that is computed;
    kv_seconds: of one device to read its cache in a pass; window_kv_seconds: of that, in layers
    with a window [seconds]; repeated: of attending, what devices do not share out.
    """

    cached_tokens: Number = 0.0
    shared_bytes: Number = 0.0
    own_bytes: Number = 0.0
    seconds_per_token: Number = 0.0
    kv_seconds: Number = 0.0
    window_kv_seconds: Number = 0.0
    repeated: Repeated = NOT_REPEATED


NO_PREFIX = Prefix()
"""Nothing is found in a cache."""


def prefix_of(
    rates: Rates, *, input_tokens: Number, cached_fraction: Number, shared_fraction: Number
) -> Prefix:
    """What requests of a length find in the cache.

    cached_fraction: of the input; shared_fraction: of these tokens, those that all requests have in
    common [fraction]. Engines compute the last token of a prompt at least. Layers with a window,
    and states, keep the end of a sequence, which is each request's own.
    """
    is_cached = cached_fraction > 0.0
    if not any_of(is_cached):
        return NO_PREFIX
    cached_tokens = least(cached_fraction * input_tokens, greatest(input_tokens - 1.0, 0.0))
    computed_tokens = greatest(input_tokens - cached_tokens, 1.0)
    layers = rates.attended
    attended_tokens = compute.suffix_token_layers(
        **layers, suffix_tokens=computed_tokens, prefix_tokens=cached_tokens
    ) - compute.causal_token_layers(**layers, sequence_tokens=computed_tokens)
    seconds_per_token, repeated = (
        rates.prefill_seconds_per_attended_token * attended_tokens,
        NOT_REPEATED,
    )
    if rates.sparse is not NO_SPARSE:
        spared, repeated = rates.sparse.in_prefill(computed_tokens, cached_tokens)
        own_spared, own_repeated = rates.sparse.in_prefill(computed_tokens)
        seconds_per_token = seconds_per_token - (spared - own_spared)
        repeated = repeated.less(own_repeated)
    kv_bytes, window_kv_bytes = kv_bytes_of(rates, cached_tokens)
    found = cached_tokens > 0.0
    full_kv_bytes = where(found, kv_bytes - window_kv_bytes, 0.0)
    return Prefix(
        cached_tokens=cached_tokens,
        shared_bytes=shared_fraction * full_kv_bytes,
        own_bytes=(1.0 - shared_fraction) * full_kv_bytes,
        seconds_per_token=where(found, seconds_per_token, 0.0),
        kv_seconds=where(found, rates.kv_seconds_per_byte * kv_bytes, 0.0),
        window_kv_seconds=where(found, rates.kv_seconds_per_byte * window_kv_bytes, 0.0),
        repeated=repeated,
    )
