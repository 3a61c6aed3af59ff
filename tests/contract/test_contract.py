"""The service keeps to its document: whatever is asked, no 5xx and no answer outside it."""

import io
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import Case
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
from service.app import OPERATIONS, create_app
from service.operations import Operation
from service.settings import Settings

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    unsupported_method,
]


@pytest.fixture(scope="session")
def api(library: Library) -> Any:
    app = create_app(Settings(), library, log_stream=io.BytesIO())
    return schemathesis.openapi.from_asgi("/openapi.json", app)


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.id)
def test_no_answer_is_outside_the_document(
    api: Any, operation: Operation, mode: GenerationMode
) -> None:
    cases = api[operation.path][operation.method].as_strategy(generation_mode=mode)

    @settings(
        max_examples=25,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases)
    def exchange(case: Case) -> None:
        case.call_and_validate(checks=CHECKS)

    exchange()
