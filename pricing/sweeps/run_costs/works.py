"""Works of a sweep of runs: each distinct run, resolved once by the point quote's functions.

What scales with a row (how much is trained, rates of failure, the values of a facility) is left to
the row.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.numerics.number import Number, least
from pricing.numerics.structs import Column, column, stacked, taken
from pricing.quote.context import QuoteContext
from pricing.run_costs.bill import Stored, stored_of
from pricing.run_costs.interruptions import FailureRates, failure_rates
from pricing.run_costs.offers import system_watts_of
from pricing.run_costs.query_training import Storage
from pricing.run_costs.tasks.run_layout import laid_of, layout_ratio
from pricing.run_costs.tasks.task import Task, features_of, headroom_of, task_of
from pricing.run_costs.tokens import sample_tokens_of
from pricing.run_costs.tuning.phases import beside_count
from pricing.run_costs.tuning.speed import TunedTask, retuned, tuned_mfu
from pricing.run_costs.tuning.states import learning_parameters
from pricing.run_costs.work import USUAL_RELIABILITY
from pricing.sweeps.refusals import Refused, run_query_of
from pricing.sweeps.run_costs.fields import KNOWN, Values, decides_work, distinct
from pricing.sweeps.scenarios import Questions, places
from pricing.training.features import RunFeatures
from pricing.training.layout import Layout
from pricing.training.mfu import MFU_LIMIT_FRACTION, Mfu, mfus_of


class BillInputs(Struct, frozen=True, gc=False):
    """What the bill of a run needs besides its course. Floats or arrays.

    headroom_fraction, stored: where the row says nothing else.
    """

    system_watts: Number
    headroom_fraction: Number
    stored: Stored


class RunInputs(Struct, frozen=True, gc=False):
    """A run on its devices: what does not scale with a row. Floats or arrays.

    overhead_ratio: of a run whose MFU is given; steady_fraction, billed_fraction, band_ratio: of
    one whose MFU is modelled; failures: where the row says nothing else.
    """

    device_count: Number
    flops_per_token: Number
    flops_per_second: Number
    learning_parameters: Number
    batch_tokens: Number
    sample_tokens: Number
    overhead_ratio: Number
    failures: FailureRates
    bill: BillInputs
    steady_fraction: Number = 1.0
    billed_fraction: Number = 1.0
    band_ratio: Number = 1.0


class Laid(Struct, frozen=True, gc=False):
    """A run with what an answer calls it, and where it stands among those of a release.

    tuned: the MFU of fine-tuning, None of other runs.
    """

    inputs: RunInputs
    model: str
    device: str
    precision: str
    catalog: Catalog
    features: RunFeatures
    layout_ratio: float
    tuned: Mfu | None
    task: TunedTask | None
    layout: Layout


class Works:
    """The distinct runs of scenarios; is_empty: whether none of them can be."""

    def __init__(self, questions: Questions) -> None:
        asked, self.places_of = distinct(questions, decides_work, KNOWN)
        found = [_laid(questions.library, values) for values in asked]
        laid = [one for one in found if one is not None]
        self.is_refused = np.array([one is None for one in found])
        self.is_empty = not laid
        if self.is_empty:
            return
        whole = [one or laid[0] for one in found]
        self.inputs = stacked([one.inputs for one in whole])
        if questions.base.get("mfu_fraction") is None:
            self.inputs = _with_mfus(self.inputs, whole)
        names = ("model", "device", "precision")
        self.texts = pl.DataFrame({name: [getattr(one, name) for one in whole] for name in names})

    def device_counts(self, count: int) -> Column:
        """The devices of so many scenarios, of those that are refused any."""
        if self.is_empty:
            return np.ones(count)
        counts = taken(self.inputs.device_count, self.places_of(places(0, count)))
        return np.broadcast_to(np.asarray(counts, dtype=np.float64), count)


@lru_cache(maxsize=16_384)
def _laid(library: Library, values: Values) -> Laid | None:
    """A run by dotted names on its devices; None where it is refused."""
    query = run_query_of(
        {name: 1.0 if name in KNOWN and value is not None else value for name, value in values}
    )
    if isinstance(query, Refused):
        return None
    try:
        context = QuoteContext.open(library, catalog=query.catalog, as_of=None)
        task = task_of(context, query)
        layout = laid_of(context, task, query.deployment.device_count)
    except Refusal:
        return None
    is_open = query.deployment.device_count is None
    features = features_of(context, task, layout, is_open=is_open)
    return Laid(
        inputs=_inputs(context, task, float(layout.parallelism.device_count + beside_count(query))),
        model=task.model.name,
        device=task.device.name,
        precision=task.number_format.name,
        catalog=context.catalog,
        features=features,
        layout_ratio=layout_ratio(context, task, layout, features),
        tuned=None if task.tuned is None else tuned_mfu(task.tuned, layout),
        task=task.tuned,
        layout=layout,
    )


def _inputs(context: QuoteContext, task: Task, device_count: float) -> RunInputs:
    query, tokens = task.query, task.tokens
    learning = learning_parameters(context, task.model, query)
    return RunInputs(
        device_count=device_count,
        flops_per_token=task.flops / tokens.trained,
        flops_per_second=task.number_format.flops_per_second,
        learning_parameters=learning,
        batch_tokens=tokens.batch_sequences and tokens.batch_sequences * tokens.sequence_length,
        sample_tokens=sample_tokens_of(query, tokens.sequence_length),
        overhead_ratio=context.assume("training.run_overhead_ratio"),
        failures=failure_rates(context, task.device, USUAL_RELIABILITY, device_count),
        bill=BillInputs(
            system_watts=system_watts_of(context, task.device),
            headroom_fraction=headroom_of(context, query),
            stored=stored_of(context, Storage(), learning_parameters=learning),
        ),
    )


def _with_mfus(inputs: RunInputs, laid: Sequence[Laid]) -> RunInputs:
    """Runs with their MFU: that of many runs of a release at once."""
    found = np.empty((3, len(laid)))
    catalogs = {one.catalog.name: one.catalog for one in laid}
    for name, catalog in catalogs.items():
        rows = [row for row, one in enumerate(laid) if one.catalog.name == name]
        (steady, _), (billed, band) = mfus_of(catalog, [laid[row].features for row in rows])
        ratios = np.array([laid[row].layout_ratio for row in rows])
        found[:, rows] = (
            least(steady * ratios, MFU_LIMIT_FRACTION),
            least(billed * ratios, MFU_LIMIT_FRACTION),
            band,
        )
    for row, one in enumerate(laid):
        if one.tuned is not None and one.task is not None:
            found[:, row] = retuned(
                float(found[0, row]),
                float(found[1, row]),
                float(found[2, row]),
                tuned=one.tuned,
                spread_fraction=float(one.features.spread_fraction),
                task=one.task,
                layout=one.layout,
            )
    steady, billed, band = (column(values.tolist()) for values in found)
    return replace(inputs, steady_fraction=steady, billed_fraction=billed, band_ratio=band)
