"""The economics of AI compute: no HTTP, no Redis, no clock, no environment.

This is the public face. A question is a query, a library holds the releases of the tables:

>>> library = Library.load()
>>> query = UnitCostQuery(model="llama-3.1-8b", deployment=Deployment(device="l4"))
>>> unit_costs(query, library).unit_costs.usd_per_hour > 0.0
True
"""

from pricing.catalog.library import Library
from pricing.comparisons.comparison import comparison
from pricing.comparisons.query import ComparisonQuery
from pricing.explanations.query import ExplanationQuery
from pricing.explanations.quote import explanation
from pricing.run_costs.query import RunCostQuery
from pricing.run_costs.query_training import TrainingDeployment
from pricing.run_costs.quote import run_costs
from pricing.sweeps.query import SweepQuery
from pricing.sweeps.sweep import sweep_of
from pricing.tco.query import TcoQuery
from pricing.tco.quote import tco
from pricing.unit_costs.query import Deployment, Load, Slo, UnitCostQuery
from pricing.unit_costs.quote import unit_costs
from pricing.version import ENGINE_VERSION

__all__ = [
    "ENGINE_VERSION",
    "ComparisonQuery",
    "Deployment",
    "ExplanationQuery",
    "Library",
    "Load",
    "RunCostQuery",
    "Slo",
    "SweepQuery",
    "TcoQuery",
    "TrainingDeployment",
    "UnitCostQuery",
    "comparison",
    "explanation",
    "run_costs",
    "sweep_of",
    "tco",
    "unit_costs",
]
