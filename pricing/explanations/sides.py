"""The two questions of an explanation, each with its release and its day."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NoReturn

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.catalog.naming.fields import likely_fields
from pricing.errors import InvalidQuery, Refusal, UnknownName
from pricing.explanations.query import ExplanationQuery
from pricing.quote.context import QuoteContext
from pricing.quote.doubts.words import hint_of
from pricing.quote.messages import expected, placed
from pricing.quote.query import DOLLARS, InCurrency
from pricing.run_costs.query import RunCostQuery
from pricing.sweeps.fields import bounded, changed, fields_of, rivals_of, wholes_of
from pricing.sweeps.query import RunScenario
from pricing.sweeps.refusals import run_query
from pricing.sweeps.sweep import SCENARIOS

Place = Literal["from", "to"]

CURRENCY = InCurrency.__struct_fields__
"""The fields of a question that an explanation has as well."""

UNASKED = "drivers"
"""The field of a question that no bridge has."""

LONGEST_NAME = 200
LARGEST_WHOLE = 2.0**53
DEEPEST = 5
"""Levels of a question."""


class Side(Struct, frozen=True):
    """One side: its question, where its own fields stand in the request, and what it is asked of.

    query: without its release and its day, which are `catalog` and `as_of`; asked: with them.
    """

    place: Place
    own: frozenset[str]
    asked: Any
    query: Any
    catalog: Catalog
    as_of: str

    def refuse(self, refusal: Refusal) -> NoReturn:
        """Raise a refusal of this question, which says whose it is."""
        raise type(refusal)(
            f"the question of `{self.place}` has no answer: {refusal.detail}",
            field=self.field(refusal.field),
            nearest=refusal.nearest,
        ) from refusal

    def field(self, name: str) -> str:
        """Where a field of the question stands in the request."""
        return f"{self.place if _is_own(name, self.own) else 'base'}.{name}"


def sides_of(query: ExplanationQuery, library: Library) -> tuple[Side, Side]:
    """The two sides. Raises a Refusal for what is no question, with the field of the request."""
    base = _flattened(query.base, "base")
    if query.currency.upper() != DOLLARS:
        sides = (_flattened(query.before, "from"), _flattened(query.after, "to"))
        for name in CURRENCY:
            if name in {*base, *sides[0], *sides[1]}:
                raise InvalidQuery(f"give {name} once, beside base", field=name)
        base |= {name: getattr(query, name) for name in CURRENCY}
    return (
        _side("from", query.kind, base, query.before, library),
        _side("to", query.kind, base, query.after, library),
    )


def _side(
    place: Place, kind: str, base: Mapping[str, Any], given: Mapping[str, Any], library: Library
) -> Side:
    own = _flattened(given, place)
    asked = _read(SCENARIOS[kind], changed(changed({}, base), own), place, frozenset(own))
    if isinstance(asked, RunScenario):
        asked = run_query(asked)
    asked = replace(asked, **{UNASKED: False})
    try:
        context = QuoteContext.open(library, catalog=asked.catalog, as_of=asked.as_of)
    except Refusal as refusal:
        where = place if refusal.field in own else "base"
        refusal.field = f"{where}.{refusal.field}"
        raise
    plain = replace(asked, catalog=None, as_of=None)
    return Side(place, frozenset(own), asked, plain, context.catalog, context.as_of)


def _flattened(given: Mapping[str, Any], place: str) -> dict[str, Any]:
    """Fields by dotted name, whether they are given so or nested.

    Raises InvalidQuery for one that is given twice.
    """
    fields = list(bounded(_leaves(given, ""), place=place))
    found = dict(fields)
    twice = [name for name, count in Counter(name for name, _ in fields).items() if count > 1]
    twice += (name for name in found if any(wholes_of(name, found)))
    for name in twice:
        raise InvalidQuery(
            "the field is given twice, by its name and within another: give it once",
            field=f"{place}.{name[:LONGEST_NAME]}",
        )
    return found


def _leaves(given: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for name, value in given.items():
        dotted = f"{prefix}{name}"
        if isinstance(value, Mapping) and value and prefix.count(".") < DEEPEST:
            yield from _leaves(value, f"{dotted}.")
        else:
            yield dotted, _whole(value)


def _whole(value: Any) -> Any:
    """A value, with integers for numbers without a fraction: as in the body of a question."""
    if isinstance(value, list):
        return [_whole(inner) for inner in value]
    if isinstance(value, Mapping):
        return {name: _whole(inner) for name, inner in value.items()}
    is_whole = isinstance(value, float) and value.is_integer() and abs(value) < LARGEST_WHOLE
    return int(value) if is_whole else value


def _read(kind: type[Struct], values: Mapping[str, Any], place: Place, own: frozenset[str]) -> Any:
    """The question of some values. Raises InvalidQuery or UnknownName for what is none."""
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError as error:
        text, inside = placed(error)
    unknown = text.partition("Object contains unknown field `")[2].rstrip("`")
    if unknown:
        name = ".".join(filter(None, (inside, unknown)))[:LONGEST_NAME]
        known = fields_of(RunCostQuery if kind is RunScenario else kind)
        raise UnknownName(
            f"the question of `{place}` has no field {name!r}",
            field=f"{place if _is_own(name, own) else 'base'}.{name}",
            nearest=likely_fields(name, known) or tuple(known)[:5],
        )
    lacking = text.partition("Object missing required field `")[2].rstrip("`")
    if lacking:
        name = ".".join(filter(None, (inside, lacking)))
        raise InvalidQuery(
            f"the question of `{place}` has no {name}: give it in `base` or in `{place}`",
            field=f"{place}.{name}",
        )
    value: Any = values
    for step in inside.split("."):
        value = value.get(step) if isinstance(value, Mapping) else None
    raise InvalidQuery(
        f"{expected(text, value)}{hint_of(inside, value)}",
        field=f"{place if _is_own(inside, own) else 'base'}{'.' if inside else ''}{inside}",
    )


def _is_own(name: str, own: frozenset[str]) -> bool:
    """Whether a field, a part of it, or what it is a part of is one of a side's own."""
    plain = name.partition("[")[0]
    return plain in own or bool(rivals_of(plain, own))
