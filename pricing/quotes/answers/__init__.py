"""What is answered: the shape of every quote, with its units.

The wire format is exactly these fields; nothing reaches a caller that is not listed here.
"""

from pricing.quotes.answers.parts import (
    LineItem,
    Price,
    Provenance,
)
from pricing.quotes.answers.run_costs import (
    RunCostAnswer,
)
from pricing.quotes.answers.run_options import (
    CommitmentTerms,
    Distribution,
    OwnedRate,
    RankedOption,
    RunOption,
    RunPart,
    Sensitivity,
    Unavailable,
)
from pricing.quotes.answers.training import (
    Compute,
    OptionSchedule,
    Pace,
    RunLayout,
    RunSchedule,
    TrainingMemory,
)
from pricing.quotes.answers.unit_costs import (
    Efficiency,
    Evidence,
    HourlyLineItem,
    Memory,
    Performance,
    Power,
    UnitCostAnswer,
    UnitCosts,
)

__all__ = [
    "CommitmentTerms",
    "Compute",
    "Distribution",
    "Efficiency",
    "Evidence",
    "HourlyLineItem",
    "LineItem",
    "Memory",
    "OptionSchedule",
    "OwnedRate",
    "Pace",
    "Performance",
    "Power",
    "Price",
    "Provenance",
    "RankedOption",
    "RunCostAnswer",
    "RunLayout",
    "RunOption",
    "RunPart",
    "RunSchedule",
    "Sensitivity",
    "TrainingMemory",
    "Unavailable",
    "UnitCostAnswer",
    "UnitCosts",
]
