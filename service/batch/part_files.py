"""A directory of parts: the question, and the answer as a series of Parquet files.

`_manifest.json` holds the question and the tables that answer it. `_scenarios.arrow` holds a table
of scenarios, `part-00000.parquet` and so on hold the rows, and `_part-00000.parquet.sha256` the
digest of a part. Files are renamed when they are complete: a file with the name and the digest of a
part is a whole part. Readers of partitioned data sets skip names that begin with `_` or a point.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from uuid import uuid4

import msgspec
import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from pricing import ENGINE_VERSION
from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.sweeps.query import SweepQuery
from service.batch.atomic_file import UNFINISHED, atomic_file
from service.batch.errors import BatchError
from service.batch.partition import MOST_PARTS, PartitionedSweep
from service.cache.build import build_digest
from service.formats.readers import digest_of

MANIFEST = "_manifest.json"
SCENARIOS = "_scenarios.arrow"
PARTS = "*.parquet"

DIGEST = "unitcost_manifest_digest"
"""The key in a part's metadata for the digest of its manifest."""

OUT = "--out"


class Part(Struct, frozen=True, kw_only=True):
    """One file of the answer."""

    name: str
    row_count: int


class Manifest(Struct, frozen=True, kw_only=True):
    """The question of a directory. Everything but `is_complete` decides the rows."""

    query: SweepQuery
    table_digest: str | None
    question_digest: str
    part_rows: int
    engine_version: str
    build_digest: str
    catalog: str
    tables_digest: str
    row_count: int
    columns: tuple[str, ...]
    parts: tuple[Part, ...]
    is_complete: bool = False

    @classmethod
    def of(cls, question: PartitionedSweep, library: Library) -> "Manifest":
        """The manifest of a question to these releases. Raises a Refusal."""
        sweep = question.whole()
        table = None if question.table is None else digest_of(question.table)
        asked = msgspec.json.encode((question.query, table))
        counts = question.row_counts
        if not counts:
            raise InvalidQuery("the table of scenarios has no rows", field="--table")
        if len(counts) > MOST_PARTS:
            raise InvalidQuery(
                f"{len(counts):,} parts are more than {MOST_PARTS:,}: raise --part-rows",
                field="--part-rows",
            )
        return cls(
            query=question.query,
            table_digest=table,
            question_digest=hashlib.sha256(asked).hexdigest(),
            part_rows=question.part_rows,
            engine_version=ENGINE_VERSION,
            build_digest=build_digest(),
            catalog=library.get(sweep.base.get("catalog")).name,
            tables_digest=library.digest,
            row_count=sweep.count,
            columns=sweep.columns,
            parts=tuple(
                Part(name=f"part-{index:05}.parquet", row_count=count)
                for index, count in enumerate(counts)
            ),
        )

    def digest(self) -> str:
        """sha256 over everything that decides the rows."""
        decided = msgspec.json.encode(replace(self, is_complete=False))
        return hashlib.sha256(decided).hexdigest()

    def differences(self, other: "Manifest") -> Iterator[str]:
        """What differs in another manifest, in words."""
        if self.question_digest != other.question_digest:
            yield "another question"
        if self.part_rows != other.part_rows:
            yield f"parts of {self.part_rows:,} rows"
        if self.engine_version != other.engine_version:
            yield f"unitcost {self.engine_version}"
        elif self.build_digest != other.build_digest:
            yield f"another build of unitcost {self.engine_version}"
        if self.tables_digest != other.tables_digest:
            yield f"other tables (the newest then was {self.catalog})"


