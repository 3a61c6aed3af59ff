"""The months of a plan as lines: device-hours by way of buying, and other items."""

from collections.abc import Mapping
from datetime import date

from msgspec import Struct

from pricing.catalog.library import Library
from pricing.focus.service import service_charges
from pricing.showback.weights import token_weights
from pricing.tco.answer import Month, TcoAnswer
from pricing.tco.deployments.single_deployment import alone
from pricing.tco.query import TcoQuery
from pricing.tco.quote import answer_of
from pricing.units import SECONDS_PER_HOUR
from pricing.variances.effects import Costs, Line

KINDS = {"saving": "savings_plan", "reserv": "reserved", "commit": "reserved"}
"""What types of commitments are called in bills, and what ways of buying begin with."""


class Plan(Struct, frozen=True):
    """A plan by month; tokens_per_request: 0 where nothing is known; weights: of the tokens."""

    answer: TcoAnswer
    months: Mapping[str, Costs]
    tokens_per_request: float
    weights: tuple[float, float] | None

    @property
    def options(self) -> frozenset[str]:
        """The lines that have device-hours."""
        return frozenset(name for costs in self.months.values() for name in costs.hours)

    def line_of(self, name: str) -> str:
        """The line of a way of buying: of a kind of commitment, the only one of the plan.

        Bills name the kind alone: Reserved Instance, Compute Savings Plan.
        """
        if name in self.options:
            return name
        kind = next((kind for word, kind in KINDS.items() if word in name.casefold()), None)
        own = [one for one in self.options if kind and one.startswith(kind)]
        return own[0] if len(own) == 1 else name

    @property
    def by_month(self) -> Mapping[str, Month]:
        """The months of the answer."""
        return {month.month: month for month in self.answer.months}

    def requests_per_device_hour(self, month: str) -> float:
        """What a device-hour serves at full use."""
        replica = [one for one in self.answer.replicas if one.from_month <= month][-1]
        return replica.requests_per_second * SECONDS_PER_HOUR / replica.device_count


def plan_of(query: TcoQuery, library: Library) -> Plan:
    """The plan that a question asks for, without its alternatives. Raises a Refusal."""
    bare = query.plain
    catalog = library.get(query.catalog)
    answer = answer_of(bare, catalog, is_drawn=False)
    horizon, baseline = alone(bare, catalog)
    tokens = baseline.projection.service.tokens
    per_request = 0.0
    if tokens is not None:
        per_request = float(tokens.demand.input_tokens + tokens.demand.output_tokens)
    lines: dict[str, dict[str, Line]] = {month.month: {} for month in answer.months}
    for charge in service_charges(horizon, baseline):
        if charge.category != "Purchase":
            of_month = lines[f"{date.fromordinal(charge.first_day):%Y-%m}"]
            name = charge.option or charge.item
            hours = None if charge.option is None else charge.device_hours
            Line(charge.effective, hours).added_to(of_month, name)
    return Plan(
        answer,
        {month: Costs(of_month) for month, of_month in lines.items()},
        per_request,
        token_weights(bare, library) if tokens is not None else None,
    )
