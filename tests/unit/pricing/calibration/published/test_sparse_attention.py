"""The fit of indexers."""

import pytest

from pricing.calibration.published import sparse_attention as fit
from pricing.calibration.rows import by_key
from pricing.catalog.library import Library
from pricing.serving.constants import INDEX_RATIO, LEAST_HEADS


def test_ratio_of_the_engine_is_nearest_to_long_prompts(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fit, "TRIED", (0.2, 0.25, 0.3))
    constants = library.newest.constants

    found = by_key(fit.fit_sparse(library.newest))
    assert found == {key: constants[key] for key in (INDEX_RATIO, LEAST_HEADS)}
