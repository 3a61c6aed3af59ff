"""Shapes: the groups and stages that a caller asks for, and the replicas that these make."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.rows import Model
from pricing.errors import InvalidQuery
from pricing.numerics.divisors import divisors
from pricing.serving.attention import AttentionParallel
from pricing.serving.engines import LAYER_SPLITTING, engine_class

DATA = "deployment.data_parallel"
ATTENTION = "deployment.attention_parallel"
EXPERT = "deployment.expert_parallel"
PIPELINE = "deployment.pipeline_parallel"
COUNT = "deployment.device_count"

GROUP_SIZES = (1, 2, 4, 8)
"""Devices of a group that a search tries."""

MOST_TRIED = 4096
"""Counts of devices that are tried, where a parallelism leaves open how many it takes."""

MOST_COPIES = 2
"""Of an expert, in the mean, that the devices of a replica hold at the most: DeepSeek-R1 with its
256 experts was served by 320 dies (CloudMatrix384, arXiv 2506.12708)."""


class Asked(Struct, frozen=True):
    """What a caller says of a deployment's parallelism, None where it is left open.

    is_attention_open: whether the devices of a group may share out requests in place of heads.
    """

    tensor: int | None = None
    data: int | None = None
    expert: int | None = None
    pipeline: int | None = None
    is_attention_open: bool = False

    def telling(self, device_count: int | None) -> "Asked":
        """Without what every deployment has: one stage, and one group, whose experts are whole.

        That all of a count of devices are one group says how large it is.
        """
        pipeline = None if self.pipeline == 1 else self.pipeline
        is_sized = device_count is not None and self.tensor is None
        is_whole = self.expert in {None, 1}
        data = None if self.data == 1 and is_whole and not is_sized else self.data
        expert = None if is_whole and data is None else self.expert
        return replace(self, data=data, pipeline=pipeline, expert=expert)

    @property
    def is_plain(self) -> bool:
        """Whether nothing beyond tensor parallelism is asked for."""
        return self.data is None and self.expert is None and self.pipeline is None

    def has_groups(self, model: Model) -> bool:
        """Whether groups that take requests of their own share out the experts of a model."""
        tensor = self.tensor or 1
        return _experts(self, model, tensor) > tensor

    @property
    def by_request(self) -> "Asked":
        """The same where each device of a group takes requests of its own: a group for each.

        Of a stage that says nothing of experts, its devices share them out.
        """
        tensor, expert = self.tensor or 1, self.expert
        if expert is not None or self.data is None:
            expert = max(tensor, expert or 1)
        data = None if self.data is None else tensor * self.data
        return Asked(tensor=1, data=data, expert=expert, pipeline=self.pipeline)

    def wider(self) -> Iterator[tuple["Asked", str, int]]:
        """The same over more devices, each with the field that changes and its value.

        The field is the one that is asked for alone: experts, groups or stages.
        """
        for power in range(1, 8):
            times = 1 << power
            if self.expert is not None and self.data is None:
                yield replace(self, expert=times * self.expert), EXPERT, times * self.expert
            elif self.data is not None and self.expert is None:
                yield replace(self, data=times * self.data), DATA, times * self.data
            elif self.pipeline is not None:
                yield replace(self, pipeline=times * self.pipeline), PIPELINE, times * self.pipeline


class Shape(Struct, frozen=True):
    """Replicas of groups and stages; device_count: of all, as far as the caller says it."""

    tensor: int
    pipeline: int
    size: int
    device_count: int

    @property
    def is_plain(self) -> bool:
        """Whether it is one group of devices that share out every layer."""
        return self.size == self.tensor

    @property
    def has_groups(self) -> bool:
        """Whether a stage has groups that take requests of their own."""
        return self.size > self.tensor * self.pipeline


def check(
    asked: Asked, model: Model, engine: str | None, attention: AttentionParallel | None = None
) -> None:
    """Raises InvalidQuery for a parallelism that a model or an engine cannot have."""
    if asked.is_plain:
        return
    if engine_class(engine) in LAYER_SPLITTING:
        field = next(
            name
            for name, value in (
                (DATA, asked.data),
                (EXPERT, asked.expert),
                (PIPELINE, asked.pipeline),
            )
            if value is not None
        )
        raise InvalidQuery(
            f"{engine} gives each device layers of its own, and takes no other parallelism:"
            " leave the field out, or name another engine",
            field=field,
        )
    _check_experts(asked, model)
    if asked.pipeline is not None and attention == "data" and asked.tensor != 1:
        raise InvalidQuery(
            "devices of a stage that share out requests are those of tensor_parallel, of a model"
            " with experts: say how many, or leave attention_parallel out",
            field=ATTENTION,
            nearest=["tensor"],
        )
    if asked.pipeline is not None and asked.pipeline > model.layers:
        raise InvalidQuery(
            f"the {model.layers} layers of {model.name} make no {asked.pipeline} stages",
            field=PIPELINE,
            nearest=[str(model.layers)],
        )


def _check_experts(asked: Asked, model: Model) -> None:
    expert, tensor = asked.expert, asked.tensor
    if expert is None or expert == 1:
        return
    if not model.routed_expert_parameters:
        raise InvalidQuery(
            f"{model.name} routes tokens to no experts: leave expert_parallel out",
            field=EXPERT,
            nearest=["1"],
        )
    most = int(MOST_COPIES * model.experts)
    if expert > most:
        raise InvalidQuery(
            f"the {model.experts:g} experts of {model.name} are spread over {most} devices at the"
            f" most, each of them twice, not over {expert}",
            field=EXPERT,
            nearest=[str(most)],
        )
    if tensor is not None and max(expert, tensor) % min(expert, tensor):
        near = sorted({expert // tensor * tensor, (expert // tensor + 1) * tensor} - {0})
        raise InvalidQuery(
            f"expert_parallel {expert} is no whole number of groups of {tensor} devices"
            " (tensor_parallel)",
            field=EXPERT,
            nearest=[str(one) for one in near],
        )
    data = asked.data
    if tensor is not None and data is not None and (tensor * data) % max(expert, tensor):
        near = sorted(divisors(tensor * data), key=lambda one: abs(one - expert))
        raise InvalidQuery(
            f"expert_parallel {expert} does not divide the {tensor * data} devices of"
            f" tensor_parallel {tensor} and data_parallel {data}",
            field=EXPERT,
            nearest=[
                str(one)
                for one in sorted(divisors(tensor * data), key=lambda n: abs(n - expert))[:3]
            ],
        )


def laid(
    asked: Asked, model: Model, device_count: int | None, node: int
) -> tuple[int | None, int | None, tuple[Shape, ...]]:
    """The devices, the size of a replica, and the shapes that a parallelism comes to."""
    if asked.is_plain:
        return device_count, asked.tensor, ()
    shapes = shapes_of(asked, model, device_count, node)
    if len(shapes) == 1 and shapes[0].is_plain and (asked.expert or 1) == 1:
        return shapes[0].device_count, shapes[0].tensor, ()
    return device_count, None, shapes


def shapes_of(asked: Asked, model: Model, device_count: int | None, node: int) -> tuple[Shape, ...]:
    """The replicas that a question allows, the fewest devices first.

    device_count: of the deployment, None where it follows from the parallelism; node: devices that
    fast links join. Sizes that the question leaves open are tried.

    Raises InvalidQuery where they do not make up the devices.
    """
    each = (asked, asked.by_request) if asked.is_attention_open else (asked,)
    found = tuple(
        sorted(
            {shape for one in each for shape in _shapes(one, model, device_count, node)},
            key=lambda one: (one.device_count, one.size, one.tensor),
        )
    )
    if not found:
        step = (asked.pipeline or 1) * (asked.data or 1)
        counts = range(step, MOST_TRIED, step)
        least = next((one for one in counts if any(_shapes(asked, model, one, node))), None)
        raise _mismatch(asked, device_count or 0, least)
    return found


def _shapes(asked: Asked, model: Model, device_count: int | None, node: int) -> Iterator[Shape]:
    pipeline = asked.pipeline or 1
    for tensor in _tensors(asked, model, device_count, node):
        expert = _experts(asked, model, tensor)
        if expert % tensor:
            continue
        size = pipeline * expert
        world = size if asked.data is None else pipeline * tensor * asked.data
        if world % size:
            continue
        count = world if device_count is None else device_count
        # Fewer devices than a group has may stand idle, as where the groups are left open.
        if count >= world and (asked.data is None or count % world < pipeline * tensor):
            yield Shape(tensor, pipeline, size, count)


def _experts(asked: Asked, model: Model, tensor: int) -> int:
    """Devices of a stage: those that share out the experts, or else a group.

    Where nobody says how many do, all groups of a stage, or as many as have experts to hold.
    """
    if asked.expert is not None:
        return max(asked.expert, tensor)
    if asked.data is not None and model.routed_expert_parameters:
        most = MOST_COPIES * model.experts
        shared = (groups for groups in divisors(asked.data) if tensor * groups <= most)
        return tensor * max(shared, default=1)
    return tensor


def _tensors(asked: Asked, model: Model, device_count: int | None, node: int) -> Sequence[int]:
    if asked.tensor is not None:
        return (asked.tensor,)
    tried = {one for one in GROUP_SIZES if one <= node and model.heads % one == 0}
    pipeline = asked.pipeline or 1
    if device_count is not None and asked.data is not None:
        # All devices are told: those of a group follow, and fewer than it has are left.
        own, left = divmod(device_count, asked.data * pipeline)
        return (own,) if left < own else ()
    return sorted(tried)


def _mismatch(asked: Asked, device_count: int, least: int | None) -> InvalidQuery:
    """What is said of a parallelism that does not make up the devices; least: what it does."""
    named = {
        "tensor_parallel": asked.tensor,
        "data_parallel": asked.data,
        "pipeline_parallel": asked.pipeline,
    }
    parts = {name: size for name, size in named.items() if size is not None}
    if asked.data is None and asked.expert is not None and asked.expert >= (asked.tensor or 1):
        parts["expert_parallel"] = asked.expert
        parts.pop("tensor_parallel", None)
    product = 1
    for size in parts.values():
        product *= size
    if asked.data is not None and asked.expert is not None and asked.tensor is None:
        parts["expert_parallel"], product = asked.expert, least or product  # groups share experts
    told = " × ".join(f"{name} {size}" for name, size in parts.items())
    near = max(1, round(device_count / product)) * product
    advice = ""
    if asked.tensor is not None and asked.data is not None and asked.tensor > 1:
        advice = (
            "; tensor_parallel counts the devices of one group, data_parallel the groups: an engine"
            " that counts all devices in both has tensor_parallel 1 here"
        )
    return InvalidQuery(
        f"{told} takes {product} devices, or a whole number of times as many"
        f"{f', not {device_count}' if device_count else ': say how many'}{advice}",
        field=COUNT,
        nearest=[str(near)],
    )
