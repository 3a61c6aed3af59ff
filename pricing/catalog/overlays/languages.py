"""Words of rate cards in German, French and Spanish, as English ones have them."""

import re

from pricing.lists import rows_of

WORDS = {
    row["words"]: row["english"] for row in rows_of("pricing.catalog.overlays", "languages.csv")
}

TOTALS = frozenset({"summe", "gesamt", "zwischensumme", "somme", "sous-total", "suma"})
"""What a line that sums up others begins with."""

_LONGEST_FIRST = sorted(map(re.escape, WORDS), key=len, reverse=True)
_PHRASE = re.compile(rf"(?<![^\W_])(?:{'|'.join(_LONGEST_FIRST)})(?![^\W_])", re.IGNORECASE)


def in_english(text: str) -> str:
    """A header, a way of buying, or a day, with its words in English.

    >>> in_english("Preis pro GPU-Stunde (EUR)"), in_english("gültig ab"), in_english("region")
    ('price per GPU-hour (EUR)', 'valid from', 'region')
    >>> in_english("Anzahl GPUs"), in_english("1 Jahr reserviert"), in_english("1. März 2026")
    ('gpu count', '1 year reserved', '1. march 2026')
    >>> in_english("Type d’instance"), in_english("à la demande"), in_english("precio por hora")
    ('instance type', 'on demand', 'price per hour')
    """
    return _PHRASE.sub(lambda match: WORDS[match[0].lower()], text.replace("’", "'"))
