"""Parts of a run-cost query: failures of the run, and storage."""

from typing import Annotated, Literal

from msgspec import Meta

from pricing.quote.query import Frozen

PreemptionSource = Literal["spot_advisor", "trace"]


class Reliability(Frozen, frozen=True, kw_only=True):
    """Rates of interruptions and their cost. Defaults: published rates."""

    device_mtbf_hours: Annotated[
        Annotated[float, Meta(ge=1, le=1e9)] | None,
        Meta(description="Mean time between failures of one device [hours]."),
    ] = None
    spot_preemption_source: Annotated[
        PreemptionSource,
        Meta(
            description="Source of the preemption rate if it is not given. spot_advisor: the"
            " monthly band of the instance type; trace: hourly rates in traces of scarce capacity,"
            " which are a hundred times as high or more."
        ),
    ] = "spot_advisor"
    spot_preemptions_per_instance_hour: Annotated[
        Annotated[float, Meta(ge=0, le=60)] | None,
        Meta(description="Preemptions of one spot instance per hour [per hour]."),
    ] = None
    spot_preempted_per_month_fraction: Annotated[
        Annotated[float, Meta(ge=0, lt=1)] | None,
        Meta(
            description="Share of the spot instances that are reclaimed within a month, instead"
            " of an hourly rate [fraction]."
        ),
    ] = None
    spot_instance_count_per_preemption: Annotated[
        Annotated[float, Meta(ge=1, le=1e6)] | None,
        Meta(description="Instances that one preemption takes [count]."),
    ] = None
    spot_capacity_wait_seconds: Annotated[
        Annotated[float, Meta(ge=0, le=86400 * 30)] | None,
        Meta(description="Mean time from a preemption until the capacity is back [seconds]."),
    ] = None
    checkpoint_write_seconds: Annotated[
        Annotated[float, Meta(ge=0, le=86400)] | None,
        Meta(description="Time that a checkpoint stops the run [seconds]."),
    ] = None
    checkpoint_bytes_per_parameter: Annotated[
        Annotated[float, Meta(gt=0, le=64)] | None,
        Meta(description="Size of a checkpoint over the trained parameters [bytes]."),
    ] = None
    checkpoint_gigabytes_per_second: Annotated[
        Annotated[float, Meta(ge=1e-3, le=1e6)] | None,
        Meta(description="Write rate of all devices together [gigabytes per second]."),
    ] = None
    checkpoint_interval_seconds: Annotated[
        Annotated[float, Meta(ge=1e-6, le=1e8)] | None,
        Meta(description="Useful work between checkpoints [seconds]. Default: the optimum."),
    ] = None
    restart_seconds: Annotated[
        Annotated[float, Meta(ge=0, le=86400 * 7)] | None,
        Meta(description="Time from a stop to useful work [seconds]."),
    ] = None


class Storage(Frozen, frozen=True, kw_only=True):
    """Storage and egress of a run. Defaults: the values of the tables."""

    kept_checkpoint_count: (
        Annotated[float, Meta(ge=0, le=1e5, description="Checkpoints kept at a time [count].")]
        | None
    ) = None
    usd_per_gigabyte_month: (
        Annotated[float, Meta(ge=0, le=100, description="Price of storage [USD per GB-month].")]
        | None
    ) = None
    egress_gigabytes: Annotated[
        Annotated[float, Meta(ge=0, le=1e12)] | None,
        Meta(description="Data that leaves the provider [GB]. Default: the weights once."),
    ] = None
    egress_usd_per_gigabyte: (
        Annotated[float, Meta(ge=0, le=100, description="Price of egress [USD per GB].")] | None
    ) = None
