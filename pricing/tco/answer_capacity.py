"""Parts of a TCO answer: replicas, scaling and purchases of a service."""

from typing import Annotated, Literal

from pricing.purchasing.owning.answer import OwnedRate
from pricing.quote.answer import Answer, DeviceName, ModelName, Price
from pricing.quote.messages import said
from pricing.serving.passes.phases import Phase


class ReplicaPool(Answer, frozen=True, kw_only=True):
    """A pool of a replica that has a device, a place or a price of its own."""

    phase: Annotated[Phase, said("What it does: prefill reads prompts, decode generates.")]
    device: DeviceName
    device_count: Annotated[int, said("Devices of the pool of a replica [count].")]
    usd_per_device_hour: Annotated[
        float, said("Hourly or committed price in its first month [USD].")
    ]
    selection: Annotated[str, said("How the price was chosen.")]


class Replica(Answer, frozen=True, kw_only=True):
    """One replica at full use within the SLO."""

    model: ModelName | None
    device: Annotated[
        DeviceName, said("The device; of pools of two devices both, joined by a plus sign.")
    ]
    device_count: Annotated[int, said("Devices of a replica [count].")]
    pools: Annotated[
        tuple[ReplicaPool, ...],
        said("The pools, where they have devices or prices of their own; else empty."),
    ] = ()
    prefill_device_count: Annotated[
        int | None, said("Of these, devices that read prompts, of pools [count].")
    ] = None
    decode_device_count: Annotated[
        int | None, said("Of these, devices that generate, of pools [count].")
    ] = None
    precision: Annotated[str | None, said("Number format.")]
    from_month: Annotated[str, said("First month in which it serves.")]
    requests_per_second: Annotated[float, said("Requests per second.")]
    requests_per_second_low: Annotated[
        float, said("Low end of the 80% interval [requests per second].")
    ]
    requests_per_second_high: Annotated[
        float, said("High end of the 80% interval [requests per second].")
    ]
    cached_speedup_ratio: Annotated[
        float,
        said(
            "Throughput over that of as many requests in flight without the prefix"
            " cache [ratio]. 1 of a throughput of your own."
        ),
    ]
    basis: Annotated[
        Literal["given", "measured", "modelled"],
        said("Basis of the throughput, as for unit costs."),
    ]
    concurrency: Annotated[float, said("Requests that run at once [count]. Further requests wait.")]
    service_seconds: Annotated[float, said("Time that a request runs [seconds].")]
    ttft_seconds: Annotated[
        float | None, said("Time to first token without the wait for a place [seconds].")
    ]
    tpot_seconds: Annotated[float | None, said("Time per output token [seconds].")]
    usd_per_device_hour: Annotated[
        float, said("Hourly or committed price in its first month [USD].")
    ]
    owned: OwnedRate | None = None


class CapacityUse(Answer, frozen=True, kw_only=True):
    """How the replicas follow the load."""

    scaling: Annotated[str, said("fixed, autoscaled or scale_to_zero.")]
    target_utilization_fraction: Annotated[float, said("Planned use [fraction].")]
    utilization_fraction: Annotated[
        float, said("Actual use: requests over those that running replicas could serve.")
    ]
    peak_replicas: Annotated[int, said("Most replicas, with redundant ones [count].")]
    redundant_replicas: Annotated[int, said("Redundant replicas among them [count].")]
    wait_p50_seconds: Annotated[
        float, said("Median wait of the requests of the worst hour [seconds].")
    ]
    wait_p99_seconds: Annotated[
        float, said("99th percentile of the wait in the worst hour [seconds].")
    ]
    wait_mean_seconds: Annotated[
        float, said("Mean wait of all requests for a place (M/M/c) and for cold starts [seconds].")
    ]
    cold_start_fraction: Annotated[
        float, said("Share of the requests that wait for a cold start [fraction].")
    ]


