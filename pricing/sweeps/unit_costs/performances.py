"""What deployments of a sweep do at their loads, whatever they cost: each distinct one once.

Rows are worked out by the point quote's functions on arrays. Those that a measurement of exactly
their configuration answers are asked as quotes, one by one. So are those without an answer, where
the numbers at hand do not say why, and the rows of a small table.
"""

from collections.abc import Collection
from threading import Lock
from typing import Any

import numpy as np
import polars as pl

from pricing.numerics.structs import Column, by_value, distinct, taken, unstacked, whole
from pricing.pauses import paused
from pricing.sweeps.refusals import Refused
from pricing.sweeps.scenarios import Questions
from pricing.sweeps.unit_costs.batch import Batch
from pricing.sweeps.unit_costs.charges import OpenCharges
from pricing.sweeps.unit_costs.deployments import (
    caches_amiss,
    contradicted,
    deployments_of,
    facts,
    too_long,
    workload_in,
)
from pricing.sweeps.unit_costs.engine_spans import engine_span
from pricing.sweeps.unit_costs.infeasible_rows import shortfalls, unplaced
from pricing.sweeps.unit_costs.loads import (
    CACHE_FIELDS,
    FIELDS,
    GIVEN_FIELDS,
    IMAGE_FIELDS,
    images_amiss,
    loads_of,
    of_deployment,
    with_defaults,
    with_images,
)
from pricing.sweeps.unit_costs.measured_rows import measured
from pricing.sweeps.unit_costs.performance_columns import (
    RESULTS,
    WORDS,
    closed_work,
    performance_row,
    work_at_rate,
)
from pricing.sweeps.unit_costs.placements import Group, counts_of, groups_of
from pricing.sweeps.unit_costs.wide_layouts import widened, with_best
from pricing.unit_costs.hour import CACHE_OUTPUTS, IMAGE_OUTPUTS, MEDIA_OUTPUTS
from pricing.unit_costs.media.media_fields import AUDIO
from pricing.unit_costs.plan import plan

CHUNK_ROWS = 8_192
"""Rows at a time: few enough for arrays to stay in a core's cache."""

DEPLOYMENT_NUMBERS = ("idle_watts", "host_watts", "default_used")

ENDS = frozenset({"low_ratio", "high_ratio"})
"""The ends of an interval, which hold what engines sustain that are left open."""

STAND_IN = FIELDS["given_requests"]

OUTPUT = "output_tokens"

TRUTHS = ("is_ttft_measured", "is_tpot_measured")


