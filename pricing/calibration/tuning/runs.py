"""Published fine-tuning runs, asked for as their sources ran them."""

from functools import cache

from msgspec import Struct, field

from pricing.calibration.publications import published
from pricing.run_costs.query import RunCostQuery
from pricing.sweeps.query import RunScenario
from pricing.sweeps.refusals import run_query

KEPT_ASIDE = (
    "hiyouga/LLaMA-Factory",
    "pytorch/torchtune",
    "lora--llama-3.2-3B-rank64",
    "lora--llama-3.2-3B-rank10",
    "huggingface/peft@5d602fdbf:docs",
    "Lightning-AI/litgpt@26857050f:config_hub",
    "Lightning-AI/litgpt#596",
    "huggingface/blog",
    "foundation-model-stack/fms-acceleration#12",
)
"""Sources that nothing is fitted to."""


class Run(Struct, frozen=True, kw_only=True):
    """A published run, and the question that it is; strategy and packed as its source says."""

    source: str
    strategy: str
    packed: str = field(name="packed_as_told", default="")
    outcome: str
    peak_gibibytes: float | None = field(name="peak_memory_gib", default=None)
    tokens_per_second: float | None = field(name="tokens_per_second_per_device", default=None)
    seconds_per_step: float | None = None
    samples_per_second: float | None = None
    hours: float | None = None
    scenario: RunScenario = field(name="question")

    @property
    def question(self) -> RunCostQuery:
        """What is asked. How much is trained does not change how fast it is, and what it holds."""
        return run_query(self.scenario)

    @property
    def is_oom(self) -> bool:
        """Whether it ran out of memory."""
        return self.outcome == "oom"

    @property
    def seconds(self) -> float | None:
        """Of the same job, where the tokens are not told: to compare runs of one job."""
        rate = self.samples_per_second
        return self.seconds_per_step or (rate and 1.0 / rate) or self.hours

    @property
    def job(self) -> tuple[object, ...]:
        """What runs share that differ in their method alone."""
        asked, deployment = self.scenario, self.scenario.deployment
        return (
            *(self.source, asked.model, deployment.device, deployment.device_count),
            *(self.strategy, asked.sequence_length, deployment.layout.micro_batch_sequences),
            *(asked.recompute, asked.flash_attention, self.packed, asked.gradient_accumulation),
            *(asked.fused_kernels, asked.loss),
        )

    @property
    def step(self) -> str:
        """The model, how it is trained, and the format of its weights."""
        asked = self.scenario
        method = asked.method.replace("_", " ")
        return f"{asked.model} {method} {asked.base_weight_format or ''}".rstrip()

    @property
    def micro_batch(self) -> str:
        """Its sequences and their length."""
        sequences = self.scenario.deployment.layout.micro_batch_sequences
        return f"{sequences} × {self.scenario.sequence_length or '?'} tokens"

    @property
    def is_kept_aside(self) -> bool:
        """Whether nothing is fitted to it."""
        return any(name in self.source for name in KEPT_ASIDE)


@cache
def published_runs() -> tuple[Run, ...]:
    """Every published run whose device and count are told."""
    return tuple(published("finetuning_runs", Run, RunScenario))
