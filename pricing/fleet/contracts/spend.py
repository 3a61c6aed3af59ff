"""A plan, and what plans spend by month."""

from msgspec import Struct

from pricing.fleet.purchases.commitments import Commitment
from pricing.numerics.number import Array

Plan = tuple[Commitment, ...]


class Spent(Struct, frozen=True, eq=False):
    """What plans spend by month, a row a plan [USD]: see fleet.bill.spend_of.

    capital: what payments upfront cost, which is paid to nobody; upfront: these payments in all;
    later: what terms cost after the months, which the last one is charged with.
    """

    commitments: Array
    beyond: Array
    by_the_hour: Array
    capital: Array
    upfront: Array
    later: Array

    @property
    def usd(self) -> Array:
        """Before contracts, by plan and month [USD]."""
        return self.commitments + self.beyond + self.by_the_hour + self.capital
