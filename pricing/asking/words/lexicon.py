"""Everything that atoms may name in a release: its things, and the words of questions."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from pricing.asking.words import vocabulary
from pricing.asking.words.amounts.numbers import number_of
from pricing.asking.words.atoms import Atom, joined
from pricing.asking.words.places.regions import called
from pricing.asking.words.terms import Place, Term
from pricing.catalog.catalog import Catalog
from pricing.catalog.listed.media import media_by_name
from pricing.catalog.lookup import Directory
from pricing.catalog.naming.machines import Machine, machines_of
from pricing.catalog.naming.partial_names import Fits, squashed, words_of

MOST_WORDS = 12
"""Most atoms of one name or phrase."""

LEAST_LETTERS = 3
"""Fewest letters of a word that begins an incomplete name."""

DIRECTIONS = frozenset({"east", "west", "central", "north", "south", "gov"})

FAMILY_AND_SIZE = 2
"""Words of a family with a size: qwen 72b."""

SIZE_TOLERANCE = 0.07
"""Share by which the parameters of a model may differ from the size that it is called by."""

_UNSAID_PLACES = frozenset({"global", "market"})
_SHORT = re.compile(r"[a-z]{1,3}|[a-z]{2}\d")


class Lexicon:
    """The names of a release and the words of questions, by their atoms as one word."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self.phrases = vocabulary.phrases()

    @cached_property
    def models(self) -> Mapping[str, str]:
        """Models by every name, those that make images among them."""
        by_media = {
            squashed(name): rows[0].model for name, rows in media_by_name(self.catalog).items()
        }
        return by_media | _spelt(self.catalog.models)

    @cached_property
    def begun(self) -> Mapping[str, str]:
        """Models that make images, by the words that their names begin with."""
        known: dict[str, str] = {}
        for name, rows in media_by_name(self.catalog).items():
            words = name.split("-")
            for count in range(1, len(words)) if rows[0].images_per_second is not None else ():
                if count > 1 or rows[0].model.startswith(words[0]):
                    known.setdefault(squashed("".join(words[:count])), rows[0].model)
        return known

    @cached_property
    def devices(self) -> Mapping[str, str]:
        """Devices by every name."""
        known = _spelt(self.catalog.devices)
        ranks = self.catalog.popularity.devices
        for device in sorted(ranks, key=ranks.__getitem__):
            plain = squashed(device)
            if plain[-1:].isalpha() and plain[-2:-1].isdigit():  # mi300 is one of mi300x, mi300a
                known.setdefault(plain[:-1], device)
        return known

    @cached_property
    def fitting_models(self) -> Fits:
        """Models by some words of their names."""
        return Fits(self.catalog.models, self.catalog.popularity.models, by_rank=True)

    @cached_property
    def fitting_devices(self) -> Fits:
        """Devices by some words of their names."""
        return Fits(self.catalog.devices, self.catalog.popularity.devices, by_rank=False)

    @cached_property
    def places(self) -> Mapping[str, tuple[Place, ...]]:
        """Regions, cities and states by name."""
        known: dict[str, list[Place]] = defaultdict(list)
        for regions in self.catalog.sites.values():
            for region in regions:
                key = squashed(region)
                if key not in _UNSAID_PLACES and not _SHORT.fullmatch(key):
                    known[key].append(Place("region", region))
                for name in called(key):
                    known[name].append(Place("region", region))
        rows = self.catalog.frames["regions"].select("place", "subdivision")
        for city, state in rows.iter_rows():
            for kind, name in (("place", city), ("state", state)):
                if name and name != "United States":
                    known[squashed(name)].append(Place(kind, name))
        return {key: tuple(dict.fromkeys(places)) for key, places in known.items()}

    @cached_property
    def providers(self) -> Mapping[str, str]:
        """Those who sell, by the names of the tables; other sites are where data come from."""
        return {
            squashed(name): name for name in self.catalog.providers if name not in _UNSAID_PLACES
        }

    def term(self, atoms: Sequence[Atom], first: int) -> Term | None:
        """The longest name or phrase that begins at an atom."""
        for last in range(min(len(atoms), first + MOST_WORDS), first, -1):
            found = self._named(atoms, first, last)
            if found is not None:
                return found
        return None

    def _named(self, atoms: Sequence[Atom], first: int, last: int) -> Term | None:
        """What some atoms together name."""
        key = joined(atoms, first, last)
        meanings = self.phrases.get(key)
        behind = atoms[last] if last < len(atoms) else None
        is_region = behind is not None and (behind.text in DIRECTIONS or "-" in behind.before)
        if key in {"theus", "inus"} and is_region:
            return None  # the us east region is no country
        if meanings is not None:
            meaning = next((one for one in meanings if one.kind in STANDING), meanings[0])
            kind, value = meaning.kind, meaning.value
            if kind.startswith("place."):
                return Term(
                    "place", (Place(kind[6:], value), *self.places.get(key, ())), first, last
                )
            is_number = kind in {"count", "confidence"}
            told = float(value) if is_number else value
            return Term(kind, told, first, last, is_guess=kind == "model")
        plain = key.replace("/", "")
        if last - first > 1 and len(atoms[first].text) == 1 and atoms[first].text not in "hlmv":
            return None  # "a 2" is no name, and "h 100" is one
        is_spelt = all("-" in atom.before for atom in atoms[first + 1 : last])
        for name in dict.fromkeys((plain, plain.removesuffix("s"), plain.replace("+", "plus"))):
            found = self._thing(name, first, last, is_spelt=is_spelt)
            if found is not None:
                return found
        return None

    def _thing(self, name: str, first: int, last: int, *, is_spelt: bool) -> Term | None:
        """What a name is of; is_spelt: whether it is written as in a catalogue."""
        if name in self.providers:
            return Term("provider", self.providers[name], first, last)
        device = self.devices.get(name)
        if device is not None:
            return Term("device", device, first, last)
        machine = machines_of(self.catalog).get(name.removeprefix("ml."))
        if machine is not None and not self._is_counted(name):
            return self._machine(machine, first, last)
        model = self.models.get(name)
        if model is not None and not self._is_older(name, model, is_spelt=is_spelt):
            return Term("model", model, first, last)
        begun = self.begun.get(name)
        if begun is not None:
            return Term("model", begun, first, last, is_guess=True)
        places = self.places.get(name)
        return Term("place", places, first, last) if places else None

    def _is_counted(self, name: str) -> bool:
        """Whether the name of an instance is that of a device with its count behind it: b200 8x."""
        device, count = name[:-2], name[-2:]
        return count[:1].isdigit() and count[1:] == "x" and device in self.devices

    def _machine(self, machines: Sequence[Machine], first: int, last: int) -> Term:
        """An instance type; the device where its name is that of one: a100-40gb-pcie."""
        alike = self.fitting_devices.of(words_of(machines[0].instance_type))
        if not alike:
            return Term("machine", machines, first, last)
        return Term("device", alike[0], first, last, others=alike[1:4], is_guess=True)

    def _is_older(self, name: str, model: str, *, is_spelt: bool) -> bool:
        """Whether an alias of a family with a size is of an older version than people mean."""
        words = words_of(name)
        if len(words) != FAMILY_AND_SIZE or not is_size(words[1]):
            return False
        if name == squashed(model) and is_spelt:
            return False
        return self.fitting_models.of(words)[:1] not in {(), (model,)}

    def incomplete(self, atoms: Sequence[Atom], first: int) -> Term | None:
        """The likeliest model or device whose name has the atoms that begin here."""
        for kind, fits in (("model", self.fitting_models), ("device", self.fitting_devices)):
            words = words_of(atoms[first].text)
            if "".join(words) != atoms[first].text or not self._begins(words, fits):
                continue
            found, last = fits.of(words), first + 1
            while found and last < len(atoms):
                further = words_of(atoms[last].text)
                both = further and self._continues(atoms, last) and fits.of((*words, *further))
                if not both and kind == "model" and atoms[last].text.isdigit():
                    further = (f"{atoms[last].text}b",)  # gpt oss 120
                    both = self._continues(atoms, last) and fits.of((*words, *further))
                if not both and self._is_other_size(words, atoms, last):
                    # llama 3 405b is of another version
                    words = words[:1]
                    both = fits.of((*words, *further))
                if not both:
                    break
                words, found, last = (*words, *further), both, last + 1
            if found:
                return Term(kind, found[0], first, last, others=found[1:4], is_guess=True)
        return None

    def _is_other_size(self, words: Sequence[str], atoms: Sequence[Atom], at: int) -> bool:
        """Whether an atom is the size of a model, after a name without one; not that of tokens."""
        behind = atoms[at + 1].text if at + 1 < len(atoms) else ""
        is_parted = at + 1 < len(atoms) and "," in atoms[at + 1].before
        meanings = () if is_parted else self.phrases.get(behind, ())
        is_counted = any(one.kind in {"noun", "unit"} for one in meanings)
        return is_size(atoms[at].text) and not is_counted and not any(map(is_size, words))

    def _begins(self, words: Sequence[str], fits: Fits) -> bool:
        head = words[0]
        number = number_of(head)
        if head in self.phrases or (number is not None and number.suffix in {"", "k", "m"}):
            return False
        return (head in fits.first and len(head) >= LEAST_LETTERS - 1) or (
            head in fits.nicknames and (len(head) > LEAST_LETTERS or any(map(str.isdigit, head)))
        )

    def _continues(self, atoms: Sequence[Atom], at: int) -> bool:
        """Whether an atom may go on with a name: a number of something else does not.

        In `a100, 40 users` and `a100, 40% mfu` the number is none of the memory.
        """
        number = number_of(atoms[at].text)
        if number is None or number.suffix not in {"", "%"}:
            return True
        if number.suffix or at + 1 == len(atoms):
            return not number.suffix
        behind = atoms[at + 1].text
        is_parted = "," in atoms[at].before or is_size(atoms[at - 1].text)  # 70b 3 epochs
        is_counted = any(one.kind in {"noun", "unit"} for one in self.phrases.get(behind, ()))
        return not (is_parted and is_counted) and self.devices.get(behind.removesuffix("s")) is None

    def is_of_size(self, model: str, parameters: float) -> bool:
        """Whether a model is about as large, or of no size that is known."""
        models = self.catalog.models
        known = models[model].parameters if model in models else parameters
        return bool(abs(parameters / known - 1.0) <= 2 * SIZE_TOLERANCE)

    def sized(self, parameters: float) -> tuple[str, ...]:
        """Models of a size, the most common first."""
        models, ranks = self.catalog.models, self.catalog.popularity.models
        if not parameters:
            return ()
        close = [
            name
            for name, model in models.items()
            if abs(model.parameters / parameters - 1.0) <= SIZE_TOLERANCE
            and model.architecture is None
        ]
        called = f"{parameters / 1e9:g}b"

        def likeness(name: str) -> tuple[bool, bool, int]:
            is_sparse = models[name].active_parameters < parameters / 2.0
            return is_sparse, called not in words_of(name), ranks[name]

        return tuple(sorted(close, key=likeness))


