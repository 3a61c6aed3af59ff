"""What drafting tokens ahead, and caching prefixes, gains at a load."""

from typing import Annotated

from msgspec.structs import replace

from pricing.quote.answer import Answer
from pricing.quote.context import QuoteContext
from pricing.quote.messages import said
from pricing.quote.speculation import Speculated
from pricing.serving.layout import Layout
from pricing.serving.passes.drafting import NO_DRAFTING
from pricing.serving.passes.request import request_of
from pricing.serving.replica import speed


class SpeculationGain(Answer, frozen=True, kw_only=True):
    """What drafting tokens ahead does at the load; null where tokens are decoded one by one."""

    method: Annotated[str, said("How tokens are drafted.")]
    draft_tokens: Annotated[int, said("Tokens drafted in a step [count].")]
    tokens_per_step: Annotated[
        float, said("Mean tokens that a step generates for a request [tokens].")
    ]
    throughput_ratio: Annotated[
        float,
        said(
            "Throughput over that of the same layout and load without speculation"
            " [ratio]. Below 1 it is a loss."
        ),
    ]


def speculation_gain(
    context: QuoteContext, speculated: Speculated | None, layout: Layout
) -> SpeculationGain | None:
    """The throughput of a layout over what it has without speculation; None without any."""
    if speculated is None:
        return None
    plain = speed(
        replace(layout.rates, drafting=NO_DRAFTING),
        layout.request,
        layout.group,
        concurrency=layout.concurrency,
    )
    ratio = float(layout.speed.requests_per_second / plain.requests_per_second)
    if ratio < 1.0:
        context.warn(
            f"speculation is a loss at this load: the throughput is {ratio:.2g} times that without"
            " it (deployment.speculation)"
        )
    return SpeculationGain(
        method=speculated.method,
        draft_tokens=speculated.draft_tokens,
        tokens_per_step=float(layout.rates.drafting.tokens_per_step),
        throughput_ratio=ratio,
    )


class PrefixCache(Answer, frozen=True, kw_only=True):
    """What a prefix cache does at the load; null where nothing of the input is cached."""

    cached_input_fraction: Annotated[
        float, said("Share of the input tokens found in the cache [fraction].")
    ]
    cached_input_tokens: Annotated[float, said("These tokens of a request [tokens].")]
    shared_cache_fraction: Annotated[
        float, said("Of these, the share that all requests have in common [fraction].")
    ]
    throughput_ratio: Annotated[
        float,
        said(
            "Throughput over that of the same layout and as many requests in flight"
            " without the cache [ratio]. Of pools, that of the one that reads prompts."
        ),
    ]
    idle_sequences: Annotated[
        float,
        said(
            "Sequences without a request in flight whose cached tokens fit in the free"
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
            "what is cached is taken to be kept in host memory or a store: beside the"
            f" {layout.in_flight:,.0f} requests in flight, devices hold the cached tokens of"
            f" {idle:,.0f} more (load.cached_input_fraction)"
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
