"""Labels as a text of a query string."""

import msgspec

from pricing.errors import InvalidQuery
from pricing.quote.query import Labels


def labels_of(text: str | None) -> dict[str, str] | None:
    """Labels by name, of `name:text` with commas between. Raises InvalidQuery.

    >>> labels_of("team:search,env:prod")
    {'team': 'search', 'env': 'prod'}
    """
    if text is None:
        return None
    pairs = [part.partition(":") for part in text.split(",")]
    names = {name for name, _, _ in pairs}
    if not all(name and colon for name, colon, _ in pairs) or len(names) < len(pairs):
        raise InvalidQuery(
            "labels are name:text, each name once, with commas between: team:search,env:prod",
            field="labels",
        )
    try:
        found: dict[str, str] = msgspec.convert({name: value for name, _, value in pairs}, Labels)
    except msgspec.ValidationError as error:
        raise InvalidQuery(str(error), field="labels") from None
    return found
