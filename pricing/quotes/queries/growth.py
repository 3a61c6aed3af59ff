"""What a service is asked for over time, how it follows, and how sure any of it is."""

from typing import Annotated, Literal

from msgspec import Meta

from pricing.quotes.queries.parts import Fraction, Frozen

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


class Uncertainty(Frozen, frozen=True, kw_only=True):
    """Bands that the months are drawn from; each holds 80% of the draws.

    Throughput has the band of its estimate. What is left out is the tables'.
    """

    draws: Annotated[
        int, Meta(ge=100, le=10_000, description="How many courses are drawn [count].")
    ] = 1000
    seed: Annotated[
        int, Meta(ge=0, le=2**53, description="The same seed, the same draws [any count].")
    ] = 0
    throughput_band_ratio: (
        Annotated[
            float,
            Meta(ge=1, le=100, description="Throughput, divided and multiplied by it [ratio]."),
        ]
        | None
    ) = None
    load_band_ratio: (
        Annotated[
            float,
            Meta(ge=1, le=100, description="Requests, divided and multiplied by it [ratio]."),
        ]
        | None
    ) = None
    growth_band_per_month_fraction: (
        Annotated[
            float,
            Meta(ge=0, le=0.5, description="Growth a month, more or less by it [fraction]."),
        ]
        | None
    ) = None
    price_band_per_year_fraction: (
        Annotated[
            float,
            Meta(
                ge=0,
                le=0.9,
                description="Change of prices a year, more or less by it [fraction].",
            ),
        ]
        | None
    ) = None
