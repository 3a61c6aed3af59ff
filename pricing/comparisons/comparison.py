"""Comparisons: every candidate by one objective, and why the others are out.

Of many candidates the best are kept while they are worked out, and the rest are counted.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

import polars as pl

from pricing.catalog.library import Library
from pricing.catalog.rows import Device
from pricing.comparisons.answer import ComparisonAnswer
from pricing.comparisons.candidates import ASKED, AXES, OWNED, RESULTS, basis_of, sweep_queries
from pricing.comparisons.query import ComparisonQuery, PriceBasis
from pricing.comparisons.ranking import Ranking, notes_of, ranking_of
from pricing.comparisons.reversals import reversals
from pricing.errors import InvalidQuery, NoPrice
from pricing.quote.answer import labelled
from pricing.quote.context import QuoteContext
from pricing.quote.currencies.conversion import in_currency
from pricing.quote.currencies.rates import rate_of
from pricing.quote.model import model_of
from pricing.sweeps.answer import USUAL_OF_POOLS, unit_cost_results
from pricing.sweeps.refusals import Refused
from pricing.sweeps.sweep import DEFAULT_LIMIT, Sweep, sweep_of
from pricing.sweeps.unit_costs.prices import Priced
from pricing.sweeps.warnings import WARNINGS, unit_cost_warnings
from pricing.unit_costs.estimate import check_load
from pricing.unit_costs.media.media_fields import is_media
from pricing.unit_costs.reading.demand import demand_of
from pricing.units import HOURS_PER_MONTH

COST = "usd_per_million_tokens"

SWEEP = "sweep"
"""The column of a candidate with the place of its sweep."""

RANKED = ("rank", "pareto", "pareto_latency", "pareto_energy")
"""What is worked out of all candidates anew, where there are more."""

WARNED_COUNT = 20
"""Candidates whose warnings are listed: their quotes are worked out one by one."""

NO_PRICE = NoPrice("", field="purchase.option").kind

OTHER_BASIS: Mapping[PriceBasis, str] = {
    "rented": "no rental price here, only a cost of owning: price_basis owned or any ranks it",
    "owned": "a rental price here: price_basis rented or any ranks it",
}
"""Why a candidate has no price on a basis."""

ASKED_OPTION = AXES["options"]

ASKED_OWNED = "to own it was asked for, and the others are rented: price_basis any ranks both"
"""Why a candidate is out that was to be owned beside rented ones."""

HOURLY = ("on_demand", "market_median")
"""Options that are paid by the hour, without a term and without a stop."""

ONLY_COMMITTED = "no on_demand price here: {} in vary.options ranks its price"
"""Why a candidate has no price by the hour."""

TIES = ("usd_per_hour", "device", "device_count", "option", "provider", "region", "place")
"""What decides between candidates that are equal by the objective."""


def comparison(
    query: ComparisonQuery, library: Library, *, limit: int = DEFAULT_LIMIT
) -> ComparisonAnswer:
    """Answer a comparison. Raises a Refusal for the workload or what may vary as a whole."""
    context = QuoteContext.open(library, catalog=query.catalog, as_of=query.as_of)
    rate = rate_of(context.catalog, query, context.as_of)
    if is_media(context.catalog, query.model, query.load):
        raise InvalidQuery(
            "candidates are ranked for models of tokens: a sweep of unit costs over devices has"
            " what images or audio cost on each",
            field="model",
        )
    demand = demand_of(context, model_of(context, query.model), query.load)
    check_load(query.load)
    ranking = ranking_of(query, demand)
    sweeps = [sweep_of(one, limit=limit) for one in sweep_queries(query, context, limit)]
    best, out, counts = pl.DataFrame(), pl.DataFrame(), Counter[str]()
    basis, count = basis_of(query), sum(sweep.count for sweep in sweeps)
    for rows in _placed(_on_basis(frame, basis) for frame in _rows(sweeps, library, basis)):
        best = _best(best, rows.filter(pl.col("refusal").is_null()), ranking, query.limit_count)
        counts.update(dict(rows["refusal"].drop_nulls().value_counts().iter_rows()))
        if out.height < query.limit_count:
            refused = rows.filter(pl.col("refusal").is_not_null())
            more = refused.head(query.limit_count - out.height)
            out = pl.concat([out, more], how="diagonal")
    inputs = [name for name in AXES.values() if name in out.columns]
    devices = context.catalog.devices
    answer = ComparisonAnswer(
        objective=ranking.objective,
        price_basis=basis,
        candidate_count=count,
        feasible_count=count - counts.total(),
        candidates=tuple(
            _warned(best, query.limit_count, sweeps, library, notes_of(query, ranking), devices)
        ),
        excluded=tuple(out.select(*inputs, "refusal", "refusal_detail").iter_rows(named=True)),
        excluded_counts=dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))),
        provenance=context.provenance(query),
    )
    return labelled(query, in_currency(answer, rate))


def _rows(sweeps: Sequence[Sweep], library: Library, basis: PriceBasis) -> Iterator[pl.DataFrame]:
    """The candidates of all sweeps, each with the place of its sweep."""

    def unwanted(asked: str | None, priced: Priced) -> Refused | None:
        if (priced.bought.price.option == OWNED) == (basis == "owned"):
            return None
        is_to_own = asked == OWNED and basis == "rented"
        why = f": {ASKED_OWNED}" if is_to_own else f" has {OTHER_BASIS[basis]}"
        return Refused(NO_PRICE, f"{priced.device}{why}")

    for place, sweep in enumerate(sweeps):
        for frame in sweep.rows(library, None if basis == "any" else unwanted):
            yield frame.with_columns(pl.lit(place).alias(SWEEP))


def _on_basis(frame: pl.DataFrame, basis: PriceBasis) -> pl.DataFrame:
    """Candidates, of which those are refused that have another price.

    Like stands beside like: one of which no option was asked is rented by the hour.
    """
    if basis == "any":
        return frame
    option, is_owned = pl.col("option"), pl.col("option") == OWNED
    asked = pl.col(ASKED_OPTION) if ASKED_OPTION in frame.columns else pl.lit(None, pl.String)
    is_committed = asked.is_null() & ~is_owned & ~option.is_in(HOURLY)
    is_other = ~is_owned if basis == "owned" else is_owned | is_committed
    why = pl.when(is_owned | (basis == "owned")).then(pl.lit(OTHER_BASIS[basis]))
    has = pl.format("{} has {}", "device", why.otherwise(pl.format(ONLY_COMMITTED, option)))
    is_to_own = (asked == OWNED).fill_null(value=False) & (basis == "rented")
    told = (
        pl.when(is_to_own).then(pl.format("{}: {}", "device", pl.lit(ASKED_OWNED))).otherwise(has)
    )
    is_out = pl.col("refusal").is_null() & is_other
    return frame.with_columns(
        refusal=pl.when(is_out).then(pl.lit(NO_PRICE)).otherwise("refusal"),
        refusal_detail=pl.when(is_out).then(told).otherwise("refusal_detail"),
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


def _best(
    best: pl.DataFrame, more: pl.DataFrame, ranking: Ranking, limit_count: int
) -> pl.DataFrame:
    """The best of both by rank, and whatever is on a front: no other can be the best of more."""
    ranked = [name for name in best.columns if name not in RANKED]
    both = pl.concat([best.select(ranked), more], how="diagonal_relaxed") if best.height else more
    both = both.sort(ranking.objective, *TIES, nulls_last=True).with_columns(
        rank=pl.int_range(1, pl.len() + 1)
    )
    both = both.with_columns(
        pareto_latency=_front(both, ranking.latency), pareto_energy=_front(both, ranking.energy)
    ).with_columns(pareto=pl.col("pareto_latency") | pl.col("pareto_energy"))
    return both.filter(pl.col("pareto") | (pl.col("rank") <= limit_count))


def _warned(
    ranked: pl.DataFrame,
    limit_count: int,
    sweeps: Sequence[Sweep],
    library: Library,
    notes: Sequence[str],
    devices: Mapping[str, Device],
) -> Iterator[dict[str, Any]]:
    """The best candidates, the first of them with what their quotes warn of.

    notes: what the ranking itself warns of, before that.
    """
    listed = ranked.head(limit_count)
    warnings = []
    for row in listed.head(WARNED_COUNT).iter_rows(named=True):
        sweep = sweeps[row[SWEEP]]
        scenario = {name: row[name] for name in sweep.scenarios.names}
        warnings.append(unit_cost_warnings(sweep.base | scenario, library))
    told = [name for name in candidate_types() if name in listed.columns]
    rows = listed.select(told).rows(named=True)
    for row, warned in zip_longest(rows, warnings):
        said = (*notes, *(warned or ()), *reversals(row, rows[:WARNED_COUNT], devices))
        yield {**row, WARNINGS: warned if warned is None else said}


def candidate_types() -> dict[str, pl.DataType]:
    """The type of every column of a candidate."""
    types = unit_cost_results()
    return {
        "rank": pl.Int64(),
        **{name: types[name] for name in (*RESULTS, *USUAL_OF_POOLS)},
        **dict.fromkeys(ASKED, pl.String()),
        "usd_per_month": pl.Float64(),
        "pareto": pl.Boolean(),
        "pareto_latency": pl.Boolean(),
        "pareto_energy": pl.Boolean(),
        WARNINGS: pl.String(),
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
