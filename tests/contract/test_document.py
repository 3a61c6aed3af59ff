"""The document says what a reader needs: ids, descriptions, units, examples, problems."""

import hashlib
import io
import re
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import msgspec
import pytest
from msgspec.structs import replace
from schemathesis.specs.openapi.definitions import OPENAPI_31_VALIDATOR

from pricing import ENGINE_VERSION
from pricing.catalog.library import Library
from service.app import OPERATIONS, create_app
from service.formats import media as formats
from service.formats.readers import MEDIA
from service.http.problems import BASE, KINDS
from service.operations.openapi import document as openapi
from service.operations.operation import Operation
from service.settings import Settings
from tests.asgi import asking

Json = dict[str, Any]

UNIT = re.compile(
    r"\[[^\]]+\]|\b(USD|kWh|GiB|GB|tokens?|seconds?|hours?|days|requests?|FLOPs|watts|joules?"
    r"|grams|kilograms|device-hours|fraction)\b|`unit`",
    re.IGNORECASE,
)
"""A unit in brackets, or one that is part of the sentence."""


@pytest.fixture(scope="module")
def document(library: Library) -> Json:
    return openapi.document(OPERATIONS, library)


def operations_of(document: Json) -> Iterator[tuple[str, Json]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path}", operation


def numeric(schema: Json) -> bool:
    kinds = [option.get("type", ()) for option in (schema, *schema.get("anyOf", ()))]
    return any(word in kind for kind in kinds for word in ("number", "integer"))


def description(schema: Json) -> str:
    texts = [schema, *schema.get("anyOf", ())]
    return " ".join(text.get("description", "") for text in texts)


def test_every_numeric_field_names_its_unit(document: Json) -> None:
    lacking = [
        f"{name}.{field}"
        for name, schema in document["components"]["schemas"].items()
        for field, value in schema.get("properties", {}).items()
        if numeric(value) and not UNIT.search(description(value))
    ]

    assert lacking == []


def test_every_numeric_parameter_names_its_unit(document: Json) -> None:
    lacking = [
        f"{where} {parameter['name']}"
        for where, operation in operations_of(document)
        for parameter in operation.get("parameters", ())
        if numeric(parameter["schema"]) and not UNIT.search(parameter["description"])
    ]

    assert lacking == []


def test_what_is_said_of_a_field_stands_beside_its_name(document: Json) -> None:
    hidden = [
        f"{name}.{field}"
        for name, schema in document["components"]["schemas"].items()
        for field, value in schema.get("properties", {}).items()
        if any("description" in option for option in value.get("anyOf", ()))
    ]

    assert hidden == []


def described(schema: Json, schemas: Json) -> bool:
    """Whether it says what it is: itself, by the schema that it refers to, or by its one value."""
    if "description" in schema or len(schema.get("enum", ())) == 1:
        return True
    inner = [schema, schema.get("items", {}), *schema.get("anyOf", ())]
    inner += schema.get("items", {}).get("anyOf", ())
    referred = [part["$ref"].rpartition("/")[2] for part in inner if "$ref" in part]
    return bool(referred) and all("description" in schemas[name] for name in referred)


def test_every_field_says_what_it_is(document: Json) -> None:
    schemas = document["components"]["schemas"]
    lacking = [
        f"{name}.{field}"
        for name, schema in schemas.items()
        for field, value in schema.get("properties", {}).items()
        if not described(value, schemas)
    ]

    assert lacking == []


def test_every_parameter_says_more_than_its_name(document: Json) -> None:
    lacking = [
        f"{where} {parameter['name']}"
        for where, operation in operations_of(document)
        for parameter in operation.get("parameters", ())
        if parameter["description"] == f"The {parameter['name'].replace('_', ' ')}."
    ]

    assert lacking == []


def test_every_operation_has_an_id_of_its_own(document: Json) -> None:
    ids = [operation["operationId"] for _, operation in operations_of(document)]

    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("part", ["summary", "description", "tags"])
def test_every_operation_is_described(document: Json, part: str) -> None:
    assert [where for where, operation in operations_of(document) if not operation[part]] == []


