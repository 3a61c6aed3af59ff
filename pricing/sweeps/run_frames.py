"""Frames of a sweep's runs: what is worked out once, and the sheet that puts it together.

The few rows whose own numbers contradict each other, or lie outside of what a query may say, go
through the point quote.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any

import polars as pl

from pricing.catalog.library import Library
from pricing.numerics.number import Number, greatest, least, shared
from pricing.purchasing.query import RunPurchase
from pricing.run_costs.tokens import LEAST_TOKENS, MOST_TOKENS, trained_tokens
from pricing.sweeps.distinct import Combinations
from pricing.sweeps.loads import Asked, is_given
from pricing.sweeps.refusals import INVALID, OWN_PRICE
from pricing.sweeps.run_bills import Numbers, bought_so, run_of, timing_of
from pricing.sweeps.run_choices import Choice, chosen, column
from pricing.sweeps.run_points import COLUMNS, run_cost_row
from pricing.sweeps.run_pricings import DISCOUNT, run_pricings_of
from pricing.sweeps.run_works import run_works_of
from pricing.sweeps.scenarios import Scenarios, places
from pricing.sweeps.sheet import Sheet
from pricing.sweeps.table import INVALID_ROW

BY_POINT = "by point"
PLACE = "place"
ANSWERED = "answered"

MONTHLY = "reliability.spot_preempted_per_month_fraction"

LATE = frozenset({"headroom_fraction", "evaluation_fraction", DISCOUNT, OWN_PRICE})
LATE_PREFIXES = ("facility.", "storage.")
"""Fields that change what a run costs, and not how it goes."""

KEPT_ROWS = 262_144
"""Up to so many distinct courses are worked out once and kept; more, batch by batch."""


class RunFrames:
    """Runs, each under some ways of buying."""

    def __init__(
        self,
        library: Library,
        scenarios: Scenarios,
        base: Mapping[str, Any],
        purchases: Sequence[RunPurchase | None],
        wanted: Collection[str],
        *,
        optional: int | None = None,
    ) -> None:
        """Work out what many rows share, and write the sheet.

        base: the fields in which the scenarios do not differ, by dotted name; purchases: None
        for one that stands among these fields; optional: the place of one that need not be for
        sale; wanted: the results.
        """
        self._library, self._scenarios, self._base = library, scenarios, base
        self._wanted, self._optional = wanted, optional
        early = [name for name in scenarios.names if _is_early(name)]
        self._early = scenarios.narrowed([*early, OWN_PRICE], known=(OWN_PRICE,))
        narrow = self._early.scenarios
        self._parts: dict[str, Combinations] = {"work": run_works_of(library, narrow, base)}
        for index, purchase in enumerate(purchases):
            self._parts[f"price{index}"] = run_pricings_of(library, narrow, base, purchase)
        self._sheet = Sheet()
        with self._sheet.sharing():
            self._results = self._written(purchases)
        own = {
            f"{name}.{column}"
            for name, part in self._parts.items()
            for column in part.frame.columns
        }
        self._own_inputs = [name for name in early if f"in.{name}" in self._needed()]
        self._boundary = self._sheet.ready(self._all(), own | {f"in.{name}" for name in early})
        late = self._needed() - {f"in.{name}" for name in early}
        self._late = [name for name in scenarios.names if f"in.{name}" in late]
        self._kept = None
        if narrow.count <= min(KEPT_ROWS, scenarios.count // 2):
            self._kept = self._course(places(0, narrow.count))

    def answered(self, start: int, end: int) -> pl.DataFrame:
        """The inputs and the wanted results of the scenarios from one place to another."""
        at = places(start, end)
        inputs = self._scenarios.take(at)
        own = self._early.places_of(at)
        course = self._course(own) if self._kept is None else self._kept[own]
        late = [inputs[name].alias(f"in.{name}") for name in self._late]
        frame = pl.concat([pl.DataFrame([at.alias(PLACE), *late]), course], how="horizontal")
        found = self._explained(frame, self._sheet.on(frame).collect(self._results))
        if BY_POINT in self._results:
            found = self._corrected(inputs, found)
        return pl.concat([inputs, found.drop(PLACE, BY_POINT, strict=False)], how="horizontal")

    def _explained(self, frame: pl.DataFrame, found: pl.DataFrame) -> pl.DataFrame:
        """Results, null where a row has none, and why it has none."""
        is_answered = found[ANSWERED].fill_null(value=False)
        found = found.drop(ANSWERED)
        if is_answered.all():
            return found.with_columns(
                pl.lit(None, pl.String()).alias(name) for name in self._refusal
            )
        masked = [
            pl.when(is_answered).then(pl.col(name)).alias(name)
            for name in found.columns
            if name not in {PLACE, BY_POINT}
        ]
        whys = self._sheet.on(frame).collect({PLACE: pl.col(PLACE), **self._refusal})
        return found.with_columns(
            *masked,
            *(pl.when(~is_answered).then(whys[name]).alias(name) for name in self._refusal),
        )

    def _all(self) -> list[pl.Expr]:
        return [*self._results.values(), *self._refusal.values()]

    def _needed(self) -> frozenset[str]:
        """The columns that the results rest on."""
        return frozenset().union(*map(self._sheet.roots, self._all()))

    def _course(self, at: pl.Series) -> pl.DataFrame:
        """How the runs at some places go: what the results need of it."""
        inputs = self._early.scenarios.take(at)
        columns = [
            at.alias(PLACE),
            *(inputs[name].alias(f"in.{name}") for name in self._own_inputs),
        ]
        needed = self._needed()
        for name, part in self._parts.items():
            own = [column for column in part.frame.columns if f"{name}.{column}" in needed]
            if own:
                columns += [series.alias(f"{name}.{series.name}") for series in part.at(at, own)]
        found = self._sheet.on(pl.DataFrame(columns))
        return found.collect({name: pl.col(name) for name in [PLACE, *self._boundary]}).drop(PLACE)

    def _written(self, purchases: Sequence[RunPurchase | None]) -> dict[str, pl.Expr]:
        """The results as expressions of the parts and the inputs."""
        work, *prices = (_numbers(name, part.frame) for name, part in self._parts.items())
        asked_for = self._trained(work)
        trained = shared(least(greatest(asked_for, LEAST_TOKENS), MOST_TOKENS))
        run, failures, mfu_fraction = run_of(self._asked, work, trained)
        steady = timing_of(run, failures)
        found = chosen(
            [
                bought_so(self._asked_under(purchase), work, price, run, failures, steady)
                for purchase, price in zip(purchases, prices, strict=True)
            ],
            optional=self._optional,
        )
        results = found.results | {
            **{name: column(work[name]) for name in ("model", "device", "precision")},
            "device_count": column(work["device_count"]).cast(pl.Int64),
            "productive_device_hours": column(run.productive_device_hours),
            "mfu_fraction": column(mfu_fraction),
            "model_flops": column(work["flops_per_token"] * trained),
        }
        is_answered, refusal, detail = _refused(work, prices[0], found)
        by_point = _either(self._contradictions(prices, asked_for))
        self._refusal = {"refusal": refusal, "refusal_detail": detail}
        return {
            PLACE: pl.col(PLACE),
            ANSWERED: shared(is_answered),
            **{name: results[name] for name in self._wanted if name in results},
            **({} if by_point is None else {BY_POINT: by_point}),
        }

    def _asked(self, name: str) -> Number:
        if name in self._scenarios.names:
            return pl.col(f"in.{name}")
        return self._base.get(name)

    def _asked_under(self, purchase: RunPurchase | None) -> Asked:
        """What is asked where all rows have a purchase: its own price is in the prices."""
        if purchase is None:
            return self._asked
        own = {DISCOUNT: purchase.discount_fraction, OWN_PRICE: None}
        if purchase.usd_per_device_hour is not None:
            own[DISCOUNT] = None
        return lambda name: own[name] if name in own else self._asked(name)

    def _trained(self, work: Numbers) -> Number:
        trained = trained_tokens(
            batch_tokens=work["batch_tokens"],
            sample_tokens=work["sample_tokens"],
            **{name: self._asked(name) for name in ("tokens", "steps", "samples", "epochs")},
        )
        return shared(pl.lit(None, pl.Float64()) if trained is None else trained)

    def _contradictions(self, prices: Sequence[Numbers], trained: Number) -> list[Number]:
        """When the point quote has something to say about a row's own numbers."""
        asked = self._asked
        found = [trained < LEAST_TOKENS, trained > MOST_TOKENS, *outside(asked)]
        monthly, hourly = asked(MONTHLY), asked("reliability.spot_preemptions_per_instance_hour")
        if monthly is not None and hourly is not None:
            is_spot = reduce(or_, (price["is_spot"] for price in prices))
            found.append(is_spot & is_given(monthly) & is_given(hourly))
        discount = asked(DISCOUNT)
        if discount is not None:
            found.append(prices[0]["is_given"] & (discount > 0.0))
        return found

    def _corrected(self, inputs: pl.DataFrame, found: pl.DataFrame) -> pl.DataFrame:
        """The rows that the point quote answers, put in their places."""
        is_by_point = found[BY_POINT].fill_null(value=False)
        if not is_by_point.any():
            return found
        kept = found.filter(~is_by_point).drop(BY_POINT)
        questions = inputs.filter(is_by_point).drop(INVALID_ROW, strict=False)
        answers = [
            {PLACE: place, **run_cost_row({**self._base, **values}, self._library)}
            for place, values in zip(
                found[PLACE].filter(is_by_point), questions.iter_rows(named=True), strict=True
            )
        ]
        schema = {PLACE: kept.schema[PLACE], **COLUMNS}
        own = pl.DataFrame(answers, schema=schema).select(kept.columns)
        return pl.concat([kept, own.cast(kept.schema)]).sort(PLACE)


