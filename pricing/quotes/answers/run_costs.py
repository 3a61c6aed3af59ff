"""What a training run costs: the shape of the answer."""

from typing import Annotated

from msgspec import Meta

from pricing.catalog.rows import Assumption
from pricing.quotes.answers.parts import Answer, LineItem, Price, Provenance
from pricing.quotes.answers.training import Compute, RunLayout, RunSchedule, TrainingMemory


class Distribution(Answer, frozen=True, kw_only=True):
    """A cost with its spread."""

    mean: Annotated[float, Meta(description="Expected value [USD]; the sum of the line items.")]
    p10: Annotated[float, Meta(description="10th percentile [USD].")]
    p50: Annotated[float, Meta(description="Median [USD].")]
    p90: Annotated[float, Meta(description="90th percentile [USD].")]


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
    layout: RunLayout
    schedule: Annotated[RunSchedule | None, Meta(description="Null where the query asks for none.")]
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
