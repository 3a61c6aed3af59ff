"""Routed experts of a mixture that is given by its numbers."""

from msgspec import Struct

from pricing.errors import InvalidQuery
from pricing.quote.context import QuoteContext
from pricing.quote.query import ModelNumbers
from pricing.training.features import MIXTURE_RATIO

EXPERTS_PER_TOKEN = 8
"""Routed experts used for a token: the most frequent count among published mixtures."""

ROUTED_SHARE = 0.5
"""Share of routed experts in the active parameters: 0.52 in the median mixture."""

ROUNDED_RATIO = 1.05
"""Tolerance for rounded counts: a part may exceed the published total by this ratio."""


class Experts(Struct, frozen=True):
    """Routed experts of a model.

    count, per_token: experts of a layer, and those used for a token [count]; parameters: in all
    experts [count]; intermediate_size: width of one expert [count].
    """

    count: int
    per_token: int
    parameters: float
    intermediate_size: float


def experts_of(
    context: QuoteContext, numbers: ModelNumbers, active: float, *, hidden_size: int, layers: int
) -> Experts:
    """The routed experts of a model. Numbers that are not given are estimated and listed.

    active: parameters used for a token [count]. Raises InvalidQuery for contradictory numbers.
    """
    count, per_token = _counts(context, numbers, active)
    parameters = _parameters(context, numbers, active, count, per_token)
    return Experts(
        count,
        per_token,
        parameters,
        _intermediate_size(context, numbers, parameters, hidden_size * count * layers),
    )


def _counts(context: QuoteContext, numbers: ModelNumbers, active: float) -> tuple[int, int]:
    """The routed experts of a layer, and those used for a token."""
    experts, per_token = numbers.experts, numbers.experts_per_token
    ratio = (numbers.parameters - numbers.lookup_parameters) / active
    if experts is None and per_token is None and ratio > MIXTURE_RATIO:
        return _usual(context, numbers, active)
    experts = experts or 1
    per_token = per_token or (1 if experts == 1 else 0)
    if not 0 < per_token <= experts:
        raise InvalidQuery(
            f"experts_per_token must be between 1 and {experts}, the number of experts",
            field="model.experts_per_token",
        )
    return experts, per_token


def _usual(context: QuoteContext, numbers: ModelNumbers, active: float) -> tuple[int, int]:
    """The experts of a mixture with known parameters only.

    E/k = R / (R·k/E), with R·k/E = N_active / 2 and R = N - N_active / 2 where R is not given,
    else R·k/E = N_active - (N - R).
    """
    routed, passed = numbers.parameters - ROUTED_SHARE * active, ROUTED_SHARE * active
    if numbers.routed_expert_parameters is not None:
        routed = numbers.routed_expert_parameters
        passed = active - (numbers.parameters - routed)
        if not 0.0 < passed <= routed:
            raise InvalidQuery(
                f"a token uses the {numbers.parameters - routed:g} parameters outside the routed"
                " experts and some of the others: this contradicts active_parameters"
                f" {active:g}",
                field="model.routed_expert_parameters",
            )
    experts = max(EXPERTS_PER_TOKEN, round(EXPERTS_PER_TOKEN * routed / passed))
    context.warn(
        f"parameters are {numbers.parameters / active:.3g} times active_parameters: the model is"
        f" assumed to be a mixture that uses {EXPERTS_PER_TOKEN} of {experts} routed experts per"
        " token and layer. Give experts and experts_per_token, or lookup_parameters if tokens read"
        " rows of a table instead"
    )
    for name, value in (("experts", experts), ("experts_per_token", EXPERTS_PER_TOKEN)):
        context.assume_model(
            name,
            float(value),
            "8 per token are most frequent; the number of experts follows from the parameters",
        )
    return experts, EXPERTS_PER_TOKEN


def _parameters(
    context: QuoteContext, numbers: ModelNumbers, active: float, experts: int, per_token: int
) -> float:
    """Parameters in the routed experts.

    N = S + R and N_active = S + R·k/E, solved for R.
    """
    routed = numbers.routed_expert_parameters
    share = per_token / experts
    if routed is None:
        if experts == 1:
            return 0.0
        return context.assume_model(
            "routed_expert_parameters",
            min(numbers.parameters, (numbers.parameters - active) / max(1.0 - share, 1e-9)),
            "total and active parameters differ by the experts that a token does not use",
        )
    if routed > numbers.parameters:
        raise InvalidQuery(
            "routed_expert_parameters exceed parameters", field="model.routed_expert_parameters"
        )
    if routed * share > active * ROUNDED_RATIO:
        raise InvalidQuery(
            f"a token uses {routed * share:g} of the routed_expert_parameters, more than"
            f" active_parameters {active:g}: check also experts and experts_per_token",
            field="model.routed_expert_parameters",
        )
    return routed


def _intermediate_size(
    context: QuoteContext, numbers: ModelNumbers, parameters: float, rows: int
) -> float:
    """R = 3·h·f·E·L, solved for f; rows: h·E·L."""
    if parameters == 0.0:
        return 1.0
    if numbers.expert_intermediate_size is not None:
        return float(numbers.expert_intermediate_size)
    return context.assume_model(
        "expert_intermediate_size",
        max(1.0, float(round(parameters / (3.0 * rows)))),
        "gated experts in every layer: R = 3·h·f·E·L",
    )
