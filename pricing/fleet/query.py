"""Parts of a query about a service over time: traffic, capacity, purchase plan, generations."""

from typing import Annotated, Literal

from msgspec import Meta

from pricing.purchasing.query import Purchase, Term, TermPurchase, Upfront
from pricing.quote.messages import DAY, said
from pricing.quote.query import Fraction, Frozen
from pricing.unit_costs.query import Deployment, Measured

RequestsPerDay = Annotated[float, Meta(ge=0, le=1e12)]
ReplicaCount = Annotated[int, Meta(ge=0, le=1_000_000)]
DaySeconds = Annotated[float, Meta(ge=0, le=86400)]


class Traffic(Frozen, frozen=True, kw_only=True):
    """The requests of a service over time."""

    requests_per_day: Annotated[
        Annotated[float, Meta(gt=0, le=1e12)] | None,
        said("Mean of a week in the first month [requests per day].", examples=[1e6]),
    ] = None
    requests_per_day_by_month: Annotated[
        Annotated[tuple[RequestsPerDay, ...], Meta(min_length=1, max_length=240)] | None,
        said("One value per month, instead of requests_per_day and its growth."),
    ] = None
    growth_per_month_fraction: Annotated[
        float, said("Growth per month, negative for a decline [fraction].", ge=-0.99, le=10)
    ] = 0.0
    growth: Annotated[
        Literal["compound", "linear"],
        said(
            "compound: a fraction of the previous month; linear: every month the same"
            " number, a fraction of the first month."
        ),
    ] = "compound"
    hourly_profile: Annotated[
        Annotated[
            tuple[Annotated[float, Meta(ge=0, le=1e9)], ...], Meta(min_length=24, max_length=24)
        ]
        | None,
        said("Weights of the hours of a day, with any sum above zero."),
    ] = None
    peak_to_average_ratio: Annotated[
        Annotated[float, Meta(ge=1, le=24)] | None,
        said(
            "Busiest hour over the mean hour of a day, instead of the profile"
            " [ratio]. The day is then a raised cosine with this peak."
        ),
    ] = None
    weekend_ratio: Annotated[
        Annotated[float, Meta(ge=0, le=10)] | None,
        said("Requests of a Saturday or Sunday over those of a weekday [ratio]."),
    ] = None
    cached_input_fraction: Annotated[
        Fraction,
        said(
            "Share of the input tokens found in a prefix cache [fraction]: another name"
            " of load.cached_input_fraction. An API charges its cached price for them."
        ),
    ] = 0.0


class Capacity(Frozen, frozen=True, kw_only=True):
    """How the number of replicas follows the load. Defaults: the values of the tables."""

    target_utilization_fraction: Annotated[
        Annotated[float, Meta(ge=0.01, le=0.98)] | None,
        said("Planned use of the throughput at the SLO [fraction]."),
    ] = None
    redundant_replicas: Annotated[
        Annotated[int, Meta(ge=0, le=10_000)] | None,
        said("Replicas beyond those that the load needs [count]."),
    ] = None
    minimum_replicas: Annotated[
        ReplicaCount | None,
        said(
            "Fewest replicas, without redundant ones [count]. Default: 1, or 0 with scale_to_zero."
        ),
    ] = None
    scaling: Annotated[
        Literal["fixed", "autoscaled", "scale_to_zero"],
        said(
            "fixed: the need of the busiest hour, all month; autoscaled: the need of"
            " each hour; scale_to_zero: no replica while there are no requests."
        ),
    ] = "fixed"
    startup_seconds: Annotated[
        DaySeconds | None,
        said("Time from the start of a replica until it serves, which is charged [seconds]."),
    ] = None
    idle_seconds: Annotated[
        DaySeconds | None,
        said("Time without a request until scale_to_zero switches off [seconds]."),
    ] = None
    spot_cover_replicas: Annotated[
        ReplicaCount | None,
        said(
            "Further spot replicas that cover preempted ones [count]. Default: as"
            " many as keep the load covered."
        ),
    ] = None
    spot_preemptions_per_instance_hour: Annotated[
        Annotated[float, Meta(ge=0, le=60)] | None,
        said(
            "Preemptions of one spot instance per hour [per hour]. Default: from"
            " the monthly band of its type. Traces of scarce capacity have 0.06 to 0.74."
        ),
    ] = None


class TermOffer(Frozen, frozen=True, kw_only=True):
    """A commitment at a price of the caller's own."""

    option: Annotated[Term, said("The term.")]
    upfront: Annotated[Upfront, said("Part of the price that is paid when the term begins.")] = (
        "none"
    )
    usd_per_device_hour: Annotated[
        float,
        said(
            "Price with what is paid upfront spread over the term [USD per device-hour].",
            ge=1e-6,
            le=1e6,
        ),
    ]


