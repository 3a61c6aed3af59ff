"""The query that sets what was billed and served beside a plan."""

from typing import Annotated

from msgspec import Meta

from pricing.quote.messages import MONTH, PLAIN, said
from pricing.quote.query import DayText, Frozen, ReleaseName
from pricing.tco.query import TcoQuery

Count = Annotated[float, Meta(ge=0, le=1e18)]


class Actual(Frozen, frozen=True, kw_only=True):
    """What was billed in a month, or served, or both.

    The amount is `usd`, or `hours` at `usd_per_hour`.
    """

    month: Annotated[
        Annotated[str, Meta(pattern=MONTH)] | None,
        said("The month. Needed beside a plan.", examples=["2026-08"]),
    ] = None
    line: Annotated[
        Annotated[str, Meta(min_length=1, max_length=100, pattern=PLAIN)] | None,
        said(
            "What was billed: a way of buying for hours (on_demand, reserved_1y, …),"
            " or another item of the plan (energy, network_egress, …). Default: on_demand for"
            " hours, else other."
        ),
    ] = None
    usd: Annotated[Annotated[float, Meta(ge=-1e12, le=1e12)] | None, said("Amount [USD].")] = None
    hours: Annotated[
        Annotated[float, Meta(ge=-1e18, le=1e18)] | None,
        said(
            "Hours of instances that were billed [hours]. Those of a correction are below 0, and"
            " the hours of a line of a month are not."
        ),
    ] = None
    usd_per_hour: (
        Annotated[float, said("Price of one of these hours [USD per hour].", ge=0, le=1e7)] | None
    ) = None
    instance_type: Annotated[
        Annotated[str, Meta(min_length=1, max_length=200)] | None,
        said("The provider's name of the instance type.", examples=["p5.48xlarge"]),
    ] = None
    device_count: Annotated[
        Annotated[float, Meta(gt=0, le=1e6)] | None,
        said("Devices of an instance [count]. Default: that of its type."),
    ] = None
    requests: Annotated[Count | None, said("Requests served [count].")] = None
    input_tokens: Annotated[Count | None, said("Input tokens served [count].")] = None
    output_tokens: Annotated[Count | None, said("Output tokens served [count].")] = None


class PlanQuery(TcoQuery, frozen=True, kw_only=True):
    """The question of a service over time that is the plan."""


class VarianceQuery(Frozen, frozen=True, kw_only=True):
    """What was billed and served, and the plan that it stands beside."""

    plan: Annotated[
        PlanQuery | None, said("The question of the plan. Without it, the answer has unit prices.")
    ] = None
    actuals: Annotated[
        tuple[Actual, ...], said("What was billed and served.", max_length=10_000)
    ] = ()
    csv: Annotated[
        Annotated[str, Meta(min_length=1, max_length=10_000_000)] | None,
        said(
            "The same as CSV: with the names of fields as columns, or an export in"
            " FOCUS, whose effective costs are read."
        ),
    ] = None
    catalog: ReleaseName | None = None
    as_of: DayText | None = None
