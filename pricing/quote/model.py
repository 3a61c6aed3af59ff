"""The model of a query: from the catalogue by name, or from the caller's numbers."""

from msgspec import Struct
from msgspec.structs import asdict

from pricing.catalog.api_prices import sellers_of
from pricing.catalog.attention import (
    Attention,
    given_sparse_attention,
    latent_attention,
    plain_attention,
)
from pricing.catalog.feed_forward import feed_forward_of
from pricing.catalog.names import says_media, says_more_than_text
from pricing.catalog.rows import Assumption, Model
from pricing.errors import InvalidQuery, UnknownName
from pricing.quote.context import QuoteContext
from pricing.quote.experts import experts_of
from pricing.quote.query import ModelNumbers
from pricing.serving.passes.reading import READERS

HEAD_DIM = 128
"""Head size of almost every model since 2020."""

KV_HEADS = 8
"""Key-value heads of most models with grouped queries."""

GIVEN_YEAR = 2026
"""Of a model that is given by its numbers: nothing reads it but the name of a model."""

VOCABULARY_SIZE = 128_256


def model_of(context: QuoteContext, model: str | ModelNumbers | None) -> Model:
    """The model of a query.

    A model given by its numbers needs only its parameters. Other numbers are estimated from them
    and listed. Raises UnknownName, or InvalidQuery for contradictory numbers.
    """
    if isinstance(model, ModelNumbers):
        return _from_numbers(context, model)
    found = _found(context, model or "")
    if context.catalog.models.base(model or "") is not None:
        context.warn(f"{model} is read as a fine-tune of {found.name}, of its dimensions")
    if found.name in context.catalog.image_encoders:
        return found
    if says_more_than_text(model or "") and found.architecture not in READERS:
        context.warn(
            f"{model} is read as {found.name}, a text model: other parts, such as an image encoder,"
            " are not counted"
        )
    return found


def vocabulary_size_of(context: QuoteContext, model: Model) -> int:
    """The vocabulary of a model, that of most where it is given by numbers without one [count]."""
    if model.vocabulary_size is not None:
        return model.vocabulary_size
    return int(
        context.assume(
            Assumption(
                key="model.vocabulary_size",
                value=float(VOCABULARY_SIZE),
                unit="count",
                low=32_000.0,
                high=262_144.0,
                source="the vocabulary of Llama 3; published models have 32,000 to 262,144",
                confidence="unverified",
            )
        )
    )


def _found(context: QuoteContext, name: str) -> Model:
    """The model of this name. Raises UnknownName, which lists APIs that sell it."""
    try:
        return context.catalog.models.find(name, field="model")
    except UnknownName as unknown:
        if says_media(name):
            raise UnknownName(
                f"{name} makes or reads images, videos or sounds, and not tokens alone: leave model"
                " out, and give measured.requests_per_second, a request being one image, or one"
                " minute",
                field=unknown.field,
            ) from None
        sellers = sellers_of(name)
        if not sellers:
            raise
        raise UnknownName(
            f"{unknown.detail}; it is sold by the token ({', '.join(sellers)}), and can be an"
            " alternative in a TCO query",
            field=unknown.field,
            nearest=unknown.nearest,
        ) from None


def _from_numbers(context: QuoteContext, numbers: ModelNumbers) -> Model:
    active = numbers.active_parameters or numbers.parameters
    if active > numbers.parameters:
        raise InvalidQuery(
            f"active_parameters {active:g} exceed parameters {numbers.parameters:g}",
            field="model.active_parameters",
        )
    shape = _shape(context, numbers, active)
    attention = _attention(context, numbers, shape)
    _check_window_heads(numbers)
    full_attention_layers = _full_attention_layers(numbers, shape.layers)
    experts = experts_of(
        context, numbers, active, hidden_size=shape.hidden_size, layers=shape.layers
    )
    routed = experts.parameters
    if numbers.lookup_parameters > numbers.parameters - routed:
        raise InvalidQuery(
            f"lookup_parameters {numbers.lookup_parameters:g} exceed the"
            f" {numbers.parameters - routed:g} parameters outside the experts",
            field="model.lookup_parameters",
        )
    passed_width = (
        experts.intermediate_size * (experts.per_token + numbers.shared_experts)
        if experts.count > 1
        else numbers.intermediate_size and float(numbers.intermediate_size)
    )
    feed_forward = feed_forward_of(
        active_parameters=active,
        embedding_parameters=(numbers.vocabulary_size or 0) * shape.hidden_size
        + numbers.lookup_parameters,
        layers=shape.layers,
        hidden_size=shape.hidden_size,
        attention=attention,
        intermediate_size=passed_width,
        gated=True if experts.count > 1 else numbers.gated_feed_forward,
    )
    return Model(
        name="given",
        parameters=numbers.parameters,
        active_parameters=active,
        routed_expert_parameters=routed,
        lookup_parameters=numbers.lookup_parameters,
        architecture=None,
        layers=shape.layers,
        hidden_size=shape.hidden_size,
        heads=shape.heads,
        attention_width=attention.width,
        decode_attention_width=attention.decode_width,
        kv_heads=attention.kv_heads,
        kv_values_per_token_layer=attention.kv_values,
        window_kv_heads=float(numbers.window_kv_heads or attention.kv_heads),
        window_kv_values_per_token_layer=numbers.window_kv_values or attention.kv_values,
        index_bytes_per_token_layer=numbers.index_bytes,
        **asdict(given_sparse_attention(asdict(numbers), shape.layers, full_attention_layers)),
        full_attention_layers=float(full_attention_layers),
        window_layers=float(shape.layers - full_attention_layers),
        window_tokens=float(numbers.sliding_window or 0),
        state_bytes=numbers.state_bytes,
        experts=float(experts.count),
        experts_per_token=float(experts.per_token),
        expert_intermediate_size=experts.intermediate_size,
        feed_forward_width=feed_forward.width,
        gated=feed_forward.gated,
        intermediate_size=numbers.intermediate_size,
        tower_parameters=numbers.tower_parameters,
        draft_parameters=numbers.draft_parameters,
        vocabulary_size=numbers.vocabulary_size,
        context_tokens=None,
        native_precision="bf16",
        year=GIVEN_YEAR,
        native_weight_bits=None,
        dense_weight_bits=None,
        source="the query",
        confidence="given",
    )


