"""The replicas of a service: what one replica serves, and the power it draws."""

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.rows import Device
from pricing.errors import InvalidQuery
from pricing.fleet.pools.pool_replicas import PoolDevices, pooled
from pricing.fleet.query import Traffic
from pricing.formulas import power
from pricing.purchasing.query import Purchase
from pricing.quote.context import QuoteContext
from pricing.quote.query import Model
from pricing.unit_costs.estimate import Estimate, estimate
from pricing.unit_costs.power import at_work
from pricing.unit_costs.query import Deployment, Load, Measured, Slo, UnitCostQuery, WorkloadKind
from pricing.unit_costs.tiers.quote import counted
from pricing.units import WATTS_PER_KILOWATT

BY_DEFAULT = Purchase()

CACHED_OF_TRAFFIC = "traffic.cached_input_fraction"


class Fleet(Struct, frozen=True, eq=False):
    """Replicas of one kind. All figures are those of one replica at full use within the SLO.

    speedup_ratio: of the throughput over that without the prefix cache, 1 of one that the caller
    has measured; concurrency: requests that run at once [count]; service_seconds: time that a
    request runs; busy_kilowatts, idle_kilowatts: devices, hosts and network, before the overhead of
    the facility; query: what they were asked as; pools: of a replica whose pools have devices, or
    prices, of their own.
    """

    device: Device
    estimate: Estimate
    requests_per_second: float
    speedup_ratio: float
    concurrency: float
    busy_kilowatts: float
    idle_kilowatts: float
    query: UnitCostQuery
    pools: tuple[PoolDevices, ...] = ()

    @property
    def device_name(self) -> str:
        """Of its devices, those of both pools where these differ."""
        names = dict.fromkeys(pool.device.name for pool in self.pools)
        return " + ".join(names) or self.device.name

    @property
    def service_seconds(self) -> float:
        """Concurrency over requests per second at full use (Little's law)."""
        return self.concurrency / self.requests_per_second

    @property
    def device_count(self) -> int:
        """Devices of one replica."""
        return self.estimate.device_count

    @property
    def together(self) -> float:
        """Devices of a copy of the model, which one instance or a cluster of them holds."""
        return self.estimate.together


class RequestProfile(Struct, frozen=True, eq=False):
    """The requests that every fleet of a query serves."""

    model: Model | None
    load: Load
    slo: Slo
    workload: WorkloadKind


def load_of(load: Load, traffic: Traffic, model: Model | None) -> Load:
    """The load of the requests of a service, with the cached share that its traffic says.

    Raises InvalidQuery where both say one and they differ, or where there are no tokens to cache.
    """
    cached = traffic.cached_input_fraction
    if not cached:
        return load
    if model is None:
        raise InvalidQuery(
            "without a model there are no tokens: leave out cached_input_fraction",
            field=CACHED_OF_TRAFFIC,
        )
    if load.cached_input_fraction not in {None, cached}:
        raise InvalidQuery(
            f"load.cached_input_fraction {load.cached_input_fraction:g} and"
            f" {CACHED_OF_TRAFFIC} {cached:g} are the same share: give one of them",
            field=CACHED_OF_TRAFFIC,
        )
    return replace(load, cached_input_fraction=cached)


def fleet_of(
    context: QuoteContext,
    profile: RequestProfile,
    deployment: Deployment,
    measured: Measured,
    purchase: Purchase = BY_DEFAULT,
) -> Fleet:
    """The fleet of a deployment. Raises a Refusal if it cannot serve the requests.

    purchase: where it is bought, which decides the provider that has the devices of both pools.
    """
    query = UnitCostQuery(
        deployment=deployment,
        model=profile.model,
        workload=profile.workload,
        load=profile.load,
        slo=profile.slo,
        measured=measured,
        purchase=purchase if deployment.is_apart else BY_DEFAULT,
    )
    return _fleet(context, query)


def at_batch_work(context: QuoteContext, fleet: Fleet) -> Fleet:
    """The same replicas at batch work: without an objective, and as many requests as they hold."""
    query, found = fleet.query, fleet.estimate
    return _fleet(
        context,
        replace(
            query,
            workload="batch",
            deployment=counted(query.deployment, found.device_count, found.pool_counts),
            load=replace(query.load, concurrency=None),
            slo=Slo(),
        ),
    )


def _fleet(context: QuoteContext, query: UnitCostQuery) -> Fleet:
    pools: tuple[PoolDevices, ...] = ()
    if query.deployment.is_apart:
        device, sustained, pools = pooled(context, query)
    else:
        device = context.device(query.deployment.only_device, field="deployment.device")
        sustained = estimate(context, device, query)
    tokens = sustained.tokens
    concurrency = tokens.serving.concurrency if tokens else query.load.concurrency or 1.0
    cache = sustained.prefix_cache
    is_own = sustained.throughput.basis == "given"
    busy, idle = _kilowatts(context, device, query, sustained)
    return Fleet(
        device=device,
        estimate=sustained,
        requests_per_second=sustained.throughput.requests_per_second,
        speedup_ratio=1.0 if cache is None or is_own else cache.throughput_ratio,
        concurrency=concurrency,
        busy_kilowatts=busy,
        idle_kilowatts=idle,
        query=query,
        pools=pools,
    )


def _kilowatts(
    context: QuoteContext, device: Device, query: UnitCostQuery, estimate: Estimate
) -> tuple[float, float]:
    """Power of a replica at full use and when idle, with hosts and network [kW].

    Devices that no copy of the model uses are idle in both. Idle power is at most the busy power,
    also if the caller's measurement is below the table's idle power.
    """
    busy_watts = query.measured.watts_per_device
    if busy_watts is None:
        at_work_watts, _ = at_work(context, device, estimate)
        busy_watts = power.device_watts(
            busy_watts=at_work_watts,
            idle_watts=min(estimate.output.idle_watts, at_work_watts),
            busy_fraction=estimate.output.busy_fraction,
        )
    context.assume_host_watts(device)
    busy, idle = (
        float(
            power.system_watts(
                device_watts=watts,
                host_watts=estimate.output.host_watts,
                devices=float(estimate.device_count),
            )
        )
        / WATTS_PER_KILOWATT
        for watts in (busy_watts, min(estimate.output.idle_watts, busy_watts))
    )
    return busy, idle
