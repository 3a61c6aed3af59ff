"""Workloads: a model under a load on a deployment, and the layout that keeps its objectives."""

from contextlib import suppress
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Device, Model
from pricing.errors import DoesNotFit, Infeasible
from pricing.formulas import queueing
from pricing.performance.cases import Setup, sharing_fraction, usable_keys
from pricing.performance.constants import inference_constants
from pricing.performance.evidence import Correction, correction
from pricing.performance.first_token import ttft_ratio
from pricing.performance.formats import Format, default_precision, resolve
from pricing.performance.layout import Demand, Layout, layout_of, sizes
from pricing.performance.ratios import Ratio
from pricing.performance.replica import Rates, rates_of
from pricing.quotes.ledger import Ledger
from pricing.quotes.models import model_of
from pricing.quotes.queries import Deployment, Load, Measured, ModelNumbers, Slo, UnitCostQuery

SLO_ROUNDS = 24
SLO_CLOSE_FRACTION = 0.002
"""A load that leaves less than this of an objective is the highest that keeps it."""


class Question(Struct, frozen=True, gc=False):
    """What decides an estimate of tokens, and nothing else: neither price nor place nor day."""

    device: Device
    model: str | ModelNumbers | None
    deployment: Deployment
    load: Load
    slo: Slo
    measured: Measured


def question_of(device: Device, query: UnitCostQuery) -> Question:
    """What of a query decides its estimate."""
    return Question(device, query.model, query.deployment, query.load, query.slo, query.measured)


class Workload(Struct, frozen=True, eq=False):
    """What a deployment is asked to do."""

    catalog: Catalog
    device: Device
    model: Model
    number_format: Format
    rates: Rates
    demand: Demand
    slo: Slo
    device_count: int | None
    tensor_parallel: int | None
    engine: str | None
    usable_fraction: float
    concurrency_limit: float

    @property
    def setup(self) -> Setup:
        """What its measurements are compared by."""
        return Setup(self.catalog, self.device, self.model, self.number_format.name, self.engine)


class Settled(Struct, frozen=True, gc=False):
    """A layout for a workload, and what measurements correct its throughput by."""

    workload: Workload
    layout: Layout
    corrected: Correction

    @property
    def requests_per_second(self) -> float:
        """Corrected, of all devices."""
        return float(self.layout.requests_per_second * self.corrected.ratio)

    @property
    def ttft(self) -> Ratio:
        """What measurements correct the time to first token by, beside the throughput."""
        return ttft_ratio(self.workload.setup, self.layout, self.workload.demand)

    @property
    def wait_seconds(self) -> float:
        """For a place, where more requests are asked for than run."""
        return float(
            queueing.closed_wait_seconds(
                demanded=self.workload.demand.concurrency or 0.0,
                in_flight=self.layout.in_flight,
                requests_per_second=self.requests_per_second,
            )
        )

    @property
    def ttft_seconds(self) -> float:
        """Corrected, with the wait for a place."""
        served = self.layout.ttft_seconds / self.corrected.ratio * self.ttft.value
        return float(served + self.wait_seconds)

    @property
    def tpot_seconds(self) -> float:
        """Corrected."""
        return float(self.layout.tpot_seconds / self.corrected.ratio)

    @property
    def excess(self) -> float:
        """How far the corrected latency is above the objectives, as a share of them.

        The worse of the two; at most 0 where both are kept.
        """
        ttft, tpot = self.workload.slo.ttft_seconds, self.workload.slo.tpot_seconds
        return max(
            -1.0 if ttft is None else self.ttft_seconds / ttft - 1.0,
            -1.0 if tpot is None else self.tpot_seconds / tpot - 1.0,
        )


def workload_of(ledger: Ledger, question: Question) -> Workload:
    """The workload of a question for tokens."""
    device, deployment = question.device, question.deployment
    model = model_of(ledger, question.model)
    number_format = _format(ledger, model, question)
    engine = deployment.engine
    return Workload(
        catalog=ledger.catalog,
        device=device,
        model=model,
        number_format=number_format,
        rates=_rates(ledger.catalog, model, device, number_format, sharing_fraction(engine)),
        demand=_demand(ledger, question),
        slo=question.slo,
        device_count=deployment.device_count,
        tensor_parallel=deployment.tensor_parallel,
        engine=engine,
        usable_fraction=ledger.assume_known(*usable_keys(engine)),
        concurrency_limit=ledger.assume("engine.concurrency_count"),
    )


def settled(workload: Workload) -> Settled:
    """The layout of the highest throughput whose corrected latency keeps the objectives.

    Raises a Refusal where nothing fits, Infeasible with the best there is.
    """
    loosest = _settle(workload)
    if loosest.excess <= 0.0:
        return loosest
    device_count = loosest.layout.device_count
    kept, missed = [], []
    for alone in _lightest(workload, device_count):
        if alone.excess <= 0.0:
            kept.append(_fullest(alone))
        else:
            missed.append(alone)
    if kept:
        return max(kept, key=lambda found: found.requests_per_second)
    raise _infeasible(workload, device_count, missed)


