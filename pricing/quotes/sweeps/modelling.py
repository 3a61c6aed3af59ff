"""Modelling on frames: layout, throughput, latency and power of many rows at once.

The formulas are those of the point quote, in its order: the roofline's layout, the correction
by measured rows and its band, the caller's own measurement over both, and what follows.
"""

from collections.abc import Collection, Mapping
from typing import Any

import polars as pl
from msgspec import Struct

from pricing.formulas import power, unit_cost
from pricing.numbers import Number, least, log, where
from pricing.performance import draw, first_token
from pricing.performance.cases import LENGTH_OFFSET_TOKENS
from pricing.performance.draw import curve, load_fraction, spent
from pricing.performance.evidence import (
    NEAR_WEIGHT,
    Blend,
    Neighbourhood,
    Sums,
    drifted,
    kernel_of,
    mixed,
    summed,
    weights_of,
)
from pricing.performance.layout import Demand, Layout
from pricing.performance.replica import Rates, first_pass_seconds, request_of
from pricing.performance.room import Room
from pricing.performance.serving import Latency, Pace, closed_loop
from pricing.quotes.inference import BOUNDS, bound_of
from pricing.quotes.serving import QUEUED_FRACTION
from pricing.quotes.sweeps.layouts import Question, lay_out
from pricing.quotes.sweeps.loads import Load, is_given, otherwise
from pricing.quotes.sweeps.placements import PLACE, QUANTITIES, Placement
from pricing.quotes.sweeps.sheet import Sheet
from pricing.units import BYTES_PER_GIBIBYTE

LOG_2 = 0.6931471805599453

GIVEN = ("given_tokens", "given_requests")


class Evidence(Struct, frozen=True):
    """What the neighbours of every row make of one quantity."""

    sums: Sums
    nearest_weight: Number


def modelled(
    frame: pl.DataFrame,
    numbers: Mapping[str, Number],
    load: Load,
    like: Placement,
    columns: Collection[str],
) -> pl.DataFrame:
    """The performance of rows whose placements have one shape.

    frame: what of the load and of the constants varies; numbers: all constants; load: with its
    defaults; like: any of the placements; columns: those that are needed.
    """
    sheet = Sheet(frame)
    catalog, kernel = like.workload.catalog, kernel_of(like.workload.catalog)
    output_tokens = load.output_tokens
    asked = question_of(sheet, numbers, load, like.workload.rates.has_experts)
    sizes = [numbers[f"size.{index}"] for index in range(len(like.sizes))]
    found = lay_out(sheet, asked, sizes)
    layout, demand = found.layout, Demand(load.input_tokens, output_tokens, None)
    place = sheet.keep(
        {
            "batch_log": log(layout.concurrency) / LOG_2,
            "input_log": log(load.input_tokens + LENGTH_OFFSET_TOKENS),
            "output_log": log(output_tokens),
        }
    )
    throughput, ttft, watts = (
        _evidence(sheet, numbers, quantity, kernel, place) for quantity in QUANTITIES
    )
    blend: Blend = sheet.keep(mixed(kernel, throughput.sums))
    ttft_ratio = sheet.keep(first_token.typical_ratio(catalog) * drifted(kernel, ttft.sums))
    given = given_requests(load)
    known = is_given(given) if _has_gaps(frame) else given is not None
    alone = sheet.keep(layout.requests_per_second)
    requests = sheet.keep(given if known is True else otherwise(given, alone * blend.ratio))
    ratio = sheet.keep(requests / alone)
    in_flight = sheet.keep(layout.concurrency * layout.replica_count)
    seen = sheet.keep(_closed(asked, layout, ratio))
    served = sheet.keep(
        (asked.concurrency > 0.0) & (in_flight >= QUEUED_FRACTION * asked.concurrency)
    )
    bound = sheet.keep(bound_of(sheet.keep(spent(layout, demand))))
    typical = power.busy_watts(
        tdp_watts=numbers["tdp_watts"],
        light_fraction=curve(catalog).light_fraction,
        full_fraction=curve(catalog).full_fraction,
        load_fraction=load_fraction(layout, demand),
    )
    drawn = typical * draw.typical_ratio(catalog) * drifted(kernel, watts.sums)
    results = {
        "device_count": asked.device_count,
        "requests_per_second": requests,
        "output_tokens_per_second": otherwise(load.given_tokens, requests * output_tokens),
        "low_ratio": where(known, 1.0, 1.0 / blend.band_ratio),
        "high_ratio": where(known, 1.0, blend.band_ratio),
        "basis": _chosen(
            ("given", known),
            ("measured", throughput.nearest_weight >= NEAR_WEIGHT),
            last="modelled",
        ),
        "bound": _chosen((BOUNDS[0], bound == 0), (BOUNDS[1], bound == 1), last=BOUNDS[2]),
        "regime": _chosen(("throughput_bound", layout.saturated), last="latency_bound"),
        "ttft_seconds": layout.ttft_seconds / ratio * ttft_ratio,
        "tpot_seconds": layout.tpot_seconds / ratio,
        "ttft_p99_seconds": where(served, seen.ttft_p99_seconds * ttft_ratio, None),
        "tpot_p99_seconds": where(served, seen.tpot_p99_seconds, None),
        "concurrency": in_flight,
        "tensor_parallel": layout.tensor_parallel,
        "replica_count": layout.replica_count,
        "weights_gibibytes": layout.room.weights_bytes / BYTES_PER_GIBIBYTE,
        "kv_cache_gibibytes": layout.concurrency * layout.room.kv_bytes / BYTES_PER_GIBIBYTE,
        "capacity_gibibytes": layout.tensor_parallel
        * layout.room.usable_bytes
        / BYTES_PER_GIBIBYTE,
        "share_fraction": unit_cost.prefill_share_fraction(
            prefill_seconds=layout.speed.prefill_seconds,
            step_seconds=layout.speed.step.seconds,
            output_tokens=output_tokens,
            concurrency=layout.concurrency,
        ),
        "input_tokens": load.input_tokens,
        "output_tokens": output_tokens,
        "busy_watts": least(numbers["tdp_watts"], drawn),
    }
    needed = {name: value for name, value in results.items() if name in columns}
    return sheet.collect({"row": pl.col("row"), "fits": found.fits, **needed})


