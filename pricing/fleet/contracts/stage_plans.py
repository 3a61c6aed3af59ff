"""The plans of one stage of a service, and what each of them spends."""

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from math import gcd

import numpy as np
from msgspec.structs import replace

from pricing.fleet.arrays import tall
from pricing.fleet.calendar import TermCalendar
from pricing.fleet.contracts.bill import sellers_of
from pricing.fleet.contracts.moves import Moves
from pricing.fleet.contracts.spend import Plan, Spent
from pricing.fleet.holdings import offers_of
from pricing.fleet.hourly_costs import by_the_hour, hourly_cost_by_base
from pricing.fleet.hours import Hours
from pricing.fleet.purchases.burst_costs import BurstCosts, common_unit
from pricing.fleet.purchases.commitments import (
    MOST_SIZES,
    Commitment,
    Offer,
    hours_after,
    renewed,
    usd_per_hour,
)
from pricing.fleet.purchases.cover import Cover
from pricing.fleet.purchases.ladder import Ladder, best_ladder
from pricing.fleet.purchases.trials import is_same
from pricing.fleet.service import Service, Stage
from pricing.numerics.kept_results import Argument
from pricing.numerics.number import Array, Counts

Place = tuple[int, int, float]
"""Of a commitment: the offer by its index, the month it begins in, and its replicas."""


def _worthwhile(offers: tuple[Offer, ...], begun: Plan) -> Iterator[Offer]:
    """The offers without those that another one is never dearer than, whatever contracts hold.

    It has lower fees and capital together, and a dollar of fees costs no more than a dollar. Those
    of a plan that is known stay.
    """
    for at, one in enumerate(offers):
        is_begun = any(is_same(one, each.offer) for each in begun)
        if is_begun or not any(_is_beaten(one, by) for by in offers[:at] + offers[at + 1 :]):
            yield one


def _is_beaten(one: Offer, by: Offer) -> bool:
    fees, others = one.usd_per_replica_hour, by.usd_per_replica_hour
    paid, less = fees * (1.0 + one.capital_ratio), others * (1.0 + by.capital_ratio)
    is_alike = (one.months, one.instances) == (by.months, by.instances)
    is_later = by.upfront_fraction <= one.upfront_fraction
    return is_alike and is_later and bool((fees <= others).all() and (less < paid).all())


