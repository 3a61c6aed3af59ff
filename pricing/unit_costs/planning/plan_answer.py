"""What an answer shows of a plan at its load: throughput, latency and memory."""

from msgspec.structs import astuple

from pricing.numerics.number import Number, known_or_none, where
from pricing.serving.layout import Layout
from pricing.serving.memory import Parts, parts_of
from pricing.serving.passes.group import Pass
from pricing.unit_costs.answer import Bound, Performance
from pricing.unit_costs.latency import Serving
from pricing.unit_costs.planning.answer import Memory
from pricing.unit_costs.planning.parallelism import (
    ATTENTIONS,
    attention_in,
    experts_in,
    stages_in,
    tensor_in,
)
from pricing.unit_costs.throughput import Throughput
from pricing.units import BYTES_PER_GIBIBYTE

BOUNDS: tuple[Bound, ...] = ("compute", "memory_bandwidth", "overhead")
"""What the time of a request, prefill and decoding together, may mostly go to."""

PARTS_SHOWN = tuple(f"{name.removesuffix('_bytes')}_gibibytes" for name in Parts.__struct_fields__)
"""The parts of the memory as answers name them."""


def bound_of(time: Pass) -> Number:
    """The place in BOUNDS of what most of a time goes to. Floats or arrays."""
    longer = where(time.memory_seconds >= time.overhead_seconds, 1, 2)
    computing = (time.compute_seconds >= time.memory_seconds) & (
        time.compute_seconds >= time.overhead_seconds
    )
    return where(computing, 0, longer)


def memory_held(serving: Serving) -> Memory:
    """What one replica holds at the load."""
    layout = serving.layout
    return memory_of(layout, serving.concurrency / layout.busy_count)


def memory_of(layout: Layout, in_flight: Number) -> Memory:
    """What a replica holds with so many requests in it."""
    parts = astuple(parts_of(layout.room, layout.size, in_flight))
    return Memory(
        **{
            name: value / BYTES_PER_GIBIBYTE for name, value in zip(PARTS_SHOWN, parts, strict=True)
        },
        fits=True,
        checkpoint_bytes=layout.room.checkpoint_bytes,
    )


def performance(
    throughput: Throughput, serving: Serving | None = None, time: Pass | None = None
) -> Performance:
    """What is sustained and what requests see, with all of it used; time: what theirs goes to."""
    known = {
        **dict.fromkeys(Performance.__struct_fields__),
        "requests_per_second": throughput.requests_per_second,
        "served_requests_per_second": throughput.requests_per_second,
        "utilization_fraction": 1.0,
        "basis": throughput.basis,
        "evidence": throughput.evidence,
        "ttft_evidence": (),
    }
    if serving is not None and time is not None:
        layout = serving.layout
        known |= _rates(throughput, layout)
        known |= {
            "ttft_seconds": serving.ttft_seconds,
            "ttft_p99_seconds": known_or_none(serving.ttft_p99_seconds),
            "burst_ttft_seconds": known_or_none(serving.burst_ttft_seconds),
            "tpot_seconds": known_or_none(serving.shown_tpot_seconds),
            "tpot_p99_seconds": known_or_none(serving.shown_tpot_p99_seconds),
            "concurrency": serving.concurrency,
            "tensor_parallel": int(tensor_in(layout)),
            "data_parallel": int(layout.group_count),
            "expert_parallel": int(experts_in(layout)),
            "pipeline_parallel": int(stages_in(layout)),
            "attention_parallel": ATTENTIONS[int(attention_in(layout))],
            "replica_count": layout.replica_count,
            "bound": BOUNDS[bound_of(time)],
            "regime": "throughput_bound" if layout.saturated else "latency_bound",
            "ttft_evidence": serving.ttft_rows,
        }
    return Performance(**known)  # type: ignore[arg-type]


def _rates(throughput: Throughput, layout: Layout) -> dict[str, float]:
    """What is written a second; of requests that write nothing, what is read, by any name."""
    rate, name = throughput.output_tokens_per_second, "output_tokens_per_second"
    found = {}
    if rate is None:
        requests, name = throughput.requests_per_second, "input_tokens_per_second"
        rate = requests * layout.request.input_tokens
        found["documents_per_second"] = requests * layout.request.documents
    found[name] = rate
    found[f"{name}_low"] = rate * throughput.low_ratio
    found[f"{name}_high"] = rate * throughput.high_ratio
    return found
