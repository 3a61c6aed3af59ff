from typing import Literal

SpeculationText = Literal["chat", "code", "math", "summary"]

SPECULATION_TEXT_VALUES: set[SpeculationText] = {
    "chat",
    "code",
    "math",
    "summary",
}


def check_speculation_text(value: str) -> SpeculationText:
    if value in SPECULATION_TEXT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {SPECULATION_TEXT_VALUES!r}")
