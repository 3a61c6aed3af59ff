"""What a long collection has found alive is looked at once."""

import gc
from collections.abc import Iterator

import pytest

from service.execution import collection


@pytest.fixture(autouse=True)
def own() -> Iterator[None]:
    """Leave the collector as it was."""
    before = list(gc.callbacks)
    yield
    gc.callbacks[:] = before
    gc.unfreeze()


@pytest.mark.parametrize(("long_seconds", "is_kept"), [(0.0, True), (60.0, False)])
def test_what_is_found_in_a_long_collection_stays(
    monkeypatch: pytest.MonkeyPatch, long_seconds: float, *, is_kept: bool
) -> None:
    monkeypatch.setattr(collection, "LONG_SECONDS", long_seconds)
    collection.keep_pauses_short()
    before = gc.get_freeze_count()
    alive = [[number] for number in range(10_000)]
    gc.collect()

    assert (gc.get_freeze_count() - before >= len(alive)) == is_kept


def test_what_is_made_undisturbed_stays() -> None:
    before = gc.get_freeze_count()
    with collection.undisturbed():
        assert not gc.isenabled()
        alive = [[number] for number in range(10_000)]

    assert gc.isenabled()
    assert gc.get_freeze_count() - before >= len(alive)
