"""Every way a request can fail is a problem that says what, where and what would do."""

import gzip
import io
import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from pricing import errors
from pricing.catalog.library import Library
from service.http.problems import BASE, KINDS, REFUSALS
from service.http.request import NothingAsked
from service.operations.operation import Operation
from tests.asgi import Answered, Ask

UNIT_COSTS = "/v1/inference/unit-costs"
RUN_COSTS = "/v1/training/run-costs"
DEPLOYED = {"deployment": {"device": "h100-sxm-80gb"}, "model": "llama-3.1-8b"}


def body(**fields: object) -> bytes:
    return json.dumps({**DEPLOYED, **fields}).encode()


def kind_of(answered: Answered) -> str:
    kind: str = answered.json["type"].removeprefix(BASE)
    return kind


def test_an_unknown_path_is_not_found(ask: Ask) -> None:
    answered = ask("GET", "/v1/nothing")

    assert (answered.status, kind_of(answered)) == (404, "not-found")


def test_a_problem_has_its_media_type(ask: Ask) -> None:
    answered = ask("GET", "/v1/nothing")

    assert answered.headers["content-type"] == "application/problem+json"


def test_a_problem_repeats_the_request_id_of_the_header(ask: Ask) -> None:
    answered = ask("GET", "/v1/nothing")

    assert answered.json["request_id"] == answered.headers["x-request-id"]


def test_a_wrong_method_names_the_allowed_ones(ask: Ask) -> None:
    answered = ask("DELETE", UNIT_COSTS)

    assert (answered.status, set(answered.headers["allow"].split(", "))) == (
        405,
        {"GET", "HEAD", "OPTIONS", "POST"},
    )


@pytest.mark.parametrize("path", [UNIT_COSTS, "/v1/catalog/models/llama-3.1-8b"])
@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "X"])
def test_a_method_that_nobody_knows_is_a_problem(ask: Ask, path: str, method: str) -> None:
    assert (ask(method, path).status, kind_of(ask(method, path))) == (405, "method-not-allowed")


@pytest.mark.parametrize(
    ("path", "methods"),
    [
        (UNIT_COSTS, {"GET", "HEAD", "OPTIONS", "POST"}),
        ("/v1/sweeps", {"OPTIONS", "POST"}),
        ("/health/live", {"GET", "HEAD", "OPTIONS"}),
    ],
)
def test_options_names_the_methods_of_a_path(ask: Ask, path: str, methods: set[str]) -> None:
    answered = ask("OPTIONS", path)

    assert (answered.status, set(answered.headers["allow"].split(", "))) == (204, methods)


@pytest.mark.parametrize("media", ["application/json", "text/csv", "application/x-ndjson"])
@pytest.mark.parametrize("encoding", ["br", "deflate", "gzip, gzip"])
def test_a_body_is_compressed_with_gzip_or_not_at_all(ask: Ask, media: str, encoding: str) -> None:
    headers = {"content-type": media, "content-encoding": encoding}

    answered = ask("POST", "/v1/sweeps", headers=headers, body=b"{}")

    assert (answered.status, kind_of(answered)) == (415, "unsupported-media-type")


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(b"model\nllama-3.1-8b\n", id="plain"),
        pytest.param(gzip.compress(b"model\n" * 9, mtime=0)[:-1], id="cut"),
    ],
)
def test_table_that_gzip_did_not_write_whole_is_no_table(ask: Ask, sent: bytes) -> None:
    headers = {"content-type": "text/csv", "content-encoding": "gzip"}

    answered = ask("POST", "/v1/sweeps", headers=headers, body=sent)

    assert (answered.status, kind_of(answered)) == (400, "malformed-table")


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"content-type": "text/plain"},
        {"content-type": "application/x-www-form-urlencoded"},
        {"content-type": "application/jsonx"},
        {"content-type": "application/json", "content-encoding": "br"},
    ],
)
def test_a_body_that_is_not_sent_as_plain_json_is_unsupported(
    ask: Ask, headers: dict[str, str]
) -> None:
    answered = ask("POST", UNIT_COSTS, headers=headers, body=body())

    assert (answered.status, kind_of(answered)) == (415, "unsupported-media-type")


