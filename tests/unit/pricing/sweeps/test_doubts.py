from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.sweeps.query import SweepQuery
from pricing.sweeps.sweep import Sweep, sweep_of
from service.formats.media import JSON, TEXT
from service.operations.sweep_request import SweepRequest

BASE: dict[str, Any] = {"model": "llama-3.1-8b", "deployment": {"device": "h100-sxm-80gb"}}
PRICE = "purchase.usd_per_device_hour"


@pytest.mark.parametrize(
    ("base", "axes", "read"),
    [
        ({"facility": {"pue_ratio": 4.0}}, {"load.concurrency": (1.0,)}, ["facility.pue_ratio"]),
        ({}, {PRICE: (2.0, 6.88, 55.04)}, [PRICE]),
        ({}, {PRICE: (0.001, 55.04)}, [PRICE, PRICE]),
        ({}, {PRICE: (2.0, 6.88)}, []),
        ({}, {"slo.tpot_seconds": (0.02, None, 20.0)}, ["slo.tpot_seconds"]),
        ({}, {"deployment.device": ("l4",), PRICE: (55.04,)}, []),
    ],
)
def test_sweep_warns_of_values_that_look_off_by_a_unit(
    library: Library, base: dict[str, Any], axes: dict[str, Any], read: list[str]
) -> None:
    doubts = sweep(base, axes).doubts(library)

    assert [doubt.partition(" of ")[0] for doubt in doubts] == read
    assert all(" is read as " in doubt for doubt in doubts)


def test_table_of_scenarios_is_warned_of_as_axes_are(library: Library) -> None:
    table = SweepQuery(base=BASE, scenarios=({PRICE: 55.04}, {PRICE: None}))

    assert sweep_of(table).doubts(library) == sweep({}, {PRICE: (55.04, 2.0)}).doubts(library)


def test_doubts_stand_in_the_answer_and_in_the_sentence(library: Library) -> None:
    query = SweepQuery(base=BASE, axes={PRICE: (55.04,)}, columns=("usd_per_request",))
    request = SweepRequest(query, sweep_of(query))
    (doubt,) = request.sweep.doubts(library)

    assert request.answer(library).warnings == (doubt,)
    assert doubt in b"".join(request.written(library, JSON)).decode()
    assert f" Note: {doubt}." in b"".join(request.written(library, TEXT)).decode()


def sweep(base: dict[str, Any], axes: dict[str, Any]) -> Sweep:
    own = {**BASE, **base}
    if "deployment.device" in axes:
        del own["deployment"]
    return sweep_of(SweepQuery(base=own, axes=axes))
