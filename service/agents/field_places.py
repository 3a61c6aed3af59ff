"""Where fields that a tool is given by name stand in a query."""

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from pricing.sweeps.fields import bounded, changed, wholes_of
from service.http.decode_errors import every_field, type_info, with_integers
from service.http.problems import Refused
from service.http.repairs import as_written

Asked = TypeVar("Asked", bound=Struct)

_DEEPEST = 4
"""Levels of a query where a field is found by its name alone."""

OWN = ("deployment", "load", "purchase")
"""Parts of a query that are meant where others have a field of the same name."""


@cache
def places_of(asked: type[Struct]) -> Mapping[str, tuple[str, ...]]:
    """The places of each field of a query by its name, the least nested ones, dotted.

    Of several, one in the OWN parts goes before the others.

    >>> from pricing.unit_costs.query import UnitCostQuery
    >>> places_of(UnitCostQuery)["tpot_seconds"]
    ('slo.tpot_seconds',)
    """
    every = [
        (place, name)
        for place, name in every_field("", type_info(asked), _DEEPEST)
        if "[" not in place
    ]
    least: dict[str, int] = {}
    for place, name in every:
        least[name] = min(place.count("."), least.get(name, _DEEPEST))
    found: dict[str, tuple[str, ...]] = {}
    for place, name in every:
        if place.count(".") == least[name]:
            found[name] = tuple(dict.fromkeys((*found.get(name, ()), place)))
    own = {
        name: tuple(place for place in places if place.partition(".")[0] in OWN)
        for name, places in found.items()
    }
    return {name: own[name] if len(own[name]) == 1 else found[name] for name in found}


def placed(
    given: Mapping[str, Any], asked: type[Struct], renamed: Mapping[str, str]
) -> dict[str, Any]:
    """The body of a query of fields by name, dotted or not.

    renamed: places of names that the query lacks, or has twice. Raises Refused for a name that has
    several places.
    """
    found: dict[str, Any] = {}
    for name, value in bounded(given.items(), place=""):
        places = (renamed[name],) if name in renamed else places_of(asked).get(name, (name,))
        if len(places) > 1:
            raise Refused(
                "invalid-request",
                f"the field {name} may stand in several places: give its dotted name",
                field=name,
                nearest=places,
            )
        if places[0] in found:
            raise _said_twice(name, places[0])
        found[places[0]] = value
    for place in found:
        for whole in wholes_of(place, found):
            if _says(found[whole], place.removeprefix(f"{whole}.")):
                raise _said_twice(place, whole)
    return changed({}, found)


def _says(whole: Any, place: str) -> bool:
    """Whether a part of a query leaves no room for what stands at a place below it."""
    name, _, below = place.partition(".")
    if not isinstance(whole, Mapping):
        return True
    return name in whole and (not below or _says(whole[name], below))


def _said_twice(name: str, other: str) -> Refused:
    return Refused(
        "invalid-request", f"give only one of {name} and {other}: both say the same", field=name
    )


def as_query(body: Mapping[str, Any], asked: type[Asked]) -> Asked:
    """A body as a query; numbers may be text, with a suffix. Raises Refused."""
    plain = with_integers(dict(body))
    try:
        return msgspec.convert(plain, asked, strict=False)
    except msgspec.ValidationError as error:
        return as_written(error, plain, asked, are_texts=True)
