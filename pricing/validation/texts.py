"""The prose of the page, which stands in `texts.toml` by section."""

import tomllib
from pathlib import Path
from typing import Any

PROSE = Path(__file__).with_suffix(".toml")

_SECTIONS = tomllib.loads(PROSE.read_text(encoding="utf-8"))


def told(name: str, /, **figures: Any) -> str:
    """A text by its section and name, with figures in the place of what stands in braces."""
    section, _, own = name.partition(".")
    text: str = _SECTIONS[section][own]
    return text.format(**figures)
