"""Warnings about the purchases and the waits of a service."""

from datetime import date

from pricing.fleet.bill import total_of
from pricing.fleet.holdings import Holdings
from pricing.fleet.periods import Horizon
from pricing.fleet.projection import Projection
from pricing.fleet.purchases.price_path import PricePath
from pricing.fleet.service import Stage
from pricing.formulas.capacity import WHOLE
from pricing.purchasing.terms import MOST_BLOCK_HOURS, MOST_FLEX_HOURS
from pricing.purchasing.warnings import STALE_DAYS, warn_of_servers, warn_of_units
from pricing.quote.context import QuoteContext
from pricing.tco.answer_capacity import CapacityUse
from pricing.tco.query import TcoQuery
from pricing.unit_costs.estimate import Tokens

CENT = 0.01
"""Dollars by which a month may be above its bound for rounding."""

WAITED = 3
"""Months by the hour before a term from which on an answer warns that it could begin earlier."""

NOTICED_FRACTION = 0.01
"""From this gap over the total on, an answer warns."""

WEIGHTY_FRACTION = 0.1
"""What is left of owned devices, or missing of minimums, over the total from which it is told."""


def warn_of_start(context: QuoteContext, first_day: int) -> None:
    """Say of a service that starts late that its prices are those of today."""
    if first_day - context.day > STALE_DAYS:
        context.warn(
            f"the service starts on {date.fromordinal(first_day)}, and the prices of"
            f" {context.as_of} are taken to hold until then: price_change_per_year_fraction changes"
            " them from the start on"
        )


def _warn_of_instances(
    context: QuoteContext, path: PricePath, device_count: int, *, most_replicas: float
) -> None:
    """Warn of instances and servers that are paid for as a whole; device_count: of a replica."""
    for part, devices in path.parts:
        warn_of_units(context, part.bought, devices, charged="a pool of a replica")
    if path.parts:
        return
    instances = path.instances(device_count)
    if instances.replicas > 1.0:
        context.warn(
            f"{path.bought.instance_type} has {instances.devices:g} devices, and is rented"
            f" as a whole: it holds {instances.replicas:g} replicas. What they leave unused"
            " of it is charged as instance_unused"
        )
    else:
        held = device_count * (most_replicas if path.bought.owned else 1.0)
        warn_of_units(context, path.bought, held, charged="a replica")


def warn_of_purchases(context: QuoteContext, projection: Projection) -> None:
    """Warn of sizes of instances and servers, of blocks by the hour and of terms beyond the end."""
    most = float(projection.months["replicas"].max())
    for stage, holdings in zip(projection.service.stages, projection.holdings, strict=True):
        hourly, count = stage.sourcing.hourly, stage.fleet.device_count
        asset = stage.sourcing.asset
        if asset is not None and asset.terms.lease is None:
            device = context.catalog.devices.find(stage.fleet.device_name, field="deployment")
            owned_count = count * float(holdings.columns["owned"].max())
            warn_of_servers(context, device.sold_together_count, asset.cost, owned_count)
        for path in filter(None, (*stage.sourcing.committed, hourly)):
            _warn_of_instances(context, path, count, most_replicas=most)
        if hourly and hourly.option in MOST_BLOCK_HOURS:
            most_hours = MOST_BLOCK_HOURS[hourly.option]
            context.warn(
                f"blocks of {hourly.option} are booked ahead for whole days and at most"
                f" {most_hours:.0f} hours: this service is charged by the hour, for one block after"
                " another"
            )
        if hourly and hourly.option in MOST_FLEX_HOURS:
            most_hours = MOST_FLEX_HOURS[hourly.option]
            context.warn(
                f"{hourly.option} ends after {most_hours:.0f} hours at most, and starts when some"
                " are free: this service is charged as if each replica were replaced at once"
            )
        _warn_of_bound(context, stage, projection)
        _warn_of_regions(context, stage, projection, holdings)
        _warn_of_rest(context, holdings)
    _warn_of_end(context, projection)
    _warn_of_value(context, projection)
    _warn_of_gap(context, projection)


def _warn_of_end(context: QuoteContext, projection: Projection) -> None:
    """Warn of terms of the best plan that begin late, so that they end with the horizon."""
    stage, holdings = projection.service.stages[-1], projection.holdings[-1]
    if stage.sourcing.plan != "optimal":
        return
    of = {name: usd[stage.first : stage.last] for name, usd in projection.months.items()}
    hourly = of["running_hours"] / of["hours"] - of["base"]
    late = sum(
        min(one.replicas, int(hourly[max(one.first - WAITED, 0) : one.first].min() + WHOLE))
        for one in holdings.commitments
        if one.first > 0 and one.first + one.offer.months == len(hourly)
    )
    if late > 0:
        context.warn(
            f"the plan takes the service to end with the horizon: terms of {late:,.0f} of its"
            " replicas begin later than they could, so that they end with it. Ask with more"
            " horizon_months where the service goes on"
        )


def _warn_of_rest(context: QuoteContext, holdings: Holdings) -> None:
    """Warn of leases and commitments whose rest the last month of a stage is charged with."""
    lease_usd = holdings.ownership.lease_left_usd if holdings.ownership else 0.0
    if lease_usd >= CENT:
        context.warn(
            f"a lease outlasts the horizon or its device: the remaining {lease_usd:,.0f} USD"
            " are charged in the last month, as lease"
        )
    beyond_usd = holdings.columns["beyond_usd"].sum()
    if beyond_usd:
        context.warn(
            f"a commitment outlasts the horizon or its device: the remaining"
            f" {beyond_usd:,.0f} USD are charged in the last month, as commitment_unused. That part"
            " is an obligation: its hours may still be used"
        )


