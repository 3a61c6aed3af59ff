"""What an answer says of how the devices of a deployment share a model."""

from typing import Annotated

from pricing.numerics.number import Number, where
from pricing.quote.messages import said
from pricing.serving.attention import AttentionParallel
from pricing.serving.layout import Layout

ATTENTIONS: tuple[AttentionParallel | None, ...] = ("tensor", "data", None)

ShownTensor = Annotated[
    int | None,
    said(
        "Devices that share out every layer [count]: those of a replica, or of one of"
        " its groups and stages."
    ),
]
ShownGroups = Annotated[
    int | None, said("Groups that take requests of their own, of all replicas [count].")
]
ShownExperts = Annotated[
    int | None,
    said(
        "Devices that share out the routed experts whole [count]; 1 where they share"
        " out the matrices of each expert, as of any layer."
    ),
]
ShownAttention = Annotated[
    AttentionParallel | None,
    said("What the devices of a replica share out: heads (tensor), or requests."),
]
ShownStages = Annotated[
    int | None, said("Stages of a replica that each have a part of the layers [count].")
]


def attention_in(layout: Layout) -> Number:
    """The place in ATTENTIONS of what the devices of a replica share out. Floats or arrays."""
    together = (layout.size > stages_in(layout)) & (layout.rates.sharing_fraction > 0.0)
    return where(together, where(layout.room.is_split(layout.size), 1, 0), -1)


def tensor_in(layout: Layout) -> Number:
    """Devices that share out every layer [count]. Floats or arrays."""
    spread = layout.room.spread
    return layout.size if spread is None else spread.tensor_parallel


def stages_in(layout: Layout) -> Number:
    """Stages of a replica [count]. Floats or arrays."""
    spread = layout.room.spread
    return 1.0 if spread is None else spread.pipeline_parallel


def experts_in(layout: Layout) -> Number:
    """Devices that share out the routed experts whole [count]. Floats or arrays."""
    spread = layout.room.spread
    if spread is None or not layout.rates.has_experts:
        return 1.0
    return spread.stage(layout.size)