class Performances:
    """The performance of scenarios by the fields that decide it.

    facts: a row of every deployment, its model, device and precision; refusals: why rows have no
    performance. For several threads.
    """

    def __init__(self, questions: Questions, columns: Collection[str], *, is_blended: bool) -> None:
        """columns: those needed; is_blended: whether any throughput is modelled."""
        library, scenarios, base = questions
        self._library = library
        self._is_modelled = is_blended
        self._charges = OpenCharges(questions, is_open=is_blended)
        self._base = {name: base[name] for name in base if self._charges.decides(name)}
        self._scenarios = scenarios
        self._keys = scenarios.narrowed([name for name in scenarios.names if of_deployment(name)])
        fixed = {name: value for name, value in base.items() if of_deployment(name)}
        self._deployments = deployments_of(library, [fixed | row for row in self._keys.rows()])
        self._workloads = list(map(workload_in, self._deployments))
        self.facts = facts(self._deployments)
        self._is_spanned = is_blended and not ENDS.isdisjoint(columns)
        names = {*scenarios.names, *base}
        kept = {*columns}
        for fields, outputs in ((CACHE_FIELDS, CACHE_OUTPUTS), (IMAGE_FIELDS, IMAGE_OUTPUTS)):
            kept -= outputs if names.isdisjoint(fields) else frozenset()
        if self.facts["is_tokens"].all() and AUDIO not in names:
            kept -= MEDIA_OUTPUTS
        self._columns = [name for name in RESULTS if name in kept]
        self._has_tails = any(name.endswith("p99_seconds") for name in self._columns)
        self._truths = [name for name in TRUTHS if name in columns]
        self._numbers = {
            name: self.facts[name].to_numpy() for name in DEPLOYMENT_NUMBERS if name in columns
        }
        self._has_rate = FIELDS["arriving"] in names
        self._lock = Lock()
        self._places: dict[Refused, int] = {}
        self.refusals: list[Refused] = []

    def columns(self, at: pl.Series, is_priced: Column | None = None) -> dict[str, Any]:
        """Of the scenarios at some places, in that order, by name.

        Numbers, NaN where there is none; of WORDS, the place of the word; `deployment` and
        `refusal`: places in facts and in refusals, −1 for none. is_priced: which of them have a
        price, None where that is not known.
        """
        first, each = self._charges.distinct(at)
        batch = self._batch(at[first])
        if is_priced is not None:
            batch.is_read[:] = batch.loads.has_objective | ~np.isnan(batch.loads.arriving)
            batch.is_read[np.arange(len(at))[each][is_priced]] = True
        return {name: taken(value, each) for name, value in self._each(batch).items()}

    def _each(self, batch: Batch) -> dict[str, Any]:
        by_point = self._known(batch)
        if batch.is_quick:
            by_point |= batch.refusal < 0
        rows = np.flatnonzero(~by_point & (batch.refusal < 0))
        if len(rows):
            with np.errstate(all="ignore"):  # of rows that do not fit, which are told apart
                by_point[rows[self._modelled(batch, rows)]] = True
        found: dict[str, Any] = {**batch.results, **dict.fromkeys(self._truths, False)}
        self._ask(batch, np.flatnonzero(by_point), found)
        if not self._has_rate:
            found["used_fraction"] = None
        for name, values in self._numbers.items():
            found[name] = values[batch.deployment]
        return found | {"deployment": batch.deployment, "refusal": batch.refusal}

    def _batch(self, at: pl.Series) -> Batch:
        results = {
            name: np.full(len(at), -1 if name in WORDS else np.nan) for name in self._columns
        }
        own = self._keys.places_of(at).to_numpy().astype(np.intp)
        loads = loads_of(self._scenarios.take(at, list(FIELDS.values())), self._base)
        return Batch(
            at=at,
            deployment=own,
            loads=with_images(self._workloads, own, loads),
            results=results,
            refusal=np.full(len(at), -1),
            is_read=np.ones(len(at), dtype=bool),
        )

    def _known(self, batch: Batch) -> Column:
        """Rows that are quotes of their own; those whose deployment is refused are told so."""
        loads, count = batch.loads, len(batch.at)
        refusals = [one if isinstance(one, Refused) else None for one in self._deployments]
        is_refused = np.array([one is not None for one in refusals])
        is_tokens = np.array([one is not None for one in self._workloads])
        # What a question says in two ways is refused before its model is looked up.
        twice = ~np.isnan(loads.arriving) & ~np.isnan(loads.concurrency)
        both = ~np.isnan(loads.given_tokens) & ~np.isnan(loads.given_requests)
        own = batch.deployment
        single = both | ~is_tokens[own] | too_long(self._workloads, own, loads)
        single |= caches_amiss(self._workloads, own, loads)
        single |= contradicted(self._workloads, own, loads) | images_amiss(loads)
        asked = np.broadcast_to(twice, count) | (~is_refused[own] & single)
        for index, refused in enumerate(refusals):
            if refused is not None:
                rows = (batch.deployment == index) & ~asked
                if rows.any():
                    batch.refusal[rows] = self._place_of(refused)
        return np.asarray(asked)

    def _modelled(self, batch: Batch, rows: Column) -> Column:
        """Work rows of deployments of tokens out; the places among them of those to be asked."""
        indexes, own = distinct(batch.deployment[rows])
        workloads = [one for index in indexes if (one := self._workloads[index]) is not None]
        asked = taken(batch.loads, rows)
        loads = with_defaults(asked, [one.demand for one in workloads], own)
        if OUTPUT in batch.results:
            # Rows without an answer may be refused for what they write.
            batch.results[OUTPUT][rows] = loads.output_tokens
        counts = counts_of(workloads, own, loads, is_open=self._is_modelled)
        left = np.ones(len(rows), dtype=bool)
        nowhere = np.flatnonzero(counts == 0)
        for row, load in zip(nowhere, unstacked(loads, nowhere), strict=True):
            batch.refusal[rows[row]] = self._place_of(unplaced(workloads[own[row]], load))
            left[row] = False
        placed = slice(None) if counts.all() else counts != 0
        known = taken((own, counts, loads, asked.input_tokens), placed)
        among = np.arange(len(rows))[placed]
        for is_read, some in by_value(batch.is_read[rows[among]]):
            at_some = among[some]
            of_own, of_count, of_load, inputs = taken(known, some)
            charges = self._charges.of(batch.at[rows][at_some])
            is_spanned = self._is_spanned and bool(is_read)
            for group in groups_of(
                workloads, of_own, of_count, of_load, charges, is_spanned=is_spanned
            ):
                at = at_some[group.rows]
                exact = measured(group, taken(inputs, group.rows), is_open=self._is_modelled)
                has_rate = np.broadcast_to(~np.isnan(group.loads.arriving), len(group))
                for of_kind in (~exact & ~has_rate, ~exact & has_rate):
                    if of_kind.any():
                        part = group if of_kind.all() else group.part(of_kind)
                        left[at[of_kind]] = self._in_chunks(batch, rows[at[of_kind]], part)
        return np.flatnonzero(left)

    def _in_chunks(self, batch: Batch, rows: Column, part: Group) -> Column:
        """Work rows of one shape out, all under a rate or none; which of them are to be asked."""
        left = np.zeros(len(rows), dtype=bool)
        for start in paused(range(0, len(rows), CHUNK_ROWS)):
            chunk = slice(start, start + CHUNK_ROWS)
            left[chunk] = self._worked(batch, rows[chunk], part.part(chunk))
        return left

    def _worked(self, batch: Batch, rows: Column, part: Group, *, is_wide: bool = False) -> Column:
        """The same of rows that stay in a core's cache; is_wide: over groups and stages already."""
        is_read = batch.is_read[rows].any()
        is_open = bool(self._is_modelled and is_read)
        # Of latents, evidence decides between replicas and groups whatever is given.
        has_latent = any(one.workload.model.has_latent for one in part.placements)
        asked = {"is_corrected": is_open or self._has_rate or has_latent, "is_open": is_open}
        planned = plan(part.task(**asked))
        left, own = np.zeros(len(part), dtype=bool), np.arange(len(part))
        good: Column = np.array(whole(planned.fits & planned.keeps, len(part)))
        short = ~good
        for wide in () if is_wide else widened(part, planned, **asked):
            better = wide.better & ~wide.is_open
            at, lacks = wide.rows[better], ~whole(planned.fits, len(part))[wide.rows]
            good[at] = short[at] = False
            left[at] = self._worked(batch, rows[at], wide.group.part(better), is_wide=True)
            # What a quote says of groups and stages that fit and are late or open, it is asked.
            is_late = ~wide.better & lacks & whole(wide.planned.fits, len(wide.rows))
            late = wide.rows[is_late | wide.is_open]
            good[late], short[late], left[late] = False, False, True
            planned = with_best(planned, wide, len(part))
        left |= short
        for row, refused in shortfalls(part, planned, np.flatnonzero(short)):
            if refused is not None:
                batch.refusal[rows[row]] = self._place_of(refused)
                left[row] = False
        if not is_read:
            return left
        work = closed_work(
            planned.plan,
            part.loads,
            engine_span(part.engines, part.own, planned.plan),
            is_modelled=self._is_modelled,
            has_tails=self._has_tails,
        )
        if not np.isnan(part.loads.arriving).all():
            # Where nobody counts devices, more of them may keep a default objective.
            is_late = part.is_open & planned.plan.is_late
            own = np.flatnonzero(good & ~is_late & (part.loads.arriving < work.requests_per_second))
            left[good] = True
            if not len(own):
                return left
            work, good = work_at_rate(work, taken(part.loads, own), own)
            left[own] = ~good
        kept = slice(None) if good.all() else np.flatnonzero(good)
        among: Any = rows[own][kept]
        if len(among) and among[-1] - among[0] + 1 == len(among):
            among = slice(among[0], among[-1] + 1)
        for name in self._columns:
            batch.results[name][among] = taken(RESULTS[name](work), kept)
        return left

    def _place_of(self, refused: Refused) -> int:
        with self._lock:
            place = self._places.setdefault(refused, len(self.refusals))
            if place == len(self.refusals):
                self.refusals.append(refused)
        return place

    def _ask(self, batch: Batch, rows: Column, found: dict[str, Any]) -> None:
        """Rows as quotes, one by one."""
        if not len(rows):
            return
        for name in self._truths:
            found[name] = np.zeros(len(batch.at), dtype=bool)
        # Throughputs that only scale what is worked out are left out, and any stands for them.
        is_scaled = not self._is_modelled and not {
            *self._scenarios.names,
            *self._base,
        }.intersection(GIVEN_FIELDS)
        stand_in = {STAND_IN: 1.0} if is_scaled else {}
        questions: list[dict[str, Any]] = [{}] * len(rows)
        if self._scenarios.names:
            questions = self._scenarios.take(batch.at[rows]).to_dicts()
        for row, values in paused(zip(rows, questions, strict=True)):
            answer = performance_row({**stand_in, **self._base, **values}, self._library)
            if isinstance(answer, Refused):
                batch.refusal[row] = self._place_of(answer)
                continue
            for name in (*self._columns, *self._truths):
                value = answer.get(name)
                if value is not None:
                    found[name][row] = WORDS[name].index(value) if name in WORDS else value
