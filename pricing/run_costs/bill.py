"""Bills: what a run costs under one offer, as a total and item by item."""

from msgspec import Struct

from pricing.numerics.number import Number
from pricing.purchasing.commitments import Commitment
from pricing.run_costs.offers import Offer
from pricing.run_costs.storage import Kept
from pricing.training.course import Run
from pricing.training.spread import Spread
from pricing.units import HOURS_PER_MONTH


class Bill(Struct, frozen=True, gc=False):
    """What an offer costs, before it is known how long the run takes.

    running, waiting: rent and energy of an hour at work and of one without the capacity that
    was lost, all devices together; kept: storage [USD per hour]; once: egress [USD];
    held_ratio: hours held over those of the run; committed: devices and how they are bought.
    """

    running_usd: Number
    waiting_usd: Number
    kept_usd: Number
    once_usd: Number
    held_ratio: Number
    committed: tuple[tuple[Number, Commitment], ...]

    def usd(
        self,
        held_hours: Number,
        waiting_hours: Number,
        *,
        spread: Spread | None = None,
        borne: bool | None = None,
    ) -> Number:
        """The total of so many hours with all devices and so many of waiting.

        spread: of the hours, for the mean of the total where they are means: whole terms are not
        in proportion to them; borne: whether the run pays for the rest of what is committed, None
        where each commitment says so.
        """
        hours = held_hours + waiting_hours
        usd = self.held_ratio * (self.running_usd * held_hours + self.waiting_usd * waiting_hours)
        usd += self.kept_usd * hours + self.once_usd
        if self.committed:
            usd += self._committed_usd(hours, spread=spread, borne=borne)
        return usd

    def _committed_usd(self, hours: Number, *, spread: Spread | None, borne: bool | None) -> Number:
        """What commitments add to so many hours of the run: unused hours, and paying early."""
        held = self.held_ratio * hours
        usd: Number = 0.0
        for devices, commitment in self.committed:
            usd += devices * commitment.usd(
                held, borne=commitment.borne if borne is None else borne, spread=spread
            )
        return usd


def bill_of(run: Run, offer: Offer, kept: Kept) -> Bill:
    """The bill of an offer."""
    running_usd: Number = 0.0
    waiting_usd: Number = 0.0
    committed = []
    for part in offer.parts:
        devices = run.device_count * part.device_fraction
        usd = part.bought.price.usd_per_device_hour + part.kilowatts * part.usd_per_kilowatt_hour
        running_usd += devices * usd
        waiting_usd += devices * part.held_fraction * usd
        if part.commitment is not None:
            committed.append((devices, part.commitment))
    return Bill(
        running_usd=running_usd,
        waiting_usd=waiting_usd,
        kept_usd=kept.checkpoint_gigabytes * kept.usd_per_gigabyte_month / HOURS_PER_MONTH,
        once_usd=kept.egress_gigabytes * kept.egress_usd_per_gigabyte,
        held_ratio=run.held_ratio,
        committed=tuple(committed),
    )
