"""Work of a sweep's runs: what each distinct run is, on its devices, whatever it is bought for.

A layout is searched by the functions of the point quote, once for every distinct combination of
what decides it. How much is trained, and how long it then takes, is left to the row.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import polars as pl
from msgspec.structs import asdict

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.quote.context import Ledger
from pricing.run_costs.interruptions import (
    usual_gigabytes_per_second,
    usual_instances_per_event,
    usual_mtbf_hours,
    usual_wait_seconds,
)
from pricing.run_costs.memory import learning_parameters
from pricing.run_costs.offers import system_watts_of
from pricing.run_costs.query_reliability import (
    Storage,
)
from pricing.run_costs.storage import kept_of
from pricing.run_costs.tokens import sample_tokens_of
from pricing.run_costs.work import (
    USUAL_RELIABILITY,
    Task,
    features_of,
    headroom_of,
    task_of,
)
from pricing.sweeps.distinct import Combinations, Values
from pricing.sweeps.refusals import Refused, refused, run_query_of
from pricing.sweeps.scenarios import Scenarios
from pricing.training.features import RunFeatures
from pricing.training.layout import layout_of
from pricing.training.mfu import mfus_of

FIELDS = (
    "catalog",
    "model",
    "tokens",
    "steps",
    "batch_tokens",
    "batch_sequences",
    "samples",
    "sample_tokens",
    "epochs",
    "sequence_length",
    "method",
    "adapter_parameter_fraction",
    "optimizer_bytes_per_parameter",
    "flash_attention",
    "recompute",
)
"""What decides the work, besides the numbers of a model and the deployment."""

KNOWN = ("tokens", "steps", "samples", "epochs")
"""Of which only matters whether they are given: FLOPs are in proportion to them."""

NUMBERS = (
    "device_count",
    "flops_per_token",
    "flops_per_second",
    "steady_fraction",
    "billed_fraction",
    "billed_band_ratio",
    "overhead_ratio",
    "learning_parameters",
    "batch_tokens",
    "sample_tokens",
    "headroom_fraction",
    "device_mtbf_hours",
    "restart_seconds",
    "checkpoint_bytes_per_parameter",
    "checkpoint_gigabytes_per_second",
    "instances_per_event",
    "capacity_wait_seconds",
    "kept_checkpoint_count",
    "usd_per_gigabyte_month",
    "egress_gigabytes",
    "egress_usd_per_gigabyte",
    "system_watts",
)

COLUMNS = {
    "refusal": pl.String(),
    "refusal_detail": pl.String(),
    "model": pl.String(),
    "device": pl.String(),
    "precision": pl.String(),
    **dict.fromkeys(NUMBERS, pl.Float64()),
}
"""What a run is made of; where the caller leaves a rate out, the published one."""

Laid = tuple[Mapping[str, Any], tuple[Catalog, RunFeatures] | None]


def run_works_of(library: Library, scenarios: Scenarios, base: Mapping[str, Any]) -> Combinations:
    """The work of scenarios; base: the fields in which they do not differ, by dotted name."""
    is_modelled = base.get("mfu_fraction") is None

    def rows(asked: Iterator[Values]) -> list[Mapping[str, Any]]:
        return _rows([_laid(library, values) for values in asked], is_modelled=is_modelled)

    return Combinations(scenarios, base, _decides, KNOWN, rows, COLUMNS)


def _decides(name: str) -> bool:
    return name in FIELDS or name.startswith(("model.", "deployment."))


def _rows(laid: list[Laid], *, is_modelled: bool) -> list[Mapping[str, Any]]:
    """What was laid out, with its MFU: that of many runs of a release at once."""
    rows = [row for row, _ in laid]
    if not is_modelled:
        return rows
    places: dict[str, list[tuple[int, RunFeatures]]] = {}
    catalogs = {}
    for index, (_, place) in enumerate(laid):
        if place is not None:
            catalogs[place[0].name] = place[0]
            places.setdefault(place[0].name, []).append((index, place[1]))
    for name, runs in places.items():
        (steady, _), (billed, band) = mfus_of(catalogs[name], [run for _, run in runs])
        names = ("steady_fraction", "billed_fraction", "billed_band_ratio")
        mfus = zip(steady.tolist(), billed.tolist(), band.tolist(), strict=True)
        for (index, _), found in zip(runs, mfus, strict=True):
            rows[index] = {**rows[index], **dict(zip(names, found, strict=True))}
    return rows


@lru_cache(maxsize=16_384)
def _laid(library: Library, values: Values) -> Laid:
    """A run by dotted names, laid out, and where it stands among published ones."""
    query = run_query_of({name: 1.0 if _is_known(name, value) else value for name, value in values})
    if isinstance(query, Refused):
        return asdict(query), None
    try:
        ledger = Ledger.open(library, catalog=query.catalog, as_of=None)
        task = task_of(ledger, query)
        layout = layout_of(task.needs, task.wanted, query.deployment.device_count)
    except Refusal as error:
        return asdict(refused(error)), None
    row = _constants(ledger, task, layout.parallelism.device_count)
    is_open = query.deployment.device_count is None
    return row, (ledger.catalog, features_of(ledger, task, layout, is_open=is_open))


def _is_known(name: str, value: Any) -> bool:
    return name in KNOWN and value is not None


def _constants(ledger: Ledger, task: Task, device_count: int) -> dict[str, Any]:
    query, device = task.query, task.device
    learning = learning_parameters(ledger, task.model, query)
    kept = kept_of(ledger, Storage(), checkpoint_gigabytes=1.0, learning_parameters=learning)
    tokens = task.tokens
    batch_tokens = tokens.batch_sequences and tokens.batch_sequences * tokens.sequence_length
    return {
        "model": task.model.name,
        "device": device.name,
        "precision": task.number_format.name,
        "device_count": float(device_count),
        "flops_per_token": task.flops / tokens.trained,
        "flops_per_second": task.number_format.flops_per_second,
        "overhead_ratio": ledger.assume("training.run_overhead_ratio"),
        "learning_parameters": learning,
        "batch_tokens": batch_tokens,
        "sample_tokens": sample_tokens_of(query, tokens.sequence_length),
        "headroom_fraction": headroom_of(ledger, query),
        "device_mtbf_hours": usual_mtbf_hours(ledger, device),
        "restart_seconds": ledger.assume("training.restart_seconds"),
        "checkpoint_bytes_per_parameter": ledger.assume("training.checkpoint_bytes_per_parameter"),
        "checkpoint_gigabytes_per_second": usual_gigabytes_per_second(ledger, device_count),
        "instances_per_event": usual_instances_per_event(ledger, USUAL_RELIABILITY),
        "capacity_wait_seconds": usual_wait_seconds(ledger, USUAL_RELIABILITY),
        "kept_checkpoint_count": kept.checkpoint_gigabytes,
        "usd_per_gigabyte_month": kept.usd_per_gigabyte_month,
        "egress_gigabytes": kept.egress_gigabytes,
        "egress_usd_per_gigabyte": kept.egress_usd_per_gigabyte,
        "system_watts": system_watts_of(ledger, device),
    }
