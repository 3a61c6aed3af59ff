"""What the service is measured against: a Litestar handler that decodes and encodes, no more.

`python -m bench.bare serve` serves it just as `python -m service serve` serves the service. It
reads the same query and answers with an answer of the same shape and size, made once.
"""

import sys

from litestar import Litestar, get, post

from bench.questions import UNIT_COSTS
from pricing.catalog.library import Library
from pricing.quotes.answers import UnitCostAnswer
from pricing.quotes.inference import unit_costs
from pricing.quotes.queries import UnitCostQuery
from service import app, cli
from service.settings import Settings


def create_app(_settings: Settings, library: Library) -> Litestar:
    """The bare application."""
    answer = unit_costs(UNIT_COSTS[0], library)

    @post("/v1/inference/unit-costs", status_code=200)
    async def echo(data: UnitCostQuery) -> UnitCostAnswer:  # noqa: ARG001 - decoding it is the work
        return answer

    @get("/health/ready")
    async def ready() -> None:
        return None

    return Litestar([echo, ready], openapi_config=None, logging_config=None)


if __name__ == "__main__":
    app.create_app = create_app  # type: ignore[assignment]
    sys.exit(cli.main())
