"""Answers as frames of polars, where polars is installed."""

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl


def frame_of(content: bytes) -> "pl.DataFrame":
    """The frame in an Arrow stream. Raises ImportError where polars is not installed."""
    try:
        import polars as pl  # noqa: PLC0415 - an extra that may be missing
    except ImportError as error:
        raise ImportError(
            "to_polars() needs polars: pip install 'unitcost-client[polars]'"
        ) from error
    return pl.read_ipc_stream(io.BytesIO(content))


def joined(frames: "Sequence[pl.DataFrame]") -> "pl.DataFrame":
    """Pages under each other."""
    import polars as pl  # noqa: PLC0415 - as above

    return pl.concat(frames, how="diagonal_relaxed")
