import pytest
from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.performance.mfu import mfus_of, run_mfus
from pricing.performance.run_features import run_features


def test_many_runs_have_the_mfu_of_each(library: Library) -> None:
    catalog = library.newest
    one = run_features(
        catalog.devices["h100-sxm-80gb"],
        kind="steady",
        series="llama-3.1",
        parameters=7e10,
        active_parameters=7e10,
        arithmetic="bf16",
        sequence_length=8192,
        device_count=64,
        recompute="none",
    )
    runs = [replace(one, count_log=float(count)) for count in (4, 7, 13)]
    runs.append(replace(one, kind="adapter"))
    found = [number for run in mfus_of(catalog, runs) for pair in run for number in pair]
    alone = [
        number
        for run in runs
        for mfu in run_mfus(catalog, run)
        for number in (mfu.fraction, mfu.band_ratio)
    ]

    assert found == pytest.approx(alone, rel=1e-13)
