"""Predictions: published rows asked as questions, of a release that does not know them.

The questions go through the functions that answer callers, so that what is judged is what
callers get: layout, evidence, bands, power and all.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from math import ceil
from typing import Any, TypeVar

import msgspec

from pricing.calibration.folds import ROW, architecture_splits, inference_splits, training_splits
from pricing.calibration.refits import inference_refits, training_refits, variant
from pricing.calibration.trials import Trials
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.catalog.rows import Measurement
from pricing.errors import Refusal
from pricing.evidence.cases import cases
from pricing.evidence.questions import admitted, in_flight
from pricing.run_costs.answer import RunCostAnswer
from pricing.run_costs.query import RunCostQuery
from pricing.run_costs.quote import run_costs
from pricing.serving.engines import concurrency_key
from pricing.serving.precision_names import spelled
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.quote import unit_costs

PRICE = {"usd_per_device_hour": 1.0}
"""No price moves a throughput."""

MOST_IN_FLIGHT = 1024
"""Of a replica, where a source does not print it: as many as memory holds, but for the smallest
models."""

ANY_TOKENS = 1e12
"""Of runs whose source prints a rate alone: their MFU does not depend on it."""

BRIEFLY = "row, asked without engine, layout and unprinted input"
"""The answers to brief questions, among those by what was left out."""

A = TypeVar("A", UnitCostAnswer, RunCostAnswer)
Answers = dict[str, dict[str, A]]
"""By what was left out and by row; rows whose question was refused are missing."""


def inference_answers(catalog: Catalog, trials: Trials) -> Answers[UnitCostAnswer]:
    """Every measurement that can be fitted to, asked without what each split hides.

    With each row left out, it is asked briefly besides: see question.
    """
    answers: Answers[UnitCostAnswer] = defaultdict(dict)
    rows = [case.measurement for case in cases(catalog)]
    devices = catalog.devices
    splits = inference_splits(rows, catalog.models, devices) + architecture_splits(rows, devices)
    for split, calibration in inference_refits(catalog, trials, splits):
        known = variant(catalog, constants=calibration, table="measurements", hidden=split.hidden)
        asked = [row for row in rows if row.id in split.hidden]
        answers[split.left_out] |= ask(known, asked)
        if split.left_out == ROW:
            answers[BRIEFLY] |= ask(known, asked, briefly=True)
    return answers


def ask(
    catalog: Catalog, rows: Iterable[Measurement], *, briefly: bool = False
) -> dict[str, UnitCostAnswer]:
    """Measurements as questions to a release; those that it refuses are left out."""
    library = Library([catalog])
    answers = {}
    for row in rows:
        try:
            answers[row.id] = unit_costs(question(catalog, row, briefly=briefly), library)
        except Refusal:
            continue
    return answers


def question(catalog: Catalog, row: Measurement, *, briefly: bool = False) -> UnitCostQuery:
    """A measurement as a caller would ask for it, at full use.

    An input length that the source does not print is the mean of its data set, from the
    assumptions; under an arrival rate, the load is the requests that were in flight. briefly:
    without engine and layout, and with the input lengths that are printed alone.
    """
    input_tokens = row.input_tokens
    if input_tokens is None and not briefly:
        input_tokens = catalog.assumptions[f"dataset.{row.dataset}.input_tokens"].value
    return msgspec.convert(
        {
            "model": row.model,
            "deployment": {
                "device": row.device,
                "device_count": row.device_count,
                "precision": spelled(row.precision, row.weight_bits),
                **({} if briefly else _layout(row)),
                "speculation": _speculation(row),
                "max_concurrency": _most_in_flight(catalog, row),
            },
            "workload": "batch",
            "load": {
                "input_tokens": input_tokens,
                "output_tokens": row.output_tokens,
                "concurrency": in_flight(row),
            },
            "utilization_fraction": 1.0,
            "purchase": PRICE,
        },
        UnitCostQuery,
    )


def _layout(row: Measurement) -> dict[str, str | int | None]:
    """How the devices of a row shared the model, under the version of the engine it ran on."""
    names = (
        *("kv_cache_precision", "attention_parallel", "tensor_parallel"),
        *("data_parallel", "expert_parallel", "pipeline_parallel"),
    )
    return {name: getattr(row, name) for name in names} | {"engine": row.versioned_engine}


def _speculation(row: Measurement) -> dict[str, str | float] | None:
    """How a row drafted tokens ahead, None where it did not."""
    if row.speculation is None:
        return None
    names = ("draft_model", "draft_tokens", "acceptance_length")
    told = {name: value for name in names if (value := getattr(row, name)) is not None}
    return {"method": row.speculation, **told}


def _most_in_flight(catalog: Catalog, row: Measurement) -> int | None:
    """What the engine of a row must have admitted, None where that is its default."""
    if row.concurrency is None:
        return MOST_IN_FLIGHT
    limit = admitted(catalog, row)
    if limit is not None:
        return ceil(limit)
    key = concurrency_key(catalog, catalog.devices[row.device], row.engine)
    usual = catalog.assumptions[key].value
    return ceil(row.concurrency) if row.concurrency > usual else None


def training_answers(catalog: Catalog) -> Answers[RunCostAnswer]:
    """Every comparable run, asked without what each split hides."""
    rows = {row["id"]: row for row in catalog.frames["training_runs"].iter_rows(named=True)}
    answers: Answers[RunCostAnswer] = defaultdict(dict)
    for split, calibration in training_refits(catalog, training_splits(catalog.training_runs)):
        known = variant(catalog, constants=calibration, table="training_runs", hidden=split.hidden)
        library = Library([known])
        for run in sorted(split.hidden):
            try:
                answers[split.left_out][run] = run_costs(run_question(rows[run]), library)
            except Refusal:
                continue
    return answers


def run_question(row: Mapping[str, Any]) -> RunCostQuery:
    """A published run as a caller would ask for it."""
    numbers = ("parameters", "active_parameters", "layers", "hidden_size")
    return msgspec.convert(
        {
            "model": row["model"] or {name: row[name] for name in numbers},
            "tokens": row["tokens"] or ANY_TOKENS,
            "sequence_length": row["sequence_length"],
            "method": "lora" if row["comparable_kind"] == "adapter" else "pretraining",
            "recompute": row["recompute"],
            "deployment": {
                "device": row["device"],
                "device_count": row["device_count"],
                "precision": row["precision"],
            },
            "purchases": [PRICE],
        },
        RunCostQuery,
    )
