"""The answer with the cost of a training run."""

from typing import Annotated, Literal

from pricing.catalog.rows import Assumption, Region, WayOfBuying
from pricing.quote.answer import (
    Answer,
    DeviceName,
    Drivers,
    LabelledAnswer,
    ModelName,
    Provenance,
    Warnings,
)
from pricing.quote.currencies.conversion import ConvertedAmounts
from pricing.quote.messages import said
from pricing.run_costs.answer_options import (
    CheaperIfShared,
    RankedOption,
    RunOption,
    Sensitivity,
    Unavailable,
)
from pricing.run_costs.tuning.answer import MicroBatchTime, PhaseTime


class Compute(Answer, frozen=True, kw_only=True):
    """The work of the run without interruptions."""

    tokens: Annotated[float, said("Training tokens, counting every pass [count].")]
    steps: Annotated[float | None, said("Optimizer steps [count]. Null without a batch size.")]
    model_flops: Annotated[float, said("Model FLOPs of the run, with attention.")]
    hardware_flops: Annotated[float, said("Model FLOPs plus those of recomputation [FLOPs].")]
    mfu_fraction: Annotated[float, said("Model FLOPs utilisation [fraction].")]
    mfu_basis: Annotated[
        Literal["given", "modelled"],
        said("given: the caller's; modelled: from the nearest published runs."),
    ]
    tokens_per_second: Annotated[
        float, said("Training tokens per second of all devices in steady state.")
    ]
    tokens_per_second_per_device: Annotated[
        float, said("Training tokens per second of one device in steady state.")
    ]
    micro_batch: Annotated[
        MicroBatchTime | None,
        said("What a micro-batch takes, of fine-tuning whose MFU is modelled; else null."),
    ]
    phases: Annotated[
        tuple[PhaseTime, ...],
        said(
            "Phases of dpo, grpo, ppo and distillation, which add up to"
            " productive_device_hours; else none, and with a given MFU."
        ),
    ] = ()
    productive_device_hours: Annotated[
        float, said("Device-hours in steady state, without interruptions.")
    ]
    productive_device_hours_low: Annotated[
        float, said("Low end of its 80% interval [device-hours].")
    ]
    productive_device_hours_high: Annotated[
        float, said("High end of its 80% interval [device-hours].")
    ]
    evidence: Annotated[
        tuple[str, ...], said("Ids of the published runs that the MFU is based on.")
    ]


class TrainingMemory(Answer, frozen=True, kw_only=True):
    """Peak memory of the fullest device."""

    weights_gibibytes: Annotated[float, said("Its part of the weights [GiB].")]
    gradients_gibibytes: Annotated[float, said("Its part of the gradients [GiB].")]
    optimizer_gibibytes: Annotated[
        float, said("Its part of the master copy and the moments [GiB].")
    ]
    states_gibibytes: Annotated[float, said("Weights, gradients and optimizer together [GiB].")]
    working_gibibytes: Annotated[
        float,
        said(
            "The layer that is computed, after ZeRO-3 gathering and after unpacking"
            " from 4 bits [GiB]."
        ),
    ]
    activations_gibibytes: Annotated[
        float, said("Activations of the micro-batches in flight [GiB].")
    ]
    loss_gibibytes: Annotated[
        float,
        said(
            "Of the activations, the loss head: logits, their 32-bit copy, softmax and"
            " gradient. 0 where the peak is elsewhere [GiB]."
        ),
    ]
    runtime_gibibytes: Annotated[
        float, said("Workspaces and gaps of the framework while fine-tuning [GiB].")
    ] = 0.0
    used_gibibytes: Annotated[
        float,
        said(
            "Memory in use at the peak of a device: states, working, activations and runtime [GiB]."
        ),
    ]
    capacity_gibibytes: Annotated[float, said("Usable memory of a device [GiB].")]
    headroom_gibibytes: Annotated[float, said("Free capacity [GiB].")]
    headroom_fraction: Annotated[float, said("Free share of the capacity [fraction].")]
    host_gibibytes: Annotated[float, said("In the memory of the host, of one device [GiB].")] = 0.0
    peak: Annotated[
        Literal["backward", "optimizer_step"],
        said(
            "When the peak is: in the backward pass, or in the optimizer step, without"
            " activations. The items are those of that moment."
        ),
    ] = "backward"
    model_parallel: Annotated[int, said("Devices that compute one copy of the model [count].")]
    fits: Annotated[bool, said("Whether the memory is within the capacity.")]


class RunLayout(Answer, frozen=True, kw_only=True):
    """How the run is divided over its devices."""

    basis: Annotated[
        Literal["given", "found"],
        said(
            "found: at least one field was searched for; given: none was. Without a batch in the"
            " query, this is the fastest with a usual batch."
        ),
    ]
    recompute: Annotated[
        Literal["none", "selective", "full"], said("As in the query, or the least that fits.")
    ]
    zero_stage: Annotated[int, said("States that the copies of the model share [0 to 3].")]
    tensor_parallel: Annotated[int, said("Devices that share each layer [count].")]
    pipeline_parallel: Annotated[int, said("Stages of layers [count].")]
    virtual_stages: Annotated[
        int, said("Parts of the model that a device of a pipeline has [count].")
    ]
    context_parallel: Annotated[int, said("Devices that share a sequence [count].")]
    expert_parallel: Annotated[int, said("Devices that share the experts [count].")]
    data_parallel: Annotated[int, said("Copies of the model [count].")]
    sequence_parallel: Annotated[
        bool, said("Whether activations are divided over the tensor-parallel devices.")
    ]
    micro_batch_sequences: Annotated[int, said("Sequences that a copy processes at once [count].")]
    micro_batches: Annotated[
        float | None, said("Micro-batches per step and copy [count]. Null without a batch size.")
    ]
    pipeline_bubble_fraction: Annotated[
        float | None,
        said(
            "Share of a step that stages wait, interleaved if they have virtual stages"
            " [fraction]. The MFU includes it. Null without a batch size."
        ),
    ]


