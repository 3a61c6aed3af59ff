"""Layouts and needs of training runs, for tests of what they hold."""

from typing import Any

from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.quote.context import QuoteContext
from pricing.run_costs.tasks.task import task_of
from pricing.training.memory import Needs, Parallelism
from tests.questions import Changes, run_cost

ALONE = Parallelism(
    zero_stage=0,
    tensor_parallel=1,
    pipeline_parallel=1,
    context_parallel=1,
    expert_parallel=1,
    data_parallel=1,
    micro_batch_sequences=1,
    sequence_parallel=True,
)


def layout(**changes: Any) -> Parallelism:
    """One device, but for the changes."""
    return replace(ALONE, **changes)


def needs(library: Library, changes: Changes) -> Needs:
    """What Llama 3.1 8B at 4,096 tokens asks of every layout, but for the changes."""
    return task_of(QuoteContext(library.newest, None), run_cost(changes)).needs
