"""Questions: what of a query decides an estimate of tokens, and their default objectives."""

from math import inf

from msgspec import Struct

from pricing.catalog.rows import Device, Model
from pricing.purchasing.charges import Charges
from pricing.quote.context import QuoteContext
from pricing.quote.query import ModelNumbers
from pricing.serving.layout import Demand
from pricing.serving.objectives import (
    NO_DEFAULTS,
    TPOT_DEFAULT,
    TTFT_DEFAULT,
    TTFT_LONG_DEFAULT,
    DefaultLimits,
    default_limits,
)
from pricing.serving.passes.phases import Phase
from pricing.serving.passes.reading import writes_nothing
from pricing.unit_costs.query import Deployment, Load, Measured, Slo, UnitCostQuery, WorkloadKind


class Question(Struct, frozen=True, gc=False):
    """What decides an estimate of tokens, and nothing else: neither place nor day.

    charges: of the counts of devices, where the count is left open and they differ; phase: what of
    requests the devices run, None for all.
    """

    device: Device
    model: str | ModelNumbers | None
    deployment: Deployment
    load: Load
    slo: Slo
    measured: Measured
    workload: WorkloadKind
    charges: Charges | None = None
    phase: Phase | None = None


def question_of(device: Device, query: UnitCostQuery, charges: Charges | None = None) -> Question:
    """What of a query decides its estimate."""
    return Question(
        device=device,
        model=query.model,
        deployment=query.deployment,
        load=query.load,
        slo=query.slo,
        measured=query.measured,
        workload=query.workload,
        charges=charges,
    )


def default_limits_of(
    context: QuoteContext, question: Question, model: Model, demand: Demand
) -> DefaultLimits:
    """The default objectives of a question, of which the answer lists those that hold."""
    if question.workload != "interactive":
        return NO_DEFAULTS
    found, slo = default_limits(context.catalog, model.architecture), question.slo
    if slo.ttft_seconds is None:
        context.assume(TTFT_DEFAULT)
        context.assume(TTFT_LONG_DEFAULT)
    writes = found.tpot_seconds < inf and not writes_nothing(demand.output_tokens)
    if slo.tpot_seconds is None and writes:
        context.assume(TPOT_DEFAULT)
    return found
