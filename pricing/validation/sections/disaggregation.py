"""The part of the validation page on prompts and tokens served apart."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import exp, log
from statistics import median

from msgspec import Struct, field
from msgspec.structs import replace

from pricing.calibration.published.rows import Published, answered, published
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.serving.passes.phases import PHASES
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.query import UnitCostQuery
from pricing.validation.scores import factors, farthest, markdown
from pricing.validation.texts import told

LAYOUT = (
    "tensor_parallel",
    "data_parallel",
    "expert_parallel",
    "pipeline_parallel",
    "attention_parallel",
)
"""What is left to the answer where the layout of a row is refused."""


class Run(Published, frozen=True, kw_only=True):
    """A published run of two pools at a fixed number of requests in flight.

    output_tokens_per_second: of all devices; tpot_seconds: None where the source prints none.
    """

    id: str
    model: str
    device: str = field(name="deployment.device")
    engine: str = field(name="engine_name")
    concurrency: float = field(name="load.concurrency")
    prefill_device_count: int = field(name="deployment.prefill.device_count")
    decode_device_count: int = field(name="deployment.decode.device_count")
    drafts: str | None = field(name="deployment.decode.speculation.method", default=None)
    output_tokens_per_second: float
    tpot_seconds: float | None = None

    @property
    def is_speculative(self) -> bool:
        """Whether tokens are drafted ahead."""
        return self.drafts is not None


@cache
def runs() -> Sequence[Run]:
    """All of them."""
    return published("disaggregated_serving", Run)


def queries(run: Run) -> Iterator[UnitCostQuery]:
    """The question of a run, then without its layout, for where that is refused."""
    asked = run.question.deployment
    yield run.question
    pools = {phase: replace(getattr(asked, phase), **dict.fromkeys(LAYOUT)) for phase in PHASES}
    yield replace(run.question, deployment=replace(asked, **pools))


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
