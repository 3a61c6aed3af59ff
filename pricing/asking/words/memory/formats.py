"""Number formats by the names of files: Q6_K, IQ4_XS, 4.65bpw, 6-bit MLX, and Ollama's tags."""

import re
from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from pricing.asking.words.atoms import Atom, joined
from pricing.asking.words.slots import Said
from pricing.asking.words.terms import Term
from pricing.catalog.catalog import Catalog
from pricing.catalog.naming.partial_names import squashed
from pricing.catalog.number_formats import GGUF

MOST_ATOMS = 4
"""Most atoms of a name: ud-q4_k_xl."""

OLLAMA, SERVED = "ollama", "q4_k_m"
"""An engine, and the format that it serves where nobody names one."""

_SPELT = {squashed(spelling): spelling.replace("-", "_") for spelling in GGUF if "-" in spelling}
_SCHEMES = "awq|gptq|exl[23]|hqq|mlx|bnb|nf4|eetq|aqlm|autoround|bitsandbytes"
_ALONE = frozenset({"hqq", "bnb", "nf4", "eetq", "aqlm", "autoround", "bitsandbytes"})
_WIDE = re.compile(rf"(?:({_SCHEMES}) )?(\d+(?:\.\d+)?) ?(bpw|bits?)(?: ({_SCHEMES}))?")
_INTEGERS = re.compile(rf"({_SCHEMES}) int ?([2-8])|int ?([2-8]) ({_SCHEMES})")
_BEGIN = re.compile(rf"ud|t?i?q\d|\d|int|{_SCHEMES}")
_TAG = re.compile(r"[a-z][\w.-]*:[\w.]*\d+(?:\.\d+)?b\b")

_COMMON = frozenset({"4bit", "8bit", "16bit", "4bits", "8bits", "16bits"})
"""Widths that are formats of the vocabulary."""


def format_at(atoms: Sequence[Atom], first: int) -> Term | None:
    """The longest name of a format that begins at an atom, None for none."""
    if _BEGIN.match(atoms[first].text) is None:
        return None
    for last in range(min(len(atoms), first + MOST_ATOMS), first, -1):
        value = _named(atoms[first:last])
        if value is not None:
            return Term("precision", value, first, last)
    return None


def _named(atoms: Sequence[Atom]) -> str | None:
    """The format that some atoms name together, as queries spell it."""
    spelling = _SPELT.get(joined(atoms, 0, len(atoms)).removeprefix("ud"))
    if spelling is not None:
        return spelling
    text = " ".join(atom.text for atom in atoms)
    if text in _ALONE:
        return text
    if integers := _INTEGERS.fullmatch(text):
        scheme, width, width_before, scheme_behind = integers.groups()
        return f"{scheme or scheme_behind}-int{width or width_before}"
    wide = _WIDE.fullmatch(text)
    if wide is None or text.replace(" ", "") in _COMMON:
        return None
    scheme, width, unit, behind = wide.groups()
    told = f"{width}bpw" if "." in width or unit == "bpw" else f"{width}bit"
    return " ".join(filter(None, (scheme or behind, told)))


def with_cache_formats(terms: Sequence[Term]) -> list[Term]:
    """Terms where the format of a KV cache is one of its own: fp8 kv, kv cache in int8."""
    told = [*terms]
    for at, (first, behind) in enumerate(pairwise(terms)):
        is_of_cache = first.value == "kv_cache" and behind.kind == "precision"
        is_beside = {first.kind, behind.kind} == {"precision", "kv"} or is_of_cache
        if is_beside and behind.first - first.last <= 1:
            place = at + (behind.kind == "precision")
            told[place] = replace(terms[place], kind="kv_cache_precision")
    for at in range(1, len(told) - 1):
        before, behind = told[at - 1], told[at + 1]
        if told[at].kind == "versus" and before.kind == "kv_cache_precision":
            is_format = behind.kind == "precision"
            told[at + 1] = replace(behind, kind=before.kind) if is_format else behind
    return [term for term in told if term.kind != "kv"]


def settle_format(said: Said, text: str, catalog: Catalog) -> None:
    """Fill in the format of a tag of Ollama, and of what Ollama serves, where nobody names one."""
    model = catalog.models.get(said.get("model") or "")
    if model is None or {"precision", "method", "api_model"} & said.slots.keys():
        return
    is_served = said.get("engine") == OLLAMA or _TAG.search(text.lower()) is not None
    if is_served and model.dense_weight_bits is None:
        said.slots["precision"] = SERVED
        said.assumed.append(f"no format is said: {SERVED} is what Ollama serves")
