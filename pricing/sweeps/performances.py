"""Performances of a sweep: what each distinct deployment and load does, whatever it costs.

Almost all are worked out on arrays. Those under an arrival rate and those that a measurement of
exactly this configuration answers go through the point quote's own functions, one by one.
"""

from collections.abc import Collection, Mapping, Sequence
from threading import Lock
from typing import Any

import numpy as np
import polars as pl
from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.numerics.frames import number_of
from pricing.numerics.number import otherwise
from pricing.sweeps.deployments import deployments_of, facts
from pricing.sweeps.loads import FIELDS, GIVEN_FIELDS, Load, is_given, load_columns, load_of
from pricing.sweeps.pauses import paused
from pricing.sweeps.placements import Placement
from pricing.sweeps.placing import Placing
from pricing.sweeps.pointwise import performance_row
from pricing.sweeps.refusals import DEPLOYMENT_FIELDS, Refused
from pricing.sweeps.scenarios import INDEX, Scenarios, places

WORDS = {
    "basis": ("given", "measured", "modelled"),
    "bound": ("compute", "memory_bandwidth", "overhead"),
    "regime": ("latency_bound", "throughput_bound"),
}

REFUSAL = {"refusal": pl.String(), "refusal_detail": pl.String()}

COLUMNS = {
    **REFUSAL,
    "device_count": pl.Int64(),
    "requests_per_second": pl.Float64(),
    "output_tokens_per_second": pl.Float64(),
    "low_ratio": pl.Float64(),
    "high_ratio": pl.Float64(),
    "used_fraction": pl.Float64(),
    "busy_fraction": pl.Float64(),
    "basis": pl.String(),
    "bound": pl.String(),
    "regime": pl.String(),
    "ttft_seconds": pl.Float64(),
    "tpot_seconds": pl.Float64(),
    "ttft_p99_seconds": pl.Float64(),
    "tpot_p99_seconds": pl.Float64(),
    "concurrency": pl.Float64(),
    "tensor_parallel": pl.Int64(),
    "replica_count": pl.Int64(),
    "weights_gibibytes": pl.Float64(),
    "kv_cache_gibibytes": pl.Float64(),
    "capacity_gibibytes": pl.Float64(),
    "share_fraction": pl.Float64(),
    "input_tokens": pl.Float64(),
    "output_tokens": pl.Float64(),
    "busy_watts": pl.Float64(),
    "is_ttft_measured": pl.Boolean(),
    "is_tpot_measured": pl.Boolean(),
}
"""What a performance is made of."""

FACT_COLUMNS = ("model", "device", "precision", "idle_watts", "host_watts", "default_used")
"""What stands beside it of its deployment."""


