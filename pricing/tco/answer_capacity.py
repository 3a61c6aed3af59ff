"""Parts of a TCO answer: replicas, scaling and purchases of a service."""

from typing import Annotated, Literal

from msgspec import Meta

from pricing.purchasing.owning.answer import OwnedRate
from pricing.quote.answer import Answer, DeviceName, ModelName, Price


class Replica(Answer, frozen=True, kw_only=True):
    """One replica at full use within the SLO."""

    model: ModelName | None
    device: DeviceName
    device_count: Annotated[int, Meta(description="Devices of a replica [count].")]
    prefill_device_count: (
        Annotated[int, Meta(description="Of these, devices that read prompts, of pools [count].")]
        | None
    ) = None
    decode_device_count: (
        Annotated[int, Meta(description="Of these, devices that generate, of pools [count].")]
        | None
    ) = None
    precision: Annotated[str | None, Meta(description="Number format.")]
    from_month: Annotated[str, Meta(description="First month in which it serves.")]
    requests_per_second: Annotated[float, Meta(description="Requests per second.")]
    requests_per_second_low: Annotated[
        float, Meta(description="Low end of the 80% interval [requests per second].")
    ]
    requests_per_second_high: Annotated[
        float, Meta(description="High end of the 80% interval [requests per second].")
    ]
    cached_speedup_ratio: Annotated[
        float,
        Meta(
            description="Throughput over that of as many requests in flight without the prefix"
            " cache [ratio]. 1 of a throughput of your own."
        ),
    ]
    basis: Annotated[
        Literal["given", "measured", "modelled"],
        Meta(description="Basis of the throughput, as for unit costs."),
    ]
    concurrency: Annotated[
        float, Meta(description="Requests that run at once [count]. Further requests wait.")
    ]
    service_seconds: Annotated[float, Meta(description="Time that a request runs [seconds].")]
    ttft_seconds: Annotated[
        float | None,
        Meta(description="Time to first token without the wait for a place [seconds]."),
    ]
    tpot_seconds: Annotated[float | None, Meta(description="Time per output token [seconds].")]
    usd_per_device_hour: Annotated[
        float, Meta(description="Hourly or committed price in its first month [USD].")
    ]
    owned: OwnedRate | None = None


class CapacityUse(Answer, frozen=True, kw_only=True):
    """How the replicas follow the load."""

    scaling: Annotated[str, Meta(description="fixed, autoscaled or scale_to_zero.")]
    target_utilization_fraction: Annotated[float, Meta(description="Planned use [fraction].")]
    utilization_fraction: Annotated[
        float,
        Meta(description="Actual use: requests over those that running replicas could serve."),
    ]
    peak_replicas: Annotated[int, Meta(description="Most replicas, with redundant ones [count].")]
    redundant_replicas: Annotated[int, Meta(description="Redundant replicas among them [count].")]
    wait_p50_seconds: Annotated[
        float, Meta(description="Median wait of the requests of the worst hour [seconds].")
    ]
    wait_p99_seconds: Annotated[
        float, Meta(description="99th percentile of the wait in the worst hour [seconds].")
    ]
    wait_mean_seconds: Annotated[
        float,
        Meta(
            description="Mean wait of all requests for a place (M/M/c) and for cold starts"
            " [seconds]."
        ),
    ]
    cold_start_fraction: Annotated[
        float, Meta(description="Share of the requests that wait for a cold start [fraction].")
    ]


