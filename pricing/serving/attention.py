"""How the devices of a replica share out attention: its heads, or the requests."""

from typing import Literal, TypeAlias

from pricing.catalog.rows import Model
from pricing.formulas import memory
from pricing.numerics.number import Number

AttentionParallel: TypeAlias = Literal["tensor", "data"]

PROJECTIONS, LATENT_PROJECTIONS = 2.0, 1.25
"""See attention_parameters."""

SHARED, REPEATED, SPLIT, OPEN = 0.0, 1.0, 2.0, 3.0
"""Devices share out heads, and keep the values of a head once where there are enough of them;
each keeps the whole cache of every request; each keeps requests of its own, and all weights of the
attention; or the one of the last two that holds more requests, where nobody says which."""


def attention_of(model: Model, sharing_fraction: float, asked: AttentionParallel | None) -> float:
    """Which of the four holds, for a model on devices that work together, as asked."""
    if not sharing_fraction:
        return SHARED
    if asked == "data":
        return SPLIT
    if model.has_latent:
        return OPEN if asked is None else REPEATED
    return SHARED


def attention_bytes_of(model: Model, weight_bits: Number) -> Number:
    """The weights of the attention, which each device has that keeps requests of its own."""
    parameters = memory.attention_parameters(
        layers=float(model.layers),
        hidden_size=float(model.hidden_size),
        attention_width=model.attention_width,
        projections=LATENT_PROJECTIONS if model.has_latent else PROJECTIONS,
        kv_values=model.kv_values_per_token_layer,
    )
    # Of models given by numbers, layers may have more than all of the parameters.
    parameters = min(parameters, model.parameters - model.routed_expert_parameters)
    return memory.weights_bytes(parameters=parameters, weight_bits=weight_bits)