@pytest.mark.parametrize("media", ["application/json; charset=utf-8", "Application/JSON"])
def test_json_may_be_spelt_with_parameters_and_capitals(ask: Ask, media: str) -> None:
    answered = ask("POST", UNIT_COSTS, headers={"content-type": media}, body=b"{}")

    assert kind_of(answered) == "invalid-request"


@pytest.mark.parametrize(
    ("accept", "status"),
    [
        ("*/*", 200),
        ("application/json", 200),
        ("application/*;q=0.2", 200),
        ("text/html, application/json;q=0.9", 200),
        ("text/html,*/*;q=0.1", 200),
        ("text/html", 406),
        ("application/json;q=0", 406),
        ("application/json;q=0.0, */*", 406),
        ("", 406),
    ],
)
def test_accept_is_negotiated(ask: Ask, accept: str, status: int) -> None:
    answered = ask("GET", "/health/live", headers={"accept": accept})

    assert answered.status == status


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"{",
        b"{'model': 1}",
        b'{"model": NaN}',
        b"\xff\xfe{\x00}\x00",
        b'{"deployment": {"device": "\xff"}}',
        b'{"deployment": {"device": "\\ud800"}}',
        body() + b" {}",
    ],
)
def test_a_body_that_is_not_json_is_malformed(ask: Ask, sent: bytes) -> None:
    answered = ask("POST", UNIT_COSTS, body=sent)

    assert (answered.status, kind_of(answered)) == (400, "malformed-json")


@pytest.mark.parametrize(
    "sent",
    [
        b"[" * 100_000,
        b'{"deployment":' * 50_000,
        b'{"model":' + b"[" * 200_000,
        b'{"deployment":{"device":' + b'{"a":' * 100_000,
    ],
)
def test_deep_nesting_is_a_bad_request(ask: Ask, sent: bytes) -> None:
    answered = ask("POST", UNIT_COSTS, body=sent)

    assert answered.status == 400


class Deep(Struct):
    within: "Deep | None" = None


def test_nesting_beyond_the_stack_is_malformed(make_ask: Callable[..., Ask]) -> None:
    deep = Operation(
        id="deep",
        method="POST",
        path="/deep",
        tag="health",
        summary="",
        description="",
        asks=Deep,
        answers=Deep,
        answer=lambda asked, _library: asked,
        example=lambda _library: Deep(),
    )

    answered = make_ask(operations=[deep])("POST", "/deep", body=b'{"within":' * 100_000)

    assert (answered.status, kind_of(answered)) == (400, "malformed-json")


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"nonsense": 1}, "nonsense"),
        ({"deployment": {}}, "deployment.device"),
        ({"deployment": {"device": 3}}, "deployment.device"),
        ({"deployment": {"device": "h100-sxm-80gb", "devices": 8}}, "deployment.devices"),
        ({"load": {"input_tokens": -1}}, "load.input_tokens"),
        ({"load": {"input_tokens": "many"}}, "load.input_tokens"),
        ({"load": None}, "load"),
        ({"purchase": {"option": "on-credit"}}, "purchase.option"),
        ({"purchase": {"discount_fraction": 1.0}}, "purchase.discount_fraction"),
        ({"model": {"parameters": 1}}, "model.parameters"),
        ({"as_of": "yesterday"}, "as_of"),
    ],
)
def test_a_field_that_breaks_the_schema_is_named(
    ask: Ask, fields: dict[str, object], field: str
) -> None:
    answered = ask("POST", UNIT_COSTS, body=body(**fields))

    assert (answered.status, answered.json["field"]) == (400, field)


