"""Groups of layouts: those that divide a model alike, over the devices of a count."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import gcd

from msgspec.structs import replace

from pricing.numerics.divisors import divisors
from pricing.pauses import pause
from pricing.training.activations import activation_bytes, footprint
from pricing.training.layout_limits import Wanted, tensor_sizes
from pricing.training.memory import (
    Activations,
    Footprint,
    Needs,
    Parallelism,
    Recompute,
    resident,
)

SHORTEST_SHARE_TOKENS = 2048
"""A search divides a sequence into no shorter pieces than this."""

ZERO_STAGES = (1, 2, 3)
"""What a search tries: stages 1 and 2 send no more than plain data parallelism does
(arXiv 1910.02054, section 7)."""


class Group:
    """The layouts that divide the model alike, and differ in experts and sharding.

    No expert parallelism takes more than less of it, and it divides no activations.
    """

    __slots__ = ("_experts", "_needs", "_zero_stages", "first", "least_bytes")

    def __init__(
        self,
        needs: Needs,
        first: Parallelism,
        experts: tuple[int, ...],
        zero_stages: tuple[int, ...],
    ) -> None:
        """first: of the members; least_bytes: what one of them holds, activations apart."""
        self.first = first
        self._needs = needs
        self._experts = experts
        self._zero_stages = zero_stages
        self.least_bytes = min(
            resident(needs, parallelism).used_bytes for parallelism in self._with(experts[-1])
        )

    def members(self) -> Iterator[Parallelism]:
        """All of them, from the least sharding on."""
        for expert in self._experts:
            yield from self._with(expert)

    def activations(self, recompute: Recompute) -> Mapping[int, Activations]:
        """Those of the members, by their stage of ZeRO.

        Sharded weights decide whether loss heads of tensor parallelism gather all words, and what
        stays beside adapters.
        """
        needs, stages = self._needs, self._zero_stages
        if self.first.tensor_parallel == 1 and needs.sharded_input_bytes is None:
            return dict.fromkeys(stages, activation_bytes(needs, self.first, recompute))
        return {
            stage: activation_bytes(needs, replace(self.first, zero_stage=stage), recompute)
            for stage in stages
        }

    def closest(self, recompute: Recompute) -> tuple[Footprint, Parallelism]:
        """The member that holds least, and what it holds."""
        held = ((footprint(self._needs, member, recompute), member) for member in self.members())
        return min(held, key=lambda pair: pair[0].used_bytes)

    def _with(self, expert: int) -> Iterator[Parallelism]:
        for zero_stage in self._zero_stages:
            yield replace(self.first, expert_parallel=expert, zero_stage=zero_stage)


def groups_of(needs: Needs, wanted: Wanted, device_count: int) -> Iterator[Group]:
    """Every group of a count, from the least model parallelism on."""
    data_sequences = needs.batch_sequences or float(device_count * wanted.micro_batch_sequences)
    for size, tensor, pipeline, context in _divisions(
        device_count,
        tried_sizes(wanted.tensor_parallel, tensor_sizes(needs)),
        tried_sizes(wanted.pipeline_parallel, _pipeline_sizes(needs, device_count)),
        tried_sizes(wanted.context_parallel, _context_sizes(needs)),
    ):
        data = device_count // size
        if (
            wanted.data_parallel not in {None, data}
            or data * wanted.micro_batch_sequences > data_sequences
        ):
            continue
        sharing = data * context
        shared = divisors(gcd(int(needs.model.experts), sharing))
        experts = tried_sizes(wanted.expert_parallel, shared)
        if sharing * tensor % experts[-1]:
            continue
        zero_stages = tried_sizes(wanted.zero_stage, ZERO_STAGES if sharing > 1 else (0,))
        first = Parallelism(
            zero_stage=zero_stages[0],
            tensor_parallel=tensor,
            pipeline_parallel=pipeline,
            context_parallel=context,
            expert_parallel=experts[0],
            data_parallel=data,
            micro_batch_sequences=wanted.micro_batch_sequences,
            sequence_parallel=wanted.sequence_parallel,
            virtual_stages=wanted.virtual_stages if pipeline > 1 else 1,
        )
        pause()
        yield Group(needs, first, experts, zero_stages)


@lru_cache(maxsize=1024)
def _divisions(
    device_count: int,
    tensors: tuple[int, ...],
    pipelines: tuple[int, ...],
    contexts: tuple[int, ...],
) -> tuple[tuple[int, int, int, int], ...]:
    """Tensor, pipeline and context parallelism and their product, which divides the count.

    The smallest comes first. Of groups of one size, the first has the most tensor parallelism: it
    stays within a node.
    """
    groups = [
        (tensor * pipeline * context, context, pipeline, tensor)
        for tensor in tensors
        if device_count % tensor == 0
        for pipeline in pipelines
        if device_count % (tensor * pipeline) == 0
        for context in contexts
        if device_count % (tensor * pipeline * context) == 0
    ]
    return tuple(
        (size, tensor, pipeline, context) for size, context, pipeline, tensor in sorted(groups)
    )


def tried_sizes(wanted: int | None, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """The size that a caller gives, or all that a search tries."""
    return sizes if wanted is None else (wanted,)


def _pipeline_sizes(needs: Needs, device_count: int) -> tuple[int, ...]:
    """Stages that devices and layers divide into."""
    return tuple(stages for stages in divisors(device_count) if stages <= needs.model.layers)


def _context_sizes(needs: Needs) -> tuple[int, ...]:
    """Powers of two that leave pieces worth a device."""
    most = max(1, needs.sequence_length // SHORTEST_SHARE_TOKENS)
    return tuple(1 << power for power in range(most.bit_length()))
