"""The ends of the power curve, fitted to rows that print their power."""

import numpy as np
from scipy.optimize import least_squares

from pricing.calibration.rows import Constant, rounded
from pricing.catalog.catalog import Catalog
from pricing.evidence.device_power import powered
from pricing.formulas import power
from pricing.serving.constants import ANY

ERROR_LOG = 0.15
"""The error that a good row is expected to have; larger ones count less and less."""

START = (0.7, 0.9)
LOWEST_FRACTION = 0.05


def fit_power(catalog: Catalog) -> list[Constant]:
    """Shares of TDP where the arithmetic idles and where it is the limit; none without rows.

    Robust least squares on the logarithm of watts.
    """
    rows = powered(catalog)
    if not rows:
        return []
    watts, tdp, load = (
        np.array(column)
        for column in zip(
            *((row.watts, row.device.tdp_watts, row.load_fraction) for row in rows), strict=True
        )
    )

    def residuals(point: np.ndarray) -> np.ndarray:
        light, full = point
        curve = power.busy_watts(
            tdp_watts=tdp, light_fraction=light, full_fraction=full, load_fraction=load
        )
        return np.asarray(np.log(watts / curve) / ERROR_LOG)

    solution = least_squares(residuals, START, bounds=(LOWEST_FRACTION, 1.0), loss="soft_l1")
    return [
        Constant(ANY, "power", ANY, name, rounded(float(value)), "fraction", len(rows))
        for name, value in zip(("light_tdp_fraction", "full_tdp_fraction"), solution.x, strict=True)
    ]
