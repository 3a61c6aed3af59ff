"""A directory of parts goes on where it was left, and never with rows of something else."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import polars as pl
import pytest

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.sweeps.query import Range, SweepQuery
from service.batch import part_files
from service.batch.atomic_file import UNFINISHED
from service.batch.errors import BatchError
from service.batch.part_files import DIGEST, MANIFEST, PartDirectory
from service.batch.partition import MOST_PARTS, PartitionedSweep
from service.batch.ray_worker import TRIES, work_out
from service.batch.run import run_missing
from service.batch.runners import LocalRunner
from service.cli.main import main

QUERY = SweepQuery(
    base={"model": "llama-3.1-8b"},
    axes={"deployment.device": ("h100-sxm-80gb", "mi300x", "l4"), "load.concurrency": (1.0, 8.0)},
)
SECOND = "part-00001.parquet"


def directory_of(out: Path, library: Library, query: SweepQuery = QUERY) -> PartDirectory:
    return PartDirectory.of(out, PartitionedSweep(query, part_rows=2), library)


def is_complete(out: Path) -> bool:
    found: bool = msgspec.json.decode((out / MANIFEST).read_bytes())["is_complete"]
    return found


def failing(directory: PartDirectory, parts: Sequence[int]) -> Iterator[int]:  # noqa: ARG001
    raise BatchError("the power went")


def test_part_that_lacks_rows_is_worked_out_again(out: Path, library: Library) -> None:
    run_missing(directory_of(out, library), LocalRunner(library))
    whole = pl.read_parquet(out / SECOND)
    mark = {DIGEST: directory_of(out, library).digest}
    whole.head(1).write_parquet(out / SECOND, metadata=mark)

    assert run_missing(directory_of(out, library), LocalRunner(library)) == 1
    assert pl.read_parquet(out / SECOND).equals(whole)


@pytest.mark.parametrize("at", [10, -200])
def test_part_that_is_damaged_is_worked_out_again(out: Path, library: Library, at: int) -> None:
    run_missing(directory_of(out, library), LocalRunner(library))
    whole = (out / SECOND).read_bytes()
    damaged = bytearray(whole)
    damaged[at] ^= 0xFF
    (out / SECOND).write_bytes(damaged)

    assert run_missing(directory_of(out, library), LocalRunner(library)) == 1
    assert (out / SECOND).read_bytes() == whole


def test_directory_of_another_build_is_refused(
    out: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory_of(out, library)
    monkeypatch.setattr(part_files, "build_digest", lambda: "0" * 64)

    with pytest.raises(InvalidQuery, match="another build of unitcost"):
        directory_of(out, library)


def test_directory_of_other_older_releases_is_refused(out: Path, library: Library) -> None:
    """A row may name any of them."""
    directory_of(out, library)

    with pytest.raises(InvalidQuery, match="other tables"):
        directory_of(out, Library([library.newest]))


def test_manifest_says_that_parts_are_missing_until_they_are_there(
    out: Path, library: Library
) -> None:
    run_missing(directory_of(out, library), LocalRunner(library))
    (out / SECOND).unlink()
    before = is_complete(out)

    with pytest.raises(BatchError):
        run_missing(directory_of(out, library), failing)

    assert (before, is_complete(out)) == (True, False)
    run_missing(directory_of(out, library), LocalRunner(library))
    assert is_complete(out)


def test_what_a_run_left_unfinished_is_cleared_away(out: Path, library: Library) -> None:
    out.mkdir()
    left = [out / f".{name}.1{UNFINISHED}" for name in (MANIFEST, SECOND)]
    for path in left:
        path.touch()

    run_missing(directory_of(out, library), LocalRunner(library))

    assert [path.exists() for path in left] == [False, False]


def in_twice_as_many_parts(count: int) -> SweepQuery:
    """A sweep of so many loads on three devices, of which two are a part."""
    loads = Range(first=1.0, last=1e6, count=count)
    devices = ("l4", "t4", "mi300x")
    return SweepQuery(
        base=QUERY.base, axes={"load.concurrency": loads, "deployment.device": devices}
    )


def test_more_parts_than_may_be_are_refused(out: Path, library: Library) -> None:
    with pytest.raises(InvalidQuery, match="parts are more than") as refusal:
        directory_of(out, library, in_twice_as_many_parts(MOST_PARTS // 2 + 1))

    assert refusal.value.field == "--part-rows"
    assert not out.exists()


def test_as_many_parts_as_may_be_are_taken(out: Path, library: Library) -> None:
    directory = directory_of(out, library, in_twice_as_many_parts(MOST_PARTS // 2))

    assert len(directory.manifest.parts) == MOST_PARTS


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ("model\n", None, "the table of scenarios has no rows"),
        ("model\nllama-3.1-8b\n", "model\nllama-3.1-70b\n", "holds another question"),
    ],
)
def test_table_that_cannot_be_answered_here_is_refused(
    out: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    first: str,
    second: str | None,
    said: str,
) -> None:
    table = tmp_path / "asked.csv"
    statuses = []
    for text in filter(None, (first, second)):
        table.write_text(text)
        fields = ("deployment.device=l4", "--table", str(table), "--out", str(out))
        statuses.append(main(("sweep", *fields)))

    assert (statuses[-1], statuses.count(0)) == (2, len(statuses) - 1)
    assert said in capsys.readouterr().err


def test_axes_beside_scenarios_are_refused_in_parts_too(out: Path, library: Library) -> None:
    both = SweepQuery(base=QUERY.base, axes=QUERY.axes, scenarios=({"model": "llama-3.1-8b"},))

    with pytest.raises(InvalidQuery, match="not both"):
        directory_of(out, library, both)


def worked_out(directory: PartDirectory, **changed: str) -> list[str]:
    """What a worker says of the second part."""
    asked = {"path": str(directory.path), "run": directory.run, "digest": directory.digest}
    found: list[str] = work_out({"part": [1]}, **{**asked, **changed}, tables=())["problem"]
    return found


def test_worker_writes_the_part_that_it_is_given_once(out: Path, library: Library) -> None:
    directory = directory_of(out, library)
    written = []
    for _ in range(2):
        assert worked_out(directory) == [""]
        written.append((out / SECOND).stat().st_ino)

    assert written[0] == written[1]
    assert directory.missing() == [0, 2]


def test_worker_that_sees_another_directory_writes_nothing(out: Path, library: Library) -> None:
    directory = directory_of(out, library)

    (problem,) = worked_out(directory, digest="0" * 64)

    assert "holds another sweep" in problem
    assert not (out / SECOND).exists()


@pytest.mark.parametrize("name", ["build_digest", "tables_digest"])
def test_worker_of_another_build_or_tables_writes_nothing(
    out: Path, library: Library, name: str
) -> None:
    directory_of(out, library)
    manifest = msgspec.json.decode((out / MANIFEST).read_bytes())
    (out / MANIFEST).write_bytes(msgspec.json.encode({**manifest, name: "other"}))
    directory = PartDirectory.found(out, "run")

    (problem,) = worked_out(directory)

    assert "another build of unitcost, or other tables" in problem
    assert not (out / SECOND).exists()


@pytest.mark.parametrize(("lost", "is_given_up"), [(TRIES - 1, False), (TRIES, True)])
def test_part_whose_workers_are_lost_is_given_up(
    out: Path, library: Library, *, lost: int, is_given_up: bool
) -> None:
    directory = directory_of(out, library)
    for count in range(lost):
        (out / f".{SECOND}.{directory.run}.{count}{UNFINISHED}").touch()

    (problem,) = worked_out(directory)

    assert ("its worker was lost 3 times" in problem, directory.has(1)) == (
        is_given_up,
        not is_given_up,
    )
