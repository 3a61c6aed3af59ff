"""Reads the amounts of a text."""

from collections.abc import Sequence

from pricing.asking.words.amounts.leading_units import named_at
from pricing.asking.words.amounts.trailing_units import counted_at
from pricing.asking.words.amounts.units import Units
from pricing.asking.words.atoms import Atom
from pricing.asking.words.terms import Term


class Amounts:
    """The amounts of a text by where they begin."""

    def __init__(self, atoms: Sequence[Atom]) -> None:
        self._units = Units(atoms)

    def at(self, first: int) -> Term | None:
        """The amount that begins at an atom, None where none does."""
        return counted_at(self._units, first) or named_at(self._units, first)
