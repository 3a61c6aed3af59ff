"""What is answered: the shape of every quote, with its units.

The wire format is exactly these fields; nothing reaches a caller that is not listed here.
"""

from pricing.quotes.answers.capacity import (
    CapacityUse,
    Commitment,
    Holding,
    PurchaseUse,
    Replica,
    SpotRisk,
)
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
from pricing.quotes.answers.tco import (
    AlternativeCost,
    AlternativeMonth,
    Converted,
    CurvePoint,
    Month,
    MonthSpread,
    Spread,
    Sums,
    TcoAnswer,
    TokenPrices,
    Totals,
    Uncertain,
    Year,
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
    "AlternativeCost",
    "AlternativeMonth",
    "CapacityUse",
    "Commitment",
    "CommitmentTerms",
    "Compute",
    "Converted",
    "CurvePoint",
    "Distribution",
    "Efficiency",
    "Evidence",
    "Holding",
    "HourlyLineItem",
    "LineItem",
    "Memory",
    "Month",
    "MonthSpread",
    "OptionSchedule",
    "OwnedRate",
    "Pace",
    "Performance",
    "Power",
    "Price",
    "Provenance",
    "PurchaseUse",
    "RankedOption",
    "Replica",
    "RunCostAnswer",
    "RunLayout",
    "RunOption",
    "RunPart",
    "RunSchedule",
    "Sensitivity",
    "SpotRisk",
    "Spread",
    "Sums",
    "TcoAnswer",
    "TokenPrices",
    "Totals",
    "TrainingMemory",
    "Unavailable",
    "Uncertain",
    "UnitCostAnswer",
    "UnitCosts",
    "Year",
]
