"""A service over time asked by parameters is the same question in full."""

from urllib.parse import urlencode

import msgspec

from pricing.catalog.library import Library
from pricing.tco.by_parameters.query import TcoParameters
from pricing.tco.query import TcoQuery
from pricing.tco.quote import tco
from tests.asgi import Ask

PATH = "/v1/inference/tco"
GIVEN = {
    "model": "llama-3.1-70b",
    "device": "h100-sxm-80gb",
    "device_count": "8",
    "precision": "fp8",
    "requests_per_day": "2e6",
    "growth_per_month_fraction": "0.05",
    "horizon_months": "4",
    "start": "2026-08-01",
    "input_tokens": "1000",
    "output_tokens": "250",
    "tpot_seconds": "0.05",
    "provider": "aws",
    "region": "us-east-1",
    "plan": "optimal",
    "staff_usd_per_month": "1000",
    "alternative_provider": "openai",
    "alternative_model": "gpt-4o-mini",
    "fiscal_year_start_month": "4",
    "currency": "EUR",
    "catalog": "2026-10-31",
}
ASKED = {
    "model": "llama-3.1-70b",
    "deployment": {"device": "h100-sxm-80gb", "device_count": 8, "precision": "fp8"},
    "traffic": {"requests_per_day": 2e6, "growth_per_month_fraction": 0.05},
    "load": {"input_tokens": 1000, "output_tokens": 250},
    "slo": {"tpot_seconds": 0.05},
    "horizon_months": 4,
    "start": "2026-08-01",
    "purchase": {"provider": "aws", "region": "us-east-1", "plan": "optimal"},
    "overheads": {"staff_usd_per_month": 1000},
    "alternative": {"provider": "openai", "model": "gpt-4o-mini"},
    "fiscal_year_start_month": 4,
    "currency": "EUR",
    "catalog": "2026-10-31",
    "drivers": False,
}


def test_parameters_are_the_question_in_full(ask: Ask, library: Library) -> None:
    query = msgspec.convert(ASKED, TcoQuery)
    reply = ask("GET", PATH, query=urlencode(GIVEN))

    assert msgspec.convert(GIVEN, TcoParameters, strict=False).query() == query
    assert reply.status == 200
    assert reply.json == msgspec.json.decode(msgspec.json.encode(tco(query, library)))


def test_parameters_have_tables_and_workbooks(ask: Ask) -> None:
    asked = urlencode(GIVEN)
    lines = ask("GET", PATH, query=asked, headers={"accept": "text/csv"}).body.decode().splitlines()
    book = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

    assert len(lines) == 5
    assert ask("GET", PATH, query=asked, headers={"accept": book}).body.startswith(b"PK")


def test_what_is_left_out_is_refused_by_its_name(ask: Ask) -> None:
    given = {name: value for name, value in GIVEN.items() if name != "requests_per_day"}
    reply = ask("GET", PATH, query=urlencode(given))

    assert reply.status in {400, 422}
    assert reply.json["field"] == "requests_per_day"
