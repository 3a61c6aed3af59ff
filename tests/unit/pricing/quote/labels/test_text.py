"""Labels of a query string."""

from typing import Any

import pytest

from pricing.errors import InvalidQuery
from pricing.quote.labels.text import labels_of
from pricing.run_costs.query import RunCostParameters
from pricing.tco.by_parameters.query import TcoParameters
from pricing.unit_costs.by_parameters.query import UnitCostParameters

SHARED: dict[str, Any] = {"model": "llama-3.1-8b", "device": "l4", "labels": "team:search,url:a:b"}


def test_labels_of_parameters_are_those_of_the_query() -> None:
    queries = (
        UnitCostParameters(**SHARED).query(),
        TcoParameters(**SHARED, requests_per_day=1e5).query(),
        RunCostParameters(**{**SHARED, "device_count": 8}, tokens=1e9).query(),
    )

    assert all(query.labels == {"team": "search", "url": "a:b"} for query in queries)
    assert labels_of(None) is None


@pytest.mark.parametrize("text", ["team", "team:a,team:b", ":a", "", "team:a,", f"{'x' * 200}:a"])
def test_texts_that_are_no_labels_are_refused(text: str) -> None:
    with pytest.raises(InvalidQuery) as refusal:
        labels_of(text)

    assert refusal.value.field == "labels"
