"""The part of the validation page on inference: throughput, latency and power."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from math import isnan

import numpy as np
from msgspec import Struct

from pricing.calibration.predictions import BRIEFLY, Answers, ask, inference_answers
from pricing.calibration.trials import trials_of
from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Measurement
from pricing.evidence.cases import cases
from pricing.evidence.exact_rows import is_plain
from pricing.evidence.questions import sustained
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.validation.holdout import measurements_kept_aside
from pricing.validation.misses import why, worst
from pricing.validation.page_power import power_page
from pricing.validation.scores import Score, by_origin, grouped, labelled, markdown, table
from pricing.validation.texts import told

BILLION = 1e9
SIZES = ((10.0, "below 10"), (50.0, "10 to 50"), (200.0, "50 to 200"), (np.inf, "above 200"))
"""Classes of parameters in billions."""


class Inference(Struct, frozen=True):
    """What the page says of inference, and the scores that its chart is drawn from."""

    parts: list[str]
    plotted: dict[str, list[Score]]
    measurement_count: int


def inference_page(catalog: Catalog) -> Inference:
    """Every section on inference."""
    trials = trials_of(catalog)
    rows = {case.measurement.id: case.measurement for case in cases(catalog)}
    answers = inference_answers(catalog, trials)
    left_out = {f"the {name}": _throughputs(rows, found) for name, found in answers.items()}
    by_row, by_pair = left_out["the row"], left_out["the device and model"]
    labels = _labels(catalog, rows)
    family, sharing = labels["device family"], labels["layout and decoding"]
    parts = [
        "## Inference",
        told("inference.introduction", count=len(rows), refused=_refused(rows, answers)),
        table(
            "left out",
            left_out | {f"the {BRIEFLY}": left_out.pop(f"the {BRIEFLY}")},
            relative=True,
        ),
        "![Predicted against published](validation.svg)",
        told("inference.chart"),
        "### Each row left out",
        told("inference.by_row"),
    ]
    for heading, label in labels.items():
        order = [name for _, name in SIZES] if "parameters" in heading else ()
        parts.append(grouped(heading, by_row, label, order=order))
    parts += ["### Whole groups left out", told("inference.by_group")]
    parts += [
        grouped("device family, device and model left out", by_pair, family),
        grouped("layout and decoding, device and model left out", by_pair, sharing),
        grouped("device family, device left out", left_out["the device"], family),
        grouped(
            "architecture, left out",
            left_out["the architecture"],
            lambda score: catalog.devices[rows[score.id].device].architecture,
        ),
        grouped("device family, model left out", left_out["the model"], family),
        grouped("source, left out", left_out["the source"], labels["source"]),
    ]
    parts += ["### The worst errors", told("inference.worst"), _worst(catalog, rows, by_row)]
    parts += ["### Kept aside", KEPT_ASIDE, _kept_aside(catalog, rows)]
    parts += _aside_parts(catalog, {row.source for row in rows.values()})
    parts += _latency(rows, answers["row"])
    parts += power_page(catalog, rows, answers)
    return Inference(parts, labelled(by_pair, family), len(rows))


def _aside_parts(catalog: Catalog, sources: Collection[str]) -> list[str]:
    """The section on measurements that no release holds."""
    found = measurements_kept_aside(catalog)
    scores = _throughputs(found.rows, found.answers)
    labels = _labels(catalog, found.rows)
    groups = by_origin(scores, labels["source"], sources)
    refused = ", ".join(found.refused) or "none"
    return [
        "### Measurements that no release holds",
        told("inference.aside", count=len(found.rows), refused=refused),
        table("output tokens per second", groups, relative=True),
        grouped("device family", scores, labels["device family"]),
        grouped("source", scores, labels["source"]),
    ]


def _throughputs(
    rows: Mapping[str, Measurement], answers: Mapping[str, UnitCostAnswer]
) -> list[Score]:
    scores = []
    for name, answer in answers.items():
        published, found = rows[name].output_tokens_per_second, answer.performance
        low, high = found.output_tokens_per_second_low, found.output_tokens_per_second_high
        if found.output_tokens_per_second and low and high:
            covered = low <= published <= high
            scores.append(Score(name, published, found.output_tokens_per_second, covered))
    return scores


def _refused(rows: Mapping[str, Measurement], answers: Answers[UnitCostAnswer]) -> str:
    missing = sorted(set(rows) - set(answers["row"]))
    return f"{len(missing)} ({', '.join(missing)})" if missing else "none"


def _labels(catalog: Catalog, rows: Mapping[str, Measurement]) -> dict[str, Callable[[Score], str]]:
    """What the rows are grouped by, and the group of each."""

    def size(score: Score) -> str:
        billions = catalog.models[rows[score.id].model].parameters / BILLION
        return next(label for bound, label in SIZES if billions < bound)

    return {
        "device family": lambda score: catalog.devices[rows[score.id].device].family,
        "billions of parameters": size,
        "precision": lambda score: rows[score.id].precision,
        "regime": lambda score: rows[score.id].regime,
        "layout and decoding": lambda score: _kind(catalog, rows[score.id]),
        "source": lambda score: rows[score.id].source,
    }


def _kind(catalog: Catalog, row: Measurement) -> str:
    """How the devices of a row share the model, and whether it drafts tokens."""
    if row.speculation is not None:
        return "with drafts"
    return "replicas" if is_plain(row, catalog.models[row.model]) else "groups or stages"


def _worst(catalog: Catalog, rows: Mapping[str, Measurement], scores: Sequence[Score]) -> str:
    notes = dict(catalog.frames["measurements"].select("id", "notes").iter_rows())

    def cells(score: Score) -> list[str]:
        row = rows[score.id]
        return [
            f"{row.device_count} × {row.device}",
            f"{row.model} {row.precision}",
            "as much as fits" if row.concurrency is None else f"{row.concurrency:g}",
        ]

    def reason(score: Score) -> str:
        row = rows[score.id]
        layout = row.tensor_parallel if row.device_count > 1 else 1
        decisive = {
            "the input length": row.input_tokens,
            "the batch": row.concurrency,
            "the layout": layout,
        }
        return why(notes[row.id] or "", [name for name, value in decisive.items() if value is None])

    return worst(["device", "model", "load"], scores, cells, reason)


def _kept_aside(catalog: Catalog, rows: Mapping[str, Measurement]) -> str:
    counts: Counter[str] = Counter()
    below = {}
    known = {row.id: row for group in catalog.measurements.values() for row in group}
    for printed in catalog.frames["measurements"].iter_rows(named=True):
        row = known.get(printed["id"])
        if printed["id"] in rows:
            continue
        if printed["device"] is None or printed["model"] is None:
            counts["of a device or a model that the release does not describe"] += 1
        elif row is None or isnan(row.output_tokens_per_second):
            counts["without a throughput: a first token alone"] += 1
        elif sustained(row):
            counts["of a format or a size that the roofline cannot hold"] += 1
        else:
            counts[f"under an objective or a rate that is not held ({row.regime})"] += 1
            below[row.id] = row
    lines = [[text, str(count)] for text, count in sorted(counts.items())]
    scores = _throughputs(below, ask(catalog, below.values()))
    asked = grouped("regime", scores, lambda score: below[score.id].regime)
    return "\n\n".join(
        [markdown("lr", ["kept aside", "rows"], lines), told("inference.below"), asked]
    )


def _latency(rows: Mapping[str, Measurement], answers: Mapping[str, UnitCostAnswer]) -> list[str]:
    """Times to first token and per output token, of rows with more than one request."""
    parts = ["### Latency", told("inference.latency")]
    for name, attribute in (
        ("time to first token", "ttft_seconds"),
        ("time per output token", "tpot_seconds"),
    ):
        scores = []
        for row in rows.values():
            published = getattr(row, attribute)
            answer = answers.get(row.id)
            if published is None or answer is None or row.concurrency in {None, 1.0}:
                continue
            scores.append(Score(row.id, published, getattr(answer.performance, attribute)))
        parts.append(grouped(f"{name}, source", scores, lambda score: rows[score.id].source))
    return parts


KEPT_ASIDE = """Rows that are neither fitted to nor used as evidence:"""
