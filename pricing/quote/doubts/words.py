"""Words: what was perhaps meant by a value, and what to give instead."""

from pricing.quote.doubts.rules import ANY_SHARE, MEGA, rule_of

SHARES = frozenset({"confidence"})
"""Fields that are shares by another name than a fraction."""

MOST_MEANINGS = 2
"""Meanings that one text offers."""

LARGEST = 1e100
"""What is larger, or no number at all, is near nothing."""


def hint_of(place: str, value: object) -> str:
    """What to give instead of a value that a field cannot have; empty where nothing is near.

    place: of the field, by its dotted name.

    >>> hint_of("mfu_fraction", 40.0)
    ': if 40 is a percentage, give 0.4'
    >>> hint_of("confidence[0]", 80)
    ': if 80 is a percentage, give 0.8'
    >>> hint_of("model.layers", 1e9)
    ''
    """
    name = place.rpartition(".")[2].partition("[")[0]
    rule = ANY_SHARE if name in SHARES else rule_of(name)
    # A truth is a whole number too.
    if rule is None or not isinstance(value, int | float) or isinstance(value, bool):
        return ""
    if not -LARGEST < value < LARGEST:
        return ""
    meant = rule.meant(float(value))
    return f": {in_words(float(value), meant)}" if meant else ""


def in_words(value: float, meant: list[tuple[str, float]]) -> str:
    """What to give instead of a value, by what was meant."""
    return "; ".join(
        f"if {written(value)} is {words}, give {written(other)}"
        for words, other in meant[:MOST_MEANINGS]
    )


def written(value: float) -> str:
    """A value to four digits, as a query may have it.

    >>> written(0.4), written(120.0), written(1.56e13), written(43800.0)
    ('0.4', '120', '1.56e+13', '43800')
    """
    return f"{value:.0f}" if value == int(value) and abs(value) < MEGA else f"{value:.4g}"
