"""Neighbours of rows are those of each row alone, however many neighbourhoods they have."""

import numpy as np
import pytest

from pricing.catalog.library import Library
from pricing.evidence.features import Setup
from pricing.evidence.kernel import kernel_of, lengths_of
from pricing.evidence.neighbours import SLICES, Quantity, neighbourhoods_of
from pricing.evidence.weights import NeighbourTable, PointEvidence, RowEvidence

DEPLOYMENTS = [
    ("h100-sxm-80gb", "fp8", None),
    ("mi300x", "fp8", "vllm"),
    ("l4", "int4", None),
    ("rtx-a6000", "fp16", None),
    ("rtx-a6000", "q4_0", "llama.cpp"),
]

LOADS = np.array([1.0, 8.0, 64.0, 256.0, 1024.0, 1.0])


def setups(library: Library) -> list[Setup]:
    catalog = library.newest
    model = catalog.models["llama-3.1-8b"]
    return [
        Setup(catalog, catalog.devices[device], model, precision, engine)
        for device, precision, engine in DEPLOYMENTS
    ]


@pytest.mark.parametrize("quantity", SLICES)
@pytest.mark.parametrize("own", [[2, 0, 1, 3, 4, 0], [0, 0, 0, 0, 0, 0]])
@pytest.mark.parametrize("sizes", [(1,), (1, 2, 4, 8), (4,)])
def test_neighbours_say_what_they_say_of_one_question(
    library: Library, quantity: Quantity, own: list[int], sizes: tuple[int, ...]
) -> None:
    known = setups(library)[: max(own) + 1]
    near = neighbourhoods_of([(setup, size) for setup in known for size in sizes])
    places = np.arange(len(own)) % len(sizes)
    rows = RowEvidence(
        NeighbourTable(near, len(sizes)),
        np.array(own) if len(known) > 1 else 0,
        lengths_of(kernel_of(library.newest), 1024.0, 200.0),
    )
    found = rows.at(places, np.array(sizes)[places], LOADS).near(quantity)
    alone = [
        PointEvidence.of(known[place], 1024.0, 200.0)
        .at(0, sizes[at % len(sizes)], LOADS[at])
        .near(quantity)
        for at, place in enumerate(own)
    ]

    assert found.sums.weight == pytest.approx([one.sums.weight for one in alone], rel=1e-10)
    assert found.sums.drift == pytest.approx([one.sums.drift for one in alone], rel=1e-10)
    assert found.sums.square == pytest.approx([one.sums.square for one in alone], rel=1e-10)
    assert found.nearest_weight == pytest.approx([one.nearest_weight for one in alone], rel=1e-10)


@pytest.mark.parametrize("place", [0, 3])
def test_rows_that_are_all_alike_are_one_question(library: Library, place: int) -> None:
    sizes = (1, 2, 4, 8)
    setup = setups(library)[0]
    near = neighbourhoods_of([(setup, size) for size in sizes])
    lengths = lengths_of(kernel_of(library.newest), 1024.0, 200.0)
    rows = RowEvidence(NeighbourTable(near, len(sizes)), 0, lengths)
    alone = PointEvidence.of(setup, 1024.0, 200.0)

    assert rows.highest_ratio(place, 0.0) == alone.highest_ratio(place, sizes[place])
    assert rows.at(place, 0.0, 8.0).sums("ttft").drift == pytest.approx(
        alone.at(place, sizes[place], 8.0).sums("ttft").drift
    )
