"""Comparisons: every candidate by one objective, and why the others are out.

Of many candidates the best are kept while they are worked out, and the rest are counted.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Any

import msgspec
import polars as pl

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.catalog.names import normalised, spelt
from pricing.comparisons.answer import ComparisonAnswer
from pricing.comparisons.query import ComparisonQuery, PriceBasis
from pricing.errors import InvalidQuery, NoPrice, UnknownName
from pricing.purchasing.beside import options_of
from pricing.purchasing.query import Purchase
from pricing.quote.context import QuoteContext
from pricing.quote.model import model_of
from pricing.sweeps.answer import unit_cost_results
from pricing.sweeps.query import Range, Scalar, SweepQuery
from pricing.sweeps.sweep import DEFAULT_LIMIT, Sweep, sweep_of
from pricing.sweeps.warnings import WARNINGS, unit_cost_warnings
from pricing.unit_costs.estimate import check_load
from pricing.units import HOURS_PER_MONTH

AXES = {
    "devices": "deployment.device",
    "device_counts": "deployment.device_count",
    "tensor_parallels": "deployment.tensor_parallel",
    "precisions": "deployment.precision",
    "engines": "deployment.engine",
    "options": "purchase.option",
    "providers": "purchase.provider",
    "regions": "purchase.region",
}
"""What may vary, and the field of the query that it is."""

ASKED = {"asked_precision": AXES["precisions"], "engine": AXES["engines"]}
"""What candidates say as it was asked for: several formats are results of one name, and a quote
knows an engine in no other way."""

COST = "usd_per_million_tokens"
LATENCY = "tpot_seconds"
ENERGY = "joules_per_output_token"

RESULTS = (
    "device",
    "device_count",
    "tensor_parallel",
    "replica_count",
    "precision",
    "option",
    "price_basis",
    "provider",
    "region",
    "usd_per_device_hour",
    "usd_per_million_output_tokens",
    "usd_per_million_output_tokens_low",
    "usd_per_million_output_tokens_high",
    "usd_per_million_tokens",
    "usd_per_million_tokens_at_full_use",
    "utilization_fraction",
    "usd_per_request",
    "usd_per_hour",
    "usd_per_watt_year",
    "joules_per_output_token",
    "grams_co2e_per_million_output_tokens",
    "ttft_seconds",
    "tpot_seconds",
    "output_tokens_per_second",
    "output_tokens_per_second_low",
    "output_tokens_per_second_high",
    "concurrency",
    "basis",
)

WARNED_COUNT = 20
"""Candidates whose warnings are listed: their quotes are worked out one by one."""

OWNED = "owned"

NO_PRICE = NoPrice("", field="purchase.option").kind

OTHER_BASIS: Mapping[PriceBasis, str] = {
    "rented": "no rental price here, only a cost of owning: price_basis owned or any ranks it",
    "owned": "a rental price here: price_basis rented or any ranks it",
}
"""Why a candidate has no price on a basis."""

TIES = ("usd_per_hour", "device", "device_count", "option", "provider", "region", "place")
"""What decides between candidates that are equal by the objective."""


def comparison(
    query: ComparisonQuery, library: Library, *, limit: int = DEFAULT_LIMIT
) -> ComparisonAnswer:
    """Answer a comparison. Raises a Refusal for the workload or what may vary as a whole."""
    context = QuoteContext.open(library, catalog=query.catalog, as_of=query.as_of)
    model_of(context, query.model)
    check_load(query.load)
    sweep = sweep_of(_sweep_query(query, context, limit), limit=limit)
    best, out, counts = pl.DataFrame(), pl.DataFrame(), Counter[str]()
    basis = basis_of(query)
    for rows in _placed(_on_basis(frame, basis) for frame in sweep.rows(library)):
        best = _best(best, rows.filter(pl.col("refusal").is_null()), query)
        refused = rows.filter(pl.col("refusal").is_not_null())
        counts.update(dict(refused["refusal"].value_counts().iter_rows()))
        out = pl.concat([out, refused.head(query.limit_count - out.height)], how="diagonal")
    inputs = [name for name in AXES.values() if name in out.columns]
    return ComparisonAnswer(
        objective=query.objective,
        price_basis=basis,
        candidate_count=sweep.count,
        feasible_count=sweep.count - counts.total(),
        candidates=tuple(_warned(best, query.limit_count, sweep, library)),
        excluded=tuple(out.select(*inputs, "refusal", "refusal_detail").iter_rows(named=True)),
        excluded_counts=dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))),
        provenance=context.provenance(query),
    )


def basis_of(query: ComparisonQuery) -> PriceBasis:
    """The prices that candidates are ranked at."""
    return query.price_basis or ("owned" if set(query.vary.options) == {OWNED} else "rented")


def _on_basis(frame: pl.DataFrame, basis: PriceBasis) -> pl.DataFrame:
    """Candidates, of which those are refused that have another price."""
    if basis == "any":
        return frame
    is_owned = pl.col("option") == OWNED
    is_other = pl.col("refusal").is_null() & (is_owned if basis == "rented" else ~is_owned)
    return frame.with_columns(
        refusal=pl.when(is_other).then(pl.lit(NO_PRICE)).otherwise("refusal"),
        refusal_detail=pl.when(is_other)
        .then(pl.format("{} has {}", "device", pl.lit(OTHER_BASIS[basis])))
        .otherwise("refusal_detail"),
    )


def _placed(frames: Iterable[pl.DataFrame]) -> Iterator[pl.DataFrame]:
    """Candidates with their places, and with what is asked of them beside the results."""
    place = 0
    for frame in frames:
        asked = {
            name: pl.col(field) if field in frame.columns else pl.lit(None, pl.String)
            for name, field in ASKED.items()
        }
        yield frame.with_row_index("place", offset=place).with_columns(
            usd_per_month=pl.col("usd_per_hour") * HOURS_PER_MONTH, **asked
        )
        place += frame.height


def _best(best: pl.DataFrame, more: pl.DataFrame, query: ComparisonQuery) -> pl.DataFrame:
    """The best of both by rank, and whatever is on a front: no other can be the best of more."""
    both = pl.concat([best.select(more.columns), more]) if best.height else more
    both = both.sort(query.objective, *TIES, nulls_last=True).with_columns(
        rank=pl.int_range(1, pl.len() + 1),
    )
    both = both.with_columns(
        pareto_latency=_front(both, LATENCY), pareto_energy=_front(both, ENERGY)
    ).with_columns(pareto=pl.col("pareto_latency") | pl.col("pareto_energy"))
    return both.filter(pl.col("pareto") | (pl.col("rank") <= query.limit_count))


def _warned(
    ranked: pl.DataFrame, limit_count: int, sweep: Sweep, library: Library
) -> Iterator[dict[str, Any]]:
    """The best candidates, the first of them with what their quotes warn of."""
    listed = ranked.head(limit_count)
    asked = listed.head(WARNED_COUNT).select(sweep.scenarios.names).iter_rows(named=True)
    warnings = [unit_cost_warnings(sweep.base | scenario, library) for scenario in asked]
    told = [name for name in candidate_types() if name in listed.columns]
    rows = listed.select(told).iter_rows(named=True)
    for row, warned in zip_longest(rows, warnings):
        yield {**row, WARNINGS: warned}


def candidate_types() -> dict[str, pl.DataType]:
    """The type of every column of a candidate."""
    types = unit_cost_results()
    return {
        "rank": pl.Int64(),
        **{name: types[name] for name in RESULTS},
        **dict.fromkeys(ASKED, pl.String()),
        "usd_per_month": pl.Float64(),
        "pareto": pl.Boolean(),
        "pareto_latency": pl.Boolean(),
        "pareto_energy": pl.Boolean(),
        WARNINGS: pl.String(),
    }


def _sweep_query(query: ComparisonQuery, context: QuoteContext, limit: int) -> SweepQuery:
    """The sweep over all candidates. Raises InvalidQuery for more of them than the limit."""
    axes: dict[str, tuple[Scalar, ...] | Range] = {}
    count = 1
    for name, field in AXES.items():
        asked = getattr(query.vary, name)
        if name == "options" and basis_of(query) == OWNED:
            asked = tuple(value or OWNED for value in asked)
        values = _each_once(asked, _meant(name, context.catalog))
        if name == "devices" and not values:
            values = tuple(sorted(context.catalog.devices))
        if not values:
            raise InvalidQuery("a list of what may vary has a value", field=f"vary.{name}")
        if values != (None,):
            axes[field] = values
        count *= len(values)
    if count > limit:
        raise InvalidQuery(
            f"{count:,} candidates are more than the {limit:,} that one comparison may have:"
            " leave out values of what may vary",
            field="vary",
        )
    base: dict[str, Any] = {
        "model": msgspec.to_builtins(query.model),
        "workload": query.workload,
        "load": _given(query.load),
        "slo": _given(query.slo),
        "facility": _given(query.facility),
        "utilization_fraction": query.utilization_fraction,
        "purchase": {
            "discount_fraction": query.discount_fraction,
            "beside": options_of([Purchase(option=option) for option in query.vary.options]),
        },
        "catalog": query.catalog,
        "as_of": query.as_of,
    }
    return SweepQuery(base=base, axes=axes, columns=RESULTS)


def _each_once(values: Iterable[Any], meant: Callable[[Any], Any]) -> tuple[Any, ...]:
    """The values, of those that mean the same the first; what means nothing is its own."""
    first: dict[Any, Any] = {}
    for value in values:
        try:
            first.setdefault(meant(value), value)
        except UnknownName:
            first.setdefault(value, value)
    return tuple(first.values())


def _meant(name: str, catalog: Catalog) -> Callable[[Any], Any]:
    """What a value of an axis stands for, which has several names."""

    def device(value: str) -> str:
        return catalog.devices.find(value, field=name).name

    def provider(value: str | None) -> str | None:
        return value and spelt("provider", value, catalog.providers, field=name)

    def region(value: str | None) -> str | None:
        return value and normalised(value)

    known = {"devices": device, "providers": provider, "regions": region}
    return known.get(name, lambda value: value)


def _given(part: msgspec.Struct) -> Mapping[str, Any]:
    return {
        name: value for name, value in msgspec.structs.asdict(part).items() if value is not None
    }


def _front(frame: pl.DataFrame, other: str) -> pl.Series:
    """Whether no row is at least as good in cost and in another, and better in one."""
    ordered = frame.select(pl.int_range(pl.len()).alias("at"), COST, other).sort(COST)
    # Among rows of one cost only the least of the other can be on the front; ties all are. Rows
    # without the other are on none.
    group = ordered.group_by(COST, maintain_order=True).agg(
        pl.col(other).min().fill_null(float("inf")).alias("least")
    )
    group = group.with_columns(before=pl.col("least").cum_min().shift(1, fill_value=float("inf")))
    best = ordered.join(group, on=COST, how="left", maintain_order="left")
    is_best = (pl.col(other) == pl.col("least")) & (pl.col("least") < pl.col("before"))
    return best.with_columns(front=is_best.fill_null(value=False)).sort("at")["front"]