@pytest.mark.parametrize("number", [b"1e999", b"-1e999", b"9" * 400])
def test_a_number_that_is_not_finite_is_refused(ask: Ask, number: bytes) -> None:
    sent = body(load={"input_tokens": 0}).replace(b'"input_tokens": 0', b'"input_tokens":' + number)

    answered = ask("POST", UNIT_COSTS, body=sent)

    assert (answered.status, answered.json["field"]) == (400, "load.input_tokens")


def test_a_place_in_a_list_is_part_of_the_field(ask: Ask) -> None:
    sent = body(tokens=1e12, purchases=[{"option": "spot"}, {"option": "sport"}])

    answered = ask("POST", RUN_COSTS, body=sent)

    assert (answered.json["field"], answered.json["nearest"][0]) == ("purchases[1].option", "spot")


def test_a_misspelt_field_is_told_the_nearest(ask: Ask) -> None:
    answered = ask("POST", UNIT_COSTS, body=body(deployment={"devise": "h100"}))

    assert answered.json["nearest"][0] == "device"


@pytest.mark.parametrize(
    ("option", "meant"), [("SPOTTED", "spot"), ("1yr", "reserved_1y"), ("on_demandd", "on_demand")]
)
def test_all_choices_are_told_the_nearest_first(ask: Ask, option: str, meant: str) -> None:
    answered = ask("POST", UNIT_COSTS, body=body(purchase={"option": option}))

    assert (answered.json["nearest"][0], len(answered.json["nearest"])) == (meant, 13)


@pytest.mark.parametrize(
    ("workload", "meant"),
    [
        ("offline", "batch"),
        ("throughput", "batch"),
        ("Bulk", "batch"),
        ("online", "interactive"),
        ("chat", "interactive"),
        ("Realtime", "interactive"),
        ("real-time", "interactive"),
        ("real_time", "interactive"),
    ],
)
def test_other_words_for_a_workload_mean_it(ask: Ask, workload: str, meant: str) -> None:
    answered = ask("POST", UNIT_COSTS, body=body(workload=workload))

    assert answered.body == ask("POST", UNIT_COSTS, body=body(workload=meant)).body


@pytest.mark.parametrize("value", ["nan", "inf", "1e999", "many", ""])
def test_a_parameter_that_is_no_number_is_named(ask: Ask, value: Any) -> None:
    answered = ask("GET", UNIT_COSTS, query=f"model=a&device=b&input_tokens={value}")

    assert (answered.status, answered.json["field"]) == (400, "input_tokens")


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("model=a&device=b&colour=red", "colour"),
        ("model=a", "device"),
        ("model=a&device=b&model=c", "model"),
    ],
)
def test_parameters_are_held_to_the_schema(ask: Ask, query: str, field: str) -> None:
    answered = ask("GET", UNIT_COSTS, query=query)

    assert (answered.status, kind_of(answered), answered.json["field"]) == (
        400,
        "invalid-request",
        field,
    )


@pytest.mark.parametrize("query", ["model=%ff&device=b", "&".join(f"a{n}=1" for n in range(200))])
def test_a_query_string_that_cannot_be_read_is_a_bad_request(ask: Ask, query: str) -> None:
    answered = ask("GET", UNIT_COSTS, query=query)

    assert (answered.status, kind_of(answered)) == (400, "invalid-request")


def test_a_query_string_without_end_is_too_long(ask: Ask) -> None:
    answered = ask("GET", UNIT_COSTS, query="model=" + "a" * 20_000)

    assert (answered.status, kind_of(answered)) == (414, "uri-too-long")


def test_an_unknown_device_is_told_the_nearest(ask: Ask) -> None:
    answered = ask("POST", UNIT_COSTS, body=body(deployment={"device": "h100-smx-80gb"}))

    assert (answered.status, answered.json["field"], answered.json["nearest"][0]) == (
        422,
        "deployment.device",
        "h100-sxm-80gb",
    )


