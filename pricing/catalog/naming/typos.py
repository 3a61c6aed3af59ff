"""Misspelt words: the one word of the vocabulary that a letter makes of another."""

from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache

LEAST_LETTERS = 4
"""Fewest letters of a word that is corrected. Shorter ones have too many neighbours."""

LONG_LETTERS = 7
"""Letters from which on a word may differ by more than one."""

CUTOFF = 0.82
"""Least similarity of a long word to what it is read as."""


class Speller:
    """Words by what is left of them without one letter."""

    def __init__(self, words: Iterable[str]) -> None:
        """words: the most common first."""
        self._words = [word for word in dict.fromkeys(words) if _is_word(word)]
        self._places = {word: place for place, word in enumerate(self._words)}
        self._less: dict[str, str] = {}  # words side by side: most parts are of one
        self._by_letter: dict[str, list[str]] = {}
        for word in self._words:
            for part in {word, *_less(word)}:
                known = self._less.get(part)
                self._less[part] = word if known is None else f"{known} {word}"
            self._by_letter.setdefault(word[0], []).append(word)

        self.corrected = lru_cache(maxsize=4096)(self._corrected)
        """The word that is meant, None where none is near."""

    def _corrected(self, word: str) -> str | None:
        """A letter too many, too few, wrong or swapped; of a long word, what is alike as a whole.

        Kept by each speller, so that the words of a release go with the release.
        """
        if not _is_word(word):
            return None
        near = [
            known
            for part in (word, *_less(word))
            for known in self._less.get(part, "").split()
            if _is_near(word, known)
        ]
        if near:
            return min(near, key=lambda known: (known[0] != word[0], self._places[known]))
        if len(word) < LONG_LETTERS:
            return None
        alike = get_close_matches(word, self._by_letter.get(word[0], ()), n=1, cutoff=CUTOFF)
        return alike[0] if alike else None


def _is_word(word: str) -> bool:
    return len(word) >= LEAST_LETTERS and word.isalpha()


def _less(word: str) -> list[str]:
    return [word[:at] + word[at + 1 :] for at in range(len(word))]


def _is_near(word: str, known: str) -> bool:
    """Whether one letter makes a word of another.

    >>> _is_near("lama", "llama"), _is_near("premptible", "preemptible"), _is_near("cost", "most")
    (True, True, False)
    """
    if abs(len(word) - len(known)) == 1:
        return True
    differing = [at for at in range(len(word)) if word[at] != known[at]]
    if len(word) > LEAST_LETTERS and word[0] == known[0] and {*_less(word)} & {*_less(known)}:
        return True
    match differing:
        case []:
            return True
        case [_]:  # of four letters one that is wrong leaves too many words
            return len(word) > LEAST_LETTERS
        case [first, second]:  # two letters that are swapped
            swapped = word[second] + word[first]
            return second == first + 1 and swapped == known[first : second + 1]
    return False