class OptionSchedule(Answer, frozen=True, kw_only=True):
    """The end of the run under one option."""

    option: WayOfBuying
    provider: Annotated[str | None, said("The provider that rents it out. Null if owned or given.")]
    region: Region | None
    wall_clock_hours: Annotated[float, said("Expected wall clock [hours].")]
    wall_clock_hours_high: Annotated[float, said("90th percentile of the wall clock [hours].")]
    ends: Annotated[str, said("Expected last day.")]
    ends_high: Annotated[str, said("Last day at the 90th percentile of the wall clock.")]
    keeps_limit: Annotated[bool | None, said("Whether it ends in time. Null without a limit.")]


class Pace(Answer, frozen=True, kw_only=True):
    """The same run with another device count, under the cheapest option."""

    device_count: Annotated[int, said("Devices of the run [count].")]
    mfu_fraction: Annotated[float, said("Model FLOPs utilisation [fraction].")]
    goodput_fraction: Annotated[float, said("Share of the wall clock at work [fraction].")]
    wall_clock_hours: Annotated[float, said("Expected wall clock [hours].")]
    ends: Annotated[str, said("Expected last day.")]
    keeps_limit: Annotated[bool | None, said("Whether it ends in time. Null without a limit.")]
    usd: Annotated[float, said("Expected cost [USD].")]
    usd_change: Annotated[float, said("Change of the cost from that of this answer [USD].")]
    usd_change_fraction: Annotated[
        float, said("usd_change over the cost of this answer [fraction].")
    ]


class RunSchedule(Answer, frozen=True, kw_only=True):
    """The end of the run, and the cost of other device counts."""

    start: Annotated[str, said("First day of the run.")]
    deadline: Annotated[str | None, said("The run must end before this day begins, YYYY-MM-DD.")]
    wall_clock_limit_hours: Annotated[float | None, said("Longest duration of the run [hours].")]
    meet: Annotated[Literal["expected", "p90"], said("The wall clock that must keep the limit.")]
    device_count_basis: Annotated[
        Literal["given", "smallest_that_fits", "smallest_that_keeps_the_limit"],
        said("How the device count was chosen."),
    ]
    options: tuple[OptionSchedule, ...]
    cheapest_option: Annotated[
        str | None, said("The cheapest option that keeps the limit. Null if none does.")
    ]
    paces: Annotated[
        tuple[Pace, ...],
        said(
            "The run with half, once, twice and four times the devices where it fits,"
            " under the cheapest option."
        ),
    ]


class RunCostAnswer(LabelledAnswer, frozen=True, kw_only=True):
    """The cost of one training run under each purchase option."""

    model: ModelName
    device: DeviceName
    device_count: Annotated[int, said("Devices of the run [count].")]
    precision: Annotated[str, said("Number format of the arithmetic.")]
    compute: Compute
    memory: TrainingMemory
    layout: RunLayout
    schedule: Annotated[RunSchedule | None, said("Null if the query has no schedule.")]
    options: tuple[RunOption, ...]
    unavailable: tuple[Unavailable, ...]
    cheapest_option: Annotated[
        str | None,
        said(
            "The cheapest in time for this run alone, by `paid_usd`: owned devices only if they"
            " were asked for. The cheapest of all if none is in time. Null without options."
        ),
    ]
    cheapest_option_amortised: Annotated[
        str | None, said("The cheapest option if unused commitment is charged pro rata.")
    ]
    cheaper_if_shared: Annotated[
        tuple[CheaperIfShared, ...],
        said(
            "Options that would cost less than the cheapest if other work used the rest"
            " of what they commit to, the cheapest first."
        ),
    ]
    ranking: Annotated[
        tuple[RankedOption, ...], said("The options ordered by paid_usd, the cheapest first.")
    ]
    spot_break_even_preemptions_per_instance_hour: Annotated[
        float | None,
        said(
            "Preemptions per instance-hour at which spot costs the same as the"
            " cheapest other rented option. 0 if they cost the same without preemptions. Null"
            " if spot has no price, costs more even without preemptions, or costs less up to"
            " the rate at which it never finishes."
        ),
    ]
    spot_break_even_usd_per_device_hour: Annotated[
        float | None,
        said(
            "Spot price at which spot costs the same as the cheapest other rented option [USD per"
            " device-hour]. Null if spot would not finish, or if there is no other rented option."
        ),
    ]
    sensitivities: Annotated[
        tuple[Sensitivity, ...], said("Sensitivities of the cheapest option, the largest first.")
    ]
    converted: ConvertedAmounts | None = None
    drivers: Drivers | None = None
    assumptions: tuple[Assumption, ...]
    warnings: Warnings
    provenance: Provenance