def test_a_refusal_of_parameters_names_the_parameter(ask: Ask) -> None:
    answered = ask("GET", UNIT_COSTS, query="model=llama-3.1-8b&device=h100-smx-80gb")

    assert (answered.status, answered.json["field"]) == (422, "device")


def test_a_refusal_of_a_purchase_names_a_parameter(ask: Ask) -> None:
    answered = ask(
        "GET", UNIT_COSTS, query="model=llama-3.1-8b&device=mi300x&option=capacity_block"
    )

    assert (answered.status, answered.json["field"]) == (422, "option")


def test_an_unknown_release_is_told_the_known_ones(ask: Ask, library: Library) -> None:
    answered = ask("POST", UNIT_COSTS, body=body(catalog="1999-01-01"))

    assert (answered.status, set(answered.json["nearest"])) == (422, set(library.names))


def faulty(error: Exception) -> Operation:
    def fail(_asked: NothingAsked, _library: Library) -> NothingAsked:
        raise error

    return Operation(
        id="fail",
        method="GET",
        path="/fail",
        tag="health",
        summary="",
        description="",
        asks=NothingAsked,
        answers=NothingAsked,
        answer=fail,
        example=lambda _library: NothingAsked(),
    )


@pytest.mark.parametrize("refusal", [kind for kind in REFUSALS if issubclass(kind, errors.Refusal)])
def test_every_refusal_is_unprocessable(
    make_ask: Callable[..., Ask], refusal: type[errors.Refusal]
) -> None:
    error = refusal("because", field="deployment.device", nearest=("a", "b"))

    answered = make_ask(operations=[faulty(error)])("GET", "/fail")

    assert (answered.status, answered.json["detail"], answered.json["nearest"]) == (
        422,
        "because",
        ["a", "b"],
    )


def test_every_refusal_of_the_domain_has_a_kind() -> None:
    refusals = {errors.Refusal, *errors.Refusal.__subclasses__()}

    assert refusals == set(REFUSALS)


def test_every_kind_of_refusal_is_in_the_table() -> None:
    assert set(REFUSALS.values()) <= set(KINDS)


def test_a_fault_says_nothing_of_the_inside(make_ask: Callable[..., Ask]) -> None:
    answered = make_ask(operations=[faulty(RuntimeError("secret of the inside"))])("GET", "/fail")

    assert (answered.status, b"secret" in answered.body, b"Traceback" in answered.body) == (
        500,
        False,
        False,
    )


def test_a_fault_is_logged_with_its_request_id(
    make_ask: Callable[..., Ask], log: io.BytesIO
) -> None:
    answered = make_ask(operations=[faulty(RuntimeError("secret of the inside"))])("GET", "/fail")

    lines = [msgspec.json.decode(line) for line in log.getvalue().splitlines()]
    assert [
        (line["request_id"], "secret of the inside" in line["exception"])
        for line in lines
        if line["event"] == "unforeseen"
    ] == [(answered.json["request_id"], True)]


@pytest.mark.parametrize("path", [UNIT_COSTS, "/v1/comparisons", "/v1/sweeps"])
def test_a_body_says_everything(ask: Ask, path: str) -> None:
    answered = ask("POST", path, query="device_count=4", body=body())

    assert (answered.status, kind_of(answered)) == (400, "invalid-request")
    assert answered.json["field"] == "device_count"


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        (UNIT_COSTS, {}),
        (RUN_COSTS, {"tokens": 1e12}),
        ("/v1/inference/tco", {"traffic": {"requests_per_day": 1e5}}),
        ("/v1/comparisons", {}),
    ],
)
def test_a_name_of_a_model_has_a_longest_length(ask: Ask, path: str, asked: dict[str, Any]) -> None:
    question = {**DEPLOYED, **asked, "model": "x" * 201}
    if path == "/v1/comparisons":
        del question["deployment"]

    answered = ask("POST", path, body=json.dumps(question).encode())

    assert (answered.status, answered.json["field"]) == (400, "model")
