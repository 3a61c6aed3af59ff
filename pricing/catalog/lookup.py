"""Look-up by name or alias in any spelling, with the nearest names in refusals."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from difflib import SequenceMatcher
from functools import cached_property, lru_cache
from typing import TypeVar

from pricing.catalog.names import (
    LONGEST,
    MAYBE_SIZE,
    SIZE,
    bases,
    counted,
    normalised,
    spellings,
    unowned,
)
from pricing.catalog.naming.partial_names import Fits, words_of
from pricing.catalog.naming.similar_names import Alike
from pricing.errors import UnknownName

T = TypeVar("T")

MOST_NEAR = 5
MOST_OF_FAMILY = 2
MUCH_ALIKE = 0.8
"""Similarity of a name from which on it may be a misspelling [fraction]."""

KEPT_NAMES = 4096
"""Unknown names whose nearest known ones are kept."""


class Directory(Mapping[str, T]):
    """Things by name or alias. A look-up by exact name is one dict access."""

    def __init__(
        self,
        kind: str,
        things: Mapping[str, T],
        aliases: Mapping[str, str],
        containers: Callable[[], Mapping[str, tuple[str, ...]]] = dict,
        fits: Callable[[], Fits] | None = None,
    ) -> None:
        """containers: plain names of other things that contain these, such as instance types.

        fits: what an incomplete name may mean, the likeliest first.
        """
        self._kind = kind
        self._containers = containers
        self._fits = fits
        self._things = dict(things)
        self._written = {name: name for name in things} | dict(aliases)
        self._aliases = {normalised(alias): name for alias, name in self._written.items()}
        # A name that is not known is looked up again for each part of an answer.
        self._close = lru_cache(maxsize=KEPT_NAMES)(Alike(self._aliases).nearest)

    def but(self, name: str, thing: T) -> "Directory[T]":
        """The same names, with another thing of one name."""
        other = copy(self)
        other._things = self._things | {name: thing}  # noqa: SLF001 - its own
        return other

    @cached_property
    def _by_words(self) -> Mapping[tuple[str, ...], str]:
        """Names by their words in any order, if these words have one meaning."""
        meant: dict[tuple[str, ...], set[str]] = defaultdict(set)
        for alias, name in self._aliases.items():
            meant[_words(alias)].add(name)
        return {words: names.pop() for words, names in meant.items() if len(names) == 1}

    @cached_property
    def _by_word(self) -> Mapping[str, frozenset[str]]:
        """Names of the things whose names or aliases contain a word."""
        said: dict[str, set[str]] = defaultdict(set)
        for alias, name in self._aliases.items():
            for word in _words(alias):
                said[word].add(name)
        return {word: frozenset(names) for word, names in said.items()}

    @cached_property
    def _by_shorter(self) -> Mapping[str, str]:
        """Names by aliases without owner, variant and format, if these have one meaning.

        The shorter alias must contain a size: "Phi-3.5-MoE-instruct" is one model, and "phi-3.5" is
        several.
        """
        meant: dict[str, set[str]] = defaultdict(set)
        for alias, name in self._written.items():
            if not MAYBE_SIZE.search(alias):
                continue  # which most names of devices are spared
            for shorter in spellings(alias):
                if SIZE.search(shorter):
                    meant[shorter].add(name)
        return {shorter: names.pop() for shorter, names in meant.items() if len(names) == 1}

    def written(self) -> Iterator[tuple[str, str]]:
        """Every name and alias, and the shorter spellings that have one meaning, with the thing."""
        yield from self._written.items()
        yield from self._by_shorter.items()

    def __getitem__(self, name: str) -> T:
        return self._things[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._things)

    def __len__(self) -> int:
        return len(self._things)

    def find(self, name: str, *, field: str) -> T:
        """The thing with this name or alias, with words in any order.

        field: where the name is in the query. Raises UnknownName with the nearest names.
        """
        thing = self._things.get(name)
        if thing is not None:
            return thing
        several = self._several(name)
        if several:
            raise UnknownName(
                f"{name!r} names several {self._kind}s: choose one", field=field, nearest=several
            )
        rest, count = counted(name) or (name, 1)
        known = self._known(rest)
        if known is not None and count != 1 and self._known(name) is None:
            raise UnknownName(
                f"{name!r} is {count} of {known}: name the device, and give the count separately",
                field=field,
                nearest=(known,),
            )
        if (known is None and rest != name) or count != 1:
            known = self._known(name)
        if known is None:
            known = self.base(name)
        if known is not None:
            return self._things[known]
        inside = self._containers().get(normalised(name), ())
        if inside:
            raise UnknownName(
                f"{name} is an instance type with {' or '.join(inside)}: name this {self._kind},"
                " and give the type as instance_type",
                field=field,
                nearest=inside,
            )
        raise UnknownName(
            f"no {self._kind} is called {name!r} in this release",
            field=field,
            nearest=self.nearest(name),
        )

    def nearest(self, name: str) -> tuple[str, ...]:
        """At most five things that a name may mean: by all its words, by spelling, by its family.

        What is spelt much alike goes before the family, and what is less alike behind it.
        """
        close = [self._aliases[alias] for alias in self._close(name)]
        words = words_of(normalised(unowned(name)))[:LONGEST]
        if self._fits is None or not words:
            return tuple(dict.fromkeys(close))
        fits, plain = self._meant, normalised(name)
        words = fits.meant(words)
        alike = [one for one in close if SequenceMatcher(None, one, plain).ratio() >= MUCH_ALIKE]
        whole = fits.of(words)
        family = fits.of(words[:1])[:MOST_OF_FAMILY] if words[0].isalpha() and not whole else ()
        spelt = () if whole or family else close
        return tuple(dict.fromkeys((*whole, *alike, *family, *spelt)))[:MOST_NEAR]

    def fitting_words(self, name: str) -> tuple[str, ...]:
        """The things whose names have all words of another, the likeliest first."""
        words = words_of(normalised(name))[:LONGEST]
        return self._meant.of(self._meant.meant(words)) if words else ()

    @cached_property
    def _meant(self) -> Fits:
        return Fits((), {}, by_rank=True) if self._fits is None else self._fits()

    def _known(self, name: str) -> str | None:
        """The known name that this is a spelling of."""
        written = tuple(spellings(name)) if len(name) <= LONGEST else ()
        for spelling in written:
            known = self._aliases.get(spelling) or self._by_words.get(_words(spelling))
            if known is not None:
                return known
        return next(filter(None, map(self._by_shorter.get, written)), None)

    def base(self, name: str) -> str | None:
        """The known name that the name of a fine-tune ends in; None where it is known itself."""
        if self._kind != "model" or name in self._things or len(name) > LONGEST:
            return None  # most names are exact
        if self._known(name) is not None:
            return None
        return next(filter(None, map(self._aliases.get, bases(name))), None)

    def _several(self, name: str) -> tuple[str, ...]:
        """The several things that a name with slashes lists, empty if it names only one.

        "A100/H100" is two, and "H100/80GB" is one. The part before the slash may be an owner with
        the name of a model. Such a name has no number.
        """
        *owners, last = name.rstrip("/").split("/")
        if not owners or normalised(name) in self._aliases:
            return ()
        numbered = [owner for owner in owners if any(map(str.isdigit, owner))]
        said = [self._aliases.get(normalised(part)) for part in (*numbered, last)]
        things = tuple(dict.fromkeys(thing for thing in said if thing))
        return things if len(things) > 1 else ()

    def fitting(self, name: str, meant: str) -> tuple[str, ...]:
        """Other names that an alias also fits, since it leaves out their differences.

        meant: the name that it is read as.
        """
        if name == meant:
            return ()
        words = _words(normalised(name))
        known = [self._by_word[word] for word in words if word in self._by_word]
        if not known:
            return ()
        unsaid = {*_words(meant)}.difference(words)
        fitting = frozenset.intersection(*known) - {meant}
        return tuple(sorted(other for other in fitting if unsaid.difference(_words(other))))


def _words(plain: str) -> tuple[str, ...]:
    return tuple(sorted(plain.split("-")))
