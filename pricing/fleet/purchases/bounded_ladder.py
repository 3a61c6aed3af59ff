"""The best ladder of commitments whose upfront payments or months stay below a bound.

Bounds couple the levels of a base, so that the cheapest cover is no longer a flow. Prices on what
is bounded (Lagrange multipliers) make it one again: a dollar of a month, or a dollar upfront,
counts more than it costs. At any prices the cheapest flow, less the prices of what the bounds
allow, is a bound of every plan that keeps them (Geoffrion 1974). Plans that are met are bettered by
moves of some units, and the best one that keeps the bounds is taken. The difference is the gap.
"""

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
from msgspec.structs import replace

from pricing.errors import Infeasible
from pricing.fleet.arrays import tall
from pricing.fleet.calendar import TermCalendar
from pricing.fleet.purchases.burst_costs import BurstCosts, common_unit
from pricing.fleet.purchases.commitments import Offer
from pricing.fleet.purchases.cover import Cover
from pricing.fleet.purchases.ladder import Ladder, best_ladder
from pricing.fleet.purchases.trials import CLOSE, Bounds, Trials, Tried
from pricing.numerics.number import Array
from pricing.numerics.rounding import rounded_up

ROUNDS = 40
"""Prices that are tried. Each round solves a flow."""

HALVINGS = 24
"""Halvings of the price of a dollar upfront. It is then known to a millionth."""

BETTERED = 3
"""Plans that are bettered by moves, and more where these take little time."""

FEW_CELLS = 300_000
"""Months of plans that may have been looked at when one more is bettered."""

LOWER = 0.98
"""What a lower bound of a month is looked for at, over one that is known."""

DEAR = 1e6
"""A price of a dollar upfront at which nothing is paid upfront."""

Costs = Callable[[int, int | None], BurstCosts]


def bounded_ladder(
    costs_of: Costs,
    offers: Sequence[Offer],
    calendar: TermCalendar,
    bounds: Bounds,
    *,
    unit: int = 1,
) -> Ladder:
    """The best ladder that keeps the bounds; arguments as of best_ladder.

    Bases that fill instances by the hour in part need it without bounds too: a replica more of such
    a base may save more than the one before it.

    Raises Infeasible where none is found that does.
    """
    search = _Search(costs_of, offers, calendar, bounds, unit)
    if not offers:
        return search.without_terms()
    first = search.ask(np.zeros(calendar.months), 0.0)
    if search.keeps(first) and (search.fills_instances or first.usd <= search.bound_usd):
        return Ladder(first.commitments, first.usd, min(search.bound_usd, first.usd))
    if not search.keeps(first):
        if bounds.monthly_usd is None:
            search.halve()
        else:
            search.climb()
    search.write()
    best = search.bettered()
    if best is None and bounds.monthly_usd is not None:
        search.flatten()
        best = search.bettered()
    if best is None:
        lowest = search.flattest()
        if not search.keeps(lowest):
            raise _refusal(lowest, bounds)
        best = search.improved(lowest, bounds)
    return Ladder(best.commitments, best.usd, min(search.bound_usd, best.usd))


def _refusal(tried: Tried, bounds: Bounds) -> Infeasible:
    """What says which bound a plan would keep."""
    if bounds.monthly_usd is None:
        return Infeasible(
            f"every plan pays more than {bounds.upfront_usd:,.0f} USD upfront: the least is"
            f" {tried.upfront:,.0f} USD",
            field="purchase.most_upfront_usd",
            nearest=[f"{float(rounded_up(tried.upfront)):.15g}"],
        )
    dearest = float((tried.monthly + bounds.fixed_usd).max())
    return Infeasible(
        f"no plan was found whose months all cost {bounds.monthly_usd:,.0f} USD or less: the lowest"
        f" that was found has one of {dearest:,.0f} USD",
        field="purchase.most_monthly_usd",
        nearest=[f"{float(rounded_up(dearest)):.15g}"],
    )


