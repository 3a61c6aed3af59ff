"""How a run fails, and what is stored beside it."""

from typing import Annotated, Literal

from msgspec import Meta

from pricing.quote.query import Frozen

PreemptionSource = Literal["spot_advisor", "trace"]


class Reliability(Frozen, frozen=True, kw_only=True):
    """How often the run stops and what a stop costs; left out, published rates."""

    device_mtbf_hours: (
        Annotated[
            float,
            Meta(ge=1, le=1e9, description="Mean time between failures of one device [hours]."),
        ]
        | None
    ) = None
    spot_preemption_source: Annotated[
        PreemptionSource,
        Meta(
            description="Where the rate of preemption comes from, unless it is given:"
            " spot_advisor: the monthly band of the instance type; trace: preemptions an hour in"
            " traces of scarce capacity, a hundred times as many and more."
        ),
    ] = "spot_advisor"
    spot_preemptions_per_instance_hour: (
        Annotated[
            float,
            Meta(ge=0, le=60, description="Preemptions of one spot instance an hour [per hour]."),
        ]
        | None
    ) = None
    spot_preempted_per_month_fraction: (
        Annotated[
            float,
            Meta(
                ge=0,
                lt=1,
                description="Instead of the rate an hour: share of the spot instances that are"
                " reclaimed within a month [fraction].",
            ),
        ]
        | None
    ) = None
    spot_instance_count_per_preemption: (
        Annotated[
            float,
            Meta(ge=1, le=1e6, description="Instances that one preemption takes [count]."),
        ]
        | None
    ) = None
    spot_capacity_wait_seconds: (
        Annotated[
            float,
            Meta(
                ge=0,
                le=86400 * 30,
                description="From a preemption until the capacity is back, in the mean [seconds].",
            ),
        ]
        | None
    ) = None
    checkpoint_write_seconds: (
        Annotated[
            float,
            Meta(ge=0, le=86400, description="Time a checkpoint stops the run for [seconds]."),
        ]
        | None
    ) = None
    checkpoint_bytes_per_parameter: (
        Annotated[
            float,
            Meta(
                gt=0, le=64, description="Size of a checkpoint over the trained parameters [bytes]."
            ),
        ]
        | None
    ) = None
    checkpoint_gigabytes_per_second: (
        Annotated[
            float,
            Meta(
                ge=1e-3, le=1e6, description="What all devices write together [gigabytes a second]."
            ),
        ]
        | None
    ) = None
    checkpoint_interval_seconds: (
        Annotated[
            float,
            Meta(
                ge=1e-6,
                le=1e8,
                description="Useful work between checkpoints [seconds]; left out, the best one.",
            ),
        ]
        | None
    ) = None
    restart_seconds: (
        Annotated[
            float,
            Meta(ge=0, le=86400 * 7, description="From a stop to useful work again [seconds]."),
        ]
        | None
    ) = None


class Storage(Frozen, frozen=True, kw_only=True):
    """What is kept and carried away; left out, the tables' values."""

    kept_checkpoint_count: (
        Annotated[
            float, Meta(ge=0, le=1e5, description="Checkpoints that are kept at a time [count].")
        ]
        | None
    ) = None
    usd_per_gigabyte_month: (
        Annotated[float, Meta(ge=0, le=100, description="Price of storage [USD per GB-month].")]
        | None
    ) = None
    egress_gigabytes: (
        Annotated[
            float,
            Meta(
                ge=0,
                le=1e12,
                description="What leaves the provider; left out, the weights once [GB].",
            ),
        ]
        | None
    ) = None
    egress_usd_per_gigabyte: (
        Annotated[float, Meta(ge=0, le=100, description="Price of what leaves [USD per GB].")]
        | None
    ) = None