class PurchasePlan(TermPurchase, frozen=True, kw_only=True):
    """How the capacity is bought over the months.

    A plan has one option, or a committed `base` with a `burst` by the hour, or the optimal ladder,
    perhaps atop an owned `base`.
    """

    plan: Annotated[
        Literal["optimal"] | None,
        said(
            "The ladder of commitments with the least total cost over the horizon: any number of"
            " terms of `options`, each begun in any month. Everything else is bought by the hour."
            " An owned `base` serves before it."
        ),
    ] = None
    options: Annotated[
        tuple[Term, ...],
        said(
            "Commitments that the optimal plan may choose from. Default: these, and"
            " every other term that their provider sells.",
            min_length=1,
            max_length=6,
        ),
    ] = ("reserved_1y", "reserved_3y")
    upfronts: Annotated[
        tuple[Upfront, ...],
        said(
            "Payments upfront that each term of the optimal plan may have, where its"
            " provider sells them. What is paid upfront costs capital, at discount_rate_fraction.",
            min_length=1,
            max_length=3,
        ),
    ] = ("none",)
    offers: Annotated[
        tuple[TermOffer, ...],
        said(
            "Commitments at prices of your own that the optimal plan may choose from,"
            " instead of those of the tables. Give `options` too for both.",
            max_length=12,
        ),
    ] = ()
    most_upfront_usd: Annotated[
        Annotated[float, Meta(ge=0, le=1e12)] | None,
        said("Most that the optimal plan may pay upfront in all [USD]. Default: any."),
    ] = None
    most_monthly_usd: Annotated[
        Annotated[float, Meta(gt=0, le=1e12)] | None,
        said(
            "Most that any month of the optimal plan may cost, all items together [USD]. What"
            " is due after the horizon is not counted, see usd_beyond_horizon of the answer."
            " Default: any."
        ),
    ] = None
    most_spot_fraction: Annotated[
        Fraction | None,
        said(
            "Share of the load of any month that may be interrupted, and that the"
            " optimal plan may therefore serve on spot capacity [fraction]. Default: none."
        ),
    ] = None
    longest_term_months: Annotated[
        Annotated[int, Meta(ge=1, le=240)] | None,
        said("Longest term that the optimal plan may begin [months]. Default: any."),
    ] = None
    most_coverage_fraction: Annotated[
        Fraction | None,
        said(
            "Most of the replica-hours that run in any month which commitments of the"
            " optimal plan may serve [fraction]. Default: all of them."
        ),
    ] = None
    base: Annotated[
        TermPurchase | None,
        said(
            "The committed base: a reserved term, a savings plan, or owned. Under the optimal plan"
            " it is owned, and its place may be another than that of what is rented."
        ),
    ] = None
    burst: Annotated[
        Purchase | None,
        said(
            "Capacity beyond the base, by the hour. Default: on_demand. If it names no place, it"
            " has the place of the base, or the place and the discount of the plan."
        ),
    ] = None
    base_usd_per_hour: Annotated[
        Annotated[float, Meta(gt=0, le=1e9)] | None,
        said(
            "Dollars an hour that a savings plan as base commits, instead of"
            " base_replicas [USD an hour]. They pay for use at the price of the plan, in parts of"
            " replicas too. What an hour does not use is lost. They pass on to the devices of later"
            " generations whose plan commits dollars of the same option at the same provider."
        ),
    ] = None
    base_usd_per_hour_by_month: Annotated[
        Annotated[
            tuple[Annotated[float, Meta(ge=0, le=1e9)], ...], Meta(min_length=1, max_length=240)
        ]
        | None,
        said(
            "The same for every month of the horizon, instead of base_usd_per_hour [USD an hour]."
            " A term begins where a month asks for more than runs, and runs to its end."
        ),
    ] = None
    base_replicas: Annotated[
        ReplicaCount | None,
        said(
            "Size of the base [count of replicas]. Default: the size with the least"
            " total, chosen again for every term."
        ),
    ] = None


class Generation(Frozen, frozen=True, kw_only=True):
    """A generation of devices that takes over on a date."""

    date: Annotated[
        str,
        said(
            "The generation serves from the first month that begins on or after this day.",
            pattern=DAY,
            examples=["2028-01-01"],
        ),
    ]
    deployment: Deployment
    measured: Measured = Measured()
    purchase: Annotated[
        PurchasePlan | None, said("Default: the plan of the query at the prices of this device.")
    ] = None
