from typing import Literal

RunLayoutRecompute = Literal["full", "none", "selective"]

RUN_LAYOUT_RECOMPUTE_VALUES: set[RunLayoutRecompute] = {
    "full",
    "none",
    "selective",
}


def check_run_layout_recompute(value: str) -> RunLayoutRecompute:
    if value in RUN_LAYOUT_RECOMPUTE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RUN_LAYOUT_RECOMPUTE_VALUES!r}")
