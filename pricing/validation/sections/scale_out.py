"""The part of the validation page on pools of many devices that share out experts."""

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from math import exp, log
from statistics import median

from msgspec import Struct, field

from pricing.calibration.published.rows import Published, published
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.unit_costs.quote import unit_costs
from pricing.validation.scores import FACTOR, farthest, markdown
from pricing.validation.texts import told


class Pooled(Published, frozen=True, kw_only=True):
    """A published throughput of a pool: tokens per second and device.

    stage: what of requests its devices run. Of the other pool, nothing is told.
    """

    id: str
    stage: str
    model: str
    device: str = field(name="deployment.device")
    layout: str
    tokens_per_second: float = field(name="tokens_per_second_per_device")
    input_tokens: float = field(name="load.input_tokens")
    output_tokens: float = field(name="load.output_tokens")

    @property
    def is_input(self) -> bool:
        """Whether its tokens are those of prompts."""
        return self.stage == "prefill"


@cache
def pooled() -> Sequence[Pooled]:
    """All of them."""
    return published("scale_out_serving", Pooled)


def answered(library: Library, row: Pooled) -> float | None:
    """What is answered: tokens per second and device; None where the release refuses."""
    with suppress(Refusal):
        return asked(library, row)
    return None


def asked(library: Library, row: Pooled) -> float:
    """The same. Raises a Refusal."""
    answer = unit_costs(row.question, library)
    if answer.pools is None:
        raise TypeError(row.id)
    pool = answer.pools.prefill if row.is_input else answer.pools.decode
    tokens = row.input_tokens if row.is_input else row.output_tokens
    return float(pool.requests_per_second * tokens / pool.device_count)


WORST_COUNT = 10


class Answered(Struct, frozen=True):
    """A published throughput, and the one that is answered [tokens per second and device]."""

    row: Pooled
    tokens_per_second: float

    @property
    def error_log(self) -> float:
        """Answered over published [logarithm]."""
        return log(self.tokens_per_second / self.row.tokens_per_second)

    @property
    def relative_error_fraction(self) -> float:
        """As a share of what was published."""
        return abs(self.tokens_per_second / self.row.tokens_per_second - 1.0)


def scale_out_page(catalog: Catalog) -> list[str]:
    """The section on serving by many devices."""
    library = Library([catalog])
    asked = [(row, answered(library, row)) for row in pooled()]
    found = [Answered(row, tokens) for row, tokens in asked if tokens is not None]
    return [
        "## Serving by many devices",
        told("scale_out.introduction", rows=len(pooled()), known=len(found)),
        table(found),
        "### The worst of many devices",
        worst(found),
    ]


def table(found: Sequence[Answered]) -> str:
    """Errors of all rows, by whether their source is kept aside, by stage, and by source."""
    groups = {
        "source kept aside": [one for one in found if one.row.is_aside],
        "other source": [one for one in found if not one.row.is_aside],
    }
    for stage in sorted({one.row.stage for one in found}):
        groups[stage] = [one for one in found if one.row.stage == stage]
    for source in sorted({one.row.source for one in found}):
        groups[source] = [one for one in found if one.row.source == source]
    lines = []
    for name, group in groups.items():
        if not group:
            continue
        inside = sum(abs(one.error_log) <= log(FACTOR) for one in group) / len(group)
        figures = [
            f"{median(one.relative_error_fraction for one in group):.0%}",
            f"{exp(median(one.error_log for one in group)):.2f}",
            f"{inside:.0%}",
        ]
        lines.append([name, str(len(group)), *figures])
    heads = ["rows of", "rows", "median error", "answered / published", "within a factor of 2"]
    return markdown("lrrrr", heads, lines)


def worst(found: Sequence[Answered]) -> str:
    """The rows that are missed by most."""
    lines = []
    for one in farthest(found, WORST_COUNT):
        row = one.row
        figures = [f"{row.tokens_per_second:,.0f}", f"{one.tokens_per_second:,.0f}"]
        lines.append([row.id, row.stage, row.model, row.device, row.layout, *figures])
    heads = ["row", "stage", "model", "device", "layout", "published", "answered"]
    return markdown("lllllrr", heads, lines)
