"""Inputs of a sweep of runs: each distinct run and each distinct purchase, resolved once.

The functions of the point quote resolve them. What scales with a row (how much is trained, rates
of failure, a discount, the values of a facility) is left to the row.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import polars as pl
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.errors import InvalidQuery, Refusal
from pricing.numerics.number import Number
from pricing.numerics.structs import column, stacked
from pricing.pauses import paused
from pricing.purchasing.query import Facility, RunPurchase
from pricing.quote.context import QuoteContext
from pricing.run_costs.bill import Stored, stored_of
from pricing.run_costs.interruptions import FailureRates, SpotRates, failure_rates
from pricing.run_costs.memory import learning_parameters
from pricing.run_costs.offers import Deal, deal_of, system_watts_of
from pricing.run_costs.query_training import Storage
from pricing.run_costs.tokens import sample_tokens_of
from pricing.run_costs.work import USUAL_RELIABILITY, Task, features_of, headroom_of, task_of
from pricing.sweeps.refusals import OWN_PRICE, Refused, run_query_of
from pricing.sweeps.scenarios import Scenarios
from pricing.sweeps.table import INVALID_ROW
from pricing.training.features import RunFeatures
from pricing.training.layout import layout_of
from pricing.training.mfu import mfus_of

Values = tuple[tuple[str, Any], ...]
"""Fields by dotted name, as a cache may have them for its key."""

Places = NDArray[np.intp]

KNOWN = ("tokens", "steps", "samples", "epochs")
"""Of which the work only hangs on whether they are given: FLOPs are in proportion to them."""

DISCOUNT = "purchase.discount_fraction"

SOURCE = "reliability.spot_preemption_source"

OF_DEAL = frozenset({"as_of", "commitments", SOURCE})
OF_BOTH = frozenset({"catalog", "deployment.device"})
"""What decides a deal besides the purchase itself, alone or with the work."""

NUMBERS = frozenset({"mfu_fraction", "headroom_fraction", "evaluation_fraction", DISCOUNT, *KNOWN})
PREFIXES = ("reliability.", "facility.", "storage.")
"""Numbers of a row, which decide neither."""


def is_number(name: str) -> bool:
    """Whether a field is a number that scales with a row."""
    is_alone = name in NUMBERS or name == OWN_PRICE
    return is_alone or (name.startswith(PREFIXES) and name != SOURCE)


NO_SPOT = SpotRates(*[1.0] * 4)
"""What stands for the rates of spot where nothing is spot."""


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
    """A run with what an answer calls it, and where it stands among those of a release."""

    inputs: RunInputs
    model: str
    device: str
    precision: str
    catalog: Catalog
    features: RunFeatures


class Sold(Struct, frozen=True, gc=False):
    """A purchase that has a price."""

    deal: Deal
    is_given: bool
    provider: str | None
    region: str | None

    @property
    def kind(self) -> tuple[Any, ...]:
        """What tells deals apart that are worked out in different ways."""
        deal, terms = self.deal, self.deal.terms
        return (
            deal.option,
            self.is_given,
            deal.rate.owned is None,
            terms
            and (terms.term_hours is None, terms.in_full, terms.cost_of_capital_fraction is None),
        )


class Works:
    """The distinct runs of scenarios; is_empty: whether none of them can be."""

    def __init__(self, library: Library, scenarios: Scenarios, base: Mapping[str, Any]) -> None:
        """base: the fields in which the scenarios do not differ, by dotted name."""
        asked, self.places_of = _distinct(scenarios, base, _decides_work, KNOWN)
        found = [_laid(library, values) for values in asked]
        laid = [one for one in found if one is not None]
        self.is_refused = np.array([one is None for one in found])
        self.is_empty = not laid
        if self.is_empty:
            return
        whole = [one or laid[0] for one in found]
        self.inputs = stacked([one.inputs for one in whole])
        if base.get("mfu_fraction") is None:
            self.inputs = _with_mfus(self.inputs, whole)
        names = ("model", "device", "precision")
        self.texts = pl.DataFrame({name: [getattr(one, name) for one in whole] for name in names})


class Deals:
    """The distinct deals of one way of buying the capacity of scenarios.

    kind_of: the kind of each, from 1 on, 0 where there is no price; kinds: the deals of each kind
    as a struct of arrays, in the places of all; is_wrong: whether the question contradicts itself;
    is_in_full: whether any unused commitment is charged in full to its run.
    """

    def __init__(
        self,
        library: Library,
        scenarios: Scenarios,
        base: Mapping[str, Any],
        purchase: RunPurchase | None,
    ) -> None:
        """purchase: that of all scenarios; None where it stands among their fields."""
        asked, self.places_of = _distinct(scenarios, base, _decides_deal, (OWN_PRICE,))
        found = [_sold(library, values, purchase) for values in asked]
        sold = [one if isinstance(one, Sold) else None for one in found]
        firsts = {one.kind: one for one in reversed(sold) if one}
        codes = {kind: code for code, kind in enumerate(firsts, 1)}
        self.kind_of = np.array([codes[one.kind] if one else 0 for one in sold])
        self.kinds = [
            stacked([one.deal if one and one.kind == kind else first.deal for one in sold])
            for kind, first in firsts.items()
        ]
        self.is_wrong = np.array([one is InvalidQuery for one in found])
        self.is_given = np.array([bool(one and one.is_given) for one in sold])
        spots = [one.deal.spot if one else None for one in sold]
        self.is_spot = np.array([bool(one) for one in spots])
        any_spot = next((one for one in spots if one is not None), NO_SPOT)
        self.spot = stacked([one or any_spot for one in spots])
        self.is_in_full = any(one and one.deal.terms and one.deal.terms.in_full for one in sold)
        self.texts = pl.DataFrame(
            [(one.deal.option, one.provider, one.region) if one else (None,) * 3 for one in sold],
            schema=dict.fromkeys(("option", "provider", "region"), pl.String),
            orient="row",
        )


def _distinct(
    scenarios: Scenarios,
    base: Mapping[str, Any],
    decides: Callable[[str], bool],
    known: Sequence[str],
) -> tuple[Iterable[Values], Callable[[pl.Series], Places]]:
    """The distinct values of the fields that decide something, and which of them scenarios have."""
    keys = scenarios.narrowed(list(filter(decides, scenarios.names)), known=known)
    fixed = {name: value for name, value in base.items() if decides(name)}
    asked = (tuple((fixed | row).items()) for row in paused(keys.rows()))

    def places_of(at: pl.Series) -> Places:
        if keys.scenarios.count == 1 or not keys.scenarios.names:
            return np.zeros(len(at), dtype=np.intp)
        return keys.places_of(at).to_numpy().astype(np.intp)

    return asked, places_of


def _decides_deal(name: str) -> bool:
    is_of_purchase = name.startswith("purchase.") and name != DISCOUNT
    return is_of_purchase or name in OF_DEAL or name in OF_BOTH


def _decides_work(name: str) -> bool:
    is_other = name.startswith("purchase") or name in OF_DEAL or name == INVALID_ROW
    return name in KNOWN or not (is_other or is_number(name))


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
        layout = layout_of(task.needs, task.wanted, query.deployment.device_count)
    except Refusal:
        return None
    is_open = query.deployment.device_count is None
    return Laid(
        inputs=_inputs(context, task, float(layout.parallelism.device_count)),
        model=task.model.name,
        device=task.device.name,
        precision=task.number_format.name,
        catalog=context.catalog,
        features=features_of(context, task, layout, is_open=is_open),
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
        found[:, rows] = steady, billed, band
    steady, billed, band = (column(values.tolist()) for values in found)
    return replace(inputs, steady_fraction=steady, billed_fraction=billed, band_ratio=band)


@lru_cache(maxsize=65_536)
def _sold(library: Library, values: Values, purchase: RunPurchase | None) -> Sold | type[Refusal]:
    """A purchase by dotted names, or what it is refused as."""
    # The price of a run does not hang on its model, which a query must have.
    query = run_query_of({"model": "", **dict(values)})
    if isinstance(query, Refused):
        return InvalidQuery
    if purchase is None:
        (purchase,) = query.purchases or (RunPurchase(),)
    try:
        context = QuoteContext.open(library, catalog=query.catalog, as_of=query.as_of)
        device = context.catalog.devices.find(query.deployment.device, field="deployment.device")
    except Refusal:
        return InvalidQuery
    try:
        bought, deal = deal_of(
            context,
            device,
            purchase,
            query.commitments,
            Facility(),
            query.reliability,
            field="purchases[0]",
        )
    except InvalidQuery:
        return InvalidQuery
    except Refusal:
        return Refusal
    is_given = bought.price.basis == "given"
    return Sold(deal, is_given, bought.provider, bought.region)
