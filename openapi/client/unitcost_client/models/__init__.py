"""Contains all the data models used in inputs/outputs"""

from .assumption import Assumption
from .assumption_page import AssumptionPage
from .assumption_row import AssumptionRow
from .compute import Compute
from .compute_mfu_basis import ComputeMfuBasis
from .degradation import Degradation
from .deployment import Deployment
from .device_page import DevicePage
from .device_row import DeviceRow
from .distribution import Distribution
from .efficiency import Efficiency
from .evidence import Evidence
from .facility import Facility
from .hourly_line_item import HourlyLineItem
from .inference_measurement_row import InferenceMeasurementRow
from .inference_measurement_row_kind import InferenceMeasurementRowKind
from .line_item import LineItem
from .list_measurements_kind import ListMeasurementsKind
from .listing_provenance import ListingProvenance
from .liveness import Liveness
from .liveness_status import LivenessStatus
from .load import Load
from .measured import Measured
from .measurement_page import MeasurementPage
from .memory import Memory
from .model_numbers import ModelNumbers
from .model_page import ModelPage
from .model_row import ModelRow
from .option_schedule import OptionSchedule
from .pace import Pace
from .performance import Performance
from .performance_basis import PerformanceBasis
from .performance_bound_type_0 import PerformanceBoundType0
from .performance_regime_type_0 import PerformanceRegimeType0
from .power import Power
from .price import Price
from .price_basis import PriceBasis
from .price_listing_row import PriceListingRow
from .price_page import PricePage
from .price_range import PriceRange
from .price_row import PriceRow
from .problem import Problem
from .provenance import Provenance
from .purchase import Purchase
from .purchase_option_type_0 import PurchaseOptionType0
from .quote_run_costs_by_parameters_method import QuoteRunCostsByParametersMethod
from .quote_run_costs_by_parameters_option import QuoteRunCostsByParametersOption
from .quote_run_costs_by_parameters_recompute import QuoteRunCostsByParametersRecompute
from .quote_unit_costs_by_parameters_option import QuoteUnitCostsByParametersOption
from .readiness import Readiness
from .readiness_status import ReadinessStatus
from .ready_release import ReadyRelease
from .release_page import ReleasePage
from .release_row import ReleaseRow
from .release_row_tables import ReleaseRowTables
from .reliability import Reliability
from .run_cost_answer import RunCostAnswer
from .run_cost_query import RunCostQuery
from .run_cost_query_method import RunCostQueryMethod
from .run_cost_query_recompute_type_0 import RunCostQueryRecomputeType0
from .run_layout import RunLayout
from .run_layout_basis import RunLayoutBasis
from .run_layout_recompute import RunLayoutRecompute
from .run_option import RunOption
from .run_schedule import RunSchedule
from .run_schedule_device_count_basis import RunScheduleDeviceCountBasis
from .run_schedule_meet import RunScheduleMeet
from .schedule import Schedule
from .schedule_meet import ScheduleMeet
from .sensitivity import Sensitivity
from .slo import Slo
from .table_facts import TableFacts
from .training_deployment import TrainingDeployment
from .training_layout import TrainingLayout
from .training_measurement_row import TrainingMeasurementRow
from .training_measurement_row_kind import TrainingMeasurementRowKind
from .training_memory import TrainingMemory
from .unavailable import Unavailable
from .unit_cost_answer import UnitCostAnswer
from .unit_cost_query import UnitCostQuery
from .unit_costs import UnitCosts

__all__ = (
    "Assumption",
    "AssumptionPage",
    "AssumptionRow",
    "Compute",
    "ComputeMfuBasis",
    "Degradation",
    "Deployment",
    "DevicePage",
    "DeviceRow",
    "Distribution",
    "Efficiency",
    "Evidence",
    "Facility",
    "HourlyLineItem",
    "InferenceMeasurementRow",
    "InferenceMeasurementRowKind",
    "LineItem",
    "ListingProvenance",
    "ListMeasurementsKind",
    "Liveness",
    "LivenessStatus",
    "Load",
    "Measured",
    "MeasurementPage",
    "Memory",
    "ModelNumbers",
    "ModelPage",
    "ModelRow",
    "OptionSchedule",
    "Pace",
    "Performance",
    "PerformanceBasis",
    "PerformanceBoundType0",
    "PerformanceRegimeType0",
    "Power",
    "Price",
    "PriceBasis",
    "PriceListingRow",
    "PricePage",
    "PriceRange",
    "PriceRow",
    "Problem",
    "Provenance",
    "Purchase",
    "PurchaseOptionType0",
    "QuoteRunCostsByParametersMethod",
    "QuoteRunCostsByParametersOption",
    "QuoteRunCostsByParametersRecompute",
    "QuoteUnitCostsByParametersOption",
    "Readiness",
    "ReadinessStatus",
    "ReadyRelease",
    "ReleasePage",
    "ReleaseRow",
    "ReleaseRowTables",
    "Reliability",
    "RunCostAnswer",
    "RunCostQuery",
    "RunCostQueryMethod",
    "RunCostQueryRecomputeType0",
    "RunLayout",
    "RunLayoutBasis",
    "RunLayoutRecompute",
    "RunOption",
    "RunSchedule",
    "RunScheduleDeviceCountBasis",
    "RunScheduleMeet",
    "Schedule",
    "ScheduleMeet",
    "Sensitivity",
    "Slo",
    "TableFacts",
    "TrainingDeployment",
    "TrainingLayout",
    "TrainingMeasurementRow",
    "TrainingMeasurementRowKind",
    "TrainingMemory",
    "Unavailable",
    "UnitCostAnswer",
    "UnitCostQuery",
    "UnitCosts",
)
