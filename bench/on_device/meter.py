"""Seconds, watts and memory of work that a device repeats."""

import gc
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import torch

GIBI = 2.0**30
HAS_DEVICE = torch.cuda.is_available()
DEVICE = torch.device("cuda" if HAS_DEVICE else "cpu")
BFLOAT16: Any = torch.bfloat16


class Phase(NamedTuple):
    """The mean of calls that follow one another; watts: of the device, None where it tells none."""

    seconds: float
    watts: float | None
    calls: int


def wait() -> None:
    """Until the device is done."""
    if HAS_DEVICE:
        torch.cuda.synchronize()


def measured(call: Callable[[], Any], *, least_seconds: float, least_calls: int = 2) -> Phase:
    """A phase of calls, after one that warms up."""
    call()
    wait()
    energy, start, calls = _joules(), time.perf_counter(), 0
    while calls < least_calls or time.perf_counter() - start < least_seconds:
        call()
        wait()
        calls += 1
    seconds, after = time.perf_counter() - start, _joules()
    watts = None if energy is None or after is None else (after - energy) / seconds
    return Phase(seconds / calls, watts, calls)


def device_name() -> str:
    """As its driver names it."""
    return torch.cuda.get_device_name() if HAS_DEVICE else "cpu"


def peaks() -> dict[str, float]:
    """Memory since the last start [GiB]: of tensors, of torch's pools, and of the whole device."""
    if not HAS_DEVICE:
        return {"peak_memory_gib": 0.0, "reserved_gib": 0.0, "device_used_gib": 0.0}
    free, whole = torch.cuda.mem_get_info()
    return {
        "peak_memory_gib": round(torch.cuda.max_memory_allocated() / GIBI, 3),
        "reserved_gib": round(torch.cuda.max_memory_reserved() / GIBI, 3),
        "device_used_gib": round((whole - free) / GIBI, 3),
    }


def start_peaks() -> None:
    """Peaks count from here."""
    free()
    if HAS_DEVICE:
        torch.cuda.reset_peak_memory_stats()


def free() -> None:
    """Give back what torch's pools hold and nothing uses."""
    gc.collect()
    if HAS_DEVICE:
        torch.cuda.empty_cache()


def _joules() -> float | None:
    """That the device has taken since its driver was loaded."""
    if not HAS_DEVICE:
        return None
    import pynvml  # noqa: PLC0415 - without a device it is not needed

    try:
        pynvml.nvmlInit()
        handle = pynvml.nvmlDeviceGetHandleByIndex(torch.cuda.current_device())
        return float(pynvml.nvmlDeviceGetTotalEnergyConsumption(handle)) / 1e3
    except pynvml.NVMLError:
        return None
