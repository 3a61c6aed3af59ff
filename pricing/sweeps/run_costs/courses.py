"""Courses of a sweep of runs: how every run goes, by the functions of the point quote."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from pricing.formulas import compute, interruption
from pricing.numerics.number import Number, greatest, least, otherwise, present, where
from pricing.numerics.structs import Column, merged, split, taken
from pricing.purchasing.query import RunPurchase
from pricing.run_costs.interruptions import SpotRates, failures_of, preempted
from pricing.run_costs.tokens import LEAST_TOKENS, MOST_TOKENS, trained_tokens
from pricing.sweeps.refusals import OWN_PRICE
from pricing.sweeps.run_costs.deals import Deals
from pricing.sweeps.run_costs.fields import MONTHLY, Asked, asked_of, is_early, is_number
from pricing.sweeps.run_costs.works import RunInputs, Works
from pricing.sweeps.scenarios import Questions, places
from pricing.training.course import Course, Run, Stops, expected, stretch_ratio
from pricing.training.mfu import overhead_ratio
from pricing.training.wall_clock_spread import Spread, spread_over
from pricing.units import HOURS_PER_MONTH

KEPT_ROWS = 262_144
"""Up to so many distinct runs are worked out once and kept; more, batch by batch."""


class Places(Struct, frozen=True, eq=False):
    """What runs ask for, and the places of their inputs: the run, and each deal."""

    asked: Asked
    work: Column
    deals: tuple[Column, ...]


class Going(Struct, frozen=True, eq=False):
    """How runs go under what stops them."""

    finishes: Any
    stops: Stops
    course: Course
    spread: Spread | None


class Runs(Struct, frozen=True, eq=False):
    """Runs before anything is bought: what they are, and how each deal makes them go.

    work, deals: the places of their inputs; is_outside: whether a run asks for fewer tokens than a
    query may have, or for more.
    """

    work: Column
    deals: tuple[Column, ...]
    run: Run
    mfu_fraction: Number
    model_flops: Number
    is_outside: Any
    going: tuple[Going, ...]


class RunCourses:
    """How runs go, each under some ways of buying.

    early: the distinct combinations of what decides it.
    """

    def __init__(
        self,
        questions: Questions,
        purchases: Sequence[RunPurchase | None],
        *,
        with_spread: bool,
        is_named: bool,
    ) -> None:
        """Resolve the distinct runs and deals, and how they go where many rows share that.

        purchases: None for one that stands among the fields of a question; with_spread: whether
        it is asked how sure the courses are, which the mean of a bill hangs on as well that bears
        a commitment; is_named: whether the caller asked for these ways of buying.
        """
        scenarios, self._base = questions.scenarios, questions.base
        early = [name for name in scenarios.names if is_early(name)]
        self._early = scenarios.narrowed([*early, OWN_PRICE], known=(OWN_PRICE,))
        narrow = self._early.scenarios
        self._names = [name for name in early if is_number(name)]
        early_ones = questions._replace(scenarios=narrow)
        self.works = Works(early_ones)
        counts = self.works.device_counts(narrow.count)
        self.deals = tuple(
            Deals(early_ones, purchase, counts, is_named=is_named) for purchase in purchases
        )
        self._spread = tuple(with_spread or deals.hangs_on_spread for deals in self.deals)
        self._kept: Runs | None = None
        if narrow.count <= min(KEPT_ROWS, scenarios.count // 2) and not self.works.is_empty:
            with np.errstate(all="ignore"):
                self._kept = self._runs(self._places(places(0, narrow.count)))

    def of(self, at: pl.Series) -> Runs:
        """How the scenarios at some places go."""
        own = self._early.places_of(at)
        if self._kept is None:
            return self._runs(self._places(own))
        return taken(self._kept, own.to_numpy().astype(np.intp))

    def _places(self, at: pl.Series) -> Places:
        """What the runs at some places among the early ones ask for, and their inputs."""
        return Places(
            asked_of(self._early.scenarios.take(at, self._names), self._base),
            self.works.places_of(at),
            tuple(one.places_of(at) for one in self.deals),
        )

    def _runs(self, at: Places) -> Runs:
        """How runs go."""
        asked, inputs = at.asked, taken(self.works.inputs, at.work)
        trained = _trained(inputs, asked)
        flops = inputs.flops_per_token * least(greatest(trained, LEAST_TOKENS), MOST_TOKENS)
        given = asked("mfu_fraction")
        mfu_fraction = otherwise(given, inputs.steady_fraction)
        run = Run(
            device_count=inputs.device_count,
            productive_device_hours=compute.productive_device_hours(
                flops=flops, flops_per_second=inputs.flops_per_second, mfu_fraction=mfu_fraction
            ),
            overhead_ratio=1.0,
            headroom_fraction=0.0,
        )
        usual = failures_of(inputs.failures, inputs.learning_parameters)
        modelled_ratio = overhead_ratio(
            stretch_ratio(run, usual),
            steady_fraction=inputs.steady_fraction,
            billed_fraction=inputs.billed_fraction,
        )
        run = replace(
            run,
            overhead_ratio=where(present(given), inputs.overhead_ratio, modelled_ratio),
            band_ratio=where(present(given), 1.0, inputs.band_ratio),
        )
        rates = asked.over(inputs.failures, "reliability.")
        failures = failures_of(rates, inputs.learning_parameters)
        return Runs(
            work=at.work,
            deals=at.deals,
            run=run,
            mfu_fraction=mfu_fraction,
            model_flops=flops,
            is_outside=(trained < LEAST_TOKENS) | (trained > MOST_TOKENS),
            going=tuple(self._going(run, failures, at)),
        )

    def _going(self, run: Run, failures: Stops, at: Places) -> Iterator[Going]:
        """How runs go under each way of buying: those that are not preempted, all alike."""
        count = len(at.work)
        steady: Going | None = None
        for own, deals, with_spread in zip(self.deals, at.deals, self._spread, strict=True):
            parts = []
            for rows, (is_spot,) in split((own.is_spot[deals],), count):
                if is_spot:
                    spot = _spot(taken(own.spot, deals[rows]), at.asked.at(rows))
                    some, stops = taken((run, failures), rows)
                    stops = preempted(stops, spot, some.device_count)
                    found = _gone(some, stops, len(deals[rows]), with_spread=with_spread)
                else:
                    if steady is None:
                        steady = _gone(run, failures, count, with_spread=any(self._spread))
                    found = taken(steady if with_spread else replace(steady, spread=None), rows)
                parts.append((rows, found))
            yield merged(parts, count)


def _gone(run: Run, stops: Stops, count: int, *, with_spread: bool) -> Going:
    """How so many runs go under what stops them."""
    parts = []
    for rows, (has_interval,) in split((present(stops.interval_seconds),), count):
        some, own = taken((run, stops), rows)
        if not has_interval:
            own = replace(own, interval_seconds=None)
        finishes, course = expected(some, own)
        spread = spread_over(some, own, course) if with_spread else None
        parts.append((rows, Going(finishes, own, course, spread)))
    return merged(parts, count)


def _spot(usual: SpotRates, asked: Asked) -> SpotRates:
    """How often spot is preempted: by the hour, else by the month, else as it usually is."""
    monthly = asked(MONTHLY)
    if monthly is not None:
        rate = interruption.hourly_rate(monthly_fraction=monthly, hours_per_month=HOURS_PER_MONTH)
        rate = otherwise(rate, usual.spot_preemptions_per_instance_hour)
        usual = replace(usual, spot_preemptions_per_instance_hour=rate)
    return asked.over(usual, "reliability.")


def _trained(inputs: RunInputs, asked: Asked) -> Number:
    """The tokens that rows ask for; NaN where they ask for none."""
    ways = {name: asked(name) for name in ("tokens", "steps", "samples", "epochs")}
    trained = trained_tokens(
        batch_tokens=inputs.batch_tokens, sample_tokens=inputs.sample_tokens, **ways
    )
    return np.nan if trained is None else trained
