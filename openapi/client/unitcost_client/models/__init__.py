"""The models of questions and answers. Each is imported when it is first used."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .actual import Actual
    from .adapters import Adapters
    from .adapters_answer import AdaptersAnswer
    from .adapters_modules import AdaptersModules
    from .alternative import Alternative
    from .alternative_cost import AlternativeCost
    from .alternative_cost_kind import AlternativeCostKind
    from .alternative_month import AlternativeMonth
    from .api_price_source import ApiPriceSource
    from .asked import Asked
    from .asked_again import AskedAgain
    from .asked_again_method import AskedAgainMethod
    from .asked_kind import AskedKind
    from .assumption import Assumption
    from .assumption_page import AssumptionPage
    from .assumption_row import AssumptionRow
    from .at_full_use import AtFullUse
    from .batch_tier import BatchTier
    from .batch_tier_month import BatchTierMonth
    from .capacity import Capacity
    from .capacity_scaling import CapacityScaling
    from .capacity_use import CapacityUse
    from .case import Case
    from .case_at import CaseAt
    from .case_name import CaseName
    from .cash import Cash
    from .cash_month import CashMonth
    from .cell import Cell
    from .certainty import Certainty
    from .change_count import ChangeCount
    from .change_page import ChangePage
    from .cheaper_if_shared import CheaperIfShared
    from .circumstance import Circumstance
    from .commitment import Commitment
    from .commitment_terms import CommitmentTerms
    from .comparison_answer import ComparisonAnswer
    from .comparison_answer_candidates_item import ComparisonAnswerCandidatesItem
    from .comparison_answer_excluded_counts import ComparisonAnswerExcludedCounts
    from .comparison_answer_excluded_item import ComparisonAnswerExcludedItem
    from .comparison_answer_labels import ComparisonAnswerLabels
    from .comparison_query import ComparisonQuery
    from .comparison_query_labels_type_0 import ComparisonQueryLabelsType0
    from .comparison_query_objective_type_0 import ComparisonQueryObjectiveType0
    from .comparison_query_price_basis_type_0 import ComparisonQueryPriceBasisType0
    from .comparison_query_workload import ComparisonQueryWorkload
    from .compute import Compute
    from .compute_mfu_basis import ComputeMfuBasis
    from .contract import Contract
    from .contract_covers_item import ContractCoversItem
    from .contract_minimum_counts_type_0_item import ContractMinimumCountsType0Item
    from .contract_period import ContractPeriod
    from .contract_span import ContractSpan
    from .contract_tiers_hold_for import ContractTiersHoldFor
    from .contract_use import ContractUse
    from .converted import Converted
    from .converted_amounts import ConvertedAmounts
    from .converted_amounts_amounts import ConvertedAmountsAmounts
    from .converted_bridge import ConvertedBridge
    from .converted_effect import ConvertedEffect
    from .converted_fiscal_years import ConvertedFiscalYears
    from .converted_month import ConvertedMonth
    from .converted_years import ConvertedYears
    from .curve_point import CurvePoint
    from .degradation import Degradation
    from .deployment import Deployment
    from .deployment_attention_parallel_type_0 import DeploymentAttentionParallelType0
    from .device_page import DevicePage
    from .device_row import DeviceRow
    from .distribution import Distribution
    from .doubt import Doubt
    from .doubt_name import DoubtName
    from .driver import Driver
    from .driver_figure import DriverFigure
    from .effect import Effect
    from .effect_kind import EffectKind
    from .effects import Effects
    from .efficiency import Efficiency
    from .entry import Entry
    from .evidence import Evidence
    from .excluded_service import ExcludedService
    from .explanation_answer import ExplanationAnswer
    from .explanation_answer_kind import ExplanationAnswerKind
    from .facility import Facility
    from .field_change import FieldChange
    from .figure import Figure
    from .financing import Financing
    from .forecast_month import ForecastMonth
    from .forecast_month_basis import ForecastMonthBasis
    from .found_device import FoundDevice
    from .found_measurement import FoundMeasurement
    from .found_model import FoundModel
    from .found_price import FoundPrice
    from .generation import Generation
    from .holding import Holding
    from .hourly_line_item import HourlyLineItem
    from .images_answer import ImagesAnswer
    from .index import Index
    from .inference_measurement_row import InferenceMeasurementRow
    from .inference_measurement_row_kind import InferenceMeasurementRowKind
    from .lease import Lease
    from .level import Level
    from .line_item import LineItem
    from .list_changes_change import ListChangesChange
    from .list_measurements_kind import ListMeasurementsKind
    from .listing_provenance import ListingProvenance
    from .liveness import Liveness
    from .liveness_status import LivenessStatus
    from .load import Load
    from .load_traffic_kind_type_0 import LoadTrafficKindType0
    from .measured import Measured
    from .measurement_page import MeasurementPage
    from .media_measurement import MediaMeasurement
    from .media_measurement_work import MediaMeasurementWork
    from .memory import Memory
    from .micro_batch_time import MicroBatchTime
    from .mix_part import MixPart
    from .mix_part_beside_item import MixPartBesideItem
    from .mix_part_minimum_confidence_type_0 import MixPartMinimumConfidenceType0
    from .mix_part_option_type_0 import MixPartOptionType0
    from .mix_part_upfront_type_0 import MixPartUpfrontType0
    from .model_numbers import ModelNumbers
    from .model_page import ModelPage
    from .model_row import ModelRow
    from .month import Month
    from .month_line_items_usd import MonthLineItemsUsd
    from .month_percentiles import MonthPercentiles
    from .month_spread import MonthSpread
    from .moved_row import MovedRow
    from .named_plan import NamedPlan
    from .named_plan_beside_item import NamedPlanBesideItem
    from .named_plan_minimum_confidence_type_0 import NamedPlanMinimumConfidenceType0
    from .named_plan_option_type_0 import NamedPlanOptionType0
    from .named_plan_options_item import NamedPlanOptionsItem
    from .named_plan_plan_type_0 import NamedPlanPlanType0
    from .named_plan_upfront_type_0 import NamedPlanUpfrontType0
    from .named_plan_upfronts_item import NamedPlanUpfrontsItem
    from .offload import Offload
    from .open_deployment import OpenDeployment
    from .open_deployment_attention_parallel_type_0 import (
        OpenDeploymentAttentionParallelType0,
    )
    from .option_schedule import OptionSchedule
    from .overheads import Overheads
    from .owned_rate import OwnedRate
    from .ownership import Ownership
    from .ownership_depreciation import OwnershipDepreciation
    from .pace import Pace
    from .payment_terms import PaymentTerms
    from .performance import Performance
    from .performance_attention_parallel_type_0 import PerformanceAttentionParallelType0
    from .performance_basis import PerformanceBasis
    from .performance_bound_type_0 import PerformanceBoundType0
    from .performance_regime_type_0 import PerformanceRegimeType0
    from .phase_pool import PhasePool
    from .phase_pool_attention_parallel_type_0 import PhasePoolAttentionParallelType0
    from .phase_time import PhaseTime
    from .plan_query import PlanQuery
    from .plan_query_labels_type_0 import PlanQueryLabelsType0
    from .plan_query_workload import PlanQueryWorkload
    from .pool_answer import PoolAnswer
    from .pool_answer_attention_parallel_type_0 import PoolAnswerAttentionParallelType0
    from .pool_answer_basis import PoolAnswerBasis
    from .pool_answer_bound import PoolAnswerBound
    from .pools import Pools
    from .pools_limit import PoolsLimit
    from .power import Power
    from .prefix_cache import PrefixCache
    from .price import Price
    from .price_basis import PriceBasis
    from .price_listing_row import PriceListingRow
    from .price_page import PricePage
    from .price_range import PriceRange
    from .price_row import PriceRow
    from .problem import Problem
    from .provenance import Provenance
    from .purchase import Purchase
    from .purchase_beside_item import PurchaseBesideItem
    from .purchase_minimum_confidence_type_0 import PurchaseMinimumConfidenceType0
    from .purchase_option_type_0 import PurchaseOptionType0
    from .purchase_plan import PurchasePlan
    from .purchase_plan_beside_item import PurchasePlanBesideItem
    from .purchase_plan_minimum_confidence_type_0 import (
        PurchasePlanMinimumConfidenceType0,
    )
    from .purchase_plan_option_type_0 import PurchasePlanOptionType0
    from .purchase_plan_options_item import PurchasePlanOptionsItem
    from .purchase_plan_plan_type_0 import PurchasePlanPlanType0
    from .purchase_plan_upfront_type_0 import PurchasePlanUpfrontType0
    from .purchase_plan_upfronts_item import PurchasePlanUpfrontsItem
    from .purchase_use import PurchaseUse
    from .purchase_use_plan import PurchaseUsePlan
    from .quote_run_costs_by_parameters_method import QuoteRunCostsByParametersMethod
    from .quote_run_costs_by_parameters_option import QuoteRunCostsByParametersOption
    from .quote_run_costs_by_parameters_recompute import (
        QuoteRunCostsByParametersRecompute,
    )
    from .quote_tco_by_parameters_option import QuoteTcoByParametersOption
    from .quote_tco_by_parameters_plan import QuoteTcoByParametersPlan
    from .quote_tco_by_parameters_scaling import QuoteTcoByParametersScaling
    from .quote_tco_by_parameters_workload import QuoteTcoByParametersWorkload
    from .quote_unit_costs_by_parameters_attention_parallel import (
        QuoteUnitCostsByParametersAttentionParallel,
    )
    from .quote_unit_costs_by_parameters_option import QuoteUnitCostsByParametersOption
    from .quote_unit_costs_by_parameters_traffic_kind import (
        QuoteUnitCostsByParametersTrafficKind,
    )
    from .quote_unit_costs_by_parameters_workload import (
        QuoteUnitCostsByParametersWorkload,
    )
    from .range_ import Range
    from .ranked_option import RankedOption
    from .rate_from import RateFrom
    from .readiness import Readiness
    from .readiness_status import ReadinessStatus
    from .ready_release import ReadyRelease
    from .release_page import ReleasePage
    from .release_row import ReleaseRow
    from .release_row_tables import ReleaseRowTables
    from .reliability import Reliability
    from .reliability_spot_preemption_source import ReliabilitySpotPreemptionSource
    from .replica import Replica
    from .replica_basis import ReplicaBasis
    from .replica_pool import ReplicaPool
    from .replica_pool_phase import ReplicaPoolPhase
    from .returns import Returns
    from .rollout import Rollout
    from .rollout_schedule import RolloutSchedule
    from .row_change import RowChange
    from .row_change_change import RowChangeChange
    from .run_cash import RunCash
    from .run_cash_month import RunCashMonth
    from .run_cash_month_line_items_usd import RunCashMonthLineItemsUsd
    from .run_cost_answer import RunCostAnswer
    from .run_cost_answer_labels import RunCostAnswerLabels
    from .run_cost_base import RunCostBase
    from .run_cost_base_adapter_modules_type_0 import RunCostBaseAdapterModulesType0
    from .run_cost_base_base_weight_format_type_0 import (
        RunCostBaseBaseWeightFormatType0,
    )
    from .run_cost_base_commitments_type_0 import RunCostBaseCommitmentsType0
    from .run_cost_base_labels_type_0 import RunCostBaseLabelsType0
    from .run_cost_base_loss_type_0 import RunCostBaseLossType0
    from .run_cost_base_method_type_0 import RunCostBaseMethodType0
    from .run_cost_base_optimizer_type_0 import RunCostBaseOptimizerType0
    from .run_cost_base_recompute_type_0 import RunCostBaseRecomputeType0
    from .run_cost_explanation_query import RunCostExplanationQuery
    from .run_cost_explanation_query_kind import RunCostExplanationQueryKind
    from .run_cost_query import RunCostQuery
    from .run_cost_query_adapter_modules_type_0 import RunCostQueryAdapterModulesType0
    from .run_cost_query_base_weight_format_type_0 import (
        RunCostQueryBaseWeightFormatType0,
    )
    from .run_cost_query_commitments_type_0 import RunCostQueryCommitmentsType0
    from .run_cost_query_labels_type_0 import RunCostQueryLabelsType0
    from .run_cost_query_loss_type_0 import RunCostQueryLossType0
    from .run_cost_query_method import RunCostQueryMethod
    from .run_cost_query_optimizer_type_0 import RunCostQueryOptimizerType0
    from .run_cost_query_recompute_type_0 import RunCostQueryRecomputeType0
    from .run_cost_sweep_query import RunCostSweepQuery
    from .run_cost_sweep_query_axes import RunCostSweepQueryAxes
    from .run_cost_sweep_query_kind import RunCostSweepQueryKind
    from .run_cost_sweep_query_scenarios_item import RunCostSweepQueryScenariosItem
    from .run_layout import RunLayout
    from .run_layout_basis import RunLayoutBasis
    from .run_layout_recompute import RunLayoutRecompute
    from .run_option import RunOption
    from .run_part import RunPart
    from .run_purchase import RunPurchase
    from .run_purchase_beside_item import RunPurchaseBesideItem
    from .run_purchase_minimum_confidence_type_0 import (
        RunPurchaseMinimumConfidenceType0,
    )
    from .run_purchase_option_type_0 import RunPurchaseOptionType0
    from .run_purchase_upfront_type_0 import RunPurchaseUpfrontType0
    from .run_schedule import RunSchedule
    from .run_schedule_device_count_basis import RunScheduleDeviceCountBasis
    from .run_schedule_meet import RunScheduleMeet
    from .schedule import Schedule
    from .schedule_meet import ScheduleMeet
    from .sensitivity import Sensitivity
    from .service_batch_tier import ServiceBatchTier
    from .service_candidate import ServiceCandidate
    from .service_comparison_answer import ServiceComparisonAnswer
    from .service_comparison_answer_excluded_counts import (
        ServiceComparisonAnswerExcludedCounts,
    )
    from .service_comparison_answer_kind import ServiceComparisonAnswerKind
    from .service_comparison_answer_labels import ServiceComparisonAnswerLabels
    from .service_comparison_answer_question_type_0 import (
        ServiceComparisonAnswerQuestionType0,
    )
    from .service_comparison_query import ServiceComparisonQuery
    from .service_comparison_query_labels_type_0 import (
        ServiceComparisonQueryLabelsType0,
    )
    from .service_comparison_query_objective import ServiceComparisonQueryObjective
    from .service_comparison_query_workload import ServiceComparisonQueryWorkload
    from .service_vary import ServiceVary
    from .service_vary_plans_type_0 import ServiceVaryPlansType0
    from .showback_answer import ShowbackAnswer
    from .showback_answer_labels import ShowbackAnswerLabels
    from .showback_query import ShowbackQuery
    from .showback_query_by import ShowbackQueryBy
    from .showback_query_labels_type_0 import ShowbackQueryLabelsType0
    from .showback_query_workload import ShowbackQueryWorkload
    from .side import Side
    from .side_kind import SideKind
    from .slo import Slo
    from .speculation import Speculation
    from .speculation_gain import SpeculationGain
    from .speculation_method import SpeculationMethod
    from .speculation_text import SpeculationText
    from .spend_tier import SpendTier
    from .spot_risk import SpotRisk
    from .spread import Spread
    from .staff import Staff
    from .storage import Storage
    from .sweep_answer import SweepAnswer
    from .sweep_answer_rows_item import SweepAnswerRowsItem
    from .table_facts import TableFacts
    from .tco_answer import TcoAnswer
    from .tco_answer_labels import TcoAnswerLabels
    from .tco_base import TcoBase
    from .tco_base_labels_type_0 import TcoBaseLabelsType0
    from .tco_base_workload_type_0 import TcoBaseWorkloadType0
    from .tco_explanation_query import TcoExplanationQuery
    from .tco_explanation_query_kind import TcoExplanationQueryKind
    from .tco_query import TcoQuery
    from .tco_query_labels_type_0 import TcoQueryLabelsType0
    from .tco_query_workload import TcoQueryWorkload
    from .tco_sweep_query import TcoSweepQuery
    from .tco_sweep_query_axes import TcoSweepQueryAxes
    from .tco_sweep_query_kind import TcoSweepQueryKind
    from .tco_sweep_query_scenarios_item import TcoSweepQueryScenariosItem
    from .team import Team
    from .team_cost import TeamCost
    from .team_cost_line_items_usd import TeamCostLineItemsUsd
    from .team_month import TeamMonth
    from .team_month_line_items_usd import TeamMonthLineItemsUsd
    from .term_offer import TermOffer
    from .term_offer_option import TermOfferOption
    from .term_offer_upfront import TermOfferUpfront
    from .term_purchase import TermPurchase
    from .term_purchase_beside_item import TermPurchaseBesideItem
    from .term_purchase_minimum_confidence_type_0 import (
        TermPurchaseMinimumConfidenceType0,
    )
    from .term_purchase_option_type_0 import TermPurchaseOptionType0
    from .term_purchase_upfront_type_0 import TermPurchaseUpfrontType0
    from .tier_costs import TierCosts
    from .tier_use import TierUse
    from .token_prices import TokenPrices
    from .totals import Totals
    from .totals_line_items_usd import TotalsLineItemsUsd
    from .traffic import Traffic
    from .traffic_growth import TrafficGrowth
    from .training_deployment import TrainingDeployment
    from .training_layout import TrainingLayout
    from .training_measurement_row import TrainingMeasurementRow
    from .training_measurement_row_kind import TrainingMeasurementRowKind
    from .training_memory import TrainingMemory
    from .training_memory_peak import TrainingMemoryPeak
    from .transfer_answer import TransferAnswer
    from .unavailable import Unavailable
    from .uncertain import Uncertain
    from .uncertainty import Uncertainty
    from .unit_cost_answer import UnitCostAnswer
    from .unit_cost_answer_labels import UnitCostAnswerLabels
    from .unit_cost_base import UnitCostBase
    from .unit_cost_base_labels_type_0 import UnitCostBaseLabelsType0
    from .unit_cost_base_workload_type_0 import UnitCostBaseWorkloadType0
    from .unit_cost_explanation_query import UnitCostExplanationQuery
    from .unit_cost_explanation_query_kind import UnitCostExplanationQueryKind
    from .unit_cost_query import UnitCostQuery
    from .unit_cost_query_labels_type_0 import UnitCostQueryLabelsType0
    from .unit_cost_query_workload import UnitCostQueryWorkload
    from .unit_cost_sweep_query import UnitCostSweepQuery
    from .unit_cost_sweep_query_axes import UnitCostSweepQueryAxes
    from .unit_cost_sweep_query_kind import UnitCostSweepQueryKind
    from .unit_cost_sweep_query_scenarios_item import UnitCostSweepQueryScenariosItem
    from .unit_costs import UnitCosts
    from .unit_prices import UnitPrices
    from .variance_answer import VarianceAnswer
    from .variance_answer_labels import VarianceAnswerLabels
    from .variance_line import VarianceLine
    from .variance_month import VarianceMonth
    from .variance_query import VarianceQuery
    from .vary import Vary
    from .vary_options_item_type_0 import VaryOptionsItemType0
    from .year import Year
    from .year_line_items_usd import YearLineItemsUsd

_MODULES = {
    "Actual": ".actual",
    "Adapters": ".adapters",
    "AdaptersAnswer": ".adapters_answer",
    "AdaptersModules": ".adapters_modules",
    "Alternative": ".alternative",
    "AlternativeCost": ".alternative_cost",
    "AlternativeCostKind": ".alternative_cost_kind",
    "AlternativeMonth": ".alternative_month",
    "ApiPriceSource": ".api_price_source",
    "Asked": ".asked",
    "AskedAgain": ".asked_again",
    "AskedAgainMethod": ".asked_again_method",
    "AskedKind": ".asked_kind",
    "Assumption": ".assumption",
    "AssumptionPage": ".assumption_page",
    "AssumptionRow": ".assumption_row",
    "AtFullUse": ".at_full_use",
    "BatchTier": ".batch_tier",
    "BatchTierMonth": ".batch_tier_month",
    "Capacity": ".capacity",
    "CapacityScaling": ".capacity_scaling",
    "CapacityUse": ".capacity_use",
    "Case": ".case",
    "CaseAt": ".case_at",
    "CaseName": ".case_name",
    "Cash": ".cash",
    "CashMonth": ".cash_month",
    "Cell": ".cell",
    "Certainty": ".certainty",
    "ChangeCount": ".change_count",
    "ChangePage": ".change_page",
    "CheaperIfShared": ".cheaper_if_shared",
    "Circumstance": ".circumstance",
    "Commitment": ".commitment",
    "CommitmentTerms": ".commitment_terms",
    "ComparisonAnswer": ".comparison_answer",
    "ComparisonAnswerCandidatesItem": ".comparison_answer_candidates_item",
    "ComparisonAnswerExcludedCounts": ".comparison_answer_excluded_counts",
    "ComparisonAnswerExcludedItem": ".comparison_answer_excluded_item",
    "ComparisonAnswerLabels": ".comparison_answer_labels",
    "ComparisonQuery": ".comparison_query",
    "ComparisonQueryLabelsType0": ".comparison_query_labels_type_0",
    "ComparisonQueryObjectiveType0": ".comparison_query_objective_type_0",
    "ComparisonQueryPriceBasisType0": ".comparison_query_price_basis_type_0",
    "ComparisonQueryWorkload": ".comparison_query_workload",
    "Compute": ".compute",
    "ComputeMfuBasis": ".compute_mfu_basis",
    "Contract": ".contract",
    "ContractCoversItem": ".contract_covers_item",
    "ContractMinimumCountsType0Item": ".contract_minimum_counts_type_0_item",
    "ContractPeriod": ".contract_period",
    "ContractSpan": ".contract_span",
    "ContractTiersHoldFor": ".contract_tiers_hold_for",
    "ContractUse": ".contract_use",
    "Converted": ".converted",
    "ConvertedAmounts": ".converted_amounts",
    "ConvertedAmountsAmounts": ".converted_amounts_amounts",
    "ConvertedBridge": ".converted_bridge",
    "ConvertedEffect": ".converted_effect",
    "ConvertedFiscalYears": ".converted_fiscal_years",
    "ConvertedMonth": ".converted_month",
    "ConvertedYears": ".converted_years",
    "CurvePoint": ".curve_point",
    "Degradation": ".degradation",
    "Deployment": ".deployment",
    "DeploymentAttentionParallelType0": ".deployment_attention_parallel_type_0",
    "DevicePage": ".device_page",
    "DeviceRow": ".device_row",
    "Distribution": ".distribution",
    "Doubt": ".doubt",
    "DoubtName": ".doubt_name",
    "Driver": ".driver",
    "DriverFigure": ".driver_figure",
    "Effect": ".effect",
    "EffectKind": ".effect_kind",
    "Effects": ".effects",
    "Efficiency": ".efficiency",
    "Entry": ".entry",
    "Evidence": ".evidence",
    "ExcludedService": ".excluded_service",
    "ExplanationAnswer": ".explanation_answer",
    "ExplanationAnswerKind": ".explanation_answer_kind",
    "Facility": ".facility",
    "FieldChange": ".field_change",
    "Figure": ".figure",
    "Financing": ".financing",
    "ForecastMonth": ".forecast_month",
    "ForecastMonthBasis": ".forecast_month_basis",
    "FoundDevice": ".found_device",
    "FoundMeasurement": ".found_measurement",
    "FoundModel": ".found_model",
    "FoundPrice": ".found_price",
    "Generation": ".generation",
    "Holding": ".holding",
    "HourlyLineItem": ".hourly_line_item",
    "ImagesAnswer": ".images_answer",
    "Index": ".index",
    "InferenceMeasurementRow": ".inference_measurement_row",
    "InferenceMeasurementRowKind": ".inference_measurement_row_kind",
    "Lease": ".lease",
    "Level": ".level",
    "LineItem": ".line_item",
    "ListChangesChange": ".list_changes_change",
    "ListMeasurementsKind": ".list_measurements_kind",
    "ListingProvenance": ".listing_provenance",
    "Liveness": ".liveness",
    "LivenessStatus": ".liveness_status",
    "Load": ".load",
    "LoadTrafficKindType0": ".load_traffic_kind_type_0",
    "Measured": ".measured",
    "MeasurementPage": ".measurement_page",
    "MediaMeasurement": ".media_measurement",
    "MediaMeasurementWork": ".media_measurement_work",
    "Memory": ".memory",
    "MicroBatchTime": ".micro_batch_time",
    "MixPart": ".mix_part",
    "MixPartBesideItem": ".mix_part_beside_item",
    "MixPartMinimumConfidenceType0": ".mix_part_minimum_confidence_type_0",
    "MixPartOptionType0": ".mix_part_option_type_0",
    "MixPartUpfrontType0": ".mix_part_upfront_type_0",
    "ModelNumbers": ".model_numbers",
    "ModelPage": ".model_page",
    "ModelRow": ".model_row",
    "Month": ".month",
    "MonthLineItemsUsd": ".month_line_items_usd",
    "MonthPercentiles": ".month_percentiles",
    "MonthSpread": ".month_spread",
    "MovedRow": ".moved_row",
    "NamedPlan": ".named_plan",
    "NamedPlanBesideItem": ".named_plan_beside_item",
    "NamedPlanMinimumConfidenceType0": ".named_plan_minimum_confidence_type_0",
    "NamedPlanOptionType0": ".named_plan_option_type_0",
    "NamedPlanOptionsItem": ".named_plan_options_item",
    "NamedPlanPlanType0": ".named_plan_plan_type_0",
    "NamedPlanUpfrontType0": ".named_plan_upfront_type_0",
    "NamedPlanUpfrontsItem": ".named_plan_upfronts_item",
    "Offload": ".offload",
    "OpenDeployment": ".open_deployment",
    "OpenDeploymentAttentionParallelType0": ".open_deployment_attention_parallel_type_0",
    "OptionSchedule": ".option_schedule",
    "Overheads": ".overheads",
    "OwnedRate": ".owned_rate",
    "Ownership": ".ownership",
    "OwnershipDepreciation": ".ownership_depreciation",
    "Pace": ".pace",
    "PaymentTerms": ".payment_terms",
    "Performance": ".performance",
    "PerformanceAttentionParallelType0": ".performance_attention_parallel_type_0",
    "PerformanceBasis": ".performance_basis",
    "PerformanceBoundType0": ".performance_bound_type_0",
    "PerformanceRegimeType0": ".performance_regime_type_0",
    "PhasePool": ".phase_pool",
    "PhasePoolAttentionParallelType0": ".phase_pool_attention_parallel_type_0",
    "PhaseTime": ".phase_time",
    "PlanQuery": ".plan_query",
    "PlanQueryLabelsType0": ".plan_query_labels_type_0",
    "PlanQueryWorkload": ".plan_query_workload",
    "PoolAnswer": ".pool_answer",
    "PoolAnswerAttentionParallelType0": ".pool_answer_attention_parallel_type_0",
    "PoolAnswerBasis": ".pool_answer_basis",
    "PoolAnswerBound": ".pool_answer_bound",
    "Pools": ".pools",
    "PoolsLimit": ".pools_limit",
    "Power": ".power",
    "PrefixCache": ".prefix_cache",
    "Price": ".price",
    "PriceBasis": ".price_basis",
    "PriceListingRow": ".price_listing_row",
    "PricePage": ".price_page",
    "PriceRange": ".price_range",
    "PriceRow": ".price_row",
    "Problem": ".problem",
    "Provenance": ".provenance",
    "Purchase": ".purchase",
    "PurchaseBesideItem": ".purchase_beside_item",
    "PurchaseMinimumConfidenceType0": ".purchase_minimum_confidence_type_0",
    "PurchaseOptionType0": ".purchase_option_type_0",
    "PurchasePlan": ".purchase_plan",
    "PurchasePlanBesideItem": ".purchase_plan_beside_item",
    "PurchasePlanMinimumConfidenceType0": ".purchase_plan_minimum_confidence_type_0",
    "PurchasePlanOptionType0": ".purchase_plan_option_type_0",
    "PurchasePlanOptionsItem": ".purchase_plan_options_item",
    "PurchasePlanPlanType0": ".purchase_plan_plan_type_0",
    "PurchasePlanUpfrontType0": ".purchase_plan_upfront_type_0",
    "PurchasePlanUpfrontsItem": ".purchase_plan_upfronts_item",
    "PurchaseUse": ".purchase_use",
    "PurchaseUsePlan": ".purchase_use_plan",
    "QuoteRunCostsByParametersMethod": ".quote_run_costs_by_parameters_method",
    "QuoteRunCostsByParametersOption": ".quote_run_costs_by_parameters_option",
    "QuoteRunCostsByParametersRecompute": ".quote_run_costs_by_parameters_recompute",
    "QuoteTcoByParametersOption": ".quote_tco_by_parameters_option",
    "QuoteTcoByParametersPlan": ".quote_tco_by_parameters_plan",
    "QuoteTcoByParametersScaling": ".quote_tco_by_parameters_scaling",
    "QuoteTcoByParametersWorkload": ".quote_tco_by_parameters_workload",
    "QuoteUnitCostsByParametersAttentionParallel": ".quote_unit_costs_by_parameters_attention_parallel",
    "QuoteUnitCostsByParametersOption": ".quote_unit_costs_by_parameters_option",
    "QuoteUnitCostsByParametersTrafficKind": ".quote_unit_costs_by_parameters_traffic_kind",
    "QuoteUnitCostsByParametersWorkload": ".quote_unit_costs_by_parameters_workload",
    "Range": ".range_",
    "RankedOption": ".ranked_option",
    "RateFrom": ".rate_from",
    "Readiness": ".readiness",
    "ReadinessStatus": ".readiness_status",
    "ReadyRelease": ".ready_release",
    "ReleasePage": ".release_page",
    "ReleaseRow": ".release_row",
    "ReleaseRowTables": ".release_row_tables",
    "Reliability": ".reliability",
    "ReliabilitySpotPreemptionSource": ".reliability_spot_preemption_source",
    "Replica": ".replica",
    "ReplicaBasis": ".replica_basis",
    "ReplicaPool": ".replica_pool",
    "ReplicaPoolPhase": ".replica_pool_phase",
    "Returns": ".returns",
    "Rollout": ".rollout",
    "RolloutSchedule": ".rollout_schedule",
    "RowChange": ".row_change",
    "RowChangeChange": ".row_change_change",
    "RunCash": ".run_cash",
    "RunCashMonth": ".run_cash_month",
    "RunCashMonthLineItemsUsd": ".run_cash_month_line_items_usd",
    "RunCostAnswer": ".run_cost_answer",
    "RunCostAnswerLabels": ".run_cost_answer_labels",
    "RunCostBase": ".run_cost_base",
    "RunCostBaseAdapterModulesType0": ".run_cost_base_adapter_modules_type_0",
    "RunCostBaseBaseWeightFormatType0": ".run_cost_base_base_weight_format_type_0",
    "RunCostBaseCommitmentsType0": ".run_cost_base_commitments_type_0",
    "RunCostBaseLabelsType0": ".run_cost_base_labels_type_0",
    "RunCostBaseLossType0": ".run_cost_base_loss_type_0",
    "RunCostBaseMethodType0": ".run_cost_base_method_type_0",
    "RunCostBaseOptimizerType0": ".run_cost_base_optimizer_type_0",
    "RunCostBaseRecomputeType0": ".run_cost_base_recompute_type_0",
    "RunCostExplanationQuery": ".run_cost_explanation_query",
    "RunCostExplanationQueryKind": ".run_cost_explanation_query_kind",
    "RunCostQuery": ".run_cost_query",
    "RunCostQueryAdapterModulesType0": ".run_cost_query_adapter_modules_type_0",
    "RunCostQueryBaseWeightFormatType0": ".run_cost_query_base_weight_format_type_0",
    "RunCostQueryCommitmentsType0": ".run_cost_query_commitments_type_0",
    "RunCostQueryLabelsType0": ".run_cost_query_labels_type_0",
    "RunCostQueryLossType0": ".run_cost_query_loss_type_0",
    "RunCostQueryMethod": ".run_cost_query_method",
    "RunCostQueryOptimizerType0": ".run_cost_query_optimizer_type_0",
    "RunCostQueryRecomputeType0": ".run_cost_query_recompute_type_0",
    "RunCostSweepQuery": ".run_cost_sweep_query",
    "RunCostSweepQueryAxes": ".run_cost_sweep_query_axes",
    "RunCostSweepQueryKind": ".run_cost_sweep_query_kind",
    "RunCostSweepQueryScenariosItem": ".run_cost_sweep_query_scenarios_item",
    "RunLayout": ".run_layout",
    "RunLayoutBasis": ".run_layout_basis",
    "RunLayoutRecompute": ".run_layout_recompute",
    "RunOption": ".run_option",
    "RunPart": ".run_part",
    "RunPurchase": ".run_purchase",
    "RunPurchaseBesideItem": ".run_purchase_beside_item",
    "RunPurchaseMinimumConfidenceType0": ".run_purchase_minimum_confidence_type_0",
    "RunPurchaseOptionType0": ".run_purchase_option_type_0",
    "RunPurchaseUpfrontType0": ".run_purchase_upfront_type_0",
    "RunSchedule": ".run_schedule",
    "RunScheduleDeviceCountBasis": ".run_schedule_device_count_basis",
    "RunScheduleMeet": ".run_schedule_meet",
    "Schedule": ".schedule",
    "ScheduleMeet": ".schedule_meet",
    "Sensitivity": ".sensitivity",
    "ServiceBatchTier": ".service_batch_tier",
    "ServiceCandidate": ".service_candidate",
    "ServiceComparisonAnswer": ".service_comparison_answer",
    "ServiceComparisonAnswerExcludedCounts": ".service_comparison_answer_excluded_counts",
    "ServiceComparisonAnswerKind": ".service_comparison_answer_kind",
    "ServiceComparisonAnswerLabels": ".service_comparison_answer_labels",
    "ServiceComparisonAnswerQuestionType0": ".service_comparison_answer_question_type_0",
    "ServiceComparisonQuery": ".service_comparison_query",
    "ServiceComparisonQueryLabelsType0": ".service_comparison_query_labels_type_0",
    "ServiceComparisonQueryObjective": ".service_comparison_query_objective",
    "ServiceComparisonQueryWorkload": ".service_comparison_query_workload",
    "ServiceVary": ".service_vary",
    "ServiceVaryPlansType0": ".service_vary_plans_type_0",
    "ShowbackAnswer": ".showback_answer",
    "ShowbackAnswerLabels": ".showback_answer_labels",
    "ShowbackQuery": ".showback_query",
    "ShowbackQueryBy": ".showback_query_by",
    "ShowbackQueryLabelsType0": ".showback_query_labels_type_0",
    "ShowbackQueryWorkload": ".showback_query_workload",
    "Side": ".side",
    "SideKind": ".side_kind",
    "Slo": ".slo",
    "Speculation": ".speculation",
    "SpeculationGain": ".speculation_gain",
    "SpeculationMethod": ".speculation_method",
    "SpeculationText": ".speculation_text",
    "SpendTier": ".spend_tier",
    "SpotRisk": ".spot_risk",
    "Spread": ".spread",
    "Staff": ".staff",
    "Storage": ".storage",
    "SweepAnswer": ".sweep_answer",
    "SweepAnswerRowsItem": ".sweep_answer_rows_item",
    "TableFacts": ".table_facts",
    "TcoAnswer": ".tco_answer",
    "TcoAnswerLabels": ".tco_answer_labels",
    "TcoBase": ".tco_base",
    "TcoBaseLabelsType0": ".tco_base_labels_type_0",
    "TcoBaseWorkloadType0": ".tco_base_workload_type_0",
    "TcoExplanationQuery": ".tco_explanation_query",
    "TcoExplanationQueryKind": ".tco_explanation_query_kind",
    "TcoQuery": ".tco_query",
    "TcoQueryLabelsType0": ".tco_query_labels_type_0",
    "TcoQueryWorkload": ".tco_query_workload",
    "TcoSweepQuery": ".tco_sweep_query",
    "TcoSweepQueryAxes": ".tco_sweep_query_axes",
    "TcoSweepQueryKind": ".tco_sweep_query_kind",
    "TcoSweepQueryScenariosItem": ".tco_sweep_query_scenarios_item",
    "Team": ".team",
    "TeamCost": ".team_cost",
    "TeamCostLineItemsUsd": ".team_cost_line_items_usd",
    "TeamMonth": ".team_month",
    "TeamMonthLineItemsUsd": ".team_month_line_items_usd",
    "TermOffer": ".term_offer",
    "TermOfferOption": ".term_offer_option",
    "TermOfferUpfront": ".term_offer_upfront",
    "TermPurchase": ".term_purchase",
    "TermPurchaseBesideItem": ".term_purchase_beside_item",
    "TermPurchaseMinimumConfidenceType0": ".term_purchase_minimum_confidence_type_0",
    "TermPurchaseOptionType0": ".term_purchase_option_type_0",
    "TermPurchaseUpfrontType0": ".term_purchase_upfront_type_0",
    "TierCosts": ".tier_costs",
    "TierUse": ".tier_use",
    "TokenPrices": ".token_prices",
    "Totals": ".totals",
    "TotalsLineItemsUsd": ".totals_line_items_usd",
    "Traffic": ".traffic",
    "TrafficGrowth": ".traffic_growth",
    "TrainingDeployment": ".training_deployment",
    "TrainingLayout": ".training_layout",
    "TrainingMeasurementRow": ".training_measurement_row",
    "TrainingMeasurementRowKind": ".training_measurement_row_kind",
    "TrainingMemory": ".training_memory",
    "TrainingMemoryPeak": ".training_memory_peak",
    "TransferAnswer": ".transfer_answer",
    "Unavailable": ".unavailable",
    "Uncertain": ".uncertain",
    "Uncertainty": ".uncertainty",
    "UnitCostAnswer": ".unit_cost_answer",
    "UnitCostAnswerLabels": ".unit_cost_answer_labels",
    "UnitCostBase": ".unit_cost_base",
    "UnitCostBaseLabelsType0": ".unit_cost_base_labels_type_0",
    "UnitCostBaseWorkloadType0": ".unit_cost_base_workload_type_0",
    "UnitCostExplanationQuery": ".unit_cost_explanation_query",
    "UnitCostExplanationQueryKind": ".unit_cost_explanation_query_kind",
    "UnitCostQuery": ".unit_cost_query",
    "UnitCostQueryLabelsType0": ".unit_cost_query_labels_type_0",
    "UnitCostQueryWorkload": ".unit_cost_query_workload",
    "UnitCostSweepQuery": ".unit_cost_sweep_query",
    "UnitCostSweepQueryAxes": ".unit_cost_sweep_query_axes",
    "UnitCostSweepQueryKind": ".unit_cost_sweep_query_kind",
    "UnitCostSweepQueryScenariosItem": ".unit_cost_sweep_query_scenarios_item",
    "UnitCosts": ".unit_costs",
    "UnitPrices": ".unit_prices",
    "VarianceAnswer": ".variance_answer",
    "VarianceAnswerLabels": ".variance_answer_labels",
    "VarianceLine": ".variance_line",
    "VarianceMonth": ".variance_month",
    "VarianceQuery": ".variance_query",
    "Vary": ".vary",
    "VaryOptionsItemType0": ".vary_options_item_type_0",
    "Year": ".year",
    "YearLineItemsUsd": ".year_line_items_usd",
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """A model by its name."""
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_MODULES[name], __name__), name)


__all__ = (
    "Actual",
    "Adapters",
    "AdaptersAnswer",
    "AdaptersModules",
    "Alternative",
    "AlternativeCost",
    "AlternativeCostKind",
    "AlternativeMonth",
    "ApiPriceSource",
    "Asked",
    "AskedAgain",
    "AskedAgainMethod",
    "AskedKind",
    "Assumption",
    "AssumptionPage",
    "AssumptionRow",
    "AtFullUse",
    "BatchTier",
    "BatchTierMonth",
    "Capacity",
    "CapacityScaling",
    "CapacityUse",
    "Case",
    "CaseAt",
    "CaseName",
    "Cash",
    "CashMonth",
    "Cell",
    "Certainty",
    "ChangeCount",
    "ChangePage",
    "CheaperIfShared",
    "Circumstance",
    "Commitment",
    "CommitmentTerms",
    "ComparisonAnswer",
    "ComparisonAnswerCandidatesItem",
    "ComparisonAnswerExcludedCounts",
    "ComparisonAnswerExcludedItem",
    "ComparisonAnswerLabels",
    "ComparisonQuery",
    "ComparisonQueryLabelsType0",
    "ComparisonQueryObjectiveType0",
    "ComparisonQueryPriceBasisType0",
    "ComparisonQueryWorkload",
    "Compute",
    "ComputeMfuBasis",
    "Contract",
    "ContractCoversItem",
    "ContractMinimumCountsType0Item",
    "ContractPeriod",
    "ContractSpan",
    "ContractTiersHoldFor",
    "ContractUse",
    "Converted",
    "ConvertedAmounts",
    "ConvertedAmountsAmounts",
    "ConvertedBridge",
    "ConvertedEffect",
    "ConvertedFiscalYears",
    "ConvertedMonth",
    "ConvertedYears",
    "CurvePoint",
    "Degradation",
    "Deployment",
    "DeploymentAttentionParallelType0",
    "DevicePage",
    "DeviceRow",
    "Distribution",
    "Doubt",
    "DoubtName",
    "Driver",
    "DriverFigure",
    "Effect",
    "EffectKind",
    "Effects",
    "Efficiency",
    "Entry",
    "Evidence",
    "ExcludedService",
    "ExplanationAnswer",
    "ExplanationAnswerKind",
    "Facility",
    "FieldChange",
    "Figure",
    "Financing",
    "ForecastMonth",
    "ForecastMonthBasis",
    "FoundDevice",
    "FoundMeasurement",
    "FoundModel",
    "FoundPrice",
    "Generation",
    "Holding",
    "HourlyLineItem",
    "ImagesAnswer",
    "Index",
    "InferenceMeasurementRow",
    "InferenceMeasurementRowKind",
    "Lease",
    "Level",
    "LineItem",
    "ListChangesChange",
    "ListingProvenance",
    "ListMeasurementsKind",
    "Liveness",
    "LivenessStatus",
    "Load",
    "LoadTrafficKindType0",
    "Measured",
    "MeasurementPage",
    "MediaMeasurement",
    "MediaMeasurementWork",
    "Memory",
    "MicroBatchTime",
    "MixPart",
    "MixPartBesideItem",
    "MixPartMinimumConfidenceType0",
    "MixPartOptionType0",
    "MixPartUpfrontType0",
    "ModelNumbers",
    "ModelPage",
    "ModelRow",
    "Month",
    "MonthLineItemsUsd",
    "MonthPercentiles",
    "MonthSpread",
    "MovedRow",
    "NamedPlan",
    "NamedPlanBesideItem",
    "NamedPlanMinimumConfidenceType0",
    "NamedPlanOptionsItem",
    "NamedPlanOptionType0",
    "NamedPlanPlanType0",
    "NamedPlanUpfrontsItem",
    "NamedPlanUpfrontType0",
    "Offload",
    "OpenDeployment",
    "OpenDeploymentAttentionParallelType0",
    "OptionSchedule",
    "Overheads",
    "OwnedRate",
    "Ownership",
    "OwnershipDepreciation",
    "Pace",
    "PaymentTerms",
    "Performance",
    "PerformanceAttentionParallelType0",
    "PerformanceBasis",
    "PerformanceBoundType0",
    "PerformanceRegimeType0",
    "PhasePool",
    "PhasePoolAttentionParallelType0",
    "PhaseTime",
    "PlanQuery",
    "PlanQueryLabelsType0",
    "PlanQueryWorkload",
    "PoolAnswer",
    "PoolAnswerAttentionParallelType0",
    "PoolAnswerBasis",
    "PoolAnswerBound",
    "Pools",
    "PoolsLimit",
    "Power",
    "PrefixCache",
    "Price",
    "PriceBasis",
    "PriceListingRow",
    "PricePage",
    "PriceRange",
    "PriceRow",
    "Problem",
    "Provenance",
    "Purchase",
    "PurchaseBesideItem",
    "PurchaseMinimumConfidenceType0",
    "PurchaseOptionType0",
    "PurchasePlan",
    "PurchasePlanBesideItem",
    "PurchasePlanMinimumConfidenceType0",
    "PurchasePlanOptionsItem",
    "PurchasePlanOptionType0",
    "PurchasePlanPlanType0",
    "PurchasePlanUpfrontsItem",
    "PurchasePlanUpfrontType0",
    "PurchaseUse",
    "PurchaseUsePlan",
    "QuoteRunCostsByParametersMethod",
    "QuoteRunCostsByParametersOption",
    "QuoteRunCostsByParametersRecompute",
    "QuoteTcoByParametersOption",
    "QuoteTcoByParametersPlan",
    "QuoteTcoByParametersScaling",
    "QuoteTcoByParametersWorkload",
    "QuoteUnitCostsByParametersAttentionParallel",
    "QuoteUnitCostsByParametersOption",
    "QuoteUnitCostsByParametersTrafficKind",
    "QuoteUnitCostsByParametersWorkload",
    "Range",
    "RankedOption",
    "RateFrom",
    "Readiness",
    "ReadinessStatus",
    "ReadyRelease",
    "ReleasePage",
    "ReleaseRow",
    "ReleaseRowTables",
    "Reliability",
    "ReliabilitySpotPreemptionSource",
    "Replica",
    "ReplicaBasis",
    "ReplicaPool",
    "ReplicaPoolPhase",
    "Returns",
    "Rollout",
    "RolloutSchedule",
    "RowChange",
    "RowChangeChange",
    "RunCash",
    "RunCashMonth",
    "RunCashMonthLineItemsUsd",
    "RunCostAnswer",
    "RunCostAnswerLabels",
    "RunCostBase",
    "RunCostBaseAdapterModulesType0",
    "RunCostBaseBaseWeightFormatType0",
    "RunCostBaseCommitmentsType0",
    "RunCostBaseLabelsType0",
    "RunCostBaseLossType0",
    "RunCostBaseMethodType0",
    "RunCostBaseOptimizerType0",
    "RunCostBaseRecomputeType0",
    "RunCostExplanationQuery",
    "RunCostExplanationQueryKind",
    "RunCostQuery",
    "RunCostQueryAdapterModulesType0",
    "RunCostQueryBaseWeightFormatType0",
    "RunCostQueryCommitmentsType0",
    "RunCostQueryLabelsType0",
    "RunCostQueryLossType0",
    "RunCostQueryMethod",
    "RunCostQueryOptimizerType0",
    "RunCostQueryRecomputeType0",
    "RunCostSweepQuery",
    "RunCostSweepQueryAxes",
    "RunCostSweepQueryKind",
    "RunCostSweepQueryScenariosItem",
    "RunLayout",
    "RunLayoutBasis",
    "RunLayoutRecompute",
    "RunOption",
    "RunPart",
    "RunPurchase",
    "RunPurchaseBesideItem",
    "RunPurchaseMinimumConfidenceType0",
    "RunPurchaseOptionType0",
    "RunPurchaseUpfrontType0",
    "RunSchedule",
    "RunScheduleDeviceCountBasis",
    "RunScheduleMeet",
    "Schedule",
    "ScheduleMeet",
    "Sensitivity",
    "ServiceBatchTier",
    "ServiceCandidate",
    "ServiceComparisonAnswer",
    "ServiceComparisonAnswerExcludedCounts",
    "ServiceComparisonAnswerKind",
    "ServiceComparisonAnswerLabels",
    "ServiceComparisonAnswerQuestionType0",
    "ServiceComparisonQuery",
    "ServiceComparisonQueryLabelsType0",
    "ServiceComparisonQueryObjective",
    "ServiceComparisonQueryWorkload",
    "ServiceVary",
    "ServiceVaryPlansType0",
    "ShowbackAnswer",
    "ShowbackAnswerLabels",
    "ShowbackQuery",
    "ShowbackQueryBy",
    "ShowbackQueryLabelsType0",
    "ShowbackQueryWorkload",
    "Side",
    "SideKind",
    "Slo",
    "Speculation",
    "SpeculationGain",
    "SpeculationMethod",
    "SpeculationText",
    "SpendTier",
    "SpotRisk",
    "Spread",
    "Staff",
    "Storage",
    "SweepAnswer",
    "SweepAnswerRowsItem",
    "TableFacts",
    "TcoAnswer",
    "TcoAnswerLabels",
    "TcoBase",
    "TcoBaseLabelsType0",
    "TcoBaseWorkloadType0",
    "TcoExplanationQuery",
    "TcoExplanationQueryKind",
    "TcoQuery",
    "TcoQueryLabelsType0",
    "TcoQueryWorkload",
    "TcoSweepQuery",
    "TcoSweepQueryAxes",
    "TcoSweepQueryKind",
    "TcoSweepQueryScenariosItem",
    "Team",
    "TeamCost",
    "TeamCostLineItemsUsd",
    "TeamMonth",
    "TeamMonthLineItemsUsd",
    "TermOffer",
    "TermOfferOption",
    "TermOfferUpfront",
    "TermPurchase",
    "TermPurchaseBesideItem",
    "TermPurchaseMinimumConfidenceType0",
    "TermPurchaseOptionType0",
    "TermPurchaseUpfrontType0",
    "TierCosts",
    "TierUse",
    "TokenPrices",
    "Totals",
    "TotalsLineItemsUsd",
    "Traffic",
    "TrafficGrowth",
    "TrainingDeployment",
    "TrainingLayout",
    "TrainingMeasurementRow",
    "TrainingMeasurementRowKind",
    "TrainingMemory",
    "TrainingMemoryPeak",
    "TransferAnswer",
    "Unavailable",
    "Uncertain",
    "Uncertainty",
    "UnitCostAnswer",
    "UnitCostAnswerLabels",
    "UnitCostBase",
    "UnitCostBaseLabelsType0",
    "UnitCostBaseWorkloadType0",
    "UnitCostExplanationQuery",
    "UnitCostExplanationQueryKind",
    "UnitCostQuery",
    "UnitCostQueryLabelsType0",
    "UnitCostQueryWorkload",
    "UnitCosts",
    "UnitCostSweepQuery",
    "UnitCostSweepQueryAxes",
    "UnitCostSweepQueryKind",
    "UnitCostSweepQueryScenariosItem",
    "UnitPrices",
    "VarianceAnswer",
    "VarianceAnswerLabels",
    "VarianceLine",
    "VarianceMonth",
    "VarianceQuery",
    "Vary",
    "VaryOptionsItemType0",
    "Year",
    "YearLineItemsUsd",
)
