"""What is known of a device: its power, memory, bandwidth, peaks and price."""

from pricing.asking.answer import DeviceFactsAnswer
from pricing.asking.query import DeviceFactsQuery
from pricing.catalog.library import Library
from pricing.purchasing.site import PRICE_KEY, site
from pricing.quote.context import QuoteContext
from pricing.quote.currencies.conversion import in_currency
from pricing.quote.currencies.rates import rate_of
from pricing.units import (
    BYTES_PER_GIBIBYTE,
    BYTES_PER_GIGABYTE,
    FLOPS_PER_TERAFLOP,
    GRAMS_PER_KILOGRAM,
    HOURS_PER_MONTH,
    WATTS_PER_KILOWATT,
)


def device_facts(query: DeviceFactsQuery, library: Library) -> DeviceFactsAnswer:
    """The facts of a device. Raises UnknownName."""
    context = QuoteContext.open(library, catalog=query.catalog, as_of=None)
    device = context.device(query.device, field="device")
    host_watts = context.assume_host_watts(device)
    place = site(
        context, query.facility, provider=query.provider, region=query.region, pays_energy=True
    )
    is_usual = any(row.key == PRICE_KEY for row in context.assumptions)
    if query.provider is not None and is_usual:
        where = " ".join(filter(None, (query.provider, query.region)))
        context.warn(
            f"electricity is taken at {place.usd_per_kilowatt_hour:g} USD a kWh, the usual price of"
            f" the tables: none is known of {where} (facility.usd_per_kilowatt_hour)"
        )
    watts = (device.tdp_watts + host_watts) * (query.device_count or 1) * place.pue_ratio
    kilowatt_hours = watts * HOURS_PER_MONTH / WATTS_PER_KILOWATT
    vendors = context.catalog.frames["devices"].select("device", "vendor")
    answer = DeviceFactsAnswer(
        device=device.name,
        vendor=dict(vendors.iter_rows())[device.name],
        year=device.year,
        device_count=query.device_count or 1,
        tdp_watts=device.tdp_watts,
        idle_watts=device.idle_watts,
        host_watts=host_watts,
        energy_kilowatt_hours_per_month=kilowatt_hours,
        usd_per_kilowatt_hour=place.usd_per_kilowatt_hour,
        kilograms_co2e_per_month=kilowatt_hours
        * place.grams_co2e_per_kilowatt_hour
        / GRAMS_PER_KILOGRAM,
        electricity_usd_per_month=kilowatt_hours * place.usd_per_kilowatt_hour,
        memory_gibibytes=device.memory_bytes / BYTES_PER_GIBIBYTE,
        memory_gigabytes_per_second=device.bytes_per_second / BYTES_PER_GIGABYTE,
        teraflops={
            name: flops / FLOPS_PER_TERAFLOP for name, flops in device.flops_per_second.items()
        },
        purchase_usd=device.purchase_usd,
        node_device_count=device.node_device_count,
        source=device.source,
        assumptions=context.assumptions,
        warnings=context.warnings,
        provenance=context.provenance(query),
    )
    return in_currency(answer, rate_of(context.catalog, query, context.as_of))
