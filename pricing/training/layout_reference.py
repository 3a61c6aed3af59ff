"""Layouts by their speed: the fastest that fits, and what published runs are compared by."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import gcd
from typing import TypeAlias

from msgspec.structs import replace

from pricing.numerics.divisors import divisors
from pricing.numerics.structs import stacked, whole
from pricing.pauses import pause
from pricing.training.activations import activation_bytes, footprint
from pricing.training.layout import Layout
from pricing.training.layout_groups import tried_sizes
from pricing.training.layout_limits import Wanted, tensor_sizes
from pricing.training.layout_speed import (
    RECOMPUTED_PASSES,
    Pace,
    Speeds,
    as_published,
    efficiency_of,
)
from pricing.training.memory import (
    Footprint,
    Needs,
    Parallelism,
    Recompute,
    resident,
    with_activations,
)

MOST_STAGES = 64
MOST_MICRO_BATCH_SEQUENCES = 8
VIRTUAL_STAGES = (1, 4)
EXPERT_SIZES = (1, 8, 32, 64)
MODEL_STATES = 1
ALL_STATES = 3
"""What a search by speed tries."""

MOST_RATIO = 1.1
"""No batch makes a run faster than this over published ones, which were tuned: Llama 3 405B gained
a twentieth from twice the micro-batches (arXiv 2407.21783, table 4)."""

ABOUT_AS_FAST_RATIO = 0.97
"""What is no slower than this counts as equally fast."""

SELECTIVE_PASSES = 1.03
"""Scores that are computed again take 3% or less (arXiv 2205.05198, section 5)."""

PASSES_OF: dict[Recompute, float] = {
    "none": 1.0,
    "selective": SELECTIVE_PASSES,
    "full": RECOMPUTED_PASSES,
}
"""Arithmetic of a step over that without recomputing."""

LIKELY_RATIO = 0.8
"""Speed over that of the fastest recompute below which a run recomputes otherwise: full recompute
takes 3/4 of the speed, and runs that have the memory for none still have it. Fitted to layouts."""

TOKENS_PER_DEVICE = 1024.0
"""The usual batch is no smaller than this many tokens for each device."""


Held: TypeAlias = tuple[Parallelism, Footprint]
"""A layout that holds the states of a run, and what it holds without activations."""

Tried: TypeAlias = tuple[float, Held, Recompute]
"""A layout, and what is computed again, behind its speed."""


@lru_cache(maxsize=8192)
def speed_ratio(speeds: Speeds, needs: Needs, pace: Pace, laid: Layout, *, is_open: bool) -> float:
    """Speed of a layout over that of the fastest with the usual batch, on the same devices.

    is_open: whether the micro-batch is left to the run: it is then the one that is fastest, as far
    as it fits. Published runs are taken to have had the fastest layout, the usual batch, fused
    kernels and nothing on the host; at most MOST_RATIO. Nor did they recompute what they did where
    recomputing more or less was faster by more than LIKELY_RATIO.
    """
    layout = laid.parallelism
    own = max(
        efficiency_of(speeds, needs, pace, each, laid.recompute)
        for each in (_micro_batches(needs, laid) if is_open else (layout,))
    )
    count, pace = layout.device_count, as_published(pace)
    at_usual = at_usual_batch(needs, pace, count)

    def fastest(recompute: Recompute | None) -> float:
        """Speed of the fastest layout, 0 where none fits."""
        wanted = Wanted(context_parallel=layout.context_parallel, recompute=recompute)
        found = fastest_of(speeds, at_usual, pace, wanted, count, is_open=True)
        return 0.0 if found is None else speed_of(speeds, at_usual, pace, found)

    speed = own / PASSES_OF[laid.recompute]
    reference = max(fastest(laid.recompute) or speed, LIKELY_RATIO * fastest(None))
    return float(min(speed / reference, MOST_RATIO))


@lru_cache(maxsize=8192)
def fastest_of(
    speeds: Speeds, needs: Needs, pace: Pace, wanted: Wanted, device_count: int, *, is_open: bool
) -> Layout | None:
    """The fastest layout of those that are tried and fit, None where none of them does.

    is_open: whether the micro-batch is tried too. What the caller wants is kept. Of layouts that
    are about as fast, it is the one with the least model parallelism and the least sharding.
    """
    sequences = needs.batch_sequences or _usual_sequences(needs, pace, device_count)

    def tried(layouts: Iterable[Held], recompute: Recompute, passes: float) -> list[Tried]:
        every = list(layouts)
        if not every:
            return []
        all_at_once = stacked([layout for layout, _ in every])
        found = efficiency_of(
            speeds, needs, pace, all_at_once, recompute, batch_sequences=sequences
        )
        ratios = whole(found / passes, len(every)).tolist()
        return [(ratio, one, recompute) for ratio, one in zip(ratios, every, strict=True)]

    plain, *others = _recomputes(needs, wanted)
    every = tried(_candidates(needs, wanted, device_count, is_open=is_open), *plain)
    fastest = _first(needs, sorted(every, key=_slowness))
    # No layout is faster for what it computes again: those that are slower without are left out.
    least = 0.0 if fastest is None else ABOUT_AS_FAST_RATIO * fastest[1]
    layouts = [layout for speed, layout, _ in every if speed >= least]
    again = [one for other in others for one in tried(layouts, *other)]
    faster = (one for one in again if fastest is None or one[0] > fastest[1])
    fastest = _first(needs, sorted(faster, key=_slowness)) or fastest
    if fastest is None:
        return None
    found, speed = fastest
    alike = [one for one in (*every, *again) if one[0] >= ABOUT_AS_FAST_RATIO * speed]
    simpler = _first(needs, alike)
    return simpler[0] if simpler else found


def speed_of(speeds: Speeds, needs: Needs, pace: Pace, laid: Layout) -> float:
    """Time of the arithmetic that a step needs at the least over the time of the step [fraction].

    With the batch of the run, else the usual one.
    """
    sequences = needs.batch_sequences or _usual_sequences(
        needs, pace, laid.parallelism.device_count
    )
    run = laid.parallelism, laid.recompute
    speed = efficiency_of(speeds, needs, pace, *run, batch_sequences=sequences)
    return float(speed / PASSES_OF[laid.recompute])


def _slowness(tried: Tried) -> float:
    return -tried[0]


def at_usual_batch(needs: Needs, pace: Pace, device_count: int) -> Needs:
    """The run with the usual batch on so many devices."""
    return replace(needs, batch_sequences=_usual_sequences(needs, pace, device_count))


def _usual_sequences(needs: Needs, pace: Pace, device_count: int) -> float:
    """Sequences of the usual batch on so many devices."""
    tokens = max(pace.usual_batch_tokens, TOKENS_PER_DEVICE * device_count)
    return max(tokens / needs.sequence_length, 1.0)


def _first(needs: Needs, tried: Sequence[Tried]) -> tuple[Layout, float] | None:
    """The first that fits, with its speed."""
    for speed, (parallelism, states), recompute in tried:
        pause()
        held = with_activations(states, activation_bytes(needs, parallelism, recompute))
        if held.headroom_bytes >= 0.0:
            return Layout(parallelism, recompute, held), speed
    return None


def _micro_batches(needs: Needs, laid: Layout) -> Iterator[Parallelism]:
    """The layout with micro-batches that fit and that its copies have; the layout itself first."""
    yield laid.parallelism
    for sequences in _doubled(MOST_MICRO_BATCH_SEQUENCES)[1:]:
        other = replace(laid.parallelism, micro_batch_sequences=sequences)
        if (other.micro_batches(needs) or 1.0) < 1.0:
            return
        if footprint(needs, other, laid.recompute).headroom_bytes >= 0.0:
            yield other


def _recomputes(needs: Needs, wanted: Wanted) -> tuple[tuple[Recompute, float], ...]:
    """What is tried, with the arithmetic that it takes over that without."""
    if wanted.recompute is not None:
        return ((wanted.recompute, 1.0),)
    every = tuple(PASSES_OF.items())
    return (every[0], every[-1]) if needs.flash_attention else every


def _candidates(
    needs: Needs, wanted: Wanted, device_count: int, *, is_open: bool
) -> Iterator[Held]:
    """Layouts that are tried, from the least model parallelism on.

    What does not hold the states alone, no recompute and no micro-batch makes room for.
    """
    sequences = needs.batch_sequences or float("inf")
    tried = _doubled(MOST_MICRO_BATCH_SEQUENCES) if is_open else (wanted.micro_batch_sequences,)
    for first in _divisions(needs, wanted, device_count):
        micro_sizes = [micro for micro in tried if micro * first.data_parallel <= sequences]
        held = resident(needs, first)
        if held.headroom_bytes < 0.0:
            continue
        for virtual in _virtual_stages(needs, wanted, first.pipeline_parallel):
            for micro in micro_sizes:
                yield replace(first, virtual_stages=virtual, micro_batch_sequences=micro), held


def _divisions(needs: Needs, wanted: Wanted, device_count: int) -> Iterator[Parallelism]:
    """How the devices may divide a model, whatever a micro-batch is."""
    experts = int(needs.model.experts)
    for pipeline in tried_sizes(wanted.pipeline_parallel, _doubled(MOST_STAGES)):
        for tensor in tried_sizes(wanted.tensor_parallel, tensor_sizes(needs)):
            context = wanted.context_parallel or 1
            size = pipeline * tensor * context
            if device_count % size or pipeline > needs.model.layers:
                continue
            copies = device_count // size
            if wanted.data_parallel not in {None, copies}:
                continue
            shared = divisors(gcd(experts, copies * context * tensor))
            tried = tried_sizes(wanted.expert_parallel, EXPERT_SIZES)
            for expert in (each for each in tried if each in shared):
                for zero_stage in _zero_stages(wanted, copies * context, pipeline):
                    yield Parallelism(
                        zero_stage=zero_stage,
                        tensor_parallel=tensor,
                        pipeline_parallel=pipeline,
                        context_parallel=context,
                        expert_parallel=expert,
                        data_parallel=copies,
                        micro_batch_sequences=wanted.micro_batch_sequences,
                        sequence_parallel=wanted.sequence_parallel,
                    )


def _zero_stages(wanted: Wanted, sharing: int, pipeline: int) -> tuple[int, ...]:
    """Weights that are gathered for every micro-batch go with one stage alone."""
    if wanted.zero_stage is not None:
        return (wanted.zero_stage,)
    if sharing == 1:
        return (0,)
    return (MODEL_STATES, ALL_STATES) if pipeline == 1 else (MODEL_STATES,)


def _virtual_stages(needs: Needs, wanted: Wanted, pipeline: int) -> tuple[int, ...]:
    """A pipeline that the caller gives is interleaved as the caller says."""
    if pipeline == 1:
        return (1,)
    if wanted.pipeline_parallel is not None or wanted.virtual_stages > 1:
        return (wanted.virtual_stages,)
    return tuple(
        each for each in VIRTUAL_STAGES if needs.model.layers % (pipeline * each) == 0
    ) or (1,)


def _doubled(most: int) -> tuple[int, ...]:
    return tuple(1 << power for power in range(most.bit_length()))
