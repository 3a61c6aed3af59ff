"""The plans of one stage of a service, and what each of them spends."""

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from math import lcm

import numpy as np
from msgspec.structs import replace

from pricing.fleet.arrays import Array, tall
from pricing.fleet.beyond import by_the_hour, hourly_cost_by_base
from pricing.fleet.calendar import TermCalendar
from pricing.fleet.contracts.moves import Moves
from pricing.fleet.contracts.spent import Plan, Spent
from pricing.fleet.holdings import offers_of
from pricing.fleet.hours import Hours
from pricing.fleet.purchases.burst_costs import BurstCosts
from pricing.fleet.purchases.committed import MOST_SIZES, hours_after, renewed, usd_per_hour
from pricing.fleet.purchases.cover import Cover
from pricing.fleet.purchases.ladder import Ladder, best_ladder
from pricing.fleet.service import Service, Stage


class StagePlans:
    """The plans of a stage with one way of buying by the hour.

    hours: of its months; terms: its months and those after it; owned: replicas of every month that
    serve before its commitments.
    """

    def __init__(
        self,
        service: Service,
        stage: Stage,
        hours: Hours,
        terms: TermCalendar,
        owned: Array | None,
    ) -> None:
        self.stage, self._terms = stage, terms
        self.offers = offers_of(stage)
        months = np.arange(stage.first, stage.last)
        self._costs_of = cache(
            lambda unit, most_levels: hourly_cost_by_base(
                service, stage, hours, months, owned=owned, unit=unit, most_levels=most_levels
            )
        )
        self._unit = int(by_the_hour(stage).replicas)
        self._starts: dict[int, Cover] = {}
        self._costs: BurstCosts = self._costs_of(self._unit, None)

    @cached_property
    def moves(self) -> Moves:
        """The moves of its plans."""
        whole = lcm(self._unit, *(offer.unit for offer in self.offers))
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
        most = int(np.ceil(costs.peaks.max() / self._unit))
        sizes = np.unique(np.linspace(1, most, min(most, MOST_SIZES)).astype(int)) * self._unit
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
        base, fees, beyond, capital = np.zeros((4, len(plans), months))
        upfront, later = np.zeros((2, len(plans)))
        for row, plan in enumerate(plans):
            for one in plan:
                offer, usd = one.offer, usd_per_hour(one)
                serves = slice(one.first, min(one.first + offer.months, months))
                own, late = usd * terms.hours[serves], usd * hours_after(one, terms)
                base[row, serves] += one.replicas
                fees[row, serves] += own
                beyond[row, -1] += late
                capital[row, serves] += offer.capital_ratio * own
                capital[row, -1] += offer.capital_ratio * late
                upfront[row] += offer.upfront_fraction * (float(own.sum()) + late)
                later[row] += (1.0 + offer.capital_ratio) * late
        return Spent(fees, beyond, self._costs.usd_beyond(base), capital, upfront, later)
