from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from pricing.catalog.library import Library
from pricing.importers.importing import import_files
from pricing.importers.report import Report

SAMPLES = Path(__file__).parent / "samples"
DAY = date(2026, 9, 1)

Import = Callable[..., Report]


@pytest.fixture
def overlay(tmp_path: Path) -> Path:
    """An overlay without rows."""
    into = tmp_path / "acme"
    into.mkdir()
    says = 'name = "acme"\nbase = "2026-07-31"\nknown_by = 2026-08-01\n'
    (into / "overlay.toml").write_text(says)
    return into


@pytest.fixture
def importing(overlay: Path, library: Library) -> Import:
    """Imports samples of a format, or files, on a day."""

    def run(kind: str, *files: str | Path, **more: object) -> Report:
        paths = [SAMPLES / one if isinstance(one, str) else one for one in files]
        return import_files(kind, paths, overlay, library, today=DAY, **more)  # type: ignore[arg-type]

    return run
