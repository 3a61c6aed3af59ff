"""Layouts on frames: the search of pricing.performance.layout, for many rows at once.

What a point quote decides by branches, a frame decides by columns: every size that a replica
may have is worked out, and each row takes the one that wins.
"""

from collections.abc import Sequence

import polars as pl
from msgspec import Struct

from pricing.numbers import Number, where
from pricing.performance.layout import Layout, counts, layout_with
from pricing.performance.replica import Rates, Request, Speed, speed
from pricing.performance.room import Room, filled, shared
from pricing.quotes.sweeps.sheet import Sheet


class Question(Struct, frozen=True):
    """What a search looks at: columns of a sheet.

    concurrency: requests in flight, 0 where they are left to the layout; node: devices of one.
    """

    rates: Rates
    request: Request
    room: Room
    concurrency: Number
    device_count: Number
    node: Number


class Found(Struct, frozen=True):
    """The layout of every row, and whether there is one."""

    layout: Layout
    fits: Number


def lay_out(sheet: Sheet, asked: Question, sizes: Sequence[Number]) -> Found:
    """The layout of the highest throughput that fits, row by row."""
    room = asked.room
    share = sheet.keep(asked.concurrency / asked.device_count)
    held = sheet.keep([room.held(size) for size in sizes])
    fits = sheet.keep(
        [room.fits(most, share * size) for most, size in zip(held, sizes, strict=True)]
    )
    running = sheet.keep(
        [
            where(share > 0.0, shared(most, share * size), filled(most))
            for most, size in zip(held, sizes, strict=True)
        ]
    )
    if len(sizes) == 1:
        return _found(sheet, asked, sizes[0], held[0], running[0], fits[0])
    allowed = _allowed(sheet, asked, sizes, held, fits, share)
    # A size that is not allowed may hold less than a request: any load does in its place.
    tried = [
        _speed(sheet, asked, size, where(may, load, 1.0)).requests_per_second
        * (asked.device_count // size)
        for size, load, may in zip(sizes, running, allowed, strict=True)
    ]
    requests = sheet.keep([where(may, one, -1.0) for may, one in zip(allowed, tried, strict=True)])
    best = sheet.keep(pl.max_horizontal(*requests))
    won = [one == best for one in requests]
    size, most, load = sheet.keep([_first(won, sizes), _first(won, held), _first(won, running)])
    return _found(sheet, asked, size, most, load, pl.any_horizontal(*fits))


def fitting_count(asked: Question, node: int) -> Number:
    """The smallest count of a node's sizes that holds the model and its load; null for none.

    One replica over all devices holds more than several that each hold the weights, so that it
    alone need be looked at.
    """
    chain: Number = None
    for count in reversed(counts(node)):
        fits = asked.room.fits(asked.room.held(float(count)), asked.concurrency)
        chain = pl.when(fits).then(pl.lit(count)).otherwise(chain)
    return chain


def _allowed(
    sheet: Sheet,
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
        inside = size <= asked.node
        may = sheet.keep(fit & (inside | _not(earlier)) & _not(full))
        full, earlier = sheet.keep(
            (
                full | (may & (share == 0.0) & (most >= asked.room.concurrency_limit)),
                earlier | fit,
            )
        )
        found.append(may)
    return found


def _not(condition: Number) -> Number:
    return not condition if isinstance(condition, bool) else ~condition


def _first(won: Sequence[Number], values: Sequence[Number]) -> Number:
    """The value of the first size that won."""
    chain: Number = values[-1]
    for one, value in zip(reversed(won[:-1]), reversed(values[:-1]), strict=True):
        chain = where(one, value, chain)
    return chain


def _found(
    sheet: Sheet, asked: Question, size: Number, held: Number, load: Number, fits: Number
) -> Found:
    concurrency = sheet.keep(where(fits, load, 1.0))
    layout = layout_with(
        asked.rates,
        asked.request,
        asked.room,
        size=size,
        device_count=asked.device_count,
        held=held,
        concurrency=concurrency,
        reached=_speed(sheet, asked, size, concurrency),
    )
    return Found(sheet.keep(layout), fits)


def _speed(sheet: Sheet, asked: Question, size: Number, concurrency: Number) -> Speed:
    return sheet.keep(speed(asked.rates, asked.request, devices=size, concurrency=concurrency))
