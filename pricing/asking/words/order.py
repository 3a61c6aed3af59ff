"""The order of words: numbers that a model parts from what they count."""

from collections.abc import Sequence
from itertools import pairwise

from pricing.asking.words.amounts.units import Units
from pricing.asking.words.atoms import Atom
from pricing.asking.words.terms import Term

COUNTED = frozenset({"requests", "tokens", "input_tokens", "output_tokens", "data_parallel"})
"""What numbers before a model count."""


def behind_model(atoms: Sequence[Atom], terms: Sequence[Term]) -> tuple[Atom, ...] | None:
    """The atoms with a number behind the model that parts it from what it counts.

    In `5M gpt-4o requests` there are so many requests. None where no number stands so.
    """
    units = Units(atoms)
    for number, model in pairwise(terms):
        is_counting = number.kind in {"number", "size", "count"} and number.last == model.first
        if not is_counting or model.kind not in {"model", "api_model"} or number.first < 0:
            continue
        unit = units.behind(model.last, "noun") or units.behind(model.last)
        if unit is not None and unit.name in COUNTED:
            head, tail = atoms[: number.first], atoms[model.last :]
            inner = (*atoms[model.first : model.last], *atoms[number.first : number.last])
            return (*head, *inner, *tail)
    return None
