"""What a prefix cache does at a load."""

from typing import Annotated

from msgspec import Meta

from pricing.quote.answer import Answer
from pricing.quote.context import QuoteContext
from pricing.serving.layout import Layout
from pricing.serving.passes.request import request_of
from pricing.serving.replica import speed


class PrefixCache(Answer, frozen=True, kw_only=True):
    """What a prefix cache does at the load; null where nothing of the input is cached."""

    cached_input_fraction: Annotated[
        float, Meta(description="Share of the input tokens found in the cache [fraction].")
    ]
    cached_input_tokens: Annotated[float, Meta(description="These tokens of a request [tokens].")]
    shared_cache_fraction: Annotated[
        float,
        Meta(description="Of these, the share that all requests have in common [fraction]."),
    ]
    throughput_ratio: Annotated[
        float,
        Meta(
            description="Throughput over that of the same layout and as many requests in flight"
            " without the cache [ratio]. Of pools, that of the one that reads prompts."
        ),
    ]
    idle_sequences: Annotated[
        float,
        Meta(
            description="Sequences without a request in flight whose cached tokens fit in the free"
            " memory of all replicas [count]. More are found only in a larger cache."
        ),
    ]


def prefix_cache(context: QuoteContext, layout: Layout) -> PrefixCache | None:
    """What the cache does for the requests of a layout; None where nothing is cached."""
    request = layout.request
    if request.prefix.cached_tokens == 0.0:
        return None
    plain = speed(
        layout.rates,
        request_of(
            layout.rates,
            input_tokens=request.input_tokens,
            output_tokens=request.output_tokens,
            images=request.images,
        ),
        layout.group,
        concurrency=layout.concurrency,
    )
    idle = _idle_sequences(layout)
    if request.shared_fraction < 1.0 and idle < layout.in_flight:
        context.warn(
            f"beside the {layout.in_flight:,.0f} requests in flight, memory holds the cached tokens"
            f" of {idle:,.0f} more: load.cached_input_fraction takes for granted that those of"
            " others are kept elsewhere, in host memory or in a store"
        )
    return PrefixCache(
        cached_input_fraction=float(request.prefix.cached_tokens / request.input_tokens),
        cached_input_tokens=float(request.prefix.cached_tokens),
        shared_cache_fraction=float(request.shared_fraction),
        throughput_ratio=float(layout.speed.requests_per_second / plain.requests_per_second),
        idle_sequences=idle,
    )


def _idle_sequences(layout: Layout) -> float:
    """Sequences whose own cached tokens fit in what is free."""
    request, room, size = layout.request, layout.room, layout.size
    own_bytes = request.prefix.own_bytes * room.copies(size)
    held_bytes = layout.concurrency * room.kv_bytes_in(size) + room.shared_bytes_in(size)
    free_bytes = max(0.0, room.cache_bytes(size) - held_bytes)
    return float(free_bytes / own_bytes * layout.replica_count) if own_bytes > 0.0 else 0.0
