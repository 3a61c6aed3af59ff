"""Layouts on arrays: the search of pricing.serving.layout_search, for many rows at once.

What a point quote decides by branches, rows decide by columns: every size that a replica may
have is worked out, and each row takes the one that wins.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from operator import or_

from msgspec import Struct

from pricing.numerics.number import Number, greatest, where
from pricing.serving.layout import QUEUEING_GAIN_RATIO, Layout, layout_with
from pricing.serving.layout_search import counts, divides, sizes
from pricing.serving.memory import Room, busy, filled, shared
from pricing.serving.rates import Rates
from pricing.serving.replica import Request, group_of, request_of, speed


class Question(Struct, frozen=True, eq=False):
    """What a search looks at: floats, or arrays with an element a row.

    concurrency: requests in flight, 0 where they are left to the layout; node: devices of one;
    heads: see pricing.serving.layout_search.layouts_of.
    """

    rates: Rates
    request: Request
    room: Room
    concurrency: Number
    device_count: Number
    node: Number
    heads: Number


class Chosen(Struct, frozen=True, eq=False):
    """The size of a replica, the requests that it holds and runs; and whether any size fits."""

    size: Number
    held: Number
    concurrency: Number
    fits: Number


def question_of(
    numbers: Mapping[str, Number],
    *,
    input_tokens: Number,
    output_tokens: Number,
    concurrency: Number,
    has_experts: bool,
) -> Question:
    """What a search looks at, from the constants of placements and a load."""
    rates = Rates(
        **{
            name: numbers[f"rates.{name}"]
            for name in Rates.__struct_fields__
            if name != "has_experts"
        },
        has_experts=has_experts,
    )
    request = request_of(rates, input_tokens=input_tokens, output_tokens=output_tokens)
    room = Room(
        usable_bytes=numbers["usable_bytes"],
        weights_bytes=rates.weights_bytes,
        kv_bytes=request.kv_bytes,
        window_kv_bytes=request.window_kv_bytes,
        last_kv_bytes=request.last_kv_bytes,
        last_window_kv_bytes=request.last_window_kv_bytes,
        kv_heads=rates.kv_heads,
        window_kv_heads=rates.window_kv_heads,
        state_bytes=rates.state_bytes,
        concurrency_limit=numbers["concurrency_limit"],
    )
    return Question(
        rates=rates,
        request=request,
        room=room,
        concurrency=concurrency,
        device_count=numbers.get("device_count"),
        node=numbers["node"],
        heads=numbers["heads"],
    )


Corrected = Callable[[Chosen], Number]
"""Corrected over modelled throughput of rows with replicas of some size under some load."""


def choose(asked: Question, sizes: Sequence[Number], corrected: Corrected) -> Chosen:
    """The size of the highest corrected throughput that fits, row by row."""
    room = asked.room
    share = asked.concurrency / asked.device_count
    held = [room.held(size) for size in sizes]
    fits = [most >= 1.0 for most in held]
    running = [
        where(share > 0.0, shared(most, share * size), filled(most))
        for most, size in zip(held, sizes, strict=True)
    ]
    # A size that is not allowed may hold less than a request: any load does in its place.
    tried = [
        Chosen(size, most, where(fit, load, 1.0), fit)
        for size, most, load, fit in zip(sizes, held, running, fits, strict=True)
    ]
    if len(sizes) == 1:
        return tried[0]
    allowed = allowed_of(asked, sizes, held)
    rates = [
        speed(
            asked.rates,
            asked.request,
            group_of(asked.rates, one.size),
            concurrency=one.concurrency,
        ).requests_per_second
        * busy(asked.device_count // one.size, asked.concurrency)
        * corrected(one)
        / gain_ratio(asked, one)
        for one in tried
    ]
    ranks = [where(may, rate, -1.0) for may, rate in zip(allowed, rates, strict=True)]
    best = reduce(greatest, ranks)
    won = [rate == best for rate in ranks]
    any_fits = reduce(or_, fits)
    load = where(any_fits, _first(won, running), 1.0)
    return Chosen(_first(won, sizes), _first(won, held), load, any_fits)


def gain_ratio(asked: Question, chosen: Chosen) -> Number:
    """What rows must gain where requests queue: see pricing.serving.layout.rank."""
    share = asked.concurrency / asked.device_count * chosen.size
    return where(chosen.held >= share, 1.0, QUEUEING_GAIN_RATIO)


def layout_at(asked: Question, size: Number, held: Number, concurrency: Number) -> Layout:
    """The layout of replicas of some size with so many requests in flight in each."""
    return layout_with(
        asked.rates,
        asked.request,
        asked.room,
        size=size,
        group=group_of(asked.rates, 1.0 * size),
        device_count=asked.device_count,
        held=held,
        concurrency=concurrency,
        demanded=asked.concurrency,
    )


def fitting_count(asked: Question, node: int) -> Number:
    """The smallest count of a node's sizes that holds the model and its load; NaN for none."""
    room = asked.room
    found: Number = float("nan")
    for count in reversed(counts(node)):
        fits = (
            room.fits(room.held(float(size)), asked.concurrency * (size / count))
            for size in sizes(count, node)
        )
        found = where(reduce(or_, fits), float(count), found)
    return found


def allowed_of(asked: Question, sizes: Sequence[Number], held: Sequence[Number]) -> list[Number]:
    """Where a size may be taken: see pricing.serving.layout_search.Search.fitting.

    held: the requests that each size holds.
    """
    fits = [most >= 1.0 for most in held]
    inside = [fit & (size <= asked.node) for size, fit in zip(sizes, fits, strict=True)]
    wanted = negated(reduce(or_, inside))
    share, near = asked.concurrency / asked.device_count, []
    for size, most, fit, one in zip(sizes, held, fits, inside, strict=True):
        near.append(one | (fit & wanted))
        wanted = wanted & negated(fit & (share > 0.0) & asked.room.fits(most, share * size))
    whole = [
        may & divides(size, asked.heads, asked.node) for size, may in zip(sizes, near, strict=True)
    ]
    none_whole = negated(reduce(or_, whole))
    return [may & (one | none_whole) for may, one in zip(near, whole, strict=True)]


def negated(condition: Number) -> Number:
    """Where a condition does not hold."""
    return not condition if isinstance(condition, bool) else ~condition


def _first(won: Sequence[Number], values: Sequence[Number]) -> Number:
    """The value of the first size that won."""
    chain: Number = values[-1]
    for one, value in zip(reversed(won[:-1]), reversed(values[:-1]), strict=True):
        chain = where(one, value, chain)
    return chain
