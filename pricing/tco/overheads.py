"""Overheads of a service: egress, storage and staff."""

from pricing.fleet.periods import Overhead
from pricing.fleet.purchases.price_path import Market, change_ratios
from pricing.quote.context import QuoteContext
from pricing.tco.query import TcoQuery
from pricing.unit_costs.estimate import Tokens
from pricing.units import BYTES_PER_GIGABYTE


def overhead_of(
    context: QuoteContext, market: Market, query: TcoQuery, tokens: Tokens | None
) -> Overhead:
    """The costs of a service other than compute.

    Without tokens the amounts sent and stored are unknown, and are charged only if given.
    """
    asked = query.overheads
    sent_bytes, stored_gigabytes = asked.egress_bytes_per_request, asked.storage_gigabytes
    if tokens is None:
        if sent_bytes is None or stored_gigabytes is None:
            context.warn(
                "without a model, egress and storage are charged only where overheads gives"
                " egress_bytes_per_request and storage_gigabytes"
            )
        sent_bytes, stored_gigabytes = sent_bytes or 0.0, stored_gigabytes or 0.0
    else:
        if sent_bytes is None:
            sent_bytes = tokens.demand.output_tokens * context.given_or(
                None, "egress.bytes_per_output_token", field="overheads.egress_bytes_per_request"
            )
        if stored_gigabytes is None:
            stored_gigabytes = tokens.serving.layout.room.weights_bytes / BYTES_PER_GIGABYTE

    def price(given: float | None, key: str, name: str) -> float:
        return context.given_or(given, key, field=f"overheads.{name}")

    egress_usd = storage_usd = 0.0
    if sent_bytes:
        egress_usd = price(
            asked.egress_usd_per_gigabyte, "egress.usd_per_gigabyte", "egress_usd_per_gigabyte"
        )
    if stored_gigabytes:
        storage_usd = price(
            asked.storage_usd_per_gigabyte_month,
            "storage.usd_per_gigabyte_month",
            "storage_usd_per_gigabyte_month",
        )
    return Overhead(
        egress_usd_per_request=sent_bytes / BYTES_PER_GIGABYTE * egress_usd,
        storage_usd_per_month=stored_gigabytes * storage_usd,
        staff_usd_per_month=asked.staff_usd_per_month or 0.0,
        energy_ratios=change_ratios(
            query.energy_price_change_per_year_fraction, market.unknown_months
        ),
    )