def _lightest(workload: Workload, device_count: int) -> list[Settled]:
    """Every replica size that fits under the lightest load asked for: one request in each."""
    node, given = workload.device.node_device_count, workload.tensor_parallel
    found: list[Settled] = []
    for size in (given,) if given else sizes(device_count, node):
        if size > node and found:
            break  # a replica across nodes is for what no node holds
        load = workload.demand.concurrency or device_count / size
        own = replace(workload, device_count=device_count, tensor_parallel=size)
        with suppress(DoesNotFit):
            found.append(_settle(own, load))
    return found


def _fullest(alone: Settled) -> Settled:
    """The most requests in flight that keep the objectives, found between one and all that fit.

    Regula falsi after Illinois, as latency is nearly a line: a side that stays twice counts half.
    """
    workload = alone.workload
    if workload.demand.concurrency is not None:
        return alone
    full = _settle(workload)
    if full.excess <= 0.0:
        return full
    low, high = alone.layout.concurrency, full.layout.concurrency
    below, above, kept, moved = alone.excess, full.excess, alone, 0
    for _ in range(SLO_ROUNDS):
        if high - low <= 1.0 or kept.excess > -SLO_CLOSE_FRACTION:
            break
        middle = float(round((low * above - high * below) / (above - below)))
        middle = min(max(middle, low + 1.0), high - 1.0)
        found = _settle(workload, middle * alone.layout.replica_count)
        if found.excess <= 0.0:
            low, below, kept = middle, found.excess, found
            above /= 2.0 if moved < 0 else 1.0
            moved = -1
        else:
            high, above = middle, found.excess
            below /= 2.0 if moved > 0 else 1.0
            moved = 1
    return kept


def _settle(workload: Workload, concurrency: float | None = None) -> Settled:
    """The roofline's layout at a load, whatever the objectives."""
    demand = workload.demand
    layout = layout_of(
        workload.rates,
        workload.device,
        Demand(demand.input_tokens, demand.output_tokens, concurrency or demand.concurrency),
        usable_fraction=workload.usable_fraction,
        concurrency_limit=workload.concurrency_limit,
        device_count=workload.device_count,
        tensor_parallel=workload.tensor_parallel,
    )
    return Settled(workload, layout, correction(workload.setup, layout, demand))


def _infeasible(workload: Workload, device_count: int, missed: list[Settled]) -> Infeasible:
    demand = workload.demand
    ttft = min(found.ttft_seconds for found in missed)
    tpot = min(found.tpot_seconds for found in missed)
    limit = workload.slo.ttft_seconds
    late = limit is not None and ttft > limit
    at_load = f" at a concurrency of {demand.concurrency:g}" if demand.concurrency else ""
    return Infeasible(
        f"no layout of {device_count} × {workload.device.name} meets the SLO{at_load}: the best"
        f" time to first token is {ttft:.4g} s, the best time per output token {tpot:.4g} s",
        field="slo.ttft_seconds" if late else "slo.tpot_seconds",
        nearest=(f"{ttft:.4g}" if late else f"{tpot:.4g}",),
    )


def _format(ledger: Ledger, model: Model, question: Question) -> Format:
    device, deployment = question.device, question.deployment
    precision = deployment.precision
    if precision is None:
        precision = default_precision(device, model.native_precision)
        ledger.warn(f"no precision was asked for: {precision} is used")
    number_format = resolve(ledger.catalog, device, precision, deployment.kv_cache_precision)
    for assumption in number_format.assumptions:
        ledger.note(assumption)
    if number_format.emulated:
        ledger.warn(
            f"{device.name} does not compute in {number_format.name}: weights are stored in it and"
            f" computed in {number_format.arithmetic}, so memory shrinks and compute does not"
            " speed up"
        )
    return number_format


@lru_cache(maxsize=8192)
def _rates(
    catalog: Catalog, model: Model, device: Device, number_format: Format, sharing: float
) -> Rates:
    return rates_of(
        model,
        device,
        inference_constants(catalog, device.family, number_format.arithmetic),
        weight_bits=number_format.weight_bits,
        kv_bits=number_format.kv_bits,
        flops_per_second=number_format.flops_per_second,
        sharing_fraction=sharing,
    )


def _demand(ledger: Ledger, question: Question) -> Demand:
    load = question.load
    return Demand(
        input_tokens=(
            ledger.assume("load.input_tokens") if load.input_tokens is None else load.input_tokens
        ),
        output_tokens=(
            ledger.assume("load.output_tokens")
            if load.output_tokens is None
            else load.output_tokens
        ),
        concurrency=load.concurrency,
    )
