"""Numbers without a unit: of devices, of a model or memory, or of what is compared."""

import re
from collections.abc import Container, Sequence

from msgspec.structs import replace

from pricing.asking.words.amounts.numbers import number_of
from pricing.asking.words.amounts.units import SHARES
from pricing.asking.words.atoms import Atom
from pricing.asking.words.slots import PARALLEL
from pricing.asking.words.terms import Term

_PRODUCT = re.compile(r"(\d{1,3})x(\d{1,2})")
"""Nodes and the devices of each: 2x8."""

_ACTIVE, BILLION = re.compile(r"a(\d+(?:\.\d+)?)b"), 1e9

GIGABYTES = frozenset({"gb", "gib", "gig", "gigs", "gigabyte", "gigabytes"})

BARE = frozenset({"count", "number"})
"""Kinds of numbers without a unit."""

FEWEST_COMPARED = 2
"""Terms of which the last is `vs`, behind an amount."""

SAME = frozenset(
    {("sum", "usd_per_kilowatt_hour"), ("sum", "usd_per_hour"), *(("share", one) for one in SHARES)}
)
"""A sum, or a share, of nothing and what it is of behind `vs`: 5 cents a kWh vs 20 cents."""

_SIZED = re.compile(r"\b[1-9]\d(?: ?gb)?$")
"""The memory at the end of a device's name: a100 40."""

PLAIN = frozenset(
    {"pue", *PARALLEL}
    | {"usd_per_kilowatt_hour", "adapter_rank", "epochs", "sequence_length", "input_tokens"}
    | {"output_tokens", "grams_per_kwh", "concurrency", "requests_per_second", "requests_per_day"}
)
"""Amounts whose second one may stand without its unit behind `vs`."""


def bare(atom: Atom, at: int) -> Term | None:
    """A number without a unit: a count, the size of a model or of a memory."""
    number = number_of(atom.text)
    product = _PRODUCT.fullmatch(atom.text)
    if product is not None:
        return Term("count", float(product[1]) * float(product[2]), at, at + 1)
    if atom.text[0] == "x" and (atom.text[1:].isdigit() or len(atom.text) == 1):
        return Term("count" if atom.text[1:] else "filler", _times(atom.text), at, at + 1)
    if number is None or number.sign:
        return None
    if number.suffix == "x" or atom.text.isdigit():
        return Term("count", number.value, at, at + 1)
    if number.is_size:
        return Term("size", number.scaled, at, at + 1)
    kinds = {"k": "number", "m": "number", **dict.fromkeys(GIGABYTES, "gigabytes")}
    kind = kinds.get(number.suffix)
    return None if kind is None else Term(kind, number.scaled, at, at + 1)


def active_at(atoms: Sequence[Atom], at: int) -> Term | None:
    """The parameters that a token passes, behind the size of a model: 100b a10b."""
    active = _ACTIVE.fullmatch(atoms[at].text)
    size = number_of(atoms[at - 1].text) if active is not None and at else None
    if active is None or size is None or not size.is_size:
        return None
    return Term("active_parameters", float(active[1]) * BILLION, at, at + 1)


def _times(text: str) -> float:
    return float(text[1:] or 1)


def same_again(
    terms: Sequence[Term],
    term: Term | None,
    atoms: Sequence[Atom],
    at: int,
    devices: Container[str],
) -> Term | None:
    """The term at an atom, or the amount of its bare number behind `vs`: a pue of 1.1 vs 1.5.

    terms: those before it; devices: names that a number before them counts.
    """
    number = number_of(atoms[at].text)
    if len(terms) < FEWEST_COMPARED:
        return term
    before, parting = terms[-2:]
    is_next = parting.kind == "versus" and (before.last, parting.last) == (parting.first, at)
    if is_next and term is not None and (term.kind, before.kind) in SAME:
        return replace(term, kind=before.kind)
    if number is None or not number.is_plain or number.sign:
        return term
    is_bare = term is None or term.kind in BARE
    is_beside = parting.kind in {"versus", "and"} and (before.last, parting.last) == (
        parting.first,
        at,
    )
    if is_beside and is_bare and before.kind == "device" and _SIZED.search(before.said):
        return Term("gigabytes", number.scaled, at, at + 1)  # a100 40 vs 80
    behind = atoms[at + 1].text.removesuffix("s") if at + 1 < len(atoms) else ""
    if not is_next or not is_bare or before.kind not in PLAIN or behind in devices:
        return term
    return Term(before.kind, number.scaled, at, at + 1)
