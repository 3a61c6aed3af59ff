"""Profiles of media types: the same format with other content (RFC 6906)."""

import re
from collections.abc import Sequence

PROFILE = re.compile(r';\s*profile\s*=\s*"?([^";\s]*)"?')


def as_types(ranges: Sequence[str]) -> list[str]:
    """Media ranges in lower case, each with its profile as a part of the type.

    Parameters are then compared by what else compares types.

    >>> as_types(["text/csv; profile=focus;q=0.5", "text/csv"])
    ['text/csv.focus;q=0.5', 'text/csv']
    """
    return [_as_type(text) for text in ranges]


def _as_type(text: str) -> str:
    found = PROFILE.search(text)
    if found is None:
        return text
    media, _, rest = PROFILE.sub("", text, count=1).partition(";")
    return f"{media.strip()}.{found[1]}" + (f";{rest}" if rest else "")
