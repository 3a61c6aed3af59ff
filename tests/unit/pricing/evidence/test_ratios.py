"""What is typical of measured rows, and what each has beyond it."""

from math import log
from statistics import median

import pytest
from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.evidence.cases import cases
from pricing.evidence.ratios import centred


def test_typical_is_the_median_by_the_share_of_each(library: Library) -> None:
    known = cases(library.newest)[:4]
    residuals, shares = (0.2, 0.9, 0.5, 0.0), (0.5, 1.0, 1.0, 0.0)
    found = [
        (replace(case, residual_log=residual), share)
        for case, residual, share in zip(known, residuals, shares, strict=True)
    ]
    about = centred(found)

    assert log(about.typical_ratio) == pytest.approx(median((0.4, 0.9, 0.5)))
    assert {case.measurement.id: case.residual_log for case in about.cases} == pytest.approx(
        {
            case.measurement.id: residual - 0.5 * share
            for case, residual, share in zip(known, residuals, shares, strict=True)
        }
    )


def test_nothing_is_typical_where_no_row_has_much_of_it(library: Library) -> None:
    alone = [(case, 0.0) for case in cases(library.newest)[:3]]

    assert centred(alone).typical_ratio == centred([]).typical_ratio == 1.0
