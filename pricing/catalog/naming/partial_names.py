"""What a name fits that says less than the names of the tables: by its words, then by use."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from pricing.catalog.naming.typos import Speller

WORD = re.compile(
    r"\d+x\d+(?:\.\d+)?b|[a-z]\d+(?:\.\d+)?b?(?![a-z0-9])|[a-z]+|\d+(?:\.\d+)?[a-z]?(?![a-z0-9])|\d+"
)
"""A word of a name: 8x7b, r1, llama, 3.1, 70b. Words and numbers that are joined are several."""

LAST_VERSION = 5
"""Up to here a bare number is the version of a model, and beyond it a size: llama 3, llama 70."""

_JOINT = re.compile(r"[^a-z0-9.+%/]+")


def squashed(name: str) -> str:
    """A name in lower case without what joins its words.

    >>> squashed("Llama 3.1-70B"), squashed("on_demand")
    ('llama3.170b', 'ondemand')
    """
    return _JOINT.sub("", name.lower())


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name.

    >>> words_of("qwen2.5-7b"), words_of("DeepSeek-R1"), words_of("mixtral:8x7b")
    (('qwen', '2.5', '7b'), ('deepseek', 'r1'), ('mixtral', '8x7b'))
    """
    return tuple(WORD.findall(name.lower()))


class Fits:
    """Things by the words of their names."""

    def __init__(self, names: Iterable[str], ranks: Mapping[str, int], *, by_rank: bool) -> None:
        """ranks: how common each thing is, 0 the most; by_rank: whether that goes first."""
        self._ranks = ranks
        self._by_rank = by_rank
        self._said: dict[str, set[str]] = defaultdict(set)
        self._words = {name: words_of(name) for name in names}
        for name, words in self._words.items():
            for word in words:
                self._said[word].add(name)
        common = sorted(self._words, key=lambda name: ranks.get(name, len(ranks)))
        self.first = dict.fromkeys(self._words[name][0] for name in common if self._words[name])
        families = {
            word: {self._words[name][0] for name in names} for word, names in self._said.items()
        }
        self.nicknames = frozenset(word for word, heads in families.items() if len(heads) == 1)

    @cached_property
    def speller(self) -> Speller:
        """What misspelt words of names are read as, those of the most common things first."""
        common = sorted(self._words, key=lambda name: self._ranks.get(name, len(self._ranks)))
        return Speller(word for name in common for word in self._words[name])

    def meant(self, words: Sequence[str]) -> tuple[str, ...]:
        """Words as names have them: misspelt ones corrected, and a bare number last as a size."""
        told = tuple(
            word if word in self._said else self.speller.corrected(word) or word for word in words
        )
        is_bare = len(told) > 1 and told[-1].isdigit() and int(told[-1]) > LAST_VERSION
        return (*told[:-1], f"{told[-1]}b") if is_bare and not self.of(told) else told

    def of(self, words: Sequence[str]) -> tuple[str, ...]:
        """The things whose names have all of some words, the likeliest first."""
        sets = [self._said.get(word, set()) for word in words]
        if not sets:
            return ()
        found = set.intersection(*sets)
        return tuple(sorted(found, key=lambda name: self._likeness(name, words)))

    def _likeness(self, name: str, words: Sequence[str]) -> tuple[int, int, int]:
        """The less the likelier: whether the name begins otherwise, its further words, its rank."""
        begins = int(self._words[name][0] != words[0])
        further, rank = len(self._words[name]) - len(words), self._ranks.get(name, len(self._ranks))
        return (begins, rank, further) if self._by_rank else (begins, further, rank)