class Commitment(Answer, frozen=True, kw_only=True):
    """One term of committed replicas."""

    option: Annotated[
        str, Meta(description="Purchase option of the term: reserved_1y, reserved_3y, …")
    ]
    from_month: Annotated[str, Meta(description="First month of the term.")]
    months: Annotated[int, Meta(description="Length of the term [months].")]
    replicas: Annotated[
        int,
        Meta(description="Committed replicas, or whole ones that the dollars pay for [count]."),
    ]
    usd_per_device_hour: Annotated[
        float, Meta(description="Price on its first day [USD per device-hour].")
    ]
    usd_per_hour: Annotated[
        float, Meta(description="Commitment on its first day, with unused devices [USD an hour].")
    ]
    upfront: Annotated[str, Meta(description="What is paid upfront: none, partial or all.")]
    upfront_usd: Annotated[float, Meta(description="Paid when the term begins [USD].")]
    usd: Annotated[float, Meta(description="Cost of the whole term [USD].")]
    usd_beyond_horizon: Annotated[
        float, Meta(description="Part of it for months after the horizon or the device [USD].")
    ]
    utilization_fraction: Annotated[
        float,
        Meta(
            description="Used share of its hours within the horizon [fraction]. Of terms that"
            " overlap, those that begin first serve first."
        ),
    ]
    coverage_fraction: Annotated[
        float,
        Meta(description="Share of all running replica-hours of the horizon it serves [fraction]."),
    ]
    break_even_utilization_fraction: Annotated[
        float | None,
        Meta(
            description="Used share from which it costs less than by the hour [fraction]. A"
            " commitment above 1 never pays."
        ),
    ]


class Holding(Answer, frozen=True, kw_only=True):
    """Devices that are bought together."""

    device: Annotated[str, Meta(description="Name of the device.")]
    from_month: Annotated[str, Meta(description="Month of the purchase.")]
    to_month: Annotated[
        str | None, Meta(description="Month of retirement. Null: in use at the end of the horizon.")
    ]
    device_count: Annotated[int, Meta(description="Devices [count].")]
    usd: Annotated[float, Meta(description="Purchase price [USD].")]
    book_usd: Annotated[
        float, Meta(description="Book value at retirement or at the end of the horizon [USD].")
    ]


class SpotRisk(Answer, frozen=True, kw_only=True):
    """The effect of preemptions on requests that are served on spot capacity."""

    preemptions_per_instance_hour: Annotated[
        float, Meta(description="Preemptions of one instance [count per hour].")
    ]
    spot_share_fraction: Annotated[
        float, Meta(description="Share of the requests that spot capacity serves [fraction].")
    ]
    at_risk_fraction: Annotated[
        float,
        Meta(
            description="Share of all requests that would lose their replica to a preemption"
            " without cover [fraction]."
        ),
    ]
    cover_replicas: Annotated[
        int, Meta(description="Further spot replicas that are charged as spot_cover [count].")
    ]
    covered_fraction: Annotated[
        float,
        Meta(
            description="Share of the time in which cover replaces all missing replicas [fraction]."
            " One preemption may take several replicas, as in published traces."
        ),
    ]


class PurchaseUse(Answer, frozen=True, kw_only=True):
    """The purchases of a service, and their saving over on-demand prices."""

    plan: Annotated[
        Literal["single", "base_and_burst", "optimal"],
        Meta(
            description="single: one option for everything; base_and_burst: a base and hourly"
            " capacity beyond it; optimal: the ladder of commitments with the least cost."
        ),
    ]
    base: Annotated[Price | None, Meta(description="Price of the first term.")]
    burst: Annotated[Price | None, Meta(description="Price by the hour in the first month.")]
    commitments: tuple[Commitment, ...]
    coverage_fraction: Annotated[
        float, Meta(description="Share of running replica-hours that commitments serve [fraction].")
    ] = 0.0
    commitment_utilization_fraction: Annotated[
        float | None,
        Meta(
            description="Used share of all committed replica-hours within the horizon [fraction]."
        ),
    ] = None
    optimality_gap_usd: Annotated[
        float | None,
        Meta(
            description="Most that any other ladder could save [USD]: 0 where the plan is proved"
            " the best. Null without a plan that was searched for."
        ),
    ] = None
    holdings: tuple[Holding, ...]
    all_on_demand_usd: Annotated[
        float | None, Meta(description="Total if everything were bought on demand [USD].")
    ]
    saving_usd: Annotated[float | None, Meta(description="all_on_demand_usd less the total [USD].")]
    saving_discounted_usd: Annotated[
        float | None,
        Meta(description="The same of payments at their present value [USD]."),
    ]
    saving_fraction: Annotated[
        float | None, Meta(description="saving_usd over all_on_demand_usd [fraction].")
    ]
    break_even_utilization_fraction: Annotated[
        float | None, Meta(description="Break-even use of the first commitment [fraction].")
    ]
    spot: SpotRisk | None
