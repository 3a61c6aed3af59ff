"""Reading: tables of scenarios as callers send them."""

from collections.abc import Callable
from io import BytesIO

import polars as pl

from service.forms import kinds as forms
from service.problems import Refused

MEDIA: dict[str, Callable[[bytes], pl.DataFrame]] = {
    forms.CSV.media: lambda body: pl.read_csv(BytesIO(body), infer_schema=False),
    forms.NDJSON.media: lambda body: pl.read_ndjson(BytesIO(body), infer_schema_length=None),
    forms.ARROW.media: lambda body: pl.read_ipc_stream(BytesIO(body)),
    forms.PARQUET.media: lambda body: pl.read_parquet(BytesIO(body)),
}
"""How a body of each media type is read. Cells of CSV are text: what they must be, their column
says."""


def read_table(body: bytes, media: str) -> pl.DataFrame:
    """A table. Raises Refused for a body that is none, or has columns that are no cells."""
    try:
        frame = MEDIA[media](body)
    except (pl.exceptions.PolarsError, OSError, ValueError) as error:
        raise Refused("malformed-table", str(error).splitlines()[0][:300]) from error
    nested = [name for name, kind in frame.schema.items() if kind.is_nested()]
    if nested:
        raise Refused(
            "malformed-table",
            "every column holds plain values, under the dotted name of a field",
            field=nested[0][:100],
        )
    dated = [name for name, kind in frame.schema.items() if kind.is_temporal()]
    return frame.with_columns(pl.col(dated).dt.strftime("%Y-%m-%d")) if dated else frame
