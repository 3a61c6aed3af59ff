"""The tokens of a training run: given as such, as steps of a batch, or as samples."""

from msgspec import Struct

from pricing.catalog.rows import Model
from pricing.errors import InvalidQuery
from pricing.numerics.number import Number, otherwise
from pricing.quote.context import QuoteContext
from pricing.run_costs.query import RunCostQuery

LEAST_TOKENS, MOST_TOKENS = 1.0, 1e18

USUAL = "training.sequence_length"
"""The assumption of what a sequence has where nothing says it."""

OPEN_WORK = (
    "; with budget_usd it is as much as that pays for, and with deployment.device_count and a"
    " schedule as much as ends in time"
)


class Tokens(Struct, frozen=True, gc=False):
    """What the run trains on; the batch and the steps are None where no batch is given."""

    trained: float
    sequence_length: int
    batch_sequences: float | None
    steps: float | None


def tokens_of(context: QuoteContext, query: RunCostQuery, model: Model) -> Tokens:
    """The tokens of a query, which gives them in exactly one way. Raises InvalidQuery."""
    way = _way(query)
    sequence_length = _sequence_length(context, query, model)
    batch_tokens = _batch_tokens(query, sequence_length)
    if way == "steps" and batch_tokens is None:
        raise InvalidQuery(
            "steps say how much is trained only with a batch",
            field="batch_tokens",
            nearest=("batch_tokens", "batch_sequences"),
        )
    trained = trained_tokens(
        tokens=query.tokens,
        steps=query.steps,
        batch_tokens=batch_tokens,
        samples=query.samples,
        sample_tokens=sample_tokens_of(query, sequence_length),
        epochs=query.epochs,
    )
    if not LEAST_TOKENS <= trained <= MOST_TOKENS:
        raise InvalidQuery(
            f"{trained:g} tokens in all: between 1 and {MOST_TOKENS:g} can be answered", field=way
        )
    return Tokens(
        trained=trained,
        sequence_length=sequence_length,
        batch_sequences=None if batch_tokens is None else batch_tokens / sequence_length,
        steps=None if batch_tokens is None else trained / batch_tokens,
    )


def sample_tokens_of(query: RunCostQuery, sequence_length: int) -> float:
    """The caller's mean; else one sample a sequence."""
    return query.sample_tokens or float(sequence_length)


def trained_tokens(
    *,
    tokens: Number,
    steps: Number,
    batch_tokens: Number,
    samples: Number,
    sample_tokens: Number,
    epochs: Number,
) -> Number:
    """What is trained on, given in one of three ways. Floats or arrays."""
    in_steps = None if steps is None or batch_tokens is None else steps * batch_tokens
    in_samples = None if samples is None else samples * sample_tokens * otherwise(epochs, 1.0)
    return otherwise(tokens, otherwise(in_steps, in_samples))


def _way(query: RunCostQuery) -> str:
    """How the work is given. Raises InvalidQuery for none, for two, and for parts of another."""
    given = (("tokens", query.tokens), ("steps", query.steps), ("samples", query.samples))
    ways = [name for name, value in given if value is not None]
    if len(ways) != 1:
        found = f"both {ways[0]} and {ways[1]} say" if ways else "nothing says"
        raise InvalidQuery(
            f"{found} how much is trained: give tokens, or steps with a batch, or samples"
            f"{'' if ways else OPEN_WORK}",
            field=ways[1] if ways else "tokens",
            nearest=("tokens", "steps", "samples"),
        )
    (way,) = ways
    if way != "samples" and (query.sample_tokens is not None or query.epochs is not None):
        raise InvalidQuery(
            f"sample_tokens and epochs go with samples: {way} already say every pass over the data",
            field="epochs" if query.sample_tokens is None else "sample_tokens",
        )
    return way


def _sequence_length(context: QuoteContext, query: RunCostQuery, model: Model) -> int:
    """The caller's; else that of a sample, one a sequence; else the usual one.

    The usual one is no longer than what the model was made for.
    """
    if query.sequence_length is not None:
        return query.sequence_length
    if query.rollout is not None:
        return max(1, round(query.rollout.prompt_tokens + query.rollout.response_tokens))
    if query.sample_tokens is not None:
        return max(1, round(query.sample_tokens))
    usual = int(context.catalog.assumptions[USUAL].value)
    if model.context_tokens is not None and model.context_tokens < usual:
        context.warn_last(
            f"no sequence_length was asked for: {model.context_tokens:,} tokens are used, the"
            f" context of {model.name}"
        )
        return model.context_tokens
    return int(context.assume(USUAL))


def _batch_tokens(query: RunCostQuery, sequence_length: int) -> float | None:
    if query.batch_tokens is None:
        sequences = query.batch_sequences
        return None if sequences is None else float(sequences * sequence_length)
    if query.batch_sequences is not None:
        raise InvalidQuery(
            "batch_tokens and batch_sequences both give the batch", field="batch_sequences"
        )
    if query.batch_tokens < sequence_length:
        raise InvalidQuery(
            f"a batch of {query.batch_tokens:g} tokens holds no sequence of {sequence_length}",
            field="batch_tokens",
            nearest=(str(sequence_length),),
        )
    return query.batch_tokens
