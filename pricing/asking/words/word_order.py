"""The order of words: numbers that a model parts from what they count, and names in parts."""

from collections.abc import Sequence

from msgspec.structs import replace

from pricing.asking.words.amounts.units import Units
from pricing.asking.words.atoms import Atom
from pricing.asking.words.lexicon import Lexicon, is_size
from pricing.asking.words.terms import Term
from pricing.catalog.naming.partial_names import words_of

PARTING = frozenset({"model", "api_model", "reads"})
"""What stands between a number and what it counts."""

COUNTED = frozenset(
    {
        "requests",
        "tokens",
        "input_tokens",
        "output_tokens",
        "data_parallel",
        "made_images",
        "audio_minutes",
        "audio_hours",
    }
)
"""What numbers before a model count."""


def with_whole_method(terms: Sequence[Term]) -> list[Term]:
    """Terms where `full` is a method of training beside `vs` and another one: full vs lora."""
    has_method = any(term.kind == "method" for term in terms)
    return [
        replace(term, kind="method")
        if term.kind == "whole" and has_method and _is_compared(terms, at)
        else term
        for at, term in enumerate(terms)
    ]


def _is_compared(terms: Sequence[Term], at: int) -> bool:
    """Whether a term stands beside `vs`."""
    return any(term.kind == "versus" for term in terms[max(at - 1, 0) : at + 2])


def behind_model(atoms: Sequence[Atom], terms: Sequence[Term]) -> tuple[Atom, ...] | None:
    """The atoms with a number behind the model that parts it from what it counts.

    In `5M gpt-4o requests` there are so many requests. None where no number stands so.
    """
    units = Units(atoms)
    for at, model in enumerate(terms):
        number = _number_before(terms, at)
        if model.kind not in PARTING or number is None:
            continue
        unit = units.behind(model.last, "noun") or units.behind(model.last)
        if unit is not None and unit.name in COUNTED:
            head, tail = atoms[: number.first], atoms[model.last :]
            inner = (*atoms[model.first : model.last], *atoms[number.first : model.first])
            return (*head, *inner, *tail)
    return None


def _number_before(terms: Sequence[Term], at: int) -> Term | None:
    """The number just before a term, with its magnitude between them if it has one."""
    behind = terms[at]
    for term in reversed(terms[:at]):
        if term.last != behind.first or term.first < 0:
            return None
        if term.kind in {"number", "size", "count"}:
            return term
        if term.kind != "magnitude":
            return None
        behind = term
    return None


def without_owners(terms: Sequence[Term], atoms: Sequence[Atom]) -> list[Term]:
    """Terms without the owner of a model that is named after one: qwen/qwen2.5-vl-72b."""
    return [
        term
        for term in terms
        if not (
            term.kind == "model"
            and term.is_guess
            and [atom.text for atom in atoms[term.last : term.last + 1]] == ["/"]
            and any(
                one.first == term.last + 1 and one.kind == "model" and not one.is_guess
                for one in terms
            )
        )
    ]


def with_sizes(terms: Sequence[Term], lexicon: Lexicon) -> list[Term]:
    """Terms where each size of a list is the model of the family before it: llama 8b, 70b."""
    told = [*terms]
    for at in range(1, len(told)):
        term, near = told[at], told[at - 1]
        is_joined = term.first == near.last and "," in term.before
        if near.kind in {"and", "versus"} and near.last == term.first:
            is_joined, near = at > 1 and told[at - 2].last == near.first, told[at - 2]
        if term.kind != "size" or near.kind != "model" or not is_joined:
            continue
        words = [word for word in words_of(near.said) if not is_size(word)]
        found = lexicon.fitting_models.of((*words, *words_of(term.said)))
        if found and len(words) < len(words_of(near.said)):
            said = " ".join((*words, term.said))
            told[at] = replace(
                term, kind="model", value=found[0], others=found[1:4], said=said, is_guess=True
            )
    return told
