"""What a training run costs: the shape of the answer."""

from typing import Annotated, Literal

from msgspec import Meta

from pricing.catalog.rows import Assumption
from pricing.quotes.answers.parts import Answer, LineItem, Price, Provenance


class Distribution(Answer, frozen=True, kw_only=True):
    """A cost with its spread."""

    mean: Annotated[float, Meta(description="Expected value [USD]; the sum of the line items.")]
    p10: Annotated[float, Meta(description="10th percentile [USD].")]
    p50: Annotated[float, Meta(description="Median [USD].")]
    p90: Annotated[float, Meta(description="90th percentile [USD].")]


class Compute(Answer, frozen=True, kw_only=True):
    """The work of the run, without interruption."""

    model_flops: Annotated[float, Meta(description="Model FLOPs of the run, attention included.")]
    mfu_fraction: Annotated[float, Meta(description="Model FLOPs utilisation [fraction].")]
    mfu_basis: Literal["given", "modelled"]
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
    """What one device holds at its peak."""

    states_gibibytes: Annotated[
        float, Meta(description="Weights, gradients and optimizer, this device's shard [GiB].")
    ]
    activations_gibibytes: Annotated[
        float, Meta(description="Activations of one sequence, this device's share [GiB].")
    ]
    capacity_gibibytes: Annotated[float, Meta(description="Usable memory of a device [GiB].")]
    model_parallel: Annotated[
        int, Meta(description="Devices that share one sequence's activations [count].")
    ]
    fits: bool


class RunOption(Answer, frozen=True, kw_only=True):
    """The run under one way of buying its capacity."""

    option: str
    provider: str | None
    region: str | None
    instance_type: str | None
    usd_per_device_hour: Annotated[
        float, Meta(description="After the discount [USD per device-hour].")
    ]
    price: Price
    goodput_fraction: Annotated[
        float,
        Meta(
            description="Share of the wall clock at work, evaluation included; the rest goes to"
            " checkpoints, lost work and restarts [fraction]."
        ),
    ]
    interruptions: Annotated[float, Meta(description="Expected interruptions [count].")]
    checkpoint_interval_seconds: Annotated[
        float, Meta(description="Useful work between checkpoints [seconds].")
    ]
    device_hours: Annotated[float, Meta(description="Device-hours on the bill, expected.")]
    device_hours_low: Annotated[
        float, Meta(description="Low end of the 80% interval [device-hours].")
    ]
    device_hours_high: Annotated[
        float, Meta(description="High end of the 80% interval [device-hours].")
    ]
    wall_clock_hours: Annotated[float, Meta(description="From start to end, expected [hours].")]
    usd: Distribution
    line_items: tuple[LineItem, ...]
    energy_kilowatt_hours: Annotated[float, Meta(description="Energy at the meter [kWh].")]
    kilograms_co2e: Annotated[float, Meta(description="CO₂e of the grid [kg].")]
    estimated: Annotated[
        bool, Meta(description="True when the price is not a row of the table but an estimate.")
    ]


class Unavailable(Answer, frozen=True, kw_only=True):
    """An option that cannot be answered, and why."""

    option: str
    provider: str | None
    region: str | None
    reason: str


class Sensitivity(Answer, frozen=True, kw_only=True):
    """How the cheapest option's mean moves with one input."""

    input: str
    change_fraction: Annotated[float, Meta(description="Relative change of the input [fraction].")]
    usd_change: Annotated[float, Meta(description="What it does to the mean [USD].")]
    usd_change_fraction: Annotated[
        float, Meta(description="The same relative to the mean [fraction].")
    ]


class RunCostAnswer(Answer, frozen=True, kw_only=True):
    """What one training run costs, option by option."""

    model: str
    device: str
    device_count: Annotated[int, Meta(description="Devices of the run [count].")]
    precision: str
    compute: Compute
    memory: TrainingMemory
    options: tuple[RunOption, ...]
    unavailable: tuple[Unavailable, ...]
    cheapest_option: str | None
    spot_break_even_preemptions_per_instance_hour: (
        Annotated[
            float,
            Meta(
                description="Preemptions per instance-hour at which spot costs what the cheapest"
                " other rented option costs; null when spot has no price, is dearer even if it is"
                " never preempted, or cheaper however often it is."
            ),
        ]
        | None
    )
    sensitivities: tuple[Sensitivity, ...]
    assumptions: tuple[Assumption, ...]
    warnings: tuple[str, ...]
    provenance: Provenance
