"""Requests: what one of given lengths asks of a replica, whatever the replica's size."""

from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from pricing.formulas import compute
from pricing.numerics.number import Number, any_of, greatest, where
from pricing.numerics.structs import chosen
from pricing.serving.passes.images import NO_IMAGES, Images
from pricing.serving.passes.kv_cache import kv_bytes_of
from pricing.serving.passes.prefix import NO_PREFIX, Prefix, prefix_of
from pricing.serving.passes.reading import NO_CACHE, attended_token_layers, writes_nothing
from pricing.serving.passes.sparse_attention import NO_SPARSE, NOT_REPEATED, Repeated
from pricing.serving.rates import Rates


class Asked(Protocol):
    """What is asked of a replica: the lengths of requests, and what of them is cached.

    cached_fraction: of the input; shared_fraction: of what is cached, what all requests have in
    common [fraction]; documents: texts that share the input and are read apart, where nothing is
    written [count]; images: of a request, whose tokens are a part of its input.
    """

    @property
    def input_tokens(self) -> Number:
        """Of a request."""

    @property
    def output_tokens(self) -> Number:
        """Of a request."""

    @property
    def cached_fraction(self) -> Number:
        """Of the input."""

    @property
    def shared_fraction(self) -> Number:
        """Of what is cached."""

    @property
    def documents(self) -> Number:
        """Of a request."""

    @property
    def images(self) -> Images:
        """Of a request."""


class Request(Struct, frozen=True, gc=False):
    """What a request of given lengths asks of its replica, whatever the replica's size.

    pass_tokens: of its input, what is computed, at least one token; prefix: what is cached of it;
    kv_bytes: its mean cache while in flight, each head once; last_kv_bytes: the same with its last
    token; *window_kv_bytes: of these, what layers with a window keep [bytes]; *kv_seconds: time of
    one device to read *kv_bytes, as far as a step reads them; state_seconds: to read its state and
    write the next;
    *_seconds_per_token: time of one device to compute a token with the attention to what is before
    it and, in prefill, with what the encoder of images takes, encode_seconds_per_token;
    *_repeated: of a token, what devices do not share out; cached_fraction, shared_fraction,
    documents, images: see Asked.
    """

    input_tokens: Number
    output_tokens: Number
    pass_tokens: Number
    kv_bytes: Number
    window_kv_bytes: Number
    last_kv_bytes: Number
    last_window_kv_bytes: Number
    kv_seconds: Number
    window_kv_seconds: Number
    state_seconds: Number
    prefill_seconds_per_token: Number
    decode_seconds_per_token: Number
    cached_fraction: Number = 0.0
    shared_fraction: Number = 0.0
    prefix: Prefix = NO_PREFIX
    documents: Number = 1.0
    images: Images = NO_IMAGES
    encode_seconds_per_token: Number = 0.0
    prefill_repeated: Repeated = NOT_REPEATED
    decode_repeated: Repeated = NOT_REPEATED

    @property
    def computed_tokens(self) -> Number:
        """Of its input, what is not in the cache; 0 of an empty one."""
        if self.prefix is NO_PREFIX:
            return self.input_tokens
        return self.input_tokens - self.prefix.cached_tokens

    @property
    def encoded_images(self) -> Number:
        """Of its images, those that are not in the cache [count]."""
        computed_fraction = self.computed_tokens / greatest(self.input_tokens, 1.0)
        return self.images.count * computed_fraction


def first_token_seconds(rates: Rates, request: Request) -> Number:
    """What a first token takes beside passes: what is fixed, and the host's work on its images.

    A host decodes and resizes the images of a request one after the other.
    """
    images = request.images
    if images is NO_IMAGES:
        return rates.first_token_seconds
    own = rates.phases.prefill * request.encoded_images * images.host_seconds
    return rates.first_token_seconds + own


def request_for(rates: Rates, asked: Asked) -> Request:
    """A request of what is asked of a replica."""
    return request_of(
        rates,
        input_tokens=asked.input_tokens,
        output_tokens=asked.output_tokens,
        cached_fraction=asked.cached_fraction,
        shared_fraction=asked.shared_fraction,
        documents=asked.documents,
        images=asked.images,
    )


