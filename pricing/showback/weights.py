"""What teams weigh: their requests, their tokens, or the time that these take."""

from collections.abc import Sequence

from msgspec import Struct

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.showback.query import ShowbackQuery, Team
from pricing.tco.query import TcoQuery
from pricing.unit_costs.estimate import Tokens
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.quote import unit_costs


class TeamLoad(Struct, frozen=True):
    """The load of a team a day; tokens: input and output together, None where nothing is known."""

    requests: float
    tokens: float | None
    weight: float


class Lengths(Struct, frozen=True):
    """Mean tokens of a request."""

    input_tokens: float
    output_tokens: float

    def weighed(self, input_weight: float = 1.0, output_weight: float = 1.0) -> float:
        """Their sum, each kind with its weight; without any, their number."""
        return self.input_tokens * input_weight + self.output_tokens * output_weight


def loads_of(query: ShowbackQuery, tokens: Tokens | None, library: Library) -> tuple[TeamLoad, ...]:
    """The loads of the teams. Raises InvalidQuery where tokens are shared and nobody has any.

    By time, a request weighs what its tokens cost: the bill is split into input and output by the
    time that the devices take for each.
    """
    lengths = [_lengths(team, tokens) for team in query.teams]
    if query.by == "requests":
        each: Sequence[float] = [1.0] * len(lengths)
    elif query.by == "time" and query.teams[0].seconds_per_request is not None:
        each = [team.seconds_per_request or 0.0 for team in query.teams]
    else:
        known = [one for one in lengths if one is not None]
        if tokens is None or len(known) < len(lengths):
            raise InvalidQuery(
                "without a model there are no tokens: share by requests, or by time with"
                " seconds_per_request of each team",
                field="by",
                nearest=["requests"],
            )
        weights = token_weights(query, library) if query.by == "time" else (1.0, 1.0)
        each = [one.weighed(*weights) for one in known]
    return tuple(
        TeamLoad(
            requests=team.requests_per_day,
            tokens=None if one is None else team.requests_per_day * one.weighed(),
            weight=team.requests_per_day * weight,
        )
        for team, one, weight in zip(query.teams, lengths, each, strict=True)
    )


def _lengths(team: Team, tokens: Tokens | None) -> Lengths | None:
    """The mean tokens of a team's requests: those of the service unless it has its own."""
    if tokens is None:
        if team.input_tokens is None and team.output_tokens is None:
            return None
        return Lengths(team.input_tokens or 0.0, team.output_tokens or 0.0)
    demand = tokens.demand
    return Lengths(
        float(demand.input_tokens) if team.input_tokens is None else team.input_tokens,
        float(demand.output_tokens) if team.output_tokens is None else team.output_tokens,
    )


def token_weights(query: TcoQuery, library: Library) -> tuple[float, float]:
    """What an input token and an output token cost on the deployment of the service."""
    costs = unit_costs(
        UnitCostQuery(
            model=query.model,
            deployment=query.deployment,
            workload=query.workload,
            load=query.load,
            slo=query.slo,
            measured=query.measured,
            catalog=query.catalog,
            as_of=query.as_of,
        ),
        library,
    ).unit_costs
    return costs.usd_per_million_input_tokens or 0.0, costs.usd_per_million_output_tokens or 0.0
