"""Capacity of a service over time: its replicas, and how they are bought."""

from typing import Annotated, Literal

from msgspec import Meta

from pricing.quote.answer import Answer, Price


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

    scaling: Annotated[str, Meta(description="fixed, autoscaled or scale_to_zero.")]
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
        float,
        Meta(
            description="Mean wait of all requests, for a place (M/M/c) and cold starts [seconds]."
        ),
    ]
    cold_start_fraction: Annotated[
        float, Meta(description="Share of the requests that wait for a cold start [fraction].")
    ]


class Commitment(Answer, frozen=True, kw_only=True):
    """One term of committed capacity."""

    option: Annotated[str, Meta(description="The term: reserved_1y, reserved_3y, …")]
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

    device: Annotated[str, Meta(description="The device bought.")]
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
