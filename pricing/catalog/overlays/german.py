"""Words of German rate cards, as English ones have them."""

import re

WORDS = {
    "anbieter": "provider",
    "dienst": "service",
    "standort": "region",
    "instanz": "instance",
    "instanztyp": "instance type",
    "instanzstunde": "instance hour",
    "maschinentyp": "machine type",
    "gerät": "device",
    "grafikkarte": "gpu",
    "beschleuniger": "accelerator",
    "anzahl": "count",
    "kaufoption": "purchase option",
    "abrechnung": "billing",
    "laufzeit": "term",
    "bindung": "commitment",
    "preis": "price",
    "stundenpreis": "price per hour",
    "listenpreis": "list price",
    "pro": "per",
    "je": "per",
    "und": "and",
    "stunde": "hour",
    "std": "hour",
    "monat": "month",
    "jahr": "year",
    "jahre": "years",
    "monate": "months",
    "reserviert": "reserved",
    "reservierung": "reservation",
    "abruf": "demand",
    "bedarf": "demand",
    "auf": "on",
    "nach": "on",
    "alle": "all",
    "rabatt": "discount",
    "währung": "currency",
    "wechselkurs": "exchange rate",
    "gültig": "valid",
    "gueltig": "valid",
    "ab": "from",
    "von": "from",
    "bis": "to",
    "beginn": "start",
    "ende": "end",
    "vertrag": "contract",
    "bemerkung": "note",
    "bemerkungen": "notes",
}

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
