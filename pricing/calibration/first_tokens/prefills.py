"""First tokens: what prefills reach where throughput says little of them.

They set the prefills of an engine on a family of devices where its other rows hardly prefill. They
say nothing of other engines: llama.cpp computes in integers, which on GeForce cards are faster than
the peak of 16 bits that others keep to.
"""

from collections import defaultdict
from statistics import median

from msgspec import Struct

from pricing.calibration.rows import rounded
from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Measurement
from pricing.evidence.questions import layouts_for, question, sustained
from pricing.releases.constants import Key
from pricing.serving.constants import Constants, prefill_key
from pricing.serving.engines import engine_class


class FirstTokens(Struct, frozen=True):
    """What first tokens show: the MFU of prefills, and how many there are."""

    prefill_mfu_fraction: float
    count: int


def first_tokens_of(catalog: Catalog, constants: Constants) -> dict[Key, FirstTokens]:
    """By the constant that they stand for: that of an engine on a family.

    m = m₀ · t_c / (T − t_m − t_o), the median of the rows

    T: the time to the first and only token of a request alone; t_c, t_m, t_o: what the roofline
    with these constants, and m₀ among them, spends of it on computing, reading and overhead
    [seconds]. They stand for none of which a row that shows what a system sustains prints its
    input: that says what prefills reach.
    """
    shown = defaultdict[Key, list[float]](list)
    prefilling = set[Key]()
    for rows in catalog.measurements.values():
        for row in rows:
            family = catalog.devices[row.device].family
            own = prefill_key(family, engine_class(row.engine))
            if sustained(row) and (row.input_tokens or 0.0) > 1.0:
                prefilling.add(own)
            mfu_fraction = _shown(catalog, row, constants)
            if mfu_fraction is not None:
                shown[own].append(mfu_fraction)
    return {
        key: FirstTokens(rounded(min(1.0, median(found))), len(found))
        for key, found in shown.items()
        if key not in prefilling
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
