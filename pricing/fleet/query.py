"""What a service is asked for over time, how it follows, and how sure any of it is."""

from typing import Annotated, Literal

from msgspec import Meta

from pricing.purchasing.query import FleetOwnership, Purchase
from pricing.quote.messages import DAY
from pricing.quote.query import Fraction, Frozen
from pricing.unit_costs.query import Deployment, Measured

RequestsPerDay = Annotated[float, Meta(ge=0, le=1e12)]


class Traffic(Frozen, frozen=True, kw_only=True):
    """How many requests come, and when."""

    requests_per_day: (
        Annotated[
            float,
            Meta(
                gt=0,
                le=1e12,
                description="In the first month, the mean of a week [requests per day].",
                examples=[1e6],
            ),
        ]
        | None
    ) = None
    requests_per_day_by_month: (
        Annotated[
            tuple[RequestsPerDay, ...],
            Meta(
                min_length=1,
                max_length=240,
                description="Instead of one figure and its growth: one for every month.",
            ),
        ]
        | None
    ) = None
    growth_per_month_fraction: Annotated[
        float, Meta(ge=-0.99, le=10, description="Signed growth a month [fraction].")
    ] = 0.0
    growth: Annotated[
        Literal["compound", "linear"],
        Meta(description="linear: each month the same number, a fraction of the first month's."),
    ] = "compound"
    hourly_profile: (
        Annotated[
            tuple[Annotated[float, Meta(ge=0, le=1e9)], ...],
            Meta(
                min_length=24,
                max_length=24,
                description="Weights of the hours of a day, of any sum above zero.",
            ),
        ]
        | None
    ) = None
    peak_to_average_ratio: (
        Annotated[
            float,
            Meta(
                ge=1,
                le=24,
                description="Instead of the profile: the busiest hour over the mean of the day"
                " [ratio]; the day is a raised cosine with that peak.",
            ),
        ]
        | None
    ) = None
    weekend_ratio: (
        Annotated[
            float,
            Meta(
                ge=0,
                le=10,
                description="Requests of a Saturday or Sunday over a weekday's [ratio].",
            ),
        ]
        | None
    ) = None
    cached_input_fraction: Annotated[
        Fraction,
        Meta(
            description="Share of the input tokens found in a prefix cache [fraction]: their"
            " prefill is spared, and an API charges them at its cached price."
        ),
    ] = 0.0


class Capacity(Frozen, frozen=True, kw_only=True):
    """How many replicas follow the load; left out, the tables' values where no other is said."""

    target_utilization_fraction: (
        Annotated[
            float,
            Meta(
                ge=0.01,
                le=0.98,
                description="Of the throughput at the SLO, the share that is planned to be used"
                " [fraction].",
            ),
        ]
        | None
    ) = None
    redundant_replicas: (
        Annotated[int, Meta(ge=0, le=10_000, description="Beyond what the load needs [count].")]
        | None
    ) = None
    minimum_replicas: (
        Annotated[
            int,
            Meta(
                ge=0,
                le=1_000_000,
                description="Never fewer, redundancy apart; left out, 1, with scale_to_zero"
                " none [count].",
            ),
        ]
        | None
    ) = None
    scaling: Annotated[
        Literal["fixed", "autoscaled", "scale_to_zero"],
        Meta(
            description="fixed: what the month's busiest hour needs, all month; autoscaled: what"
            " each hour needs; scale_to_zero: nothing while no requests come."
        ),
    ] = "fixed"
    startup_seconds: (
        Annotated[
            float,
            Meta(
                ge=0,
                le=86400,
                description="From starting a replica until it serves; paid for [seconds].",
            ),
        ]
        | None
    ) = None
    idle_seconds: (
        Annotated[
            float,
            Meta(
                ge=0,
                le=86400,
                description="Without a request, after which scale_to_zero switches off [seconds].",
            ),
        ]
        | None
    ) = None
    spot_cover_replicas: (
        Annotated[
            int,
            Meta(
                ge=0,
                le=1_000_000,
                description="Further spot replicas that stand in for preempted ones [count]; left"
                " out, as many as keep the load covered.",
            ),
        ]
        | None
    ) = None
    spot_preemptions_per_instance_hour: (
        Annotated[
            float,
            Meta(
                ge=0,
                le=60,
                description="Preemptions of one spot instance an hour [per hour]; left out, by the"
                " monthly band of its type. Traces of scarce capacity have 0.06 to 0.74.",
            ),
        ]
        | None
    ) = None


class PurchasePlan(Purchase, frozen=True, kw_only=True):
    """How the capacity is bought over the months.

    One option; or a committed `base` with a `burst` bought by the hour; or the best base.
    """

    plan: (
        Annotated[
            Literal["optimal"],
            Meta(
                description="The base that minimises the total over the horizon, among the"
                " commitments in `options`, the rest by the hour."
            ),
        ]
        | None
    ) = None
    options: Annotated[
        tuple[Literal["reserved_1y", "reserved_3y"], ...],
        Meta(
            min_length=1,
            max_length=2,
            description="Commitments that the optimal plan may choose from.",
        ),
    ] = ("reserved_1y", "reserved_3y")
    base: (
        Annotated[
            Purchase, Meta(description="The committed base: reserved_1y, reserved_3y or owned.")
        ]
        | None
    ) = None
    burst: (
        Annotated[
            Purchase,
            Meta(
                description="What the base leaves over, by the hour; left out, on_demand. Where it"
                " names no place, it stands where the base does, or where the plan does and at its"
                " discount."
            ),
        ]
        | None
    ) = None
    base_replicas: (
        Annotated[
            int,
            Meta(
                ge=0,
                le=1_000_000,
                description="Size of the base [count of replicas]; left out, the size that"
                " minimises the total, chosen anew for every term.",
            ),
        ]
        | None
    ) = None
    ownership: FleetOwnership | None = None


class Generation(Frozen, frozen=True, kw_only=True):
    """A generation of devices that takes over on a date."""

    date: Annotated[
        str,
        Meta(
            pattern=DAY,
            description="It serves from the first month that begins on or after this day.",
            examples=["2028-01-01"],
        ),
    ]
    deployment: Deployment
    measured: Measured = Measured()
    purchase: (
        Annotated[PurchasePlan, Meta(description="Left out, as before, at this device's price.")]
        | None
    ) = None
