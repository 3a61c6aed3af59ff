"""The query that ranks ways to serve a load by their cost over the whole horizon."""

from typing import Annotated, Literal

from msgspec import field

from pricing.fleet.query import PurchasePlan
from pricing.purchasing.query import Option
from pricing.quote.messages import said
from pricing.quote.query import (
    AsksDrivers,
    DeviceCount,
    DeviceName,
    Frozen,
    Label,
    Name,
    PrecisionName,
)
from pricing.tco.query import TcoQuery
from pricing.unit_costs.query import Deployment

ServiceObjective = Annotated[
    Literal["usd_total", "usd_discounted", "usd_per_million_tokens", "usd_per_request"],
    said(
        "The total of the service that ranks the candidates, the least first."
        " usd_discounted: at present value."
    ),
]

PlanName = Annotated[
    Literal["optimal"] | Option,
    said("optimal: the best ladder of commitments; else one option for everything."),
]


class NamedPlan(PurchasePlan, frozen=True, kw_only=True):
    """A purchase plan of the caller, with a name."""

    name: Label


class ServiceVary(Frozen, frozen=True, kw_only=True):
    """What may vary. Every combination is a candidate. A list left out is as the question says."""

    devices: Annotated[
        tuple[DeviceName, ...],
        said("Devices. Default: that of the deployment, else every device of the catalogue."),
    ] = ()
    device_counts: Annotated[
        tuple[DeviceCount | None, ...],
        said("Devices of a replica. null: the count that costs least."),
    ] = ()
    precisions: Annotated[
        tuple[PrecisionName | None, ...],
        said("Number formats. null: the model's own if the device accelerates it."),
    ] = ()
    engines: Annotated[tuple[Name | None, ...], said("Serving engines. null: any engine.")] = ()
    plans: Annotated[
        tuple[PlanName | NamedPlan, ...],
        said(
            "Plans: an option for everything, optimal, or a plan with a name. Default:"
            " that of `purchase`; on_demand and optimal where it names none."
        ),
    ] = ()
    providers: Annotated[
        tuple[Name | None, ...],
        said("Providers, for plans that name none. null: the one whose price is the median."),
    ] = ()
    regions: Annotated[tuple[Name | None, ...], said("Regions, likewise. null: any region.")] = ()


class OpenDeployment(Deployment, frozen=True, kw_only=True):
    """The devices of a replica, of which `vary` may say the rest."""

    def __post_init__(self) -> None:
        """Nothing is required: candidates have their own device."""


class ServiceComparisonQuery(TcoQuery, frozen=True, kw_only=True):
    """A service over time, and what may vary of it."""

    deployment: OpenDeployment = field(default_factory=OpenDeployment)
    vary: ServiceVary = field(default_factory=ServiceVary)
    objective: ServiceObjective = "usd_total"
    drivers: AsksDrivers = False
    limit_count: Annotated[
        int,
        said("Most candidates, and most excluded ones, in the answer [count].", ge=1, le=10_000),
    ] = 100
