"""The ways to serve a load: every combination of what may vary, as a question of its own."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.comparisons.candidates import each_once, meant
from pricing.comparisons.services.query import NamedPlan, PlanName, ServiceComparisonQuery
from pricing.errors import InvalidQuery
from pricing.fleet.purchases.compared_options import compared, compared_options
from pricing.fleet.query import PurchasePlan
from pricing.quote.context import QuoteContext
from pricing.tco.query import TcoQuery
from pricing.unit_costs.query import Deployment, Measured

USUAL_PLANS: tuple[PlanName, ...] = ("on_demand", "optimal")
"""The plans that are compared where nobody names one."""

OF_DEPLOYMENT = {
    "devices": "device",
    "device_counts": "device_count",
    "precisions": "precision",
    "engines": "engine",
}
"""What may vary of a deployment, and its field."""

OPTIMAL = "optimal"

_ENCODE = msgspec.json.Encoder().encode


class Candidate(Struct, frozen=True):
    """One way to serve the load; plan: its name; provider, region: as they were asked for."""

    question: TcoQuery
    plan: str
    provider: str | None
    region: str | None


def candidates_of(query: ServiceComparisonQuery, context: QuoteContext) -> tuple[Candidate, ...]:
    """Every candidate once. Raises InvalidQuery for fields that contradict each other."""
    _check(query)
    shared = {
        name: getattr(query, name)
        for name in TcoQuery.__struct_fields__
        if name not in {"deployment", "purchase"}
    }
    found: dict[bytes, Candidate] = {}
    deployments = list(_deployments(query, context.catalog))
    for deployment, (name, plan) in product(deployments, _plans(query, context.catalog)):
        question = TcoQuery(deployment=deployment, purchase=plan, **shared)
        first = plan.base or plan
        key = _ENCODE((deployment, plan))
        found.setdefault(key, Candidate(question, name, first.provider, first.region))
    return tuple(found.values())


def count_of(query: ServiceComparisonQuery, context: QuoteContext) -> int:
    """Most candidates that a query may have, without making them [count]."""
    vary, count = query.vary, len(query.vary.devices) or 1
    if not vary.devices and query.deployment.device is None and not query.deployment.is_apart:
        count = len(context.catalog.devices)
    for name in ("device_counts", "precisions", "engines", "providers", "regions"):
        count *= len(getattr(vary, name)) or 1
    return count * (len(vary.plans) or len(USUAL_PLANS))


def _check(query: ServiceComparisonQuery) -> None:
    """Refuse what a comparison does not answer, and what does not vary with the candidates."""
    unanswered = {
        "alternatives": query.alternative is not None or query.alternatives,
        "uncertainty": query.uncertainty is not None,
        "drivers": query.drivers,
    }
    for name, is_asked in unanswered.items():
        if is_asked:
            raise InvalidQuery(
                f"a comparison has no {name}: leave them out, and ask for those of the best"
                " candidate at /v1/inference/tco",
                field="alternative" if name == "alternatives" and query.alternative else name,
            )
    varying = [name for name in OF_DEPLOYMENT if getattr(query.vary, name)]
    if query.deployment.is_apart and varying:
        raise InvalidQuery(
            "pools say their own devices: leave out what varies of them, or the pools",
            field=f"vary.{varying[0]}",
        )
    if query.measured != Measured() and not query.deployment.is_apart:
        several = [name for name in varying if len(getattr(query.vary, name)) > 1]
        if several or (query.deployment.device is None and not query.vary.devices):
            raise InvalidQuery(
                "a measurement is of one deployment: leave it out where devices, counts, formats or"
                " engines vary",
                field="measured",
            )


def _deployments(query: ServiceComparisonQuery, catalog: Catalog) -> Iterator[Deployment]:
    """The deployments of all candidates."""
    own = {name: getattr(query.deployment, name) for name in Deployment.__struct_fields__}
    if query.deployment.is_apart:
        yield Deployment(**own)
        return
    axes: list[tuple[Any, ...]] = []
    for name, field in OF_DEPLOYMENT.items():
        values = each_once(getattr(query.vary, name), meant(name, catalog))
        axes.append(values or (own[field],))
    if axes[0] == (None,):
        axes[0] = tuple(sorted(catalog.devices))
    for values in product(*axes):
        yield Deployment(**{**own, **dict(zip(OF_DEPLOYMENT.values(), values, strict=True))})


def _plans(query: ServiceComparisonQuery, catalog: Catalog) -> list[tuple[str, PurchasePlan]]:
    """The plans of all candidates by name, each at every provider and region that may vary.

    Plans that are compared are bought at one provider, where none is named.
    """
    named = [_named(query, plan) for plan in query.vary.plans] or _own(query)
    names = [name for name, _ in named]
    if len(set(names)) < len(names):
        raise InvalidQuery("each plan has a name of its own", field="vary.plans")
    options = compared_options(plan for _, plan in named)
    places = list(
        product(
            each_once(query.vary.providers, meant("providers", catalog)) or (None,),
            each_once(query.vary.regions, meant("regions", catalog)) or (None,),
        )
    )
    return [
        (name, compared(_placed(plan, provider, region), options))
        for name, plan in named
        for provider, region in places
    ]


def _own(query: ServiceComparisonQuery) -> list[tuple[str, PurchasePlan]]:
    """The plan of the query, or the usual ones where it names none."""
    plan = query.purchase
    if plan.plan is not None:
        return [(plan.plan, plan)]
    if plan.base is not None:
        return [("base_and_burst", plan)]
    if plan.option is not None or plan.usd_per_device_hour is not None:
        return [(plan.option or "on_demand", plan)]
    return [_named(query, name) for name in USUAL_PLANS]


def _named(query: ServiceComparisonQuery, plan: PlanName | NamedPlan) -> tuple[str, PurchasePlan]:
    """A plan and its name; one without fields of its own is bought as the query says."""
    if isinstance(plan, NamedPlan):
        own = {name: getattr(plan, name) for name in PurchasePlan.__struct_fields__}
        return plan.name, PurchasePlan(**own)
    bare = query.purchase
    if bare.base is not None or bare.plan is not None or bare.option is not None:
        raise InvalidQuery(
            "plans that vary stand in vary.plans: leave out the plan of purchase, or name it there",
            field="purchase",
        )
    if plan == OPTIMAL:
        return plan, replace(bare, plan=plan)
    return plan, replace(bare, option=plan)


def _placed(plan: PurchasePlan, provider: str | None, region: str | None) -> PurchasePlan:
    """A plan at a place, unless it names one."""
    given = {"provider": provider, "region": region}
    first = plan.base or plan
    place: Any = {
        name: value
        for name, value in given.items()
        if value is not None and getattr(first, name) is None
    }
    if first.usd_per_device_hour is not None or not place:
        return plan
    if plan.base is None:
        return replace(plan, **place)
    return replace(plan, base=replace(plan.base, **place))
