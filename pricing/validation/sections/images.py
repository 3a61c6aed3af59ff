"""The part of the validation page on requests that bring images."""

from collections.abc import Sequence
from functools import cache
from math import exp, log
from statistics import median

from msgspec import Struct, field

from pricing.calibration.published.rows import Published, published
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.unit_costs.quote import unit_costs
from pricing.validation.scores import markdown
from pricing.validation.texts import told


class Seen(Published, frozen=True, kw_only=True):
    """A published throughput of requests with images.

    ttft_seconds: to the first token in the mean; vision_tokens: of a request, as its source counts.
    """

    id: str
    model: str
    device: str = field(name="deployment.device")
    device_count: int = field(name="deployment.device_count")
    in_flight: int = field(name="load.concurrency")
    images: int = field(name="load.images")
    output_tokens: float = field(name="load.output_tokens")
    tokens_per_second: float = field(name="output_tokens_per_second")
    ttft_seconds: float
    vision_tokens: float


class Answered(Struct, frozen=True):
    """A published row, and what is answered of it."""

    row: Seen
    tokens_per_second: float
    ttft_seconds: float
    vision_tokens: float

    @property
    def error_log(self) -> float:
        """Answered over published throughput [logarithm]."""
        return log(self.tokens_per_second / self.row.tokens_per_second)

    @property
    def missing_seconds(self) -> float:
        """What a request took longer than answered, for each of its images [seconds]."""
        row = self.row
        slower = 1.0 / row.tokens_per_second - 1.0 / self.tokens_per_second
        return row.output_tokens * slower / row.images


@cache
def seen() -> Sequence[Seen]:
    """Every published row."""
    return published("images", Seen)


def answered(library: Library, row: Seen) -> Answered:
    """What a release answers. Raises a Refusal."""
    answer = unit_costs(row.question, library)
    found, images = answer.performance, answer.images
    if images is None or found.output_tokens_per_second is None:
        raise TypeError(row.id)
    return Answered(
        row,
        found.output_tokens_per_second,
        found.ttft_seconds or 0.0,
        images.tokens_per_image * row.images,
    )


def images_page(catalog: Catalog) -> list[str]:
    """The section on requests with images."""
    library = Library([catalog])
    found = [answered(library, row) for row in seen()]
    groups = {
        "one request": [one for one in found if one.row.in_flight == 1],
        "100 requests": [one for one in found if one.row.in_flight > 1],
    }
    errors = {
        name: f"{exp(median(abs(one.error_log) for one in group)) - 1.0:.0%}"
        for name, group in groups.items()
    }
    return [
        "## Requests with images",
        told(
            "images.introduction",
            rows=len(found),
            one=errors["one request"],
            many=errors["100 requests"],
        ),
        _table(found),
    ]


def _table(found: Sequence[Answered]) -> str:
    lines = [
        [
            one.row.id,
            one.row.model,
            f"{one.row.device_count} × {one.row.device}",
            str(one.row.in_flight),
            *(f"{tokens:,.0f}" for tokens in (one.row.vision_tokens, one.vision_tokens)),
            *(f"{speed:,.0f}" for speed in (one.row.tokens_per_second, one.tokens_per_second)),
            f"{1000.0 * one.missing_seconds:.0f} ms" if one.row.in_flight > 1 else "",
            *(f"{seconds:.2f} s" for seconds in (one.row.ttft_seconds, one.ttft_seconds)),
        ]
        for one in found
    ]
    heads = (
        *("row", "model", "device", "in flight", "image tokens", "answered", "tokens a second"),
        *("answered", "missing an image", "first token", "answered"),
    )
    return markdown("lllrrrrrrrr", heads, lines)
