"""What serving costs over time: the shape of the answer."""

from typing import Annotated, Literal

from msgspec import Meta

from pricing.catalog.rows import Assumption
from pricing.quote.answer import Answer, Provenance
from pricing.tco.answer_capacity import CapacityUse, PurchaseUse, Replica

ITEMS = (
    "compute_base",
    "compute_burst",
    "redundancy",
    "startup",
    "spot_cover",
    "commitment_unused",
    "depreciation",
    "write_off",
    "hosting",
    "operations",
    "energy",
    "network_egress",
    "storage",
    "staff",
    "training",
)
"""Every item that a month's bill may have; an answer has those that cost anything."""

LineItemsUsd = Annotated[
    dict[str, float],
    Meta(description="What each item costs [USD]; together they are exactly `usd_total`."),
]


class Sums(Answer, frozen=True, kw_only=True):
    """What a span of time costs. Null where nothing is served or nothing is made of tokens."""

    requests: Annotated[float, Meta(description="Requests served [count].")]
    device_hours: Annotated[float, Meta(description="Paid for, or owned [device-hours].")]
    utilization_fraction: Annotated[
        float, Meta(description="Requests over what the running replicas could serve [fraction].")
    ]
    line_items_usd: LineItemsUsd
    usd_total: Annotated[float, Meta(description="The sum of the items [USD].")]
    usd_paid: Annotated[
        float,
        Meta(
            description="Paid out in this time [USD]: owned devices when they are bought, less"
            " what they are worth in the end; over the horizon the same as usd_total."
        ),
    ]
    usd_discounted: Annotated[
        float,
        Meta(
            description="usd_paid at its value when the first month begins: the net present cost."
            " A month is paid when it begins; what devices are worth when they are retired, or"
            " at the end, comes back when the last month with them is over [USD]."
        ),
    ]
    usd_per_million_tokens: (
        Annotated[float, Meta(description="USD per million tokens, input and output alike.")] | None
    )
    usd_per_request: Annotated[float, Meta(description="USD per request.")] | None
    energy_kilowatt_hours: Annotated[
        float, Meta(description="Drawn at the meter, charged or not [kilowatt-hours].")
    ]
    kilograms_co2e: Annotated[float, Meta(description="Of that energy [kilograms CO₂e].")]


class Month(Sums, frozen=True, kw_only=True):
    """What a month costs."""

    month: Annotated[str, Meta(description="The month that it begins in, YYYY-MM.")]
    replicas: Annotated[int, Meta(description="At most running, redundant ones included [count].")]
    base_replicas: Annotated[int, Meta(description="Committed or owned [count].")]
    wait_p50_seconds: Annotated[float, Meta(description="Median wait in the worst hour [seconds].")]
    wait_p99_seconds: Annotated[
        float, Meta(description="99th percentile of the wait in the worst hour [seconds].")
    ]
    usd_cumulative: Annotated[float, Meta(description="usd_total up to here [USD].")]


class Totals(Sums, frozen=True, kw_only=True):
    """What the whole horizon costs."""

    usd_cumulative: Annotated[float, Meta(description="The same as usd_total [USD].")]


class Year(Sums, frozen=True, kw_only=True):
    """What the months of the horizon that begin in one year cost."""

    year: Annotated[
        int, Meta(description="Calendar year; of fiscal years, the one they end in [year].")
    ]
    months: Annotated[int, Meta(description="Months of the horizon in it [months].")]


class TokenPrices(Answer, frozen=True, kw_only=True):
    """What an API charges for a request of these lengths."""

    usd_per_million_input_tokens: Annotated[float, Meta(description="USD per million tokens.")]
    usd_per_million_cached_input_tokens: Annotated[
        float, Meta(description="USD per million cached tokens.")
    ]
    usd_per_million_output_tokens: Annotated[float, Meta(description="USD per million tokens.")]
    usd_per_request: Annotated[float, Meta(description="USD per request of the mean lengths.")]
    source: Annotated[str, Meta(description="Where the prices come from.")]


class CurvePoint(Answer, frozen=True, kw_only=True):
    """What a month costs at another load, at the prices of the first month.

    The mean of the horizon, did the load stay as it is: bought as the plan would buy for it, terms
    that outlast the horizon paid to their end.
    """

    requests_per_day: Annotated[float, Meta(description="Requests per day [count per day].")]
    usd_per_month: Annotated[float, Meta(description="The deployment [USD per month].")]
    alternative_usd_per_month: Annotated[
        float, Meta(description="The alternative [USD per month].")
    ]