class StagePlans:
    """The plans of a stage with one way of buying by the hour.

    hours: of its months; terms: its months and those after it; owned: replicas of every month that
    serve before its commitments; begun: a plan that is known.
    """

    def __init__(
        self,
        service: Service,
        stage: Stage,
        hours: Hours,
        terms: TermCalendar,
        owned: Array | None,
        begun: Plan = (),
    ) -> None:
        self.stage, self._terms = stage, terms
        self.offers = [*_worthwhile(offers_of(stage), begun)]
        self._service, self._hours, self._owned = service, hours, owned
        months = np.arange(stage.first, stage.last)
        self._costs_of = cache(
            lambda unit, most_levels: hourly_cost_by_base(
                service, stage, hours, months, owned=owned, unit=unit, most_levels=most_levels
            )
        )
        self._unit = int(by_the_hour(stage).replicas)
        self._starts: dict[int, Cover] = {}
        smallest = gcd(self._unit, *(offer.unit for offer in self.offers))
        self._step = common_unit(self._costs_of, [smallest], self._unit)
        self._costs: BurstCosts = self._costs_of(self._step, None)

    @property
    def parts(self) -> tuple[Argument, ...]:
        """What its plans and their costs hang on."""
        of, hourly, sourcing = self._hours, self.stage.sourcing.hourly, self.stage.sourcing
        sold = [
            (one.option, one.months, one.instances, one.upfront_fraction, one.capital_ratio)
            for one in self.offers
        ]
        scalars = (
            *(sold, self._unit, by_the_hour(self.stage), self.stage.fleet.device_count),
            *(sourcing.most_coverage_fraction, sourcing.least_coverage_fraction),
            *(self._service.scaling.startup_seconds, sellers_of(self.stage)),
            *(self._terms.months, self._terms.late_hours, self._costs.cover_fractions is None),
        )
        return (
            *(of.days, of.on, of.warm, of.running, of.stepped, of.before, self._owned),
            *(None if hourly is None else hourly.usd_per_device_hour, self._costs.covers),
            *(one.usd_per_replica_hour for one in self.offers),
            *(self._terms.hours, str(scalars)),
        )

    def places_of(self, plan: Plan) -> tuple[Place, ...]:
        """A plan by its offers, months and replicas."""
        return tuple(
            (
                next(at for at, other in enumerate(self.offers) if is_same(other, one.offer)),
                *(one.first, one.replicas),
            )
            for one in plan
        )

    def plan_of(self, places: Sequence[Place]) -> Plan:
        """The plan of some offers, months and replicas."""
        return tuple(Commitment(self.offers[at], first, many) for at, first, many in places)

    @cached_property
    def moves(self) -> Moves:
        """The moves of its plans."""
        sizes = [offer.unit for offer in self.offers]
        whole = common_unit(self._costs_of, sizes, self._unit)
        return Moves(self._costs_of(whole, None), self.offers, self._terms, whole)

    @cached_property
    def lowest_usd(self) -> Array:
        """What every month costs at least, at the lowest prices of any term that serves in it."""
        costs, months = self._costs, self._terms.months
        usd = costs.usd()
        if not self.offers:
            return np.asarray(usd[:, 0])
        fees = np.full(months, np.inf)
        for one in self.offers:
            prices = np.concatenate(
                [np.full(one.months - 1, np.inf), one.usd_per_replica_hour[:months]]
            )
            served = np.lib.stride_tricks.sliding_window_view(prices, one.months).min(axis=1)
            fees = np.minimum(fees, served)
        fees = fees * self._terms.hours[:months]
        return np.asarray((usd + tall(fees) * costs.bases).min(axis=1))

    @cached_property
    def highest_hourly_usd(self) -> Array:
        """What every month costs by the hour at most, which cover for spot may change."""
        if self._costs.cover_fractions is not None:
            return np.full(self._terms.months, np.inf)
        return np.asarray(self._costs.usd_beyond(np.zeros((1, self._terms.months)))[0])

    def ladder(
        self, of_terms: Array, by_hour: Array, later: Array, *, is_rough: bool = False
    ) -> Ladder:
        """The best ladder where a dollar of terms, and by the hour, counts so much in a month.

        later: of what terms cost after the months, by the month that is charged with it; is_rough:
        see best_ladder.
        """
        costs = self._costs
        if not self.offers:
            left = costs.usd_beyond(np.zeros((1, self._terms.months)))[0]
            usd = float((left * by_hour).sum())
            return Ladder((), usd, usd)
        after = np.full(len(self._terms.hours) - self._terms.months, later[-1])
        terms = TermCalendar(
            self._terms.months,
            self._terms.hours * np.concatenate([of_terms, after]),
            self._terms.late_hours * float(later[-1]),
        )
        offers = []
        for one in self.offers:
            # No contract is of what payments upfront cost in capital.
            hours = self._terms.term_hours(one.months) - terms.term_hours(one.months)
            prices = one.usd_per_replica_hour[: self._terms.months]
            offers.append(replace(one, shadow_usd=one.capital_ratio * prices * hours))

        def costs_of(unit: int, most_levels: int | None) -> BurstCosts:
            found: BurstCosts = self._costs_of(unit, most_levels)
            return replace(
                found,
                running_usd=found.running_usd * tall(by_hour),
                starts_usd=found.starts_usd * tall(by_hour),
            )

        return best_ladder(
            costs_of, offers, terms, unit=self._unit, starts=self._starts, is_rough=is_rough
        )

    def written(self) -> Iterator[Plan]:
        """What a caller may write: all by the hour, or a base of one offer."""
        yield ()
        costs = self._costs
        peaks = costs.peaks.tolist()
        most = int(np.ceil(costs.peaks.max() / self._step))
        sizes = np.unique(np.linspace(1, most, min(most, MOST_SIZES)).astype(int)) * self._step
        starts: dict[int, dict[int, Cover]] = {}
        for offer in self.offers:
            yield tuple(renewed(offer, peaks, None))
            for size in sizes.tolist():
                yield tuple(renewed(offer, peaks, size))
            start = starts.setdefault(offer.months, {})
            yield best_ladder(
                self._costs_of, [offer], self._terms, unit=self._unit, starts=start
            ).commitments

    def spent(self, plans: Sequence[Plan]) -> Spent:
        """What plans spend. A base that the plan may not have costs FORBIDDEN_USD by the hour."""
        terms, months = self._terms, self._terms.months
        each = [(row, one, one.offer) for row, plan in enumerate(plans) for one in plan]
        places = [(row, one.first, one.first + offer.months) for row, one, offer in each]
        rows, first, ends = np.array(places, np.intp).reshape(-1, 3).T
        columns = [
            (
                *(usd_per_hour(one), hours_after(one, terms), one.replicas),
                *(offer.capital_ratio, offer.upfront_fraction),
            )
            for _, one, offer in each
        ]
        usd, late, replicas, ratios, shares = np.array(columns, float).reshape(-1, 5).T
        late = usd * late
        # The months of a commitment, and what it costs later, which the last month is charged with.
        counts = np.minimum(ends, months) - first + 1
        of, last = np.repeat(np.arange(len(each)), counts), counts.cumsum() - 1
        month = np.arange(len(of)) - np.repeat(last - counts + 1, counts) + first[of]
        month[last] = months - 1
        own = usd[of] * terms.hours[month]
        own[last] = 0.0
        cells = rows[of] * months + month

        def sums(of: Counts, values: Array, count: int) -> Array:
            return np.asarray(np.bincount(of, values, count), float)

        def by_month(values: Array) -> Array:
            return sums(cells, values, len(plans) * months).reshape(len(plans), months)

        charged, served = own.copy(), replicas[of]
        charged[last], served[last] = late, 0.0
        beyond = np.zeros((len(plans), months))
        beyond[:, -1] = sums(rows, late, len(plans))
        paid = shares * (sums(of, own, len(each)) + late)
        return Spent(
            by_month(own),
            beyond,
            self._costs.usd_beyond(by_month(served)),
            by_month(ratios[of] * charged),
            sums(rows, paid, len(plans)),
            sums(rows, (1.0 + ratios) * late, len(plans)),
        )
