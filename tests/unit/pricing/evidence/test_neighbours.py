"""Neighbours of rows are those of each row alone, however many neighbourhoods they have."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.evidence.features import Setup, chips
from pricing.evidence.kernel import kernel_of, lengths_of
from pricing.evidence.neighbour_table import FEW_ROWS, NeighbourTable
from pricing.evidence.neighbours import OWN_ROWS, SLICES, Quantity, known_cases, neighbourhoods_of
from pricing.evidence.weights import PointEvidence, RowEvidence

DEPLOYMENTS = [
    ("h100-sxm-80gb", "fp8", None),
    ("mi300x", "fp8", "vllm"),
    ("l4", "int4", None),
    ("rtx-a6000", "fp16", None),
    ("rtx-a6000", "q4_0", "llama.cpp"),
    ("h800-sxm", "fp8", None),  # whose chip was measured as another device
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
@pytest.mark.parametrize("own", [[2, 0, 1, 3, 4, 5], [0, 0, 0, 0, 0, 0]])
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


def test_chip_is_of_devices_that_read_and_compute_as_fast(library: Library) -> None:
    known = chips(library.newest)

    assert known["b300-sxm"] == known["b200-sxm"]
    assert known["gb300"] == known["gb200"]
    assert known["h800-sxm"] == known["h100-sxm-80gb"]
    assert (
        len({known[name] for name in ("h100-sxm-80gb", "h200-sxm-141gb", "h20", "b200-sxm")}) == 4
    )


def test_first_tokens_know_no_output(library: Library) -> None:
    setup = setups(library)[0]
    short, long = (
        PointEvidence.of(setup, 1024.0, output).at(0, 1, 8.0) for output in (1.0, 2000.0)
    )

    assert short.sums("ttft").weight == pytest.approx(long.sums("ttft").weight, rel=1e-9)
    assert short.sums("throughput").weight != pytest.approx(
        long.sums("throughput").weight, rel=1e-3
    )


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


@pytest.mark.parametrize("is_alone", [True, False])
def test_row_of_an_overlay_counts_as_several(
    library: Library, tmp_path: Path, *, is_alone: bool
) -> None:
    catalog = library.newest
    overlay = tmp_path / "acme"
    overlay.mkdir()
    says = f'name = "acme"\nbase = "{catalog.name}"\nknown_by = 2026-08-01\n'
    (overlay / "overlay.toml").write_text(says)
    row = catalog.frames["measurements"].filter(pl.col("id") == "TRT17-107")
    row.write_csv(overlay / "measurements.csv")  # as it is, now the caller's own
    own = library.read(overlay)

    def weight(of: Catalog) -> float:
        model = of.models["llama-3.1-70b"]
        setup = Setup(of, of.devices["h100-sxm-80gb"], model, "fp8", "tensorrt")
        if is_alone:
            return float(
                PointEvidence.of(setup, 900.0, 900.0).at(0, 8, 64.0).sums("throughput").weight
            )
        table = NeighbourTable(neighbourhoods_of([(setup, 8)] * 9), 1)
        lengths = lengths_of(kernel_of(of), 900.0, 900.0)
        rows = RowEvidence(table, np.arange(9), lengths)
        loads = np.full(9, 64.0)
        return float(rows.at(np.zeros(9, int), 8.0, loads).sums("throughput").weight[4])

    known = known_cases(catalog, "throughput").cases
    place = next(at for at, case in enumerate(known) if case.measurement.id == "TRT17-107")
    setup = Setup(
        *(catalog, catalog.devices["h100-sxm-80gb"], catalog.models["llama-3.1-70b"]),
        *("fp8", "tensorrt"),
    )
    near = neighbourhoods_of([(setup, 8)])[0]
    at = list(near.cases[SLICES["throughput"]]).index(place)
    point = PointEvidence.of(setup, 900.0, 900.0).at(0, 8, 64.0)
    assert weight(own) - weight(catalog) == pytest.approx((OWN_ROWS - 1.0) * point.weights[at])


@pytest.mark.parametrize("quantity", SLICES)
def test_few_rows_weigh_as_many_do_to_the_last_digit(library: Library, quantity: Quantity) -> None:
    known = setups(library)
    near = neighbourhoods_of([(setup, size) for setup in known for size in (1, 2)])
    lengths = lengths_of(kernel_of(library.newest), 1024.0, 200.0)
    own = np.arange(FEW_ROWS + 1) % len(known)

    def found(rows: slice) -> list[list[float]]:
        evidence = RowEvidence(NeighbourTable(near, 2), own[rows], lengths)
        loads = np.arange(1.0, FEW_ROWS + 2.0)[rows]
        of_all = evidence.at(own[rows] % 2, np.ones(len(loads)), loads).near(quantity)
        sums = of_all.sums
        return [
            one.tolist() for one in (sums.weight, sums.drift, sums.square, of_all.nearest_weight)
        ]

    many = found(slice(None))
    for rows in (slice(0, 1), slice(3, 40)):
        assert found(rows) == [one[rows] for one in many]


def test_devices_that_nobody_measured_are_near_the_same_rows(library: Library) -> None:
    catalog = library.newest
    measured = {
        case.features.device for quantity in SLICES for case in known_cases(catalog, quantity).cases
    }
    others = [device for device in catalog.devices.values() if device.name not in measured]
    alike = {(one.architecture, one.family): one for one in others}
    one, other = next(
        (one, alike[one.architecture, one.family])
        for one in others
        if alike[one.architecture, one.family] is not one
    )
    model = catalog.models["llama-3.1-8b"]
    near = neighbourhoods_of(
        [(Setup(catalog, device, model, "fp8", None), 1) for device in (one, other)]
    )
    assert near[0] is near[1]
    measured_one = Setup(catalog, catalog.devices["h100-sxm-80gb"], model, "fp8", None)
    assert neighbourhoods_of([(measured_one, 1)])[0] is not near[0]


def test_an_engine_that_was_not_tuned_speaks_where_it_is_named(library: Library) -> None:
    """Whoever leaves the engine open takes one that serves well."""
    catalog = library.newest
    known = known_cases(catalog, "throughput")
    device, model = catalog.devices["mi300x"], catalog.models["deepseek-v3.1"]

    def untuned(engine: str | None) -> int:
        near = neighbourhoods_of([(Setup(catalog, device, model, "fp8", engine), 8)])[0]
        places = near.cases[SLICES["throughput"]]
        return int(known.are_untuned[places[places >= 0]].sum())

    assert (untuned(None), untuned("sglang") > 5) == (0, True)
