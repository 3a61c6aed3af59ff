"""Neighbours on arrays are those of the point quote."""

import math

import numpy as np
import pytest

from pricing.catalog.library import Library
from pricing.evidence.correction import kernel_of, neighbourhood_of, point_of, weighed
from pricing.evidence.neighbours import QUANTITIES, Asked, Neighbours
from pricing.numerics.number import Number
from pricing.serving.replica import Request
from pricing.sweeps.deployments import Deployment, deployments_of
from pricing.sweeps.layouts import Chosen
from pricing.sweeps.placements import Placement, placement_of

DEPLOYMENTS = [
    {"deployment.device": "h100-sxm-80gb", "deployment.precision": "fp8"},
    {"deployment.device": "mi300x", "deployment.engine": "vllm"},
    {"deployment.device": "l4", "deployment.precision": "int4"},
    {"deployment.device": "rtx-a6000"},
    {"deployment.device": "rtx-a6000", "deployment.engine": "llama.cpp"},
]

REQUEST = Request(
    input_tokens=1024.0,
    output_tokens=200.0,
    pass_tokens=1024.0,
    kv_bytes=1.0,
    window_kv_bytes=0.0,
    last_kv_bytes=1.0,
    last_window_kv_bytes=0.0,
    kv_seconds=0.0,
    window_kv_seconds=0.0,
    state_seconds=0.0,
    prefill_seconds_per_token=0.0,
    decode_seconds_per_token=0.0,
)
"""Of its lengths alone do neighbours know."""


def replicas(size: Number, concurrency: Number) -> Chosen:
    return Chosen(size=size, held=concurrency, concurrency=concurrency, fits=True)


def placements_of(library: Library, *, device_count: int, size: int | None) -> list[Placement]:
    """One of each deployment; size: devices of a replica, None where that is left open."""
    found = []
    for values in DEPLOYMENTS:
        asked = values | {"model": "llama-3.1-8b", "deployment.tensor_parallel": size}
        (deployment,) = deployments_of(library, [asked])
        assert isinstance(deployment, Deployment)
        assert deployment.workload is not None
        found.append(placement_of(deployment.workload, device_count))
    return found


@pytest.mark.parametrize("quantity", QUANTITIES)
@pytest.mark.parametrize("own", [[2, 0, 1, 3, 4, 0], [0, 0, 0, 0, 0, 0]])
@pytest.mark.parametrize(("device_count", "size"), [(1, None), (8, None), (8, 4)])
def test_neighbours_say_what_they_say_of_one_question(
    library: Library, quantity: str, own: list[int], device_count: int, size: int | None
) -> None:
    placements = placements_of(library, device_count=device_count, size=size)[: max(own) + 1]
    kernel = kernel_of(library.newest)
    sizes = placements[0].sizes
    chosen = [sizes[row % len(sizes)] for row in range(len(own))]
    concurrency = np.array([1.0, 8.0, 64.0, 256.0, 1024.0, 1.0])
    found = Asked.of(
        kernel,
        Neighbours.of(placements, np.array(own), tuple(map(float, sizes))),
        REQUEST,
        replicas(np.array(chosen, dtype=float), concurrency),
    ).near(quantity)
    cases, count = QUANTITIES[quantity]
    for row, place in enumerate(own):
        neighbourhood = neighbourhood_of(
            placements[place].workload.setup, chosen[row], known=cases, near_count=count
        )
        point = point_of(
            kernel,
            batch_log=math.log2(concurrency[row]),
            input_log=math.log(1024.0 + 50.0),
            output_log=math.log(200.0),
        )
        asked = weighed(neighbourhood, point)
        sums = asked.sums
        assert [
            found.sums.weight[row],
            found.sums.drift[row],
            found.sums.square[row],
            found.nearest_weight[row],
        ] == pytest.approx([sums.weight, sums.drift, sums.square, max(asked.weights)], rel=1e-10)


@pytest.mark.parametrize("size", [1.0, 8.0])
def test_one_question_needs_no_arrays(library: Library, size: float) -> None:
    placements = placements_of(library, device_count=8, size=None)[:1]
    neighbours = Neighbours.of(placements, np.zeros(3, dtype=int), (1.0, 2.0, 4.0, 8.0))
    kernel = kernel_of(library.newest)
    alone = Asked.of(kernel, neighbours, REQUEST, replicas(size, 8.0)).near("throughput")
    array = Asked.of(kernel, neighbours, REQUEST, replicas(np.full(3, size), 8.0)).near(
        "throughput"
    )

    assert np.ndim(alone.sums.drift) == 0
    assert array.sums.drift == pytest.approx(np.full(3, alone.sums.drift))
