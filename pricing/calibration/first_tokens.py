"""First tokens: what prefills reach in families whose other rows hardly prefill."""

from collections import defaultdict
from statistics import median

from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Measurement
from pricing.performance.cases import layouts_for, question, sustained
from pricing.performance.constants import Constants


class FirstTokens(Struct, frozen=True):
    """What first tokens show of a family: the MFU of their prefills, and how many there are."""

    prefill_mfu_fraction: float
    count: int


def first_tokens_of(catalog: Catalog, constants: Constants) -> dict[str, FirstTokens]:
    """By family, for those of which no row that shows what a system sustains prints its input.

    m = m₀ · t_c / (T − t_m − t_o), the median of the rows

    T: the time to the first and only token of a request alone; t_c, t_m, t_o: what the roofline
    with these constants, and m₀ among them, spends of it on computing, reading and overhead
    [seconds].
    """
    shown = defaultdict(list)
    prefilling = set()
    for rows in catalog.measurements.values():
        for row in rows:
            family = catalog.devices[row.device].family
            if sustained(row) and (row.input_tokens or 0.0) > 1.0:
                prefilling.add(family)
            mfu_fraction = _shown(catalog, row, constants)
            if mfu_fraction is not None:
                shown[family].append(mfu_fraction)
    return {
        family: FirstTokens(median(found), len(found))
        for family, found in shown.items()
        if family not in prefilling
    }


def _shown(catalog: Catalog, row: Measurement, constants: Constants) -> float | None:
    """The MFU that a row shows; None of one with more than a first token."""
    if row.output_tokens != 1 or row.ttft_seconds is None or row.concurrency != 1:
        return None
    prepared = question(catalog, row, constants)
    layouts = layouts_for(catalog, prepared)[1] if prepared else []
    if not layouts:
        return None
    spent = layouts[0].speed.prefill
    left_seconds = row.ttft_seconds - float(spent.memory_seconds + spent.overhead_seconds)
    if left_seconds <= 0.0:
        return None
    return float(constants.prefill_mfu_fraction * spent.compute_seconds / left_seconds)
