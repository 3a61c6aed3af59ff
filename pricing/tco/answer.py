"""The answer with the cost of a service over time."""

from typing import Annotated, Literal

from pricing.catalog.rows import Assumption
from pricing.fleet.bill import OWNED_ITEMS, RENTED_ITEMS
from pricing.purchasing.contracts.answer import ContractUse
from pricing.quote.answer import (
    Answer,
    Drivers,
    LabelledAnswer,
    ModelName,
    Price,
    Provenance,
    UsdPerMillionTokens,
    Warnings,
)
from pricing.quote.certainty.answer import Certainty
from pricing.quote.messages import said
from pricing.tco.answer_capacity import CapacityUse, PurchaseUse, Replica
from pricing.tco.currencies.answer import Converted
from pricing.tco.payments.answer import Cash, Returns
from pricing.tco.tiers.answer import ServiceBatchTier

ITEMS = (
    *RENTED_ITEMS,
    *OWNED_ITEMS,
    *("energy", "network_egress", "storage", "staff", "training"),
    *("contract_discount", "contract_shortfall"),
)
"""Every item that a monthly bill may have. An answer has those that are not zero."""

LineItemsUsd = Annotated[
    dict[str, float],
    said(
        "Cost of each item [USD]. The items add up exactly to `usd_total`. `commitment_unused`"
        " is of hours of terms that nothing used, and in the last month of those after the horizon."
    ),
]


class Sums(Answer, frozen=True, kw_only=True):
    """The cost of a span of time. Costs per unit are null without requests or tokens."""

    requests: Annotated[float, said("Requests served [count].")]
    device_hours: Annotated[float, said("Device-hours that are paid for or owned [device-hours].")]
    utilization_fraction: Annotated[
        float, said("Requests over those that the running replicas could serve [fraction].")
    ]
    line_items_usd: LineItemsUsd
    usd_total: Annotated[float, said("The sum of the items [USD].")]
    usd_paid: Annotated[
        float,
        said(
            "Payments in this time [USD]. Owned devices are paid for when they are"
            " bought, and their final value comes back. The sum over the horizon is usd_total less"
            " cost_of_capital, which nobody is paid."
        ),
    ]
    usd_discounted: Annotated[
        float,
        said(
            "Present value of usd_paid when the first month begins [USD]. A month is paid when it"
            " begins. The value of retired devices comes back at the end of their last month."
        ),
    ]
    usd_per_million_tokens: UsdPerMillionTokens
    usd_per_request: Annotated[float | None, said("USD per request.")]
    energy_kilowatt_hours: Annotated[
        float, said("Energy at the meter, whether charged or not [kilowatt-hours].")
    ]
    kilograms_co2e: Annotated[float, said("Emissions of that energy [kilograms CO₂e].")]


class Month(Sums, frozen=True, kw_only=True):
    """The cost of a month."""

    month: Annotated[str, said("The calendar month that it begins in, YYYY-MM.")]
    replicas: Annotated[int, said("Most running replicas, with redundant ones [count].")]
    base_replicas: Annotated[int, said("Committed or owned replicas [count].")]
    wait_p50_seconds: Annotated[float, said("Median wait in the worst hour [seconds].")]
    wait_p99_seconds: Annotated[
        float, said("99th percentile of the wait in the worst hour [seconds].")
    ]
    usd_cumulative: Annotated[float, said("Sum of usd_total up to this month [USD].")]


OF_INTERVAL = (
    " end of the 80% interval of usd_total, by the interval of the throughput and the range of"
    " estimated prices. The load, its growth and later prices stand as given: `uncertainty` draws"
    " them too [USD]."
)
TotalLow = Annotated[float | None, said(f"Lower{OF_INTERVAL} Null: in a sweep.")]
TotalHigh = Annotated[float | None, said(f"Upper{OF_INTERVAL} Null: in a sweep.")]


class Totals(Sums, frozen=True, kw_only=True):
    """The cost of the whole horizon."""

    usd_cumulative: Annotated[float, said("Equal to usd_total [USD].")]
    usd_total_low: TotalLow
    usd_total_high: TotalHigh


class Year(Sums, frozen=True, kw_only=True):
    """The cost of the months of the horizon that begin in one year."""

    year: Annotated[int, said("Calendar year. A fiscal year has the year of its end [year].")]
    months: Annotated[int, said("Months of the horizon in this year [months].")]


class TokenPrices(Answer, frozen=True, kw_only=True):
    """The prices of an API for requests of these lengths."""

    usd_per_million_input_tokens: Annotated[float, said("USD per million tokens.")]
    usd_per_million_cached_input_tokens: Annotated[
        float, said("USD per million cached input tokens.")
    ]
    usd_per_million_output_tokens: Annotated[float, said("USD per million tokens.")]
    usd_per_request: Annotated[float, said("USD per request with the mean lengths.")]
    source: Annotated[str, said("Source of the prices.")]


