"""What is answered: the shape of every quote, with its units.

The wire format is exactly these fields; nothing reaches a caller that is not listed here.
"""

from pricing.quotes.answers.parts import (
    LineItem,
    Price,
    Provenance,
)
from pricing.quotes.answers.run_costs import (
    Distribution,
    RunCostAnswer,
    RunOption,
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
    "Compute",
    "Distribution",
    "Efficiency",
    "Evidence",
    "HourlyLineItem",
    "LineItem",
    "Memory",
    "OptionSchedule",
    "Pace",
    "Performance",
    "Power",
    "Price",
    "Provenance",
    "RunCostAnswer",
    "RunLayout",
    "RunOption",
    "RunSchedule",
    "Sensitivity",
    "TrainingMemory",
    "Unavailable",
    "UnitCostAnswer",
    "UnitCosts",
]
