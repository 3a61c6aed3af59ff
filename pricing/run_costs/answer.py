"""The answer with the cost of a training run."""

from typing import Annotated

from msgspec import Meta

from pricing.catalog.rows import Assumption
from pricing.quote.answer import Answer, DeviceName, ModelName, Provenance, Warnings
from pricing.run_costs.answer_options import (
    RankedOption,
    RunOption,
    Sensitivity,
    Unavailable,
)
from pricing.run_costs.answer_training import (
    Compute,
    RunLayout,
    RunSchedule,
    TrainingMemory,
)


class RunCostAnswer(Answer, frozen=True, kw_only=True):
    """The cost of one training run under each purchase option."""

    model: ModelName
    device: DeviceName
    device_count: Annotated[int, Meta(description="Devices of the run [count].")]
    precision: Annotated[str, Meta(description="Number format of the arithmetic.")]
    compute: Compute
    memory: TrainingMemory
    layout: RunLayout
    schedule: Annotated[RunSchedule | None, Meta(description="Null if the query has no schedule.")]
    options: tuple[RunOption, ...]
    unavailable: tuple[Unavailable, ...]
    cheapest_option: Annotated[
        str | None, Meta(description="The option with the least usd.mean. Null without options.")
    ]
    cheapest_option_amortised: Annotated[
        str | None,
        Meta(description="The cheapest option if unused commitment is charged pro rata."),
    ]
    ranking: Annotated[
        tuple[RankedOption, ...],
        Meta(description="The options ordered by usd.mean, the cheapest first."),
    ]
    spot_break_even_preemptions_per_instance_hour: Annotated[
        float | None,
        Meta(
            description="Preemptions per instance-hour at which spot costs the same as the"
            " cheapest other rented option. 0 if they cost the same without preemptions. Null"
            " if spot has no price, costs more even without preemptions, or costs less up to"
            " the rate at which it never finishes."
        ),
    ]
    spot_break_even_usd_per_device_hour: Annotated[
        float | None,
        Meta(
            description="Spot price at which spot costs the same as the cheapest other rented"
            " option [USD per device-hour]. Null if spot would not finish, or if there is no"
            " other rented option."
        ),
    ]
    sensitivities: Annotated[
        tuple[Sensitivity, ...],
        Meta(description="Sensitivities of the cheapest option, the largest first."),
    ]
    assumptions: tuple[Assumption, ...]
    warnings: Warnings
    provenance: Provenance
