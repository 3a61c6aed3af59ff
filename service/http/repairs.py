"""Values that people write otherwise than the schema does: synonyms, and numbers with suffixes.

Only what the schema refuses is looked at, so that a question as it should be is not slower.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, inspect

from pricing.asking.words.amounts.numbers import plain_number
from pricing.asking.words.options import TERMS
from pricing.asking.words.vocabulary import key_of, phrases
from pricing.catalog.names import SYNONYMS, normalised
from pricing.catalog.naming.partial_names import squashed
from pricing.sweeps.fields import options_of
from pricing.units import MONTHS_PER_YEAR
from service.http.decode_errors import refuse, type_info

Asked = TypeVar("Asked", bound=Struct)

PERCENT = 100.0

_TERM = re.compile(r"(\d{1,2})[\s_-]*(y|m)(?:r|rs|ear|ears|o|os|onth|onths)?(?![a-z])")


def as_written(
    error: msgspec.ValidationError,
    given: Any,
    asked: type[Asked],
    *,
    are_texts: bool,
    posted: type[Struct] | None = None,
) -> Asked:
    """A Struct of values that may be written otherwise; error: what the schema said of them.

    are_texts: whether numbers come as text, as those of a query string do; posted: for parameters,
    the Struct that a POST to the same path takes. Raises the refusal of the error where nothing
    else is meant.
    """
    plain = dict(given) if isinstance(given, Mapping) else given
    written = _repaired(plain, tuple(options_of(type_info(asked))), are_texts=are_texts)
    try:
        return msgspec.convert(written, asked, strict=not are_texts)
    except msgspec.ValidationError as left:
        # what was mended is no longer what is wrong
        refuse(error if written == given else left, asked, given, posted=posted)


def _repaired(value: Any, kinds: tuple[inspect.Type, ...], *, are_texts: bool) -> Any:
    """Plain values with what people write in the place of the values of some types."""
    if isinstance(value, dict):
        fields = {
            field.encode_name: tuple(options_of(field.type))
            for kind in kinds
            if isinstance(kind, inspect.StructType)
            for field in kind.fields
        }
        return {
            name: _repaired(
                _share(name, inner) if are_texts else inner,
                fields.get(name, ()),
                are_texts=are_texts,
            )
            for name, inner in value.items()
        }
    if isinstance(value, list):
        below = tuple(_items(kinds))
        return [_repaired(inner, below, are_texts=are_texts) for inner in value]
    return _word(value, kinds, are_texts=are_texts) if isinstance(value, str) else value


def _share(name: str, value: Any) -> Any:
    """The value of a fraction that is written as a percentage; any other value.

    >>> _share("discount_fraction", "12.5%"), _share("option", "5%")
    ('0.125', '5%')
    """
    if not (name.endswith("_fraction") and isinstance(value, str) and value.endswith("%")):
        return value
    number = plain_number(value[:-1])
    return value if number is None else repr(number / PERCENT)


def _items(kinds: tuple[inspect.Type, ...]) -> Iterator[inspect.Type]:
    for kind in kinds:
        if isinstance(kind, inspect.VarTupleType | inspect.ListType):
            yield from options_of(kind.item_type)


def _word(text: str, kinds: tuple[inspect.Type, ...], *, are_texts: bool) -> Any:
    """A text as one of the values that may stand there, or as a number."""
    choices = [
        str(value)
        for kind in kinds
        if isinstance(kind, inspect.LiteralType)
        for value in kind.values
    ]
    if choices:
        return _choice(text, choices)
    if any(isinstance(kind, inspect.StrType) for kind in kinds) or not are_texts:
        return text
    numbers = [kind for kind in kinds if isinstance(kind, inspect.IntType | inspect.FloatType)]
    number = plain_number(text) if numbers else None
    if number is None:
        return text
    is_whole = isinstance(numbers[0], inspect.IntType) and number.is_integer()
    return int(number) if is_whole else number


def _choice(text: str, choices: list[str]) -> str:
    """The choice that a text spells otherwise, or that it is a synonym of; else the text."""
    spelt = {squashed(choice): choice for choice in choices}
    if squashed(text) in spelt:
        return spelt[squashed(text)]
    synonym = SYNONYMS.get(normalised(text))
    if synonym in choices:
        return synonym
    term = _TERM.search(text.lower())
    if term is not None:
        months = int(term[1]) * (round(MONTHS_PER_YEAR) if term[2] == "y" else 1)
        word = _meant(_TERM.sub(" ", text.lower()), [*TERMS])
        found = TERMS.get(word or "", {}).get(months)
        return found if found in choices else text
    return _meant(text, choices) or text


def _meant(text: str, choices: list[str]) -> str | None:
    """The choice that a phrase of the vocabulary means."""
    meanings = phrases().get(key_of(text), ())
    return next((meaning.value for meaning in meanings if meaning.value in choices), None)
