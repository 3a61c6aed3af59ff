"""Figures of unit costs: what rows are worked out to, from their performance and their bill."""

from collections.abc import Collection, Container, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np
import polars as pl
from msgspec import Struct
from msgspec.structs import asdict

from pricing.numerics.number import otherwise, present, where
from pricing.numerics.structs import Column
from pricing.purchasing.owning.cost import OwnedCost
from pricing.purchasing.price import Rate
from pricing.purchasing.site import Site
from pricing.serving.passes.reading import writes_nothing, written
from pricing.sweeps.answer import item_column
from pricing.sweeps.unit_costs import performance_columns
from pricing.sweeps.unit_costs.blocks import Assembly, Columns, Part
from pricing.sweeps.unit_costs.loads import GIVEN_FIELDS
from pricing.unit_costs.bill import Term, bill
from pricing.unit_costs.hour import RARE_OUTPUTS, Hour, Output, power_of
from pricing.unit_costs.unit_prices import FULL_USE, of_read, of_written

WORDS = {name: pl.Series(words) for name, words in performance_columns.WORDS.items()}
"""What the codes of some results stand for."""

DEPLOYMENT_TEXTS = ("model", "device", "precision")
"""What a row says of its deployment in words."""

REASON = "reason"
"""The figure that says why a row has no answer."""

CODES = frozenset({*WORDS, "price", "deployment"})
"""What stands in rows as a place among others; a negative one is none."""

NEEDED = ("device_count", "together")
"""What instances are to hold: all devices of a deployment, and those of a replica."""

TIMES = (
    "ttft_seconds",
    "ttft_p99_seconds",
    "burst_ttft_seconds",
    "tpot_seconds",
    "tpot_p99_seconds",
)

FIXED = {"ttft": "ttft_fixed_seconds", "burst": "burst_fixed_seconds"}
"""The parts of first tokens that no throughput changes."""


class Result(Struct, frozen=True, eq=False):
    """A result that is wanted.

    figure: what is worked out of a row for it: a number, or the place of a word among some.
    """

    name: str
    figure: str
    dtype: pl.DataType
    words: pl.Series | None

    def column(self, assembly: Assembly, figures: Sequence[Columns]) -> pl.Series | pl.Expr:
        """The column of it, from the figures of several blocks."""
        parts: list[Part] = [found[self.figure] for found in figures]
        if self.words is None:
            return assembly.column(self.name, parts, self.dtype)
        return assembly.words(self.name, self.words, parts)


def results_of(performance: Columns, hour: Hour, wanted: Container[str]) -> Columns:
    """The numbers of an answer by name, all that are wanted among them. Floats or arrays."""
    billed = bill(hour, wanted)
    output, rate = hour.output, performance["output_tokens_per_second"]
    if rate is not None:
        rate = of_written(output, rate)
    return {
        **performance,
        **_read(output),
        "output_tokens_per_second": rate,
        "output_tokens_per_second_low": None if rate is None else rate * output.low_ratio,
        "output_tokens_per_second_high": None if rate is None else rate * output.high_ratio,
        "served_requests_per_second": billed.served_requests_per_second,
        "utilization_fraction": hour.used_fraction,
        **asdict(billed.unit_costs),
        **{FULL_USE[name]: usd for name, usd in asdict(billed.at_full_use).items()},
        **asdict(billed.efficiency),
        **asdict(billed.power),
        "usd_per_device_hour": hour.rate.usd,
        **{item_column(item.name): item.usd_per_hour for item in billed.line_items},
    }


def _read(output: Output) -> Columns:
    """What is read a second where nothing is written."""
    requests = output.requests_per_second
    rate = None
    documents = None
    if output.output_tokens is not None:
        rate = of_read(output, requests * output.input_tokens, 1.0)
        documents = of_read(output, requests * output.documents, 1.0)
    return {
        "input_tokens_per_second": rate,
        "input_tokens_per_second_low": None if rate is None else rate * output.low_ratio,
        "input_tokens_per_second_high": None if rate is None else rate * output.high_ratio,
        "documents_per_second": documents,
    }


