"""What a run trains on and by when: the shape of the question."""

from typing import Annotated, Literal

from msgspec import Meta

from pricing.quote.messages import DAY
from pricing.quote.query import DayText, DeviceCount, DeviceName, Frozen, PrecisionName

MOST_LIMIT_HOURS = 1e7

Method = Annotated[
    Literal["pretraining", "full_finetuning", "lora", "qlora"],
    Meta(
        description="pretraining and full_finetuning: all weights learn, with the same arithmetic"
        " and memory; lora: adapters learn beside frozen 16-bit weights; qlora: beside 4-bit ones."
    ),
]
Recompute = Annotated[
    Literal["none", "selective", "full"],
    Meta(
        description="Activations computed again instead of kept; left out, the least that fits in"
        " memory."
    ),
]


class TrainingLayout(Frozen, frozen=True, kw_only=True):
    """How the run is divided over its devices; what is left out is found.

    Tensor × pipeline × context × data parallelism is the count of devices.
    """

    zero_stage: (
        Annotated[
            int,
            Meta(
                ge=0,
                le=3,
                description="What the copies of the model divide among them: 0 nothing, 1 the"
                " optimizer, 2 the gradients too, 3 the weights too [0 to 3].",
            ),
        ]
        | None
    ) = None
    tensor_parallel: (
        Annotated[int, Meta(ge=1, le=4096, description="Devices that share each layer [count].")]
        | None
    ) = None
    pipeline_parallel: (
        Annotated[int, Meta(ge=1, le=4096, description="Stages of layers [count].")] | None
    ) = None
    context_parallel: (
        Annotated[int, Meta(ge=1, le=4096, description="Devices that share a sequence [count].")]
        | None
    ) = None
    expert_parallel: (
        Annotated[
            int,
            Meta(
                ge=1,
                le=4096,
                description="Devices that share the routed experts, among those of data and"
                " context parallelism [count].",
            ),
        ]
        | None
    ) = None
    data_parallel: (
        Annotated[int, Meta(ge=1, le=1_000_000, description="Copies of the model [count].")] | None
    ) = None
    micro_batch_sequences: Annotated[
        int, Meta(ge=1, le=100_000, description="Sequences that a copy takes at once [count].")
    ] = 1
    sequence_parallel: Annotated[
        bool,
        Meta(description="Whether tensor parallelism divides what lies between its layers too."),
    ] = True


class TrainingDeployment(Frozen, frozen=True, kw_only=True):
    """What the run trains on."""

    device: DeviceName
    device_count: DeviceCount | None = None
    precision: PrecisionName | None = None
    layout: TrainingLayout = TrainingLayout()


class Schedule(Frozen, frozen=True, kw_only=True):
    """When the run starts and by when it is to end."""

    start: (
        Annotated[DayText, Meta(description="The day it starts, YYYY-MM-DD; left out, as_of.")]
        | None
    ) = None
    deadline: (
        Annotated[
            str,
            Meta(
                pattern=DAY,
                description="The day by whose beginning it is to end, YYYY-MM-DD.",
                examples=["2027-01-31"],
            ),
        ]
        | None
    ) = None
    wall_clock_limit_hours: (
        Annotated[
            float,
            Meta(
                gt=0,
                le=MOST_LIMIT_HOURS,
                description="The most it may take [hours], instead of a deadline.",
            ),
        ]
        | None
    ) = None
    meet: Annotated[
        Literal["expected", "p90"],
        Meta(
            description="Whether the expected wall clock is to keep the limit, or its 90th"
            " percentile."
        ),
    ] = "expected"
