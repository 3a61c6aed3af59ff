from typing import Literal, cast

SpeculationText = Literal["chat", "code", "math", "summary"]

SPECULATION_TEXT_VALUES: set[SpeculationText] = {
    "chat",
    "code",
    "math",
    "summary",
}


def check_speculation_text(value: str) -> SpeculationText:
    """The value, although it may be one that a newer service has added."""
    return cast(SpeculationText, value)
