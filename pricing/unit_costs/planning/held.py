"""What an answer says of the memory of a replica."""

from typing import Annotated

from msgspec import Meta

from pricing.quote.answer import Answer


class Memory(Answer, frozen=True, kw_only=True):
    """Memory of one replica, and whether it fits.

    Weights, activations, runtime, KV cache and what is free add up to the capacity. Capacity and
    what is reserved add up to the memory of the devices.
    """

    weights_gibibytes: Annotated[float, Meta(description="Weights of one replica [GiB].")]
    activations_gibibytes: Annotated[
        float,
        Meta(
            description="What the largest pass and sampling take, or what the engine sets aside for"
            " them [GiB]."
        ),
    ]
    runtime_gibibytes: Annotated[
        float,
        Meta(
            description="Context, libraries, buffers between the devices, and captured graphs where"
            " the engine counts them. With data-parallel attention, the weights of the attention on"
            " every device but one too [GiB]."
        ),
    ]
    kv_cache_gibibytes: Annotated[
        float, Meta(description="KV cache of one replica at this load [GiB].")
    ]
    free_gibibytes: Annotated[
        float, Meta(description="What the engine keeps for caches beyond this load [GiB].")
    ]
    capacity_gibibytes: Annotated[
        float,
        Meta(description="Memory that the engine may use on the devices of one replica [GiB]."),
    ]
    reserved_gibibytes: Annotated[
        float, Meta(description="Memory of the devices that the engine leaves alone [GiB].")
    ]
    device_gibibytes: Annotated[
        float,
        Meta(description="Memory that the devices of one replica show to programs [GiB]."),
    ]
    fits: Annotated[bool, Meta(description="Whether the memory is within the capacity.")]
    checkpoint_bytes: Annotated[
        float,
        Meta(
            description="What the files of the weights have by the recipe of their format, with"
            " modules of further tokens and without what an engine pads [bytes]."
        ),
    ]
