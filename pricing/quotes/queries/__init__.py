"""What may be asked: the queries of every quote, with their units and bounds.

Every number is bounded here, so that nothing infinite reaches a formula. A field left out is
null: the answer lists the default it leaned on under `assumptions`.
"""

from pricing.quotes.queries.capacity import (
    CapacityPurchase,
    Commitments,
    MixPart,
    Ownership,
    Reliability,
    RunPurchase,
    Storage,
)
from pricing.quotes.queries.parts import (
    DayText,
    DeviceCount,
    DeviceName,
    Facility,
    Fraction,
    Frozen,
    Model,
    ModelNumbers,
    Name,
    Option,
    PrecisionName,
    Purchase,
    ReleaseName,
)
from pricing.quotes.queries.run_costs import (
    RunCostParameters,
    RunCostQuery,
)
from pricing.quotes.queries.training import (
    Method,
    Recompute,
    Schedule,
    TrainingDeployment,
    TrainingLayout,
)
from pricing.quotes.queries.unit_costs import (
    Deployment,
    Load,
    Measured,
    Slo,
    UnitCostParameters,
    UnitCostQuery,
)

__all__ = [
    "CapacityPurchase",
    "Commitments",
    "DayText",
    "Deployment",
    "DeviceCount",
    "DeviceName",
    "Facility",
    "Fraction",
    "Frozen",
    "Load",
    "Measured",
    "Method",
    "MixPart",
    "Model",
    "ModelNumbers",
    "Name",
    "Option",
    "Ownership",
    "PrecisionName",
    "Purchase",
    "Recompute",
    "ReleaseName",
    "Reliability",
    "RunCostParameters",
    "RunCostQuery",
    "RunPurchase",
    "Schedule",
    "Slo",
    "Storage",
    "TrainingDeployment",
    "TrainingLayout",
    "UnitCostParameters",
    "UnitCostQuery",
]
