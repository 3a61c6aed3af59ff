"""Keeping: what is stored beside a run and carried away at its end."""

from msgspec import Struct
from msgspec.structs import replace

from pricing.quote.context import Ledger
from pricing.run_costs.offers import Offer
from pricing.run_costs.query_reliability import (
    Storage,
)
from pricing.units import BYTES_PER_GIGABYTE


class Kept(Struct, frozen=True, gc=False):
    """What is stored beside the run and carried away at its end."""

    # Set where the caller gave the price: it then holds for devices of one's own too.
    egress_is_given: bool
    checkpoint_gigabytes: float
    usd_per_gigabyte_month: float
    egress_gigabytes: float
    egress_usd_per_gigabyte: float


def kept_of(
    ledger: Ledger, given: Storage, *, checkpoint_gigabytes: float, learning_parameters: float
) -> Kept:
    """The caller's figures, else the tables'.

    learning_parameters: those that the run leaves behind [count].
    """
    count = ledger.given_or(given.kept_checkpoint_count, "training.kept_checkpoint_count")
    price = ledger.given_or(given.usd_per_gigabyte_month, "storage.usd_per_gigabyte_month")
    leaving = given.egress_gigabytes
    if leaving is None:
        released = ledger.assume("training.released_bytes_per_parameter")
        leaving = learning_parameters * released / BYTES_PER_GIGABYTE
    egress = ledger.given_or(given.egress_usd_per_gigabyte, "egress.usd_per_gigabyte")
    return Kept(
        egress_is_given=given.egress_usd_per_gigabyte is not None,
        checkpoint_gigabytes=count * checkpoint_gigabytes,
        usd_per_gigabyte_month=price,
        egress_gigabytes=leaving,
        egress_usd_per_gigabyte=egress,
    )


def kept_under(kept: Kept, offer: Offer) -> Kept:
    """What is kept under one offer: nobody charges for what leaves devices of one's own."""
    if kept.egress_is_given or not offer.owned:
        return kept
    if all(part.owned for part in offer.parts):
        return replace(kept, egress_usd_per_gigabyte=0.0)
    return kept
