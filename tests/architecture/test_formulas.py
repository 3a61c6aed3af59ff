"""Every formula says what it takes, in which units, where it is from, and shows an example."""

import inspect
import re
from collections.abc import Callable
from typing import Any

from tests.formulas import public_functions

FORMULAS = {function.__qualname__: function for function in public_functions()}


def without(pattern: str) -> list[str]:
    """Formulas whose docstring lacks what matches; `NAME` stands for the formula's own name."""
    return [
        name
        for name, formula in FORMULAS.items()
        if not re.search(pattern.replace("NAME", name), described(formula), re.MULTILINE)
    ]


def described(formula: Callable[..., Any]) -> str:
    return inspect.getdoc(formula) or ""


def test_every_formula_names_its_source() -> None:
    assert without(r"^Source: \S") == []


def test_every_formula_gives_its_units() -> None:
    assert without(r"\[[^\]]+\]") == []


def test_every_formula_shows_an_example() -> None:
    assert without(r"^>>> .*\bNAME\(") == []


def test_every_formula_describes_its_arguments() -> None:
    missing = [
        f"{name}: {argument}"
        for name, formula in FORMULAS.items()
        if not re.search(r"\bas (in|of) \w+", described(formula))  # described there, once
        for argument in inspect.signature(formula).parameters
        if not re.search(rf"\b{argument}\b[^:;]*:", described(formula))
    ]

    assert missing == []


def test_every_formula_takes_its_quantities_by_name() -> None:
    positional = [
        f"{name}: {parameter}"
        for name, formula in FORMULAS.items()
        for parameter in inspect.signature(formula).parameters.values()
        if parameter.kind is not inspect.Parameter.KEYWORD_ONLY
    ]

    assert positional == []
