"""The part of the validation page on fine-tuning: peaks of memory, speeds, order and refusals."""

from collections import defaultdict
from collections.abc import Callable, Sequence

from pricing.catalog.catalog import Catalog
from pricing.validation.scores import markdown
from pricing.validation.sections.tuning_scores import (
    LOOSE,
    Asked,
    asked_runs,
    counted_runs,
    pairs_of,
    peaks,
    score,
    speeds,
)
from pricing.validation.texts import reason_of, told

WORST_COUNT = 10
REFUSED = "refused"


def tuning_page(catalog: Catalog) -> list[str]:
    """The section on fine-tuning."""
    asked = asked_runs(catalog)
    memory, speed = peaks(asked), speeds(asked)
    pairs = pairs_of(asked)
    failed = [one for one in asked if one.run.is_oom]
    refused = sum(one.answer is None for one in failed)
    ran = [one for one in asked if not one.run.is_oom]
    return [
        "## Fine-tuning",
        told(
            "tuning.introduction",
            count=len(asked),
            sources=len({one.run.source for one in asked}),
            aside=len({one.run.source for one in asked if one.run.is_kept_aside}),
        ),
        _table("peak memory", memory, lambda one: one.peak_error),
        _table("tokens a second", speed, lambda one: one.speed_error),
        told(
            "tuning.order",
            pairs=pairs.count,
            right=pairs.right,
            ratio=pairs.ratio_error,
            failed=len(failed),
            refused=refused,
            ran=len(ran),
            lost=sum(one.answer is None for one in ran),
        ),
        "### The sources with the largest errors of peak memory",
        _worst(memory),
        *_counted(catalog),
    ]


def _counted(catalog: Catalog) -> list[str]:
    """Peaks of the libraries' own code beside what is answered."""
    asked = counted_runs(catalog)
    errors = sorted(abs(one.tensors_error) for one in asked)
    lines = [
        [
            *(one.run.step, one.run.micro_batch),
            *(one.run.scenario.recompute or "", one.run.scenario.loss or "plain"),
            (one.run.scenario.optimizer or "").replace("_", " "),
            (one.run.scenario.adapter_modules or "").replace("_", " "),
            f"{one.run.peak_gibibytes:.2f}",
            f"{one.answer.memory.used_gibibytes - one.answer.memory.runtime_gibibytes:.2f}"
            if one.answer
            else REFUSED,
            f"{one.tensors_error:+.0%}" if one.answer else "",
        ]
        for one in asked
    ]
    heads = ["step", "micro-batch", "recompute", "loss", "optimizer", "adapters"]
    return [
        "### Peaks of the libraries' own code",
        told(
            "tuning.counted_peaks",
            count=len(asked),
            median=errors[len(errors) // 2],
            ninth=errors[int(0.9 * len(errors))],
            worst=errors[-1],
        ),
        markdown("llllllrrr", [*heads, "counted [GiB]", "answered [GiB]", "error"], lines),
    ]


def _table(name: str, asked: Sequence[Asked], error: Callable[[Asked], float]) -> str:
    groups = {
        "all": asked,
        "sources that the constants are fitted to": [
            one for one in asked if not one.run.is_kept_aside
        ],
        "sources kept aside": [one for one in asked if one.run.is_kept_aside],
    }
    lines = []
    for group, own in groups.items():
        found = score([(one.run.source, error(one)) for one in own])
        counts = [str(found.count), str(found.sources), f"{found.median:.0%}"]
        ninth = REFUSED if found.ninth == LOOSE else f"{found.ninth:.0%}"
        within = f"{found.within_quarter_fraction:.0%}"
        lines.append([group, *counts, ninth, within])
    heads = [name, "rows", "sources", "median error", "90th percentile", "within 25%"]
    return markdown("lrrrrr", heads, lines)


def _worst(asked: Sequence[Asked]) -> str:
    """Sources by the median of their errors, with the reason where it is known."""
    sources: dict[str, list[float]] = defaultdict(list)
    for one in asked:
        sources[one.run.source].append(one.peak_error)
    ranked = sorted(
        ((sorted(map(abs, errors))[len(errors) // 2], name) for name, errors in sources.items()),
        reverse=True,
    )
    lines = []
    for error, name in ranked[:WORST_COUNT]:
        reason = reason_of("tuning", name, "")
        lines.append([name, str(len(sources[name])), f"{error:.0%}", reason])
    return markdown("lrrl", ["source", "rows", "median error", "why"], lines)
