"""Spreads: how the devices of a replica share a model beyond tensor parallelism."""

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Device, Model
from pricing.formulas.parallel import expert_parallel
from pricing.numerics.number import Number, greatest
from pricing.serving.constants import network_of
from pricing.serving.parallel.shapes import Shape
from pricing.serving.passes.links import BYTES_PER_ACTIVATION, SLOW_LINK_BYTES_PER_SECOND

SKEW = "expert_parallel.skew_fraction"
LINK_EFFICIENCY = "expert_parallel.link_efficiency_fraction"
OVERLAP = "expert_parallel.overlap_fraction"
KEYS = (SKEW, LINK_EFFICIENCY, OVERLAP)
"""The assumptions of experts that are spread over groups."""

NARROW = frozenset({"fp8", "fp4", "int8"})
"""Arithmetic before which tokens go to their experts in 8 bits; they come back in 16."""

SCALE_RATIO = 1.03125
"""FP8 values with a 32-bit scale for each 128 of them."""


class Spread(Struct, frozen=True, gc=False):
    """How the devices of a replica share a model, in groups and stages. Floats or arrays.

    A group of `tensor_parallel` devices works on the same requests, and has all weights but the
    routed experts. The groups of a stage share out the experts. `pipeline_parallel` stages share
    out the layers.

    experts, experts_per_token: of a layer, 1 where none are routed; expert_bytes: of all routed
    experts [bytes]; expert_work_fraction: of the arithmetic of a token, what goes to them;
    within_seconds, beyond_seconds: of a copy of a token to an expert and back in one layer, in a
    domain of fast links and beyond it [seconds]; skew_fraction, overlap_fraction: see the
    assumptions.
    """

    tensor_parallel: Number
    pipeline_parallel: Number
    experts: Number
    experts_per_token: Number
    expert_bytes: Number
    expert_work_fraction: Number
    within_seconds: Number
    beyond_seconds: Number
    skew_fraction: Number
    overlap_fraction: Number

    def stage(self, size: Number) -> Number:
        """Devices of a stage of a replica of `size` devices [count]."""
        return size / self.pipeline_parallel

    def groups(self, size: Number) -> Number:
        """Groups that take requests of their own [count]."""
        return size / (self.pipeline_parallel * self.tensor_parallel)

    def ranks(self, size: Number) -> Number:
        """Batches that are on their way at a time: one of each group for every stage [count]."""
        return size / self.tensor_parallel

    def expert_slots_ratio(self, size: Number) -> Number:
        """Experts that a replica of `size` devices holds, over those of the model."""
        return expert_parallel.expert_slots_ratio(experts=self.experts, devices=self.stage(size))

    def weights_bytes(self, size: Number, weights_bytes: Number) -> Number:
        """The weights on all devices of a replica, of a model of so many [bytes]."""
        repeated = (weights_bytes - self.expert_bytes) * self.groups(size)
        return repeated + self.expert_bytes * self.expert_slots_ratio(size)

    def shape(self, size: int, device_count: int) -> Shape:
        """Replicas of so many devices that are spread like this."""
        return Shape(int(self.tensor_parallel), int(self.pipeline_parallel), size, device_count)

    def of(self, tensor_parallel: int, pipeline_parallel: int) -> "Spread":
        """The same with other groups and stages."""
        return replace(
            self, tensor_parallel=float(tensor_parallel), pipeline_parallel=float(pipeline_parallel)
        )


def spread_of(
    catalog: Catalog, model: Model, device: Device, *, expert_bytes: float, arithmetic: str
) -> Spread:
    """The spread of a model on a device, of one group and stage.

    expert_bytes: of all routed experts; arithmetic: the format that they are computed in.
    """
    skew, efficiency, overlap = (catalog.assumptions[key].value for key in KEYS)
    dispatched = SCALE_RATIO if arithmetic in NARROW else BYTES_PER_ACTIVATION
    copy_bytes = model.hidden_size * (dispatched + BYTES_PER_ACTIVATION)

    def copying(bytes_per_second: float) -> float:
        return copy_bytes / (bytes_per_second / 2.0 * efficiency)

    link = device.interconnect_bytes_per_second or SLOW_LINK_BYTES_PER_SECOND
    network = device.network_bytes_per_second or network_of(catalog)["network_bytes_per_second"]
    within = copying(link)
    return Spread(
        tensor_parallel=1.0,
        pipeline_parallel=1.0,
        experts=float(model.experts),
        experts_per_token=float(model.experts_per_token),
        expert_bytes=expert_bytes,
        expert_work_fraction=model.active_expert_parameters / model.active_parameters,
        within_seconds=within,
        beyond_seconds=greatest(within, copying(network)),
        skew_fraction=skew,
        overlap_fraction=overlap,
    )
