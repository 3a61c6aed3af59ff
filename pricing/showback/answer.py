"""The answer with the cost of a service by team."""

from typing import Annotated

from msgspec import Meta

from pricing.catalog.rows import Assumption
from pricing.quote.answer import Answer, ModelName, Provenance, Warnings
from pricing.quote.labels.labelled import LabelledAnswer
from pricing.tco.answer import LineItemsUsd

ShareFraction = Annotated[float, Meta(description="Its share of the cost [fraction].")]


class TeamCost(Answer, frozen=True, kw_only=True):
    """What a team bears over the horizon."""

    team: Annotated[str, Meta(description="Name of the team.")]
    share_fraction: ShareFraction
    requests_per_day: Annotated[float, Meta(description="Its load [requests per day].")]
    line_items_usd: LineItemsUsd
    usd_total: Annotated[float, Meta(description="The sum of its items [USD].")]
    usd_per_request: Annotated[
        float | None, Meta(description="USD per request; null without requests.")
    ]
    usd_per_million_tokens: Annotated[
        float | None,
        Meta(description="USD per million tokens, input and output together; null without any."),
    ]
    total: Annotated[
        float | None, Meta(description="usd_total in `currency` [its unit]; null for dollars.")
    ]


class TeamMonth(Answer, frozen=True, kw_only=True):
    """What a team bears in a month."""

    team: Annotated[str, Meta(description="Name of the team.")]
    month: Annotated[str, Meta(description="The month, YYYY-MM.")]
    share_fraction: ShareFraction
    usd_total: Annotated[float, Meta(description="The sum of its items [USD].")]
    line_items_usd: LineItemsUsd


class ShowbackAnswer(LabelledAnswer, frozen=True, kw_only=True):
    """The cost of a service, shared among teams. Shares add up to the cost, to the last digit."""

    model: ModelName | None
    device: Annotated[str, Meta(description="Name of the first device in the catalogue.")]
    by: Annotated[str, Meta(description="What the cost is shared by.")]
    currency: Annotated[str, Meta(description="Currency of `total`, as three capitals.")]
    horizon_months: Annotated[float, Meta(description="Length of the service [months].")]
    usd_total: Annotated[float, Meta(description="Cost of the service [USD].")]
    teams: Annotated[tuple[TeamCost, ...], Meta(description="The teams, as they are asked.")]
    rows: Annotated[tuple[TeamMonth, ...], Meta(description="A row for each month and team.")]
    assumptions: tuple[Assumption, ...]
    warnings: Warnings
    provenance: Provenance
