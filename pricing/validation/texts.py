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


def reason_of(section: str, text: str, otherwise: str = "not known") -> str:
    """Why a row is off, by what stands in its source, its notes or its names."""
    known = _SECTIONS[section]["reasons"].items()
    return next((reason for part, reason in known if part in text), otherwise)
