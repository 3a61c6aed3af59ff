import inspect
import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.formulas import public_functions


@pytest.fixture(params=public_functions(), ids=lambda function: function.__qualname__)
def formula(request: pytest.FixtureRequest) -> Callable[..., Any]:
    function: Callable[..., Any] = request.param
    return function


def test_formula_names_its_source(formula: Callable[..., Any]) -> None:
    text = inspect.getdoc(formula) or ""

    assert re.search(r"^Source: \S", text, re.MULTILINE)


def test_formula_gives_its_units(formula: Callable[..., Any]) -> None:
    text = inspect.getdoc(formula) or ""

    assert re.search(r"\[[^\]]+\]", text)


def test_formula_shows_an_example(formula: Callable[..., Any]) -> None:
    text = inspect.getdoc(formula) or ""

    assert re.search(rf"^>>> .*\b{formula.__name__}\(", text, re.MULTILINE)


def test_formula_describes_every_argument(formula: Callable[..., Any]) -> None:
    text = inspect.getdoc(formula) or ""
    missing = [
        name
        for name in inspect.signature(formula).parameters
        if not re.search(rf"\b{name}\b[^:;]*:", text)
    ]

    assert missing == [] or re.search(r"\bas of \w+", text)  # described there, once


def test_formula_takes_its_quantities_by_name(formula: Callable[..., Any]) -> None:
    kinds = {parameter.kind for parameter in inspect.signature(formula).parameters.values()}

    assert kinds <= {inspect.Parameter.KEYWORD_ONLY}
