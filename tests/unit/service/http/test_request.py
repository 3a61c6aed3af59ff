"""What a request may be, up to its limits, and what its answer says of itself."""

import gzip
import threading
from collections.abc import Callable
from typing import Any

import pytest

from service.app import OPERATIONS
from service.http import decode_errors, request
from service.http.problems import Refused
from service.http.request import chosen_media, headers_of
from service.operations.operation import Operation
from service.settings import Settings
from tests.asgi import JSON_HEADERS, Answered, Ask, posted

UNIT_COSTS = "/v1/inference/unit-costs"
DEVICES = "/v1/catalog/devices"
QUESTION = b'{"deployment": {"device": "h100-sxm-80gb"}, "model": "llama-3.1-8b"}'
LIMIT = 100


def kind_of(answered: Answered) -> str:
    kind: str = answered.json["type"].rpartition("/")[2]
    return kind


@pytest.fixture
def limited(make_ask: Callable[..., Ask]) -> Ask:
    return make_ask(Settings(max_body_bytes=LIMIT))


@pytest.mark.parametrize(("length", "status"), [(16_384, 400), (16_385, 414)])
def test_a_query_string_has_a_longest_length(ask: Ask, length: int, status: int) -> None:
    start = "catalog="

    assert ask("GET", DEVICES, query=start.ljust(length, "a")).status == status


@pytest.mark.parametrize(
    ("count", "said"),
    [(100, "unknown field"), (101, "The query string has more than 100 parameters")],
)
def test_a_query_string_has_so_many_parameters(ask: Ask, count: int, said: str) -> None:
    query = "&".join(f"none{number}=1" for number in range(count))

    assert ask("GET", DEVICES, query=query).json["detail"].startswith(said)


def test_a_body_that_says_that_it_is_just_the_limit_is_read(limited: Ask) -> None:
    headers = JSON_HEADERS | {"content-length": str(LIMIT)}

    assert limited("POST", UNIT_COSTS, headers=headers, body=QUESTION.ljust(LIMIT)).status == 200


@pytest.mark.parametrize(("more", "status"), [(0, 200), (1, 413), (900, 413)])
def test_a_body_is_as_long_as_it_is_unpacked(limited: Ask, more: int, status: int) -> None:
    headers = JSON_HEADERS | {"content-encoding": "gzip"}
    sent = gzip.compress(QUESTION.ljust(LIMIT + more))

    answered = limited("POST", UNIT_COSTS, headers=headers, body=sent)

    assert (len(sent) <= LIMIT, answered.status) == (True, status)


@pytest.mark.parametrize(
    "more",
    [pytest.param(gzip.compress(b" ", mtime=0), id="gzip"), b"more", b"\0"],
)
def test_nothing_stands_behind_what_gzip_wrote(ask: Ask, more: bytes) -> None:
    headers = JSON_HEADERS | {"content-encoding": "gzip"}

    answered = ask("POST", UNIT_COSTS, headers=headers, body=gzip.compress(QUESTION) + more)

    assert (answered.status, kind_of(answered)) == (400, "malformed-json")


@pytest.mark.parametrize(
    ("encoding", "sent"),
    [
        pytest.param("GZIP ", gzip.compress(QUESTION, mtime=0), id="GZIP "),
        pytest.param("identity", QUESTION, id="identity"),
        pytest.param("Identity", QUESTION, id="Identity"),
    ],
)
def test_an_encoding_is_spelt_in_any_case(ask: Ask, encoding: str, sent: bytes) -> None:
    headers = JSON_HEADERS | {"content-encoding": encoding}

    assert ask("POST", UNIT_COSTS, headers=headers, body=sent).status == 200


def test_whoever_compresses_otherwise_is_told_how(ask: Ask) -> None:
    headers = JSON_HEADERS | {"content-encoding": "br"}

    answered = ask("POST", UNIT_COSTS, headers=headers, body=QUESTION)

    assert answered.headers["accept-encoding"] == "gzip, identity"


