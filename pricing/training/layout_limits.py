"""Limits of a training layout: what no run could be laid out as, whatever its memory."""

from collections.abc import Iterable
from math import gcd, lcm

from msgspec import Struct

from pricing.errors import InvalidQuery
from pricing.numerics.divisors import divisors
from pricing.training.memory import Needs, Recompute

MOST_GIVEN = 1_000_000
"""The most devices that a query may ask for."""


class Wanted(Struct, frozen=True, gc=False):
    """What the caller asks of the layout; None leaves it to the search."""

    zero_stage: int | None = None
    tensor_parallel: int | None = None
    pipeline_parallel: int | None = None
    context_parallel: int | None = None
    expert_parallel: int | None = None
    data_parallel: int | None = None
    micro_batch_sequences: int = 1
    virtual_stages: int = 1
    sequence_parallel: bool = True
    recompute: Recompute | None = None

    @property
    def sizes(self) -> tuple[int | None, ...]:
        """What the count of devices is the product of."""
        return (
            self.tensor_parallel,
            self.pipeline_parallel,
            self.context_parallel,
            self.data_parallel,
        )

    @property
    def step(self) -> int:
        """What the count of devices is a multiple of.

        Experts are divided over the devices of data, context and tensor parallelism, which are
        therefore a multiple of theirs.
        """
        sharing = (self.data_parallel or 1) * (self.context_parallel or 1)
        sharing *= self.tensor_parallel or 1
        return (self.pipeline_parallel or 1) * lcm(sharing, self.expert_parallel or 1)


def check(needs: Needs, wanted: Wanted, device_count: int | None) -> None:
    """Raise InvalidQuery for what cannot be on any count, or not on this one."""
    _check_tensor(needs, wanted.tensor_parallel or 1)
    model = needs.model
    if (wanted.pipeline_parallel or 1) > model.layers:
        raise _impossible(
            "pipeline_parallel",
            f"{wanted.pipeline_parallel} stages are more than the {model.layers} layers of"
            f" {model.name}",
            [model.layers],
        )
    parts = (wanted.pipeline_parallel or 1) * wanted.virtual_stages
    if wanted.virtual_stages > 1 and parts > model.layers:
        raise _impossible(
            "virtual_stages",
            f"{wanted.virtual_stages} virtual stages on each of {wanted.pipeline_parallel or 1} are"
            f" more than the {model.layers} layers of {model.name}",
            [max(1, model.layers // (wanted.pipeline_parallel or 1))],
        )
    if (wanted.context_parallel or 1) > needs.sequence_length:
        raise _impossible(
            "context_parallel",
            f"a sequence of {needs.sequence_length} tokens does not divide over"
            f" {wanted.context_parallel} devices",
            [needs.sequence_length],
        )
    _check_experts(needs, wanted)
    _check_batch(needs, wanted)
    if wanted.step > MOST_GIVEN:
        raise InvalidQuery(
            f"the layout takes {wanted.step:,} devices: up to {MOST_GIVEN:,} can be answered",
            field="deployment.layout",
        )
    if device_count is not None:
        _check_count(wanted, device_count)


def _check_tensor(needs: Needs, tensor: int) -> None:
    model = needs.model
    if model.heads % tensor:
        raise _impossible(
            "tensor_parallel",
            f"the {model.heads} attention heads of {model.name} do not divide over {tensor}"
            " devices",
            tensor_sizes(needs),
        )


def _check_experts(needs: Needs, wanted: Wanted) -> None:
    experts, expert = int(needs.model.experts), wanted.expert_parallel or 1
    # 0, which everything divides, where the copies are left to the search.
    # Engines divide experts over the devices of tensor parallelism too.
    sharing = (wanted.data_parallel or 0) * (wanted.context_parallel or 1)
    sharing *= wanted.tensor_parallel or 1
    possible = [size for size in divisors(experts) if sharing % size == 0]
    if experts % expert:
        raise _impossible(
            "expert_parallel",
            f"the {experts} routed experts of {needs.model.name} do not divide over {expert}"
            " devices"
            if experts > 1
            else f"{needs.model.name} is dense: it has no experts to divide",
            possible,
        )
    if sharing % expert:
        raise _impossible(
            "expert_parallel",
            f"experts are divided over the {sharing} devices of data, context and tensor"
            f" parallelism, which are no multiple of {expert}",
            possible,
        )


def _check_batch(needs: Needs, wanted: Wanted) -> None:
    """Every copy of the model takes a micro-batch of the step."""
    batch, copies = needs.batch_sequences, wanted.data_parallel or 1
    if batch is not None and batch < copies * wanted.micro_batch_sequences:
        # Smaller micro-batches leave the count of devices as it is.
        smaller = batch >= copies
        shared = int(batch // (copies if smaller else wanted.micro_batch_sequences))
        raise _impossible(
            "micro_batch_sequences" if smaller else "data_parallel",
            f"{copies} copies of the model that take {wanted.micro_batch_sequences} sequences each"
            f" do not share a batch of {batch:g} sequences",
            [shared] if shared else [],
        )


def _check_count(wanted: Wanted, device_count: int) -> None:
    step, whole = wanted.step, None not in wanted.sizes
    if device_count == step or (device_count % step == 0 and not whole):
        return
    below = device_count // step * step
    near = (step,) if whole else (below, below + step)
    raise InvalidQuery(
        f"the layout takes {step} devices{'' if whole else ', or a multiple'}, not {device_count}",
        field="deployment.device_count",
        nearest=[str(count) for count in near if 0 < count <= MOST_GIVEN],
    )


def _impossible(name: str, detail: str, nearest: Iterable[int]) -> InvalidQuery:
    return InvalidQuery(
        detail, field=f"deployment.layout.{name}", nearest=[str(size) for size in nearest]
    )


def tensor_sizes(needs: Needs) -> tuple[int, ...]:
    """Tensor parallelism that divides the heads, and the nodes."""
    return divisors(gcd(needs.model.heads, needs.device.node_device_count))
