"""The speculation of a query: how tokens are drafted ahead, and how many of them are kept."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pricing.catalog.rows import Model
from pricing.errors import InvalidQuery
from pricing.formulas.roofline import tokens_per_step
from pricing.quote.context import QuoteContext
from pricing.quote.messages import said
from pricing.quote.query import Frozen, Name
from pricing.serving.passes.drafting_rates import ACCEPTANCE, DRAFT_TOKENS, Method, drafting_rates
from pricing.serving.rates import Rates

Text = Literal["chat", "code", "math", "summary"]


class Speculation(Frozen, frozen=True, kw_only=True):
    """Speculative decoding: tokens are drafted ahead, and the model verifies them in one pass."""

    method: Annotated[
        Method,
        said(
            "mtp: layers of the model predict several tokens. eagle: a small head on"
            " the model drafts (EAGLE, Medusa and their kin). draft_model: a small model drafts."
            " ngram: what follows in the text is looked up in it."
        ),
    ]
    draft_tokens: Annotated[
        Annotated[int, Meta(ge=1, le=64)] | None,
        said(
            "Tokens that are drafted in a step (num_speculative_tokens) [count]."
            " Default: what engines recommend for the method."
        ),
    ] = None
    acceptance_fraction: Annotated[
        Annotated[float, Meta(ge=0, le=1)] | None,
        said(
            "Probability that a drafted token is kept, where those before it are"
            " [fraction]. Default: what is published for the method and the kind of text."
        ),
    ] = None
    acceptance_length: Annotated[
        Annotated[float, Meta(ge=1, le=65)] | None,
        said("Mean tokens that a step generates, instead of acceptance_fraction [tokens]."),
    ] = None
    text: Annotated[Text, said("The kind of text, which decides how well drafts are kept.")] = (
        "chat"
    )
    draft_model: Annotated[
        Name | None, said("The model that drafts, for the method draft_model.")
    ] = None


class Speculated(Struct, frozen=True, gc=False):
    """What a deployment drafts; rates: of the model with it, and with what drafts in memory."""

    method: Method
    draft_tokens: int
    rates: Rates


def speculated(
    context: QuoteContext, asked: Speculation, model: Model, rates: Rates, dense_weight_bits: float
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
    drafting = drafting_rates(
        context.catalog,
        model,
        rates,
        method=asked.method,
        draft=draft,
        draft_tokens=count,
        tokens_per_step=_tokens_per_step(context, asked, count),
        dense_weight_bits=dense_weight_bits,
    )
    return Speculated(asked.method, count, drafting)


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