class PartDirectory:
    """A directory of parts, complete or not."""

    def __init__(self, path: Path, manifest: Manifest, run: str = "") -> None:
        """run: which of the runs that fill it this is part of; left out, a new one."""
        self.path = path
        self.manifest = manifest
        self.run = run or uuid4().hex

    @classmethod
    def of(cls, path: Path, question: PartitionedSweep, library: Library) -> "PartDirectory":
        """The directory of a question: a new one, or as an earlier run left it.

        Raises InvalidQuery for a directory that holds anything else.
        """
        directory = cls(path, Manifest.of(question, library))
        try:
            path.mkdir(parents=True, exist_ok=True)
            known = _manifest_in(path)
            if known is None:
                directory._begin(question)
        except OSError as error:
            raise InvalidQuery(f"{path}: {error.strerror}", field=OUT) from error
        if known is not None and known.digest() != directory.digest:
            held = ", ".join(known.differences(directory.manifest)) or "another sweep"
            raise InvalidQuery(
                f"{path} holds {held}: name another directory, or delete this one", field=OUT
            )
        return directory

    @cached_property
    def digest(self) -> str:
        """sha256 over everything that decides the rows."""
        return self.manifest.digest()

    @classmethod
    def found(cls, path: Path, run: str) -> "PartDirectory":
        """A directory that exists. Raises BatchError where there is none."""
        manifest = _manifest_in(path)
        if manifest is None:
            raise BatchError(
                f"{path / MANIFEST} is missing here: all machines must share the directory"
            )
        return cls(path, manifest, run)

    @cached_property
    def question(self) -> PartitionedSweep:
        """The question, as the manifest holds it."""
        table = None
        if self.manifest.table_digest is not None:
            table = pl.read_ipc(self.path / SCENARIOS)
        return PartitionedSweep(self.manifest.query, table, self.manifest.part_rows)

    def missing(self) -> list[int]:
        """The parts that are missing, or belong to another answer."""
        return [index for index in range(len(self.manifest.parts)) if not self.has(index)]

    def has(self, index: int) -> bool:
        """Whether a part is there and undamaged, by its own metadata and its digest."""
        part = self.manifest.parts[index]
        path = self.path / part.name
        try:
            marked = pl.read_parquet_metadata(path).get(DIGEST)
            count = pl.scan_parquet(path).select(pl.len()).collect().item()
            is_undamaged = _digest_of(path) == _digest_path(path).read_text().strip()
        except (OSError, pl.exceptions.PolarsError):
            return False
        return is_undamaged and marked == self.digest and count == part.row_count

    def work_out(self, index: int, library: Library) -> None:
        """Compute one part and write it."""
        part = self.manifest.parts[index]
        with atomic_file(self.path / part.name, f"{self.run}.") as path:
            rows = pl.concat(self.question.rows_of(index, library))
            if rows.height != part.row_count:
                raise BatchError(f"{part.name} has {rows.height} rows, not {part.row_count}")
            with _told(part.name):
                rows.write_parquet(path, metadata={DIGEST: self.digest})
            with atomic_file(_digest_path(self.path / part.name), f"{self.run}.") as beside:
                beside.write_text(f"{_digest_of(path)}\n")

    def given_up(self, index: int) -> int:
        """How often this run began a part and was killed."""
        name = self.manifest.parts[index].name
        return sum(1 for _ in self.path.glob(f".{name}.{self.run}*{UNFINISHED}"))

    def finish(self) -> None:
        """Check that exactly these parts are there, and mark the manifest as complete."""
        names = {part.name for part in self.manifest.parts}
        foreign = sorted(path.name for path in self.path.glob(PARTS) if path.name not in names)
        if foreign:
            raise BatchError(
                f"{self.path / foreign[0]} does not belong to this sweep: move it away"
            )
        missing = self.missing()
        if missing:
            raise BatchError(
                f"{len(missing):,} of {len(names):,} parts are missing, the first of them"
                f" {self.manifest.parts[missing[0]].name}: run the command again to continue"
            )
        self.mark(is_complete=True)
        for path in self.path.glob(f".*{UNFINISHED}"):
            path.unlink(missing_ok=True)

    def _begin(self, question: PartitionedSweep) -> None:
        others = [
            path.name
            for path in self.path.iterdir()
            if path.name != SCENARIOS and path.suffix != UNFINISHED
        ]
        if others:
            raise InvalidQuery(
                f"{self.path} holds {min(others)} and no {MANIFEST}: name an empty directory",
                field=OUT,
            )
        if question.table is not None:
            with atomic_file(self.path / SCENARIOS, f"{self.run}.") as path, _told(SCENARIOS):
                question.table.write_ipc(path)
        self.mark(is_complete=False)

    def mark(self, *, is_complete: bool) -> None:
        """Write into the manifest whether every part is there."""
        manifest = replace(self.manifest, is_complete=is_complete)
        with atomic_file(self.path / MANIFEST, f"{self.run}.") as path:
            encoded = msgspec.json.encode(manifest)
            path.write_bytes(msgspec.json.format(encoded, indent=1) + b"\n")


@contextmanager
def _told(name: str) -> Iterator[None]:
    """Raise BatchError where polars cannot write: its errors name no file."""
    try:
        yield
    except (OSError, pl.exceptions.PolarsError) as error:
        reason = str(error).rpartition(": ")[2]
        raise BatchError(f"{name} cannot be written: {reason}") from error


def _digest_path(part: Path) -> Path:
    """The file with the digest of a part."""
    return part.with_name(f"_{part.name}.sha256")


def _digest_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _manifest_in(path: Path) -> Manifest | None:
    try:
        return msgspec.json.decode((path / MANIFEST).read_bytes(), type=Manifest)
    except FileNotFoundError:
        return None
    except msgspec.DecodeError as error:
        raise BatchError(f"{path / MANIFEST}: {error}") from error
