"""The answer of a sweep."""

from collections.abc import Mapping
from typing import Annotated

import polars as pl
from msgspec import UNSET, Struct, UnsetType

from pricing.quote.answer import Answer, Price, Provenance, Row
from pricing.quote.messages import said
from pricing.serving.passes.phases import PHASES
from pricing.sweeps.fields import fields_of
from pricing.unit_costs import bill
from pricing.unit_costs.answer import Efficiency, Performance, UnitCostAnswer
from pricing.unit_costs.answer_costs import UnitCosts
from pricing.unit_costs.planning.answer import Memory, Power
from pricing.unit_costs.pools.answer import PoolAnswer, TransferAnswer
from pricing.unit_costs.unit_prices import FULL_USE

USUAL = (
    *("model", "device", "device_count", "precision"),
    *("usd_per_million_input_tokens", "usd_per_million_output_tokens"),
    *("usd_per_million_output_tokens_low", "usd_per_million_output_tokens_high"),
    *("usd_per_million_tokens", "usd_per_million_tokens_at_full_use", "utilization_fraction"),
    *("usd_per_request", "usd_per_hour", "usd_per_watt_year", "joules_per_output_token"),
    *("output_tokens_per_second", "ttft_seconds", "tpot_seconds", "concurrency"),
    *("tensor_parallel", "basis", "bound"),
    *("usd_per_device_hour", "option", "price_basis", "provider", "region"),
)
"""The results that a row of unit costs has unless others are asked for."""

USUAL_OF_POOLS = (
    *("prefill_device", "prefill_device_count", "prefill_replica_count"),
    *("prefill_full_use_fraction", "prefill_usd_per_hour"),
    *("decode_device", "decode_device_count", "decode_replica_count"),
    *("decode_full_use_fraction", "decode_usd_per_hour"),
    *("transfer_seconds", "pools_limit"),
)
"""What rows say besides where their phases are served apart."""

PRICE_TEXTS = ("option", "price_basis", "provider", "region", "instance_type", "price_row")
"""What a row says of its price in words."""


class SweepAnswer(Answer, frozen=True, kw_only=True):
    """Every scenario with its inputs and its results, or with dry_run only their number."""

    kind: Annotated[str, said("The kind of quote.")]
    row_count: Annotated[int, said("Scenarios [count].")]
    columns: Annotated[
        tuple[str, ...],
        said("Columns of a row: inputs by dotted field name, then results by name."),
    ]
    warnings: Annotated[
        tuple[str, ...] | UnsetType,
        said(
            "Values of the base or at the ends of a column that look off by a unit or a factor, if"
            " there are any. Each row has the warnings of its quote in the column `warnings`."
        ),
    ] = UNSET
    provenance: Annotated[
        Provenance | None,
        said(
            "Release and day are those of rows that name none. The digest is that of"
            " the whole query with the cells of its table. Null if there is no such release or day:"
            " the rows that need it are refused."
        ),
    ]
    rows: Annotated[
        tuple[Row, ...],
        said(
            "Rows in the order of the scenarios. A row without an answer has the type"
            " of the problem in `refusal`, the reason in `refusal_detail`, and null results."
        ),
    ]


def unit_cost_results() -> dict[str, pl.DataType]:
    """Every result that a row of unit costs may have, with its type: the numbers of an answer."""
    return {
        **_columns(UnitCosts),
        **dict.fromkeys(FULL_USE.values(), pl.Float64()),
        **_columns(Efficiency),
        **_columns(Performance),
        **_columns(UnitCostAnswer),
        **_columns(Memory),
        **_columns(Power),
        "usd_per_device_hour": fields_of(Price)["usd_per_device_hour"].dtype,
        **dict.fromkeys(PRICE_TEXTS, pl.String()),
        **{item_column(term.name): pl.Float64() for term in bill.TERMS},
        **_pool_columns(),
        **dict.fromkeys(("refusal", "refusal_detail"), pl.String()),
    }


def _pool_columns() -> Mapping[str, pl.DataType]:
    """What a row says of two pools, each by its name, and of the items of their bills."""
    found: dict[str, pl.DataType] = {"pools_limit": pl.String(), "replica_ratio": pl.Float64()}
    for phase in PHASES:
        own = {**_columns(PoolAnswer), "option": pl.String(), "usd_per_device_hour": pl.Float64()}
        found |= {f"{phase}_{name}": dtype for name, dtype in own.items()}
        found |= {item_column(f"{phase}_{term.name}"): pl.Float64() for term in bill.TERMS}
    return found | {f"transfer_{name}": dtype for name, dtype in _columns(TransferAnswer).items()}


def item_column(name: str) -> str:
    """The column of an item of the bill.

    >>> item_column("energy")
    'energy_usd_per_hour'
    """
    return f"{name}_usd_per_hour"


def _columns(answer: type[Struct]) -> Mapping[str, pl.DataType]:
    """The fields of a part of an answer, but for its own parts and for truths."""
    return {
        name: field.dtype
        for name, field in fields_of(answer).items()
        if "." not in name and field.kind != "truth"
    }
