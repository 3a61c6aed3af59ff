"""A better device that comes out slower is told beside its figures."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.comparisons.comparison import comparison
from pricing.comparisons.query import ComparisonQuery, Vary
from pricing.comparisons.reversals import is_no_worse, reversals
from pricing.unit_costs.query import Load


def row(device: str, tokens: float, **changed: Any) -> dict[str, Any]:
    return {
        "device": device,
        "device_count": 4,
        "precision": "fp8",
        "engine": None,
        "output_tokens_per_second": tokens,
    } | changed


@pytest.mark.parametrize(
    ("device", "other", "expected"),
    [
        ("h200-sxm-141gb", "h100-sxm-80gb", True),
        ("mi325x", "mi300x", True),
        ("h100-sxm-80gb", "h200-sxm-141gb", False),
        ("h200-sxm-141gb", "h200-sxm-141gb", False),
        ("b200-sxm", "mi300x", False),
    ],
)
def test_better_devices_are_known_by_their_datasheets(
    library: Library, device: str, other: str, *, expected: bool
) -> None:
    devices = library.newest.devices

    assert is_no_worse(devices[device], devices[other]) is expected


@pytest.mark.parametrize(
    ("changed", "count"),
    [({}, 1), ({"device_count": 8}, 0), ({"output_tokens_per_second": 99.0}, 0)],
)
def test_better_device_that_is_slower_is_told(
    library: Library, changed: dict[str, Any], count: int
) -> None:
    rows = [row("mi300x", 100.0), row("mi325x", 80.0, **changed)]
    devices = library.newest.devices

    assert len(list(reversals(rows[1], rows, devices))) == count
    assert list(reversals(rows[0], rows, devices)) == []


def test_candidates_carry_what_is_told_of_them(library: Library) -> None:
    query = ComparisonQuery(
        model="llama-3.3-70b",
        vary=Vary(devices=("mi300x", "mi325x"), device_counts=(4,), precisions=("fp8",)),
        load=Load(input_tokens=1000.0, output_tokens=1000.0, concurrency=1.0),
        workload="batch",
        price_basis="any",
    )

    found = {one["device"]: one for one in comparison(query, library).candidates}

    slower = found["mi325x"]["output_tokens_per_second"]
    assert slower < found["mi300x"]["output_tokens_per_second"]
    assert any(
        "comes out slower than as many mi300x" in text for text in found["mi325x"]["warnings"]
    )
