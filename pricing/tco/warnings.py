"""Cautions: what could mislead in how a life is bought."""

from pricing.fleet.projection import Life
from pricing.purchasing.commitments import MOST_BLOCK_HOURS
from pricing.purchasing.warnings import warn_of_units
from pricing.quote.context import Ledger


def caution(ledger: Ledger, life: Life) -> None:
    """Warn of whole units, of blocks by the hour and of terms that outlast their use."""
    for stage, held in zip(life.service.stages, life.held, strict=True):
        courses = [*stage.sourcing.committed]
        if stage.sourcing.hourly:
            courses.append(stage.sourcing.hourly)
        for course in courses:
            count = stage.fleet.device_count
            warn_of_units(ledger, course.bought, count, charged="a replica is charged for")
        if stage.sourcing.hourly and stage.sourcing.hourly.option == "capacity_block":
            ledger.warn(
                f"capacity blocks are bought ahead, for whole days and {MOST_BLOCK_HOURS:.0f} hours"
                " at most: this service is charged for them by the hour, one after the other"
            )
        if any(held.beyond_usd):
            ledger.warn(
                f"a commitment outlasts the horizon or its device: its last"
                f" {sum(held.beyond_usd):,.0f} USD are charged in the last month, as"
                " commitment_unused"
            )


def tell(ledger: Ledger, aside: Ledger, name: str) -> None:
    """Warn of what was collected aside under the name of an alternative."""
    for warning in aside.warnings:
        ledger.warn(f"{name}: {warning}")
