"""Works: the numbers of many rows at once, by the formulas of the point quote and in its order.

The layout of the roofline, the one that keeps the SLO, the correction by measured rows and its
band, and what follows.
"""

from functools import cached_property
from typing import Any

import numpy as np

from pricing.evidence import device_power, ttft
from pricing.evidence.correction import Blend, drifted, kernel_of, mixed
from pricing.evidence.device_power import curve, load_fraction, spent
from pricing.evidence.neighbours import Asked, Near
from pricing.formulas import power, queueing
from pricing.numerics.number import Number, least, where
from pricing.serving.latency import Tails, closed_tails, pace_of
from pricing.serving.layout import Demand, Layout
from pricing.sweeps.arrays import Array, part_of, whole
from pricing.sweeps.layouts import Chosen, Question, choose, layout_at
from pricing.sweeps.objectives import Kept, Reached, Task, keep_objectives
from pricing.sweeps.placements import Placement
from pricing.sweeps.rows import Rows
from pricing.unit_costs.latency import QUEUED_FRACTION


class Work:
    """The numbers of some rows, each worked out when it is first asked for."""

    def __init__(self, rows: Rows, like: Placement, *, is_blended: bool) -> None:
        self.rows = rows
        self.catalog = like.workload.catalog
        self.kernel = kernel_of(self.catalog)
        self.is_blended = is_blended
        self.request = rows.asked.request
        self.output_tokens = self.request.output_tokens

    @cached_property
    def kept(self) -> Kept | None:
        """What keeps the SLO, of rows whose layout of the highest throughput does not."""
        rows = self.rows
        limits = (rows.limits.ttft_seconds, rows.limits.tpot_seconds)
        if all(isinstance(limit, float) and limit == np.inf for limit in limits):
            return None
        chosen = self.loosest
        task = Task(rows.asked, rows.limits, rows.sizes, np.arange(rows.count))
        excess = self.reach(task, chosen).excess(rows.limits)
        missing = np.flatnonzero(whole((excess > 0.0) & chosen.fits, rows.count))
        if not len(missing):
            return None
        return keep_objectives(part_of(task, missing), self.reach)

    @cached_property
    def loosest(self) -> Chosen:
        """The replicas of the highest throughput, whatever the SLO."""
        rows = self.rows

        def corrected(chosen: Chosen) -> Number:
            asked = Asked.of(self.kernel, rows.neighbours, self.request, chosen)
            return mixed(self.kernel, asked.near("throughput").sums).ratio

        return choose(rows.asked, rows.sizes, corrected)

    @cached_property
    def chosen(self) -> Chosen:
        """The replicas of the highest throughput that keeps the SLO."""
        loosest, kept = self.loosest, self.kept
        if kept is None:
            return loosest

        def chosen(name: str) -> Array:
            column = whole(getattr(loosest, name), self.rows.count).copy()
            column[kept.rows] = getattr(kept.chosen, name)
            return column

        return Chosen(chosen("size"), chosen("held"), chosen("concurrency"), loosest.fits)

    def best(self, name: str) -> Any:
        """The best latency of rows that miss the SLO; NaN of the others."""
        found = np.full(self.rows.count, np.nan)
        if self.kept is not None:
            missed = ~self.kept.meets
            found[self.kept.rows[missed]] = getattr(self.kept, name)[missed]
        return found

    def reach(self, task: Task, chosen: Chosen) -> Reached:
        """What rows reach at a load, corrected by measurements."""
        layout = layout_at(task.asked, chosen.size, chosen.held, chosen.concurrency)
        neighbours = self.rows.neighbours.part(task.rows)
        asked = Asked.of(self.kernel, neighbours, task.asked.request, chosen)
        ratio = mixed(self.kernel, asked.near("throughput").sums).ratio
        ttft_ratio = self._ttft_ratio(asked, chosen)
        requests = layout.requests_per_second * ratio
        wait_seconds = _wait_seconds(task.asked, layout, requests)
        return Reached(
            layout=layout,
            requests_per_second=requests,
            ttft_seconds=layout.ttft_seconds / ratio * ttft_ratio + wait_seconds,
            tpot_seconds=layout.tpot_seconds / ratio,
        )

    @cached_property
    def layout(self) -> Layout:
        """Of the chosen replicas."""
        chosen = self.chosen
        return layout_at(self.rows.asked, chosen.size, chosen.held, chosen.concurrency)

    @cached_property
    def asked(self) -> Asked:
        """As measured rows see it."""
        return Asked.of(self.kernel, self.rows.neighbours, self.request, self.chosen)

    @cached_property
    def near(self) -> Near:
        """The measured rows that correct the throughput."""
        return self.asked.near("throughput")

    @cached_property
    def blend(self) -> Blend:
        """What they make of it."""
        return mixed(self.kernel, self.near.sums)

    @cached_property
    def ratio(self) -> Number:
        """Corrected over modelled throughput."""
        return self.blend.ratio if self.is_blended else 1.0

    @cached_property
    def requests(self) -> Number:
        """Requests per second, corrected."""
        return self.layout.requests_per_second * self.ratio

    @cached_property
    def ttft_ratio(self) -> Number:
        """What measured rows make of the time to first token."""
        return self._ttft_ratio(self.asked, self.chosen)

    @property
    def ttft_seconds(self) -> Number:
        """Time to first token, corrected, with the wait for a place."""
        return self.layout.ttft_seconds / self.ratio * self.ttft_ratio + self.wait_seconds

    @property
    def ttft_p99_seconds(self) -> Number:
        """Its 99th percentile; NaN where a queue has no end."""
        return self.served(self.seen.ttft_p99_seconds * self.ttft_ratio + self.wait_seconds)

    @property
    def wait_seconds(self) -> Number:
        """For a place, where more is asked for than runs."""
        return _wait_seconds(self.rows.asked, self.layout, self.requests)

    @cached_property
    def in_flight(self) -> Number:
        """Requests in flight, all replicas."""
        return self.layout.in_flight

    @cached_property
    def seen(self) -> Tails:
        """The slowest that requests see with as many in flight as run."""
        layout = self.layout
        return closed_tails(
            pace_of(layout.first_seconds, layout.speed, self.ratio),
            output_tokens=self.output_tokens,
            concurrency=layout.concurrency,
        )

    def served(self, seconds: Number) -> Number:
        """A percentile where what is asked for runs; NaN where a queue has no end."""
        asked = self.rows.asked.concurrency
        runs = (asked > 0.0) & (self.in_flight >= QUEUED_FRACTION * asked)
        return where(runs, seconds, np.nan)

    @property
    def demand(self) -> Demand:
        """What is asked of the layout."""
        return Demand(self.request.input_tokens, self.output_tokens, None)

    @property
    def busy_watts(self) -> Number:
        """Power of a device at work."""
        tdp_watts = self.rows.tdp_watts
        ends = curve(self.catalog)
        typical = power.busy_watts(
            tdp_watts=tdp_watts,
            light_fraction=ends.light_fraction,
            full_fraction=ends.full_fraction,
            load_fraction=load_fraction(spent(self.layout, self.demand)),
        )
        drift = drifted(self.kernel, self.asked.near("draw").sums)
        return least(tdp_watts, typical * device_power.typical_ratio(self.catalog) * drift)

    def _ttft_ratio(self, asked: Asked, chosen: Chosen) -> Number:
        typical = ttft.typical_ratio(self.catalog, chosen.concurrency)
        return typical * drifted(self.kernel, asked.near("ttft").sums)


def _wait_seconds(asked: Question, layout: Layout, requests_per_second: Number) -> Number:
    """For a place, where more requests are asked for than run."""
    return queueing.closed_wait_seconds(
        demanded=asked.concurrency,
        in_flight=layout.in_flight,
        requests_per_second=requests_per_second,
    )
