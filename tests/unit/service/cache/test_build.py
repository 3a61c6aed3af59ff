"""A build is told from another of the same version."""

from pathlib import Path

import pytest

from pricing.catalog.library import Library
from pricing.unit_costs.query import Deployment, UnitCostQuery
from service.cache import keys
from service.cache.build import build_digest, digest_of_code
from service.cache.keys import key_of
from service.http.response import JSON


@pytest.fixture
def room(tmp_path: Path) -> Path:
    (tmp_path / "within").mkdir()
    (tmp_path / "one.py").write_text("x = 1\n")
    (tmp_path / "within" / "two.py").write_text("y = 2\n")
    return tmp_path


def test_digest_is_of_the_contents(room: Path) -> None:
    before = digest_of_code((room,))
    (room / "notes.txt").write_text("no code")
    assert digest_of_code((room,)) == before

    (room / "within" / "two.py").write_text("y = 3\n")
    changed = digest_of_code((room,))
    (room / "within" / "two.py").rename(room / "two.py")

    assert len({before, changed, digest_of_code((room,))}) == 3


def test_another_build_has_other_keys(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    query = UnitCostQuery(model="llama-3.1-8b", deployment=Deployment(device="h100-sxm-80gb"))
    ours = key_of("quote", JSON, query, library)
    monkeypatch.setattr(keys, "build_digest", lambda: "0" * 64)

    assert len(build_digest()) == 64
    assert key_of("quote", JSON, query, library) != ours
