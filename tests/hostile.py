"""What ends or holds up whoever takes it: bombs, lies about lengths, nests, long searches.

    python -m tests.hostile DIRECTORY

writes the tables, to be tried by hand.
"""

import gzip
import io
import random
import struct
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

CSV, NDJSON = "text/csv", "application/x-ndjson"
ARROW, PARQUET = "application/vnd.apache.arrow.stream", "application/vnd.apache.parquet"

ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
NESTED_LEVELS = 60


class Hostile(NamedTuple):
    """A body, and the headers that it is sent with."""

    name: str
    body: bytes
    media: str
    encoding: str = "identity"


def parquet(frame: pl.DataFrame) -> bytes:
    """The bytes of a Parquet file."""
    file = io.BytesIO()
    frame.write_parquet(file, compression="zstd", statistics=False)
    return file.getvalue()


def arrow(frame: pl.DataFrame) -> bytes:
    """The bytes of an Arrow stream."""
    file = io.BytesIO()
    frame.write_ipc_stream(file, compression="zstd")
    return file.getvalue()


def repeated_cells(cell_bytes: int, rows: int) -> pl.DataFrame:
    """One long text in many rows, which a dictionary keeps once."""
    return pl.DataFrame({"model": pl.repeat("0" * cell_bytes, rows, eager=True)})


def impossible_length() -> bytes:
    """A compressed buffer that says it holds 2⁵² bytes."""
    values = [float(row) if row % 2 else None for row in range(64)]
    body = bytearray(arrow(pl.DataFrame({"load.concurrency": values})))
    struct.pack_into("<q", body, body.find(ZSTD_MAGIC) - 8, 1 << 52)
    return bytes(body)


def nested() -> bytes:
    """A cell within many lists."""
    column = pl.Series("model", [1])
    for _ in range(NESTED_LEVELS):
        column = column.implode()
    return parquet(pl.DataFrame([column]))


def malformed_footer() -> bytes:
    """A Parquet file whose footer is as long as it says, and holds nothing."""
    return b"PAR1" + bytes(400) + struct.pack("<I", 400) + b"PAR1"


def corpus(cell_bytes: int = 200_000_000) -> Iterator[Hostile]:
    """One of each kind. cell_bytes: of a long text; bombs hold several times as much."""
    long = b"0" * cell_bytes
    lines = b"".join(b'{"c%d":1}\n' % (line % 900) for line in range(cell_bytes // 500))
    yield Hostile("a length of 2^52 bytes", impossible_length(), ARROW)
    yield Hostile("a long cell in Parquet", parquet(repeated_cells(cell_bytes, 1)), PARQUET)
    yield Hostile(
        "a dictionary in Parquet", parquet(repeated_cells(cell_bytes // 200, 2_000)), PARQUET
    )
    yield Hostile("a long cell in Arrow", arrow(repeated_cells(cell_bytes, 1)), ARROW)
    yield Hostile("a cell in sixty lists", nested(), PARQUET)
    yield Hostile("a footer of zeros", malformed_footer(), PARQUET)
    yield Hostile("a long cell in CSV", gzip.compress(b"model\n" + long, 1), CSV, "gzip")
    yield Hostile("a name a line in NDJSON", gzip.compress(lines, 1), NDJSON, "gzip")


def mutations(count: int, seed: int = 1) -> Iterator[Hostile]:
    """Valid tables with a few bytes changed, cut out or put in."""
    rng = random.Random(seed)  # noqa: S311 - the same mutations each time
    frame = pl.DataFrame(
        {
            "model": ["llama-3.1-8b", None, "llama-3.1-70b"] * 20,
            "load.concurrency": [float(row) for row in range(60)],
            "deployment.device_count": [row % 8 + 1 for row in range(60)],
        }
    )
    makers: dict[str, Callable[[pl.DataFrame], bytes]] = {PARQUET: parquet, ARROW: arrow}
    valid = {media: make(frame) for media, make in makers.items()}
    for place in range(count):
        media = rng.choice(list(valid))
        body = bytearray(valid[media])
        for _ in range(rng.randint(1, 8)):
            at = rng.randrange(len(body))
            change = rng.random()
            if change < 0.7:
                body[at] = rng.choice([0, 1, 0x7F, 0x80, 0xFF, rng.randrange(256)])
            elif change < 0.85:
                del body[at : at + rng.randint(1, 8)]
            else:
                body[at:at] = rng.randbytes(rng.randint(1, 8))
        yield Hostile(f"mutation {place}", bytes(body), media)


LONG_SEARCH_COUNTS = (967_680, 665_280, 982_800, 831_600)
"""Device counts with as many divisors as there are."""


def long_search(device_count: int | None) -> dict[str, Any]:
    """A training run with layouts by the million, of which none fits."""
    return {
        "model": {
            "parameters": 1e13,
            "layers": 840,
            "hidden_size": 65536,
            "heads": 5040,
            "kv_heads": 5040,
            "experts": 55440,
            "experts_per_token": 1,
            "routed_expert_parameters": 5e12,
        },
        "tokens": 1e12,
        "sequence_length": 100_000_000,
        "flash_attention": False,
        "deployment": {
            "device": "trainium3",
            "device_count": device_count,
            "layout": {"micro_batch_sequences": 1000},
        },
    }


def main() -> None:
    """Write the corpus into a directory."""
    directory = Path(sys.argv[1])
    directory.mkdir(parents=True, exist_ok=True)
    for hostile in corpus():
        (directory / hostile.name.replace(" ", "_")).write_bytes(hostile.body)


if __name__ == "__main__":
    main()
