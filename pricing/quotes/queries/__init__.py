"""What may be asked: the queries of every quote, with their units and bounds.

Every number is bounded here, so that nothing infinite reaches a formula. A field left out is
null: the answer lists the default it leaned on under `assumptions`.
"""

from pricing.quotes.queries.capacity import (
    CapacityPurchase,
    Commitments,
    FleetOwnership,
    MixPart,
    Ownership,
    Reliability,
    RunPurchase,
    Storage,
)
from pricing.quotes.queries.growth import Capacity, Traffic, Uncertainty
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
from pricing.quotes.queries.sweeps import Range, Scalar, SweepKind, SweepQuery
from pricing.quotes.queries.tco import (
    Alternative,
    Generation,
    Overheads,
    PurchasePlan,
    TcoQuery,
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
    "Alternative",
    "Capacity",
    "CapacityPurchase",
    "Commitments",
    "DayText",
    "Deployment",
    "DeviceCount",
    "DeviceName",
    "Facility",
    "FleetOwnership",
    "Fraction",
    "Frozen",
    "Generation",
    "Load",
    "Measured",
    "Method",
    "MixPart",
    "Model",
    "ModelNumbers",
    "Name",
    "Option",
    "Overheads",
    "Ownership",
    "PrecisionName",
    "Purchase",
    "PurchasePlan",
    "Range",
    "Recompute",
    "ReleaseName",
    "Reliability",
    "RunCostParameters",
    "RunCostQuery",
    "RunPurchase",
    "Scalar",
    "Schedule",
    "Slo",
    "Storage",
    "SweepKind",
    "SweepQuery",
    "TcoQuery",
    "Traffic",
    "TrainingDeployment",
    "TrainingLayout",
    "Uncertainty",
    "UnitCostParameters",
    "UnitCostQuery",
]
