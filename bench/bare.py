"""What the service is measured against: a Litestar handler that decodes and encodes, no more.

`python -m bench.bare serve` serves it with uvicorn as it comes, on the same event loop and with
the same parser as the service. It reads the same query and answers with an answer of the same
shape and size, made once.
"""

import gc
import os

from litestar import Litestar, get, post
from uvicorn import Config, Server

from bench.questions import UNIT_COSTS
from pricing.catalog.library import Library
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.quote import unit_costs


def create_app(library: Library) -> Litestar:
    """The bare application."""
    answer = unit_costs(UNIT_COSTS[0], library)

    @post("/v1/inference/unit-costs", status_code=200)
    async def echo(data: UnitCostQuery) -> UnitCostAnswer:  # noqa: ARG001 - decoding it is the work
        return answer

    @get("/health/ready")
    async def ready() -> None:
        return None

    return Litestar([echo, ready], openapi_config=None, logging_config=None)


def main() -> None:
    """Serve until told to stop."""
    app = create_app(Library.load())
    gc.freeze()  # as the service does
    config = Config(
        app,
        host=os.environ["HOST"],
        port=int(os.environ["PORT"]),
        loop="uvloop",
        http="httptools",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
    )
    Server(config).run()


if __name__ == "__main__":
    main()
