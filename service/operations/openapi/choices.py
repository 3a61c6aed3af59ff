"""Choices of several types, each a schema with a name: generators name others as they like."""

import json
from typing import Any

from pricing.quote.certainty.query import LEAST_LEVEL, MOST_LEVEL
from service.operations.openapi.schemas import NULL, REFERENCE

Json = dict[str, Any]

_TEXT, _NUMBER = {"type": "string"}, {"type": "number", "format": "double"}
_LEVEL = {**_NUMBER, "minimum": LEAST_LEVEL, "maximum": MOST_LEVEL}
_SCALARS = [_TEXT, _NUMBER, {"type": "boolean"}, NULL]


def _reference(name: str) -> Json:
    return {"$ref": REFERENCE.format(name=name)}


CHOICES: dict[str, tuple[str, list[Json]]] = {
    "Scalar": ("A text, a number, a truth, or null for none.", _SCALARS),
    "Result": (
        "A text, a number, a truth, several texts, or null for none.",
        [*_SCALARS, {"type": "array", "items": _TEXT}],
    ),
    "RangeEnd": ("A number, or a day as YYYY-MM-DD.", [_NUMBER, _TEXT]),
    "Axis": (
        "Values one by one, or from one end to another.",
        [{"type": "array", "items": _reference("Scalar")}, _reference("Range")],
    ),
    "Model": (
        "A model of the catalogue by name or alias, or a model given by its numbers.",
        [{"type": "string", "maxLength": 200}, _reference("ModelNumbers")],
    ),
    "ConfidenceLevels": (
        "A probability, or several of them.",
        [_LEVEL, {"type": "array", "items": _LEVEL, "minItems": 1, "maxItems": 20}],
    ),
    "MeasurementRow": (
        "A measurement of inference or of training.",
        [_reference("InferenceMeasurementRow"), _reference("TrainingMeasurementRow")],
    ),
}
"""What each means, and what it may be."""


def with_names(components: Json) -> Json:
    """The components with the choices among them, and references to these."""
    named = {_key(options): name for name, (_, options) in CHOICES.items()}
    found: Json = _named(components, named)
    for name, schema in dict(found).items():
        for field, value in schema.get("properties", {}).items():
            found |= _of_place(f"{name}{field.title().replace('_', '')}", value)
    kept = _discriminators(components)
    for name, (says, options) in CHOICES.items():
        found[name] = {"title": name, "description": says, "anyOf": options, **kept.get(name, {})}
    return found


def _named(value: Any, named: dict[str, str]) -> Any:
    if isinstance(value, list):
        return [_named(one, named) for one in value]
    if not isinstance(value, dict):
        return value
    schema = {
        key: inner if key == "examples" else _named(inner, named) for key, inner in value.items()
    }
    options = schema.get("anyOf", ())
    around = {key: inner for key, inner in schema.items() if key not in {"anyOf", "discriminator"}}
    some = [option for option in options if option != NULL]
    if name := named.get(_key(options)):
        return {**_reference(name), **around}
    if name := named.get(_key(some)):
        return {"anyOf": [_reference(name), NULL], **around}
    return schema


def _of_place(name: str, field: Json) -> Json:
    """A choice that one field alone has, or its items, under the name of that field."""
    around = field.get("items", field)
    options = around.get("anyOf", ())
    some = [option for option in options if option != NULL]
    if len(some) <= 1:
        return {}
    around["anyOf"] = [_reference(name), *(NULL for option in options if option == NULL)]
    if len(around["anyOf"]) == 1:
        around |= around.pop("anyOf")[0]
    return {name: {"title": name, "anyOf": some}}


def _discriminators(components: Json) -> Json:
    """What tells the rows of measurements apart, as msgspec says it beside each choice."""
    row = components["FoundMeasurement"]["properties"]["row"]
    return {"MeasurementRow": {"discriminator": row["discriminator"]}}


def _key(options: Any) -> str:
    return json.dumps(sorted(json.dumps(one, sort_keys=True) for one in options))
