from typing import Literal, cast

TrainingMemoryPeak = Literal["backward", "optimizer_step"]

TRAINING_MEMORY_PEAK_VALUES: set[TrainingMemoryPeak] = {
    "backward",
    "optimizer_step",
}


def check_training_memory_peak(value: str) -> TrainingMemoryPeak:
    """The value, although it may be one that a newer service has added."""
    return cast(TrainingMemoryPeak, value)
