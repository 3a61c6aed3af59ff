"""The tables of prices, and of the places that they hold in."""

from datetime import date
from typing import Annotated, ClassVar

from pricing.releases.columns import Confidence, Notes, Row, Source, cell, number

OPTIONS = (
    "on_demand",
    "spot",
    "reserved_1y",
    "reserved_3y",
    "capacity_block",
    "market_median",
)


class PriceListingRow(Row, frozen=True, kw_only=True):
    """A price of one instance, and the days on which it holds."""

    KEY: ClassVar = ("provider", "region", "instance_type", "option", "effective_from")

    provider: Annotated[str, cell("Who rents it out.")]
    region: Annotated[str, cell("The provider's name of the place.")]
    instance_type: Annotated[str, cell("The provider's name of what is rented.")]
    option: Annotated[str, cell("Way of buying: on_demand, spot, reserved_1y, …", choices=OPTIONS)]
    effective_from: Annotated[date, cell("First day of the price.")]
    effective_to: (
        Annotated[date, cell("First day after the price; null while the price holds.")] | None
    ) = None
    usd_per_hour: Annotated[
        float, number("USD per hour of the whole instance.", low=1e-06, high=1e06)
    ]
    device: (
        Annotated[
            str, cell("The device; null if the catalogue does not model it.", references="devices")
        ]
        | None
    ) = None
    device_count: Annotated[
        float, number("Devices of the instance [count].", low=0.01, high=100000)
    ]
    accelerator: Annotated[str, cell("What the source calls the device.", like="device")]
    vcpu_count: Annotated[int, number("Virtual CPUs [count].")] | None = None
    memory_gibibytes: Annotated[float, number("Memory of the host [GiB].")] | None = None
    date_quality: Annotated[
        str,
        cell(
            "announced, or first observed on that day.",
            choices=("announced", "first observed"),
            default="announced",
        ),
    ]
    source: Source
    confidence: Confidence
    notes: Notes = None


class RegionRow(Row, frozen=True, kw_only=True):
    """Where a region of a provider is."""

    KEY: ClassVar = ("provider", "region")

    provider: Annotated[str, cell("Who rents it out.")]
    region: Annotated[str, cell("The provider's name of the place.")]
    country: Annotated[str, cell("Country of the place.")] | None = None
    subdivision: Annotated[str, cell("State, in the United States.")] | None = None
    place: Annotated[str, cell("Where it is, in words.")] | None = None
    isolated: (
        Annotated[
            bool,
            cell(
                "Whether it is a partition of its own, such as of a government. Its prices count"
                " only where the region is named."
            ),
        ]
        | None
    ) = None
    source: Source
