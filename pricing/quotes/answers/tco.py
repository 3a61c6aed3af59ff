"""What serving costs over time: the shape of the answer."""

from typing import Annotated, Literal

from msgspec import Meta

from pricing.catalog.rows import Assumption
from pricing.quotes.answers.parts import Answer, Price, Provenance

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


class Replica(Answer, frozen=True, kw_only=True):
    """One replica, at full use within the SLO."""

    model: Annotated[str, Meta(description="Name of the model in the catalogue.")] | None
    device: Annotated[str, Meta(description="Name of the device in the catalogue.")]
    device_count: Annotated[int, Meta(description="Devices of a replica [count].")]
    precision: Annotated[str, Meta(description="Number format used.")] | None
    from_month: Annotated[str, Meta(description="First month that it serves in.")]
    requests_per_second: Annotated[float, Meta(description="Requests per second.")]
    requests_per_second_low: Annotated[
        float, Meta(description="Low end of the 80% interval [requests per second].")
    ]
    requests_per_second_high: Annotated[
        float, Meta(description="High end of the 80% interval [requests per second].")
    ]
    cached_speedup_ratio: Annotated[
        float, Meta(description="What the prefix cache adds to the throughput [ratio].")
    ]
    basis: Annotated[
        Literal["given", "measured", "modelled"],
        Meta(description="Where the throughput comes from, as of unit costs."),
    ]
    concurrency: Annotated[
        float, Meta(description="Requests that run at once; further ones wait [count].")
    ]
    service_seconds: Annotated[float, Meta(description="That a request runs [seconds].")]
    ttft_seconds: (
        Annotated[float, Meta(description="Time to first token, waiting apart [seconds].")] | None
    )
    tpot_seconds: Annotated[float, Meta(description="Time per output token [seconds].")] | None
    usd_per_device_hour: Annotated[
        float, Meta(description="By the hour, or committed, in its first month [USD].")
    ]


class CapacityUse(Answer, frozen=True, kw_only=True):
    """How the replicas follow the load."""

    scaling: str
    target_utilization_fraction: Annotated[float, Meta(description="As planned [fraction].")]
    utilization_fraction: Annotated[
        float,
        Meta(description="As it results: requests over what the running replicas could serve."),
    ]
    peak_replicas: Annotated[int, Meta(description="At most, redundant ones included [count].")]
    redundant_replicas: Annotated[int, Meta(description="Of those, redundant [count].")]
    wait_p50_seconds: Annotated[
        float, Meta(description="Half of the requests of the worst hour wait no longer [seconds].")
    ]
    wait_p99_seconds: Annotated[
        float, Meta(description="99% of the requests of the worst hour wait no longer [seconds].")
    ]
    wait_mean_seconds: Annotated[
        float, Meta(description="Mean wait of all requests for a place, M/M/c [seconds].")
    ]
    cold_start_fraction: Annotated[
        float, Meta(description="Share of the requests that wait for a cold start [fraction].")
    ]


class Commitment(Answer, frozen=True, kw_only=True):
    """One term of committed capacity."""

    option: str
    from_month: Annotated[str, Meta(description="Its first month.")]
    months: Annotated[int, Meta(description="Length of the term [months].")]
    replicas: Annotated[int, Meta(description="Replicas committed [count].")]
    usd_per_device_hour: Annotated[
        float, Meta(description="Price of the day it begins [USD per device-hour].")
    ]
    usd: Annotated[float, Meta(description="Paid for the whole term [USD].")]
    usd_beyond_horizon: Annotated[
        float, Meta(description="Of that, for months after the horizon or the device [USD].")
    ]
    utilization_fraction: Annotated[
        float, Meta(description="Share of its hours within the horizon that are used [fraction].")
    ]
    break_even_utilization_fraction: (
        Annotated[
            float,
            Meta(
                description="Share of its hours from which it costs less than by the hour"
                " [fraction]; above 1, never."
            ),
        ]
        | None
    )


class Holding(Answer, frozen=True, kw_only=True):
    """Devices bought together."""

    device: str
    from_month: Annotated[str, Meta(description="Month in which they are bought.")]
    to_month: (
        Annotated[
            str, Meta(description="Month in which they are retired; null: in use at the end.")
        ]
        | None
    )
    device_count: Annotated[int, Meta(description="Devices [count].")]
    usd: Annotated[float, Meta(description="Paid for them [USD].")]
    book_usd: Annotated[
        float, Meta(description="Worth when retired, or at the end of the horizon [USD].")
    ]


class SpotRisk(Answer, frozen=True, kw_only=True):
    """What preemptions do to requests served on spot capacity."""

    preemptions_per_instance_hour: Annotated[
        float, Meta(description="Of one replica [count per hour].")
    ]
    spot_share_fraction: Annotated[
        float, Meta(description="Share of the requests served on spot capacity [fraction].")
    ]
    at_risk_fraction: Annotated[
        float,
        Meta(
            description="Share of all requests that a preemption would interrupt or leave without"
            " their replica, were there no cover [fraction]."
        ),
    ]
    cover_replicas: Annotated[
        int, Meta(description="Further spot replicas, charged as spot_cover [count].")
    ]
    covered_fraction: Annotated[
        float,
        Meta(
            description="Share of the time in which the cover makes up for all that is missing"
            " [fraction]; several are lost at a time, as published."
        ),
    ]


class PurchaseUse(Answer, frozen=True, kw_only=True):
    """How the capacity is bought, and what that saves."""

    plan: Annotated[
        Literal["single", "base_and_burst", "optimal"],
        Meta(description="single: one option for everything."),
    ]
    base: Annotated[Price, Meta(description="Price of the first committed term.")] | None
    burst: Annotated[Price, Meta(description="Price by the hour, in the first month.")] | None
    commitments: tuple[Commitment, ...]
    holdings: tuple[Holding, ...]
    all_on_demand_usd: (
        Annotated[float, Meta(description="The total, had all been bought on demand [USD].")] | None
    )
    saving_usd: Annotated[float, Meta(description="That less the total [USD].")] | None
    saving_fraction: Annotated[float, Meta(description="The saving over it [fraction].")] | None
    break_even_utilization_fraction: (
        Annotated[
            float,
            Meta(description="Of the first commitment: see commitments [fraction]."),
        ]
        | None
    )
    spot: SpotRisk | None


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
    source: str


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

    month: str
    usd_total: Annotated[float, Meta(description="USD.")]
    usd_cumulative: Annotated[float, Meta(description="Up to here [USD].")]


class AlternativeCost(Answer, frozen=True, kw_only=True):
    """An alternative beside the deployment."""

    name: str
    kind: Literal["api", "deployment"]
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

    month: str


class Uncertain(Answer, frozen=True, kw_only=True):
    """How sure the costs are: the plan as made, under drawn loads, throughputs and prices."""

    draws: Annotated[int, Meta(description="Courses drawn [count].")]
    seed: Annotated[int, Meta(description="That they were drawn with [count].")]
    months: tuple[MonthSpread, ...]
    usd_total: Spread


class Converted(Answer, frozen=True, kw_only=True):
    """Totals and years in another currency."""

    currency: str
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
    warnings: tuple[str, ...]
    provenance: Provenance
