"""The operation that sets what was billed and served beside a plan."""

from pricing.catalog.library import Library
from pricing.fleet.query import PurchasePlan, Traffic
from pricing.unit_costs.query import Deployment, Load
from pricing.variances.answer import VarianceAnswer
from pricing.variances.query import Actual, PlanQuery, VarianceQuery
from service.operations.examples import first_day, pinned
from service.operations.operation import Operation


def _query(library: Library) -> VarianceQuery:
    """A plan of three months, the first of which was billed."""
    start = first_day(library)
    plan = PlanQuery(
        model="llama-3.1-70b",
        deployment=Deployment(device="h100-sxm-80gb", device_count=8, precision="fp8"),
        load=Load(input_tokens=1024, output_tokens=256),
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


def _variances(query: VarianceQuery, library: Library) -> VarianceAnswer:
    from pricing.variances.quote import variances  # noqa: PLC0415 - numpy: start-up does without

    return variances(query, library)


OPERATIONS = (
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
        answer=_variances,
        example=_query,
        is_heavy=True,
    ),
)
