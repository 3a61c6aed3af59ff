"""The speculation of a query: how tokens are drafted ahead, and how many of them are kept."""

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Model
from pricing.errors import InvalidQuery
from pricing.formulas import memory
from pricing.formulas.roofline import tokens_per_step
from pricing.quote.context import QuoteContext
from pricing.quote.query import Frozen, Name
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
Text = Literal["chat", "code", "math", "summary"]


class Speculation(Frozen, frozen=True, kw_only=True):
    """Speculative decoding: tokens are drafted ahead, and the model verifies them in one pass."""

    method: Annotated[
        Method,
        Meta(
            description="mtp: layers of the model predict several tokens. eagle: a small head on"
            " the model drafts (EAGLE, Medusa and their kin). draft_model: a small model drafts."
            " ngram: what follows in the text is looked up in it."
        ),
    ]
    draft_tokens: (
        Annotated[
            int,
            Meta(
                ge=1,
                le=64,
                description="Tokens that are drafted in a step (num_speculative_tokens) [count]."
                " Default: what engines recommend for the method.",
            ),
        ]
        | None
    ) = None
    acceptance_fraction: (
        Annotated[
            float,
            Meta(
                ge=0,
                le=1,
                description="Probability that a drafted token is kept, where those before it are"
                " [fraction]. Default: what is published for the method and the kind of text.",
            ),
        ]
        | None
    ) = None
    acceptance_length: (
        Annotated[
            float,
            Meta(
                ge=1,
                le=65,
                description="Mean tokens that a step generates, instead of acceptance_fraction"
                " [tokens].",
            ),
        ]
        | None
    ) = None
    text: Annotated[
        Text, Meta(description="The kind of text, which decides how well drafts are kept.")
    ] = "chat"
    draft_model: (
        Annotated[Name, Meta(description="The model that drafts, for the method draft_model.")]
        | None
    ) = None


class Speculated(Struct, frozen=True, gc=False):
    """What a deployment drafts; rates: of the model with it, and with what drafts in memory."""

    method: Method
    draft_tokens: int
    rates: Rates


def speculated(
    context: QuoteContext,
    asked: Speculation,
    model: Model,
    rates: Rates,
    dense_weight_bits: float,
) -> Speculated:
    """The drafting of a deployment; rates: of the model without it.

    Raises InvalidQuery for fields that contradict the method or each other, UnknownName for a
    draft model that the catalogue lacks.
    """
    if (asked.draft_model is None) is (asked.method == "draft_model"):
        raise InvalidQuery(
            "deployment.speculation.draft_model names the model that drafts: it goes with the"
            " method draft_model, and with no other",
            field="deployment.speculation.draft_model",
        )
    draft = None
    if asked.draft_model is not None:
        draft = context.catalog.models.find(
            asked.draft_model, field="deployment.speculation.draft_model"
        )
    count = asked.draft_tokens or int(context.assume(f"{DRAFT_TOKENS}.{asked.method}"))
    draft_seconds, weights_bytes = _drafting_cost(
        asked.method, model, draft, rates, dense_weight_bits
    )
    catalog = context.catalog
    is_within = asked.method in {"mtp", "eagle"}
    drafting = Drafting(
        draft_tokens=float(count),
        tokens_per_step=_tokens_per_step(context, asked, count),
        plain_fraction=plain_fraction(
            step_fraction=_constant(catalog, "step_fraction"),
            draft_fraction=_constant(catalog, "draft_fraction"),
            layers=model.layers,
            draft_tokens=float(count) if is_within else 0.0,
        ),
        draft_seconds=count * draft_seconds,
        verify_ratio=_constant(catalog, "verify_ratio"),
        routed_fraction=_constant(catalog, "routed_fraction"),
        host_fraction=_constant(catalog, "host_fraction"),
    )
    held_bytes = rates.weights_bytes + weights_bytes
    return Speculated(
        asked.method, count, replace(rates, drafting=drafting, weights_bytes=held_bytes)
    )


def _tokens_per_step(context: QuoteContext, asked: Speculation, count: int) -> float:
    length = asked.acceptance_length
    if length is None:
        kept = asked.acceptance_fraction
        if kept is None:
            kept = context.assume(f"{ACCEPTANCE}.{asked.method}.{asked.text}")
        return float(tokens_per_step(acceptance_fraction=kept, draft_tokens=float(count)))
    if asked.acceptance_fraction is not None:
        raise InvalidQuery(
            "acceptance_length and acceptance_fraction say the same: give one of them",
            field="deployment.speculation.acceptance_length",
        )
    if length > count + 1:
        raise InvalidQuery(
            f"a step that drafts {count} tokens generates at most {count + 1}, not {length:g}",
            field="deployment.speculation.acceptance_length",
            nearest=[str(count + 1)],
        )
    return length


def _drafting_cost(
    method: Method,
    model: Model,
    draft: Model | None,
    rates: Rates,
    dense_weight_bits: float,
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
