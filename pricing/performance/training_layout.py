"""Layouts of a training run: the least recompute and sharding that fit in memory."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from pricing.errors import DoesNotFit
from pricing.performance.training_limits import Wanted, check, divisors, tensor_sizes
from pricing.performance.training_memory import (
    RECOMPUTES,
    Footprint,
    Needs,
    Parallelism,
    Recompute,
    activation_bytes,
    footprint,
    resident,
)
from pricing.units import BYTES_PER_GIBIBYTE

MOST_DEVICES = 1 << 17
"""Where a search for the smallest count ends."""

SHORTEST_SHARE_TOKENS = 2048
"""A search divides a sequence into no shorter pieces than this."""

MANY_LAYERS = 256
"""Past which the groups of all counts are too many to be worth keeping."""

ZERO_STAGES = (1, 2, 3)
"""What a search tries: stages 1 and 2 send no more than plain data parallelism does
(arXiv 1910.02054, section 7)."""


class Layout(Struct, frozen=True, gc=False):
    """A layout that fits, and what its fullest device holds."""

    parallelism: Parallelism
    recompute: Recompute
    footprint: Footprint


@lru_cache(maxsize=8192)
def layout_of(needs: Needs, wanted: Wanted, device_count: int | None) -> Layout:
    """The layout with the least recompute, then the least model parallelism, that fits.

    device_count: the smallest that fits, where it is None. Kept, since neither price nor
    place nor day changes it.

    Raises InvalidQuery for a layout that cannot be, DoesNotFit with the number to change.
    """
    check(needs, wanted, device_count)
    found = (
        _smallest(needs, wanted) if device_count is None else _fitting(needs, wanted, device_count)
    )
    if found is None:
        raise _does_not_fit(needs, wanted, device_count)
    return found


def _smallest(needs: Needs, wanted: Wanted) -> Layout | None:
    """On the smallest count, a power of two times what the layout asks for."""
    count = wanted.step
    while count <= MOST_DEVICES:
        found = _fitting(needs, wanted, count)
        if found is not None:
            return found
        count *= 2
    return None


def _fitting(needs: Needs, wanted: Wanted, device_count: int) -> Layout | None:
    """The first that fits, from the least recompute and model parallelism on."""
    if needs.model.parameters * needs.states.whole > device_count * needs.capacity_bytes:
        return None
    # What does not hold the states alone, no recompute makes room for.
    roomy: list[tuple[Parallelism, Footprint]] = []
    first, *others = _recomputes(needs, wanted)
    group, activations_bytes = None, 0.0
    for parallelism in _parallelisms(needs, wanted, device_count):
        held = resident(needs, parallelism)
        if held.headroom_bytes >= 0.0:
            # Neither ZeRO nor experts divide activations: those of a group are all the same.
            if parallelism.group != group:
                group = parallelism.group
                activations_bytes = activation_bytes(needs, parallelism, first)
            whole = replace(held, activations_bytes=activations_bytes)
            if whole.headroom_bytes >= 0.0:
                return Layout(parallelism, first, whole)
            roomy.append((parallelism, held))
    for recompute in others:
        for parallelism, held in roomy:
            activations_bytes = activation_bytes(needs, parallelism, recompute)
            whole = replace(held, activations_bytes=activations_bytes)
            if whole.headroom_bytes >= 0.0:
                return Layout(parallelism, recompute, whole)
    return None


def _recomputes(needs: Needs, wanted: Wanted) -> Sequence[Recompute]:
    """What to try; selective recompute saves the scores, which flash attention never keeps."""
    if wanted.recompute is not None:
        return (wanted.recompute,)
    return ("none", "full") if needs.flash_attention else RECOMPUTES


def _parallelisms(needs: Needs, wanted: Wanted, device_count: int) -> Iterator[Parallelism]:
    """Every layout of a count, from the least model parallelism and sharding on."""
    data_sequences = needs.batch_sequences or float(device_count * wanted.micro_batch_sequences)
    for size, tensor, pipeline, context in _groups(
        _tried(wanted.tensor_parallel, tensor_sizes(needs)),
        _tried(wanted.pipeline_parallel, _pipeline_sizes(needs, device_count)),
        _tried(wanted.context_parallel, _context_sizes(needs)),
    ):
        if device_count % size:
            continue
        data = device_count // size
        if (
            wanted.data_parallel not in {None, data}
            or data * wanted.micro_batch_sequences > data_sequences
        ):
            continue
        sharing = data * context
        for expert in _tried(wanted.expert_parallel, divisors(int(needs.model.experts))):
            if sharing % expert:
                continue
            for zero_stage in _tried(wanted.zero_stage, ZERO_STAGES if sharing > 1 else (0,)):
                yield Parallelism(
                    zero_stage=zero_stage,
                    tensor_parallel=tensor,
                    pipeline_parallel=pipeline,
                    context_parallel=context,
                    expert_parallel=expert,
                    data_parallel=data,
                    micro_batch_sequences=wanted.micro_batch_sequences,
                    sequence_parallel=wanted.sequence_parallel,
                )


@lru_cache(maxsize=1024)
def _groups(
    tensors: tuple[int, ...], pipelines: tuple[int, ...], contexts: tuple[int, ...]
) -> tuple[tuple[int, int, int, int], ...]:
    """Tensor, pipeline and context parallelism and their product, the smallest group first.

    Of groups of one size, the one with the most tensor parallelism: it stays within a node.
    """
    groups = [
        (tensor * pipeline * context, context, pipeline, tensor)
        for tensor in tensors
        for pipeline in pipelines
        for context in contexts
    ]
    return tuple(
        (size, tensor, pipeline, context) for size, context, pipeline, tensor in sorted(groups)
    )


def _tried(wanted: int | None, sizes: tuple[int, ...]) -> tuple[int, ...]:
    return sizes if wanted is None else (wanted,)


def _pipeline_sizes(needs: Needs, device_count: int) -> tuple[int, ...]:
    """Stages that layers divide into: those of every count at once, where they are not many."""
    layers = needs.model.layers
    if layers <= MANY_LAYERS:
        return tuple(range(1, layers + 1))
    return tuple(stages for stages in divisors(device_count) if stages <= layers)


def _context_sizes(needs: Needs) -> tuple[int, ...]:
    """Powers of two that leave pieces worth a device."""
    most = max(1, needs.sequence_length // SHORTEST_SHARE_TOKENS)
    return tuple(1 << power for power in range(most.bit_length()))


def _does_not_fit(needs: Needs, wanted: Wanted, device_count: int | None) -> DoesNotFit:
    """What falls short, and the least that would have to change."""
    most = MOST_DEVICES if None in wanted.sizes else wanted.step
    detail = _shortfall(needs, wanted, device_count or most)
    freed = replace(Wanted(), micro_batch_sequences=wanted.micro_batch_sequences)
    loosened = [("recompute", replace(wanted, recompute=None))] if wanted.recompute else []
    if not wanted.anything:
        loosened += [
            ("deployment.layout", replace(freed, recompute=wanted.recompute)),
            ("deployment.layout", freed),
        ]
    for field, changed in loosened:
        found = (
            _smallest(needs, changed)
            if device_count is None
            else _fitting(needs, changed, device_count)
        )
        if found is not None:
            near = found.recompute if field == "recompute" else described(found.parallelism)
            return DoesNotFit(detail, field=field, nearest=(near,))
    larger = _smallest(needs, freed)
    if larger is not None:
        needed = str(larger.parallelism.device_count)
        return DoesNotFit(detail, field="deployment.device_count", nearest=(needed,))
    if wanted.micro_batch_sequences > 1:
        return DoesNotFit(detail, field="deployment.layout.micro_batch_sequences", nearest=("1",))
    return DoesNotFit(detail, field="deployment.device")


def _shortfall(needs: Needs, wanted: Wanted, device_count: int) -> str:
    """The layout that comes closest, and what its fullest device would have to hold."""
    recompute = _recomputes(needs, wanted)[-1]
    candidates = (
        (footprint(needs, parallelism, recompute), parallelism)
        for parallelism in _parallelisms(needs, wanted, device_count)
    )
    closest = min(candidates, key=lambda pair: pair[0].used_bytes, default=None)
    if closest is None:
        batch = (
            "" if needs.batch_sequences is None else f" with {needs.batch_sequences:g} sequences"
        )
        return f"no such layout takes {device_count} devices{batch}"
    held, parallelism = closest
    items = {
        "weights": held.weights_bytes,
        "gradients": held.gradients_bytes,
        "optimizer": held.optimizer_bytes,
        "the layer at work": held.working_bytes,
        "activations": held.activations_bytes,
    }
    parts = ", ".join(
        f"{size / BYTES_PER_GIBIBYTE:.4g} of {name}" for name, size in items.items() if size
    )
    return (
        f"{held.used_bytes / BYTES_PER_GIBIBYTE:.4g} GiB ({parts}) do not fit in the"
        f" {held.capacity_bytes / BYTES_PER_GIBIBYTE:.4g} GiB that a run may use of a"
        f" {needs.device.name}, with {device_count} of them, {described(parallelism)} and"
        f" {recompute} recompute"
    )


def described(layout: Parallelism) -> str:
    """A layout in words, the parts that do something."""
    parts = {
        "tensor_parallel": layout.tensor_parallel,
        "pipeline_parallel": layout.pipeline_parallel,
        "context_parallel": layout.context_parallel,
        "expert_parallel": layout.expert_parallel,
        "data_parallel": layout.data_parallel,
    }
    words = [f"{name} {size}" for name, size in parts.items() if size > 1]
    return " ".join([*words, f"zero_stage {layout.zero_stage}"])
