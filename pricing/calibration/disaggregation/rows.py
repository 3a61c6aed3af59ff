"""Published runs of two pools, and the questions that they are."""

from collections.abc import Iterator, Sequence
from functools import cache

from msgspec import field
from msgspec.structs import replace

from pricing.calibration.publications import Published, published
from pricing.serving.passes.phases import PHASES
from pricing.unit_costs.query import UnitCostQuery

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
