"""Answers to the small questions that only words ask: prices of devices and APIs, and facts."""

from typing import Annotated

from msgspec import Meta

from pricing.catalog.rows import Assumption
from pricing.purchasing.owning.answer import OwnedRate
from pricing.quote.answer import Answer, Price, Provenance, Warnings
from pricing.quote.currencies.conversion import ConvertedAmounts

UsdPerDeviceHour = Annotated[float, Meta(description="USD per device-hour.")]


class Offer(Answer, frozen=True, kw_only=True):
    """The lowest price of a provider on the day."""

    id: Annotated[str, Meta(description="Id of the price row.")]
    provider: str
    region: str
    option: str
    usd_per_device_hour: UsdPerDeviceHour


class DeviceFactsAnswer(Answer, frozen=True, kw_only=True):
    """What is known of a device."""

    device: str
    vendor: str
    year: int
    device_count: Annotated[int, Meta(description="Devices that are asked about [count].")]
    tdp_watts: Annotated[float, Meta(description="Thermal design power of a device [watts].")]
    idle_watts: Annotated[float, Meta(description="Power of an idle device [watts].")]
    host_watts: Annotated[
        float, Meta(description="A device's share of its host and network [watts].")
    ]
    energy_kilowatt_hours_per_month: Annotated[
        float,
        Meta(
            description="Energy of all devices at their TDP with host, network and PUE, for 730"
            " hours [kWh per month]."
        ),
    ]
    usd_per_kilowatt_hour: Annotated[float, Meta(description="Electricity [USD per kWh].")]
    kilograms_co2e_per_month: Annotated[
        float, Meta(description="Carbon of this energy, by the grid [kg CO₂e per month].")
    ]
    electricity_usd_per_month: Annotated[
        float, Meta(description="Electricity of all devices at their TDP [USD per month].")
    ]
    memory_gibibytes: Annotated[float, Meta(description="Memory of a device [GiB].")]
    memory_gigabytes_per_second: Annotated[float, Meta(description="Memory bandwidth [GB/s].")]
    teraflops: Annotated[
        dict[str, float], Meta(description="Dense peak by number format [teraflops].")
    ]
    purchase_usd: Annotated[
        float | None, Meta(description="What a device costs to buy, with its host [USD].")
    ]
    node_device_count: Annotated[int, Meta(description="Devices of a usual node [count].")]
    source: str
    assumptions: tuple[Assumption, ...]
    warnings: Warnings
    provenance: Provenance
    converted: ConvertedAmounts | None = None


class DevicePriceAnswer(Answer, frozen=True, kw_only=True):
    """What devices cost by the hour, without any work."""

    device: str
    device_count: Annotated[int, Meta(description="Devices that are priced [count].")]
    usd_per_device_hour: UsdPerDeviceHour
    electricity_usd_per_device_hour: Annotated[
        float | None,
        Meta(
            description="Electricity of a device at its TDP with host and PUE, of owned devices;"
            " null: the price includes it [USD per device-hour]."
        ),
    ]
    usd_per_hour: Annotated[
        float, Meta(description="All devices, with this electricity [USD per hour].")
    ]
    usd_per_month: Annotated[float, Meta(description="All devices, for 730 hours [USD per month].")]
    hours: Annotated[float | None, Meta(description="Hours that are paid for [hours].")]
    usd_total: Annotated[float | None, Meta(description="All devices for these hours [USD].")]
    purchase_usd: Annotated[
        float | None, Meta(description="What a device costs to buy, with its host [USD].")
    ]
    price: Price
    owned: Annotated[OwnedRate | None, Meta(description="Parts of the price of owned devices.")]
    offers: Annotated[
        tuple[Offer, ...],
        Meta(description="The lowest price of every provider that matches, the lowest first."),
    ]
    facts: Annotated[
        DeviceFactsAnswer | None,
        Meta(description="Facts of the devices, where they are asked for."),
    ]
    assumptions: tuple[Assumption, ...]
    warnings: Warnings
    provenance: Provenance
    converted: ConvertedAmounts | None = None


class ApiPriceAnswer(Answer, frozen=True, kw_only=True):
    """What an API charges by the packaged prices."""

    provider: str
    model: str
    usd_per_million_input_tokens: Annotated[float, Meta(description="USD per million tokens.")]
    usd_per_million_cached_input_tokens: Annotated[
        float, Meta(description="USD per million tokens.")
    ]
    usd_per_million_output_tokens: Annotated[float, Meta(description="USD per million tokens.")]
    is_batch: Annotated[
        bool,
        Meta(description="Whether prices are those of requests that are answered within a day."),
    ]
    input_tokens: Annotated[float, Meta(description="Input tokens of a request [tokens].")]
    output_tokens: Annotated[float, Meta(description="Output tokens of a request [tokens].")]
    usd_per_request: Annotated[float, Meta(description="USD per request of this length.")]
    usd_per_million_tokens: Annotated[
        float, Meta(description="USD per million tokens of such requests, in and out together.")
    ]
    usd_per_month: Annotated[
        float | None, Meta(description="USD per month at the traffic; null: none was told.")
    ]
    source: Annotated[str, Meta(description="Where the prices are from.")]
    assumptions: tuple[Assumption, ...]
    warnings: Warnings
    provenance: Provenance
    converted: ConvertedAmounts | None = None