def test_every_operation_has_an_example_of_its_answer(document: Json) -> None:
    lacking = [
        where
        for where, operation in operations_of(document)
        for media, content in operation["responses"]["200"]["content"].items()
        if media == "application/json" and not content["examples"]
    ]

    assert lacking == []


@pytest.mark.parametrize("path", ["/v1/inference/unit-costs", "/v1/catalog/devices", "/v1/sweeps"])
def test_every_form_of_an_answer_is_listed(document: Json, path: str) -> None:
    for operation in document["paths"][path].values():
        assert {form.media for form in formats.FORMATS} <= set(
            operation["responses"]["200"]["content"]
        )


@pytest.mark.parametrize(
    "path",
    [
        "/v1/inference/unit-costs",
        "/v1/inference/tco",
        "/v1/training/run-costs",
        "/v1/sweeps",
        "/v1/comparisons",
    ],
)
def test_the_digest_of_an_example_is_that_of_its_question(document: Json, path: str) -> None:
    operation = document["paths"][path]["post"]
    question = operation["requestBody"]["content"]["application/json"]["examples"]["question"]
    answer = operation["responses"]["200"]["content"]["application/json"]["examples"]["answer"]
    asks = next(one.asks for one in OPERATIONS if (one.method, one.path) == ("POST", path))
    asked = msgspec.convert(question["value"], asks)
    found = answer["value"]["provenance"]
    said = {name: found[name] for name in ("catalog", "as_of")}
    base = getattr(asked, "base", None)
    asked = replace(asked, **said) if base is None else replace(asked, base=base | said)

    digest = hashlib.sha256(msgspec.json.encode(asked, order="deterministic")).hexdigest()
    assert found["query_digest"] == digest


def test_every_body_is_closed_to_unknown_fields(document: Json) -> None:
    asked = {operation.asks.__name__ for operation in OPERATIONS if operation.method == "POST"}

    schemas = document["components"]["schemas"]
    kinds = {
        reference.rpartition("/")[2]
        for name in asked
        for reference in schemas[name].get("discriminator", {"mapping": {}})["mapping"].values()
    }
    bodies = {name for name in asked if "discriminator" not in schemas[name]} | kinds
    assert [name for name in bodies if schemas[name]["additionalProperties"]] == []


def test_a_sweep_takes_tables_and_parameters_beside_them(document: Json) -> None:
    sweep = document["paths"]["/v1/sweeps"]["post"]

    assert set(sweep["requestBody"]["content"]) == {"application/json", *MEDIA}
    assert [parameter["name"] for parameter in sweep["parameters"]] == [
        "kind",
        "columns",
        "labels",
        "dry_run",
    ]
    assert not any("default" in parameter["schema"] for parameter in sweep["parameters"])


def test_every_problem_of_every_operation_is_described(document: Json) -> None:
    referred = {
        response["$ref"].rpartition("/")[2]
        for _, operation in operations_of(document)
        for response in operation["responses"].values()
        if "$ref" in response
    }

    assert referred == set(document["components"]["responses"])


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.id)
def test_a_query_string_without_end_is_described_as_it_is_refused(
    document: Json, library: Library, operation: Operation
) -> None:
    ask = asking(create_app(Settings(), library, log_stream=io.BytesIO()).asgi)
    sent = {} if operation.method == "GET" else {"body": b"{}"}
    answered = ask(operation.method, operation.path, query="a" * 20_000, **sent)
    described = document["paths"][operation.path][operation.method.lower()]["responses"]

    assert answered.status == 414
    assert str(answered.status) in described


def test_every_kind_of_problem_has_an_example(document: Json) -> None:
    shown = {
        example["value"]["type"].removeprefix(BASE)
        for response in document["components"]["responses"].values()
        for example in response["content"]["application/problem+json"]["examples"].values()
    }

    assert shown == set(KINDS)