def outside(asked: Asked) -> list[Number]:
    """Whether numbers lie where no query may have them, which a column or a base does not check."""
    above = [asked(name) for name in ("epochs", "reliability.checkpoint_bytes_per_parameter")]
    monthly = asked(MONTHLY)
    found = [value <= 0.0 for value in above if value is not None]
    return found if monthly is None else [*found, monthly >= 1.0]


def _is_early(name: str) -> bool:
    """Whether a field decides how a run goes."""
    return name not in LATE and not name.startswith(LATE_PREFIXES)


def _numbers(prefix: str, frame: pl.DataFrame) -> dict[str, Any]:
    """What all rows share as numbers, the rest as columns of the name after a prefix.

    A text that no row has is None; a number that none has stays a column, to be reckoned with.
    """
    return {
        series.name: series[0]
        if series.n_unique() == 1 and (series[0] is not None or series.dtype == pl.String)
        else pl.col(f"{prefix}.{series.name}")
        for series in frame
    }


def _either(conditions: Sequence[Number]) -> pl.Expr | None:
    """Whether any of them holds, None where none can."""
    possible = [column(condition) for condition in conditions if condition is not False]
    return pl.any_horizontal(*possible) if possible else None


def _refused(work: Numbers, price: Numbers, found: Choice) -> tuple[pl.Expr, pl.Expr, pl.Expr]:
    """Whether a row has an answer, and why not, in the order in which a point quote looks."""
    is_answered, refusal, detail = found.is_answered, found.refusal, found.refusal_detail
    layers: list[tuple[Any, Numbers]] = []
    if work["refusal"] is not None:
        layers.append((column(work["refusal"]).is_not_null(), work))
    if price["is_early"] is not False:
        layers.append((column(price["is_early"]), price))
    if work["refusal"] is not None:
        layers.append((column(work["refusal"]) == INVALID, work))
    for condition, part in layers:
        is_answered = is_answered & ~condition.fill_null(value=False)
        refusal = pl.when(condition).then(column(part["refusal"])).otherwise(refusal)
        detail = pl.when(condition).then(column(part["refusal_detail"])).otherwise(detail)
    return is_answered, refusal, detail
