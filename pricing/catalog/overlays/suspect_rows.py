"""Rows of an overlay that cannot be meant: misspelt names, and more than a device can do."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches

import polars as pl

from pricing.releases.manifest import Release
from pricing.releases.sheet import Sheet

LIKE_A_KEY, LIKE_A_FAMILY = 0.94, 0.85
"""How like a known name another one is that is taken for a slip of the pen."""

FLOPS_PER_PARAMETER = 2.0
"""Floating-point operations of a token for each parameter that it passes."""

PEAKS = tuple(
    f"{name}_teraflops" for name in ("fp32", "fp16", "bf16", "fp8", "fp4", "int8", "int4")
)


def check_meant(overlay: Release, base: Release) -> None:
    """Refuse the first row of an overlay that is a slip. Raises BadRow.

    A key of an assumption or a family of a device is one that differs from a known one by a letter
    or so. A throughput is one if the parameters alone need more arithmetic than all devices do at
    their highest peak: 2 · N · rate > n · peak.
    """
    _check_names(overlay, base, "devices", "family", LIKE_A_FAMILY)
    _check_names(overlay, base, "assumptions", "key", LIKE_A_KEY)
    _check_throughputs(overlay.sheets)


def _own(sheet: Sheet) -> Iterator[int]:
    """The rows of the overlay; none of a table that is the base's."""
    if sheet.own is not None:
        yield from (int(row) for row in sheet.own.arg_true())


def _check_names(overlay: Release, base: Release, table: str, column: str, like: float) -> None:
    sheet = overlay.sheets[table]
    known = set(base.sheets[table].frame[column].drop_nulls())
    for row in _own(sheet):
        name = sheet.frame[column][row]
        if name is None or name in known or _is_of_something(overlay, name):
            continue
        near = get_close_matches(name, known, n=3, cutoff=like)
        if near:
            reason = (
                f"{column} {name!r} is in no other row: write {near[0]}, or a name less like it"
            )
            sheet.refuse(row, reason, nearest=near)


def _is_of_something(overlay: Release, key: str) -> bool:
    """Whether a key is that of a device, a model or a family by its last part."""
    of, _, last = key.rpartition(".")
    devices, models = overlay.sheets["devices"].frame, overlay.sheets["models"].frame
    return bool(of) and any(
        last in set(names) for names in (devices["device"], devices["family"], models["model"])
    )


def _check_throughputs(sheets: Mapping[str, Sheet]) -> None:
    sheet = sheets["measurements"]
    if sheet.own is None:
        return
    peaks = sheets["devices"].frame.select("device", peak=pl.max_horizontal(*PEAKS) * 1e12)
    passed = sheets["models"].frame.select(
        "model",
        passed=pl.col("active_parameters") - pl.col("lookup_parameters").fill_null(0.0),
    )
    rows = sheet.frame.with_row_index("row").join(peaks, on="device", how="left")
    ratio = (
        FLOPS_PER_PARAMETER
        * pl.col("passed")
        * pl.col("output_tokens_per_second")
        / (pl.col("peak") * pl.col("device_count"))
    )
    rows = rows.join(passed, on="model", how="left").filter(sheet.own).select("row", ratio=ratio)
    for row, times in rows.sort("row").filter(pl.col("ratio") > 1.0).rows():
        told = sheet.frame.row(row, named=True)
        sheet.refuse(
            row,
            f"output_tokens_per_second {told['output_tokens_per_second']:g} takes"
            f" {times:.3g} times the arithmetic of {told['device_count']:g} × {told['device']}:"
            " give tokens a second of all devices together",
        )
