"""Unit costs of a sweep: performance and price of every row, put together by the point's bill.

Rows are refused for what a point quote would be refused for, the first reason first.
"""

from collections.abc import Collection, Iterator
from typing import Any

import numpy as np
import polars as pl
from msgspec.structs import replace

from pricing.errors import check_finite
from pricing.numerics.frames import frame_of, number_of
from pricing.numerics.number import Number, otherwise
from pricing.numerics.structs import Column
from pricing.pauses import paused
from pricing.purchasing.buy import DISCOUNTED_TWICE
from pricing.purchasing.site import Site
from pricing.sweeps.answer import PRICE_TEXTS, unit_cost_results
from pricing.sweeps.batches import in_batches
from pricing.sweeps.refusals import DISCOUNT, OWN_PRICE, REFUSAL, Reasons, Refused
from pricing.sweeps.scenarios import Questions, places
from pricing.sweeps.unit_costs.blocks import Assembly, Batch, Block, Columns, across_of, part_of
from pricing.sweeps.unit_costs.figures import (
    DEPLOYMENT_TEXTS,
    NEEDED,
    REASON,
    WORDS,
    Result,
    given_of,
    merged,
    output_of,
    rests_on,
    results_of,
    totals_of,
    unwritten,
)
from pricing.sweeps.unit_costs.loads import GIVEN_FIELDS, decisive, is_blended
from pricing.sweeps.unit_costs.performances import Performances
from pricing.sweeps.unit_costs.prices import Prices, Unwanted
from pricing.unit_costs import bill
from pricing.unit_costs.estimate import contradiction, contradicts
from pricing.unit_costs.hour import Hour, power_of
from pricing.unit_costs.reading.demand import UNWRITTEN

CHUNK_ROWS = 131_072
"""Rows at a time: few enough for arrays to stay in a core's cache."""

KEPT_ROWS = 262_144
"""Up to so many distinct performances are worked out once and kept; more, batch by batch."""

MOST_LOOKED_UP = 1_000_000
"""Up to so many scenarios it is looked up which performances have a price: the rest of them is
told why it is refused, no more."""

USED = "utilization_fraction"
WATTS = "measured.watts_per_device"
READ = (
    USED,
    DISCOUNT,
    OWN_PRICE,
    WATTS,
    *GIVEN_FIELDS,
    *(f"facility.{name}" for name in Site.__struct_fields__),
)
"""The fields of a question that its bill reads itself."""


def unit_cost_rows(
    questions: Questions, columns: Collection[str], unwanted: Unwanted | None = None
) -> Iterator[pl.DataFrame]:
    """The inputs and the wanted results of every scenario, in order.

    Where a result has the name of an input, the input stands. unwanted: what is refused besides.
    """
    quotes, scenarios = Quotes(questions, columns, unwanted), questions.scenarios

    def answered(start: int, end: int) -> pl.DataFrame:
        return frame_of([*scenarios.take(places(start, end)), *quotes.of(start, end)], end - start)

    yield from in_batches(answered, scenarios.count, quotes.across.count)


