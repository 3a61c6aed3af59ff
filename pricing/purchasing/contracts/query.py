"""A contract over the whole bill of a provider, as a question has it."""

from typing import Annotated, Literal

from msgspec import Meta

from pricing.purchasing.query import PlaceName
from pricing.quote.messages import MONTH, said
from pricing.quote.query import Frozen, Label

SpendKind = Literal["on_demand", "commitments", "spot", "storage", "egress"]
"""Kinds of spend of a bill. on_demand is all that is rented by the hour but spot."""

MonthText = Annotated[str, Meta(pattern=MONTH, examples=["2026-08"])]
Usd = Annotated[float, Meta(ge=0, le=1e11)]
Discount = Annotated[float, Meta(ge=0, le=0.99)]


class SpendTier(Frozen, frozen=True, kw_only=True):
    """A discount from some spend on."""

    from_usd: Annotated[
        Usd, said("Spend of the period from which the tier holds, before it [USD].")
    ]
    discount_fraction: Annotated[Discount, said("Discount of the tier [fraction].")]


class Contract(Frozen, frozen=True, kw_only=True):
    """A contract over a whole bill: a private pricing agreement (EDP), a MACC, a spend commitment.

    It takes a discount off what it covers, and may ask for a minimum of spend.
    """

    name: Label | None = None
    provider: Annotated[
        PlaceName | None, said("The provider whose bill it is of. Default: any.", examples=["aws"])
    ] = None
    discount_fraction: Annotated[
        Discount | None, said("Discount on all that is covered [fraction].")
    ] = None
    tiers: Annotated[
        tuple[SpendTier, ...],
        said("Discounts by the spend of a period, in rising order.", max_length=12),
    ] = ()
    tiers_hold_for: Annotated[
        Literal["spend_within", "whole_spend"],
        said(
            "spend_within: each tier is of the spend within it; whole_spend: the"
            " highest tier that the spend of the period reaches is of all of it."
        ),
    ] = "spend_within"
    covers: Annotated[
        tuple[SpendKind, ...], said("Spend that has the discount.", min_length=1, max_length=5)
    ] = ("on_demand", "commitments")
    valid_from: Annotated[
        MonthText | None, said("First month. Default: that of the service or of the run.")
    ] = None
    valid_to: Annotated[MonthText | None, said("Last month. Default: the contract goes on.")] = None
    period: Annotated[
        Literal["month", "year", "term"],
        said(
            "The time that tiers and the minimum are of: a month, a year from"
            " valid_from on, or the whole contract."
        ),
    ] = "year"
    minimum_usd: Annotated[
        Usd | None,
        said(
            "Least spend of each period. What is missing is due in its last month, as"
            " contract_shortfall [USD]."
        ),
    ] = None
    minimum_counts: Annotated[
        Annotated[tuple[SpendKind, ...], Meta(min_length=1, max_length=5)] | None,
        said("Spend that counts for the minimum, after the discount. Default: as covers."),
    ] = None
    other_usd_per_month: Annotated[
        Usd,
        said(
            "What other work spends of the same contract, before its discount [USD per"
            " month]. It counts for tiers and the minimum, and is in no total."
        ),
    ] = 0.0
    spent_usd: Annotated[
        Usd | None,
        said(
            "What counts already of the period that the service or the run begins in"
            " [USD]. Default: nothing."
        ),
    ] = None
