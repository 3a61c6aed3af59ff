"""The alternatives of a query: APIs and other deployments that serve the same requests."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.errors import InvalidQuery, UnknownName, refusals_below
from pricing.fleet.generations import PlannedGeneration
from pricing.fleet.periods import Horizon
from pricing.fleet.pools.pool_replicas import device_name
from pricing.fleet.purchases.compared_options import compared, compared_options
from pricing.fleet.query import PurchasePlan
from pricing.fleet.replicas import RequestProfile
from pricing.fleet.service import Scaling, Service, check_used, scaling_of, service_of
from pricing.quote.context import QuoteContext
from pricing.tco.apis import PRICES, Api, api_of
from pricing.tco.query import Alternative, TcoQuery
from pricing.tco.warnings import warn_as
from pricing.unit_costs.query import Deployment


def side_by_side(catalog: Catalog, query: TcoQuery) -> TcoQuery:
    """A query whose plans are compared with each other, those of its alternatives among them.

    Plans of the same device are. Others have prices of other rows in any case.
    """

    def device_of(deployment: Deployment) -> str:
        try:
            return catalog.devices.find(device_name(deployment), field="deployment.device").name
        except UnknownName:
            return device_name(deployment)  # it is refused where it is looked up

    device = device_of(query.deployment)
    given = [one for one in query.alternatives if one.deployment is not None]
    if query.alternative is not None and query.alternative.deployment is not None:
        given.insert(0, query.alternative)
    others = [
        one.purchase or PurchasePlan()
        for one in given
        if one.deployment is not None and device_of(one.deployment) == device
    ]
    options = compared_options([query.purchase, *others])

    def beside(one: Alternative) -> Alternative:
        if one.deployment is None:
            return one
        plan = one.purchase or PurchasePlan()
        is_same = device_of(one.deployment) == device
        return replace(
            one, purchase=compared(plan, options if is_same else compared_options([plan]))
        )

    return replace(
        query,
        purchase=compared(query.purchase, options),
        alternative=query.alternative and beside(query.alternative),
        alternatives=tuple(beside(one) for one in query.alternatives),
        generations=tuple(
            replace(one, purchase=compared(one.purchase, compared_options([one.purchase])))
            if one.purchase
            else one
            for one in query.generations
        ),
    )


class NamedAlternative(Struct, frozen=True, eq=False):
    """An alternative before its months are projected.

    source: the deployment or the API; is_same_model: whether a deployment serves the model of the
    query, and so bears its training bill too.
    """

    name: str
    source: Service | Api
    is_same_model: bool


def alternatives_of(
    context: QuoteContext,
    query: TcoQuery,
    horizon: Horizon,
    profile: RequestProfile,
    service: Service,
) -> Iterator[NamedAlternative]:
    """The alternatives of a query, in its order."""
    asked = [(f"alternatives[{at}]", one) for at, one in enumerate(query.alternatives)]
    if query.alternative is not None:
        asked.insert(0, ("alternative", query.alternative))
    for place, alternative in asked:
        child = context.child()
        with refusals_below(place, Alternative.__struct_fields__):
            if alternative.deployment is None:
                api = api_of(child, alternative, service.tokens, query.workload)
                if alternative.provider is not None and horizon.market.known_months > 1:
                    child.warn(
                        f"the prices of {context.as_of} apply to every month, also to those before"
                        " that day"
                    )
                found = NamedAlternative(api.name, api, is_same_model=False)
            else:
                deployment = alternative.deployment
                other = _other_service(
                    child, query, horizon, profile, service.scaling, alternative, deployment
                )
                is_same = alternative.model is None or alternative.model == query.model
                name = alternative.name or _named(other)
                found = NamedAlternative(name, other, is_same_model=is_same)
            yield found
        warn_as(context, found.name, child)


def _named(service: Service) -> str:
    """A deployment by its devices and how they are bought."""
    fleet, sourcing = service.stages[0].fleet, service.stages[0].sourcing
    return f"{fleet.device_count} × {fleet.device_name}, {sourcing.option}"


def _other_service(
    context: QuoteContext,
    query: TcoQuery,
    horizon: Horizon,
    profile: RequestProfile,
    scaling: Scaling,
    alternative: Alternative,
    deployment: Deployment,
) -> Service:
    """Another deployment that serves the same requests, with its own model if it names one."""
    of_api = [name for name in ("provider", *PRICES) if getattr(alternative, name) is not None]
    if alternative.price_change_per_year_fraction:
        of_api.append("price_change_per_year_fraction")
    if of_api:
        raise InvalidQuery(
            "provider and prices per token apply to an API: leave out these or the deployment",
            field=of_api[0],
        )
    if alternative.model is not None:
        profile = replace(profile, model=alternative.model)
    if alternative.capacity is not None:
        scaling = scaling_of(context, alternative.capacity)
    purchase = alternative.purchase or PurchasePlan()
    deployed = PlannedGeneration(0, deployment, alternative.measured, purchase)
    service = service_of(
        context, horizon.market, horizon.load, profile, query.facility, scaling, [deployed]
    )
    if alternative.capacity is not None:
        check_used(alternative.capacity, [service])
    return service
