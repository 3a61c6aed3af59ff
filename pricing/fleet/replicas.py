"""Fleets: replicas of one kind, what each serves and what it draws."""

from msgspec import Struct

from pricing.catalog.rows import Device
from pricing.errors import InvalidQuery
from pricing.formulas import capacity, power
from pricing.quote.context import Ledger
from pricing.quote.query import Model
from pricing.unit_costs.estimate import Estimate, estimate
from pricing.unit_costs.power import at_work
from pricing.unit_costs.query import Deployment, Load, Measured, Slo, UnitCostQuery
from pricing.units import WATTS_PER_KILOWATT


class Fleet(Struct, frozen=True, eq=False):
    """Replicas of one kind; all figures are of one replica, at full use within the SLO.

    requests_per_second: with what the prefix cache adds (speedup_ratio); concurrency:
    requests that run at once [count]; service_seconds: that a request runs; busy_kilowatts,
    idle_kilowatts: with hosts and network, at the devices' side of the meter.
    """

    device: Device
    found: Estimate
    requests_per_second: float
    speedup_ratio: float
    concurrency: float
    busy_kilowatts: float
    idle_kilowatts: float

    @property
    def service_seconds(self) -> float:
        """Little's law at full use: the requests at once over those a second."""
        return self.concurrency / self.requests_per_second

    @property
    def device_count(self) -> int:
        """Devices of one replica."""
        return self.found.device_count


class Served(Struct, frozen=True, eq=False):
    """What every fleet of a query is asked to serve."""

    model: Model | None
    load: Load
    slo: Slo
    cached_input_fraction: float


def fleet_of(ledger: Ledger, served: Served, deployment: Deployment, measured: Measured) -> Fleet:
    """The fleet of a deployment. Raises a Refusal where it cannot serve what is asked."""
    device = ledger.device(deployment.device, field="deployment.device")
    query = UnitCostQuery(
        deployment=deployment,
        model=served.model,
        load=served.load,
        slo=served.slo,
        measured=measured,
    )
    found = estimate(ledger, device, query)
    speedup_ratio = _speedup_ratio(ledger, found, served.cached_input_fraction)
    busy, idle = _kilowatts(ledger, device, query, found)
    return Fleet(
        device=device,
        found=found,
        requests_per_second=found.throughput.requests_per_second * speedup_ratio,
        speedup_ratio=speedup_ratio,
        concurrency=_concurrency(found, served.load),
        busy_kilowatts=busy,
        idle_kilowatts=idle,
    )


def _concurrency(found: Estimate, load: Load) -> float:
    """Requests that run at once: the layout's; of work that is not tokens, the caller's or one."""
    if found.tokens is None:
        return load.concurrency or 1.0
    return found.tokens.serving.concurrency


def _speedup_ratio(ledger: Ledger, found: Estimate, cached_input_fraction: float) -> float:
    """What a prefix cache adds; a measurement of the caller's has it in already."""
    if not cached_input_fraction:
        return 1.0
    if found.tokens is None:
        raise InvalidQuery(
            "without a model nothing is made of tokens: leave out cached_input_fraction",
            field="traffic.cached_input_fraction",
        )
    if found.throughput.basis == "given":
        ledger.warn(
            "the measured throughput is taken to have the prefix cache in it: cached_input_fraction"
            " changes the API's price only"
        )
        return 1.0
    ratio: float = capacity.cached_speedup_ratio(
        prefill_share_fraction=found.tokens.serving.layout.prefill_share_fraction,
        cached_input_fraction=cached_input_fraction,
    )
    return ratio


def _kilowatts(
    ledger: Ledger, device: Device, query: UnitCostQuery, found: Estimate
) -> tuple[float, float]:
    """What a replica draws at full use and at none, hosts and network included.

    No device draws more without work than at it, whatever the table has beside the caller's own
    measurement.
    """
    busy_watts = query.measured.watts_per_device
    if busy_watts is None:
        busy_watts, _ = at_work(ledger, device, found)
    host_watts = ledger.assume_host_watts(device)
    busy, idle = (
        power.system_watts(
            device_watts=watts, host_watts=host_watts, devices=float(found.device_count)
        )
        / WATTS_PER_KILOWATT
        for watts in (busy_watts, min(device.idle_watts, busy_watts))
    )
    return busy, idle
