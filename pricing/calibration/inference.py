"""The constants of the inference roofline, fitted to measured throughput."""

from collections.abc import Mapping, Sequence
from math import log

import numpy as np
from msgspec import Struct
from scipy.optimize import least_squares

from pricing.calibration.rows import Constant, rounded
from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Measurement
from pricing.performance.cases import Prepared, modelled, prepare, sustained
from pricing.performance.constants import ANY
from pricing.performance.formats import resolve
from pricing.performance.replica import Constants

ERROR_LOG = 0.25
"""The error that a good row is expected to have; larger ones count less and less."""

ITERATIONS = 20


class Prior(Struct, frozen=True):
    """Where a constant is expected, and how far off it may be [logarithm]."""

    value: float
    deviation_log: float
    unit: str


SHARED: Mapping[tuple[str, str, str], Prior] = {
    ("link", ANY, "efficiency_fraction"): Prior(0.4, 0.4, "fraction"),
    ("link", ANY, "latency_seconds"): Prior(8e-6, 0.6, "s"),
    ("prefill", ANY, "chunk_tokens"): Prior(2048.0, 0.7, "tokens"),
    ("arithmetic", "fp8", "mfu_ratio"): Prior(0.8, 0.2, "ratio"),
    ("arithmetic", "fp4", "mfu_ratio"): Prior(0.6, 0.25, "ratio"),
    ("arithmetic", "int8", "mfu_ratio"): Prior(0.6, 0.4, "ratio"),
}
"""Constants of all families, by phase, precision and name."""

OF_FAMILY: Mapping[tuple[str, str, str], Prior] = {
    ("decode", ANY, "mbu_fraction"): Prior(0.7, 0.25, "fraction"),
    ("decode", ANY, "mfu_fraction"): Prior(0.45, 0.4, "fraction"),
    ("prefill", ANY, "mfu_fraction"): Prior(0.5, 0.35, "fraction"),
    ("pass", ANY, "overhead_seconds_per_layer"): Prior(2e-5, 0.7, "s/layer"),
}
"""Constants of each family; a family without rows takes the median of the others."""

Key = tuple[str, str, str, str]


def fit_inference(catalog: Catalog) -> list[Constant]:
    """The constants that bring the roofline closest to the measurements of a release.

    Robust least squares on the logarithm of throughput, with every constant held to its
    prior, so that a family with few rows stays near what is plausible.
    """
    rows = [row for group in catalog.measurements.values() for row in group if sustained(row)]
    rows.sort(key=lambda row: row.id)
    families = sorted({catalog.devices[row.device].family for row in rows})
    priors: dict[Key, Prior] = {
        **{(ANY, *key): prior for key, prior in SHARED.items()},
        **{(family, *key): prior for family in families for key, prior in OF_FAMILY.items()},
    }
    keys = list(priors)
    start = np.array([log(prior.value) for prior in priors.values()])
    deviations = np.array([prior.deviation_log for prior in priors.values()])

    def residuals(point: np.ndarray) -> np.ndarray:
        values = dict(zip(keys, np.exp(point).tolist(), strict=True))
        errors = [error for row in rows if (error := _error_log(catalog, row, values)) is not None]
        return np.concatenate([np.array(errors) / ERROR_LOG, (point - start) / deviations])

    solution = least_squares(residuals, start, loss="soft_l1", max_nfev=ITERATIONS)
    fitted = dict(zip(keys, np.exp(solution.x).tolist(), strict=True))
    counts = {family: _count(catalog, rows, family) for family in families}
    constants = [
        Constant(
            *key,
            rounded(_capped(key, fitted[key])),
            priors[key].unit,
            counts.get(key[0], len(rows)),
        )
        for key in keys
    ]
    for key, prior in OF_FAMILY.items():
        middle = float(np.median([_capped((f, *key), fitted[f, *key]) for f in families]))
        constants.append(Constant(ANY, *key, rounded(middle), prior.unit, len(rows)))
    constants.append(Constant(ANY, "arithmetic", ANY, "mfu_ratio", 1.0, "ratio", len(rows)))
    return constants


def _error_log(catalog: Catalog, row: Measurement, values: Mapping[Key, float]) -> float | None:
    prepared = _prepared(catalog, row, values)
    layout = prepared and modelled(catalog, prepared)
    if not prepared or not layout:
        return None
    tokens = layout.requests_per_second * prepared.demand.output_tokens
    return log(tokens / row.output_tokens_per_second)


def _prepared(catalog: Catalog, row: Measurement, values: Mapping[Key, float]) -> Prepared | None:
    device = catalog.devices[row.device]
    arithmetic = resolve(catalog, device, row.precision).arithmetic

    def of_family(phase: str, name: str) -> float:
        return values[device.family, phase, ANY, name]

    ratio = values.get((ANY, "arithmetic", arithmetic, "mfu_ratio"), 1.0)
    constants = Constants(
        mbu_fraction=min(1.0, of_family("decode", "mbu_fraction")),
        decode_mfu_fraction=min(1.0, of_family("decode", "mfu_fraction") * ratio),
        prefill_mfu_fraction=min(1.0, of_family("prefill", "mfu_fraction") * ratio),
        overhead_seconds_per_layer=of_family("pass", "overhead_seconds_per_layer"),
        link_efficiency_fraction=min(1.0, values[ANY, "link", ANY, "efficiency_fraction"]),
        link_latency_seconds=values[ANY, "link", ANY, "latency_seconds"],
        prefill_chunk_tokens=values[ANY, "prefill", ANY, "chunk_tokens"],
    )
    return prepare(catalog, row, constants)


def _capped(key: Key, value: float) -> float:
    return min(1.0, value) if key[3].endswith("_fraction") else float(value)


def _count(catalog: Catalog, rows: Sequence[Measurement], family: str) -> int:
    return sum(catalog.devices[row.device].family == family for row in rows)
