"""Formulas do not care which unit their arguments come in, as long as it is one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.formulas import compute, interruption, memory, power, roofline
from tests.property.laws import law

factors = st.sampled_from([1 / 86_400, 1 / 3600, 1e-3, 60.0, 1000.0, 3600.0])
times = st.fixed_dictionaries(
    {
        "work_seconds": st.floats(1e3, 1e8),
        "interval_seconds": st.floats(10.0, 1e4),
        "checkpoint_seconds": st.floats(0.1, 500.0),
        "restart_seconds": st.floats(0.0, 5000.0),
        "mtbf_seconds": st.floats(2e3, 1e7),
    }
)
requests = st.fixed_dictionaries(
    {"prefill_seconds": st.floats(1e-4, 10.0), "step_seconds": st.floats(1e-4, 1.0)}
)
load = {"output_tokens": 200.0, "concurrency": 16.0}


@law
@given(times=times, factor=factors)
def test_wall_clock_is_the_same_in_hours_and_in_seconds(
    times: dict[str, float], factor: float
) -> None:
    scaled = {name: value * factor for name, value in times.items()}

    assert interruption.wall_clock_seconds(**scaled) == pytest.approx(
        factor * interruption.wall_clock_seconds(**times), rel=1e-12
    )


@law
@given(times=times, factor=factors)
def test_best_interval_is_the_same_in_hours_and_in_seconds(
    times: dict[str, float], factor: float
) -> None:
    plain = {name: times[name] for name in ("checkpoint_seconds", "mtbf_seconds")}
    scaled = {name: value * factor for name, value in plain.items()}

    assert interruption.best_interval_seconds(**scaled) == pytest.approx(
        factor * interruption.best_interval_seconds(**plain), rel=1e-11
    )


@law
@given(times=requests, factor=factors)
def test_request_rate_is_the_same_in_hours_and_in_seconds(
    times: dict[str, float], factor: float
) -> None:
    scaled = {name: value * factor for name, value in times.items()}

    assert factor * roofline.requests_per_second(**scaled, **load) == pytest.approx(
        roofline.requests_per_second(**times, **load), rel=1e-12
    )


@law
@given(size=st.floats(1e6, 1e12), speed=st.floats(1e9, 1e13), factor=factors)
def test_reading_takes_as_long_in_gigabytes_as_in_bytes(
    size: float, speed: float, factor: float
) -> None:
    assert roofline.memory_seconds(
        bytes_read=size * factor, bytes_per_second=speed * factor, mbu_fraction=0.7
    ) == pytest.approx(
        roofline.memory_seconds(bytes_read=size, bytes_per_second=speed, mbu_fraction=0.7),
        rel=1e-12,
    )


@law
@given(flops=st.floats(1e15, 1e26), peak=st.floats(1e12, 1e16), factor=factors)
def test_training_takes_as_long_in_teraflops_as_in_flops(
    flops: float, peak: float, factor: float
) -> None:
    assert compute.productive_device_hours(
        flops=flops * factor, flops_per_second=peak * factor, mfu_fraction=0.4
    ) == pytest.approx(
        compute.productive_device_hours(flops=flops, flops_per_second=peak, mfu_fraction=0.4),
        rel=1e-12,
    )


@law
@given(capacity=st.floats(1e10, 1e13), kv=st.floats(1e5, 1e9), factor=factors)
def test_as_many_requests_fit_in_gibibytes_as_in_bytes(
    capacity: float, kv: float, factor: float
) -> None:
    assert memory.concurrency_in_memory(
        cache_bytes=capacity * factor, kv_bytes_per_sequence=kv * factor
    ) == pytest.approx(
        memory.concurrency_in_memory(cache_bytes=capacity, kv_bytes_per_sequence=kv), rel=1e-12
    )


@law
@given(watts=st.floats(1.0, 1e6), hours=st.floats(0.01, 1e5), factor=factors)
def test_energy_is_the_same_over_one_long_time_and_over_its_parts(
    watts: float, hours: float, factor: float
) -> None:
    first = power.kilowatt_hours(watts=watts, hours=hours)
    second = power.kilowatt_hours(watts=watts, hours=hours * factor)

    assert power.kilowatt_hours(watts=watts, hours=hours * (1.0 + factor)) == pytest.approx(
        first + second, rel=1e-12
    )
