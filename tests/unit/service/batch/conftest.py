from pathlib import Path

import pytest

from pricing.catalog.library import Library


@pytest.fixture(autouse=True)
def _loaded(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """The releases are read once for all of these tests."""
    monkeypatch.setattr(Library, "load", lambda _directories=(): library)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "rows"
