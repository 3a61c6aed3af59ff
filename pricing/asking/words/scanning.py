"""Scans a text for terms, and lists what it cannot read."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from pricing.asking.words import vocabulary
from pricing.asking.words.amounts.amounts import Amounts
from pricing.asking.words.amounts.currencies import in_dollars
from pricing.asking.words.amounts.numbers import number_of
from pricing.asking.words.amounts.unitless_numbers import GIGABYTES, active_at, bare, same_again
from pricing.asking.words.apis import family_model
from pricing.asking.words.atoms import Atom, atoms_of, cleaned, joined
from pricing.asking.words.days import blanked_days, day_terms
from pricing.asking.words.devices import is_generation
from pricing.asking.words.lexicon import MOST_WORDS, Lexicon, is_size, lexicon_of
from pricing.asking.words.memory.formats import format_at, with_cache_formats
from pricing.asking.words.terms import Term
from pricing.asking.words.vocabulary import Meaning
from pricing.asking.words.word_order import behind_model, without_owners
from pricing.catalog.catalog import Catalog
from pricing.catalog.naming.partial_names import words_of
from pricing.catalog.naming.typos import Speller

_FAMILY = re.compile(r"[a-z]+")

MOST_SHORT = 4
"""Letters of words of names that have too many neighbours: super is corrected, max is not."""

IGNORED = frozenset({"filler", "modifier"})

OF_SPEED = frozenset({"tokens_per_second", "tpot_seconds"})
"""Amounts that no number is of that names a device: 4090 tok/s."""

NUMBERED = frozenset({"no", "nos", "pcs", "pc", "pieces", "piece", "qty"})
"""Words behind a number that count pieces: 5 nos H100."""


class Scan(Struct, frozen=True):
    """The terms of a text in their order, the words that are not read, and corrected spellings.

    strange: names with the size or the version of a model that no model has, and models like them.
    """

    terms: tuple[Term, ...]
    unread: tuple[str, ...]
    strange: tuple[tuple[str, tuple[str, ...]], ...]
    corrected: tuple[tuple[str, str], ...]


def scan(text: str, catalog: Catalog) -> Scan:
    """Scan a text."""
    plain, days = blanked_days(cleaned(text), catalog.known_by)
    atoms = atoms_of(plain)
    lexicon = lexicon_of(catalog)
    terms, missed = _terms(atoms, lexicon, plain)
    moved = behind_model(atoms, terms)
    if moved is not None:
        atoms = moved
        terms, missed = _terms(atoms, lexicon, plain)
    corrected: list[tuple[str, str]] = []
    fixed = list(atoms)
    for at in missed:
        head, tail = _head(atoms[at].text)
        meant = None if head in vocabulary.ordinary() else _speller(catalog).corrected(head)
        if meant is not None and meant != head:
            fixed[at] = Atom(meant + tail, atoms[at].first, atoms[at].last)
            corrected.append((atoms[at].text, meant + tail))
    if corrected:
        terms, missed = _terms(fixed, lexicon, plain)
    terms = without_owners(terms, fixed)
    owners = {at for at in missed if _text(fixed, at + 1) == "/" and not fixed[at + 1].before}
    named = {at for at in missed if is_generation(fixed[at].text, terms)}
    unread = tuple(
        fixed[at].text for at in missed if len(fixed[at].text) > 1 and at not in owners | named
    )
    sizes = {term.first: term for term in terms if term.kind == "size"}
    strange: tuple[tuple[str, tuple[str, ...]], ...] = tuple(
        (plain[fixed[at].first : fixed[at + 1].last], ())
        for at in missed
        if at + 1 in sizes and fixed[at + 1].before in {"-", ":"}
    )
    strange += tuple(
        (f"{name.said} {size.said}", (name.value, *name.others))
        for name, size in pairwise(terms)
        if _is_other_size(name, size, catalog)
    )
    strange += tuple(
        (plain[fixed[term.first].first : fixed[term.last].last], _like(term))
        for term in terms
        if _is_versioned(term, terms, fixed, lexicon)
    )
    strange += tuple(
        (plain[fixed[term.first].first : fixed[term.last].last], _like(term))
        for term in terms
        if _is_image_model(term, lexicon)
        and (term.last in missed or _is_model_at(terms, term.last, fixed))
    )
    latest = catalog.known_by.isoformat()
    if any(day > latest for day, _ in days):
        terms.append(Term("future", "future", len(fixed), len(fixed)))
        days = tuple((min(day, latest), said) for day, said in days)
    told = day_terms(days, terms, catalog.known_by)
    return Scan((*in_dollars(terms, catalog), *told), unread, strange, tuple(corrected))


def _is_other_size(name: Term, size: Term, catalog: Catalog) -> bool:
    """Whether a name is followed by a size that its model does not have."""
    if name.kind != "model" or size.first != name.last or size.before:
        return False
    if size.kind == "model" and is_size(size.said):  # a size that one family alone has
        return True
    if size.kind != "size":
        return False
    return not lexicon_of(catalog).is_of_size(name.value, size.value)


def _like(term: Term) -> tuple[str, ...]:
    """What the beginning of a name may mean."""
    return (getattr(term.value, "model", term.value), *term.others)


def _is_image_model(term: Term, lexicon: Lexicon) -> bool:
    """Whether a term names a model that makes images, or begins the name of one."""
    return term.kind == "model" and term.value in lexicon.begun.values()


def _is_model_at(terms: Sequence[Term], at: int, atoms: Sequence[Atom]) -> bool:
    """Whether a word that follows without a sign is part of the name of another model."""
    found = (term for term in terms if term.first == at and term.kind == "model")
    return any(term.is_guess and not atoms[at].before.strip("-") for term in found)


def _is_versioned(
    term: Term, terms: Sequence[Term], atoms: Sequence[Atom], lexicon: Lexicon
) -> bool:
    """Whether the beginning of a name of an API's or an image model has another version behind it.

    A number that counts devices or anything else is none.
    """
    is_api = term.kind == "api_model"
    is_image = _is_image_model(term, lexicon)
    number = number_of(_text(atoms, term.last))
    if not (term.is_guess and (is_api or is_image)) or number is None or number.suffix:
        return False
    behind = next((one for one in terms if one.first == term.last), None)
    is_counted = lexicon.devices.get(_text(atoms, term.last + 1)) is not None
    return (behind is None or behind.kind == "count") and not is_counted


def _text(atoms: Sequence[Atom], at: int) -> str:
    return atoms[at].text if at < len(atoms) else ""


def _head(word: str) -> tuple[str, str]:
    """The letters that a word begins with, and the rest."""
    size = next((at for at, letter in enumerate(word) if not letter.isalpha()), len(word))
    return word[:size], word[size:]


def _terms(atoms: Sequence[Atom], lexicon: Lexicon, plain: str) -> tuple[list[Term], list[int]]:
    """The terms of atoms, and the places of those that no term has."""
    terms: list[Term] = []
    missed: list[int] = []
    amounts = Amounts(atoms)
    at, before = 0, ""
    while at < len(atoms):
        term = _term(atoms, at, lexicon, amounts)
        term = same_again(terms, term, atoms, at, lexicon.devices)
        before += atoms[at].before
        if term is None:
            missed.append(at)
            at += 1
            continue
        if term.kind not in IGNORED:
            written = (
                "" if term.first < 0 else plain[atoms[term.first].first : atoms[term.last - 1].last]
            )
            terms.append(replace(term, said=written, before=before))
            before = ""
            terms.extend(_formats(atoms, term, lexicon))
        at = term.last
    return with_cache_formats(terms), [at for at in missed if atoms[at].text not in {"/", "+"}]


def _term(atoms: Sequence[Atom], at: int, lexicon: Lexicon, amounts: Amounts) -> Term | None:
    """The term at an atom: an amount before a name, and a whole name before a part of one."""
    counted = number_of(atoms[at - 1].text) if at and atoms[at].text in NUMBERED else None
    if counted is not None and not counted.suffix:
        return Term("filler", "", at, at + 1)
    amount, named = amounts.at(at), lexicon.term(atoms, at)
    if _text(atoms, at + 1) in GIGABYTES and atoms[at].text.isdigit():
        return Term("gigabytes", float(atoms[at].text), at, at + 2)
    stored = format_at(atoms, at) or active_at(atoms, at)
    if stored is not None and (named is None or stored.last > named.last):
        return stored
    is_number = number_of(atoms[at].text) is not None
    if amount is not None and amount.kind in OF_SPEED and atoms[at].text in lexicon.devices:
        amount = None  # on 2 x 4090 tok/s
    if amount is not None and (
        named is None or named.last <= amount.last or (is_number and named.kind in IGNORED)
    ):
        return amount
    fitting = lexicon.incomplete(atoms, at)
    if fitting is not None and named is not None and not _is_less(named, fitting):
        fitting = None
    if fitting is not None and fitting.last == at + 1 and atoms[at].text in vocabulary.ordinary():
        fitting = None  # a seed startup
    best = fitting or named
    sold = _sold(atoms, at, lexicon)
    if sold is not None and _is_best(sold, named, best):
        return sold
    return best or bare(atoms[at], at)


def _formats(atoms: Sequence[Atom], term: Term, lexicon: Lexicon) -> list[Term]:
    """The number format that the name of a checkpoint says: llama-3.1-405b-fp8."""
    if term.kind != "model":
        return []
    for first in range(term.first + 1, term.last):
        for last in range(term.last, first, -1):
            meanings = lexicon.phrases.get(joined(atoms, first, last), ())
            value = next((one.value for one in meanings if one.kind == "precision"), None)
            if value is not None:
                return [Term("precision", value, first, last, said=value)]
    return []


def _is_less(named: Term, fitting: Term) -> bool:
    """Whether a whole name says less than an incomplete one."""
    is_longer = named.kind == fitting.kind and fitting.last > named.last
    return named.kind in IGNORED or is_longer


def _is_best(sold: Term, named: Term | None, best: Term | None) -> bool:
    """Whether an API's model says more than what the catalogue has."""
    if named is not None and named.kind == "model" and named.last >= sold.last:
        return False
    return best is None or sold.last >= best.last


