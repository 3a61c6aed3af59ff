"""Layouts by what is known of them, and their throughput for many constants at once."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pricing.calibration.priors import OVERLAP_EXPONENT
from pricing.catalog.rows import Device, Model
from pricing.numerics.number import log
from pricing.serving.checkpoints.arithmetic import Arithmetic
from pricing.serving.checkpoints.weights import Weights
from pricing.serving.constants import Constants
from pricing.serving.parallel.spread import Spread
from pricing.serving.passes.forward_pass import group_of
from pricing.serving.passes.request import request_of
from pricing.serving.rates import rates_of
from pricing.serving.replica import speed

Row = TypeVar("Row", bound=Struct)

FIRST_OF_SPREAD = Spread.__struct_fields__[0]

NO_THROUGHPUT = ("first_token_seconds", "first_token_seconds_per_layer")
"""Constants that no throughput shows."""

KNOWN = ("network_latency_seconds", "index_mfu_ratio", "least_heads", "stalling_fraction")
"""Constants that the fit of throughputs takes as they are."""


class Block(Struct, frozen=True, eq=False):
    """Layouts that one kind of pass is modelled for.

    places: theirs among all layouts; columns: an element for each.
    """

    places: np.ndarray
    columns: Mapping[str, np.ndarray]

    @property
    def spread(self) -> Spread | None:
        """Their groups and stages; None of layouts without."""
        if f"spread.{FIRST_OF_SPREAD}" not in self.columns:
            return None
        return _struct(Spread, self.columns, "spread.")


def blocks_of(layouts: Sequence[Mapping[str, float]]) -> Iterator[Block]:
    """The layouts by what is known of them."""
    kinds: dict[bool, list[int]] = {}
    for place, one in enumerate(layouts):
        kinds.setdefault(f"spread.{FIRST_OF_SPREAD}" in one, []).append(place)
    for places in kinds.values():
        own = [layouts[place] for place in places]
        known = [name for name in own[0] if all(name in one for one in own)]
        columns = {name: np.array([one[name] for one in own]) for name in known}
        yield Block(np.array(places), columns)


def _struct(kind: type[Row], columns: Mapping[str, Any], prefix: str = "") -> Row:
    """A struct of columns by name; a field without a column is None."""
    return kind(**{name: columns.get(f"{prefix}{name}") for name in kind.__struct_fields__})


def modelled_logs(block: Block, constants: Mapping[str, np.ndarray]) -> np.ndarray:
    """The throughput of layouts, a row for each point of the constants [logarithm]."""
    trials = block.columns
    fixed = {
        **dict.fromkeys(NO_THROUGHPUT, 0.0),
        "read_mfu_ratio": 1.0,
        "read_arithmetic_ratio": 1.0,
        "read_overhead_ratio": 1.0,
        "read_power_exponent": 0.0,
        "overlap_exponent": OVERLAP_EXPONENT,
        **{name: trials[f"constants.{name}"] for name in KNOWN},
    }
    rates = rates_of(
        _struct(Model, trials, "model."),
        _struct(Device, trials, "device."),
        _struct(Constants, {**constants, **fixed}),
        weights=_struct(Weights, trials, "weights."),
        kv_bits=trials["kv_bits"],
        arithmetic=_struct(Arithmetic, trials, "peaks."),
        sharing_fraction=trials["sharing_fraction"],
    )
    rates = replace(rates, has_experts=True)
    group = replace(
        group_of(rates, trials["devices"], block.spread),
        copies=trials["copies"],
        spared_copies=trials["spared_copies"],
    )
    reached = speed(
        rates,
        request_of(
            rates, input_tokens=trials["input_tokens"], output_tokens=trials["output_tokens"]
        ),
        group,
        concurrency=trials["concurrency"],
    )
    tokens = reached.requests_per_second * trials["replicas"] * trials["output_tokens"]
    return np.asarray(log(tokens))
