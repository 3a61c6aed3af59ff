"""Neighbours on arrays are those of the point quote."""

import math

import numpy as np
import pytest

from pricing.catalog.library import Library
from pricing.performance.evidence import kernel_of, neighbourhood_of, summed, weights_of
from pricing.quotes.sweeps.deployments import Deployment, deployments_of
from pricing.quotes.sweeps.neighbours import QUANTITIES, Neighbours, near
from pricing.quotes.sweeps.placements import Placement, placement_of

DEPLOYMENTS = [
    {"deployment.device": "h100-sxm-80gb", "deployment.precision": "fp8"},
    {"deployment.device": "mi300x", "deployment.engine": "vllm"},
    {"deployment.device": "l4", "deployment.precision": "int4"},
]


@pytest.fixture
def placements(library: Library) -> list[Placement]:
    found = []
    for values in DEPLOYMENTS:
        (deployment,) = deployments_of(library, [values | {"model": "llama-3.1-8b"}])
        assert isinstance(deployment, Deployment)
        assert deployment.workload is not None
        found += [placement_of(deployment.workload, count) for count in (1, 8)]
    return found


@pytest.mark.parametrize("quantity", QUANTITIES)
@pytest.mark.parametrize("own", [[5, 0, 3, 1, 2, 4], [0, 0, 0, 0, 0, 0]])
def test_neighbours_say_what_they_say_of_one_question(
    placements: list[Placement], quantity: str, own: list[int]
) -> None:
    kernel = kernel_of(placements[0].workload.catalog)
    placements = placements[: max(own) + 1]
    concurrency = np.array([1.0, 8.0, 64.0, 256.0, 1024.0, 1.0])
    load = {"input_tokens": 1024.0, "output_tokens": 200.0}
    found = near(
        kernel, Neighbours.of(placements, np.array(own)), quantity, concurrency=concurrency, **load
    )
    cases, count = QUANTITIES[quantity]
    for row, place in enumerate(own):
        placement = placements[place]
        neighbourhood = neighbourhood_of(
            placement.workload.setup, placement.device_count, known=cases, near_count=count
        )
        weights = weights_of(
            kernel,
            neighbourhood,
            batch_log=math.log2(concurrency[row]),
            input_log=math.log(1024.0 + 50.0),
            output_log=math.log(200.0),
        )
        sums = summed(weights, neighbourhood.residuals)
        assert [
            found.sums.weight[row],
            found.sums.drift[row],
            found.sums.square[row],
            found.nearest_weight[row],
        ] == pytest.approx([sums.weight, sums.drift, sums.square, max(weights)], rel=1e-10)
