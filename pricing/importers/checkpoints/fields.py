"""The fields of a `config.json`, in the spellings of its many families."""

from collections.abc import Mapping
from typing import Any

Config = Mapping[str, Any]

TEXT_PARTS = ("text_config", "llm_config", "language_config", "thinker_config", "talker_config")
TOWERS = ("vision_config", "audio_config", "vision_tower_config", "speech_config")


MOST_COUNT, MOST_LAYERS = 10**9, 10_000
"""More of anything, or of layers, is no model but a slip."""


class UnreadableError(ValueError):
    """Why a model is no row of the table."""


def text_of(config: Config) -> Config:
    """The part of a configuration that is of text, with what stands beside it below."""
    for name in TEXT_PARTS:
        part = config.get(name)
        if isinstance(part, Mapping):
            outer = {key: value for key, value in config.items() if not isinstance(value, Mapping)}
            return text_of({**outer, **part})
    return config


def value_of(config: Config, *names: str) -> Any:
    """The first of several spellings that has a value."""
    return next((config[name] for name in names if config.get(name) is not None), None)


def whole_of(config: Config, *names: str) -> int | None:
    """The first of several spellings that is a whole number from zero on.

    Of a list of equal numbers it is that number. Raises UnreadableError for other lists.
    """
    value = value_of(config, *names)
    if isinstance(value, list) and value:
        if len(set(map(str, value))) > 1:
            raise UnreadableError(f"its layers differ in {names[0]}, which no column tells")
        value = value[0]
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if not 0 <= value <= MOST_COUNT or value != int(value):
        raise UnreadableError(f"{names[0]} {value} is no count")
    return int(value)


def needed(config: Config, *names: str) -> int:
    """The same of a field without which a model is not known. Raises UnreadableError."""
    value = whole_of(config, *names)
    if not value:
        raise UnreadableError(f"it does not say {names[0]}")
    return value


def layers_of_text(config: Config) -> int:
    """How many layers the part of text has, 0 where that is not told. Raises UnreadableError."""
    layers = whole_of(text_of(config), "num_hidden_layers", "n_layer", "num_layers") or 0
    if layers > MOST_LAYERS:
        raise UnreadableError(f"num_hidden_layers {layers:,} is no count of layers")
    return layers
