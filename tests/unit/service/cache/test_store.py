"""The store in memory holds no more than it may, and nothing for longer than it should."""

import asyncio

from hypothesis import given
from hypothesis.strategies import integers, lists, tuples

from service.cache.store import ENTRY_BYTES, MemoryStore

ROOM = 10_000


@given(writes=lists(tuples(integers(0, 20), integers(0, ROOM)), max_size=60))
def test_it_never_holds_more_than_it_may(writes: list[tuple[int, int]]) -> None:
    store = MemoryStore(ROOM)
    for key, size in writes:
        store.keep(str(key), bytes(size), 60, None)

        assert store.held_bytes <= ROOM


def test_what_is_kept_is_found() -> None:
    store = MemoryStore(ROOM)

    assert (store.keep("a", b"1", 60, None), asyncio.run(store.get("a"))) == (True, b"1")


def test_what_is_too_large_is_not_taken() -> None:
    assert MemoryStore(ROOM).keep("a", bytes(ROOM), 60, None) is False


def test_no_room_at_all_is_no_cache() -> None:
    assert MemoryStore(0).keep("a", b"", 60, None) is False


def test_the_one_used_longest_ago_leaves_first() -> None:
    store = MemoryStore(3 * (ENTRY_BYTES + 10))
    for key in "abc":
        store.keep(key, bytes(10), 60, None)
    asyncio.run(store.get("a"))
    store.keep("d", bytes(10), 60, None)

    assert [asyncio.run(store.get(key)) is None for key in "abcd"] == [False, True, False, False]


def test_what_has_expired_is_gone() -> None:
    now = 0.0
    store = MemoryStore(ROOM, clock=lambda: now)
    store.keep("a", b"1", 60, None)
    now = 60.0

    assert (asyncio.run(store.get("a")), store.held_bytes) == (None, 0)
