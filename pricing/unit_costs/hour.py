"""An hour of a deployment: what it does and draws, and what its devices are paid by.

Numbers are floats, for a quote, or arrays with a value a row, for a sweep. One that is absent is
None, or NaN in an array.
"""

from msgspec import Struct
from msgspec.structs import replace

from pricing.formulas import power
from pricing.numerics.number import Number, otherwise, present, where
from pricing.purchasing.owning.answer import OwnedRate, owned_rate
from pricing.purchasing.price import Rate
from pricing.purchasing.site import Site
from pricing.quote.context import QuoteContext
from pricing.unit_costs.planning.answer import Power
from pricing.unit_costs.query import UnitCostQuery
from pricing.units import WATTS_PER_KILOWATT


class Output(Struct, frozen=True, gc=False):
    """What a deployment does at full use, and what its devices draw.

    unplaced_count: devices that no replica uses; requests_per_second: sustained, all devices;
    low_ratio, high_ratio: ends of the 80% interval over it; used_fraction: share of it that an
    arrival rate uses, absent without one; busy_fraction: share of the time that a device works, at
    the rate or at full use; share_fraction: the prefill's share of the devices' time;
    cached_tokens: of the input, what is in the cache; cached_share_fraction: of the devices' time,
    what attending to it takes in prefill; documents: that are read in a request, where nothing is
    written; encoded_images: of a request, those that are not in the cache, tokens_per_image: of
    each; image_share_fraction: of the devices' time, what their encoder takes; audio_seconds: that
    a request writes down, generated_images: that it makes. Tokens, share and documents are absent
    for work that is not tokens. Watts are those of one device.
    """

    device_count: Number
    requests_per_second: Number
    low_ratio: Number
    high_ratio: Number
    used_fraction: Number
    busy_fraction: Number
    busy_watts: Number
    idle_watts: Number
    host_watts: Number
    unplaced_count: Number = 0.0
    input_tokens: Number = None
    output_tokens: Number = None
    share_fraction: Number = None
    cached_tokens: Number = 0.0
    cached_share_fraction: Number = 0.0
    documents: Number = None
    encoded_images: Number = 0.0
    tokens_per_image: Number = 0.0
    image_share_fraction: Number = 0.0
    audio_seconds: Number = 0.0
    generated_images: Number = 0.0


CACHE_OUTPUTS = frozenset({"cached_tokens", "cached_share_fraction"})
"""What an output has of a prefix cache: nothing, without one."""

IMAGE_OUTPUTS = frozenset({"encoded_images", "tokens_per_image", "image_share_fraction"})
"""What it has of images: nothing, without any."""

MEDIA_OUTPUTS = frozenset({"audio_seconds", "generated_images"})
"""What it has of media: nothing, where all work is tokens."""

RARE_OUTPUTS = CACHE_OUTPUTS | IMAGE_OUTPUTS | MEDIA_OUTPUTS
"""What an output has of what most questions do not ask for."""

USED = "utilization_fraction"


def used_key(workload: str) -> str:
    """The assumption of the share of the throughput that a kind of work uses."""
    return f"{USED}.{workload}"


def used_of(context: QuoteContext, query: UnitCostQuery, reached: float | None) -> float:
    """The share of the throughput that is used: what a rate makes of it, as given, or as usual."""
    if reached is not None:
        return reached
    return context.given_or(
        query.utilization_fraction, used_key(query.workload), field="utilization_fraction"
    )


class Hour(Struct, frozen=True, gc=False):
    """What is paid for in an hour.

    used_fraction: share of the throughput that is served; source: the row or assumption behind the
    price of a device-hour; measured_watts: of one device, the caller's own; unused_devices: of the
    instances that are paid for as a whole, beyond those of the deployment; full_fraction: of the
    throughput, what can be used at most, below 1 of a pool that waits for another.
    """

    output: Output
    rate: Rate
    place: Site
    used_fraction: Number
    power: Power
    source: str = ""
    measured_watts: Number = None
    unused_devices: Number = 0.0
    full_fraction: Number = 1.0

    @property
    def owned_rate(self) -> OwnedRate | None:
        """What a device-hour costs that is owned, with what it draws."""
        kilowatts = self.power.facility_watts / WATTS_PER_KILOWATT / self.output.device_count
        return owned_rate(self.rate.owned, kilowatts * self.place.usd_per_kilowatt_hour)


def at_full_use(hour: Hour) -> Hour:
    """The same devices at the same load, with all of their throughput used. Floats or arrays."""
    output = hour.output
    # A rate leaves replicas without work; what is left idle by the load itself stays so.
    placed_fraction = 1.0 - output.unplaced_count / output.device_count
    busy_fraction = where(present(output.used_fraction), placed_fraction, output.busy_fraction)
    full = replace(output, used_fraction=None, busy_fraction=busy_fraction)
    used = hour.full_fraction
    power = power_of(full, used, hour.place, measured_watts=hour.measured_watts)
    return replace(hour, output=full, used_fraction=used, power=power)


def power_of(
    output: Output,
    used_fraction: Number,
    place: Site,
    *,
    measured_watts: Number = None,
    evidence: tuple[str, ...] = (),
) -> Power:
    """Mean power of a deployment of which a share is used. Floats or arrays.

    measured_watts: of one device, by the caller's own measurement, which wins. The place may say
    what a device draws with its host, whatever it does.
    """
    # Under a rate a device works while any request is in flight. A share that is given
    # alternates between full use and none.
    busy_fraction = output.busy_fraction
    at_work = where(present(output.used_fraction), busy_fraction, used_fraction * busy_fraction)
    device_watts = otherwise(
        measured_watts,
        power.device_watts(
            busy_watts=output.busy_watts, idle_watts=output.idle_watts, busy_fraction=at_work
        ),
    )
    system_watts = power.system_watts(
        device_watts=device_watts, host_watts=output.host_watts, devices=output.device_count
    )
    if place.watts_per_device is not None:
        given_watts = place.watts_per_device * output.device_count
        system_watts = where(present(place.watts_per_device), given_watts, system_watts)
    return Power(
        device_watts=device_watts,
        system_watts=system_watts,
        facility_watts=power.facility_watts(system_watts=system_watts, pue_ratio=place.pue_ratio),
        evidence=evidence,
    )
