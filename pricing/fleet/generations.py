"""The generations of devices of a service, in the order in which they take over."""

from collections.abc import Sequence
from datetime import date

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.rows import Device
from pricing.errors import InvalidQuery
from pricing.fleet.calendar import Span
from pricing.fleet.pools.pool_replicas import device_name
from pricing.fleet.query import Generation, PurchasePlan
from pricing.purchasing.query import Purchase
from pricing.quote.context import QuoteContext, day_of
from pricing.unit_costs.query import Deployment, Measured


class PlannedGeneration(Struct, frozen=True):
    """One generation of devices in a query.

    first: month of the horizon in which it takes over; place: dotted path in the query; fields:
    names that the query gives there.
    """

    first: int
    deployment: Deployment
    measured: Measured
    purchase: PurchasePlan
    place: str = ""
    fields: frozenset[str] = frozenset()


def generations_of(
    context: QuoteContext,
    first: PlannedGeneration,
    generations: Sequence[Generation],
    spans: Sequence[Span],
) -> list[PlannedGeneration]:
    """The first deployment, and the generations that take over within the horizon."""
    deployed = [first]
    for index, generation in enumerate(generations):
        place = f"generations[{index}]"
        day = day_of(generation.date, field=f"{place}.date").toordinal()
        month = next((at for at, span in enumerate(spans) if span.first_day >= day), None)
        if month is None or month <= deployed[-1].first:
            raise InvalidQuery(
                f"{generation.date} is outside the horizon, or not after the generation before it,"
                f" which serves from {spans[deployed[-1].first].label}",
                field=f"{place}.date",
                nearest=[
                    date.fromordinal(span.first_day).isoformat()
                    for span in spans[deployed[-1].first + 1 :][:3]
                ],
            )
        fields = {"deployment", "measured", *(("purchase",) if generation.purchase else ())}
        purchase = generation.purchase
        if purchase is None:
            purchase = first.purchase
            if purchase.most_upfront_usd is not None:
                raise InvalidQuery(
                    "most_upfront_usd is that of one plan: give each generation its own purchase",
                    field=f"{place}.purchase",
                )
            if _device(context, generation, place) is not _device(context, first):
                purchase = _at_table_prices(context, purchase, place=place)
        deployed.append(
            PlannedGeneration(
                first=month,
                deployment=generation.deployment,
                measured=generation.measured,
                purchase=purchase,
                place=place,
                fields=frozenset(fields),
            )
        )
    return deployed


def _device(context: QuoteContext, one: PlannedGeneration | Generation, place: str = "") -> Device:
    field = f"{place}.deployment.device" if place else "deployment.device"
    return context.catalog.devices.find(device_name(one.deployment), field=field)


def _at_table_prices(context: QuoteContext, plan: PurchasePlan, *, place: str) -> PurchasePlan:
    """The plan for another device, without the prices that the caller gave for the first one."""

    def bare(purchase: Purchase | None) -> Purchase | None:
        terms = purchase and purchase.ownership
        bare_terms = terms and replace(terms, purchase_usd=None, lease=None)
        return purchase and replace(purchase, usd_per_device_hour=None, ownership=bare_terms)

    repriced = replace(
        plan,
        usd_per_device_hour=None,
        offers=(),
        base=bare(plan.base),
        burst=bare(plan.burst),
        ownership=plan.ownership and replace(plan.ownership, purchase_usd=None, lease=None),
    )
    if repriced != plan:
        context.warn(
            f"{place} has another device than the price in purchase: it is priced from the table."
            f" Give its price in {place}.purchase"
        )
    return repriced