class _Shape(Struct, frozen=True):
    layers: int
    hidden_size: int
    heads: int
    head_dim: int


def _shape(context: QuoteContext, numbers: ModelNumbers, active: float) -> _Shape:
    """N = 12·L·h² parameters, with the usual h = 128·L of published dense models."""
    layers = numbers.layers or int(
        context.assume_model(
            "layers",
            float(max(1, round((active / (12.0 * 128.0**2)) ** (1.0 / 3.0)))),
            "N = 12·L·h² with h = 128·L",
        )
    )
    hidden_size = numbers.hidden_size or int(
        context.assume_model(
            "hidden_size",
            float(max(HEAD_DIM, 64 * round((active / (12.0 * layers)) ** 0.5 / 64.0))),
            "N = 12·L·h²",
        )
    )
    head_dim = numbers.head_dim or int(
        context.assume_model("head_dim", float(HEAD_DIM), "head size of most published models")
    )
    heads = numbers.heads or int(
        context.assume_model(
            "heads",
            float(_whole_groups(hidden_size / head_dim, numbers.kv_heads or KV_HEADS)),
            "hidden size over head size, in whole groups",
        )
    )
    return _Shape(layers, hidden_size, heads, head_dim)


def _attention(context: QuoteContext, numbers: ModelNumbers, shape: _Shape) -> Attention:
    if numbers.kv_latent_dim is not None:
        return latent_attention(
            heads=shape.heads,
            head_dim=shape.head_dim,
            latent=numbers.kv_latent_dim,
            rope=numbers.kv_rope_dim or 0,
        )
    kv_heads = numbers.kv_heads or int(
        context.assume_model(
            "kv_heads",
            float(min(KV_HEADS, shape.heads)),
            "grouped queries with 8 groups, as in most published models since 2023",
        )
    )
    return plain_attention(heads=shape.heads, head_dim=shape.head_dim, kv_heads=kv_heads)


def _full_attention_layers(numbers: ModelNumbers, layers: int) -> int:
    """The layers whose cache grows with the context.

    The query must give the window of the other layers. A window alone does not determine how many
    layers have it, and a guess would change the cache by a large factor. Raises InvalidQuery.
    """
    full_attention_layers, window = numbers.full_attention_layers, numbers.sliding_window
    if full_attention_layers is None:
        if window is not None:
            raise InvalidQuery(
                "sliding_window needs full_attention_layers, the number of layers without a window"
                " (0 if every layer has one)",
                field="model.full_attention_layers",
            )
        return layers
    if full_attention_layers > layers:
        raise InvalidQuery(
            f"full_attention_layers {full_attention_layers} exceed the {layers} layers",
            field="model.full_attention_layers",
        )
    if full_attention_layers < layers and window is None:
        raise InvalidQuery(
            f"the other {layers - full_attention_layers} layers need a sliding_window (0 if they"
            " keep no cache)",
            field="model.sliding_window",
        )
    return full_attention_layers


def _check_window_heads(numbers: ModelNumbers) -> None:
    """Refuse heads of window layers without their cached values, and the reverse."""
    heads, values = numbers.window_kv_heads, numbers.window_kv_values
    if (heads is None) != (values is None):
        given, missing = (
            ("window_kv_heads", "window_kv_values")
            if values is None
            else ("window_kv_values", "window_kv_heads")
        )
        raise InvalidQuery(
            f"{given} also needs {missing}: layers with a window have both, or neither",
            field=f"model.{missing}",
        )
    if heads is not None and not numbers.sliding_window:
        raise InvalidQuery(
            "window_kv_heads and window_kv_values apply to layers with a window: give"
            " sliding_window and full_attention_layers",
            field="model.sliding_window",
        )


def _whole_groups(heads: float, kv_heads: int) -> int:
    """The nearest count of heads that the key-value heads divide, if there are enough heads.

    >>> _whole_groups(43.0, 8), _whole_groups(6.0, 8)
    (40, 6)
    """
    if heads < kv_heads:
        return max(1, int(heads))
    return kv_heads * round(heads / kv_heads)
