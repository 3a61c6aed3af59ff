"""Rates with speculative decoding: what drafting takes of a device, by how tokens are drafted."""

from typing import Literal

from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Model
from pricing.formulas import memory
from pricing.serving.constants import ANY, calibrated
from pricing.serving.passes.drafting import Drafting, plain_fraction
from pricing.serving.rates import Rates

ACCEPTANCE = "speculation.acceptance_fraction"
DRAFT_TOKENS = "speculation.draft_tokens"
"""The assumptions of a method."""

DRAFT_BITS = 16.0
"""Of a weight of a drafting model: they are small, and published in 16 bits."""

HEAD_LAYERS = 1.7
"""Dense layers that a drafting head weighs as much as: its layer and its vocabulary. That of
Llama 3.1 8B has 0.4B parameters, that of Llama 3.3 70B 1.5B (EAGLE-3, arXiv 2503.01840)."""

Method = Literal["mtp", "eagle", "draft_model", "ngram"]


def drafting_rates(
    catalog: Catalog,
    model: Model,
    rates: Rates,
    *,
    method: Method,
    draft: Model | None,
    draft_tokens: int,
    tokens_per_step: float,
    dense_weight_bits: float,
) -> Rates:
    """The rates of a model that verifies drafts, with what drafts in memory.

    rates: without; draft: the model that drafts, of the method draft_model; tokens_per_step: that a
    step generates for a request.
    """
    draft_seconds, weights_bytes = _drafting_cost(method, model, draft, rates, dense_weight_bits)
    is_within = method in {"mtp", "eagle"}
    drafting = Drafting(
        draft_tokens=float(draft_tokens),
        tokens_per_step=tokens_per_step,
        plain_fraction=plain_fraction(
            step_fraction=_constant(catalog, "step_fraction"),
            draft_fraction=_constant(catalog, "draft_fraction"),
            layers=model.layers,
            draft_tokens=float(draft_tokens) if is_within else 0.0,
        ),
        draft_seconds=draft_tokens * draft_seconds,
        verify_ratio=verify_ratio(rates, _constant(catalog, "verify_ratio")),
        routed_fraction=_constant(catalog, "routed_fraction"),
        host_fraction=_constant(catalog, "host_fraction"),
    )
    return replace(rates, drafting=drafting, weights_bytes=rates.weights_bytes + weights_bytes)


def verify_ratio(rates: Rates, few_tokens: float) -> float:
    """What verifying a token takes of arithmetic over decoding one.

    few_tokens: where a matrix has few of them, as experts do, and where they are taken one by one,
    as llama.cpp does. Others fill the matrices of a dense model like any tokens.
    """
    is_filled = not rates.has_experts and rates.sharing_fraction > 0.0
    return 1.0 if is_filled else few_tokens


def _drafting_cost(
    method: Method, model: Model, draft: Model | None, rates: Rates, dense_weight_bits: float
) -> tuple[float, float]:
    """What a token takes to draft beside a share of a plain step [seconds], and bytes held."""
    if method == "ngram":
        return 0.0, 0.0
    if draft is not None:
        held_bytes = memory.weights_bytes(parameters=draft.parameters, weight_bits=DRAFT_BITS)
        read_bytes = memory.weights_bytes(
            parameters=draft.active_parameters, weight_bits=DRAFT_BITS
        )
        reading = rates.kv_seconds_per_byte * read_bytes
        passing = draft.layers / model.layers * rates.overhead_seconds
        return float(reading + passing), float(held_bytes)
    per_layer = (model.parameters if method == "mtp" else model.active_parameters) / model.layers
    layers, bits = (1.0, dense_weight_bits) if method == "mtp" else (HEAD_LAYERS, DRAFT_BITS)
    held_bytes = memory.weights_bytes(parameters=layers * per_layer, weight_bits=bits)
    return 0.0, float(held_bytes)


def _constant(catalog: Catalog, name: str) -> float:
    return calibrated(catalog, ANY, "speculation", ANY, name)