def _goes_on(meanings: Sequence[Meaning]) -> bool:
    """Whether a word may be part of the name of an API's model."""
    parts = {"api_family", "api_part", *IGNORED}
    return not meanings or any(one.kind in parts for one in meanings)


def _sold(atoms: Sequence[Atom], at: int, lexicon: Lexicon) -> Term | None:
    """The model of an API that begins at an atom."""
    pair = lexicon.phrases.get(joined(atoms, at, at + 2), ())
    families = (*pair, *lexicon.phrases.get(atoms[at].text, ()))
    family = next((one.value for one in families if one.kind == "api_family"), None)
    whole = 2 if any(one.value == family for one in pair) else 1
    if family is None:
        head = _FAMILY.match(atoms[at].text)
        families = lexicon.phrases.get(head[0], ()) if head else ()
        family = next((one.value for one in families if one.kind == "api_family"), None)
    if family is None:
        return None
    words = [words_of(atom.text) for atom in atoms[at : at + MOST_WORDS]]
    behind = enumerate(atoms[at + whole : at + MOST_WORDS], whole)
    stop = next(
        (
            place
            for place, atom in behind
            if "," in atom.before
            or (atom.before != "-" and not _goes_on(lexicon.phrases.get(atom.text, ())))
        ),
        len(words),
    )
    found = family_model(family, words[:stop])
    if found is None:
        return None
    model, taken, others = found
    guess = bool(others) and taken == 1
    return Term("api_model", model, at, at + taken, others=others, is_guess=guess)


@lru_cache(maxsize=8)
def _speller(catalog: Catalog) -> Speller:
    """What misspelt words are read as: words of questions, families of models, places."""
    lexicon = lexicon_of(catalog)
    places = (key for key in lexicon.places if key.isalpha())
    parts = (word for name in catalog.devices for word in name.split("-"))
    words = [word for word in parts if len(word) > MOST_SHORT and word.isalpha()]
    heads = (*words, *lexicon.fitting_models.first, *lexicon.fitting_devices.first)
    return Speller((*heads, *sorted(vocabulary.words()), *lexicon.providers, *sorted(places)))
