"""Layouts of a training run: the least recompute and sharding that fit in memory."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from pricing.errors import DoesNotFit
from pricing.training.layout_groups import Group, groups_of
from pricing.training.layout_limits import Wanted, check
from pricing.training.memory import (
    RECOMPUTES,
    Activations,
    Footprint,
    Needs,
    Parallelism,
    Recompute,
    resident,
    with_activations,
)
from pricing.units import BYTES_PER_GIBIBYTE

MOST_DEVICES = 1 << 17
"""Where a search for the smallest count ends."""

RECOMPUTE = "recompute"
LAYOUT = "deployment.layout"
COUNT = "deployment.device_count"
MICRO_BATCH = "deployment.layout.micro_batch_sequences"
PARTS = (RECOMPUTE, LAYOUT, COUNT, MICRO_BATCH)
"""What a refusal proposes to change, the cheapest first."""


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
    found = _found(needs, wanted, device_count)
    if found is None:
        raise _does_not_fit(needs, wanted, device_count)
    return found


def fitting(needs: Needs, wanted: Wanted, device_count: int) -> Layout | None:
    """The first layout that fits on so many devices, None where none does."""
    return _found(needs, wanted, device_count)


def _found(needs: Needs, wanted: Wanted, device_count: int | None) -> Layout | None:
    """On a count, None for the smallest that fits."""
    counts = _counts(wanted) if device_count is None else (device_count,)
    tried = (_fitting(needs, wanted, count) for count in counts)
    return next((found for found in tried if found is not None), None)


def _counts(wanted: Wanted) -> Sequence[int]:
    """What a search for the smallest count tries: powers of two times what the layout asks for."""
    if None not in wanted.sizes:
        return (wanted.step,)
    most = max(0, (MOST_DEVICES // wanted.step).bit_length() - 1)
    return tuple(wanted.step << power for power in range(most + 1))


def _fitting(needs: Needs, wanted: Wanted, device_count: int) -> Layout | None:
    """The first that fits, from the least recompute and model parallelism on."""
    if needs.model.parameters * needs.states.whole > device_count * needs.capacity_bytes:
        return None
    # What does not hold the states alone, no recompute makes room for.
    groups: Iterable[Group] = groups_of(needs, wanted, device_count)
    for recompute in _recomputes(needs, wanted):
        roomy = []
        for group in groups:
            if group.least_bytes > needs.capacity_bytes:
                continue
            activations = group.activations(recompute)
            if group.least_bytes + _least(activations) <= needs.capacity_bytes:
                for parallelism in group.members():
                    held = resident(needs, parallelism)
                    whole = with_activations(held, activations[parallelism.zero_stage])
                    if whole.headroom_bytes >= 0.0:
                        return Layout(parallelism, recompute, whole)
            roomy.append(group)
        groups = roomy
    return None


def _least(activations: Mapping[int, Activations]) -> float:
    """What the least of them take [bytes]."""
    return min(one.whole_bytes for one in activations.values())


def _recomputes(needs: Needs, wanted: Wanted) -> Sequence[Recompute]:
    """What to try; selective recompute saves the scores, which flash attention never keeps."""
    if wanted.recompute is not None:
        return (wanted.recompute,)
    return ("none", "full") if needs.flash_attention else RECOMPUTES


def _does_not_fit(needs: Needs, wanted: Wanted, device_count: int | None) -> DoesNotFit:
    """What falls short, and the least that would have to change.

    What is near is answered with the field alone changed; where several have to be, the detail
    says what it takes.
    """
    detail = _shortfall(needs, wanted, device_count)
    parts = [
        part for part in PARTS if _loosened(wanted, device_count, part) != (wanted, device_count)
    ]
    for part in parts:
        found = _found(needs, *_loosened(wanted, device_count, part))
        if found is not None:
            return DoesNotFit(detail, field=part, nearest=(_said(part, found),))
    if _found(needs, *_loosened(wanted, device_count, *parts)) is not None:
        for many in range(2, len(parts) + 1):
            for some in combinations(parts, many):
                found = _found(needs, *_loosened(wanted, device_count, *some))
                if found is not None:
                    *firsts, last = (
                        f"{part.rpartition('.')[2]} {_said(part, found)}" for part in some
                    )
                    taken = f"{', '.join(firsts)} and {last}"
                    return DoesNotFit(f"{detail}; it takes {taken}", field=some[-1])
    return DoesNotFit(detail, field="deployment.device")


def _loosened(wanted: Wanted, device_count: int | None, *parts: str) -> tuple[Wanted, int | None]:
    """What is asked for and the count, with some parts left to the search."""
    if LAYOUT in parts:
        wanted = Wanted(
            micro_batch_sequences=wanted.micro_batch_sequences, recompute=wanted.recompute
        )
    if RECOMPUTE in parts:
        wanted = replace(wanted, recompute=None)
    if MICRO_BATCH in parts:
        wanted = replace(wanted, micro_batch_sequences=1)
    return wanted, None if COUNT in parts else device_count


def _said(part: str, found: Layout) -> str:
    """What a part came to where it was left to the search."""
    return {
        RECOMPUTE: str(found.recompute),
        LAYOUT: described(found.parallelism),
        COUNT: str(found.parallelism.device_count),
        MICRO_BATCH: str(found.parallelism.micro_batch_sequences),
    }[part]


def _shortfall(needs: Needs, wanted: Wanted, device_count: int | None) -> str:
    """The layout that comes closest, and what its fullest device would have to hold.

    Without a count, that of the largest count that has any.
    """
    recompute = _recomputes(needs, wanted)[-1]
    counts = _counts(wanted)[::-1] if device_count is None else (device_count,)
    closest = None
    for count in counts:
        closest = min(
            groups_of(needs, wanted, count),
            key=lambda group: group.least_bytes + _least(group.activations(recompute)),
            default=None,
        )
        if closest is not None:
            break
    if closest is None:
        batch = (
            "" if needs.batch_sequences is None else f" with {needs.batch_sequences:g} sequences"
        )
        most = f"{'up to ' if len(counts) > 1 else ''}{max(counts)}"
        return f"no such layout takes {most} devices{batch}"
    held, parallelism = closest.closest(recompute)
    items = {
        "weights": held.weights_bytes,
        "gradients": held.gradients_bytes,
        "optimizer": held.optimizer_bytes,
        "the layer at work": held.working_bytes,
        "activations": held.activations_bytes - held.loss_bytes,
        "the loss head": held.loss_bytes,
        "the runtime": held.runtime_bytes,
    }
    parts = ", ".join(
        f"{size / BYTES_PER_GIBIBYTE:.4g} of {name}" for name, size in items.items() if size
    )
    return (
        f"{held.used_bytes / BYTES_PER_GIBIBYTE:.4g} GiB ({parts}) do not fit in the"
        f" {held.capacity_bytes / BYTES_PER_GIBIBYTE:.4g} GiB that a run may use of a"
        f" {needs.device.name}, with {parallelism.device_count} of them,"
        f" {described(parallelism)} and {recompute} recompute"
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
