"""Charges in the columns of FOCUS, written as a table."""

from collections.abc import Collection

import polars as pl

from service.formats.media import Format
from service.formats.selection import of_columns
from service.formats.tables import TableAnswer
from service.formats.writers import WRITERS
from service.sentences.sentence import Sentence


def written_charges(frame: pl.DataFrame, form: Format, names: Collection[str] = ()) -> bytes:
    """Charges in a format; names: the columns that are wanted, if not all.

    Refuses a name that no column has.
    """
    table = TableAnswer(
        schema=frame.schema,
        count=frame.height,
        frames=iter([frame]),
        sentence=lambda _: Sentence(f"{frame.height} charges"),
    )
    return b"".join(WRITERS[form](of_columns(table, names) if names else table))
