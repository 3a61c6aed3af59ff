"""The part of the validation page on prompts and tokens served apart."""

from collections.abc import Mapping, Sequence
from math import exp, log
from statistics import median

from msgspec import Struct

from pricing.calibration.disaggregation.rows import Run, queries, runs
from pricing.calibration.publications import answered
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.validation.scores import factors, farthest, markdown
from pricing.validation.texts import told

WORST_COUNT = 10


class Answered(Struct, frozen=True):
    """A published run, and what is answered to its question."""

    run: Run
    answer: UnitCostAnswer

    @property
    def ratio(self) -> float:
        """Answered over published throughput."""
        return (
            self.answer.performance.output_tokens_per_second or 0.0
        ) / self.run.output_tokens_per_second

    @property
    def error_log(self) -> float:
        """Answered over published [logarithm]."""
        return log(self.ratio)

    @property
    def tpot_ratio(self) -> float | None:
        """Answered over published time per output token, where it is published."""
        seconds = self.answer.performance.tpot_seconds
        if self.run.tpot_seconds is None or seconds is None:
            return None
        return seconds / self.run.tpot_seconds


def disaggregation_page(catalog: Catalog) -> list[str]:
    """The section on prompts and tokens served apart."""
    library = Library([catalog])
    asked = [(run, answered(library, queries(run))) for run in runs()]
    found = [Answered(run, answer) for run, answer in asked if answer is not None]
    drafted = [one for one in found if one.run.is_speculative]
    groups: dict[str, list[Answered]] = {"all": found}
    for one in found:
        groups.setdefault(one.run.source, []).append(one)
    groups |= {
        "with drafts": drafted,
        "without drafts": [one for one in found if not one.run.is_speculative],
    }
    return [
        "## Prompts and tokens served apart",
        told("disaggregation.introduction", rows=len(runs()), known=len(found)),
        _table(groups),
        "### The worst runs served apart",
        _worst(found),
    ]


def _table(groups: Mapping[str, Sequence[Answered]]) -> str:
    lines = []
    for name, found in groups.items():
        logs = [one.error_log for one in found]
        paces = [abs(log(ratio)) for one in found if (ratio := one.tpot_ratio) is not None]
        figures = [
            *factors(found),
            f"{sum(abs(error) <= log(2.0) for error in logs) / len(logs):.0%}",
            f"{exp(median(logs)):.2f}",
            f"{exp(median(paces)) - 1.0:.0%}" if paces else "",
        ]
        lines.append([name, str(len(found)), *figures])
    heads = (
        *("runs", "rows", "median error", "90th percentile", "within a factor of two"),
        *("answered / published", "median error of TPOT"),
    )
    return markdown("lrrrrrr", heads, lines)


def _worst(found: Sequence[Answered]) -> str:
    lines = []
    for one in farthest(found, WORST_COUNT):
        run, pools = one.run, one.answer.pools
        figures = [
            f"{run.prefill_device_count} + {run.decode_device_count}",
            f"{run.concurrency:,.0f}",
            f"{run.output_tokens_per_second:,.0f}",
            f"{one.ratio * run.output_tokens_per_second:,.0f}",
            pools.limit if pools else "",
        ]
        lines.append([run.id, run.model, run.device, run.engine, *figures])
    heads = (
        *("row", "model", "device", "engine", "prefill + decode", "requests", "published"),
        *("answered", "limit"),
    )
    return markdown("lllllrrrl", heads, lines)
