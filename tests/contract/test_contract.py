"""The service keeps to its document: whatever is asked, no 5xx and no answer outside it."""

import io
import sys
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

import jsonschema_rs
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import SearchStrategy, sampled_from, tuples
from litestar.types import ASGIApp
from msgspec.structs import fields
from schemathesis import Case, CheckContext, Response
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from pricing.catalog.library import Library
from pricing.comparisons.query import ComparisonQuery
from pricing.comparisons.services.query import ServiceComparisonQuery
from pricing.explanations.query import ExplanationQuery
from pricing.sweeps.query import SweepQuery
from pricing.variances.query import VarianceQuery
from service.app import OPERATIONS, create_app
from service.http.request import NothingAsked
from service.operations.openapi.document import shown
from service.operations.operation import Operation
from service.settings import Settings
from tests.asgi import asking, posted

SELECTABLE = [operation for operation in OPERATIONS if operation.asked is not operation.asks]
"""The operations of whose answers a question may select a part."""


def whole_without_fields(ctx: CheckContext, response: Response, case: Case[Any]) -> None:
    """What selects nothing has the answer that the document says."""
    given: Any = case.body if case.method == "POST" else case.query
    selects = isinstance(given, Mapping) and "fields" in given
    if not selects or response.status_code != 200:
        response_schema_conformance(ctx, response, case)


CHECKS = [
    whole_without_fields,
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    unsupported_method,
]


@pytest.fixture(scope="session")
def log() -> io.BytesIO:
    return io.BytesIO()


@pytest.fixture(scope="session")
def app(library: Library, log: io.BytesIO) -> ASGIApp:
    return create_app(Settings(), library, log_stream=log).asgi


@pytest.fixture(autouse=True)
def shown_log(log: io.BytesIO) -> Iterator[None]:
    """Print what the service logged of failures of its own, beside a test that fails."""
    start = log.tell()
    yield
    for line in log.getvalue()[start:].decode().splitlines():
        if '"level":"error"' in line:
            sys.stdout.write(f"{line}\n")


@pytest.fixture(scope="session")
def api(app: ASGIApp) -> Any:
    return schemathesis.openapi.from_asgi("/openapi.json", app)


ASKED = [operation for operation in OPERATIONS if operation.asks is not NothingAsked]
"""The operations that can be asked a wrong question."""


def exchange(cases: SearchStrategy[Case[Any]], *, max_examples: int) -> None:
    """Ask, and hold every answer against the document."""

    @settings(
        max_examples=max_examples,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases)
    def ask(case: Case[Any]) -> None:
        case.call_and_validate(checks=CHECKS)

    ask()


RUN = {"tokens": 1e10}
"""What a base of run costs needs besides a model and a device."""


def label(operation: Operation) -> str:
    return operation.id


@pytest.mark.parametrize("operation", OPERATIONS, ids=label)
def test_a_question_that_fits_the_document_has_an_answer_inside_it(
    api: Any, operation: Operation
) -> None:
    exchange(
        api[operation.path][operation.method].as_strategy(generation_mode=GenerationMode.POSITIVE),
        max_examples=8,
    )


MANY = (ExplanationQuery, ServiceComparisonQuery)
"""What asks many questions at once."""


@pytest.mark.parametrize("operation", ASKED, ids=label)
def test_a_question_outside_the_document_has_an_answer_inside_it(
    api: Any, operation: Operation
) -> None:
    exchange(
        api[operation.path][operation.method].as_strategy(generation_mode=GenerationMode.NEGATIVE),
        max_examples=8,
    )


@pytest.mark.parametrize("operation", [o for o in OPERATIONS if o.method == "POST"], ids=label)
def test_any_numbers_about_known_names_have_an_answer_inside_the_document(
    api: Any, library: Library, operation: Operation
) -> None:
    catalog = library.newest

    def named(drawn: tuple[Case[Any], str, str, str | None]) -> Case[Any]:
        case, device, model, precision = drawn
        body: Any = case.body
        if operation.asks is VarianceQuery:
            body = body.get("plan") or {"deployment": {}}
        if operation.asks is ExplanationQuery:
            body["kind"], body["base"] = "unit_costs", {"model": model}
            body["before"] = {"deployment": {"device": device, "precision": precision}}
            body["after"] = {"deployment": {"device": device, "precision": None}}
            return case
        if operation.asks is SweepQuery:
            body |= {"axes": {"deployment.device": [device]}, "scenarios": []}
            run = RUN if body.get("kind") == "run_costs" else {}
            body["base"] = {"model": model, "as_of": "2026-05-01", **run}
            return case
        if operation.asks is ComparisonQuery:
            body["vary"] = {"devices": [device], "precisions": [precision]}
        elif operation.asks is ServiceComparisonQuery:
            body |= {"vary": {"devices": [device], "plans": ["on_demand"]}, "purchase": {}}
        else:
            body["deployment"] |= {"device": device, "precision": precision}
        if not isinstance(body.get("model"), dict):
            body["model"] = model
        body |= {"catalog": None, "as_of": "2026-05-01"}
        return case

    cases = api[operation.path][operation.method].as_strategy(
        generation_mode=GenerationMode.POSITIVE
    )
    exchange(
        tuples(
            cases.filter(lambda case: case.media_type == "application/json"),
            sampled_from(sorted(catalog.devices)),
            sampled_from(sorted(catalog.models)),
            sampled_from([None, "bf16", "fp8", "int4"]),
        ).map(named),
        max_examples=15 if operation.asks in MANY else 50,
    )


@pytest.mark.parametrize("operation", SELECTABLE, ids=label)
def test_a_selected_part_has_the_field_that_the_document_says(
    api: Any, app: ASGIApp, library: Library, operation: Operation
) -> None:
    ask = asking(app)
    components = {"components": api.raw_schema["components"]}
    described = components["components"]["schemas"][operation.answers.__name__]
    name = next(one.name for one in fields(operation.answers) if one.required)
    question = msgspec.to_builtins(operation.example(library))
    given = {key: value for key, value in question.items() if value not in (None, {}, [], ())}
    if operation.method == "GET":
        path = operation.path.format(**given)
        given.pop(operation.located, None)
        found = ask("GET", path, query=urlencode({**given, "fields": name}, doseq=True))
    else:
        found = posted(ask, operation.path, {**given, "fields": [name]})

    assert found.status == 200, found.json
    assert list(found.json) == [name]
    schema = described["properties"][name] | components
    assert jsonschema_rs.Draft202012Validator(schema).is_valid(found.json[name])


@pytest.mark.parametrize("operation", OPERATIONS, ids=label)
def test_the_documented_example_is_answered_as_documented(
    api: Any, library: Library, operation: Operation
) -> None:
    described = api.raw_schema["paths"][operation.path][operation.method.lower()]
    documented = described["responses"]["200"]["content"]["application/json"]["examples"]

    asked = msgspec.json.decode(
        msgspec.json.encode(operation.example(library)), type=operation.asks
    )
    answer = operation.answer(asked, library)

    assert shown(answer) == documented["answer"]["value"]
