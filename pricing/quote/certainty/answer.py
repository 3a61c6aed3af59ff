"""How sure a cost is, as an answer says it."""

from typing import Annotated, Literal

from pricing.quote.answer import Answer
from pricing.quote.messages import said

DoubtName = Literal[
    "throughput",
    "load",
    "load_growth",
    "price_change",
    "spot_price_change",
    "estimated_price",
    "preemption_rate",
    "interruptions",
]

CaseName = Literal["low", "base", "high"]


class Level(Answer, frozen=True, kw_only=True):
    """The amount that a cost stays within with a probability."""

    confidence_fraction: Annotated[
        float, said("Probability that the cost is at most this [fraction].")
    ]
    usd: Annotated[float, said("The amount [USD].")]


class Percentiles(Answer, frozen=True, kw_only=True):
    """Percentiles of a cost under all doubts together."""

    p10_usd: Annotated[float, said("10th percentile [USD].")]
    p50_usd: Annotated[float, said("Median [USD].")]
    p90_usd: Annotated[float, said("90th percentile [USD].")]
    levels: Annotated[tuple[Level, ...], said("The amounts that were asked for, from low to high.")]


class MonthPercentiles(Percentiles, frozen=True, kw_only=True):
    """Percentiles of the cost of a month, and its cost in each case.

    Percentiles of months do not add up to those of the total. Those of a case do.
    """

    month: Annotated[str, said("The month, YYYY-MM.")]
    low_case_usd: Annotated[float, said("Cost in the low case [USD].")]
    base_case_usd: Annotated[float, said("Cost as answered [USD].")]
    high_case_usd: Annotated[float, said("Cost in the high case [USD].")]


class Case(Answer, frozen=True, kw_only=True):
    """One outcome: each doubt at the end that costs less, as answered, or at the dearer end."""

    name: Annotated[CaseName, said("Which case.")]
    usd: Annotated[float, said("Cost in this case [USD].")]
    confidence_fraction: Annotated[
        float, said("Probability that the cost is at most this [fraction].")
    ]
    at: Annotated[
        dict[DoubtName, float], said("Where each doubt stands, in its unit [see doubts].")
    ]


class Doubt(Answer, frozen=True, kw_only=True):
    """Something that is not known for sure, alone at the ends of its band."""

    name: Annotated[DoubtName, said("What is not known for sure.")]
    unit: Annotated[str, said("Unit of value, low and high.")]
    value: Annotated[float, said("As the answer has it, in `unit`.")]
    low: Annotated[float, said("10th percentile, in `unit`. One in ten outcomes is below.")]
    high: Annotated[float, said("90th percentile, in `unit`. One in ten outcomes is above.")]
    usd_at_low: Annotated[float, said("Cost with it at `low`, all else as answered [USD].")]
    usd_at_high: Annotated[float, said("Cost with it at `high`, all else as answered [USD].")]
    usd_change: Annotated[float, said("The highest less the lowest of the three costs [USD].")]
    source: Annotated[str, said("Field, assumption or evidence that the band is of.")]


class Certainty(Percentiles, frozen=True, kw_only=True):
    """How sure a cost is: percentiles under all doubts together, three cases, each doubt alone.

    A doubt is common to all months. Doubts are independent of each other. The plan is the one that
    is answered: what is committed or owned stays, what is rented by the hour follows.
    """

    answered_usd: Annotated[
        float, said("The cost as answered: a total, or the mean of a run [USD].")
    ]
    answered_confidence_fraction: Annotated[
        float, said("Probability that the cost is at most answered_usd [fraction].")
    ]
    median_change_fraction: Annotated[float, said("p50_usd over answered_usd, less 1 [fraction].")]
    months: Annotated[
        tuple[MonthPercentiles, ...], said("The months of a service; empty of a run.")
    ]
    cases: Annotated[tuple[Case, ...], said("The low, the base and the high case.")]
    doubts: Annotated[
        tuple[Doubt, ...], said("All doubts of the cost, the one that moves it most first.")
    ]
