"""What a contract changes of a bill at least, as a straight line over the spend of each period.

A contract takes at most so much off every dollar, and leaves at least so much of its minimum to be
paid. Such a line makes the plan under it a plan at other prices. Its cost is a bound of every plan
under the contract (Lagrangian relaxation, Geoffrion 1974).
"""

from collections.abc import Mapping

import numpy as np
from msgspec import Struct

from pricing.fleet.arrays import tall
from pricing.fleet.contracts.bill import Bound
from pricing.fleet.contracts.corners import Ends, corners_of
from pricing.numerics.number import Array
from pricing.purchasing.contracts.agreement import Agreement

MOST_MISSING = 1.0 - 1e-6
"""Largest share of a shortfall that counts. At 1, spend would cost nothing."""

LEAST_APART = 1e-9
"""Least distance of a corner from a spend between which a line is drawn, over the corner's."""


class Slope(Struct, frozen=True, eq=False):
    """The line of a contract, by period [fractions].

    off: taken off every dollar, less what that adds to the shortfall; missing: share of the
    shortfall that counts.
    """

    off: Array
    missing: Array


class Line(Struct, frozen=True, eq=False):
    """What a contract changes of a bill at least [USD].

    ratios: of a dollar of each kind of spend in every month; usd: in any case; covered, counted:
    spend at which the line is nearest to the contract, which is covered and which counts less, by
    period.
    """

    ratios: Mapping[str, Array]
    usd: float
    covered: Array
    counted: Array


class Lines:
    """The lines below a contract between the ends of what plans spend.

    Where all that is covered counts for the minimum, and nothing else does, one line is below the
    discount and the shortfall together. Its slopes are all in `missing`. is_part: whether the ends
    are those of the best plans alone, below which lines may be steeper than the contract ever is.
    """

    def __init__(self, agreement: Agreement, ends: Ends, *, is_part: bool = False) -> None:
        self.agreement, self.ends, self._is_part = agreement, ends, is_part
        self._corners = corners_of(agreement, ends)
        self.top = self._corners.top
        covers, counts = kinds_of(agreement)
        self.is_joint = covers == counts

    def kept(self, slope: Slope) -> Slope:
        """The nearest slope that a line may have."""
        least, top = (-1.0, MOST_MISSING) if self._is_part else (0.0, self.top)
        if self.is_joint:
            missing = np.clip(slope.off + slope.missing, least, MOST_MISSING)
            return Slope(np.zeros_like(missing), missing)
        most = MOST_MISSING if self.agreement.minimum_usd else 0.0
        missing = np.clip(slope.missing, 0.0, most)
        return Slope(np.clip(slope.off, least, top * (1.0 - missing)), missing)

    def ratios(self, bound: Bound, slope: Slope) -> Mapping[str, Array]:
        """What a line changes of a dollar of each kind of spend in every month."""
        given = np.array([slope.off, slope.missing, self.top])
        return ratios_of(bound, *by_month_of(self.agreement, given, len(bound.shares["storage"])))

    def by_period(self, usd: Array) -> Array:
        """The sums of months by period."""
        return by_period_of(self.agreement, usd)

    def below(self, bound: Bound, slope: Slope) -> Line:
        """A line that is nowhere above what the contract changes."""
        of = self._corners
        usd, (spend, taken) = self._highest(self._above(slope), of.spend, of.taken)
        counted = spend if self.is_joint else of.due + taken
        return Line(self.ratios(bound, slope), -usd, spend, counted)

    def apart(self, slope: Slope, spend: Array, later_usd: float) -> Array:
        """How far the contract is above its line below a spend, and beyond it, by period [USD].

        later_usd: the most off later fees, which falls with what the last period may spend.
        """
        usd, over = self._over(slope, spend)
        sides = usd < tall(spend), usd > tall(spend)
        far = np.array([np.where(side, over, 0.0).max(axis=1) for side in sides])
        far[1, -1] += later_usd
        return far

    def along(self, slope: Slope, spend: Array) -> Slope:
        """The line along the top of the contract at a spend of each period."""
        usd, over = self._over(slope, spend)
        gaps = usd - tall(spend)
        is_apart = np.abs(gaps) > LEAST_APART * usd
        steps = np.divide(over, gaps, out=np.zeros_like(over), where=is_apart)
        more, less = (np.where(side, steps, 0.0) for side in (gaps > 0.0, gaps < 0.0))
        rises = more.max(axis=1)
        return self.turned(slope, np.where(rises > 0.0, rises, less.min(axis=1)))

    def turned(self, slope: Slope, by: Array) -> Slope:
        """The line under which a dollar of what is covered counts so much less."""
        if self.is_joint:
            return Slope(slope.off, slope.missing + by)
        return Slope(slope.off + by, slope.missing)

    def narrowed(self, least: Array, most: Array) -> "Lines":
        """The lines between ends that are closer, where these are; for plans between them."""
        ends = self.ends
        least = np.clip(least, ends.least, ends.most)
        most = np.clip(most, least, ends.most)
        free = np.clip(ends.free, least, most)
        spare_usd = ends.spare_usd - float(np.maximum(free - ends.free, 0.0).sum())
        closer = Ends(least, free, most, max(spare_usd, 0.0))
        return Lines(self.agreement, closer, is_part=True)

    def _over(self, slope: Slope, spend: Array) -> tuple[Array, Array]:
        """The spend at every corner, and how far the contract is above its line there [USD].

        That is more than it is where so much is spent.
        """
        usd, above = self._corners.spend, self._above(slope)
        order = usd.argsort(axis=1)
        usd, above = (np.take_along_axis(one, order, 1) for one in (usd, above))
        here = [np.interp(*one) for one in zip(spend, usd, above, strict=True)]
        return usd, above - tall(np.array(here))

    def _above(self, slope: Slope) -> Array:
        """What a contract takes off above a line through 0, at its corners [USD]."""
        of, off, missing = self._corners, tall(slope.off), tall(slope.missing)
        if self.is_joint:
            return np.asarray(of.own - of.missing - missing * of.spend)
        return np.asarray(of.own - missing * (tall(of.due) + of.taken) - off * of.spend)

    def _highest(self, above: Array, *at: Array) -> tuple[float, list[Array]]:
        """The most that all periods are above a line together, and values of the corners there.

        Periods share what is spare. A price of a dollar of it (a Lagrange multiplier) parts them.
        """
        beyond, rows = self._corners.beyond, np.arange(len(above))
        least = np.where(beyond > 0.0, -np.inf, above).max(axis=1)
        rises = (above - tall(least)) / np.where(beyond > 0.0, beyond, np.inf)
        furthest = rises.argmax(axis=1)
        prices = np.append(np.maximum(rises[rows, furthest], 0.0), 0.0)
        parted = (above - prices[:, np.newaxis, np.newaxis] * beyond).max(axis=2)
        sums = parted.sum(axis=1) + prices * self.ends.spare_usd
        best = int(sums.argmin())
        corners = (above - prices[best] * beyond).argmax(axis=1)
        values = [one[rows, corners] for one in at]
        if prices[best]:
            corners[best] = (above - (1.0 + 1e-9) * prices[best] * beyond)[best].argmax()
            left = self.ends.spare_usd - float(np.delete(beyond[rows, corners], best).sum())
            share = np.clip(left / beyond[best, furthest[best]], 0.0, 1.0)
            for value, one in zip(values, at, strict=True):
                low = one[best, corners[best]]
                value[best] = low + share * (one[best, furthest[best]] - low)
        return float(sums[best]), values


