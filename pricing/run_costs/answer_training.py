"""What a run does on its devices, what they hold and when it ends: the shape of the answer."""

from typing import Annotated, Literal

from msgspec import Meta

from pricing.catalog.rows import Region, WayOfBuying
from pricing.quote.answer import Answer


class Compute(Answer, frozen=True, kw_only=True):
    """The work of the run, without interruption."""

    tokens: Annotated[float, Meta(description="Tokens trained on, every pass counted [count].")]
    steps: (
        Annotated[float, Meta(description="Optimizer steps; null where no batch is given [count].")]
        | None
    )
    model_flops: Annotated[float, Meta(description="Model FLOPs of the run, attention included.")]
    hardware_flops: Annotated[
        float, Meta(description="The same, and what recompute computes again [FLOPs].")
    ]
    mfu_fraction: Annotated[float, Meta(description="Model FLOPs utilisation [fraction].")]
    mfu_basis: Annotated[
        Literal["given", "modelled"],
        Meta(description="given: the caller's; modelled: of the nearest published runs."),
    ]
    tokens_per_second: Annotated[
        float, Meta(description="Tokens trained on a second, all devices, steady state.")
    ]
    productive_device_hours: Annotated[
        float, Meta(description="Device-hours of the steady state, without interruption.")
    ]
    productive_device_hours_low: Annotated[
        float, Meta(description="Low end of its 80% interval [device-hours].")
    ]
    productive_device_hours_high: Annotated[
        float, Meta(description="High end of its 80% interval [device-hours].")
    ]
    evidence: Annotated[
        tuple[str, ...], Meta(description="Ids of the published runs that the MFU leans on.")
    ]


class TrainingMemory(Answer, frozen=True, kw_only=True):
    """What the fullest device holds at its peak."""

    weights_gibibytes: Annotated[float, Meta(description="Its part of the weights [GiB].")]
    gradients_gibibytes: Annotated[float, Meta(description="Its part of the gradients [GiB].")]
    optimizer_gibibytes: Annotated[
        float, Meta(description="Its part of the master copy and the moments [GiB].")
    ]
    states_gibibytes: Annotated[
        float, Meta(description="Weights, gradients and optimizer together [GiB].")
    ]
    working_gibibytes: Annotated[
        float,
        Meta(
            description="The layer that is computed, gathered under ZeRO-3 and unpacked from 4"
            " bits [GiB]."
        ),
    ]
    activations_gibibytes: Annotated[
        float, Meta(description="Activations of the micro-batches in flight [GiB].")
    ]
    used_gibibytes: Annotated[float, Meta(description="All of it at once [GiB].")]
    capacity_gibibytes: Annotated[float, Meta(description="Usable memory of a device [GiB].")]
    headroom_gibibytes: Annotated[float, Meta(description="Capacity left over [GiB].")]
    headroom_fraction: Annotated[
        float, Meta(description="Capacity left over, of the capacity [fraction].")
    ]
    model_parallel: Annotated[
        int, Meta(description="Devices that one copy of the model is computed on [count].")
    ]
    fits: Annotated[bool, Meta(description="Whether all of it is within the capacity.")]


class RunLayout(Answer, frozen=True, kw_only=True):
    """How the run is divided over its devices."""

    basis: Annotated[
        Literal["given", "found"],
        Meta(description="found: at least one of its numbers was left to the search."),
    ]
    recompute: Annotated[
        Literal["none", "selective", "full"],
        Meta(description="Asked for, or the least that fits."),
    ]
    zero_stage: Annotated[int, Meta(description="What the copies of the model divide [0 to 3].")]
    tensor_parallel: Annotated[int, Meta(description="Devices that share each layer [count].")]
    pipeline_parallel: Annotated[int, Meta(description="Stages of layers [count].")]
    context_parallel: Annotated[int, Meta(description="Devices that share a sequence [count].")]
    expert_parallel: Annotated[int, Meta(description="Devices that share the experts [count].")]
    data_parallel: Annotated[int, Meta(description="Copies of the model [count].")]
    sequence_parallel: Annotated[
        bool, Meta(description="Whether activations are divided over the tensor-parallel devices.")
    ]
    micro_batch_sequences: Annotated[
        int, Meta(description="Sequences that a copy takes at once [count].")
    ]
    micro_batches: (
        Annotated[
            float, Meta(description="Of a step and copy; null where no batch is given [count].")
        ]
        | None
    )
    pipeline_bubble_fraction: (
        Annotated[
            float,
            Meta(
                description="Share of a step that stages wait, without interleaving; part of the"
                " MFU; null where no batch is given [fraction]."
            ),
        ]
        | None
    )


class OptionSchedule(Answer, frozen=True, kw_only=True):
    """When the run ends under one option."""

    option: WayOfBuying
    provider: Annotated[str, Meta(description="Who rents it out; null: owned, or given.")] | None
    region: Region | None
    wall_clock_hours: Annotated[float, Meta(description="Expected [hours].")]
    wall_clock_hours_high: Annotated[float, Meta(description="90th percentile [hours].")]
    ends: Annotated[str, Meta(description="The day it is expected to end on.")]
    ends_high: Annotated[str, Meta(description="The same at the 90th percentile.")]
    keeps_limit: Annotated[
        bool | None, Meta(description="Whether it ends in time; null without a limit.")
    ]


class Pace(Answer, frozen=True, kw_only=True):
    """The same run on another count of devices, under the cheapest option."""

    device_count: Annotated[int, Meta(description="Devices of the run [count].")]
    mfu_fraction: Annotated[float, Meta(description="Model FLOPs utilisation [fraction].")]
    goodput_fraction: Annotated[
        float, Meta(description="Share of the wall clock at work [fraction].")
    ]
    wall_clock_hours: Annotated[float, Meta(description="Expected [hours].")]
    ends: Annotated[str, Meta(description="The day it is expected to end on.")]
    keeps_limit: Annotated[
        bool | None, Meta(description="Whether it ends in time; null without a limit.")
    ]
    usd: Annotated[float, Meta(description="Expected cost [USD].")]
    usd_change: Annotated[float, Meta(description="Over the count of this answer [USD].")]
    usd_change_fraction: Annotated[
        float, Meta(description="The same relative to the cost of this answer [fraction].")
    ]


class RunSchedule(Answer, frozen=True, kw_only=True):
    """When the run ends, and what another pace costs."""

    start: Annotated[str, Meta(description="The day it starts.")]
    deadline: (
        Annotated[str, Meta(description="The day by whose beginning it is to end, YYYY-MM-DD.")]
        | None
    )
    wall_clock_limit_hours: (
        Annotated[float, Meta(description="The most it may take [hours].")] | None
    )
    meet: Annotated[
        Literal["expected", "p90"], Meta(description="Which wall clock is to keep the limit.")
    ]
    device_count_basis: Annotated[
        Literal["given", "smallest_that_fits", "smallest_that_keeps_the_limit"],
        Meta(description="How the count of devices came about."),
    ]
    options: tuple[OptionSchedule, ...]
    cheapest_option: Annotated[
        str | None, Meta(description="The cheapest of those that keep the limit; null for none.")
    ]
    paces: Annotated[
        tuple[Pace, ...],
        Meta(
            description="Half, once, twice and four times the devices, where the run fits, under"
            " the cheapest option of all."
        ),
    ]
