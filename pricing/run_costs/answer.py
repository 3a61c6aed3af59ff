"""What a training run costs: the shape of the answer."""

from typing import Annotated

from msgspec import Meta

from pricing.catalog.rows import Assumption
from pricing.quote.answer import Answer, Provenance
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
    """What one training run costs, option by option."""

    model: Annotated[str, Meta(description="Name of the model in the catalogue.")]
    device: Annotated[str, Meta(description="Name of the device in the catalogue.")]
    device_count: Annotated[int, Meta(description="Devices of the run [count].")]
    precision: Annotated[str, Meta(description="Number format of the arithmetic.")]
    compute: Compute
    memory: TrainingMemory
    layout: RunLayout
    schedule: Annotated[RunSchedule | None, Meta(description="Null where the query asks for none.")]
    options: tuple[RunOption, ...]
    unavailable: tuple[Unavailable, ...]
    cheapest_option: Annotated[str | None, Meta(description="By usd.mean; null without options.")]
    cheapest_option_amortised: Annotated[
        str | None,
        Meta(description="The cheapest where other work pays for the rest of commitments."),
    ]
    ranking: Annotated[
        tuple[RankedOption, ...], Meta(description="The options by usd.mean, the cheapest first.")
    ]
    spot_break_even_preemptions_per_instance_hour: (
        Annotated[
            float,
            Meta(
                description="Preemptions per instance-hour at which spot costs what the cheapest"
                " other rented option costs, 0 when they cost the same without any; null when spot"
                " has no price, is dearer even if it is never preempted, or cheaper up to the rate"
                " at which it never finishes."
            ),
        ]
        | None
    )
    spot_break_even_usd_per_device_hour: (
        Annotated[
            float,
            Meta(
                description="Spot price at which spot costs what the cheapest other rented option"
                " costs; null when spot would not finish, or there is nothing to compare it with"
                " [USD per device-hour]."
            ),
        ]
        | None
    )
    sensitivities: Annotated[
        tuple[Sensitivity, ...], Meta(description="Of the cheapest option, the largest first.")
    ]
    assumptions: tuple[Assumption, ...]
    warnings: Annotated[
        tuple[str, ...], Meta(description="What a reader should know before using the figures.")
    ]
    provenance: Provenance
