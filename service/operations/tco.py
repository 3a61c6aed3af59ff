"""The operation that quotes the cost of a service over time, as figures or as a chart."""

from pricing.catalog.library import Library
from pricing.fleet.query import Capacity, PurchasePlan, Traffic
from pricing.focus.quote import service_forecast
from pricing.purchasing.query import TermPurchase
from pricing.showback.answer import ShowbackAnswer
from pricing.showback.query import ShowbackQuery, Team
from pricing.showback.quote import showback
from pricing.tco.answer import TcoAnswer
from pricing.tco.by_parameters.query import TcoParameters
from pricing.tco.query import Alternative, Overheads, TcoQuery
from pricing.tco.quote import tco
from pricing.variances.answer import VarianceAnswer
from pricing.variances.query import Actual, PlanQuery, VarianceQuery
from pricing.variances.quote import variances
from service.formats.long_form import long_months
from service.formats.media import FOCUS, LONG
from service.formats.pictures.views import SERVICE_PICTURES
from service.operations.examples import LOAD, MODEL, SERVED, first_day, pinned
from service.operations.operation import Operation
from service.operations.parameters import by_parameters


def _tco_query(library: Library) -> TcoQuery:
    """A service over three months, every part of the question given."""
    return TcoQuery(
        model=MODEL,
        deployment=SERVED,
        load=LOAD,
        traffic=Traffic(
            requests_per_day=4e6,
            growth_per_month_fraction=0.05,
            peak_to_average_ratio=1.7,
            weekend_ratio=0.7,
        ),
        horizon_months=3,
        start=first_day(library),
        capacity=Capacity(
            target_utilization_fraction=0.7,
            redundant_replicas=1,
            scaling="autoscaled",
            startup_seconds=300,
        ),
        purchase=PurchasePlan(
            base=TermPurchase(option="reserved_1y", provider="aws", region="us-east-1"),
            base_replicas=3,
        ),
        price_change_per_year_fraction=-0.1,
        discount_rate_fraction=0.08,
        training_usd=100_000,
        overheads=Overheads(
            staff_usd_per_month=15_000,
            egress_bytes_per_request=50_000,
            egress_usd_per_gigabyte=0.09,
            storage_usd_per_gigabyte_month=0.023,
        ),
        alternative=Alternative(
            name="an API", usd_per_million_input_tokens=0.5, usd_per_million_output_tokens=0.8
        ),
        **pinned(library),
    )


def _showback_query(library: Library) -> ShowbackQuery:
    """The service of the other example, shared by two teams."""
    service = _tco_query(library)
    fields = {name: getattr(service, name) for name in TcoQuery.__struct_fields__}
    teams = (
        Team(name="search", requests_per_day=3e6),
        Team(name="support", requests_per_day=1e6, input_tokens=4096, output_tokens=512),
    )
    return ShowbackQuery(**{**fields, "alternative": None}, teams=teams, by="tokens")


def _tco_parameters(library: Library) -> TcoParameters:
    return TcoParameters(
        model=MODEL,
        device="h100-sxm-80gb",
        device_count=8,
        precision="fp8",
        input_tokens=1024,
        output_tokens=256,
        requests_per_day=4e6,
        growth_per_month_fraction=0.05,
        horizon_months=3,
        start=first_day(library),
        provider="aws",
        region="us-east-1",
        **pinned(library),
    )


_QUOTED = Operation(
    id="quoteTco",
    method="POST",
    path="/v1/inference/tco",
    tag="inference",
    summary="Cost of a service, month by month",
    description="Replicas follow the load hour by hour. The answer has their cost in every"
    " month under a purchase plan, in line items that add up; waiting times; totals, net"
    " present cost, years and fiscal years; the cost of the same requests at an API or on"
    " other deployments, with break-even month, load and curve; and percentiles. With"
    " `Accept: image/svg+xml` or `image/png`, the months are drawn as a chart. The"
    " profiles `years`, `cash`, `plans` and `drivers` (`image/png; profile=cash`) draw fiscal"
    " years, payments, a bar for each alternative, and what moves the total.",
    asks=TcoQuery,
    answers=TcoAnswer,
    answer=tco,
    example=_tco_query,
    is_heavy=True,
    pictures=SERVICE_PICTURES,
    rows={
        FOCUS: service_forecast,
        LONG: lambda query, library: long_months(tco(query, library)),
    },
)


OPERATIONS = (
    _QUOTED,
    by_parameters(
        _QUOTED, TcoParameters, _tco_parameters, summary="Cost of a service by parameters"
    ),
    Operation(
        id="shareTco",
        method="POST",
        path="/v1/inference/showbacks",
        tag="inference",
        summary="Cost of a service by team",
        description="The question of a service over time, with `teams` that use it. Each item of"
        " each month is shared out by their tokens, their requests or the time of the devices, so"
        " that the shares add up to the last digit. In a table: a row a month and team.",
        asks=ShowbackQuery,
        answers=ShowbackAnswer,
        answer=showback,
        example=_showback_query,
        is_heavy=True,
    ),
)


def _variance_query(library: Library) -> VarianceQuery:
    """A plan of three months, the first of which was billed."""
    start = first_day(library)
    plan = PlanQuery(
        model=MODEL,
        deployment=SERVED,
        load=LOAD,
        traffic=Traffic(requests_per_day=4e6),
        horizon_months=3,
        start=start,
        purchase=PurchasePlan(option="on_demand", provider="aws", region="us-east-1"),
        **pinned(library),
    )
    return VarianceQuery(
        plan=plan,
        actuals=(
            Actual(month=start[:7], hours=3720.0, usd_per_hour=55.04, instance_type="p5.48xlarge"),
            Actual(month=start[:7], line="network_egress", usd=610.0),
            Actual(month=start[:7], line="storage", usd=1.5),
            Actual(month=start[:7], requests=1.3e8, input_tokens=1.33e11, output_tokens=3.4e10),
        ),
    )


VARIANCES = (
    Operation(
        id="quoteVariances",
        method="POST",
        path="/v1/inference/variances",
        tag="inference",
        summary="What was billed and served, beside the plan",
        description="Takes the question of a service over time as the `plan`, and what was billed"
        " and served by month: as `actuals`, or as `csv` with the same columns or as an export in"
        " FOCUS. The variance of each month is split into volume, efficiency, mix, price and other"
        " items, which add up to the last digit. The answer has the prices of the tokens that were"
        " served, the utilisation that the bill implies, and the forecast with actuals in the place"
        " of the past. Without a plan it has the unit prices of the bill.",
        asks=VarianceQuery,
        answers=VarianceAnswer,
        answer=variances,
        example=_variance_query,
        is_heavy=True,
    ),
)
