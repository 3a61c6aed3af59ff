"""Layouts on arrays: the search of pricing.performance.layout, for many rows at once.

What a point quote decides by branches, rows decide by columns: every size that a replica may
have is worked out, and each row takes the one that wins.
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_

from msgspec import Struct

from pricing.numbers import Number, greatest, where
from pricing.performance.layout import QUEUEING_GAIN_RATIO, Layout, counts, layout_with
from pricing.performance.replica import Rates, Request, Speed, request_of, speed
from pricing.performance.room import Room, busy, filled, shared


class Question(Struct, frozen=True, eq=False):
    """What a search looks at: floats, or arrays with an element a row.

    concurrency: requests in flight, 0 where they are left to the layout; node: devices of one.
    """

    rates: Rates
    request: Request
    room: Room
    concurrency: Number
    device_count: Number
    node: Number


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
        concurrency_limit=numbers["concurrency_limit"],
    )
    return Question(
        rates=rates,
        request=request,
        room=room,
        concurrency=concurrency,
        device_count=numbers.get("device_count"),
        node=numbers["node"],
    )


def choose(asked: Question, sizes: Sequence[Number]) -> Chosen:
    """The size of the highest throughput that fits, row by row."""
    room = asked.room
    share = asked.concurrency / asked.device_count
    held = [room.held(size) for size in sizes]
    fits = [most >= 1.0 for most in held]
    running = [
        where(share > 0.0, shared(most, share * size), filled(most))
        for most, size in zip(held, sizes, strict=True)
    ]
    if len(sizes) == 1:
        return Chosen(sizes[0], held[0], where(fits[0], running[0], 1.0), fits[0])
    allowed = _allowed(asked, sizes, held, fits, share)
    # A size that is not allowed may hold less than a request: any load does in its place.
    tried = [
        _speed(asked, size, where(may, load, 1.0)).requests_per_second
        * busy(asked.device_count // size, asked.concurrency)
        / where(room.fits(most, share * size), 1.0, QUEUEING_GAIN_RATIO)
        for size, most, load, may in zip(sizes, held, running, allowed, strict=True)
    ]
    ranks = [where(may, one, -1.0) for may, one in zip(allowed, tried, strict=True)]
    best = reduce(greatest, ranks)
    won = [one == best for one in ranks]
    any_fits = reduce(or_, fits)
    load = where(any_fits, _first(won, running), 1.0)
    return Chosen(_first(won, sizes), _first(won, held), load, any_fits)


def layout_at(asked: Question, size: Number, held: Number, concurrency: Number) -> Layout:
    """The layout of replicas of some size with so many requests in flight in each."""
    return layout_with(
        asked.rates,
        asked.request,
        asked.room,
        size=size,
        device_count=asked.device_count,
        held=held,
        concurrency=concurrency,
        demanded=asked.concurrency,
        reached=_speed(asked, size, concurrency),
    )


def fitting_count(asked: Question, node: int) -> Number:
    """The smallest count of a node's sizes that holds the model and its load; NaN for none.

    One replica over all devices holds more than several that each hold the weights, so that it
    alone need be looked at.
    """
    found: Number = float("nan")
    for count in reversed(counts(node)):
        fits = asked.room.fits(asked.room.held(float(count)), asked.concurrency)
        found = where(fits, float(count), found)
    return found


def _allowed(
    asked: Question,
    sizes: Sequence[Number],
    held: Sequence[Number],
    fits: Sequence[Number],
    share: Number,
) -> list[Number]:
    """Where a size that fits may be taken.

    A replica across nodes is for what no node holds; and where the load is open, a size that
    already holds all that the engine batches is the last that is looked at.
    """
    found = []
    earlier: Number = False
    full: Number = False
    for size, most, fit in zip(sizes, held, fits, strict=True):
        may = fit & ((size <= asked.node) | negated(earlier)) & negated(full)
        full |= may & (share == 0.0) & (most >= asked.room.concurrency_limit)
        earlier |= fit
        found.append(may)
    return found


def negated(condition: Number) -> Number:
    """Where a condition does not hold."""
    return not condition if isinstance(condition, bool) else ~condition


def _first(won: Sequence[Number], values: Sequence[Number]) -> Number:
    """The value of the first size that won."""
    chain: Number = values[-1]
    for one, value in zip(reversed(won[:-1]), reversed(values[:-1]), strict=True):
        chain = where(one, value, chain)
    return chain


def _speed(asked: Question, size: Number, concurrency: Number) -> Speed:
    return speed(asked.rates, asked.request, devices=size, concurrency=concurrency)