def ratios_of(bound: Bound, off: Array, missing: Array, top: Array) -> Mapping[str, Array]:
    """What a contract changes of a dollar of each kind of spend in every month [ratio].

    off, missing: see Slope; top: discount of what does not count for the minimum. All by month.
    beyond: of later fees, which the last month is charged with.
    """
    covers, counts = kinds_of(bound.agreement)
    ratios = {}
    for kind, share in bound.shares.items():
        name = "commitments" if kind == "beyond" else kind
        ratio = missing if name in counts else np.zeros_like(missing)
        if name in covers:
            ratio = ratio + (off if name in counts else off + missing * top)
        ratios[kind] = -share * ratio
    last = bound.agreement.periods[-1]
    # Fees after the last period count for no minimum, and have a discount if there is one then.
    goes_on = bound.agreement.end is None or bound.agreement.end > last.end
    after = -bound.shares["beyond"] * top * float("commitments" in covers and goes_on)
    ratios["beyond"] = np.minimum(ratios["beyond"], after) if last.is_cut else after
    return ratios


def by_month_of(agreement: Agreement, values: Array, months: int) -> Array:
    """Values of the periods of a contract in each of their months, 0 in others; values last."""
    found = np.zeros((*values.shape[:-1], months))
    for at, one in enumerate(agreement.periods):
        found[..., one.first : one.last] = values[..., at : at + 1]
    return found


def by_period_of(agreement: Agreement, usd: Array) -> Array:
    """The sums of months by the periods of a contract."""
    periods = agreement.periods
    begins = [one.first for one in periods]
    return np.asarray(np.add.reduceat(usd[: periods[-1].last], begins))


def kinds_of(agreement: Agreement) -> tuple[frozenset[str], frozenset[str]]:
    """The kinds of spend that a contract covers, and those that count for its minimum."""
    contract = agreement.contract
    covers = frozenset[str](contract.covers)
    counted = contract.minimum_counts
    return covers, covers if counted is None else frozenset[str](counted)


def slope_of(bound: Bound, found: Array, share: float) -> Slope:
    """A line of a contract, on which a share of a shortfall counts.

    found: what a dollar has off, and is missing of it, by month.
    """
    months = [one.last - one.first for one in bound.agreement.periods]
    rates, missing = (by_period_of(bound.agreement, one) / months for one in found)
    return Slope((1.0 - share * missing) * rates, share * missing)
