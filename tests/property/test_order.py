"""Neighbouring questions are answered in the order that physics has, evidence or not.

Published rows contradict each other by a few percent, and a few by more: what is asked is that
hardly a pair is out of order, and none by much. See docs/adr/0006.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise, product
from math import log
from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost

DEVICES = ("a100-sxm-80gb", "h100-sxm-80gb", "h200-sxm-141gb", "b200-sxm")
"""Each at least as good as the one before, in every respect."""

OTHERS = ("mi300x", "l40s", "tpu-v6e", "rtx-4090")
MODELS = ("qwen3-8b", "llama-3.1-70b", "gpt-oss-120b", "mixtral-8x7b", "deepseek-r1")
PRECISIONS = ("bf16", "fp8")
COUNTS = (1, 2, 4, 8)
LOADS = (1.0, 16.0, 128.0, None)
INPUTS = (16000.0, 2000.0, 200.0)

SLIGHT_LOG = log(1.05)
"""What repeated measurements of one system differ by."""

LARGE_LOG = log(1.55)
"""What published rows differ by where they contradict the order: models on a B200 or H200 that
waits for its host (docs/validation.md)."""

SLIGHTLY_FRACTION = 0.035

Place = tuple[str, str, str, int, float | None, float]
Served = Mapping[Place, float]


def answered(library: Library) -> Served:
    """Output tokens per second, of all that can be answered."""
    found = {}
    for place in product(DEVICES + OTHERS, MODELS, PRECISIONS, COUNTS, LOADS, INPUTS):
        device, model, precision, count, concurrency, input_tokens = place
        asked: dict[str, Any] = {
            "model": model,
            "deployment.device": device,
            "deployment.precision": precision,
            "deployment.device_count": count,
            "load.concurrency": concurrency,
            "load.input_tokens": input_tokens,
            "load.output_tokens": 300.0,
            "purchase.usd_per_device_hour": 1.0,
        }
        try:
            tokens = unit_costs(unit_cost(asked), library).performance.output_tokens_per_second
        except Refusal:
            continue
        assert tokens is not None
        found[place] = tokens
    return found


def pairs(served: Served, axis: int, order: tuple[Any, ...]) -> Iterator[tuple[float, Place]]:
    """By how much each question serves less than its better neighbour on an axis [logarithm]."""
    for place in served:
        for worse, better in pairwise(order):
            other = (*place[:axis], better, *place[axis + 1 :])
            if place[axis] == worse and other in served:
                yield log(served[place] / served[other]), place


NEIGHBOURS: dict[str, tuple[int, tuple[Any, ...]]] = {
    "device": (0, DEVICES),
    "precision": (2, PRECISIONS),
    "count": (3, COUNTS),
    "concurrency": (4, LOADS[:-1]),
    "input": (5, INPUTS),
}
"""The place of each axis, and its values from worse to better."""


def test_better_neighbour_serves_no_less(library: Library, subtests: pytest.Subtests) -> None:
    served = answered(library)
    for name, (axis, order) in NEIGHBOURS.items():
        with subtests.test(name):
            found = list(pairs(served, axis, order))
            slightly = [(excess, place) for excess, place in found if excess > SLIGHT_LOG]

            assert len(found) > len(served) / 10
            assert len(slightly) <= SLIGHTLY_FRACTION * len(found), slightly
            assert [one for one in slightly if one[0] > LARGE_LOG] == []
