"""The answer with the cost of a service by team."""

from typing import Annotated

from pricing.catalog.rows import Assumption
from pricing.quote.answer import Answer, LabelledAnswer, ModelName, Provenance, Warnings
from pricing.quote.messages import said
from pricing.tco.answer import LineItemsUsd

ShareFraction = Annotated[float, said("Its share of the cost [fraction].")]


class TeamCost(Answer, frozen=True, kw_only=True):
    """What a team bears over the horizon."""

    team: Annotated[str, said("Name of the team.")]
    share_fraction: ShareFraction
    requests_per_day: Annotated[float, said("Its load [requests per day].")]
    line_items_usd: LineItemsUsd
    usd_total: Annotated[float, said("The sum of its items [USD].")]
    usd_per_request: Annotated[float | None, said("USD per request; null without requests.")]
    usd_per_million_tokens: Annotated[
        float | None, said("USD per million tokens, input and output together; null without any.")
    ]
    total: Annotated[float | None, said("usd_total in `currency` [its unit]; null for dollars.")]


class TeamMonth(Answer, frozen=True, kw_only=True):
    """What a team bears in a month."""

    team: Annotated[str, said("Name of the team.")]
    month: Annotated[str, said("The month, YYYY-MM.")]
    share_fraction: ShareFraction
    usd_total: Annotated[float, said("The sum of its items [USD].")]
    line_items_usd: LineItemsUsd


class ShowbackAnswer(LabelledAnswer, frozen=True, kw_only=True):
    """The cost of a service, shared among teams. Shares add up to the cost, to the last digit."""

    model: ModelName | None
    device: Annotated[str, said("Name of the first device in the catalogue.")]
    by: Annotated[str, said("What the cost is shared by.")]
    currency: Annotated[str, said("Currency of `total`, as three capitals.")]
    horizon_months: Annotated[float, said("Length of the service [months].")]
    usd_total: Annotated[float, said("Cost of the service [USD].")]
    teams: Annotated[tuple[TeamCost, ...], said("The teams, as they are asked.")]
    rows: Annotated[tuple[TeamMonth, ...], said("A row for each month and team.")]
    assumptions: tuple[Assumption, ...]
    warnings: Warnings
    provenance: Provenance