def _warn_of_value(context: QuoteContext, projection: Projection) -> None:
    """Warn where the total counts on what owned devices are still worth at the end."""
    left_usd = float(projection.months["ownership_returned_usd"][-1])
    if left_usd >= WEIGHTY_FRACTION * _total_usd(projection):
        context.warn(
            f"owned devices are still worth {left_usd:,.0f} USD by their depreciation when the"
            " horizon ends: the total has only what they lose until then. It is that much more"
            " where nobody uses or buys them afterwards"
        )


def _warn_of_gap(context: QuoteContext, projection: Projection) -> None:
    """Warn where the best plan is not proved, by how much another one might cost less."""
    gap_usd = sum(one.gap_usd or 0.0 for one in projection.holdings)
    total_usd = _total_usd(projection)
    if total_usd > 0.0 and gap_usd >= NOTICED_FRACTION * total_usd:
        under = " under the contracts" if projection.contracts else ""
        context.warn(
            f"the optimal plan is the best that was found{under}: no plan costs less than"
            f" {total_usd - gap_usd:,.0f} USD in all, and {gap_usd / total_usd:.0%} of the total"
            " lies between"
        )


def _total_usd(projection: Projection) -> float:
    return float(total_of(projection.items).sum())


def warn_of_contracts(context: QuoteContext, horizon: Horizon, projection: Projection) -> None:
    """Warn of contracts of other bills, and of what is missing of minimums."""
    own = {one.agreement.place for one in projection.contracts}
    for agreement in horizon.agreements:
        if agreement.place not in own:
            context.warn(
                f"nothing of this deployment is on the bill of {agreement.contract.provider}:"
                f" {agreement.name} takes nothing off, and its minimum is left out"
            )
    for one in projection.contracts:
        last = one.agreement.periods[-1]
        missing_usd = float(one.shortfall[..., -1].sum())
        if last.is_cut and missing_usd:
            context.warn(
                f"{one.agreement.name} runs on to {last.ends}: what is missing of its minimum,"
                f" {missing_usd:,.0f} USD, is charged in the last month, as if nothing but fees of"
                " commitments were spent after the horizon"
            )
        short_usd, total_usd = float(one.shortfall.sum()), _total_usd(projection)
        if short_usd >= WEIGHTY_FRACTION * total_usd > 0.0:
            context.warn(
                f"{short_usd:,.0f} USD of the total, {short_usd / total_usd:.0%}, are what spend"
                f" lacks of the minimum of {one.agreement.name}, paid for nothing: other work on"
                " the same bill goes into other_usd_per_month"
            )


def _warn_of_regions(
    context: QuoteContext, stage: Stage, projection: Projection, holdings: Holdings
) -> None:
    """Warn where a plan that names no region has its parts in several."""
    paths = [one.offer.path for one in holdings.commitments]
    months = slice(stage.first, stage.last)
    beyond = projection.months["running_hours"][months] - projection.months["base_hours"][months]
    if beyond.sum() > WHOLE:
        paths.append(stage.sourcing.hourly)
    places: dict[str, None] = {}
    for path in paths:
        if path is not None and path.bought.region is not None:
            places[f"{path.option} of {path.bought.region}"] = None
    regions = {path.bought.region for path in paths if path is not None}
    if len(regions - {None}) > 1:
        context.warn(
            f"the parts of the plan are in different regions, {' and '.join(places)}: name a region"
            " to buy them in one"
        )


def _warn_of_bound(context: QuoteContext, stage: Stage, projection: Projection) -> None:
    """Warn where what a contract leaves to be paid lifts a month above the bound of its plan."""
    most_usd = stage.sourcing.most_monthly_usd
    if most_usd is None:
        return
    months_usd = total_of(projection.items)[stage.first : stage.last]
    if stage is projection.service.stages[-1]:
        months_usd[-1] -= projection.later_usd
        if projection.later_usd > CENT:
            context.warn(
                f"most_monthly_usd counts no cost that is due after the horizon:"
                f" {projection.later_usd:,.0f} USD of the total of the last month"
            )
    _warn_of_payments(context, stage, projection, most_usd)
    dearest_usd = float(months_usd.max())
    if dearest_usd > most_usd + CENT:
        context.warn_first(
            f"under its contracts a month costs {dearest_usd:,.0f} USD: no plan was found that"
            f" keeps the {most_usd:,.0f} of most_monthly_usd with them"
        )


def _warn_of_payments(
    context: QuoteContext, stage: Stage, projection: Projection, most_usd: float
) -> None:
    """Warn where what is paid upfront is above the bound of a month, which counts a part of it."""
    upfront_usd = float(projection.months["upfront_usd"][stage.first : stage.last].max())
    if upfront_usd > most_usd:
        context.warn(
            f"a month pays {upfront_usd:,.0f} USD upfront: most_monthly_usd counts what months"
            " cost, each with its share of such payments, and most_upfront_usd bounds them"
        )


def warn_of_waits(
    context: QuoteContext, query: TcoQuery, tokens: Tokens | None, capacity: CapacityUse
) -> None:
    """Warn where waits break the objective for the first token."""
    limit = query.slo.ttft_seconds
    if limit is not None and tokens is not None:
        reached = tokens.serving.ttft_seconds + capacity.wait_p99_seconds
        if reached > limit:
            context.warn(
                f"in the worst hour 1% of the requests wait at least"
                f" {capacity.wait_p99_seconds:.3g} s, and get their first token after"
                f" {reached:.3g} s or later: lower capacity.target_utilization_fraction, or add"
                " redundant_replicas"
            )


def warn_as(context: QuoteContext, name: str, child: QuoteContext) -> None:
    """Pass on the warnings of another context, each under the name of an alternative."""
    for warning in child.warnings:
        context.warn(f"{name}: {warning}")
