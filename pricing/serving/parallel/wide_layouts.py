"""Wide layouts: the groups and stages that are looked at where no plain replica will do."""

from functools import lru_cache

from pricing.catalog.rows import Model
from pricing.serving.attention import AttentionParallel
from pricing.serving.engines import LAYER_SPLITTING, engine_class
from pricing.serving.parallel.shapes import GROUP_SIZES, MOST_COPIES, Shape

PARTS = (1, 2, 4)
"""Replicas that all devices are tried as."""

NODES = (2, 4, 8, 16)
"""Nodes of a replica that are tried, and stages of a whole node each; devices may be left over.

Stages of all nodes are tried besides, as far as there are no more nodes than the last."""


@lru_cache(maxsize=4096)
def wide_shapes(
    model: Model,
    engine: str | None,
    device_count: int,
    node: int,
    attention: AttentionParallel | None,
) -> tuple[Shape, ...]:
    """The shapes of so many devices that are looked at, the smallest first; of dense models stages.

    node: devices that fast links join; attention: what the devices of a group share out, where it
    is asked for. Groups of one device have requests of their own.
    """
    if engine_class(engine) in LAYER_SPLITTING:
        return ()
    sizes: set[int] = set()
    if model.routed_expert_parameters:
        sizes = {device_count // parts for parts in PARTS if device_count % parts == 0}
        sizes |= {nodes * node for nodes in NODES if nodes * node < device_count}
    found = {
        Shape(tensor, 1, size, device_count)
        for size in sizes
        for tensor in GROUP_SIZES
        if size > tensor <= node
        and size % tensor == model.heads % tensor == 0
        and size <= MOST_COPIES * model.experts
    } | {
        Shape(node, stages, node * stages, device_count)
        for stages in {*NODES, min(device_count // node, NODES[-1])}
        if node < stages * node <= device_count
        and model.heads % node == 0
        and stages <= model.layers
    }
    if attention is not None:
        found = {one for one in found if (one.tensor == 1) is (attention == "data")}
    return tuple(sorted(found, key=lambda one: (one.size, one.tensor, one.pipeline)))


@lru_cache(maxsize=4096)
def stages_in_node(
    model: Model, engine: str | None, device_count: int, node: int
) -> tuple[Shape, ...]:
    """Replicas within a node whose devices, or groups of them, have layers of their own."""
    if engine_class(engine) in LAYER_SPLITTING:
        return ()
    return tuple(
        Shape(tensor, size // tensor, size, device_count)
        for size in GROUP_SIZES
        for tensor in GROUP_SIZES
        if tensor < size <= min(node, device_count)
        and model.heads % tensor == 0
        and size // tensor <= model.layers
    )
