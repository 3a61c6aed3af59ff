"""Rows of published training layouts, as questions and as tokens a second."""

from collections.abc import Sequence
from functools import cache

from msgspec import Struct, field

from pricing.calibration.published.rows import published
from pricing.catalog.rows import Model
from pricing.formulas import compute
from pricing.run_costs.query import RunCostQuery
from pricing.sweeps.query import RunScenario
from pricing.sweeps.refusals import run_query

KEPT_ASIDE_EVERY = 3
"""Of the sources in alphabetical order, every third is kept aside."""


class LayoutRow(Struct, frozen=True, kw_only=True):
    """A published layout, and its question; name: of the model, as its source says.

    Runs whose optimizer lies on hosts are no layouts of devices, and none of the rows.
    """

    source: str
    name: str
    precision: str = field(name="precision_as_told")
    framework: str
    outcome: str
    what_is_counted: str = ""
    tflops_per_device: float | None = None
    seconds_per_step: float | None = None
    tokens_per_second_per_device: float | None = None
    scenario: RunScenario = field(name="question")

    @property
    def ran(self) -> bool:
        """Whether it ran, rather than out of memory."""
        return self.outcome == "ok"

    @property
    def question(self) -> RunCostQuery:
        """What is asked."""
        return run_query(self.scenario)


@cache
def layout_rows() -> Sequence[LayoutRow]:
    """All of them."""
    return published("training_layouts", LayoutRow, RunScenario)


def kept_aside(rows: Sequence[LayoutRow]) -> frozenset[str]:
    """The sources that nothing is fitted to."""
    return frozenset(sorted({row.source for row in rows})[KEPT_ASIDE_EVERY - 1 :: KEPT_ASIDE_EVERY])


def tokens_per_second(row: LayoutRow, model: Model) -> float | None:
    """Tokens a second and device, from the column, the step, or the FLOPs as the source counts."""
    if row.tokens_per_second_per_device is not None:
        return row.tokens_per_second_per_device
    asked = row.scenario
    sequence = float(asked.sequence_length or 2048)
    if row.seconds_per_step and asked.batch_sequences and asked.deployment.device_count:
        tokens = asked.batch_sequences * sequence
        return tokens / row.seconds_per_step / asked.deployment.device_count
    if row.tflops_per_device is None:
        return None
    counted = row.what_is_counted
    linear = 6.0 * model.active_parameters
    square = (
        6.0
        * model.layers
        * compute.attention_flops_per_token(
            attention_width=model.attention_width, attended_tokens=sequence / 2.0
        )
    )
    if "8NT" in counted and "factor" not in counted:
        flops = 8.0 * model.active_parameters
    elif "hardware" in counted:
        flops = (linear + square) * 4.0 / 3.0
    elif "causal attention halved" in counted:
        flops = linear + square / 2.0
    else:
        flops = linear + square
    return row.tflops_per_device * 1e12 / flops
