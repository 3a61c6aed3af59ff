"""Words of German rate cards, as English ones have them."""

import re

from pricing.lists import rows_of

WORDS = {row["german"]: row["english"] for row in rows_of("pricing.catalog.overlays", "german.csv")}

TOTALS = frozenset({"summe", "gesamt", "zwischensumme"})
"""What a line that sums up others begins with."""

_COUNTED = re.compile(r"count (?:der )?(gpus?|devices?)", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")


def in_english(text: str) -> str:
    """A header, or a way of buying, with its German words in English.

    >>> in_english("Preis pro GPU-Stunde (EUR)"), in_english("gültig ab"), in_english("region")
    ('price per GPU-hour (EUR)', 'valid from', 'region')
    >>> in_english("Anzahl GPUs"), in_english("1 Jahr reserviert")
    ('GPUs count', '1 year reserved')
    """
    words = _WORD.sub(lambda match: WORDS.get(match[0].lower(), match[0]), text)
    return _COUNTED.sub(r"\1 count", words)
