"""Overheads: egress, storage and staff."""

from pricing.fleet.periods import Overhead
from pricing.fleet.price_path import Market, change_ratios
from pricing.quote.context import Ledger
from pricing.tco.query import TcoQuery
from pricing.unit_costs.estimate import Tokens
from pricing.units import BYTES_PER_GIGABYTE


def overhead_of(ledger: Ledger, market: Market, query: TcoQuery, tokens: Tokens | None) -> Overhead:
    """What a service costs beside its compute.

    Without tokens nothing is known of what is sent and kept: that is charged where it is given.
    """
    asked = query.overheads
    sent, kept = asked.egress_bytes_per_request, asked.storage_gigabytes
    if tokens is None:
        if sent is None or kept is None:
            ledger.warn(
                "without a model, egress and storage are charged only as overheads give them:"
                " egress_bytes_per_request, storage_gigabytes"
            )
        sent, kept = sent or 0.0, kept or 0.0
    else:
        if sent is None:
            sent = tokens.demand.output_tokens * ledger.given_or(
                None,
                "egress.bytes_per_output_token",
                field="overheads.egress_bytes_per_request",
            )
        if kept is None:
            kept = tokens.serving.layout.room.weights_bytes / BYTES_PER_GIGABYTE

    def price(given: float | None, key: str, name: str) -> float:
        return ledger.given_or(given, key, field=f"overheads.{name}")

    egress_usd = storage_usd = 0.0
    if sent:
        egress_usd = price(
            asked.egress_usd_per_gigabyte, "egress.usd_per_gigabyte", "egress_usd_per_gigabyte"
        )
    if kept:
        storage_usd = price(
            asked.storage_usd_per_gigabyte_month,
            "storage.usd_per_gigabyte_month",
            "storage_usd_per_gigabyte_month",
        )
    return Overhead(
        egress_usd_per_request=sent / BYTES_PER_GIGABYTE * egress_usd,
        storage_usd_per_month=kept * storage_usd,
        staff_usd_per_month=asked.staff_usd_per_month or 0.0,
        energy_ratios=change_ratios(
            query.energy_price_change_per_year_fraction, market.unknown_months
        ),
    )
