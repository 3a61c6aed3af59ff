from collections.abc import Callable
from math import exp, log
from statistics import fmean

import numpy as np
import pytest
from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.catalog.variants import varied
from pricing.numerics.structs import Column
from pricing.training.features import RunFeatures, run_features
from pricing.training.mfu import mfu_of, mfus_of, run_mfus
from pricing.training.mfu_trend import trend_mfu, trend_of

PAIR = ("fp8", "bf16")


def run_of(
    library: Library, *, parameters: float = 7e10, count: int = 64, arithmetic: str = "bf16"
) -> RunFeatures:
    """A dense run on H100s, in its steady state."""
    return run_features(
        library.newest.devices["h100-sxm-80gb"],
        kind="steady",
        series="llama-3.1",
        parameters=parameters,
        active_parameters=parameters,
        expert_parameters=0.0,
        expert_intermediate_size=1.0,
        state_bytes=16.0 * parameters,
        arithmetic=arithmetic,
        sequence_length=8192,
        device_count=count,
        recompute="none",
    )


@pytest.mark.parametrize(("parameters", "count"), [(7e10, 64), (4e11, 16384)])
def test_bills_of_more_hours_than_the_steady_state_are_as_published(
    library: Library, parameters: float, count: int
) -> None:
    run = run_of(library, parameters=parameters, count=count)
    apart = [mfu_of(library.newest, replace(run, kind=kind)) for kind in ("steady", "billed")]

    assert apart[0].fraction > apart[1].fraction
    assert list(run_mfus(library.newest, run)) == apart


def test_no_bill_is_of_fewer_hours_than_the_steady_state(library: Library) -> None:
    """Small models on eight devices were billed for less than what is known of steady runs says."""
    run = run_of(library, parameters=8e8, count=8)
    apart = [mfu_of(library.newest, replace(run, kind=kind)) for kind in ("steady", "billed")]
    steady, billed = run_mfus(library.newest, run)

    assert apart[0].fraction < apart[1].fraction
    weights = [log(mfu.band_ratio) ** -2.0 for mfu in apart]
    mean = exp(fmean([log(mfu.fraction) for mfu in apart], weights))
    assert [steady.fraction, billed.fraction] == pytest.approx([mean, mean], rel=1e-12)
    assert [steady.band_ratio, billed.band_ratio] == [mfu.band_ratio for mfu in apart]


def test_adapter_is_billed_for_its_steady_state(library: Library) -> None:
    steady, billed = run_mfus(library.newest, replace(run_of(library), kind="adapter"))

    assert billed == steady


def test_many_runs_have_the_mfu_of_each(library: Library) -> None:
    catalog = library.newest
    one = run_of(library)
    runs = [
        replace(one, count_log=count, room_fraction=room)
        for count, room in ((4.0, 0.3), (7.0, 0.9), (13.0, 0.99))
    ]
    runs += [replace(one, kind="adapter"), run_of(library, parameters=8e8, count=8)]
    found: Column = np.array(mfus_of(catalog, runs))
    alone = [[[mfu.fraction, mfu.band_ratio] for mfu in run_mfus(catalog, run)] for run in runs]

    assert found == pytest.approx(np.transpose(alone, (1, 2, 0)), rel=1e-13)


@pytest.mark.parametrize(
    ("count", "left"), [(64, 1 - 16 * 70 / (64 * 85.9)), (8192, 0.9984), (16, 0.3)]
)
def test_room_is_what_the_states_leave_of_all_memory(
    library: Library, count: int, left: float
) -> None:
    assert run_of(library, count=count).room_fraction == pytest.approx(left, rel=1e-3)


def test_the_trend_of_a_release_and_its_variants_is_made_once(library: Library) -> None:
    variant = varied(library.newest, "adapters.rank", 8.0)

    assert trend_of(variant) is trend_of(library.newest)


def test_run_that_fills_its_memory_is_slower(library: Library) -> None:
    trend = trend_of(library.newest)
    roomy = run_of(library)
    full = replace(roomy, room_fraction=roomy.room_fraction / 2.0)

    assert 0.85 < trend_mfu(trend, full) / trend_mfu(trend, roomy) < 0.95


def test_bill_loses_to_other_nodes_alone(library: Library) -> None:
    trend = trend_of(library.newest)
    lost = []
    for count in (8, 64, 4096):
        steady = run_of(library, parameters=1e9, count=count)
        billed = trend_mfu(trend, replace(steady, kind="billed")) / trend_mfu(trend, steady)
        lost.append(1.0 - billed)

    assert lost[0] == 0.0
    assert 0.1 < lost[1] < lost[2] < 0.2


def gain(library: Library, run: Callable[..., RunFeatures], **shape: float) -> float:
    """What a run reaches of its peak in eight bits, over what it does in sixteen."""
    trend = trend_of(library.newest)
    narrow, wide = (trend_mfu(trend, run(library, arithmetic=bits, **shape)) for bits in PAIR)
    return float(narrow / wide)


def test_eight_bits_gain_most_in_large_models(library: Library) -> None:
    least, more, most = (gain(library, run_of, parameters=size) for size in (1e9, 1e10, 4e11))

    assert least < more < most < 1.0


def mixture_of(library: Library, *, width: float, arithmetic: str = "bf16") -> RunFeatures:
    """A mixture that passes as many parameters as the dense run, nearly all in experts."""
    return run_features(
        library.newest.devices["h100-sxm-80gb"],
        kind="steady",
        series="mixture",
        parameters=7e11,
        active_parameters=7e10,
        expert_parameters=6.3e10,
        expert_intermediate_size=width,
        state_bytes=16.0 * 7e10,
        arithmetic=arithmetic,
        sequence_length=8192,
        device_count=64,
        recompute="none",
    )


def test_tokens_travel_to_their_experts_while_nothing_is_computed(library: Library) -> None:
    catalog = library.newest
    trend, device = trend_of(catalog), catalog.devices["h100-sxm-80gb"]
    dense, narrow = run_of(library), mixture_of(library, width=768.0)

    travelling = 0.9 * device.flops_per_second["bf16"] / device.bytes_per_second / 768.0
    lost = 1.0 + catalog.constants["any", "training", "any", "routing_ratio"] * travelling

    assert narrow.routing == pytest.approx(travelling)
    assert dense.routing == 0.0
    ratio = trend_mfu(trend, narrow) / trend_mfu(trend, dense)
    assert ratio == pytest.approx(trend.mixture_ratio / lost)


def test_narrow_experts_gain_least_of_eight_bits(library: Library) -> None:
    least, more, most = (gain(library, mixture_of, width=width) for width in (768, 2048, 14336))

    assert least < more < most
