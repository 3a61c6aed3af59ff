"""What holds of the memory of every training run, and of every layout that is found."""

from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.errors import DoesNotFit
from pricing.training.activations import footprint
from pricing.training.layout import Layout, layout_of
from pricing.training.layout_limits import Wanted
from pricing.training.memory import RECOMPUTES, Needs, Parallelism
from tests.layouts import needs
from tests.property.laws import law

CLOSE = 1.0 + 1e-12

questions = st.fixed_dictionaries(
    {
        "model": st.sampled_from(
            ["llama-3.1-8b", "llama-3.1-70b", "llama-3.1-405b", "mixtral-8x7b", "gemma-3-27b"]
        ),
        "method": st.sampled_from(["pretraining", "full_finetuning", "lora", "qlora"]),
        "sequence_length": st.sampled_from([128, 1000, 4096, 32_768]),
        "flash_attention": st.booleans(),
        "deployment.device": st.sampled_from(["h100-sxm-80gb", "a100-sxm-40gb", "b200-sxm"]),
    }
)
layouts = st.builds(
    Parallelism,
    zero_stage=st.integers(0, 3),
    tensor_parallel=st.sampled_from([1, 2, 4, 8]),
    pipeline_parallel=st.sampled_from([1, 2, 3, 8, 16]),
    context_parallel=st.sampled_from([1, 2, 4]),
    expert_parallel=st.just(1),
    data_parallel=st.sampled_from([1, 2, 8, 100]),
    micro_batch_sequences=st.integers(1, 4),
    sequence_parallel=st.booleans(),
)
recomputes = st.sampled_from(RECOMPUTES)


def used(asked: Needs, layout: Parallelism, recompute: Any) -> float:
    return footprint(asked, layout, recompute).used_bytes


def found(asked: Needs, wanted: Wanted, count: int | None) -> Layout:
    """The layout; examples that nothing holds are no examples."""
    try:
        return layout_of(asked, wanted, count)
    except DoesNotFit:
        assume(condition=False)
        raise


@law
@given(question=questions, layout=layouts, recompute=recomputes)
def test_more_sharding_never_takes_more_memory(
    library: Library, question: dict[str, Any], layout: Parallelism, recompute: Any
) -> None:
    asked = needs(library, question)
    whole = used(asked, layout, recompute)
    for name in ("tensor_parallel", "context_parallel"):
        more = replace(layout, **{name: 2 * getattr(layout, name)})
        assert used(asked, more, recompute) <= whole * CLOSE
    # A third stage gathers a layer, which copies of a run that held all of it did not.
    if layout.zero_stage < 3 or layout.data_parallel > 1:
        more = replace(layout, data_parallel=2 * layout.data_parallel)
        assert used(asked, more, recompute) <= whole * CLOSE


@law
@given(question=questions, layout=layouts, recompute=recomputes)
def test_longer_pipeline_never_holds_more_states(
    library: Library, question: dict[str, Any], layout: Parallelism, recompute: Any
) -> None:
    asked = needs(library, question)
    longer = replace(layout, pipeline_parallel=2 * layout.pipeline_parallel)

    assert (
        footprint(asked, longer, recompute).states_bytes
        <= footprint(asked, layout, recompute).states_bytes * CLOSE
    )


@law
@given(question=questions, layout=layouts)
def test_every_stage_of_zero_holds_less_than_the_last(
    library: Library, question: dict[str, Any], layout: Parallelism
) -> None:
    asked = needs(library, question)
    held = [
        footprint(asked, replace(layout, zero_stage=stage), "none").states_bytes
        for stage in range(4)
    ]

    assert held == sorted(held, reverse=True)


@law
@given(question=questions, layout=layouts)
def test_more_recompute_never_takes_more_memory(
    library: Library, question: dict[str, Any], layout: Parallelism
) -> None:
    asked = needs(library, question)
    # Below 17 layers to a stage, the layer that is computed again outweighs what is dropped.
    layout = replace(layout, pipeline_parallel=1)
    none, selective, full = (used(asked, layout, recompute) for recompute in RECOMPUTES)

    assert full <= selective * CLOSE
    assert selective <= none * CLOSE


@law
@given(question=questions, layout=layouts, recompute=recomputes, factor=st.integers(2, 8))
def test_longer_sequences_and_larger_micro_batches_take_more(
    library: Library, question: dict[str, Any], layout: Parallelism, recompute: Any, factor: int
) -> None:
    asked = needs(library, question)
    longer = replace(asked, sequence_length=factor * asked.sequence_length)
    larger = replace(layout, micro_batch_sequences=factor * layout.micro_batch_sequences)

    assert used(longer, layout, recompute) > used(asked, layout, recompute)
    assert used(asked, larger, recompute) > used(asked, layout, recompute)


@law
@given(
    question=questions,
    count=st.sampled_from([1, 2, 8, 12, 64, 100, 1024, 16_384]),
    recompute=st.none() | recomputes,
)
def test_layout_that_is_found_fits_and_takes_all_devices(
    library: Library, question: dict[str, Any], count: int, recompute: Any
) -> None:
    asked = needs(library, question)
    layout = found(asked, Wanted(recompute=recompute), count)

    assert layout.footprint.headroom_bytes >= 0.0
    assert layout.parallelism.device_count == count
    assert recompute in {None, layout.recompute}
    assert layout.footprint == footprint(asked, layout.parallelism, layout.recompute)


@law
@given(question=questions)
def test_twice_the_smallest_count_fits_with_no_more_recompute(
    library: Library, question: dict[str, Any]
) -> None:
    asked = needs(library, question)
    smallest = found(asked, Wanted(), None)
    twice = found(asked, Wanted(), 2 * smallest.parallelism.device_count)

    assert RECOMPUTES.index(twice.recompute) <= RECOMPUTES.index(smallest.recompute)


@law
@given(question=questions, count=st.sampled_from([8, 64, 1024]))
def test_layout_that_is_found_is_answered_when_it_is_given(
    library: Library, question: dict[str, Any], count: int
) -> None:
    asked = needs(library, question)
    layout = found(asked, Wanted(), count)
    names = ("tensor_parallel", "pipeline_parallel", "context_parallel", "data_parallel")
    sizes = {name: getattr(layout.parallelism, name) for name in names}
    given_layout = Wanted(
        zero_stage=layout.parallelism.zero_stage,
        expert_parallel=layout.parallelism.expert_parallel,
        recompute=layout.recompute,
        **sizes,
    )

    assert layout_of(asked, given_layout, count) == layout
