"""The tables of prices, and of the places that they hold in."""

from datetime import date
from typing import Annotated, ClassVar, Literal, get_args

from pricing.releases.columns import Confidence, Notes, Row, Source, cell, number

CommittedOption = Literal[
    "reserved_3m", "reserved_6m", "reserved_1y", "reserved_3y", "savings_plan_1y", "savings_plan_3y"
]
"""Ways of buying that commit to a term."""

ListedOption = Literal[
    "on_demand",
    "spot",
    CommittedOption,
    "capacity_block",
    "dws_calendar",
    "dws_flex_start",
    "market_median",
]
OPTIONS: tuple[str, ...] = get_args(ListedOption)
"""Ways of buying that have prices in the table."""


class PriceListingRow(Row, frozen=True, kw_only=True):
    """A price of one instance, and the days on which it holds."""

    KEY: ClassVar = ("provider", "region", "instance_type", "option", "effective_from")

    provider: Annotated[str, cell("Who rents it out.")]
    region: Annotated[str, cell("The provider's name of the place.")]
    instance_type: Annotated[str, cell("The provider's name of what is rented.")]
    option: Annotated[str, cell("Way of buying: on_demand, spot, reserved_1y, …", choices=OPTIONS)]
    effective_from: Annotated[date, cell("First day of the price.")]
    effective_to: Annotated[
        date | None, cell("First day after the price; null while the price holds.")
    ]
    usd_per_hour: Annotated[
        float, number("USD per hour of the whole instance.", low=1e-06, high=1e06)
    ]
    device: Annotated[
        str | None,
        cell("The device; null if the catalogue does not model it.", references="devices"),
    ]
    device_count: Annotated[
        float, number("Devices of the instance [count].", low=0.01, high=100000)
    ]
    accelerator: Annotated[str, cell("What the source calls the device.", like="device")]
    vcpu_count: Annotated[int | None, number("Virtual CPUs [count].")]
    memory_gibibytes: Annotated[float | None, number("Memory of the host [GiB].")]
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
    notes: Notes
    last_observed: Annotated[
        date | None,
        cell(
            "Last day on which the price was read at its source; null: its first day.", later=True
        ),
    ]
    contract: Annotated[
        str | None, cell("The contract whose price it is; null: a list price.", overlaid=True)
    ]
    contract_discount_fraction: Annotated[
        float | None,
        number(
            "What the contract takes off the list price [fraction]; null: it has a price of its"
            " own.",
            high=1.0,
            overlaid=True,
        ),
    ]
    list_usd_per_hour: Annotated[
        float | None,
        number(
            "List price beside that of a contract, of the whole instance [USD per hour].",
            low=1e-06,
            high=1e06,
            overlaid=True,
        ),
    ]


class RegionRow(Row, frozen=True, kw_only=True):
    """Where a region of a provider is."""

    KEY: ClassVar = ("provider", "region")

    provider: Annotated[str, cell("Who rents it out.")]
    region: Annotated[str, cell("The provider's name of the place.")]
    country: Annotated[str | None, cell("Country of the place.")]
    subdivision: Annotated[str | None, cell("State, in the United States.")]
    place: Annotated[str | None, cell("Where it is, in words.")]
    isolated: Annotated[
        bool | None,
        cell(
            "Whether it is a partition of its own, such as of a government. Its prices count"
            " only where the region is named."
        ),
    ]
    source: Source


class InstanceRow(Row, frozen=True, kw_only=True):
    """What joins instances of a type, or of all types that a pattern with `*` matches."""

    KEY: ClassVar = ("provider", "instance_type")

    provider: Annotated[str, cell("Who rents it out.")]
    instance_type: Annotated[
        str, cell("An instance type, or a pattern with `*`. The longest one that matches holds.")
    ]
    forms_cluster: Annotated[
        bool, cell("Whether a network joins several of them to one run, as it does nodes.")
    ]
    most_device_count: Annotated[
        float | None,
        number("Most devices of an instance, where the price is of one of them [count].", low=1.0),
    ]
    network_gigabytes_per_second: Annotated[
        float | None, number("Network of an instance to others in one direction [GB/s].", low=1e-3)
    ]
    network: Annotated[str | None, cell("What joins them, in words.")]
    source: Source
    confidence: Confidence
    notes: Notes


class ExchangeRateRow(Row, frozen=True, kw_only=True):
    """What a unit of a currency is worth from a day on, until the next row of it."""

    KEY: ClassVar = ("currency", "rate_day")

    currency: Annotated[str, cell("The currency, as three capitals.")]
    rate_day: Annotated[date, cell("Day on which the rate was published.")]
    usd_per_currency_unit: Annotated[
        float, number("USD for one unit of the currency.", low=1e-09, high=1e09)
    ]
    source: Source
    confidence: Confidence
    notes: Notes