def request_of(
    rates: Rates,
    *,
    input_tokens: Number,
    output_tokens: Number,
    cached_fraction: Number = 0.0,
    shared_fraction: Number = 0.0,
    documents: Number = 1.0,
    images: Images = NO_IMAGES,
) -> Request:
    """A request of these lengths; in flight it holds its input and half of its output.

    cached_fraction, shared_fraction, documents, images: see Asked.
    """
    prefix = prefix_of(
        rates,
        input_tokens=input_tokens,
        cached_fraction=cached_fraction,
        shared_fraction=shared_fraction,
    )
    context_tokens = input_tokens + output_tokens / 2.0
    kv_bytes, window_kv_bytes = kv_bytes_of(rates, context_tokens)
    last_kv_bytes, last_window_kv_bytes = kv_bytes_of(rates, input_tokens + output_tokens)
    # An empty input costs nothing, yet a pass has at least one token.
    pass_tokens = greatest(input_tokens, 1.0)
    if prefix is not NO_PREFIX:
        pass_tokens = greatest(input_tokens - prefix.cached_tokens, 1.0)
    prefill_seconds_per_token = (
        rates.prefill_seconds_per_token
        + rates.prefill_seconds_per_attended_token
        * compute.causal_token_layers(**rates.attended, sequence_tokens=pass_tokens)
    )
    if prefix is not NO_PREFIX:
        prefill_seconds_per_token = prefill_seconds_per_token + prefix.seconds_per_token
    request = Request(
        input_tokens=input_tokens,
        output_tokens=output_tokens,
        pass_tokens=pass_tokens,
        kv_bytes=kv_bytes,
        window_kv_bytes=window_kv_bytes,
        last_kv_bytes=last_kv_bytes,
        last_window_kv_bytes=last_window_kv_bytes,
        kv_seconds=rates.kv_seconds_per_byte * kv_bytes,
        window_kv_seconds=rates.kv_seconds_per_byte * window_kv_bytes,
        state_seconds=2.0 * rates.kv_seconds_per_byte * rates.state_bytes,
        prefill_seconds_per_token=prefill_seconds_per_token,
        decode_seconds_per_token=rates.decode_seconds_per_token
        + rates.decode_seconds_per_attended_token
        * compute.attended_token_layers(**rates.attended, context_tokens=context_tokens),
        cached_fraction=cached_fraction,
        shared_fraction=shared_fraction,
        prefix=prefix,
    )
    if rates.sparse is not NO_SPARSE:
        request = _with_indexer(rates, request, context_tokens)
    reads = writes_nothing(output_tokens)
    if any_of(reads):
        request = chosen(reads, _read_only(rates, request, documents), request)
    return request if images is NO_IMAGES else _with_images(rates, request, images)


def _with_indexer(rates: Rates, request: Request, context_tokens: Number) -> Request:
    """The same where tokens of some layers attend to chosen ones alone."""
    sparse, cached_tokens = rates.sparse, request.prefix.cached_tokens
    prefill_spared, _ = sparse.in_prefill(request.pass_tokens)
    decode_spared, decode_repeated = sparse.in_step(context_tokens)
    return replace(
        request,
        kv_seconds=request.kv_seconds
        - rates.kv_seconds_per_byte * sparse.unread_bytes(context_tokens),
        prefill_seconds_per_token=request.prefill_seconds_per_token - prefill_spared,
        decode_seconds_per_token=request.decode_seconds_per_token - decode_spared,
        prefill_repeated=sparse.in_prefill(request.pass_tokens, cached_tokens)[1],
        decode_repeated=decode_repeated,
    )


def _with_images(rates: Rates, request: Request, images: Images) -> Request:
    """The same with images: what is cached of the input is cached of them, and not encoded.

    Those that are no part of the input are cached beside it, and every token attends to them.
    """
    seconds = images.count * images.flops * rates.encode_seconds_per_flop
    per_token = seconds / greatest(request.input_tokens, 1.0)
    beside = images.count * images.attended_token_layers
    kv_bytes = beside * rates.kv_bytes_per_token_layer
    return replace(
        request,
        images=images,
        encode_seconds_per_token=per_token,
        kv_bytes=request.kv_bytes + kv_bytes,
        last_kv_bytes=request.last_kv_bytes + kv_bytes,
        kv_seconds=request.kv_seconds + rates.kv_seconds_per_byte * kv_bytes,
        prefill_seconds_per_token=request.prefill_seconds_per_token
        + per_token
        + rates.prefill_seconds_per_attended_token * beside,
        decode_seconds_per_token=request.decode_seconds_per_token
        + rates.decode_seconds_per_attended_token * beside,
    )


def _read_only(rates: Rates, request: Request, documents: Number) -> Request:
    """The same where nothing is written; documents: that share the input [count]."""
    held = where(rates.sees_ahead > 0.0, NO_CACHE, 1.0)
    document_tokens = request.pass_tokens / documents
    attending_seconds = rates.prefill_seconds_per_attended_token * attended_token_layers(
        document_tokens=document_tokens,
        sees_ahead=rates.sees_ahead,
        **rates.attended,
    )
    repeated = request.prefill_repeated
    if rates.sparse is not NO_SPARSE:
        spared, repeated = rates.sparse.in_prefill(document_tokens)
        attending_seconds = attending_seconds - spared
    return replace(
        request,
        documents=documents,
        kv_bytes=request.kv_bytes * held,
        window_kv_bytes=request.window_kv_bytes * held,
        last_kv_bytes=request.last_kv_bytes * held,
        last_window_kv_bytes=request.last_window_kv_bytes * held,
        prefill_seconds_per_token=(rates.read_seconds_per_token + attending_seconds)
        / rates.read_mfu_ratio,
        prefill_repeated=repeated,
    )