STANDING = (
    *("superlative", "method", "option", "provider", "precision", "engine", "workload"),
    *("asks_model", "device", "not", "speculation", "than", "ownership", "budget", "confidence"),
    *("reads", "kv", "recompute", "optimizer", "maker", "upfront", "system", "versus", "api"),
    *("selfhost", "figure", "compare", "count", "currency", "day", "api_provider", "rental"),
    *("saves", "unpriced", "sees", "place.city"),
    *("node", "board", "modifier", "filler", "place.country", "place.area", "place.place"),
)
"""Kinds of words that mean something by themselves. Others do so beside a number."""


@lru_cache(maxsize=8)
def lexicon_of(catalog: Catalog) -> Lexicon:
    """The lexicon of a release."""
    return Lexicon(catalog)


def is_size(text: str) -> bool:
    """Whether a word is the size of a model: 70b."""
    number = number_of(text)
    return number is not None and number.suffix == "b"


def _spelt(directory: Directory[Any]) -> dict[str, str]:
    """Things by their names and aliases as one word; only what has one meaning."""
    known: dict[str, str] = {}
    doubtful: set[str] = set()
    for alias, name in directory.written():
        key = squashed(alias).replace("/", "")
        if known.setdefault(key, name) != name:
            doubtful.add(key)
    exact = {squashed(name): name for name in directory}
    return {key: name for key, name in known.items() if key not in doubtful} | exact
