"""The columns of FOCUS 1.2, filled from charges."""

import json
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Any

import polars as pl
from msgspec import Struct

from pricing.focus.charge import Charge
from pricing.quote.query import DOLLARS

NUMBERS = ("Cost", "Price", "Quantity")
"""How the names of columns end that have numbers; others have texts."""

COLUMNS: Mapping[str, pl.DataType] = {
    name: pl.Float64() if name.endswith(NUMBERS) else pl.String()
    for name in (
        *("BilledCost", "BillingAccountId", "BillingAccountName", "BillingAccountType"),
        *("BillingCurrency", "BillingPeriodEnd", "BillingPeriodStart", "ChargeCategory"),
        *("ChargeClass", "ChargeDescription", "ChargeFrequency", "ChargePeriodEnd"),
        *("ChargePeriodStart", "CommitmentDiscountCategory", "CommitmentDiscountId"),
        *("CommitmentDiscountName", "CommitmentDiscountQuantity", "CommitmentDiscountStatus"),
        *("CommitmentDiscountType", "CommitmentDiscountUnit", "ConsumedQuantity", "ConsumedUnit"),
        *("ContractedCost", "ContractedUnitPrice", "EffectiveCost", "InvoiceId"),
        *("InvoiceIssuerName", "ListCost", "ListUnitPrice", "PricingCategory", "PricingCurrency"),
        *("PricingCurrencyContractedUnitPrice", "PricingCurrencyEffectiveCost"),
        *("PricingCurrencyListUnitPrice", "PricingQuantity", "PricingUnit", "ProviderName"),
        *("PublisherName", "RegionId", "RegionName", "ResourceId", "ResourceName", "ResourceType"),
        *("ServiceCategory", "ServiceName", "ServiceSubcategory", "SkuId", "SkuMeter"),
        *("SkuPriceDetails", "SkuPriceId", "SubAccountId", "SubAccountName", "Tags", "x_LineItem"),
        *("x_PriceBasis", "x_QueryDigest", "x_Warnings"),
    )
}
"""The columns in order. Those with x_ are not of FOCUS."""

LONGEST_MONTH = timedelta(days=31)
ACCOUNT = "forecast"
"""The billing account: a forecast has none of a provider."""


class Frame(Struct, frozen=True):
    """What all charges of a forecast share.

    currency: of the costs; rates: USD for one unit of it, by first day of the charge; a day without
    one has `rate`.
    """

    query_digest: str
    warnings: tuple[str, ...] = ()
    labels: Mapping[str, str] = {}
    currency: str = DOLLARS
    rates: Mapping[int, float] = {}
    rate: float = 1.0


def frame_of(charges: Iterable[Charge], shared: Frame) -> pl.DataFrame:
    """Charges as rows of FOCUS."""
    rows = [_row(charge, shared) for charge in charges]
    return pl.DataFrame(rows, schema=dict(COLUMNS), orient="row")


def _row(charge: Charge, shared: Frame) -> dict[str, Any]:
    sku, covered = charge.sku, charge.covered
    rate = shared.rates.get(charge.first_day, shared.rate)
    first, end = date.fromordinal(charge.first_day), date.fromordinal(charge.end_day)
    month = first.replace(day=1)
    is_consumed = charge.category == "Usage" and not (covered and covered.status == "Unused")
    list_usd, contracted_usd = charge.list_usd / rate, charge.contracted_usd / rate
    return {
        "BilledCost": charge.billed_usd / rate,
        "BillingAccountId": ACCOUNT,
        "BillingAccountName": "Unitcost forecast",
        "BillingAccountType": "Forecast",
        "BillingCurrency": shared.currency,
        "BillingPeriodStart": _moment(month),
        "BillingPeriodEnd": _moment((month + LONGEST_MONTH).replace(day=1)),
        "ChargeCategory": charge.category,
        "ChargeDescription": charge.description,
        "ChargeFrequency": charge.frequency,
        "ChargePeriodStart": _moment(first),
        "ChargePeriodEnd": _moment(end),
        **_covered(charge, shared.currency, rate),
        "ConsumedQuantity": charge.quantity if is_consumed else None,
        "ConsumedUnit": sku.unit if is_consumed else None,
        "ContractedCost": contracted_usd * charge.quantity,
        "ContractedUnitPrice": contracted_usd,
        "EffectiveCost": charge.effective_usd / rate,
        "InvoiceIssuerName": sku.provider,
        "ListCost": list_usd * charge.quantity,
        "ListUnitPrice": list_usd,
        "PricingCategory": charge.pricing,
        "PricingCurrency": DOLLARS,
        "PricingCurrencyContractedUnitPrice": charge.contracted_usd,
        "PricingCurrencyEffectiveCost": charge.effective_usd,
        "PricingCurrencyListUnitPrice": charge.list_usd,
        "PricingQuantity": charge.quantity,
        "PricingUnit": sku.unit,
        "ProviderName": sku.provider,
        "PublisherName": sku.provider,
        "RegionId": sku.region,
        "RegionName": sku.region,
        "ResourceId": charge.resource and charge.resource.id,
        "ResourceType": charge.resource and charge.resource.type,
        "ServiceCategory": sku.offering.category,
        "ServiceName": sku.offering.name,
        "ServiceSubcategory": sku.offering.subcategory,
        "SkuId": sku.id,
        "SkuMeter": sku.meter,
        "SkuPriceDetails": _pairs(sku.details),
        "SkuPriceId": sku.price_id,
        "Tags": _pairs(shared.labels),
        "x_LineItem": charge.item,
        "x_PriceBasis": sku.basis,
        "x_QueryDigest": shared.query_digest,
        "x_Warnings": "; ".join(shared.warnings) or None,
    }


def _covered(charge: Charge, currency: str, rate: float) -> dict[str, Any]:
    covered = charge.covered
    if covered is None:
        return {}
    commitment = covered.commitment
    is_spend = commitment.spend
    return {
        "CommitmentDiscountCategory": "Spend" if is_spend else "Usage",
        "CommitmentDiscountId": commitment.id,
        "CommitmentDiscountName": commitment.name,
        "CommitmentDiscountQuantity": covered.quantity / (rate if is_spend else 1.0),
        "CommitmentDiscountStatus": covered.status,
        "CommitmentDiscountType": commitment.type,
        "CommitmentDiscountUnit": currency if is_spend else charge.sku.unit,
    }


def _pairs(values: Mapping[str, str | float]) -> str | None:
    """A JSON object, None without values."""
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")) if values else None


def _moment(day: date) -> str:
    return f"{day.isoformat()}T00:00:00Z"
