"""Units in a text, and the times and periods that they are."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pricing.asking.words import vocabulary
from pricing.asking.words.amounts.numbers import Number, number_of
from pricing.asking.words.atoms import Atom, joined
from pricing.units import HOURS_PER_DAY, HOURS_PER_MONTH, HOURS_PER_YEAR, SECONDS_PER_HOUR

MOST_UNIT_ATOMS = 4
"""Most atoms of a unit: requests in flight at once."""

SHARES = frozenset(
    {"utilization", "discount", "growth", "mfu", "cached", "confidence", "margin", "residual"}
)
"""Units of which only a percentage is an amount."""

LIFE = "life_years"
"""The unit of the time over which owned devices lose their value."""

PEAK = "peak_ratio"
"""The unit of how many times the mean a peak is: 3x peaks."""

DAYS: Mapping[str, float] = {
    "second": 1 / 86400,
    "minute": 1 / 1440,
    "hour": 1 / HOURS_PER_DAY,
    "day": 1.0,
    "workday": 7 / 5,
    "weekend": 2.0,
    "week": 7.0,
    "month": HOURS_PER_MONTH / HOURS_PER_DAY,
    "quarter": HOURS_PER_YEAR / HOURS_PER_DAY / 4,
    "year": HOURS_PER_YEAR / HOURS_PER_DAY,
}
"""How long a period is [days]."""

SECONDS: Mapping[str, float] = {
    "ms": 1e-3,
    "s": 1.0,
    **dict.fromkeys(("sec", "secs"), 1.0),
    "min": 60.0,
    **dict.fromkeys(("h", "hr", "hrs"), SECONDS_PER_HOUR),
    "d": HOURS_PER_DAY * SECONDS_PER_HOUR,
    "wk": 7 * HOURS_PER_DAY * SECONDS_PER_HOUR,
    **dict.fromkeys(("mo", "mos"), HOURS_PER_MONTH * SECONDS_PER_HOUR),
    **dict.fromkeys(("y", "yr", "yrs"), HOURS_PER_YEAR * SECONDS_PER_HOUR),
}
"""Suffixes of numbers that are times [seconds]."""

CROWD = "concurrency"
"""The unit of those who ask."""

PERSONS = frozenset({"user", "users", "people", "person", "head"})
"""Words for those of whom each asks, beside one of what a crowd is counted in."""

BEHIND_IN = frozenset({"on", "with", "for", "at", "per", "vs", "using", "by", "to", "x", "="})
"""Words behind the `in` of input."""

LATENCIES = {
    "ttft": "ttft_seconds",
    "latency": "ttft_seconds",
    "tpot": "tpot_seconds",
    "itl": "tpot_seconds",
}


class Unit(NamedTuple):
    """What a phrase counts, and the atom behind it."""

    name: str
    last: int


class Units:
    """Looks for units in the atoms of a text."""

    def __init__(self, atoms: Sequence[Atom]) -> None:
        self._atoms = atoms
        self._phrases = vocabulary.phrases()
        self._meanings: dict[tuple[int, int], Sequence[vocabulary.Meaning]] = {}
        self.size = len(atoms)

    def longest(self, first: int, kind: str = "unit") -> Unit | None:
        """The longest phrase of a kind at an atom. `tokens in` a place are no input."""
        for last in range(min(len(self._atoms), first + MOST_UNIT_ATOMS), first, -1):
            name = self.meaning(first, last, kind)
            if name is None or (self.text(last - 1) == "in" and not self._is_input(first, last)):
                continue
            return Unit(name, last)
        return None

    def _is_input(self, first: int, last: int) -> bool:
        """Whether the `in` that ends a unit is that of input: `1k in on l4`, not `405b in fp8`."""
        is_alone = last - first == 1 and self.text(last) in BEHIND_IN
        return is_alone or self.is_inward(last - 1)

    def behind(self, first: int, kind: str = "unit") -> Unit | None:
        """The same behind a number: no unit of it is parted from it by a comma."""
        return None if set(self.before(first)) & set(",;") else self.longest(first, kind)

    def is_inward(self, at: int) -> bool:
        """Whether the `in` at an atom is that of input: output, nothing, or no time follows."""
        behind = at + 1
        while self.text(behind) in {"/", "and", "+"}:
            behind += 1
        number = number_of(self.text(behind))
        is_time = self.is_a(behind + 1, "period") or (number and number.suffix in SECONDS)
        return (
            behind >= len(self._atoms)
            or (number is not None and not is_time and number.suffix not in {"gb", "gib", "bit"})
            or self.text(behind) in {"out", "output"}
        )

    def period(self, at: int) -> Unit | None:
        """A period at an atom, behind `a`, `per` or a slash, or as an adverb."""
        adverb = ADVERBS.get(self.text(at))
        if adverb is not None:
            return Unit(adverb, at + 1)
        name = self.meaning(at + 1, at + 2, "period") if self.is_a(at, "per") else None
        return None if name is None else Unit(name, at + 2)

    def meaning(self, first: int, last: int, kind: str) -> str | None:
        """What some atoms mean as a word of a kind."""
        if first >= len(self._atoms):
            return None
        known = self._meanings.get((first, last))
        if known is None:
            known = self._phrases.get(joined(self._atoms, first, last), ())
            self._meanings[first, last] = known
        for meaning in known:
            if meaning.kind == kind:
                return meaning.value
        return None

    def code(self, sign: str) -> str | None:
        """The currency of a sign, None for dollars."""
        meanings = self._phrases.get(sign, ())
        return next((one.value for one in meanings if one.kind == "currency"), None)

    def is_a(self, at: int, kind: str) -> bool:
        """Whether an atom is a word of a kind."""
        return self.meaning(at, at + 1, kind) is not None

    def is_of_each(self, at: int) -> bool:
        """Whether `per`, or a slash, and a person stand at an atom: one of what a crowd counts."""
        person = self.text(at + 1)
        crowd = self._phrases.get(f"{person}s", ())
        is_person = person in PERSONS or any(one.value == CROWD for one in crowd)
        return is_person and self.is_a(at, "per")

    def is_word(self, at: int) -> bool:
        """Whether an atom is a word that counts and joins nothing."""
        kinds = ("unit", "noun", "period", "magnitude", "currency", "per", "count", "versus", "and")
        return self.text(at).isalpha() and not any(self.is_a(at, kind) for kind in kinds)

    def number(self, at: int) -> Number | None:
        """The number at an atom."""
        return number_of(self.text(at))

    def text(self, at: int) -> str:
        """The word at an atom, empty beyond the end."""
        return self._atoms[at].text if 0 <= at < len(self._atoms) else ""

    def before(self, at: int) -> str:
        """The signs before an atom."""
        return self._atoms[at].before if at < len(self._atoms) else ""

    def joined(self, first: int, last: int) -> str:
        """Some atoms as one word without slashes."""
        return joined(self._atoms, first, last, slashes=False)


GROWN = {"mom": "month", "yoy": "year", "wow": "week"}
"""Words behind a share that is growth: 20% MoM."""

ADVERBS = {"daily": "day", "hourly": "hour", "monthly": "month", "weekly": "week", **GROWN}


def growth_of_month(fraction: float, period: Unit) -> float:
    """Growth by the month, of growth by another period."""
    return float((1.0 + fraction) ** (DAYS["month"] / DAYS[period.name]) - 1.0)
