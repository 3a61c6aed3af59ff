"""Conventions: how engines count groups and experts, read as this model counts them.

Here tensor_parallel counts the devices of one group, data_parallel the groups, and expert_parallel
the devices that share out the experts. Engines and their benchmarks print other counts.
"""

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.rows import Model
from pricing.serving.attention import AttentionParallel
from pricing.serving.engines import LAYER_SPLITTING, engine_class
from pricing.serving.parallel.shapes import Asked

GROUPS_WITHIN = "sglang"
"""The engine whose data parallelism of the attention divides tensor_parallel (dp_size of tp_size:
SGLang, docs/basic_usage/deepseek_v3.md)."""

ATTENTION_BY_REQUEST = frozenset({"sglang", "tensorrt"})
"""Engines that can share out requests in a group of tensor_parallel devices (enable_dp_attention,
enable_attention_dp). Those of others are as many engines side by side."""


class Counted(Struct, frozen=True):
    """A parallelism as this model counts it; note: what was printed otherwise, and its reading."""

    asked: Asked
    attention: AttentionParallel | None
    note: str | None = None

    def is_data_parallel(self, model: Model) -> bool:
        """Whether groups, or devices, of a replica take requests of their own in the attention."""
        return self.attention == "data" or self.asked.has_groups(model)


def as_counted(
    asked: Asked,
    attention: AttentionParallel | None,
    model: Model,
    engine: str | None,
    device_count: int | None,
) -> Counted:
    """What a caller asks for, as this model counts it.

    Raises nothing: what no convention explains is left as it is, for others to refuse.
    """
    known = engine_class(engine)
    attention = attention_told(asked, attention, model, known)
    if asked.is_plain:
        return Counted(asked, attention)
    if known in LAYER_SPLITTING:
        return Counted(_without_ones(asked), attention)
    if not model.routed_expert_parameters:
        return Counted(asked, attention)
    if known == GROUPS_WITHIN and device_count is not None:
        found = _within_tensor(asked, attention, device_count)
        if found is not None:
            return found
    counted = _under_experts(
        Counted(_sized(asked, attention, device_count), attention), device_count
    )
    return _by_request(counted, model, known)


def attention_told(
    asked: Asked, attention: AttentionParallel | None, model: Model, engine: str | None
) -> AttentionParallel | None:
    """What the devices of a group share out, where tensor_parallel says it, else as asked.

    Under engines that cannot share out requests in a group, each of its devices has the whole
    latent, and computes all of an indexer. Of other models this is left open. engine: its class.
    """
    is_open = engine is None or engine in ATTENTION_BY_REQUEST or engine in LAYER_SPLITTING
    if attention or is_open or not model.sparse_layers or not model.has_latent:
        return attention
    return "tensor" if (asked.tensor or 1) > 1 else None


def _sized(asked: Asked, attention: AttentionParallel | None, device_count: int | None) -> Asked:
    """Where devices share out requests, a group is one device, or what makes up the count."""
    if attention != "data" or asked.tensor is not None or (asked.data or asked.expert) is None:
        return asked
    if asked.data is None:
        return replace(asked, tensor=1)
    groups = asked.data * (asked.pipeline or 1)
    return replace(asked, tensor=max(1, (device_count or groups) // groups))


def _without_ones(asked: Asked) -> Asked:
    """One group, one stage and unshared experts are what such engines have."""
    data, expert, pipeline = (
        None if size == 1 else size for size in (asked.data, asked.expert, asked.pipeline)
    )
    return replace(asked, data=data, expert=expert, pipeline=pipeline)


def _within_tensor(
    asked: Asked, attention: AttentionParallel | None, device_count: int
) -> Counted | None:
    """Groups that divide the tensor_parallel devices, None where the counts are as here."""
    tensor, data = asked.tensor or 1, asked.data or 1
    replica = tensor * (asked.pipeline or 1)
    if data == 1 or tensor % data or device_count % replica or replica * data <= device_count:
        return None
    note = (
        f"tensor_parallel {tensor} and data_parallel {data} are read as SGLang counts them: the"
        f" {tensor} devices share out the requests of the attention as {data} groups"
    )
    if data == tensor and (asked.expert or 1) == 1:
        return Counted(replace(asked, data=None, expert=None), "data", note)
    own = replace(
        asked,
        tensor=tensor // data,
        data=data * device_count // replica,
        expert=max(tensor, asked.expert or 1),
    )
    return Counted(own, attention, note)


def _under_experts(counted: Counted, device_count: int | None) -> Counted:
    """Experts over more devices than the groups have: their devices are those of a group.

    As of vLLM, whose experts are always over tensor_parallel × data_parallel devices: benchmarks
    print the tensor_parallel of the experts, which are whole.
    """
    asked = counted.asked
    tensor, data, expert = asked.tensor, asked.data, asked.expert
    if tensor is None or data is None or expert is None:
        return counted
    own, left = divmod(expert, data)
    is_short = device_count is not None and device_count < expert * (asked.pipeline or 1)
    if expert <= tensor * data or left or is_short:
        return counted
    note = (
        f"expert_parallel {expert} is of more devices than tensor_parallel {tensor} and"
        f" data_parallel {data} have: tensor_parallel is taken to be that of the experts, and"
        f" {own} devices to share out the attention of a group"
    )
    return Counted(replace(asked, tensor=own), counted.attention, note)


def _by_request(counted: Counted, model: Model, engine: str | None) -> Counted:
    """Groups whose devices share out requests are groups of one device.

    Where nobody says whether they do, and an engine can, the faster one holds for a latent, which
    they would each have whole.
    """
    asked, tensor = counted.asked, counted.asked.tensor or 1
    if tensor == 1 or asked.expert == 1:
        return counted
    if counted.attention == "data":
        return replace(counted, asked=asked.by_request)
    is_open = (
        counted.attention is None
        and engine in ATTENTION_BY_REQUEST
        and model.has_latent
        and asked.expert is not None
        and asked.expert <= tensor
    )
    return replace(counted, asked=replace(asked, is_attention_open=True)) if is_open else counted
