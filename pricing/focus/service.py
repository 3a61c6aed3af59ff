"""The charges of a service over time."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from pricing.fleet.bill import in_units
from pricing.fleet.periods import Horizon
from pricing.fleet.service import Stage
from pricing.focus.charge import Charge, Resource
from pricing.focus.contracts import contracted, shortfalls
from pricing.focus.other_charges import other_charges
from pricing.focus.owned_replicas import PAID, owned_charges
from pricing.focus.period import BilledMonths, period_of
from pricing.focus.rented_replicas import rented_charges
from pricing.purchasing.contracts.settlement import DISCOUNT, SHORTFALL
from pricing.tco.alternative_costs import Baseline
from pricing.units import UNITS_PER_USD


def service_charges(horizon: Horizon, baseline: Baseline) -> list[Charge]:
    """The charges of a deployment, month by month.

    Their effective costs add up to the items of every month, their billed costs to what is paid.
    """
    spans, projection = horizon.market.spans, baseline.projection
    periods = [period_of(span) for span in spans]
    amounts = in_units(projection.items)
    units = {name: amounts[at].tolist() for at, name in enumerate(projection.items)}
    months = BilledMonths(projection.months, units, periods)
    charges: list[Charge] = []
    for stage, holdings in zip(projection.service.stages, projection.holdings, strict=True):
        rows = slice(stage.first, stage.last)
        resource = _replicas(stage, spans[stage.first].label)
        charges += rented_charges(stage, holdings, months.part(rows), resource)
        charges += owned_charges(stage, holdings, months.part(rows), resource)
    first = projection.service.stages[0].sourcing.first  # who sends and stores
    charges += other_charges(
        months,
        first.bought.provider if first else None,
        round(baseline.training_usd * UNITS_PER_USD),
    )
    days = [period.first_day for period in periods]
    charges = contracted(charges, projection.contracts, units[DISCOUNT], days)
    charges += shortfalls(projection.contracts, units[SHORTFALL], periods)
    charges.sort(key=lambda charge: charge.first_day)
    return list(_settled(charges, days, baseline.accounts.paid.tolist()))


def _replicas(stage: Stage, month: str) -> Resource:
    """The replicas of a stage."""
    tokens = stage.fleet.estimate.tokens
    model = tokens.model.name if tokens else "requests"
    count = stage.fleet.device_count
    return Resource(f"{model}/{count}x{stage.fleet.device_name}/{month}", "Replicas")


def _settled(
    charges: Sequence[Charge], first_days: Sequence[int], paid: Sequence[int]
) -> Iterator[Charge]:
    """The charges, with the roundings of each month in what one of them is billed."""
    left = dict(zip(first_days, paid, strict=True))
    taker: dict[int, int] = {}
    for at, charge in enumerate(charges):
        day = charge.first_day
        left[day] -= charge.billed
        if day not in taker or _takes(charges[taker[day]]) < _takes(charge):
            taker[day] = at
    for at, charge in enumerate(charges):
        more = left[charge.first_day] if taker[charge.first_day] == at else 0
        yield replace(charge, billed=charge.billed + more) if more else charge


def _takes(charge: Charge) -> tuple[bool, bool, bool, int]:
    """How well a charge takes up roundings: they come from what is paid when it is bought.

    A commitment is billed what its use costs in all, so that others take them where there are any.
    """
    is_free = charge.covered is None and charge.billed != 0
    is_once = charge.frequency == "One-Time"
    return is_free, is_once, charge.item in PAID, abs(charge.billed)
