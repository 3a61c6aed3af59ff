"""Questions that hold questions of a kind: a schema for each kind, told apart by the kind.

A base is a part of a question of its kind: none of its fields is required, null leaves one out, and
fields by dotted name may stand beside those by nested name.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from pricing.explanations.query import ExplanationQuery
from pricing.sweeps.query import RunScenario, SweepQuery
from pricing.sweeps.sweep import SCENARIOS
from service.operations.openapi.schemas import REFERENCE, any_of

Json = dict[str, Any]

_PREFIXES = {"unit_costs": "UnitCost", "run_costs": "RunCost", "tco": "Tco"}
_OF_KINDS: Mapping[type[Struct], tuple[str, ...]] = {
    SweepQuery: ("base",),
    ExplanationQuery: ("base", "from", "to"),
}
"""The questions of any kind, and their fields that are parts of a question of their kind."""

HIDDEN = RunScenario
"""What the base of runs is a part of, and nobody asks by itself."""


def by_kind(components: Json) -> Json:
    """The components with one schema for each kind of the questions that have kinds."""
    found = dict(components)
    for kind, scenario in SCENARIOS.items():
        names = [field.encode_name for field in fields(scenario)]
        part = any_of(components[scenario.__name__], names)
        name = _base(kind)
        says = f"Fields of a question of the kind `{kind}`, nested or by dotted name."
        found[name] = {"title": name, "description": says, **part}
    del found[HIDDEN.__name__]
    for struct, parts in _OF_KINDS.items():
        whole = components[struct.__name__]
        mapping = {}
        for of, prefix in _PREFIXES.items():
            name = f"{prefix}{struct.__name__}"
            found[name] = _variant(whole, of, name, parts)
            mapping[of] = REFERENCE.format(name=name)
        found[struct.__name__] = {
            "title": struct.__name__,
            "description": f"{whole['description']} Without `kind`, of unit costs.",
            "anyOf": [{"$ref": reference} for reference in mapping.values()],
            "discriminator": {"propertyName": "kind", "mapping": mapping},
        }
    return found


def _base(kind: str) -> str:
    return f"{_PREFIXES[kind]}Base"


def _variant(schema: Json, kind: str, name: str, parts: tuple[str, ...]) -> Json:
    """The schema of a question of one kind, whose parts have the fields of that kind."""
    properties = dict(schema["properties"])
    properties["kind"] = {**properties["kind"], "enum": [kind]}
    for part in parts:
        said = {key: properties[part][key] for key in ("description", "examples")}
        properties[part] = {"$ref": REFERENCE.format(name=_base(kind)), **said}
    return {**schema, "title": name, "properties": properties, "required": ["kind"]}
