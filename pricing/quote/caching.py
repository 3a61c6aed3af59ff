"""The prefix cache of a query: what of the input is found in it, and what requests share."""

from typing import Annotated, Literal

from pricing.catalog.rows import Model
from pricing.errors import InvalidQuery
from pricing.quote.messages import said
from pricing.serving.objectives import writes_tokens

CACHED = "load.cached_input_fraction"
SHARED = "load.shared_cache_fraction"
"""The fields, and the assumptions of a kind of traffic."""

TrafficKind = Annotated[
    Literal["none", "chat", "agents", "retrieval"],
    said(
        "The kind of traffic, which says what of its input is found in a prefix cache"
        " where cached_input_fraction does not. chat: turns of conversations; agents: steps of"
        " agents that use tools; retrieval: questions about documents that come again. none:"
        " nothing is cached. Default: none."
    ),
]
CachedInputFraction = Annotated[
    float,
    said(
        "Share of the input tokens found in the prefix cache of the engine [fraction]."
        " They are attended to, and not prefilled. Default: that of traffic_kind.",
        ge=0,
        lt=1,
        examples=[0.5],
    ),
]
SharedCacheFraction = Annotated[
    float,
    said(
        "Of the cached tokens, the share that all requests have in common, such as a"
        " system prompt [fraction]. A replica holds their cache once. Each request holds the rest"
        " of its own. Default: that of traffic_kind, else none of it.",
        ge=0,
        le=1,
    ),
]


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
