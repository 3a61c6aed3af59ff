"""Demands: the lengths of a request, those of a model that reads and writes nothing included."""

from pricing.catalog.rows import Model
from pricing.errors import InvalidQuery
from pricing.numerics.number import ceil
from pricing.quote.caching import CACHED, SHARED
from pricing.quote.context import QuoteContext
from pricing.quote.speculation import Speculated
from pricing.serving.layout import Demand
from pricing.serving.passes.reading import READERS, writes_nothing
from pricing.unit_costs.media.images import asked_images
from pricing.unit_costs.media.media_fields import check_no_media
from pricing.unit_costs.planning.question import Question
from pricing.unit_costs.query import Load

INPUT, OUTPUT = "load.input_tokens", "load.output_tokens"
READ_OUTPUT = f"{OUTPUT}.reading"
"""The assumptions of the lengths, and of the output of models that are made to write nothing."""

BOTH = "encoder_decoder"
"""The architecture of models that read with one part and write with another."""

UNWRITTEN = (
    "load.output_tokens is 0, and no output tokens can be measured: give"
    " measured.requests_per_second"
)


def demand_of(context: QuoteContext, model: Model, load: Load) -> Demand:
    """What is asked of a model; what is left out is as usual for its kind.

    Raises InvalidQuery for a part of an output token, and for documents beside written tokens.
    """
    check_no_media(load)
    is_reader = model.architecture in READERS
    output_tokens = context.given_or(load.output_tokens, READ_OUTPUT if is_reader else OUTPUT)
    if 0.0 < output_tokens < 1.0:
        raise InvalidQuery(
            f"load.output_tokens {output_tokens:g} is neither 0, for requests that are only read,"
            " nor 1 or more",
            field=OUTPUT,
            nearest=["0", "1"],
        )
    reads = writes_nothing(output_tokens)
    if load.documents is not None and not reads:
        raise InvalidQuery(
            "load.documents are texts of a request that are only read: give load.output_tokens 0,"
            " or leave load.documents out",
            field="load.documents",
        )
    input_tokens = context.given_or(load.input_tokens, INPUT)
    if reads and not input_tokens and not load.images:
        raise InvalidQuery(
            "a request that writes nothing reads something: give load.input_tokens above 0",
            field=INPUT,
        )
    cached_fraction, shared_fraction = _cached_of(context, load)
    images = asked_images(context, model, load)
    return Demand(
        input_tokens=input_tokens + images.all_tokens,
        output_tokens=output_tokens,
        concurrency=load.concurrency,
        cached_fraction=cached_fraction,
        shared_fraction=shared_fraction,
        documents=float(load.documents or 1),
        images=images,
    )


def check_reading(
    model: Model, speculated: Speculated | None, question: Question, demand: Demand
) -> None:
    """Raises InvalidQuery for what only requests with output tokens have."""
    if not writes_nothing(demand.output_tokens):
        return
    if model.architecture == BOTH:
        raise InvalidQuery(
            f"load.output_tokens is 0, and {model.name} reads with its encoder alone, of which the"
            " tables do not tell the size: give measured.requests_per_second without a model",
            field=OUTPUT,
        )
    if speculated is not None:
        raise InvalidQuery(
            "deployment.speculation drafts output tokens, and load.output_tokens is 0: leave one of"
            " them out",
            field="deployment.speculation",
        )
    if demand.cached_fraction > 0.0:
        raise InvalidQuery(
            "load.output_tokens is 0, and what is only read is read whole: leave out"
            " cached_input_fraction and traffic_kind",
            field=CACHED,
        )
    if question.measured.output_tokens_per_second is not None:
        raise InvalidQuery(UNWRITTEN, field="measured.output_tokens_per_second")


def check_context(longest: int | None, demand: Demand) -> None:
    """Raises InvalidQuery for a load that is longer than what the engine is told to admit."""
    tokens = demand.longest_tokens
    if longest is not None and tokens > longest:
        raise InvalidQuery(
            f"{tokens:,.0f} tokens of a request are more than the {longest:,} of"
            " deployment.max_context_tokens: the engine does not admit it",
            field="deployment.max_context_tokens",
            nearest=[f"{ceil(tokens):.0f}"],
        )


def _cached_of(context: QuoteContext, load: Load) -> tuple[float, float]:
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