def schemas_in(value: object, place: str = "") -> Iterator[tuple[str, Json]]:
    """Every schema of the document, with its place; no example is one."""
    if isinstance(value, dict):
        yield place, value
        for key, inner in value.items():
            if key not in {"example", "examples"}:
                yield from schemas_in(inner, f"{place}/{key}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from schemas_in(inner, f"{place}/{index}")


LOOSE = {
    "a number without a format": lambda schema: (
        schema.get("type") in ("number", "integer", ["number", "null"], ["integer", "null"])
        and "format" not in schema
    ),
    "an enumeration without a type": lambda schema: "enum" in schema and "type" not in schema,
    "a default": lambda schema: "default" in schema,
    "an object without fields": lambda schema: (
        schema.get("type") in ("object", ["object", "null"])
        and not {"properties", "additionalProperties"} & schema.keys()
    ),
    "a choice of objects that nothing tells apart": lambda schema: (
        sum("$ref" in option for option in schema.get("anyOf", schema.get("oneOf", ()))) > 1
        and "discriminator" not in schema
    ),
}
"""What strict generators of clients stumble over."""


@pytest.mark.parametrize("what", LOOSE)
def test_no_schema_has(document: Json, what: str) -> None:
    assert [place for place, schema in schemas_in(document) if LOOSE[what](schema)] == []


def test_the_document_is_openapi_3_1(document: Json) -> None:
    assert [str(error) for error in OPENAPI_31_VALIDATOR.iter_errors(document)] == []


def test_an_answer_requires_what_it_always_has(document: Json) -> None:
    schemas = document["components"]["schemas"]

    assert set(schemas["UnitCostAnswer"]["properties"]) - set(
        schemas["UnitCostAnswer"]["required"]
    ) == {"labels"}
    assert set(schemas["Problem"]["properties"]) - set(schemas["Problem"]["required"]) == {
        "field",
        "nearest",
    }
    assert schemas["UnitCostQuery"]["required"] == ["deployment"]
    assert "required" not in schemas["UnitCostBase"]


def test_every_choice_has_a_name(document: Json) -> None:
    inline = [
        place
        for place, schema in schemas_in(document)
        if len([one for one in schema.get("anyOf", ()) if one != {"type": "null"}]) > 1
        and not re.fullmatch(r"/components/schemas/\w+", place)
    ]

    assert inline == []


def shown_examples(document: Json) -> Iterator[tuple[str, Json, object]]:
    """Every example with its place and the schema that it is of."""
    for place, schema in schemas_in(document):
        of = schema.get("schema", schema)
        if "example" in schema:
            yield place, of, schema["example"]
        examples = schema.get("examples", ())
        if isinstance(examples, dict):
            yield from ((f"{place}/{name}", of, one["value"]) for name, one in examples.items())
        else:
            yield from ((place, of, one) for one in examples)


def test_every_example_is_inside_its_schema(document: Json) -> None:
    places, schemas, values = zip(*shown_examples(document), strict=True)
    # one validator for all: each would read the components anew
    held = {"components": document["components"], "prefixItems": list(schemas)}
    errors = jsonschema_rs.Draft202012Validator(held).iter_errors(list(values))

    assert len(values) > 200
    assert [(places[int(error.instance_path[0])], error.message) for error in errors] == []


def test_examples_are_of_the_newest_release(document: Json, library: Library) -> None:
    pinned = {
        value["catalog"]
        for _, _, value in shown_examples(document)
        if isinstance(value, dict) and "provenance" in value
        for value in [value["provenance"]]
        if "catalog" in value
    }

    assert pinned == {library.newest.name}


def test_every_reference_leads_somewhere(document: Json) -> None:
    text = openapi.text(document).decode()
    named = set(re.findall(r'"\$ref": "#/components/([^"]+)"', text))
    there = {f"{section}/{name}" for section, of in document["components"].items() for name in of}

    assert named
    assert named <= there


def test_the_version_is_the_engines(document: Json) -> None:
    assert document["info"]["version"] == ENGINE_VERSION


def test_the_document_is_the_same_bytes_each_time(document: Json, library: Library) -> None:
    again = openapi.document(OPERATIONS, library)

    assert openapi.text(again) == openapi.text(document)


def test_the_document_says_where_it_was_made_nowhere(document: Json) -> None:
    assert not re.search(rb"/(home|work|tmp|root)/", openapi.text(document))
