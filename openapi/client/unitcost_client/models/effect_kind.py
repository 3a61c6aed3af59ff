from typing import Literal

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
    if value in EFFECT_KIND_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {EFFECT_KIND_VALUES!r}")