class AlternativeMonth(Answer, frozen=True, kw_only=True):
    """What the alternative costs in a month."""

    month: Annotated[str, Meta(description="The month, YYYY-MM.")]
    usd_total: Annotated[float, Meta(description="USD.")]
    usd_cumulative: Annotated[float, Meta(description="Up to here [USD].")]


class AlternativeCost(Answer, frozen=True, kw_only=True):
    """An alternative beside the deployment."""

    name: Annotated[str, Meta(description="As in the question.")]
    kind: Annotated[
        Literal["api", "deployment"],
        Meta(description="api: priced per token; deployment: run by oneself."),
    ]
    prices: Annotated[TokenPrices, Meta(description="Of an API.")] | None
    replica: Annotated[Replica, Meta(description="Of another deployment.")] | None
    peak_replicas: (
        Annotated[int, Meta(description="Of another deployment, at most [count].")] | None
    )
    months: tuple[AlternativeMonth, ...]
    usd_total: Annotated[float, Meta(description="Over the horizon [USD].")]
    usd_discounted: Annotated[float, Meta(description="Its net present cost [USD].")]
    usd_per_million_tokens: (
        Annotated[float, Meta(description="USD per million tokens, input and output alike.")] | None
    )
    saving_usd: Annotated[
        float, Meta(description="Its total less the deployment's; below zero it is cheaper [USD].")
    ]
    break_even_month: (
        Annotated[
            str,
            Meta(
                description="From this month on the deployment has cost no more in all; null:"
                " not within the horizon."
            ),
        ]
        | None
    )
    break_even_requests_per_day: (
        Annotated[
            float,
            Meta(
                description="From this load on the deployment costs no more a month, at the"
                " first month's prices [requests per day]; null: nowhere on the curve."
            ),
        ]
        | None
    )
    curve: tuple[CurvePoint, ...]


class Spread(Answer, frozen=True, kw_only=True):
    """Percentiles over the draws."""

    p10: Annotated[float, Meta(description="10th percentile [USD].")]
    p50: Annotated[float, Meta(description="Median [USD].")]
    p90: Annotated[float, Meta(description="90th percentile [USD].")]


class MonthSpread(Spread, frozen=True, kw_only=True):
    """Percentiles of what a month costs."""

    month: Annotated[str, Meta(description="The month, YYYY-MM.")]


class Uncertain(Answer, frozen=True, kw_only=True):
    """How sure the costs are: the plan as made, under drawn loads, throughputs and prices."""

    draws: Annotated[int, Meta(description="Courses drawn [count].")]
    seed: Annotated[int, Meta(description="That they were drawn with [count].")]
    months: tuple[MonthSpread, ...]
    usd_total: Spread


class Converted(Answer, frozen=True, kw_only=True):
    """Totals and years in another currency."""

    currency: Annotated[str, Meta(description="The currency, as three capitals.")]
    usd_per_currency_unit: Annotated[float, Meta(description="USD for one unit, as given.")]
    total: Annotated[float, Meta(description="usd_total in that currency [its unit].")]
    discounted: Annotated[float, Meta(description="usd_discounted in that currency [its unit].")]
    years: Annotated[
        dict[str, float], Meta(description="Calendar years in that currency [its unit].")
    ]
    fiscal_years: Annotated[
        dict[str, float], Meta(description="Fiscal years in that currency [its unit].")
    ]


class TcoAnswer(Answer, frozen=True, kw_only=True):
    """What a service costs over time."""

    model: Annotated[str, Meta(description="Name of the model in the catalogue.")] | None
    device: Annotated[str, Meta(description="Name of the first device in the catalogue.")]
    replicas: Annotated[
        tuple[Replica, ...], Meta(description="One replica of every generation, in order.")
    ]
    capacity: CapacityUse
    purchase: PurchaseUse
    months: tuple[Month, ...]
    totals: Totals
    years: tuple[Year, ...]
    fiscal_years: tuple[Year, ...]
    alternatives: tuple[AlternativeCost, ...]
    break_even_month: Annotated[str, Meta(description="Of the first alternative.")] | None
    break_even_requests_per_day: (
        Annotated[float, Meta(description="Of the first alternative [requests per day].")] | None
    )
    inference_share_fraction: Annotated[
        float,
        Meta(description="Share of the total that is not training [fraction]."),
    ]
    uncertainty: Uncertain | None
    converted: Converted | None
    assumptions: tuple[Assumption, ...]
    warnings: Annotated[
        tuple[str, ...], Meta(description="What a reader should know before using the figures.")
    ]
    provenance: Provenance