class CurvePoint(Answer, frozen=True, kw_only=True):
    """The cost of a month at another load and the prices of the first month.

    It is the mean over the horizon at constant load. The plan buys as it would for that load, and
    pays for terms to their end.
    """

    requests_per_day: Annotated[float, said("Load [requests per day].")]
    usd_per_month: Annotated[float, said("Cost of the deployment [USD per month].")]
    alternative_usd_per_month: Annotated[float, said("Cost of the alternative [USD per month].")]


class AlternativeMonth(Answer, frozen=True, kw_only=True):
    """The cost of an alternative in a month."""

    month: Annotated[str, said("The month, YYYY-MM.")]
    usd_total: Annotated[float, said("Cost of the month [USD].")]
    usd_cumulative: Annotated[float, said("Cost up to this month [USD].")]


class AlternativeCost(Answer, frozen=True, kw_only=True):
    """The cost of an alternative, compared with the deployment."""

    name: Annotated[str, said("Name in the query, or a default.")]
    kind: Annotated[
        Literal["api", "deployment"],
        said("api: charged per token; deployment: another deployment."),
    ]
    prices: Annotated[TokenPrices | None, said("Prices of an API.")]
    replica: Annotated[Replica | None, said("Replica of another deployment.")]
    peak_replicas: Annotated[int | None, said("Most replicas of another deployment [count].")]
    base: Annotated[
        Price | None, said("Price of what another deployment commits; null: nothing is committed.")
    ]
    burst: Annotated[
        Price | None, said("Price of what another deployment rents by the hour; null: nothing.")
    ]
    months: tuple[AlternativeMonth, ...]
    usd_total: Annotated[float, said("Cost over the horizon [USD].")]
    usd_total_low: Annotated[float | None, said(f"Lower{OF_INTERVAL} Null: an API, or in a sweep.")]
    usd_total_high: Annotated[
        float | None, said(f"Upper{OF_INTERVAL} Null: an API, or in a sweep.")
    ]
    usd_discounted: Annotated[float, said("Present value of its cost [USD].")]
    usd_per_million_tokens: UsdPerMillionTokens
    saving_usd: Annotated[float, said("Its total less that of the deployment [USD].")]
    returns: Returns
    saving_discounted_usd: Annotated[
        float, said("Its usd_discounted less that of the deployment [USD].")
    ]
    break_even_month: Annotated[
        str | None,
        said(
            "First month from which the cumulative cost of the deployment is no"
            " higher. Null: not within the horizon."
        ),
    ]
    break_even_month_discounted: Annotated[
        str | None, said("The same of payments at their present value.")
    ]
    break_even_requests_per_day: Annotated[
        float | None,
        said(
            "Load from which the deployment costs no more per month, at the prices"
            " of the first month [requests per day]. Null: nowhere on the curve."
        ),
    ]
    curve: tuple[CurvePoint, ...]


class Spread(Answer, frozen=True, kw_only=True):
    """Percentiles over the draws."""

    p10: Annotated[float, said("10th percentile [USD].")]
    p50: Annotated[float, said("Median [USD].")]
    p90: Annotated[float, said("90th percentile [USD].")]


class MonthSpread(Spread, frozen=True, kw_only=True):
    """Percentiles of the cost of a month."""

    month: Annotated[str, said("The month, YYYY-MM.")]


class Uncertain(Answer, frozen=True, kw_only=True):
    """Monte Carlo percentiles of the cost of the plan, with drawn loads, throughputs and prices."""

    draws: Annotated[int, said("Number of draws [count].")]
    seed: Annotated[int, said("Seed of the draws [count].")]
    months: tuple[MonthSpread, ...]
    usd_total: Spread


class TcoAnswer(LabelledAnswer, frozen=True, kw_only=True):
    """The cost of a service over time."""

    model: ModelName | None
    device: Annotated[
        str,
        said(
            "Name of the first device in the catalogue; of pools of two devices both, joined by a"
            " plus sign."
        ),
    ]
    replicas: Annotated[tuple[Replica, ...], said("One replica of every generation, in order.")]
    capacity: CapacityUse
    purchase: PurchaseUse
    months: tuple[Month, ...]
    totals: Totals
    years: tuple[Year, ...]
    fiscal_years: tuple[Year, ...]
    alternatives: tuple[AlternativeCost, ...]
    start: Annotated[str, said("First day of the service.")]
    cash: Cash
    contracts: Annotated[tuple[ContractUse, ...], said("What contracts over whole bills come to.")]
    horizon_months: Annotated[
        float,
        said(
            "Length of the service [months]. A month that begins before `start` counts"
            " by its days from `start` on."
        ),
    ]
    break_even_month: Annotated[str | None, said("Break-even month of the first alternative.")]
    break_even_requests_per_day: Annotated[
        float | None, said("Break-even load of the first alternative [requests per day].")
    ]
    inference_share_fraction: Annotated[
        float, said("Share of the total without training [fraction].")
    ]
    uncertainty: Uncertain | None
    confidence: Annotated[Certainty | None, said("Null where it is not asked for, or in a sweep.")]
    converted: Converted | None
    batch_tier: ServiceBatchTier | None = None
    drivers: Drivers | None = None
    assumptions: tuple[Assumption, ...]
    warnings: Warnings
    provenance: Provenance
