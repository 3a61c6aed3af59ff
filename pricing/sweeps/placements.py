"""Placements of a sweep: deployments on so many devices, as constants."""

from functools import lru_cache

from msgspec import Struct

from pricing.catalog.rows import Measurement
from pricing.errors import InvalidQuery
from pricing.evidence.exact import configured
from pricing.serving.layout_search import sizes
from pricing.serving.rates import Rates
from pricing.unit_costs.workload import Workload


class Placement(Struct, frozen=True, eq=False, weakref=True):
    """A deployment on so many devices.

    sizes: what replicas may be, the smallest first; rows: the measurements of exactly this
    deployment, whatever their load.
    """

    workload: Workload
    device_count: int
    sizes: tuple[int, ...]
    rows: tuple[Measurement, ...]

    @property
    def shape(self) -> tuple[str, bool, int]:
        """What placements must share to be worked out together."""
        workload = self.workload
        return workload.catalog.name, workload.rates.has_experts, len(self.sizes)

    @property
    def constants(self) -> dict[str, float]:
        """The numbers that rows are worked out from, but for its neighbours."""
        return (
            constants_of(self.workload)
            | {"device_count": float(self.device_count)}
            | {f"size.{index}": float(size) for index, size in enumerate(self.sizes)}
        )


@lru_cache(maxsize=8192)
def placement_of(workload: Workload, device_count: int) -> Placement:
    """Raises InvalidQuery for replicas that do not divide the count."""
    device, size = workload.device, workload.tensor_parallel
    if size is not None and device_count % size:
        raise InvalidQuery(
            f"{device_count} devices do not divide into replicas of {size}",
            field="deployment.tensor_parallel",
        )
    rows = configured(
        workload.catalog,
        device.name,
        device_count,
        workload.model.name,
        workload.number_format.name,
        workload.number_format.asked_weight_bits,
        workload.asked_kv_bits,
    )
    return Placement(
        workload=workload,
        device_count=device_count,
        sizes=sizes(device_count, device.node_device_count) if size is None else (size,),
        rows=rows,
    )


def constants_of(workload: Workload) -> dict[str, float]:
    """The numbers of a workload that rows are worked out from."""
    device = workload.device
    return {
        "node": float(device.node_device_count),
        "heads": float(workload.heads),
        "usable_bytes": device.memory_bytes * workload.usable_fraction,
        "concurrency_limit": workload.concurrency_limit,
        "tdp_watts": device.tdp_watts,
    } | {
        f"rates.{name}": getattr(workload.rates, name)
        for name in Rates.__struct_fields__
        if name != "has_experts"
    }