@pytest.mark.parametrize("name", ["accept", "if-none-match", "content-encoding"])
def test_a_list_on_several_lines_is_one(name: str) -> None:
    lines: list[Any] = [(name.encode(), b"a"), (b"host", b"here"), (name.encode(), b"b")]

    assert headers_of({"headers": lines})[name.encode()] == b"a, b"  # type: ignore[arg-type]


@pytest.mark.parametrize("weight", ["x", "nan", "2", "1e3", ""])
def test_a_weight_that_is_none_is_that_of_the_rest(weight: str) -> None:
    headers = {b"accept": f"text/csv;q={weight}, application/json;q=0.9".encode()}

    assert chosen_media(headers, ("application/json", "text/csv")) == "text/csv"


def test_a_media_type_is_spelt_in_any_case() -> None:
    assert chosen_media({b"accept": b"Text/CSV"}, ("application/json", "text/csv")) == "text/csv"


@pytest.mark.parametrize("accept", ["application/json", "text/csv"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_what_hangs_on_accept_says_so(ask: Ask, method: str, accept: str) -> None:
    asked: dict[str, Any] = {"headers": {"accept": accept}, "query": "limit=1"}
    path = DEVICES
    if method == "POST":
        path, asked = UNIT_COSTS, {"headers": JSON_HEADERS | {"accept": accept}, "body": QUESTION}

    assert ask(method, path, **asked).headers["vary"] == "accept, accept-encoding"


@pytest.mark.parametrize("path", [DEVICES, "/openapi.json", "/docs", "/docs/docs.js"])
def test_what_is_not_sent_again_has_the_headers_of_what_was(ask: Ask, path: str) -> None:
    whole = ask("GET", path)
    headers = {"if-none-match": whole.headers["etag"]}

    unchanged = ask("GET", path, headers=headers)

    names = ("etag", "cache-control", "vary")
    assert unchanged.status == 304
    assert [unchanged.headers.get(name) for name in names] == [
        whole.headers.get(name) for name in names
    ]


def test_only_a_line_to_import_is_cut_to_the_cheapest(ask: Ask) -> None:
    path, query = "/v1/training/run-costs", "model=llama-3.1-8b&device=l4&tokens=1e10"
    count = len(ask("GET", path, query=query).json["options"])

    lines = {
        media: len(ask("GET", path, query=query, headers={"accept": media}).body.splitlines())
        for media in ("text/csv", "application/x-ndjson")
    }

    assert lines == {"text/csv": 2, "application/x-ndjson": count}
    assert count > 1


@pytest.mark.parametrize(
    ("query", "kind", "field"),
    [
        ("model=llama-3.1-405b&device=l4&device_count=1", "does-not-fit", "device_count"),
        (
            "model=llama-3.1-8b&device=l4&tokens=1e9&precision=fp4",
            "unsupported-precision",
            "precision",
        ),
        ("model=llama-3.1-8b&device=l4&provider=nobody", "unknown-name", "provider"),
        ("model=llama-3.1-8b&device=l4&option=spot&provider=lambda", "no-price", "option"),
    ],
)
def test_a_refusal_says_its_kind_and_is_not_kept(
    ask: Ask, query: str, kind: str, field: str
) -> None:
    path = "/v1/training/run-costs" if "tokens=" in query else UNIT_COSTS

    answered = ask("GET", path, query=query)

    assert (answered.status, kind_of(answered)) == (422, kind)
    assert answered.json["field"] == field
    assert answered.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "sent",
    [
        b'{"%s": 1}' % (b"x" * 5_000),
        b'{"model": "a", "deployment": {"device": "b"}, "purchase": {"option": "%s"}}'
        % (b"x" * 5_000),
    ],
)
def test_a_problem_does_not_repeat_what_is_long(ask: Ask, sent: bytes) -> None:
    answered = ask("POST", UNIT_COSTS, headers=JSON_HEADERS, body=sent)

    assert (answered.status, len(answered.body) < 1_500) == (400, True)


@pytest.mark.parametrize("one", [o for o in OPERATIONS if o.method == "POST"], ids=lambda o: o.id)
@pytest.mark.parametrize("nest", [b"[" * 700 + b"]" * 700, b'{"a":' * 700 + b"1" + b"}" * 700])
def test_a_body_that_is_nested_deeply_is_refused(ask: Ask, one: Operation, nest: bytes) -> None:
    """Wherever it stands: some fields of some questions may hold anything."""
    for name in one.asks.__struct_encode_fields__:
        answered = ask(
            "POST", one.path, headers=JSON_HEADERS, body=b'{"%s": %s}' % (name.encode(), nest)
        )

        assert answered.status == 400


@pytest.mark.parametrize(
    "body", [b'{"model": 1}', b"{", b'{"model": "llama-3.1-8b", "deployment": {}, "x": 1}']
)
def test_what_is_refused_is_refused_where_it_holds_up_nobody(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, body: bytes
) -> None:
    """Names that may be meant take milliseconds to find."""
    threads: set[str] = set()
    problem = Refused

    def noted(*about: Any, **more: Any) -> Refused:
        threads.add(threading.current_thread().name)
        return problem(*about, **more)

    for module in (decode_errors, request):
        monkeypatch.setattr(module, "Refused", noted)
    statuses = {
        ask("POST", UNIT_COSTS, headers=JSON_HEADERS, body=body).status,
        ask("GET", UNIT_COSTS, query="model=llama-3.1-8b&device=l4&devise_count=x").status,
    }

    assert statuses == {400}
    assert threads
    assert threading.main_thread().name not in threads


TABLE = b"model,deployment.device\nllama-3.1-8b,l4\n"
CSV = {"content-type": "text/csv"}


def test_answer_to_a_table_is_kept_by_nobody(ask: Ask) -> None:
    answered = ask("POST", "/v1/sweeps", headers=CSV, body=TABLE)

    assert (answered.headers["cache-control"], answered.headers["vary"]) == (
        "no-store",
        "accept, accept-encoding",
    )


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        (CSV, TABLE.ljust(2 * LIMIT, b"\n"), 200),
        (CSV, TABLE.ljust(2 * LIMIT + 1, b"\n"), 413),
        (JSON_HEADERS, b"{}".ljust(LIMIT), 422),
        (JSON_HEADERS, b"{}".ljust(LIMIT + 1), 413),
    ],
)
def test_a_table_may_be_longer_than_another_body(
    make_ask: Callable[..., Ask], headers: dict[str, str], body: bytes, status: int
) -> None:
    ask = make_ask(Settings(max_body_bytes=LIMIT, max_table_bytes=2 * LIMIT))

    assert ask("POST", "/v1/sweeps", headers=headers, body=body).status == status


@pytest.mark.parametrize("form", ["application/json", "text/csv", "text/plain"])
@pytest.mark.parametrize(("count", "status"), [(3, 200), (4, 422)])
def test_no_more_scenarios_are_answered_than_is_set(
    make_ask: Callable[..., Ask], count: int, status: int, form: str
) -> None:
    ask = make_ask(Settings(max_scenarios=3))
    devices = ["l4", "t4", "a10g", "mi300x"][:count]
    table = "\n".join(["deployment.device,model", *(f"{name},llama-3.1-8b" for name in devices)])
    asked = {
        "/v1/sweeps": {"base": {"model": "llama-3.1-8b"}, "axes": {"deployment.device": devices}},
        "/v1/comparisons": {"model": "llama-3.1-8b", "vary": {"devices": devices}},
    }

    answers = [posted(ask, path, query, form) for path, query in asked.items()]
    answers.append(ask("POST", "/v1/sweeps", headers=CSV | {"accept": form}, body=table.encode()))

    assert [answered.status for answered in answers] == [status] * 3
