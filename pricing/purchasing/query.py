"""Capacity of a training run: how it is bought, how it fails, and what is stored beside it."""

from typing import Annotated, Literal

from msgspec import Meta

from pricing.quote.query import Frozen, Purchase

Upfront = Literal["none", "partial", "all"]
Depreciation = Literal["annuity", "straight_line"]
Commitments = Literal["borne", "amortised"]


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