class Performances:
    """The performance of scenarios by the fields that decide it."""

    def __init__(
        self,
        library: Library,
        scenarios: Scenarios,
        base: Mapping[str, Any],
        columns: Collection[str],
        *,
        is_blended: bool,
    ) -> None:
        """base: the fields in which the scenarios do not differ; columns: those needed.

        is_blended: see modelled.
        """
        self._library = library
        self._base = {name: value for name, value in base.items() if _decides(name)}
        self._scenarios = scenarios
        self._keys = scenarios.narrowed([name for name in scenarios.names if _of_deployment(name)])
        fixed = {name: value for name, value in base.items() if _of_deployment(name)}
        deployments = deployments_of(library, [fixed | row for row in self._keys.rows()])
        self._facts = facts(deployments)
        self._placing = Placing(deployments)
        self._asked = load_of(scenarios.names, base)
        self._columns = {
            name: kind for name, kind in COLUMNS.items() if name in columns or name in REFUSAL
        }
        self._is_blended = is_blended
        self.refusals: list[Refused] = []
        self._places: dict[Refused, int] = {}
        self._lock = Lock()
        self._fact_columns = [name for name in FACT_COLUMNS if name in columns]

    def at(self, at: pl.Series) -> pl.DataFrame:
        """The performance of the scenarios at some places, in that order."""
        deployment = self._keys.places_of(at).alias("deployment")
        frame = pl.DataFrame(
            [
                places(0, len(at)).alias("row"),
                at.alias("place"),
                deployment,
                *load_columns(self._scenarios.take(at)),
            ]
        )
        found = [part for part in self._parts(frame) if part.height]
        whole = found[0] if len(found) == 1 else pl.concat(found, how="diagonal_relaxed")
        if not whole["row"].is_sorted():
            whole = whole.sort("row")
        columns = [
            pl.col(name).cast(kind) if name in whole.columns else pl.lit(None, kind).alias(name)
            for name, kind in self._columns.items()
        ]
        # literals alone would select one row
        return whole.with_columns(
            *columns,
            *(self._facts[name].gather(deployment) for name in self._fact_columns),
        ).select(*self._columns, *self._fact_columns)

    @property
    def facts(self) -> pl.DataFrame:
        """A row of every deployment: its model, device and precision."""
        return self._facts

    def columns(self, at: pl.Series) -> dict[str, Any]:
        """The same as numbers and codes: see pricing.sweeps.unit_costs."""
        frame = self.at(at)
        found: dict[str, Any] = {
            "deployment": self._keys.places_of(at).to_numpy().astype(np.intp),
            "refusal": np.full(frame.height, -1),
            "used_fraction": None,
        }
        rows = np.flatnonzero(frame["refusal"].is_not_null().to_numpy())
        with self._lock:
            for row in rows:
                refused = Refused(frame["refusal"][int(row)], frame["refusal_detail"][int(row)])
                place = self._places.setdefault(refused, len(self.refusals))
                if place == len(self.refusals):
                    self.refusals.append(refused)
                found["refusal"][row] = place
        for name, kind in frame.schema.items():
            if name in WORDS:
                found[name] = (
                    frame[name]
                    .replace_strict(WORDS[name], range(len(WORDS[name])), default=-1)
                    .to_numpy()
                )
            elif kind == pl.Boolean:
                known = frame[name].fill_null(value=False).to_numpy()
                found[name] = known if known.any() else False
            elif kind != pl.String:
                found[name] = number_of(frame[name])
        return found

    def _parts(self, frame: pl.DataFrame) -> list[pl.DataFrame]:
        """The rows by how they are worked out."""
        asked = self._asked
        searched = is_given(asked.arriving) | (
            is_given(asked.given_tokens) & is_given(asked.given_requests)
        )
        known = self._facts
        refused = known["refusal"].is_not_null()
        plain = frame
        parts = []
        # Under a rate the point quote has something to say before it looks a model up.
        if refused.any():
            is_refused = pl.lit(refused.gather(frame["deployment"])) & ~_truth(
                is_given(asked.arriving)
            )
            bad = frame.filter(is_refused)
            parts.append(
                pl.DataFrame(
                    [bad["row"], *(known[name].gather(bad["deployment"]) for name in REFUSAL)]
                )
            )
            plain = frame.filter(~is_refused)
        if (
            searched is True
            or not known["is_tokens"].all()
            or isinstance(searched, pl.Expr)
            or refused.any()
        ):
            is_tokens = pl.lit(
                known["is_tokens"].fill_null(value=False).gather(plain["deployment"])
            )
            by_point = _truth(searched) | ~is_tokens
            parts.append(self._by_point(plain.filter(by_point)))
            plain = plain.filter(~by_point)
        return [*parts, *self._modelled(plain)]

    def _modelled(self, frame: pl.DataFrame) -> list[pl.DataFrame]:
        """Rows on frames, but for those that were measured."""
        if not frame.height:
            return []
        asked = self._asked
        defaults = {}
        for name in ("input_tokens", "output_tokens"):
            default = self._facts[f"default_{name}"].drop_nulls()
            value: Any = default[0]
            if (default.n_unique() > 1 and asked[name] is None) or isinstance(asked[name], pl.Expr):
                frame = frame.with_columns(
                    self._facts[f"default_{name}"].gather(frame["deployment"]).alias("default")
                )
                value = pl.col("default")
                frame = frame.with_columns(otherwise(asked[name], value).alias(f"{name}_used"))
                defaults[name] = pl.col(f"{name}_used")
            else:
                defaults[name] = otherwise(asked[name], value)
        load = replace(asked, **defaults)
        placed = self._placing.place(frame, load, asked)
        found = [placed.refused, self._by_point(placed.measured)]
        rows = placed.rows
        groups: dict[tuple[str, bool, int], list[int]] = {}
        for index in rows["placement"].unique().sort():
            groups.setdefault(self._placement(index).shape, []).append(index)
        for indexes in groups.values():
            part = rows
            if len(groups) > 1:
                part = rows.filter(pl.col("placement").is_in(indexes))
            found.append(self._worked(part, indexes, load))
        return found

    def _placement(self, index: int) -> Placement:
        found = self._placing.placements[index]
        if isinstance(found, Placement):
            return found
        raise TypeError(found)

    def _worked(self, frame: pl.DataFrame, indexes: Sequence[int], load: Load) -> pl.DataFrame:
        """Rows of placements of one shape; those that nothing fits or keeps are refused."""
        from pricing.sweeps.arrays import places_among  # noqa: PLC0415 - numpy: start-up
        from pricing.sweeps.modelling import modelled  # noqa: PLC0415 - does without
        from pricing.sweeps.rows import rows_of  # noqa: PLC0415

        placements = [self._placement(index) for index in indexes]
        rows = rows_of(frame, load, placements, places_among(frame["placement"], indexes))
        worked = modelled(rows, placements[0], self._columns, is_blended=self._is_blended)
        worked = worked.with_columns(frame["row"])
        good = worked["fits"] & worked["best_tpot_seconds"].is_nan()
        found = worked.drop("fits", "best_ttft_seconds", "best_tpot_seconds")
        if good.all():
            return found
        asked = frame.select(
            "row",
            "count",
            self._facts["device"].gather(frame["deployment"]),
            load=pl.lit(None, pl.Float64) if load.concurrency is None else load.concurrency,
        )
        bad = pl.concat([asked, worked.drop("row")], how="horizontal").filter(~good)
        return pl.concat([found.filter(good), _refused(bad)], how="diagonal")

    def _by_point(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Rows by the functions of the point quote."""
        questions = self._scenarios.take(frame["place"]).to_dicts()
        if not self._scenarios.names:
            questions = [{}] * frame.height
        answers = [
            {"row": row, **performance_row(self._base | values, self._library)}
            for row, values in paused(zip(frame["row"], questions, strict=True))
        ]
        return pl.DataFrame(answers, schema={"row": INDEX, **self._columns})


def _refused(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows that nothing fits, and those whose SLO nothing keeps, with the reason."""
    does_not_fit = rows.filter(~pl.col("fits")).select(
        "row",
        refusal=pl.lit("does-not-fit"),
        refusal_detail=pl.format(
            "the weights and the KV cache of the load do not fit on {} × {}", "count", "device"
        ),
    )
    late = rows.filter("fits")
    texts = pl.Series(map(_infeasible, late.iter_rows(named=True)), dtype=pl.String)
    missed = late.select("row", refusal=pl.lit("infeasible"), refusal_detail=texts)
    return pl.concat([does_not_fit, missed])


def _infeasible(row: dict[str, Any]) -> str:
    at_load = "" if row["load"] is None else f" at a concurrency of {row['load']:g}"
    return (
        f"no layout of {row['count']} × {row['device']} meets the SLO{at_load}: the best time to"
        f" first token is {row['best_ttft_seconds']:.4g} s, the best time per output token"
        f" {row['best_tpot_seconds']:.4g} s"
    )


def _truth(condition: Any) -> pl.Expr:
    return condition if isinstance(condition, pl.Expr) else pl.lit(condition)


def _decides(name: str) -> bool:
    return _of_deployment(name) or name in FIELDS.values()


def _of_deployment(name: str) -> bool:
    return name in DEPLOYMENT_FIELDS or name.startswith("model.")


def decisive(scenarios: Scenarios, base: Mapping[str, Any]) -> list[str]:
    """The fields in which scenarios differ that decide the performance.

    A throughput that the caller has measured only scales what is worked out without it, and is left
    out. It decides under an arrival rate, where requests and tokens are both given, and where there
    is no model.
    """
    fields = {*scenarios.names, *base}
    models = [name for name in fields if name == "model" or name.startswith("model.")]
    scales = (
        FIELDS["arriving"] not in fields
        and len(fields.intersection(GIVEN_FIELDS)) < len(GIVEN_FIELDS)
        and any(name in base or scenarios.is_whole(name) for name in models)
    )
    return [
        name for name in scenarios.names if _decides(name) and not (scales and name in GIVEN_FIELDS)
    ]


def is_blended(scenarios: Scenarios, base: Mapping[str, Any]) -> bool:
    """Whether any throughput is modelled: not where the caller has measured them all."""
    return not any(
        name in base or (name in scenarios.names and scenarios.is_whole(name))
        for name in GIVEN_FIELDS
    )
