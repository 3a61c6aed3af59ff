"""The calibrated constants of a release, resolved for a device family and a format."""

from functools import lru_cache

from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.numbers import Number

ANY = "any"

FIRST_OVERLAP_EXPONENT = 2.0
"""What the first releases were calibrated with: their tables do not say it."""


class Constants(Struct, frozen=True):
    """Those of the roofline, for a device family and an arithmetic."""

    mbu_fraction: Number
    decode_mfu_fraction: Number
    prefill_mfu_fraction: Number
    overhead_seconds_per_layer: Number
    overlap_exponent: Number
    link_efficiency_fraction: Number
    link_latency_seconds: Number
    prefill_chunk_tokens: Number


def calibrated(catalog: Catalog, family: str, phase: str, precision: str, name: str) -> float:
    """A constant: the family's own where it was calibrated, else that of all families."""
    table = catalog.calibration
    for key in (
        (family, phase, precision, name),
        (family, phase, ANY, name),
        (ANY, phase, precision, name),
    ):
        if key in table:
            return table[key]
    return table[ANY, phase, ANY, name]


@lru_cache(maxsize=1024)
def inference_constants(catalog: Catalog, family: str, arithmetic: str) -> Constants:
    """The constants of the roofline for a family and the format it computes in."""

    def value(phase: str, name: str) -> float:
        return calibrated(catalog, family, phase, arithmetic, name)

    arithmetic_ratio = value("arithmetic", "mfu_ratio")
    return Constants(
        mbu_fraction=value("decode", "mbu_fraction"),
        decode_mfu_fraction=min(1.0, value("decode", "mfu_fraction") * arithmetic_ratio),
        prefill_mfu_fraction=min(1.0, value("prefill", "mfu_fraction") * arithmetic_ratio),
        overhead_seconds_per_layer=value("pass", "overhead_seconds_per_layer"),
        overlap_exponent=catalog.calibration.get(
            (ANY, "pass", ANY, "overlap_exponent"), FIRST_OVERLAP_EXPONENT
        ),
        link_efficiency_fraction=value("link", "efficiency_fraction"),
        link_latency_seconds=value("link", "latency_seconds"),
        prefill_chunk_tokens=value("prefill", "chunk_tokens"),
    )
