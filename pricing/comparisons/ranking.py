"""Rankings: what candidates are ranked by, with output tokens and without."""

from typing import NamedTuple

from pricing.comparisons.query import ComparisonQuery
from pricing.errors import InvalidQuery
from pricing.serving.layout import Demand
from pricing.serving.passes.reading import writes_nothing


class Ranking(NamedTuple):
    """What candidates are ranked by where nobody says, and what else their fronts are of."""

    objective: str
    latency: str
    energy: str


WRITTEN = Ranking("usd_per_million_output_tokens", "tpot_seconds", "joules_per_output_token")
READ = Ranking("usd_per_million_input_tokens", "ttft_seconds", "joules_per_request")
"""Of requests with output tokens, and of those without."""

OF_OUTPUT = frozenset({*WRITTEN, "grams_co2e_per_million_output_tokens"})
"""The objectives that requests without output tokens do not have."""

OF_DOCUMENTS = frozenset({"usd_per_document"})
"""Those that only requests without output tokens have."""


OF_IMAGES = frozenset({"usd_per_image"})
"""Those that only requests with images have."""


OF_LATENCY = frozenset({"tpot_seconds", "ttft_seconds"})
"""Those that hang on how many requests a candidate has in flight."""


OF_FULLEST = (
    "each candidate has as many requests in flight as its objectives allow, and its speed is"
    " theirs: give load.concurrency to rank devices by how fast they are"
)


def notes_of(query: ComparisonQuery, ranking: Ranking) -> tuple[str, ...]:
    """What has to be said of a ranking: that a speed is that of the fullest batch, if it is."""
    load = query.load
    if ranking.objective not in OF_LATENCY or load.concurrency or load.requests_per_second:
        return ()
    return (OF_FULLEST,)


def ranking_of(query: ComparisonQuery, demand: Demand) -> Ranking:
    """What candidates are ranked by. Raises InvalidQuery for what they do not have."""
    reads, asked = writes_nothing(demand.output_tokens), query.objective
    if reads and asked in OF_OUTPUT:
        raise InvalidQuery(
            f"load.output_tokens is 0, and no candidate has {asked}: rank by what is read",
            field="objective",
            nearest=["usd_per_million_input_tokens", "usd_per_document", "ttft_seconds"],
        )
    if asked in OF_DOCUMENTS and not reads:
        raise InvalidQuery(
            f"{asked} is of requests that are only read: give load.output_tokens 0",
            field="objective",
            nearest=["usd_per_request", "usd_per_million_tokens"],
        )
    if asked in OF_IMAGES and not demand.images.count:
        raise InvalidQuery(
            f"{asked} is of requests that bring images: give load.images and their size",
            field="objective",
            nearest=["usd_per_request", "usd_per_million_tokens"],
        )
    usual = READ if reads else WRITTEN
    return usual._replace(objective=asked or usual.objective)