class Commitment(Answer, frozen=True, kw_only=True):
    """One term of committed replicas."""

    option: Annotated[str, said("Purchase option of the term: reserved_1y, reserved_3y, …")]
    from_month: Annotated[str, said("First month of the term.")]
    months: Annotated[int, said("Length of the term [months].")]
    replicas: Annotated[
        int, said("Committed replicas, or whole ones that the dollars pay for [count].")
    ]
    usd_per_device_hour: Annotated[float, said("Price on its first day [USD per device-hour].")]
    usd_per_hour: Annotated[
        float, said("Commitment on its first day, with unused devices [USD an hour].")
    ]
    upfront: Annotated[str, said("What is paid upfront: none, partial or all.")]
    upfront_usd: Annotated[float, said("Paid when the term begins [USD].")]
    usd: Annotated[float, said("Cost of the whole term [USD].")]
    usd_beyond_horizon: Annotated[
        float, said("Part of it for months after the horizon or the device [USD].")
    ]
    utilization_fraction: Annotated[
        float,
        said(
            "Used share of its hours within the horizon [fraction]. Of terms that"
            " overlap, those that begin first serve first."
        ),
    ]
    coverage_fraction: Annotated[
        float, said("Share of all running replica-hours of the horizon it serves [fraction].")
    ]
    break_even_utilization_fraction: Annotated[
        float | None,
        said(
            "Used share from which it costs less than by the hour [fraction]; than on demand, where"
            " spot may not serve the load. A commitment above 1 never pays within the horizon,"
            " but for what a contract counts it for."
        ),
    ]


class Holding(Answer, frozen=True, kw_only=True):
    """Devices that are bought together."""

    device: Annotated[str, said("Name of the device.")]
    from_month: Annotated[str, said("Month of the purchase.")]
    to_month: Annotated[
        str | None, said("Month of retirement. Null: in use at the end of the horizon.")
    ]
    device_count: Annotated[int, said("Devices [count].")]
    usd: Annotated[float, said("Purchase price [USD].")]
    book_usd: Annotated[float, said("Book value at retirement or at the end of the horizon [USD].")]


class SpotRisk(Answer, frozen=True, kw_only=True):
    """The effect of preemptions on requests that are served on spot capacity."""

    preemptions_per_instance_hour: Annotated[
        float, said("Preemptions of one instance [count per hour].")
    ]
    spot_share_fraction: Annotated[
        float, said("Share of the requests that spot capacity serves [fraction].")
    ]
    at_risk_fraction: Annotated[
        float,
        said(
            "Share of all requests that would lose their replica to a preemption"
            " without cover [fraction]."
        ),
    ]
    cover_replicas: Annotated[
        int, said("Further spot replicas that are charged as spot_cover [count].")
    ]
    covered_fraction: Annotated[
        float,
        said(
            "Share of the time in which cover replaces all missing replicas [fraction]."
            " One preemption may take several replicas, as in published traces."
        ),
    ]


class PurchaseUse(Answer, frozen=True, kw_only=True):
    """The purchases of a service, and their saving over on-demand prices."""

    plan: Annotated[
        Literal["single", "base_and_burst", "optimal"],
        said(
            "single: one option for everything; base_and_burst: a base and hourly"
            " capacity beyond it; optimal: the ladder of commitments with the least cost."
        ),
    ]
    base: Annotated[Price | None, said("Price of the first term.")]
    burst: Annotated[Price | None, said("Price by the hour in the first month.")]
    commitments: tuple[Commitment, ...]
    coverage_fraction: Annotated[
        float, said("Share of running replica-hours that commitments serve [fraction].")
    ] = 0.0
    commitment_utilization_fraction: Annotated[
        float | None,
        said("Used share of all committed replica-hours within the horizon [fraction]."),
    ] = None
    optimality_gap_usd: Annotated[
        float | None,
        said(
            "Most that any other ladder could save [USD]: 0 where the plan is proved"
            " the best. Null without a plan that was searched for."
        ),
    ] = None
    usd_beyond_horizon: Annotated[
        float,
        said(
            "Part of the total of the last month that is due after the horizon [USD]: of terms,"
            " with their cost of capital, of leases, and of contracts, whose discounts are taken"
            " off it. most_monthly_usd does not count it."
        ),
    ] = 0.0
    holdings: tuple[Holding, ...]
    all_on_demand_usd: Annotated[
        float | None, said("Total if everything were bought on demand [USD].")
    ]
    saving_usd: Annotated[float | None, said("all_on_demand_usd less the total [USD].")]
    saving_discounted_usd: Annotated[
        float | None, said("The same of payments at their present value [USD].")
    ]
    saving_fraction: Annotated[float | None, said("saving_usd over all_on_demand_usd [fraction].")]
    break_even_utilization_fraction: Annotated[
        float | None, said("Break-even use of the first commitment [fraction].")
    ]
    spot: SpotRisk | None
