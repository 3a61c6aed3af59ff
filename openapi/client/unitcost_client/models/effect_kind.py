from typing import Literal, cast

EffectKind = Literal["energy", "mix", "other", "price", "several", "throughput", "use", "work"]

EFFECT_KIND_VALUES: set[EffectKind] = {
    "energy",
    "mix",
    "other",
    "price",
    "several",
    "throughput",
    "use",
    "work",
}


def check_effect_kind(value: str) -> EffectKind:
    """The value, although it may be one that a newer service has added."""
    return cast(EffectKind, value)
