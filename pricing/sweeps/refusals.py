"""Questions: scenarios as queries of the point quotes, and refusals as they stand in rows."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
import numpy as np
import polars as pl
from msgspec import Struct

from pricing.errors import Refusal
from pricing.numerics.structs import Column
from pricing.quote.doubts.words import hint_of
from pricing.quote.messages import expected, placed
from pricing.run_costs.query import RunCostQuery
from pricing.serving.passes.phases import PHASES
from pricing.sweeps.fields import changed, fields_of
from pricing.sweeps.query import RunScenario
from pricing.sweeps.table import DEFAULTED, INVALID_ROW
from pricing.unit_costs.query import UnitCostQuery

FIELDS = fields_of(UnitCostQuery)

INVALID = "invalid-request"
"""What a row is refused with that does not match the schema of its query."""

OF_POOLS = tuple(f"deployment.{phase}." for phase in PHASES)

DEPLOYMENT_FIELDS = (
    "catalog",
    "model",
    *(name for name in FIELDS if name.startswith("deployment.") and not name.startswith(OF_POOLS)),
    "load.traffic_kind",
    "workload",
)
"""What is looked up, or works out the same, for many rows; the numbers of a model besides."""

DISCOUNT = "purchase.discount_fraction"

PRICE_FIELDS = (
    "catalog",
    "as_of",
    "deployment.device",
    "purchase.beside",
    *(name for name in FIELDS if name.startswith("purchase.") and name != DISCOUNT),
)
"""What decides the price of a device-hour; of the caller's own, only whether it is given."""

OWN_PRICE = "purchase.usd_per_device_hour"


class Refused(Struct, frozen=True):
    """Why a row has no answer: the type of the problem, and the detail."""

    refusal: str
    refusal_detail: str


REFUSAL = Refused.__struct_fields__


def refused(error: Refusal) -> Refused:
    """A refusal, for a row."""
    return Refused(error.kind, error.detail)


def query_of(values: Mapping[str, Any]) -> UnitCostQuery | Refused:
    """The query of some values by dotted name; null is a field left out."""
    try:
        return msgspec.convert(changed({}, values), UnitCostQuery)
    except msgspec.ValidationError as error:
        return invalid(error, values)


def run_query_of(values: Mapping[str, Any]) -> RunCostQuery | Refused:
    """The query of a run of some values by dotted name; null is a field left out."""
    try:
        scenario = msgspec.convert(changed({}, values), RunScenario)
    except msgspec.ValidationError as error:
        return invalid(error, values)
    return run_query(scenario)


def run_query(scenario: RunScenario) -> RunCostQuery:
    """The query of a run that a scenario stands for."""
    own = {name: getattr(scenario, name) for name in RunCostQuery.__struct_fields__}
    if scenario.purchase is not None:
        own["purchases"] = (scenario.purchase,)
    return RunCostQuery(**own)


def invalid(error: msgspec.ValidationError, values: Mapping[str, Any]) -> Refused:
    """The refusal of values by dotted name that no query can have."""
    text, place = placed(error)
    where = f"{place}: " if place else ""
    return Refused(INVALID, f"{where}{expected(text)}{hint_of(place, values.get(place))}")


class Reasons:
    """Why rows have no answer: what comes later is said instead of what came before.

    codes: the place of each row's reason among those listed, negative for none.
    """

    def __init__(self, count: int, listed: list[Refused]) -> None:
        """listed: of other rows, to go on from."""
        self.codes: Column = np.full(count, -1)
        self._listed = listed

    def add(self, refused: Sequence[Refused], codes: Column) -> None:
        """Refuse rows; codes: the place among the reasons of that of each row, or negative."""
        rows = np.flatnonzero(codes >= 0)
        if len(rows):
            own, places = np.unique(codes[rows], return_inverse=True)
            self.codes[rows] = len(self._listed) + places
            self._listed += [refused[place] for place in own]


def told(batch: pl.DataFrame, inputs: Collection[str]) -> pl.DataFrame:
    """Rows whose cells are wrong have no results, and say so."""
    wrong = pl.col(INVALID_ROW).is_not_null()
    return batch.with_columns(
        refusal=pl.when(wrong).then(pl.lit(INVALID)).otherwise("refusal"),
        refusal_detail=pl.when(wrong).then(INVALID_ROW).otherwise("refusal_detail"),
    ).with_columns(
        pl.when(~wrong).then(pl.col(name)).alias(name)
        for name in batch.columns
        if name not in inputs and name not in {*REFUSAL, INVALID_ROW, DEFAULTED}
    )
