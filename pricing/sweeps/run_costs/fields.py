"""Fields of runs: what decides the work, the deal or the course, and what scales with a row."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl
from msgspec import Struct

from pricing.numerics.number import Number, otherwise
from pricing.numerics.structs import ALL, Column, Numbers, Rows
from pricing.pauses import paused
from pricing.sweeps.refusals import DISCOUNT, OWN_PRICE
from pricing.sweeps.scenarios import Questions
from pricing.sweeps.table import INVALID_ROW

Values = tuple[tuple[str, Any], ...]
"""Fields by dotted name, as a cache may have them for its key."""

KNOWN = ("tokens", "steps", "samples", "epochs")
"""Of which the work only hangs on whether they are given: FLOPs are in proportion to them."""


SOURCE = "reliability.spot_preemption_source"

OF_DEAL = frozenset({"as_of", "commitments", SOURCE})
OF_BOTH = frozenset({"catalog", "deployment.device"})
"""What decides a deal besides the purchase itself, alone or with the work."""

NUMBERS = frozenset(
    {"mfu_fraction", "headroom_fraction", "evaluation_fraction", DISCOUNT, OWN_PRICE, *KNOWN}
)
PREFIXES = ("reliability.", "facility.", "storage.")
"""Numbers of a row, which decide neither."""

MONTHLY = "reliability.spot_preempted_per_month_fraction"
LATE = frozenset({"headroom_fraction", "evaluation_fraction", DISCOUNT, OWN_PRICE})
LATE_PREFIXES = ("facility.", "storage.")
"""Fields that change what a run costs, and not how it goes."""


def is_number(name: str) -> bool:
    """Whether a field is a number that scales with a row."""
    return name in NUMBERS or (name.startswith(PREFIXES) and name != SOURCE)


def is_early(name: str) -> bool:
    """Whether a field decides how a run goes."""
    return name not in LATE and not name.startswith(LATE_PREFIXES)


def decides_deal(name: str) -> bool:
    """Whether a field decides what the capacity costs."""
    is_of_purchase = name.startswith("purchase.") and name != DISCOUNT
    return is_of_purchase or name in OF_DEAL or name in OF_BOTH


def decides_work(name: str) -> bool:
    """Whether a field decides what runs, on which devices."""
    is_other = name.startswith("purchase") or name in OF_DEAL or name == INVALID_ROW
    return name in KNOWN or not (is_other or is_number(name))


def distinct(
    questions: Questions, decides: Callable[[str], bool], known: Sequence[str]
) -> tuple[Iterable[Values], Callable[[pl.Series], Column]]:
    """The distinct values of the fields that decide something, and which of them scenarios have."""
    _, scenarios, base = questions
    keys = scenarios.narrowed(list(filter(decides, scenarios.names)), known=known)
    fixed = {name: value for name, value in base.items() if decides(name)}
    asked = (tuple((fixed | row).items()) for row in paused(keys.rows()))

    def places_of(at: pl.Series) -> Column:
        if keys.scenarios.count == 1 or not keys.scenarios.names:
            return np.zeros(len(at), dtype=np.intp)
        found: Column = keys.places_of(at).to_numpy().astype(np.intp)
        return found

    return asked, places_of


class Asked(Struct, frozen=True, eq=False):
    """What rows say themselves, by dotted name: columns, and what all of them share."""

    columns: Mapping[str, Column]
    base: Mapping[str, Any]

    def __call__(self, name: str) -> Number:
        """A number of the rows; absent where it is left out."""
        return self.columns[name] if name in self.columns else self.base.get(name)

    def without_purchase(self) -> "Asked":
        """The same where all rows have another purchase than what stands among their fields."""
        names = (DISCOUNT, OWN_PRICE)
        columns = {name: column for name, column in self.columns.items() if name not in names}
        base = {name: value for name, value in self.base.items() if name not in names}
        return Asked(columns, base)

    def at(self, rows: Rows) -> "Asked":
        """Those of some rows."""
        if rows is ALL:
            return self
        return Asked({name: column[rows] for name, column in self.columns.items()}, self.base)

    def over(self, usual: Numbers, prefix: str) -> Numbers:
        """A struct of numbers, with those that the rows give in their place."""
        kind = type(usual)
        return kind(
            **{
                name: otherwise(self(f"{prefix}{name}"), getattr(usual, name))
                for name in kind.__struct_fields__
            }
        )


def asked_of(inputs: pl.DataFrame, base: Mapping[str, Any]) -> Asked:
    """What rows ask for; base: the fields in which they do not differ."""
    columns = {name: inputs[name].cast(pl.Float64).to_numpy() for name in inputs.columns}
    shared = {name: float(value) for name, value in base.items() if is_number(name)}
    return Asked(columns, shared)
