"""Shares the cost of a service among teams, exactly."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.numerics.apportion import apportioned
from pricing.pauses import paused
from pricing.quote.answer import labelled
from pricing.quote.context import digest_of
from pricing.quote.query import DOLLARS
from pricing.showback.answer import ShowbackAnswer, TeamCost, TeamMonth
from pricing.showback.query import ShowbackQuery
from pricing.showback.weights import TeamLoad, loads_of
from pricing.tco.answer import Month, TcoAnswer
from pricing.tco.deployments.single_deployment import alone
from pricing.tco.quote import answer_of
from pricing.unit_costs.estimate import Tokens
from pricing.units import TOKENS_PER_MILLION_TOKENS, UNITS_PER_USD

APART_FRACTION = 0.01
"""Difference of the load of all teams from that of the service, from which it is told."""


def showback(query: ShowbackQuery, library: Library) -> ShowbackAnswer:
    """The cost of a service by team and month. Raises a Refusal.

    Each item of each month is shared out in proportion to what the teams weigh (Hamilton's method).
    Shares are whole ten-thousandths of a dollar, and add up to the item.
    """
    _check(query)
    catalog = library.get(query.catalog)
    service = query.plain
    answer = answer_of(service, catalog, is_drawn=False)
    _, baseline = alone(service, catalog)
    tokens = baseline.projection.service.tokens
    loads = loads_of(query, tokens, library)
    weights = [load.weight for load in loads]
    whole = sum(weights)
    if not whole > 0.0:
        raise InvalidQuery(
            f"no team has any {query.by}: give requests_per_day and what is counted", field="teams"
        )
    months = [shared(month, weights) for month in paused(answer.months)]
    teams = _teams(query, answer, loads, months)
    return labelled(
        query,
        ShowbackAnswer(
            model=answer.model,
            device=answer.device,
            by=query.by,
            currency=answer.converted.currency if answer.converted else DOLLARS,
            horizon_months=answer.horizon_months,
            usd_total=answer.totals.usd_total,
            teams=teams,
            rows=tuple(
                TeamMonth(
                    team=team.name,
                    month=month.month,
                    share_fraction=weight / whole,
                    usd_total=sum(items.values()) / UNITS_PER_USD,
                    line_items_usd=in_usd(items),
                )
                for month, shares in zip(answer.months, months, strict=True)
                for team, weight, items in zip(query.teams, weights, shares, strict=True)
            ),
            assumptions=answer.assumptions,
            warnings=(*_apart(query), *_longer(loads, tokens), *answer.warnings),
            provenance=replace(
                answer.provenance,
                query_digest=digest_of((answer.provenance.query_digest, query.teams, query.by)),
            ),
        ),
    )


def shared(month: Month, weights: Sequence[float]) -> list[dict[str, int]]:
    """The items of a month by team, in ten-thousandths of a dollar."""
    found: list[dict[str, int]] = [{} for _ in weights]
    for item, usd in month.line_items_usd.items():
        for own, units in zip(found, apportioned(round(usd * UNITS_PER_USD), weights), strict=True):
            own[item] = units
    return found


def in_usd(items: dict[str, int]) -> dict[str, float]:
    """Amounts in dollars."""
    return {item: units / UNITS_PER_USD for item, units in items.items()}


def _teams(
    query: ShowbackQuery,
    answer: TcoAnswer,
    loads: Sequence[TeamLoad],
    months: Sequence[Sequence[dict[str, int]]],
) -> tuple[TeamCost, ...]:
    """What each team bears over the horizon. Its load is in proportion to that of the service."""
    total = sum(load.weight for load in loads)
    asked = sum(load.requests for load in loads)
    found = []
    for at, (team, load) in enumerate(paused(zip(query.teams, loads, strict=True))):
        of_months = [shares[at] for shares in months]
        names = dict.fromkeys(name for items in of_months for name in items)
        items = {name: sum(one.get(name, 0) for one in of_months) for name in names}
        usd = sum(items.values()) / UNITS_PER_USD
        requests = answer.totals.requests * load.requests / asked if asked else 0.0
        per_request = load.tokens / load.requests if load.tokens and load.requests else 0.0
        tokens = requests * per_request / TOKENS_PER_MILLION_TOKENS
        found.append(
            TeamCost(
                team=team.name,
                share_fraction=load.weight / total,
                requests_per_day=team.requests_per_day,
                line_items_usd=in_usd(items),
                usd_total=usd,
                usd_per_request=usd / requests if requests else None,
                usd_per_million_tokens=usd / tokens if tokens else None,
                total=_converted(answer, of_months),
            )
        )
    return tuple(found)


def _converted(answer: TcoAnswer, of_months: Sequence[dict[str, int]]) -> float | None:
    """The items of months in the currency of the answer, each at the rate of its month."""
    if answer.converted is None:
        return None
    return sum(
        sum(items.values()) / UNITS_PER_USD / month.usd_per_currency_unit
        for items, month in zip(of_months, answer.converted.months, strict=True)
    )


def _check(query: ShowbackQuery) -> None:
    """Refuse teams that cannot be told apart, and times that only some have."""
    names = [team.name for team in query.teams]
    for at, name in enumerate(names):
        if name in names[:at]:
            raise InvalidQuery(f"two teams are called {name!r}", field=f"teams[{at}].name")
    timed = [team.seconds_per_request is not None for team in query.teams]
    if any(timed) and query.by != "time":
        raise InvalidQuery(
            "seconds_per_request shares by time: leave it out, or share by time",
            field="by",
            nearest=["time"],
        )
    if any(timed) and not all(timed):
        raise InvalidQuery(
            "all teams have seconds_per_request, or none",
            field=f"teams[{timed.index(False)}].seconds_per_request",
        )


def _apart(query: ShowbackQuery) -> tuple[str, ...]:
    """A warning where the teams ask for more or less than the service is planned for."""
    asked = sum(team.requests_per_day for team in query.teams)
    first = query.traffic.requests_per_day or (query.traffic.requests_per_day_by_month or (0.0,))[0]
    if abs(asked - first) <= APART_FRACTION * first:
        return ()
    told = (
        f"the teams ask for {asked:,.0f} requests a day, and the service is planned for"
        f" {first:,.0f} in its first month: its whole cost is shared by what they ask for"
    )
    return (told,)


def _longer(loads: Sequence[TeamLoad], tokens: Tokens | None) -> Iterator[str]:
    """A warning where the mean request of the teams is longer or shorter than the service's."""
    requests = sum(load.requests for load in loads)
    if tokens is None or not requests:
        return
    planned = float(tokens.demand.input_tokens + tokens.demand.output_tokens)
    mean = sum(load.tokens or 0.0 for load in loads) / requests
    if abs(mean - planned) > APART_FRACTION * planned:
        yield (
            f"the requests of the teams have {mean:,.0f} tokens in the mean, and the service is"
            f" planned for {planned:,.0f}: its cost as planned is shared. Give their mean as load"
            " for what they cost"
        )
