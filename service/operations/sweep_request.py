"""A parsed sweep, which is counted, or written in a format batch by batch."""

from collections.abc import Iterator
from typing import Any

import msgspec
import polars as pl
from msgspec import Struct

from pricing.catalog.library import Library
from pricing.quote.answer import Provenance
from pricing.sweeps.answer import SweepAnswer
from pricing.sweeps.query import SweepQuery
from pricing.sweeps.sweep import Sweep
from service.execution.worker_pool import checkpoint
from service.formats import media as formats
from service.formats.readers import digest_of
from service.formats.tables import TableAnswer
from service.formats.writers import WRITERS, json_rows
from service.sentences.sentence import Sentence
from service.summaries.sweeps import sweep_summary

WITH_PROVENANCE = (formats.JSON, formats.XLSX, formats.TEXT)
"""The formats with a place for the provenance. The others have only rows."""


class SweepRequest(Struct, frozen=True):
    """A query, its sweep, and the table of scenarios that was sent with it."""

    query: SweepQuery
    sweep: Sweep
    table: pl.DataFrame | None = None

    def provenance(self, library: Library, form: formats.Format | None) -> Provenance | None:
        """The provenance of the answer, where the format has a place for it.

        Raises UnknownName where the release of all rows does not exist.
        """
        context = self.sweep.context(library)
        if context is None or form not in WITH_PROVENANCE:
            return None
        digest = None if self.table is None else digest_of(self.table)
        return context.provenance(self.query, table_digest=digest)

    def head(self, library: Library, provenance: Provenance | None) -> dict[str, Any]:
        """The fields before the rows of an answer in JSON."""
        doubts = self.sweep.doubts(library)
        return {
            "kind": self.sweep.kind,
            "row_count": self.sweep.count,
            "columns": self.sweep.columns,
            **({"warnings": doubts} if doubts else {}),
            "provenance": provenance,
        }

    def answer(self, library: Library) -> SweepAnswer:
        """The whole answer."""
        rows = (row for frame in self.sweep.rows(library) for row in frame.iter_rows(named=True))
        head = self.head(library, self.provenance(library, formats.JSON))
        return SweepAnswer(**head, rows=tuple(rows))

    def counted(self, library: Library) -> bytes:
        """The answer to a dry run, as JSON: everything but the rows."""
        head = self.head(library, self.provenance(library, formats.JSON))
        return msgspec.json.encode(SweepAnswer(**head, rows=()))

    def table_answer(
        self,
        library: Library,
        provenance: Provenance | None,
        frames: Iterator[pl.DataFrame] | None = None,
    ) -> TableAnswer:
        """The answer as a table that is computed while it is read; frames: of its rows."""
        doubts = self.sweep.doubts(library)
        return TableAnswer(
            schema=self.sweep.schema,
            count=self.sweep.count,
            frames=_cancellable(self.sweep.rows(library)) if frames is None else frames,
            sentence=lambda rows: Sentence(
                sweep_summary(self.sweep, provenance, rows, warnings=doubts).removesuffix(".")
            ),
            notes={
                **({"warnings": "; ".join(doubts)} if doubts else {}),
                **({} if provenance is None else msgspec.structs.asdict(provenance)),
                **{f"base.{name}": str(value) for name, value in self.sweep.base.items()},
            },
        )

    def written(self, library: Library, form: formats.Format) -> Iterator[bytes]:
        """The answer in a format, part by part. It ends where nobody waits for it."""
        provenance = self.provenance(library, form)
        table = self.table_answer(library, provenance)
        if form is formats.JSON:
            yield from json_rows(self.head(library, provenance), table)
        else:
            yield from WRITERS[form](table)


def _cancellable(frames: Iterator[pl.DataFrame]) -> Iterator[pl.DataFrame]:
    for frame in frames:
        checkpoint()
        yield frame
