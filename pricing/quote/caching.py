"""The prefix cache of a query: what of the input is found in it, and what requests share."""

from typing import Annotated, Literal, Protocol

from msgspec import Meta

from pricing.catalog.rows import Model
from pricing.errors import InvalidQuery
from pricing.quote.context import QuoteContext
from pricing.serving.objectives import writes_tokens

CACHED = "load.cached_input_fraction"
SHARED = "load.shared_cache_fraction"
"""The fields, and the assumptions of a kind of traffic."""

TrafficKind = Annotated[
    Literal["none", "chat", "agents", "retrieval"],
    Meta(
        description="The kind of traffic, which says what of its input is found in a prefix cache"
        " where cached_input_fraction does not. chat: turns of conversations; agents: steps of"
        " agents that use tools; retrieval: questions about documents that come again. none:"
        " nothing is cached. Default: none."
    ),
]
CachedInputFraction = Annotated[
    float,
    Meta(
        ge=0,
        lt=1,
        description="Share of the input tokens found in the prefix cache of the engine [fraction]."
        " They are attended to, and not prefilled. Default: that of traffic_kind.",
        examples=[0.5],
    ),
]
SharedCacheFraction = Annotated[
    float,
    Meta(
        ge=0,
        le=1,
        description="Of the cached tokens, the share that all requests have in common, such as a"
        " system prompt [fraction]. A replica holds their cache once. Each request holds the rest"
        " of its own. Default: that of traffic_kind, else none of it.",
    ),
]


class Caching(Protocol):
    """What a load says of the prefix cache."""

    @property
    def cached_input_fraction(self) -> float | None:
        """Of the input."""

    @property
    def shared_cache_fraction(self) -> float | None:
        """Of what is cached."""

    @property
    def traffic_kind(self) -> str | None:
        """What says the others where they are left out."""


def can_cache(model: Model) -> bool:
    """Whether what is computed of a prefix holds for any continuation: no token attends ahead."""
    return bool(writes_tokens(model.architecture))


def check_cache(model: Model, cached_fraction: float) -> None:
    """Raises InvalidQuery for a cached prefix of a model that has none."""
    if cached_fraction > 0.0 and not can_cache(model):
        raise InvalidQuery(
            f"{model.name} is an encoder, whose tokens attend to all others: no prefix of its input"
            " is cached. Leave out cached_input_fraction and traffic_kind",
            field=CACHED,
        )


def cached_of(context: QuoteContext, load: Caching) -> tuple[float, float]:
    """What of the input is cached, and what of that all requests share [fractions].

    Raises InvalidQuery for a share of nothing.
    """
    kind = load.traffic_kind or "none"
    cached, shared = load.cached_input_fraction, load.shared_cache_fraction
    if cached is None:
        cached = 0.0 if kind == "none" else context.assume(f"{CACHED}.{kind}", field=CACHED)
        if not cached and shared is not None:
            raise InvalidQuery(
                "shared_cache_fraction is a share of the cached tokens, and none are: give"
                " load.cached_input_fraction or load.traffic_kind",
                field=SHARED,
            )
    if shared is not None:
        return cached, shared
    keys, known = (f"{SHARED}.{kind}", SHARED), context.catalog.assumptions
    if cached:
        return cached, context.assume_known(*keys)
    return cached, next((known[key].value for key in keys if key in known), 0.0)
