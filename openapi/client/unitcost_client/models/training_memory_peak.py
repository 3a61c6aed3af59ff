from typing import Literal

TrainingMemoryPeak = Literal["backward", "optimizer_step"]

TRAINING_MEMORY_PEAK_VALUES: set[TrainingMemoryPeak] = {
    "backward",
    "optimizer_step",
}


def check_training_memory_peak(value: str) -> TrainingMemoryPeak:
    if value in TRAINING_MEMORY_PEAK_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {TRAINING_MEMORY_PEAK_VALUES!r}")
