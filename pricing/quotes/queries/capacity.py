"""Capacity of a training run: how it is bought, how it fails, and what is stored beside it."""

from typing import Annotated, Literal

from msgspec import Meta

from pricing.quotes.queries.parts import Frozen, Purchase

Upfront = Literal["none", "partial", "all"]
Depreciation = Literal["annuity", "straight_line"]
Commitments = Literal["borne", "amortised"]
PreemptionSource = Literal["spot_advisor", "trace"]


class FleetOwnership(Frozen, frozen=True, kw_only=True):
    """What owned devices cost; left out, the tables' values."""

    purchase_usd: (
        Annotated[
            float,
            Meta(
                gt=0,
                le=1e8,
                description="Price of a device with its share of host and network [USD].",
            ),
        ]
        | None
    ) = None
    life_years: (
        Annotated[float, Meta(ge=0.5, le=30, description="Depreciation life [years].")] | None
    ) = None
    residual_fraction: (
        Annotated[
            float,
            Meta(ge=0, le=1, description="Worth at the end of the life over the price [fraction]."),
        ]
        | None
    ) = None
    operations_fraction: (
        Annotated[
            float,
            Meta(
                ge=0,
                le=1,
                description="Staff, spares and support a year, over the price [fraction].",
            ),
        ]
        | None
    ) = None
    hosting_usd_per_kilowatt_month: (
        Annotated[
            float,
            Meta(ge=0, le=10_000, description="Space and feed, without energy [USD per kW-month]."),
        ]
        | None
    ) = None


class Ownership(FleetOwnership, frozen=True, kw_only=True):
    """What owned devices cost by the hour, capital included; left out, the tables' values."""

    depreciation: Annotated[
        Depreciation,
        Meta(
            description="annuity: a level cost over the life, capital included; straight_line:"
            " the loss of value in equal parts, and the cost of capital on the mean value."
        ),
    ] = "annuity"
    cost_of_capital_fraction: (
        Annotated[float, Meta(ge=0, le=1, description="Cost of capital a year [fraction].")] | None
    ) = None


class CapacityPurchase(Purchase, frozen=True, kw_only=True):
    """One way of buying capacity for a run, with the terms of what is committed or owned."""

    upfront: (
        Annotated[
            Upfront,
            Meta(
                description="Of a reserved price, what is paid at the start of the term; left"
                " out, none. Paying early is cheaper and costs capital."
            ),
        ]
        | None
    ) = None
    use_fraction: (
        Annotated[
            float,
            Meta(
                ge=1e-6,
                le=1,
                description="Where commitments are amortised: the share of the hours of the term"
                " or the life in which the devices are used at all [fraction].",
            ),
        ]
        | None
    ) = None
    ownership: Ownership | None = None


class MixPart(CapacityPurchase, frozen=True, kw_only=True):
    """A part of the devices, bought one way."""

    device_fraction: Annotated[
        float, Meta(gt=0, le=1, description="Share of the run's devices [fraction].")
    ]


class RunPurchase(CapacityPurchase, frozen=True, kw_only=True):
    """One way of buying the capacity of a run, or several at once."""

    mix: Annotated[
        tuple[MixPart, ...],
        Meta(
            max_length=8,
            description="Devices bought in several ways that train together, a reserved base and"
            " spot say; the shares add up to 1, and the other fields are left out.",
        ),
    ] = ()


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
