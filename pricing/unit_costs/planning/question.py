"""Questions: what of a query decides an estimate of tokens."""

from msgspec import Struct

from pricing.catalog.rows import Device
from pricing.purchasing.charges import Charges
from pricing.quote.query import ModelNumbers
from pricing.serving.passes.phases import Phase
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