class Quotes:
    """The quotes of scenarios; each distinct performance and price is worked out once."""

    def __init__(
        self, questions: Questions, columns: Collection[str], unwanted: Unwanted | None = None
    ) -> None:
        """columns: the results wanted; unwanted: see unit_cost_rows."""
        _, scenarios, base = questions
        types = unit_cost_results()
        names = [name for name in columns if name not in scenarios.names and name not in REFUSAL]
        self._asked = {name: _number(base.get(name)) for name in READ}
        self._prices = Prices(questions, unwanted)
        self._is_blended = is_blended(scenarios, base)
        self._scenarios = scenarios
        self._decisive = decisive(scenarios, base)
        self.across = across_of(scenarios, self._decisive)
        self._narrowed = scenarios.narrowed(self._decisive, known=(OWN_PRICE,))
        distinct = self._narrowed.scenarios
        self._performances = Performances(
            questions._replace(scenarios=distinct),
            rests_on(tuple(names), bill.TERMS),
            is_blended=self._is_blended,
        )
        self._wanted = [self._result(name, types[name]) for name in names]
        self._figures = frozenset(result.figure for result in self._wanted)
        self._totals = totals_of(names)
        self._kept: Columns | None = None
        if distinct.count <= min(KEPT_ROWS, max(scenarios.count // 2, 1)):
            every = places(0, distinct.count)
            self._kept = self._performed(every, (distinct.count,), self._is_priced(distinct.count))

    def _result(self, name: str, dtype: pl.DataType) -> Result:
        if name in PRICE_TEXTS:
            return Result(name, "price", dtype, None)
        if name in DEPLOYMENT_TEXTS:
            return Result(name, "deployment", dtype, self._performances.facts[name])
        return Result(name, name, dtype, WORDS.get(name))

    def of(self, start: int, end: int) -> list[pl.Series | pl.Expr]:
        """The results and refusals of the scenarios from one place up to another."""
        batch = self._batch(start, end)
        rows = max(1, CHUNK_ROWS // batch.shape[1])
        shapes, figures = [], []
        listed: list[Refused] = []
        for first in paused(range(0, batch.shape[0], rows)):
            chunk = batch.down(slice(first, first + rows))
            shapes.append(chunk.shape)
            figures.append(self._answered(chunk.gathered(), listed))
        assembly = Assembly(shapes)
        reasons = [found.get(REASON, -1) for found in figures]
        # Which prices there are is known only once all rows are worked out.
        texts = self._prices.texts if "price" in self._figures else pl.DataFrame()
        return [
            *(
                replace(one, words=texts[one.name] if one.figure == "price" else one.words).column(
                    assembly, figures
                )
                for one in self._wanted
            ),
            *(
                assembly.words(name, pl.Series([getattr(one, name) for one in listed]), reasons)
                for name in REFUSAL
            ),
        ]

    def _batch(self, start: int, end: int) -> Batch:
        scenarios, across = self._scenarios, self.across
        block = Block(start, (end - start) // across.count, across)

        def asked(name: str) -> Number:
            if name not in scenarios.names:
                return self._asked[name]
            return number_of(block.of([name], lambda at: scenarios.take(at, [name])[name]))

        own = None
        if self._kept is None:
            at = self._narrowed.places_of(places(start, end))
            columns = self._performed(at, block.shape)
        else:
            columns = self._kept
            own = block.of(self._decisive, self._narrowed.places_of).astype(np.intp)
        return Batch(
            shape=block.shape,
            columns=columns,
            own=own,
            priced=block.of(self._prices.names, self._prices.places_of),
            asked={name: asked(name) for name in READ},
        )

    def _is_priced(self, count: int) -> Column | None:
        """Which of so many distinct performances anything has a price of; None where all have.

        Of many scenarios it is not looked up.
        """
        if not self._prices.refusals or self._scenarios.count > MOST_LOOKED_UP:
            return None
        every, found = places(0, self._scenarios.count), np.zeros(count, dtype=bool)
        has_price = (self._prices.places_of(every) < self._prices.count).to_numpy()
        found[self._narrowed.places_of(every).to_numpy()[has_price]] = True
        return found

    def _performed(
        self, at: pl.Series, shape: tuple[int, ...], is_priced: Column | None = None
    ) -> Columns:
        """The performance of distinct scenarios at some places, in a shape; alike is one number."""
        found = self._performances.columns(at, is_priced)
        device_count, together = (found[name] for name in NEEDED)
        found["need"] = self._prices.needs_of(device_count, together, len(at))
        return {
            name: number_of(value.reshape(shape)) if isinstance(value, np.ndarray) else value
            for name, value in found.items()
        }

    def _answered(self, batch: Batch, listed: list[Refused]) -> Columns:
        """The numbers, codes and refusals of rows, as parts of columns.

        Rented devices are billed apart from owned ones, and rows that are refused not at all.
        listed: reasons of other rows.
        """
        shape, is_owned, refusable = batch.shape, self._prices.is_owned, self._refusable(batch)
        if not refusable and not is_owned.any():
            return _parts(self._billed(batch, is_owned=False), shape)
        if any(value.shape[1] > 1 for value in (batch.priced, *refusable)):
            batch = batch.flat()
        reasons = self._reasons(batch, listed)
        answered, is_owned = reasons.codes < 0, is_owned[batch.priced[:, 0]]
        kinds = ((False, answered & ~is_owned), (True, answered & is_owned))
        found = [
            (rows, self._billed(batch.down(rows), is_owned=kind))
            for kind, rows in ((kind, np.flatnonzero(held)) for kind, held in kinds)
            if len(rows)
        ]
        whole = merged(found, self._figures, batch.shape)
        return _parts(whole | {REASON: reasons.codes[:, np.newaxis]}, shape)

    def _refusable(self, batch: Batch) -> list[Column]:
        """What says whether rows are refused, as far as any may be."""
        prices, discount, used = self._prices, batch.asked[DISCOUNT], batch.asked[USED]
        found = []
        if prices.refusals or (discount is not None and prices.is_given.any()):
            found += [batch.priced, discount]
        if self._performances.refusals:
            found.append(batch.columns["refusal"])
        if batch.columns["used_fraction"] is not None and used is not None:
            found += [batch.columns["used_fraction"], used]
        found.append(unwritten(batch.asked, batch.columns))
        return [np.atleast_2d(value) for value in found if value is not None]

    def _reasons(self, batch: Batch, listed: list[Refused]) -> Reasons:
        """Why rows that go down have no answer: the first reason last, as it stands in the end."""
        prices, count, priced = self._prices, batch.shape[0], batch.priced[:, 0]
        discount, wanted = batch.asked[DISCOUNT], batch.asked[USED]
        used = batch.columns["used_fraction"]
        reasons = Reasons(count, listed)
        if discount is not None:
            twice = prices.is_given[priced] & (_column(discount, count) > 0.0)
            reasons.add([Refused("invalid-query", DISCOUNTED_TWICE)], np.where(twice, 0, -1))
        unpriced = priced - prices.count
        reasons.add(prices.refusals, unpriced)
        if used is not None and wanted is not None:
            used, wanted = _column(used, count), _column(wanted, count)
            rows = np.flatnonzero(contradicts(used, wanted))
            texts = [contradiction(float(used[row]), float(wanted[row])) for row in rows]
            codes = np.full(count, -1)
            codes[rows] = np.arange(len(rows))
            reasons.add([Refused("invalid-query", text) for text in texts], codes)
        reasons.add(self._performances.refusals, _column(batch.columns["refusal"], count))
        none = unwritten(batch.asked, batch.columns)
        if none is not None:
            codes = np.where(np.broadcast_to(none, (count, 1))[:, 0], 0, -1)
            reasons.add([Refused("invalid-query", UNWRITTEN)], codes)
        if prices.is_early.any():
            reasons.add(prices.refusals, np.where(prices.is_early[priced], unpriced, -1))
        return reasons

    def _billed(self, batch: Batch, *, is_owned: bool) -> Columns:
        """The results of rows, all of owned devices or none."""
        asked, prices = batch.asked, self._prices
        performance = given_of(batch.columns, asked, is_blended=self._is_blended)
        output = output_of(performance)
        used = otherwise(output.used_fraction, otherwise(asked[USED], performance["default_used"]))
        met = prices.meeting(batch.priced, batch.columns["need"])
        place = prices.sites(met, asked)
        rate = prices.rates(
            met,
            batch.priced,
            is_owned=is_owned,
            discount_fraction=asked[DISCOUNT],
            own_usd=asked[OWN_PRICE],
        )
        power = power_of(output, used, place, measured_watts=asked[WATTS])
        unused = rate.unused_devices(output.device_count)
        hour = Hour(output, rate, place, used, power, "", asked[WATTS], unused)
        results = results_of(performance, hour, self._figures)
        check_finite(*(float(np.sum(results[name])) for name in self._totals))
        results["price"] = met
        return {name: results.get(name) for name in self._figures}


def _column(value: Number, count: int) -> Column:
    """A number of rows that go down alone."""
    return value[:, 0] if isinstance(value, np.ndarray) else np.full(count, value)


def _parts(figures: Columns, shape: tuple[int, int]) -> Columns:
    """Figures of a block as parts of columns."""
    return {name: part_of(value, shape) for name, value in figures.items()}


def _number(value: Any) -> Number:
    return None if value is None else float(value)