def given_of(found: Columns, asked: Columns, *, is_blended: bool) -> Columns:
    """What is sustained where the caller has measured it, in requests or in tokens.

    Whoever goes faster than modelled takes less time for every token, but for what is fixed of the
    first, and for the times that a measurement prints.
    """
    tokens, given = (asked[name] for name in GIVEN_FIELDS)
    output_tokens = found["output_tokens"]
    if tokens is not None and output_tokens is not None:
        given = otherwise(given, tokens / written(output_tokens))
    if given is None:
        return found
    is_known = present(given) if is_blended else True
    sustained = otherwise(given, found["requests_per_second"])
    scale = found["requests_per_second"] / sustained
    times = {}
    for name in TIMES:
        if found.get(name) is None:
            continue
        phase = name.partition("_")[0]
        fixed = found[FIXED[phase]] if phase in FIXED else 0.0
        scaled = fixed + (found[name] - fixed) * scale
        is_measured = found[f"is_{phase}_measured"] if phase != "burst" else False
        times[name] = where(is_measured, found[name], scaled)
    return {
        **found,
        **times,
        "requests_per_second": sustained,
        "output_tokens_per_second": None
        if output_tokens is None
        else otherwise(
            tokens, where(is_known, sustained * output_tokens, found["output_tokens_per_second"])
        ),
        "low_ratio": where(is_known, 1.0, found.get("low_ratio", np.nan)),
        "high_ratio": where(is_known, 1.0, found.get("high_ratio", np.nan)),
        "basis": where(is_known, 0, found.get("basis", -1)),
    }


def unwritten(asked: Columns, found: Columns) -> Column | None:
    """Which rows have measured output tokens and write none; None where no row has."""
    tokens, output_tokens = asked[GIVEN_FIELDS[0]], found["output_tokens"]
    if tokens is None or output_tokens is None:
        return None
    rows = np.atleast_2d(present(tokens) & writes_nothing(output_tokens))
    return rows if rows.any() else None


def totals_of(wanted: Collection[str]) -> frozenset[str]:
    """The totals that results rest on, none of which may be infinite or no number."""
    per_request = any(name.startswith("usd_per_million_") for name in wanted)
    return frozenset({"usd_per_hour", "usd_per_request"}.intersection(wanted)) | frozenset(
        {"usd_per_request"} if per_request else ()
    )


def output_of(performance: Columns) -> Output:
    """What the bill reads of a performance; what no result rests on is no number."""
    known = [name for name in Output.__struct_fields__ if name not in RARE_OUTPUTS - {*performance}]
    return Output(**{name: performance.get(name, np.nan) for name in known})


@lru_cache(maxsize=256)
def rests_on(
    wanted: tuple[str, ...],
    terms: tuple[Term, ...],  # noqa: ARG001 -- of another bill, the answer is another
) -> frozenset[str]:
    """The columns of a performance that results rest on: those without which one is no number.

    terms: of the bill.
    """
    found = {*wanted, "default_used", "output_tokens_per_second", "used_fraction", "output_tokens"}
    found |= {"is_ttft_measured", "is_tpot_measured", *FIXED.values(), *NEEDED, *RARE_OUTPUTS}
    owned, place = OwnedCost(*[1.0] * 10), Site(1.0, 1.0, 1.0)
    rates = (Rate(2.0, 1.0), Rate(2.0, 1.0, owned))
    for rate, rated, written_tokens in product(rates, (None, 0.5), (2.0, 0.0)):
        known = {"used_fraction": rated, "output_tokens": written_tokens}
        whole = _figures(rate, place, wanted, known)
        for name in Output.__struct_fields__:
            part = _figures(rate, place, wanted, known | {name: np.nan})
            if any(map(_is_missing, part, whole)):
                found.add(name)
    return frozenset(found)


def _figures(
    rate: Rate, place: Site, wanted: tuple[str, ...], known: dict[str, float | None]
) -> list[Any]:
    """The wanted results of some output; known: of it, what is not as usual."""
    usual = {**dict.fromkeys(Output.__struct_fields__, 0.5), "cached_tokens": 0.25}
    usual["generated_images"] = 0.0  # whose price would stand for that of images that are read
    output = Output(**(usual | known))
    hour = Hour(output, rate, place, 0.5, power_of(output, 0.5, place))
    results = results_of({"output_tokens_per_second": output.requests_per_second}, hour, wanted)
    return list(map(results.get, wanted))


def _is_missing(figure: Any, whole: Any) -> bool:
    """Whether a figure is no number, or is left out where it was there."""
    return bool(figure != figure) or (figure is None and whole is not None)  # noqa: PLR0124 -- NaN


def merged(
    parts: Sequence[tuple[Column, Columns]], names: Collection[str], shape: tuple[int, int]
) -> Columns:
    """The figures of rows that go down, of which each part has some; absent where none has."""
    if len(parts) == 1 and len(parts[0][0]) == shape[0]:
        return parts[0][1]
    refused = np.ones(shape[0], dtype=bool)
    for rows, _ in parts:
        refused[rows] = False
    found = {}
    for name in names:
        values = [figures[name] for _, figures in parts]
        across = max((one.shape[1] for one in values if isinstance(one, np.ndarray)), default=1)
        whole = np.empty((shape[0], across), dtype=np.intp if name in CODES else np.float64)
        whole[refused] = absent = -1 if name in CODES else np.nan
        for (rows, _), value in zip(parts, values, strict=True):
            whole[rows] = absent if value is None else value
        found[name] = whole
    return found
