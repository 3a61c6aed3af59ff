"""Experts: those of a mixture that is given by its numbers."""

from msgspec import Struct

from pricing.errors import InvalidQuery
from pricing.quote.context import Ledger
from pricing.quote.query import ModelNumbers
from pricing.training.features import MIXTURE_RATIO

EXPERTS_PER_TOKEN = 8
"""The routed experts that a token passes: no other count is as frequent among mixtures."""

ROUTED_SHARE = 0.5
"""Of the parameters that a token passes, those in routed experts: 0.52 in the median mixture."""

ROUNDED_RATIO = 1.05
"""Published counts are rounded: parts that are so much more than a whole still agree with it."""


class Experts(Struct, frozen=True):
    """Routed experts.

    count, per_token: of a layer [count]; parameters: in all of them [count]; intermediate_size:
    the width of one [count].
    """

    count: int
    per_token: int
    parameters: float
    intermediate_size: float


def experts_of(
    ledger: Ledger, numbers: ModelNumbers, active: float, *, hidden_size: int, layers: int
) -> Experts:
    """The routed experts of a model, those that are not given estimated and listed.

    active: parameters that a token passes [count]. Raises InvalidQuery for numbers that
    contradict.
    """
    count, per_token = _counts(ledger, numbers, active)
    parameters = _parameters(ledger, numbers, active, count, per_token)
    return Experts(
        count,
        per_token,
        parameters,
        _intermediate_size(ledger, numbers, parameters, hidden_size * count * layers),
    )


def _counts(ledger: Ledger, numbers: ModelNumbers, active: float) -> tuple[int, int]:
    """The routed experts of a layer, and those that a token passes."""
    experts, per_token = numbers.experts, numbers.experts_per_token
    ratio = (numbers.parameters - numbers.lookup_parameters) / active
    if experts is None and per_token is None and ratio > MIXTURE_RATIO:
        return _usual(ledger, numbers, active)
    experts = experts or 1
    per_token = per_token or (1 if experts == 1 else 0)
    if not 0 < per_token <= experts:
        raise InvalidQuery(
            f"experts_per_token must be given between 1 and the {experts} experts",
            field="model.experts_per_token",
        )
    return experts, per_token


def _usual(ledger: Ledger, numbers: ModelNumbers, active: float) -> tuple[int, int]:
    """The experts of a mixture of which only the parameters are known.

    E/k = R / (R·k/E), with R·k/E = N_active / 2 and R = N - N_active / 2 where R is not given,
    else R·k/E = N_active - (N - R).
    """
    routed, passed = numbers.parameters - ROUTED_SHARE * active, ROUTED_SHARE * active
    if numbers.routed_expert_parameters is not None:
        routed = numbers.routed_expert_parameters
        passed = active - (numbers.parameters - routed)
        if not 0.0 < passed <= routed:
            raise InvalidQuery(
                f"a token passes the {numbers.parameters - routed:g} parameters outside the"
                f" routed experts, and some of these: that is not active_parameters {active:g}",
                field="model.routed_expert_parameters",
            )
    experts = max(EXPERTS_PER_TOKEN, round(EXPERTS_PER_TOKEN * routed / passed))
    ledger.warn(
        f"parameters are {numbers.parameters / active:.3g} times active_parameters: taken as a"
        f" mixture whose tokens pass {EXPERTS_PER_TOKEN} of {experts} routed experts in every"
        " layer; give experts and experts_per_token, or lookup_parameters where tokens read rows"
        " of a table instead"
    )
    for name, value in (("experts", experts), ("experts_per_token", EXPERTS_PER_TOKEN)):
        ledger.note_model(
            name,
            float(value),
            "the most frequent are 8 a token; how many there are follows from the parameters",
        )
    return experts, EXPERTS_PER_TOKEN


def _parameters(
    ledger: Ledger, numbers: ModelNumbers, active: float, experts: int, per_token: int
) -> float:
    """The parameters in the routed experts.

    N = S + R and N_active = S + R·k/E, solved for R.
    """
    routed = numbers.routed_expert_parameters
    share = per_token / experts
    if routed is None:
        if experts == 1:
            return 0.0
        return ledger.note_model(
            "routed_expert_parameters",
            min(numbers.parameters, (numbers.parameters - active) / max(1.0 - share, 1e-9)),
            "total and active parameters differ by the experts that a token does not pass",
        )
    if routed > numbers.parameters:
        raise InvalidQuery(
            "routed_expert_parameters are more than parameters",
            field="model.routed_expert_parameters",
        )
    if routed * share > active * ROUNDED_RATIO:
        raise InvalidQuery(
            f"a token passes {routed * share:g} of the routed_expert_parameters, more than"
            f" active_parameters {active:g}: look at experts and experts_per_token, too",
            field="model.routed_expert_parameters",
        )
    return routed


def _intermediate_size(
    ledger: Ledger, numbers: ModelNumbers, parameters: float, rows: int
) -> float:
    """R = 3·h·f·E·L, solved for f; rows: h·E·L."""
    if parameters == 0.0:
        return 1.0
    if numbers.expert_intermediate_size is not None:
        return float(numbers.expert_intermediate_size)
    return ledger.note_model(
        "expert_intermediate_size",
        max(1.0, float(round(parameters / (3.0 * rows)))),
        "gated experts in every layer: R = 3·h·f·E·L",
    )
