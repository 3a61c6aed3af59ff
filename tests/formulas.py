"""The formulas, found in their modules."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from typing import Any

from pricing import formulas


def public_functions() -> Iterator[Callable[..., Any]]:
    """Every function of pricing.formulas that other modules may call."""
    for module in pkgutil.walk_packages(formulas.__path__, f"{formulas.__name__}."):
        for name, function in inspect.getmembers(importlib.import_module(module.name)):
            if (
                inspect.isfunction(function)
                and function.__module__ == module.name
                and not name.startswith("_")
            ):
                yield function
