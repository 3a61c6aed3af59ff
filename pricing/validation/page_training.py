"""The part of the validation page on training: steady MFU and billed device-hours."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from msgspec import Struct

from pricing.calibration.predictions import training_answers
from pricing.catalog.catalog import Catalog
from pricing.run_costs.answer import RunCostAnswer
from pricing.validation.holdout import runs_kept_aside
from pricing.validation.misses import why, worst
from pricing.validation.page_inference import BILLION, SIZES
from pricing.validation.scores import Score, by_origin, grouped, labelled, table
from pricing.validation.texts import told

FEW = 3
"""Sources of fewer runs share a line."""

KINDS = {"steady": "steady MFU", "adapter": "adapter MFU", "billed": "billed device-hours"}


class Training(Struct, frozen=True):
    """What the page says of training, and the scores that its chart is drawn from."""

    parts: list[str]
    mfu: dict[str, list[Score]]
    device_hours: dict[str, list[Score]]
    run_count: int


def training_page(catalog: Catalog) -> Training:
    """Every section on training."""
    runs = {row["id"]: row for row in catalog.frames["training_runs"].iter_rows(named=True)}
    scores = {name: _scores(runs, found) for name, found in training_answers(catalog).items()}
    by_run = scores["run"]
    labels = _labels(catalog, runs)
    parts = [
        "## Training",
        told("training.introduction", count=len(by_run), aside=len(runs) - len(by_run)),
    ]
    for kind, name in KINDS.items():
        groups = {f"the {left_out}": _of(runs, found, kind) for left_out, found in scores.items()}
        parts.append(table(f"{name}, left out", groups, relative=True))
    for kinds, name in (
        (("steady", "adapter"), "steady and adapter MFU"),
        (("billed",), "billed device-hours"),
    ):
        chosen = [score for kind in kinds for score in _of(runs, by_run, kind)]
        parts.append(f"### {name[0].upper()}{name[1:]}, each run left out")
        for heading, label in labels.items():
            order = [size for _, size in SIZES] if "parameters" in heading else ()
            parts.append(grouped(heading, chosen, label, order=order))
    parts += ["### The runs with the largest errors", told("training.worst"), _worst(runs, by_run)]
    parts += _aside_parts(catalog, {run["source"] for run in runs.values()})
    family = labels["device family"]
    return Training(
        parts,
        mfu=labelled(_of(runs, by_run, "steady"), family),
        device_hours=labelled(_of(runs, by_run, "billed"), family),
        run_count=len(by_run),
    )


def _worst(runs: Mapping[str, Mapping[str, Any]], scores: Sequence[Score]) -> str:
    def cells(score: Score) -> list[str]:
        run = runs[score.id]
        count = run["device_count"]
        return [
            f"{count} × {run['device']}" if count else run["device"],
            f"{run['model'] or run['run_name']} {run['precision']}",
            KINDS[run["comparable_kind"]],
        ]

    def reason(score: Score) -> str:
        run = runs[score.id]
        decisive = {
            "what it recomputes": run["recompute"],
            "the sequence length": run["sequence_length"],
            "the number of devices": run["device_count"],
        }
        return why(run["notes"] or "", [name for name, value in decisive.items() if value is None])

    return worst(["devices", "model", "published"], scores, cells, reason)


def _aside_parts(catalog: Catalog, sources: Collection[str]) -> list[str]:
    """The section on runs that no release holds."""
    found = runs_kept_aside(catalog)
    scores = _scores(found.rows, found.answers)
    labels = _labels(catalog, found.rows)
    parts = [
        "### Runs that no release holds",
        told("training.aside", count=len(found.rows), refused=", ".join(found.refused) or "none"),
    ]
    for kind in ("steady", "billed"):
        chosen = _of(found.rows, scores, kind)
        groups = by_origin(chosen, lambda score: str(found.rows[score.id]["source"]), sources)
        parts.append(table(KINDS[kind], groups, relative=True))
    steady = _of(found.rows, scores, "steady")
    parts += [grouped(heading, steady, labels[heading]) for heading in ("device family", "source")]
    return parts


def _scores(
    runs: Mapping[str, Mapping[str, Any]], answers: Mapping[str, RunCostAnswer]
) -> list[Score]:
    """MFU of steady runs, device-hours of billed ones."""
    scores = []
    for name, answer in answers.items():
        run = runs[name]
        if run["comparable_kind"] == "billed":
            bill = answer.options[0]
            published = run["device_hours"]
            covered = bill.device_hours_low <= published <= bill.device_hours_high
            scores.append(Score(name, published, bill.device_hours, covered))
        else:
            work, published = answer.compute, run["comparable_mfu_fraction"]
            # The MFU is as far below its high end as the hours are above their low one.
            low = (
                work.mfu_fraction * work.productive_device_hours / work.productive_device_hours_high
            )
            high = (
                work.mfu_fraction * work.productive_device_hours / work.productive_device_hours_low
            )
            scores.append(Score(name, published, work.mfu_fraction, low <= published <= high))
    return scores


def _of(runs: Mapping[str, Mapping[str, Any]], scores: Sequence[Score], kind: str) -> list[Score]:
    return [score for score in scores if runs[score.id]["comparable_kind"] == kind]


def _labels(
    catalog: Catalog, runs: Mapping[str, Mapping[str, Any]]
) -> dict[str, Callable[[Score], str]]:
    """What the runs are grouped by, and the group of each."""
    counts = Counter(run["source"] for run in runs.values())

    def size(score: Score) -> str:
        billions = runs[score.id]["parameters"] / BILLION
        return next(label for bound, label in SIZES if billions < bound)

    def source(score: Score) -> str:
        name: str = runs[score.id]["source"]
        return name if counts[name] >= FEW else "sources of one or two runs"

    return {
        "device family": lambda score: catalog.devices[runs[score.id]["device"]].family,
        "billions of parameters": size,
        "precision": lambda score: str(runs[score.id]["precision"]),
        "kind of source": lambda score: str(runs[score.id]["kind"]),
        "source": source,
    }
