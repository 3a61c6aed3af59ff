"""Purchases of capacity, the terms of commitments and ownership, and the site of the devices."""

from typing import Annotated, Any, Literal, TypeVar

from msgspec import Meta, Struct

from pricing.purchasing.owning.query import Ownership
from pricing.quote.messages import said
from pricing.quote.query import (
    AsksDrivers,
    DayText,
    DeviceCount,
    DeviceName,
    Frozen,
    InCurrency,
    Name,
    PrecisionName,
    ProviderName,
    RegionName,
    ReleaseName,
)
from pricing.releases.prices import CommittedOption, ListedOption

PlaceName = Annotated[str, Meta(min_length=1, max_length=100)]

Option = Literal[ListedOption, "owned"]
Term = CommittedOption
"""Options that commit to a term."""

Upfront = Literal["none", "partial", "all"]
MinimumConfidence = Literal["verified", "partly verified", "secondary", "unverified"]
Commitments = Literal["borne", "amortised"]


class Purchase(Frozen, frozen=True, kw_only=True):
    """How the capacity is bought."""

    option: Annotated[
        Option | None,
        said(
            "How the capacity is bought. Default: on_demand if the table has a"
            " price, else another option that is rented that day, else the cost of owning"
            " estimated from the purchase price."
        ),
    ] = None
    provider: Annotated[
        PlaceName | None,
        said(
            "The provider that rents it out. Default: the median of all matching"
            " prices, with their range.",
            examples=["aws"],
        ),
    ] = None
    region: Annotated[
        PlaceName | None,
        said(
            "The provider's name of the region. Default: the usual region of the provider,"
            " the one with the most prices in the United States; without a provider any that is"
            " not isolated, as those of governments are.",
            examples=["us-east-1"],
        ),
    ] = None
    instance_type: Annotated[
        Annotated[str, Meta(min_length=1, max_length=200)] | None,
        said("The provider's name of the instance type. Default: any.", examples=["p5.48xlarge"]),
    ] = None
    beside: Annotated[
        tuple[Option, ...],
        said(
            "Options that this one is compared with. Without a provider, the price is"
            " then that of one provider that sells all of them: of those that do, the one"
            " whose on-demand price is nearest to that over all providers."
            " Default: the other options of the question that have no provider.",
            max_length=13,
        ),
    ] = ()
    shared_instances: Annotated[
        bool,
        said(
            "Whether other work takes the devices of an instance that are left unused."
            " Default: the deployment pays for whole instances, with what is unused as an item."
        ),
    ] = False
    minimum_confidence: Annotated[
        MinimumConfidence | None,
        said(
            "Least confidence of a price, or of a ratio behind an estimate: verified,"
            " partly verified, secondary or unverified. Default: any, where unverified prices count"
            " only where no better ones match."
        ),
    ] = None
    discount_fraction: Annotated[
        float, said("Discount on the price of the table [fraction].", ge=0, le=0.99)
    ] = 0.0
    usd_per_device_hour: Annotated[
        Annotated[float, Meta(ge=1e-6, le=1e6)] | None,
        said("The caller's own price [USD per device-hour]. It replaces the table."),
    ] = None
    ownership: Annotated[Ownership | None, said("Costs of owning, where the option is owned.")] = (
        None
    )


class Facility(Frozen, frozen=True, kw_only=True):
    """The site of the devices. Defaults: published values of the provider and the region."""

    pue_ratio: Annotated[
        Annotated[float, Meta(ge=1, le=5)] | None,
        said("Power usage effectiveness: facility power over IT power [ratio]."),
    ] = None
    usd_per_kilowatt_hour: (
        Annotated[float, said("Price of electricity [USD per kWh].", ge=0, le=10)] | None
    ) = None
    grams_co2e_per_kilowatt_hour: Annotated[
        Annotated[float, Meta(ge=0, le=5000)] | None,
        said("Carbon intensity of the grid [grams CO₂e per kWh]."),
    ] = None
    watts_per_device: Annotated[
        Annotated[float, Meta(ge=1e-6, le=1e6)] | None,
        said(
            "Mean power of a device with its share of host and network, before PUE, in"
            " all hours that are paid for [watts]. Default: what the work draws."
        ),
    ] = None


AnyPurchase = TypeVar("AnyPurchase", bound=Purchase)


class TermPurchase(Purchase, frozen=True, kw_only=True):
    """A purchase that may commit to a term."""

    upfront: Annotated[
        Upfront | None,
        said(
            "Part of a reserved price that is paid at the start of the term."
            " Default: none. Paying upfront is cheaper, and costs capital."
        ),
    ] = None


class CapacityPurchase(TermPurchase, frozen=True, kw_only=True):
    """A purchase of capacity for a run, with the terms of commitments and ownership."""

    use_fraction: Annotated[
        Annotated[float, Meta(ge=1e-6, le=1)] | None,
        said(
            "For amortised commitments: share of the hours of the term or the life"
            " in which the devices are used at all [fraction]."
        ),
    ] = None


class MixPart(CapacityPurchase, frozen=True, kw_only=True):
    """A part of the devices with a purchase of its own."""

    device_fraction: Annotated[float, said("Share of the run's devices [fraction].", gt=0, le=1)]


class RunPurchase(CapacityPurchase, frozen=True, kw_only=True):
    """A purchase of the capacity of a run, or a mix of several."""

    mix: Annotated[
        tuple[MixPart, ...],
        said(
            "Purchases of devices that train together, such as a reserved base and"
            " spot. The shares add up to 1, and all other fields are left out.",
            max_length=8,
        ),
    ] = ()


Part = TypeVar("Part", bound=Struct)


class Parameters(InCurrency, frozen=True, kw_only=True):
    """The flat fields that quotes by URL parameters share."""

    model: Annotated[Name, said("A model of the catalogue, by name or alias.")]
    device: DeviceName
    device_count: DeviceCount | None = None
    precision: PrecisionName | None = None
    provider: ProviderName | None = None
    region: RegionName | None = None
    labels: Annotated[
        str | None,
        said(
            "Texts by name that the answer repeats: name:text, with commas between."
            " They change no figure.",
            examples=["team:search,env:prod"],
        ),
    ] = None
    drivers: AsksDrivers = False
    as_of: DayText | None = None
    catalog: ReleaseName | None = None

    def part(self, kind: type[Part], **own: Any) -> Part:
        """A part of the query in full: its fields that parameters have too, and those given."""
        shared = {*kind.__struct_fields__}.intersection(self.__struct_fields__).difference(own)
        return kind(**{name: getattr(self, name) for name in shared}, **own)


class PaymentTerms(Frozen, frozen=True, kw_only=True):
    """When invoices are paid, and what tax comes on top."""

    invoice_delay_months: Annotated[
        Annotated[int, Meta(ge=0, le=12)],
        said(
            "Months from the begin of a month until its invoice is paid [count]. 0: at"
            " once; 1: in arrears; 2: a month after the invoice."
        ),
    ] = 0
    tax_fraction: Annotated[
        Annotated[float, Meta(ge=0, le=1)],
        said("Tax on purchases and invoices, on top of all totals [fraction]. `cash` shows it."),
    ] = 0.0
