"""Others: what a query sets beside its own deployment, an API or another deployment."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from pricing.errors import InvalidQuery, refusals_below
from pricing.fleet.price_path import Market
from pricing.fleet.query import PurchasePlan
from pricing.fleet.replicas import Served
from pricing.fleet.service import Deployed, Scaling, Service, check_used, scaling_of, service_of
from pricing.quote.context import Ledger
from pricing.tco.apis import PRICES, Api, api_of
from pricing.tco.query import Alternative, TcoQuery
from pricing.tco.warnings import tell
from pricing.unit_costs.query import Deployment


class Other(Struct, frozen=True, eq=False):
    """An alternative before its months are worked out.

    way: the deployment or the API; is_same_model: as the query's, which had to be trained for
    the deployment as well.
    """

    name: str
    way: Service | Api
    is_same_model: bool


def others_of(
    ledger: Ledger,
    query: TcoQuery,
    market: Market,
    served: Served,
    service: Service,
) -> Iterator[Other]:
    """What the query's alternatives are."""
    asked = [(f"alternatives[{at}]", one) for at, one in enumerate(query.alternatives)]
    if query.alternative is not None:
        asked.insert(0, ("alternative", query.alternative))
    tokens = service.tokens
    for place, alternative in asked:
        aside = ledger.aside()
        with refusals_below(place, Alternative.__struct_fields__):
            deployment = alternative.deployment
            if deployment is None:
                api = api_of(aside, alternative, tokens, query.traffic.cached_input_fraction)
                name = api.name
                if alternative.provider is not None and market.known_months > 1:
                    aside.warn(
                        f"its prices are those of {ledger.as_of} in every month, of which some are"
                        " before it"
                    )
                yield Other(name, api, is_same_model=False)
            else:
                own = _other_service(
                    aside, query, market, served, service.scaling, alternative, deployment
                )
                fleet, sourcing = own.stages[0].fleet, own.stages[0].sourcing
                name = alternative.name or (
                    f"{fleet.device_count} × {fleet.device.name}, {sourcing.option}"
                )
                is_same = alternative.model is None or alternative.model == query.model
                yield Other(name, own, is_same_model=is_same)
        tell(ledger, aside, name)


def _other_service(
    ledger: Ledger,
    query: TcoQuery,
    market: Market,
    served: Served,
    scaling: Scaling,
    alternative: Alternative,
    deployment: Deployment,
) -> Service:
    """Another deployment that serves the same requests, with its own model where it has one."""
    of_api = [name for name in ("provider", *PRICES) if getattr(alternative, name) is not None]
    if alternative.price_change_per_year_fraction:
        of_api.append("price_change_per_year_fraction")
    if of_api:
        raise InvalidQuery(
            "provider and prices per token are of an API: leave them out, or the deployment",
            field=of_api[0],
        )
    if alternative.model is not None:
        served = replace(served, model=alternative.model)
    if alternative.capacity is not None:
        scaling = scaling_of(ledger, alternative.capacity)
    purchase = alternative.purchase or PurchasePlan()
    deployed = Deployed(0, deployment, alternative.measured, purchase)
    service = service_of(ledger, market, served, query.facility, scaling, [deployed])
    if alternative.capacity is not None:
        check_used(alternative.capacity, [service])
    return service