def _has_gaps(frame: pl.DataFrame) -> bool:
    """Whether the caller has measured some rows and others not."""
    return any(frame[name].null_count() for name in GIVEN if name in frame.columns)


def given_requests(load: Load) -> Number:
    """What the caller has measured, in requests; None, or null, where nothing."""
    if load.given_tokens is None:
        return load.given_requests
    return otherwise(load.given_requests, load.given_tokens / load.output_tokens)


def _chosen(*choices: tuple[str, Number], last: str) -> Number:
    """The first name whose condition holds, else the last."""
    chain: Number = pl.lit(last)
    for name, condition in reversed(choices):
        chain = pl.when(condition).then(pl.lit(name)).otherwise(chain)
    return chain


def question_of(
    sheet: Sheet, numbers: Mapping[str, Number], load: Load, has_experts: Any
) -> Question:
    """What a search for layouts looks at."""
    rates = Rates(
        **{
            name: numbers[f"rates.{name}"]
            for name in Rates.__struct_fields__
            if name != "has_experts"
        },
        has_experts=has_experts,
    )
    request = sheet.keep(
        request_of(rates, input_tokens=load.input_tokens, output_tokens=load.output_tokens)
    )
    room = Room(
        usable_bytes=numbers["usable_bytes"],
        weights_bytes=rates.weights_bytes,
        kv_bytes=request.kv_bytes,
        concurrency_limit=numbers["concurrency_limit"],
    )
    return Question(
        rates=rates,
        request=request,
        room=room,
        concurrency=otherwise(load.concurrency, 0.0),
        device_count=numbers.get("device_count"),
        node=numbers["node"],
    )


def _evidence(
    sheet: Sheet,
    numbers: Mapping[str, Number],
    quantity: str,
    kernel: Any,
    place: dict[str, Number],
) -> Evidence:
    count = QUANTITIES[quantity][1]
    near = Neighbourhood(
        places=tuple(
            tuple(numbers[f"{quantity}.{index}.{name}"] for name in PLACE) for index in range(count)
        ),
        residuals=tuple(numbers[f"{quantity}.{index}.residual"] for index in range(count)),
    )
    weights = sheet.keep(weights_of(kernel, near, **place))
    return Evidence(sheet.keep(summed(weights, near.residuals)), pl.max_horizontal(*weights))


def _closed(asked: Question, layout: Layout, ratio: Number) -> Latency:
    """What requests see with as many in flight as run."""
    first = first_pass_seconds(asked.rates, asked.request, layout.tensor_parallel)
    pace = Pace(
        first / ratio, layout.speed.prefill_seconds / ratio, layout.speed.step.seconds / ratio
    )
    return closed_loop(
        pace, output_tokens=asked.request.output_tokens, concurrency=layout.concurrency
    )
