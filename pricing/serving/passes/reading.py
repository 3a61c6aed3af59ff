"""Reading: requests that write no tokens, of embeddings, rerankers and classifiers.

A request is passed through the model once. Numbers are floats or arrays.
"""

from typing import Any

from pricing.catalog.rows import Model
from pricing.formulas import compute
from pricing.numerics.number import Number, greatest, where

ENCODER = "encoder_only"

READERS = frozenset({ENCODER, "pooled_decoder"})
"""Architectures of models that are made to write nothing."""

NO_CACHE = 1e-12
"""Of what a decoder caches: an encoder keeps nothing after its pass, and quotients stay finite."""


def writes_nothing(output_tokens: Number) -> Any:
    """Whether requests of so many output tokens are only read."""
    return output_tokens < 1.0


def written(output_tokens: Number) -> Number:
    """Output tokens as a divisor: what is shared out over none is asked of nobody."""
    return greatest(output_tokens, 1.0)


def reads_ahead(model: Model) -> bool:
    """Whether tokens of a model attend to those that follow, so that it keeps no cache."""
    return model.architecture == ENCODER


def read_parameters(model: Model) -> Number:
    """The parameters that a token passes where no token follows [count].

    N_r = N_a − V · h, and for an input embedding of its own V · h less

    No row of the output is multiplied with it. active_parameters have the embedding of a decoder,
    and of an encoder that is looked up apart, none.
    """
    vocabulary_size = 0.0 if model.vocabulary_size is None else model.vocabulary_size
    embedding: Number = vocabulary_size * model.hidden_size
    is_apart = (model.lookup_parameters >= embedding) & (embedding > 0.0)
    rest = model.active_parameters - where(is_apart, 2.0, 1.0) * embedding
    if reads_ahead(model):
        rest = where(model.lookup_parameters > 0.0, model.active_parameters, rest)
    # Tables that single layers look up are no part of active_parameters.
    return where(rest > 0.0, rest, model.active_parameters)


def attended_token_layers(
    *,
    document_tokens: Number,
    sees_ahead: Number,
    full_attention_layers: Number,
    window_layers: Number,
    window_tokens: Number,
) -> Number:
    """Tokens that one of a document attends to, over all layers, in the mean [count].

    An encoder attends to the whole document, a decoder to what is before: half of it.
    """
    lengths = {
        "full_attention_layers": full_attention_layers,
        "window_layers": window_layers,
        "window_tokens": window_tokens,
    }
    before = compute.causal_token_layers(sequence_tokens=document_tokens, **lengths)
    around = compute.attended_token_layers(context_tokens=document_tokens, **lengths)
    return before + sees_ahead * (around - before)
