"""What does not match its schema is told in words, with the place and what may be meant."""

import json
from typing import Any

import msgspec
import pytest

from tests.asgi import Ask

UNIT_COSTS = "/v1/inference/unit-costs"
DEPLOYED = {"deployment": {"device": "h100-sxm-80gb"}, "model": "llama-3.1-8b"}
TCO = {**DEPLOYED, "traffic": {"requests_per_day": 1e5}}
A_DAY = "a day as YYYY-MM-DD (such as 2026-05-01) is expected, not "


@pytest.mark.parametrize(
    ("path", "asked", "detail"),
    [
        (UNIT_COSTS, {**DEPLOYED, "as_of": "2026-7-1"}, A_DAY + '"2026-7-1"'),
        (UNIT_COSTS, {**DEPLOYED, "as_of": "today"}, A_DAY + '"today"'),
        (
            "/v1/inference/tco",
            {**TCO, "currency_path": [{"month": "2027-13", "usd_per_currency_unit": 1.0}]},
            'a month as YYYY-MM (such as 2026-05) is expected, not "2027-13"',
        ),
        (
            "/v1/inference/tco",
            {**TCO, "start": "july"},
            'a month as YYYY-MM or a day as YYYY-MM-DD (such as 2026-05) is expected, not "july"',
        ),
        (
            UNIT_COSTS,
            {**DEPLOYED, "load": {"concurrency": "8"}},
            'a number is expected, not "8"',
        ),
        (UNIT_COSTS, {**DEPLOYED, "model": []}, "text or an object is expected, not a list"),
    ],
)
def test_what_is_expected_is_said_in_words(
    ask: Ask, path: str, asked: dict[str, Any], detail: str
) -> None:
    assert ask("POST", path, body=json.dumps(asked).encode()).json["detail"] == detail


@pytest.mark.parametrize(
    ("parameter", "detail"),
    [
        ("device_count=8.5", 'a whole number is expected, not "8.5"'),
        ("device_count=", "is empty: leave it out, or give a value"),
        ("as_of=", "is empty: leave it out, or give a value"),
        (
            "discount_fraction=0.1",
            "unknown parameter 'discount_fraction': send a POST with purchase.discount_fraction",
        ),
        ("colour=red", "unknown parameter 'colour'"),
    ],
)
def test_what_is_wrong_with_a_parameter_is_said_in_words(
    ask: Ask, parameter: str, detail: str
) -> None:
    answered = ask("GET", UNIT_COSTS, query=f"model=a&device=b&{parameter}")

    assert (answered.json["field"], answered.json["detail"]) == (
        parameter.partition("=")[0],
        detail,
    )


@pytest.mark.parametrize(
    ("fields", "meant"),
    [
        ({"region": "us-east-1"}, "purchase.region"),
        ({"gpu_count": 8}, "deployment.device_count"),
        ({"deployment": {"gpu": "h100"}}, "device"),
        ({"deployment": {"device": "l4", "input_tokens": 8}}, "load.input_tokens"),
        ({"deployment": {"device": "l4", "qps": 8}}, "load.requests_per_second"),
        ({"deployment": {"device": "l4", "max_num_seqs": 8}}, "max_concurrency"),
        ({"deployment": {"device": "l4", "kv_cache_dtype": "fp8"}}, "kv_cache_precision"),
        ({"model": {"parameters": 7e9, "num_hidden_layers": 32}}, "layers"),
        ({"model": {"parameters": 7e9, "d_model": 4096}}, "hidden_size"),
    ],
)
def test_a_field_at_another_level_is_told_where_it_belongs(
    ask: Ask, fields: dict[str, object], meant: str
) -> None:
    assert (
        ask("POST", UNIT_COSTS, body=json.dumps({**DEPLOYED, **fields}).encode()).json["nearest"][0]
        == meant
    )


@pytest.mark.parametrize(
    ("fields", "meant"),
    [
        ({"purchase": {"provider": "aws"}}, "vary.providers"),
        ({"deployment": {"device": "h100"}}, "vary.devices"),
    ],
)
def test_what_a_comparison_varies_is_told_where_it_belongs(
    ask: Ask, fields: dict[str, object], meant: str
) -> None:
    body = json.dumps({"model": "llama-3.1-8b", **fields}).encode()

    assert meant in ask("POST", "/v1/comparisons", body=body).json["nearest"]


def test_format_of_a_posted_question_is_asked_for_by_its_header(ask: Ask) -> None:
    answered = ask("POST", UNIT_COSTS, query="format=csv", body=json.dumps(DEPLOYED).encode())

    assert (answered.status, "Accept" in answered.json["detail"]) == (400, True)


@pytest.mark.parametrize(
    ("axes", "field"),
    [
        ({"load.concurrency": [1], "deployment.device": "h100"}, "axes.deployment.device"),
        ({"load.concurrency": {"from": 1, "to": 8, "step": 0}}, "axes.load.concurrency.step"),
    ],
)
def test_an_axis_that_is_none_is_named(ask: Ask, axes: dict[str, object], field: str) -> None:
    answered = ask("POST", "/v1/sweeps", body=json.dumps({"axes": axes}).encode())

    assert (answered.status, answered.json["field"]) == (400, field)


@pytest.mark.parametrize("place", [0, 1, 1_500, 2_999])
def test_an_axis_among_many_is_found_without_looking_at_each(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, place: int
) -> None:
    axes: dict[str, object] = {f"axis{number}": [1] for number in range(3_000)}
    axes[f"axis{place}"] = "h100"
    convert, looks = msgspec.convert, 0

    def counted(*asked: Any, **options: Any) -> Any:
        nonlocal looks
        looks += 1
        return convert(*asked, **options)

    monkeypatch.setattr(msgspec, "convert", counted)
    answered = ask("POST", "/v1/sweeps", body=json.dumps({"axes": axes}).encode())

    assert answered.json["field"] == f"axes.axis{place}"
    assert looks < 20


def test_every_table_that_a_sweep_takes_is_told(ask: Ask) -> None:
    answered = ask("POST", "/v1/sweeps", headers={"content-type": "text/plain"}, body=b"{}")

    assert (answered.status, "text/csv or application/x-ndjson" in answered.json["detail"]) == (
        415,
        True,
    )


@pytest.mark.parametrize(("count", "status"), [(b"1.0", 200), (b"1e0", 200), (b"1.5", 400)])
def test_a_whole_number_may_be_written_with_a_point(ask: Ask, count: bytes, status: int) -> None:
    asked = b'{"model": "llama-3.1-8b", "deployment": {"device": "l4", "device_count": 1}}'
    told = ask("POST", UNIT_COSTS, body=asked)
    answered = ask("POST", UNIT_COSTS, body=asked.replace(b'count": 1', b'count": ' + count))

    assert (answered.status, answered.body == told.body) == (status, status == 200)


def test_a_day_of_a_table_is_told_as_any_other(ask: Ask) -> None:
    answered = ask(
        "POST",
        "/v1/sweeps",
        query="base.model=llama-3.1-8b&columns=usd_per_request",
        headers={"content-type": "text/csv"},
        body=b"deployment.device,as_of\nl4,7/1/2026\n",
    )

    assert answered.json["rows"][0]["refusal_detail"] == (
        "as_of: 7/1/2026 is not a day as YYYY-MM-DD (such as 2026-05-01)"
    )
