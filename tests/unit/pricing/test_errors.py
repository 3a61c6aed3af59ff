import inspect
import re

import pytest

from pricing import errors

REFUSALS = (
    errors.UnknownName,
    errors.NoPrice,
    errors.UnsupportedPrecision,
    errors.DoesNotFit,
    errors.Infeasible,
    errors.InvalidQuery,
)


def test_bad_row_says_file_line_and_reason() -> None:
    error = errors.BadRow(file="prices.csv", row=7, reason="usd_per_hour: below 0")

    assert str(error) == "prices.csv, line 7: usd_per_hour: below 0"


@pytest.mark.parametrize("kind", REFUSALS)
def test_refusal_has_detail_field_and_nearest(kind: type[errors.Refusal]) -> None:
    refusal = kind("no such thing", field="model", nearest=["one", "two"])

    assert (refusal.detail, refusal.field, refusal.nearest) == (
        "no such thing",
        "model",
        ("one", "two"),
    )


def test_a_release_that_cannot_be_trusted_is_no_refusal() -> None:
    assert not issubclass(errors.CatalogError, errors.Refusal)


def test_docstring_draws_the_whole_tree() -> None:
    drawn = set(re.findall(r"[├└]── (\w+)", inspect.getdoc(errors) or ""))
    defined = {
        name
        for name, kind in vars(errors).items()
        if inspect.isclass(kind) and issubclass(kind, errors.PricingError)
    }

    assert drawn == defined - {"PricingError"}


@pytest.mark.parametrize("result", [float("nan"), float("inf"), -float("inf")])
def test_a_result_that_is_not_finite_is_a_fault(result: float) -> None:
    errors.check_finite(1.0, 0.0)

    with pytest.raises(errors.NotFinite):
        errors.check_finite(1.0, result)