class _Search:
    """The plans that were met, and what no plan that keeps the bounds can cost less than.

    fills_instances: whether bases leave whole instances to be rented by the hour.
    """

    def __init__(
        self,
        costs_of: Costs,
        offers: Sequence[Offer],
        calendar: TermCalendar,
        bounds: Bounds,
        unit: int,
    ) -> None:
        self._costs_of = cache(costs_of)
        self._offers, self._calendar, self._unit = offers, calendar, unit
        self._bounds = bounds
        whole = common_unit(self._costs_of, [offer.unit for offer in offers], unit)
        costs, owes_later = self._costs_of(whole, None), bounds.owes_later
        self._trials = Trials(costs, offers, calendar, whole, owes_later=owes_later)
        self.fills_instances = whole % unit == 0
        self.bound_usd = self._value = -np.inf
        self._met: list[Tried] = []
        self._starts: dict[int, Cover] = {}

    def without_terms(self) -> Ladder:
        """Everything by the hour, where no term is sold. Raises Infeasible as bounded_ladder."""
        tried = self._trials.tried(self._trials.counts_of(()))
        if not self.keeps(tried):
            raise _refusal(tried, self._bounds)
        return Ladder((), tried.usd, tried.usd)

    def keeps(self, tried: Tried) -> bool:
        """Whether a plan keeps the bounds."""
        return not self._excess(tried)

    def keeps_upfront(self, tried: Tried) -> bool:
        """Whether a plan pays no more upfront than is allowed."""
        most = self._bounds.upfront_usd
        return most is None or tried.upfront <= most * (1.0 + CLOSE)

    def _excess(self, tried: Tried) -> float:
        return float(self._bounds.excess(tried.monthly, np.array(tried.upfront)))

    def ask(self, prices: Array, upfront_price: float) -> Tried:
        """The best plan where a dollar of a month and a dollar upfront cost more by these prices.

        It is the best of all where it keeps the bounds, and it bounds what any plan costs.
        """
        ladder = self._ladder(1.0 + prices, upfront_price, later_weight=1.0)
        tried = self._trials.tried(self._trials.counts_of(ladder.commitments))
        self._met.append(tried)
        allowed = 0.0
        if self._bounds.monthly_usd is not None:
            allowed += float(prices @ self._bounds.caps)
        if self._bounds.upfront_usd is not None:
            allowed += upfront_price * self._bounds.upfront_usd
        self._value = ladder.bound_usd - allowed
        self.bound_usd = max(self.bound_usd, self._value)
        return tried

    def write(self) -> None:
        """Meet the bases of one offer that a caller may write."""
        self._met += map(self._trials.tried, self._trials.renewed(self._bounds))

    def halve(self) -> None:
        """Find the least price of a dollar upfront at which a plan pays no more than is allowed.

        Raises Infeasible where terms have to serve, as beside spot, and all of them pay more.
        """
        none = np.zeros(self._calendar.months)
        low, high = 0.0, 1e-3
        while not self.keeps(tried := self.ask(none, high)):
            if high >= DEAR:
                raise _refusal(tried, self._bounds)
            low, high = high, high * 8.0
        for _ in range(HALVINGS):
            middle = (low + high) / 2.0
            if self.keeps(self.ask(none, middle)):
                high = middle
            else:
                low = middle

    def climb(self) -> None:
        """Raise the prices of what exceeds its bound, and lower the others.

        Steps are as long as the gap allows (Polyak 1969), and shorter where they do not help. What
        is paid upfront is of as many months: its excess counts in the mean of a month.
        """
        months = self._calendar.months
        prices, upfront_price = np.zeros(months), 0.0
        length, most = 1.0, self._bounds.upfront_usd
        for _ in range(ROUNDS):
            before, last = self.bound_usd, self._met[-1]
            over = last.monthly - self._bounds.caps
            over = np.where((prices > 0.0) | (over > 0.0), over, 0.0)  # no price falls below 0
            upfront_over = 0.0 if most is None else (last.upfront - most) / months
            if upfront_price <= 0.0:
                upfront_over = max(upfront_over, 0.0)
            size = float(over @ over) + upfront_over**2
            target = min((one.usd for one in self._met if self.keeps(one)), default=1.2 * last.usd)
            if self.bound_usd >= target * (1.0 - CLOSE):
                break
            step = length * max(target - self._value, 0.0) / size if size else 0.0
            prices = np.maximum(prices + step * over, 0.0)
            upfront_price = max(upfront_price + step * upfront_over / months, 0.0)
            self.ask(prices, upfront_price)
            if self.bound_usd <= before:
                length *= 0.8

    def flatten(self) -> None:
        """Meet plans whose dearest month is cheap: dear months count more and more."""
        weights = np.ones(self._calendar.months)
        upfront_price = 0.0 if self._bounds.upfront_usd is None else DEAR
        for _ in range(ROUNDS):
            ladder = self._ladder(
                weights / weights.max(),
                upfront_price,
                later_weight=float(weights.min() / weights.max()),
            )
            tried = self._trials.tried(self._trials.counts_of(ladder.commitments))
            self._met.append(tried)
            bills = tried.monthly + self._bounds.fixed_usd
            weights = np.maximum(weights * np.exp(4.0 * (bills / bills.max() - 1.0)), 1e-9)

    def bettered(self) -> Tried | None:
        """The best plan that keeps the bounds, after moves from the most promising ones."""
        met = {self._trials.counts_of(one.commitments).tobytes(): one for one in self._met}
        promising = sorted(met.values(), key=lambda one: one.usd + 2.0 * self._excess(one))
        kept = sorted(filter(self.keeps, met.values()), key=lambda one: one.usd)[:1]
        best: Tried | None = None
        for at, one in enumerate([*promising[:BETTERED], *kept, *promising[BETTERED:]]):
            if at > BETTERED and self._trials.looked > FEW_CELLS:
                break
            found = self.improved(one, self._bounds)
            if self.keeps(found) and (best is None or found.usd < best.usd):
                best = found
            if best is not None and best.usd <= self.bound_usd * (1.0 + CLOSE):
                break  # no plan costs less
        return best

    def flattest(self) -> Tried:
        """The plan whose dearest month is the cheapest, as far as a few moves lead there."""
        fixed = self._bounds.fixed_usd

        def dearest(one: Tried) -> float:
            is_dear = not self.keeps_upfront(one)
            return float((one.monthly + fixed).max()) * (DEAR if is_dear else 1.0)

        best = min(self._met, key=dearest)
        for _ in range(BETTERED):
            bounds = replace(self._bounds, monthly_usd=LOWER * dearest(best))
            best = min(best, self.improved(best, bounds), key=dearest)
        return best

    def improved(self, tried: Tried, bounds: Bounds) -> Tried:
        """A plan after the moves that better it: see Trials.improved."""
        counts = self._trials.counts_of(tried.commitments)
        return self._trials.tried(self._trials.improved(counts, bounds))

    def _ladder(self, weights: Array, upfront_price: float, *, later_weight: float) -> Ladder:
        """The best ladder where the dollars of months and those upfront have other weights.

        later_weight: of dollars that are owed later.
        """
        calendar, months = self._calendar, self._calendar.months
        last_weight = later_weight if self._bounds.owes_later else float(weights[-1])
        after = np.full(len(calendar.hours) - months, last_weight)
        weighted = TermCalendar(
            months,
            calendar.hours * np.concatenate([weights, after]),
            calendar.late_hours * last_weight,
        )
        offers = [
            replace(offer, shadow_usd=upfront_price * self._upfront_usd(offer))
            if upfront_price and offer.upfront_fraction
            else offer
            for offer in self._offers
        ]

        def costs_of(unit: int, most_levels: int | None) -> BurstCosts:
            costs = self._costs_of(unit, most_levels)
            return replace(
                costs,
                running_usd=costs.running_usd * tall(weights),
                starts_usd=costs.starts_usd * tall(weights),
            )

        return best_ladder(costs_of, offers, weighted, unit=self._unit, starts=self._starts)

    def _upfront_usd(self, offer: Offer) -> Array:
        """What a replica pays upfront, by the month in which its term begins [USD]."""
        usd = offer.usd_per_replica_hour[: self._calendar.months]
        return np.asarray(usd * offer.upfront_fraction * self._calendar.term_hours(offer.months))
