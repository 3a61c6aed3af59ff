"""What published training runs have in common: MFU in the FLOPs that this service counts.

Sources count differently: 6·N a token and nothing else; attention over the whole square of a
sequence, which is twice what a causal mask leaves; recomputation besides. What does not depend on
counting is the rate in tokens, so every run goes by way of it.
"""

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pricing.calibration.predictions import run_question
from pricing.catalog.catalog import Catalog
from pricing.errors import CatalogError
from pricing.quote.context import QuoteContext
from pricing.releases.schema import TABLES
from pricing.releases.sheet import read_sheet
from pricing.run_costs.tasks.task import task_of
from pricing.units import FLOPS_PER_TERAFLOP, SECONDS_PER_HOUR

FULL_RECOMPUTE_RATIO = 4.0 / 3.0
"""Hardware over model FLOPs where the whole forward pass is done again."""

WEIGHT_FLOPS = 6.0
"""A parameter and token, forward and backward."""

DIGITS = 4


def comparable_mfus(catalog: Catalog) -> dict[str, float]:
    """The comparable MFU of every run that is said to be of a comparable kind [fraction]."""
    return {
        row["id"]: comparable_mfu_fraction(catalog, row)
        for row in catalog.frames["training_runs"].iter_rows(named=True)
        if row["comparable_kind"] and row["device"]
    }


def comparable_mfu_fraction(catalog: Catalog, row: Mapping[str, Any]) -> float:
    """The model FLOPs of a published run over the dense peak of its devices [fraction].

    MFU = r · f / P, r its tokens a second and device, f the FLOPs of a token as answers count
    them, P the peak of its arithmetic.

    Raises a Refusal where the run cannot be asked for, CatalogError where it prints no rate.
    """
    task = task_of(QuoteContext(catalog, None), run_question(row))
    flops_per_token, peak = task.flops / task.tokens.trained, task.number_format.flops_per_second
    rate = _printed_rate(row)
    if rate is None:
        attention = flops_per_token - WEIGHT_FLOPS * task.model.active_parameters
        rate = _printed_flops(row, peak) / _counted_flops(row, flops_per_token, attention)
    return round(rate * flops_per_token / peak, DIGITS)


def check_comparable(catalog: Catalog) -> None:
    """Raise CatalogError where the table says another MFU than its runs print."""
    found = comparable_mfus(catalog)
    rows = catalog.frames["training_runs"].select("id", "comparable_mfu_fraction").rows()
    other = [name for name, said in rows if said != found.get(name)]
    if other:
        raise CatalogError(
            f"comparable_mfu_fraction is not what these training runs print: {', '.join(other)};"
            " fill the table anew (--fill) and publish it"
        )


def fill_comparable(path: Path, catalog: Catalog) -> None:
    """Write the comparable MFU of every run into a table of training runs.

    catalog: a release with the devices and models of the runs.
    """
    sheet = read_sheet(TABLES["training_runs"], path.read_bytes(), file=str(path))
    found = comparable_mfus(Catalog(catalog.release.with_tables({"training_runs": sheet.frame})))
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        rows, names = list(reader), reader.fieldnames or ()
    for row in rows:
        row["comparable_mfu_fraction"] = str(found.get(row["id"], ""))
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=names, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def _printed_rate(row: Mapping[str, Any]) -> float | None:
    """Tokens a second and device: of a bill its hours say, else what is printed."""
    if row["comparable_kind"] != "billed" and row["tokens_per_second_per_device"] is not None:
        return float(row["tokens_per_second_per_device"])
    if row["tokens"] is None or row["device_hours"] is None:
        return None
    return float(row["tokens"] / (row["device_hours"] * SECONDS_PER_HOUR))


def _printed_flops(row: Mapping[str, Any], peak: float) -> float:
    """FLOPs a second and device, as the source counts them.

    Adapters are told by their rate alone: their sources do not say what they count.
    """
    if row["comparable_kind"] == "steady" and row["flops_convention"] is not None:
        if row["teraflops_per_device"] is not None:
            return float(row["teraflops_per_device"] * FLOPS_PER_TERAFLOP)
        if row["mfu_fraction"] is not None:
            return float(row["mfu_fraction"] * peak)
    raise CatalogError(
        f"training run {row['id']}: of comparable_kind {row['comparable_kind']}, it must print"
        " tokens_per_second_per_device, tokens and device_hours, or (steady) teraflops_per_device"
        " or mfu_fraction with its flops_convention"
    )


def _counted_flops(row: Mapping[str, Any], flops_per_token: float, attention: float) -> float:
    """What the source counts a token."""
    weights = WEIGHT_FLOPS * float(row["active_parameters"])
    square = weights + 2.0 * attention
    counted = {
        "model": flops_per_token,
        "weights": weights,
        "square": square,
        "hardware": FULL_RECOMPUTE_RATIO * square,
    }
    return counted[row["flops_convention"]]
