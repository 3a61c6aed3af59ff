"""What rows of a sweep may say of their performance: plans as arrays, or quotes one by one."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import asdict

from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.evidence.correction import Correction
from pricing.evidence.device_power import spent
from pricing.numerics.number import Number, all_of, any_of, where
from pricing.numerics.structs import Column, taken, whole
from pricing.quote.context import QuoteContext
from pricing.serving.memory import Parts, parts_of
from pricing.serving.passes.group import Pass
from pricing.sweeps.refusals import Refused, query_of, refused
from pricing.sweeps.unit_costs.loads import Loads
from pricing.unit_costs.estimate import Estimate, estimate
from pricing.unit_costs.latency import Serving, at_rate, closed, meets
from pricing.unit_costs.planning.engine_span import EngineSpan
from pricing.unit_costs.planning.parallelism import attention_in, experts_in, stages_in, tensor_in
from pricing.unit_costs.planning.plan_answer import BOUNDS, bound_of
from pricing.unit_costs.planning.task import Plan, reached
from pricing.units import BYTES_PER_GIBIBYTE

WORDS = {
    "basis": ("given", "measured", "modelled"),
    "bound": BOUNDS,
    "attention_parallel": ("tensor", "data"),
    "regime": ("latency_bound", "throughput_bound"),
}
"""What the numbers of some results stand for; −1 is none."""


class Work(Struct, frozen=True, eq=False, dict=True):
    """What rows do: the plan at full use, what it sustains, and what requests see at the load.

    at_load: the plan of the requests then in flight; is_given: whether the throughput is the
    caller's; span: of engines that are left open; used_fraction: of it, what an arrival rate uses,
    NaN without one.
    """

    plan: Plan
    requests_per_second: Number
    at_load: Plan
    served: Serving
    is_given: Any
    span: EngineSpan
    used_fraction: Number = np.nan

    @cached_property
    def correction(self) -> Correction:
        """Of the throughput."""
        return self.plan.correction

    @cached_property
    def time(self) -> Pass:
        """What the time of a request goes to."""
        return spent(self.served.layout)

    @cached_property
    def memory(self) -> Parts:
        """What the memory of a replica goes to."""
        layout, served = self.plan.layout, self.served
        return parts_of(layout.room, layout.size, served.concurrency / layout.busy_count)

    def given_or(self, value: Number, modelled: Callable[[Correction], Number]) -> Number:
        """A value where the throughput is given, what the correction says elsewhere."""
        if all_of(self.is_given):
            return value
        return where(self.is_given, value, modelled(self.correction))


MEMORY = ("weights", "activations", "runtime", "kv_cache", "free", "capacity", "reserved", "device")


def _held_in(name: str) -> Callable[[Work], Any]:
    """A part of the memory of a replica [GiB]."""
    return lambda work: getattr(work.memory, name) / BYTES_PER_GIBIBYTE


RESULTS: dict[str, Callable[[Work], Any]] = {
    "device_count": lambda work: work.plan.layout.device_count,
    "unplaced_count": lambda work: work.plan.layout.unplaced_count,
    "requests_per_second": lambda work: work.requests_per_second,
    "output_tokens_per_second": lambda work: (
        work.requests_per_second * work.plan.layout.request.output_tokens
    ),
    "low_ratio": lambda work: work.given_or(
        1.0, lambda found: work.span.low(1.0 / found.band_ratio)
    ),
    "high_ratio": lambda work: work.given_or(
        1.0,
        lambda found: work.span.high(work.plan.layout.high_ratio(found.ratio, found.band_ratio)),
    ),
    "used_fraction": lambda work: work.used_fraction,
    "busy_fraction": lambda work: work.served.busy_fraction,
    "basis": lambda work: work.given_or(0, lambda found: where(found.is_near, 1, 2)),
    "bound": lambda work: bound_of(work.time),
    "regime": lambda work: where(work.served.layout.saturated, 1, 0),
    "ttft_seconds": lambda work: work.served.ttft_seconds,
    "tpot_seconds": lambda work: work.served.shown_tpot_seconds,
    "ttft_p99_seconds": lambda work: work.served.ttft_p99_seconds,
    "tpot_p99_seconds": lambda work: work.served.shown_tpot_p99_seconds,
    "burst_ttft_seconds": lambda work: work.served.burst_ttft_seconds,
    "burst_fixed_seconds": lambda work: work.served.burst_fixed_seconds,
    "ttft_fixed_seconds": lambda work: work.served.ttft_fixed_seconds,
    "concurrency": lambda work: work.served.concurrency,
    "together": lambda work: work.plan.layout.size,
    "tensor_parallel": lambda work: tensor_in(work.plan.layout),
    "data_parallel": lambda work: work.plan.layout.group_count,
    "expert_parallel": lambda work: experts_in(work.plan.layout),
    "pipeline_parallel": lambda work: stages_in(work.plan.layout),
    "attention_parallel": lambda work: attention_in(work.plan.layout),
    "replica_count": lambda work: work.plan.layout.replica_count,
    **{f"{name}_gibibytes": _held_in(f"{name}_bytes") for name in MEMORY},
    "checkpoint_bytes": lambda work: work.plan.layout.room.checkpoint_bytes,
    "share_fraction": lambda work: work.served.layout.prefill_share_fraction,
    "input_tokens": lambda work: work.plan.layout.request.input_tokens,
    "documents": lambda work: work.plan.layout.request.documents,
    "output_tokens": lambda work: work.plan.layout.request.output_tokens,
    "cached_tokens": lambda work: work.plan.layout.request.prefix.cached_tokens,
    "cached_share_fraction": lambda work: work.served.layout.cached_share_fraction,
    "encoded_images": lambda work: work.plan.layout.request.encoded_images,
    "tokens_per_image": lambda work: work.plan.layout.request.images.tokens,
    "image_share_fraction": lambda work: work.served.layout.image_share_fraction,
    # a row of tokens has neither
    "audio_seconds": lambda _: 0.0,
    "generated_images": lambda _: 0.0,
    "busy_watts": lambda work: work.at_load.busy_watts(work.time),
}
"""What a row may say of itself."""


def closed_work(
    full: Plan, loads: Loads, span: EngineSpan, *, is_modelled: bool, has_tails: bool
) -> Work:
    """With as many requests in flight as asked for, else as fit.

    is_modelled: whether the throughput of any row is; has_tails: whether percentiles are wanted.
    """
    given = loads.given
    is_given: Any = ~np.isnan(given)
    if not isinstance(is_given, np.ndarray):
        is_given = bool(is_given)
    requests = full.requests_per_second
    if any_of(is_given):
        requests = where(is_given, given, requests)
    served = closed(full, requests, has_tails=has_tails)
    return Work(full, requests, full, served, is_given=is_given if is_modelled else True, span=span)


def work_at_rate(work: Work, loads: Loads, rows: Column) -> tuple[Work, Column]:
    """Some of the rows with requests arriving at random, and which of them keep the objectives.

    loads: of these rows.
    """
    task, replicas = taken((work.plan.task, work.plan.replicas), rows)
    full = reached(task, replicas)
    requests, is_given, span = taken((work.requests_per_second, work.is_given, work.span), rows)
    at_load, served = at_rate(full, requests, loads.arriving)
    keeps = whole(meets(served, task.firm_limits or task.limits), len(rows))
    used = loads.arriving / requests
    return (
        Work(full, requests, at_load, served, is_given=is_given, span=span, used_fraction=used),
        keeps,
    )


def performance_row(values: Mapping[str, Any], library: Library) -> dict[str, Any] | Refused:
    """The performance of a question by dotted names, or its refusal."""
    query = query_of(values)
    if isinstance(query, Refused):
        return query
    try:
        context = QuoteContext.open(library, catalog=query.catalog, as_of=query.as_of)
        device = context.catalog.devices.find(
            query.deployment.only_device, field="deployment.device"
        )
        return _row(estimate(context, device, query))
    except Refusal as error:
        return refused(error)


def _row(found: Estimate) -> dict[str, Any]:
    row = {
        **asdict(found.performance),
        **asdict(found.output),
        "device_count": found.device_count,
        "together": found.together,
    }
    if found.memory is not None:
        row |= asdict(found.memory)
    if found.tokens is not None:
        serving = found.tokens.serving
        row["burst_fixed_seconds"] = serving.burst_fixed_seconds
        row["ttft_fixed_seconds"] = serving.ttft_fixed_seconds
        row["is_ttft_measured"] = serving.is_ttft_measured
        row["is_tpot_measured"] = serving.is_tpot_measured
    return row
