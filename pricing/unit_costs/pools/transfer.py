"""The transfer of caches between two pools: its time, and the requests that it allows."""

from msgspec import Struct

from pricing.formulas.cache_transfer import end_bytes_per_second, transfer_seconds
from pricing.quote.context import QuoteContext
from pricing.serving.passes.kv_cache import kv_bytes_of
from pricing.serving.passes.links import SLOW_LINK_BYTES_PER_SECOND
from pricing.unit_costs.planning.parallelism import stages_in, tensor_in
from pricing.unit_costs.pools.pool_plans import PlannedPool
from pricing.units import BYTES_PER_GIGABYTE

EFFICIENCY = "cache_transfer.efficiency_fraction"


class Transfer(Struct, frozen=True, gc=False):
    """The cache of a prompt on its way.

    cache_bytes: of a request, as the decode pool holds it, each head once; seconds: on the links of
    a replica at either end; is_within_node: whether one node joins both pools.
    """

    cache_bytes: float
    seconds: float
    prefill_link_bytes_per_second: float
    decode_link_bytes_per_second: float
    efficiency_fraction: float
    is_within_node: bool

    def requests_per_second(self, prefill_devices: float, decode_devices: float) -> float:
        """What the links of all devices carry."""
        seconds = transfer_seconds(
            cache_bytes=self.cache_bytes,
            sending_bytes_per_second=self._end(prefill_devices, self.prefill_link_bytes_per_second),
            receiving_bytes_per_second=self._end(decode_devices, self.decode_link_bytes_per_second),
        )
        return 1.0 / float(seconds)

    def _end(self, devices: float, link: float) -> float:
        return float(
            end_bytes_per_second(
                devices=devices,
                link_bytes_per_second=link,
                efficiency_fraction=self.efficiency_fraction,
            )
        )


def transfer_of(context: QuoteContext, prefill: PlannedPool, decode: PlannedPool) -> Transfer:
    """The transfer between two pools: what the decode pool holds of a prompt, in its format."""
    rates = decode.workload.hardware.rates
    cache_bytes, _ = kv_bytes_of(rates, decode.workload.demand.input_tokens)
    cache_bytes -= decode.plan.layout.request.prefix.shared_bytes  # is there already
    efficiency = context.assume(EFFICIENCY)
    within = _is_within_node(prefill, decode)
    links = [_link(context, pool, is_within_node=within) for pool in (prefill, decode)]
    ends = [
        end_bytes_per_second(
            devices=_holders(pool), link_bytes_per_second=link, efficiency_fraction=efficiency
        )
        for pool, link in zip((prefill, decode), links, strict=True)
    ]
    moved_bytes = float(cache_bytes + rates.state_bytes)
    return Transfer(
        cache_bytes=moved_bytes,
        seconds=float(
            transfer_seconds(
                cache_bytes=moved_bytes,
                sending_bytes_per_second=ends[0],
                receiving_bytes_per_second=ends[1],
            )
        ),
        prefill_link_bytes_per_second=links[0],
        decode_link_bytes_per_second=links[1],
        efficiency_fraction=efficiency,
        is_within_node=within,
    )


def _is_within_node(prefill: PlannedPool, decode: PlannedPool) -> bool:
    device = prefill.workload.device
    both = prefill.device_count + decode.device_count
    return device is decode.workload.device and both <= device.node_device_count


def _holders(pool: PlannedPool) -> float:
    """Devices of a replica that hold a part of the cache of one request."""
    layout = pool.plan.layout
    if layout.room.spread is not None:
        return float(tensor_in(layout) * stages_in(layout))
    return 1.0 if layout.room.is_split(pool.size) else float(pool.size)


def _link(context: QuoteContext, pool: PlannedPool, *, is_within_node: bool) -> float:
    """Both directions of what joins a device to the other pool [bytes per second]."""
    device = pool.workload.device
    if is_within_node:
        return device.interconnect_bytes_per_second or SLOW_LINK_BYTES_PER_SECOND
    context.assume_network(device)
    found = device.network_bytes_per_second
    if found is not None:
        return found
    return context.assume("network.gigabytes_per_second") * BYTES_PER_GIGABYTE
