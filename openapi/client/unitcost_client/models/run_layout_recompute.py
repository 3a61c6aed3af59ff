from typing import Literal, cast

RunLayoutRecompute = Literal["full", "none", "selective"]

RUN_LAYOUT_RECOMPUTE_VALUES: set[RunLayoutRecompute] = {
    "full",
    "none",
    "selective",
}


def check_run_layout_recompute(value: str) -> RunLayoutRecompute:
    """The value, although it may be one that a newer service has added."""
    return cast(RunLayoutRecompute, value)
