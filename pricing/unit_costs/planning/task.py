"""Plans: replicas at a load, their throughput and latency as answered. Floats or arrays."""

from math import inf, nan

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Measurement
from pricing.evidence import ttft
from pricing.evidence.correction import Correction, correction, drifted
from pricing.evidence.device_power import busy_watts
from pricing.evidence.neighbours import Quantity
from pricing.evidence.weights import Evidence, Weights, shown
from pricing.formulas import queueing
from pricing.numerics.number import Number, any_of, greatest, where
from pricing.serving.layout import Layout, is_open
from pricing.serving.layout_search import Replicas, Search, layout_at, ranked
from pricing.serving.objectives import Limits
from pricing.serving.passes.group import Pass
from pricing.serving.passes.reading import writes_nothing
from pricing.serving.passes.request import first_token_seconds

LATE_FRACTION = 1e-9
"""Of an objective, by what more it is missed: less is rounding."""


class Task(Struct, frozen=True, gc=False, eq=False):
    """What a plan is made for: floats, or arrays with an element a row.

    evidence: what is known of the replicas; typical_ttft_ratio: see
    pricing.evidence.ttft.typical_ratio; limits: the objectives; firm_limits: of these the
    caller's, without which there is no plan, None where all are; is_corrected: whether the
    throughput of replicas of one size matters, of which nothing is chosen; writes_tokens: whether
    the model writes any; planned: about as many requests in flight of a replica keep the
    objectives, NaN where nobody knows.
    """

    catalog: Catalog
    search: Search
    evidence: Evidence
    typical_ttft_ratio: float
    limits: Limits
    firm_limits: Limits | None = None
    is_corrected: bool = True
    writes_tokens: Number = True
    planned: Number = nan

    @property
    def has_objective(self) -> bool:
        """Whether any latency is limited, in any row."""
        return not (_is_open(self.limits.ttft_seconds) and _is_open(self.limits.tpot_seconds))

    @property
    def is_limited(self) -> Number:
        """Whether the caller limits a latency."""
        asked = self.firm_limits or self.limits
        return (asked.ttft_seconds < inf) | (asked.tpot_seconds < inf)

    @property
    def has_defaults(self) -> bool:
        """Whether any objective is a default, in any row."""
        return self.firm_limits is not None


def _is_open(limit: Number) -> bool:
    """Whether nobody limits a latency."""
    return isinstance(limit, float) and limit == inf


class Plan(Struct, gc=False, eq=False):
    """Replicas at a load, and what measurements make of their throughput.

    weights: of the measured rows; ratio: corrected over modelled throughput; known_excess: see
    excess, None until somebody asks.
    """

    task: Task
    replicas: Replicas
    layout: Layout
    weights: Weights
    ratio: Number
    known_excess: Number | None = None

    @property
    def requests_per_second(self) -> Number:
        """Corrected, of all devices."""
        return self.layout.requests_per_second * self.ratio

    def where_written(self, value: Number, otherwise: Number) -> Number:
        """A value of requests with output tokens, and of those without another."""
        reads = writes_nothing(self.layout.request.output_tokens)
        return where(reads, otherwise, value) if any_of(reads) else value

    @property
    def rank(self) -> Number:
        """What it is preferred by."""
        return ranked(self.task.search, self.replicas, self.layout, self.requests_per_second)

    @property
    def correction(self) -> Correction:
        """The correction of the throughput, with its band."""
        return correction(self.task.evidence.kernel, self.weights.near("throughput"))

    def shown(self, quantity: Quantity) -> list[tuple[Measurement, float]]:
        """The weightiest rows behind a quantity of one question, each with its share."""
        return shown(self.task.evidence.kernel, self.weights, quantity)

    @property
    def ttft_ratio(self) -> Number:
        """What measurements correct the time to first token by, beside the throughput.

        Where nothing is written none does: they are of engines that decode meanwhile.
        """
        crowded_fraction = ttft.crowded_fraction(self.layout.concurrency)
        ratio = self.task.typical_ttft_ratio**crowded_fraction * self.ttft_drift
        return self.where_written(ratio, 1.0)

    @property
    def ttft_drift(self) -> Number:
        """The part of it that near rows say, beyond what is typical of rows under load."""
        return drifted(self.task.evidence.kernel, self.weights.sums("ttft"))

    def busy_watts(self, time: Pass) -> Number:
        """What a device draws while its replica works, corrected; time: see spent."""
        task = self.task
        ratio = drifted(task.evidence.kernel, self.weights.sums("power"))
        return busy_watts(task.catalog, task.search.hardware.tdp_watts, time, ratio)

    @property
    def wait_seconds(self) -> Number:
        """For a place, where more requests are asked for than run."""
        demanded = self.task.search.demanded
        if is_open(demanded):
            return 0.0
        return queueing.closed_wait_seconds(
            demanded=demanded,
            in_flight=self.layout.in_flight,
            requests_per_second=self.requests_per_second,
        )

    @property
    def ttft_seconds(self) -> Number:
        """Corrected, with the wait for a place."""
        return self._ttft_seconds(self.layout.ttft_seconds)

    def _ttft_seconds(self, modelled_seconds: Number) -> Number:
        fixed_seconds = first_token_seconds(self.layout.rates, self.layout.request)
        served = modelled_seconds / self.ratio + fixed_seconds
        return served * self.ttft_ratio + self.wait_seconds

    @property
    def tpot_seconds(self) -> Number:
        """Corrected."""
        return self.layout.tpot_seconds / self.ratio

    @property
    def excess(self) -> Number:
        """How far the corrected latency is above the objectives, as a share of them.

        The worse of the two; at most 0 where both are kept.
        """
        if self.known_excess is None:
            self.known_excess = self.excess_over(self.task.limits)
        return self.known_excess

    @property
    def is_late(self) -> Number:
        """Whether it is the fastest there is, and misses a default objective."""
        return self.task.has_defaults and self.excess > LATE_FRACTION

    def excess_over(self, limits: Limits) -> Number:
        """The same over any limits."""
        ttft, tpot = limits.ttft_seconds, limits.tpot_seconds
        # What nobody limits is not worked out.
        if _is_open(ttft):
            if _is_open(tpot):
                return -1.0
            return self.tpot_seconds / tpot - 1.0
        if _is_open(tpot):
            return self.ttft_seconds / ttft - 1.0
        ttft_seconds, tpot_seconds = self.layout.latencies_after(self.layout.first_seconds)
        of_first = self._ttft_seconds(ttft_seconds) / ttft - 1.0
        return greatest(of_first, tpot_seconds / self.ratio / tpot - 1.0)


def reached(task: Task, replicas: Replicas) -> Plan:
    """What replicas reach at their load, corrected by measurements."""
    return corrected(task, replicas, layout_at(task.search, replicas))


def lightest(task: Task, replicas: Replicas) -> Replicas:
    """Replicas under the lightest load asked for: one request in each, where it is left open."""
    return replace(
        replicas, concurrency=where(task.search.demanded > 0.0, replicas.concurrency, 1.0)
    )


def corrected(task: Task, replicas: Replicas, layout: Layout) -> Plan:
    """What a layout reaches, corrected by measurements."""
    weights = task.evidence.at(replicas.place, replicas.size, replicas.concurrency)
    ratio = drifted(task.evidence.kernel, weights.sums("throughput"))
    return Plan(task, replicas, layout, weights, ratio)
