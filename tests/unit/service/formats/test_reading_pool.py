"""Tables from strangers end their reader at most."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import polars as pl
import pytest

from pricing.errors import InvalidQuery
from service.execution.worker_pool import Abandoned
from service.formats import reading_pool
from service.formats.reading_pool import ReadingPool
from service.http.problems import Refused
from tests.hostile import (
    ARROW,
    CSV,
    NDJSON,
    PARQUET,
    arrow,
    corpus,
    mutations,
    parquet,
)

MEBIBYTE = 1 << 20
FRAME = pl.DataFrame({"model": ["llama-3.1-8b", None], "load.concurrency": [1.0, 2.0]})


@pytest.fixture(scope="module")
def pool() -> ReadingPool:
    return ReadingPool(memory_bytes=512 * MEBIBYTE, seconds=10)


@pytest.mark.parametrize(("body", "media"), [(arrow(FRAME), ARROW), (parquet(FRAME), PARQUET)])
def test_table_is_read_as_it_is(pool: ReadingPool, body: bytes, media: str) -> None:
    assert pool.read_table(body, media, limit=2).equals(FRAME)


def test_refusals_of_the_reader_come_through(pool: ReadingPool) -> None:
    with pytest.raises(InvalidQuery) as too_many:
        pool.read_table(parquet(FRAME), PARQUET, limit=1)
    with pytest.raises(Refused) as malformed:
        pool.read_table(b"", CSV, limit=1)

    assert (too_many.value.field, malformed.value.kind) == ("axes", "malformed-table")


def test_hostile_tables_are_refused_and_the_next_is_read(pool: ReadingPool) -> None:
    answers = {}
    for hostile in corpus(cell_bytes=30_000_000):
        packed_limit = 1 << 28 if hostile.encoding == "gzip" else None
        with pytest.raises((Refused, InvalidQuery)) as refused:
            pool.read_table(hostile.body, hostile.media, limit=1_000_000, packed_limit=packed_limit)
        answers[hostile.name] = getattr(refused.value, "kind", "")
        assert pool.read_table(parquet(FRAME), PARQUET, limit=2).equals(FRAME)

    assert set(answers.values()) <= {"malformed-table", "invalid-query"}


def test_mutations_are_read_or_refused(pool: ReadingPool) -> None:
    kinds = set()
    for hostile in mutations(60):
        try:
            pool.read_table(hostile.body, hostile.media, limit=1_000)
            kinds.add("read")
        except (Refused, InvalidQuery) as refused:
            kinds.add(refused.kind)

    assert {"read", "malformed-table"} <= kinds <= {"read", "malformed-table", "invalid-query"}


def test_table_that_takes_too_long_is_refused() -> None:
    pool = ReadingPool(seconds=1)
    lines = b'{"load.concurrency":1}\n' * 5_000_000

    with pytest.raises(Refused, match="within 1 seconds"):
        pool.read_table(lines, NDJSON, limit=5_000_000)


def test_table_that_nobody_waits_for_is_given_up(
    pool: ReadingPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leave() -> None:
        raise Abandoned

    lines = b'{"load.concurrency":1}\n' * 500_000
    monkeypatch.setattr(reading_pool, "checkpoint", leave)
    with pytest.raises(Abandoned):
        pool.read_table(lines, NDJSON, limit=500_000)
    monkeypatch.undo()

    assert pool.read_table(parquet(FRAME), PARQUET, limit=2).equals(FRAME)


def test_threads_read_at_the_same_time(pool: ReadingPool) -> None:
    with ThreadPoolExecutor(4) as threads:
        read = threads.map(lambda _: pool.read_table(parquet(FRAME), PARQUET, limit=2), range(12))

        assert all(table.equals(FRAME) for table in read)


def test_process_gets_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, Any] = {}

    def started(_arguments: Any, **named: Any) -> Any:
        given.update(named["env"])
        raise OSError

    monkeypatch.setenv("UNITCOST_REDIS_URL", "redis://:secret@nowhere")
    monkeypatch.setattr("subprocess.Popen", started)
    with pytest.raises(Refused) as refused:
        ReadingPool().read_table(parquet(FRAME), PARQUET, limit=2)

    assert refused.value.kind == "overloaded"
    assert [name for name in given if name.startswith("UNITCOST")] == []
