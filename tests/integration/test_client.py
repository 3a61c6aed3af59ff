import asyncio
import importlib
import io
import math
import pkgutil
import runpy
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import unitcost_client
from unitcost_client import AsyncClient, UnitcostProblem
from unitcost_client import Client as Costs
from unitcost_client.api.inference import quote_unit_costs, quote_unit_costs_by_parameters
from unitcost_client.client import Client
from unitcost_client.models import (
    Deployment,
    Load,
    Problem,
    Purchase,
    UnitCostAnswer,
    UnitCostQuery,
)

QUERY = UnitCostQuery(
    model="llama-3.1-70b",
    deployment=Deployment(device="h100-sxm-80gb", device_count=8, precision="fp8"),
    load=Load(input_tokens=1024, output_tokens=256),
    purchase=Purchase(option="on_demand", provider="aws", region="us-east-1"),
    as_of="2026-05-01",
)
PARAMETERS: Mapping[str, Any] = {
    "model": "llama-3.1-70b",
    "device": "h100-sxm-80gb",
    "device_count": 8,
    "precision": "fp8",
    "input_tokens": 1024,
    "output_tokens": 256,
    "option": "on_demand",
    "provider": "aws",
    "region": "us-east-1",
    "as_of": "2026-05-01",
}
"""The same question by parameters."""


@pytest.fixture
def client(server: str) -> Iterator[Client]:
    with Client(base_url=server) as client:
        yield client


def test_post_is_answered_with_a_typed_quote(client: Client) -> None:
    answer = quote_unit_costs.sync(client=client, body=QUERY)

    assert isinstance(answer, UnitCostAnswer)
    assert answer.unit_costs.usd_per_hour == pytest.approx(
        sum(item.usd_per_hour for item in answer.line_items), rel=1e-12
    )


def test_get_is_answered_like_the_post(client: Client) -> None:
    posted = quote_unit_costs.sync(client=client, body=QUERY)
    got = quote_unit_costs_by_parameters.sync(
        client=client,
        **PARAMETERS,
    )

    assert got == posted


def test_refusal_is_a_typed_problem(client: Client) -> None:
    response = quote_unit_costs.sync_detailed(
        client=client,
        body=UnitCostQuery(model="llama-3.1-70b", deployment=Deployment(device="h100-smx")),
    )

    assert response.status_code == 422
    assert isinstance(response.parsed, Problem)
    assert response.parsed.type_.endswith("/unknown-name")
    assert response.parsed.nearest


def test_every_module_of_the_client_imports() -> None:
    modules = pkgutil.walk_packages(unitcost_client.__path__, "unitcost_client.")
    imported = [importlib.import_module(module.name) for module in modules]

    assert len(imported) > 1


DEPLOYMENT = {"model": "llama-3.1-8b", "device": "l4", "device_count": 2, "as_of": "2026-05-01"}
SERVICE = DEPLOYMENT | {"requests_per_day": 1e5, "horizon_months": 2}


@pytest.fixture
def costs(server: str) -> Iterator[Costs]:
    with Costs(server) as costs:
        yield costs


def test_five_kinds_of_question_take_twenty_lines(
    server: str, root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program = root / "openapi" / "client" / "examples" / "questions.py"
    monkeypatch.setenv("UNITCOST_URL", server)

    runpy.run_path(str(program))

    assert len(program.read_text(encoding="utf-8").splitlines()) <= 20
    *figures, facts, price, refusal = capsys.readouterr().out.splitlines()
    assert (len(figures), facts[:24], price[-11:]) == (4, "h100-sxm-80gb: 700 W of ", "USD an hour")
    assert refusal == "unknown-name: device may be h100-sxm-80gb"


def test_keywords_a_dict_and_a_query_ask_the_same(costs: Costs) -> None:
    by_keywords = costs.unit_costs(
        **PARAMETERS,
    )

    assert by_keywords == costs.unit_costs(QUERY) == costs.unit_costs(QUERY.to_dict())


def test_every_other_kind_is_answered_with_its_type(costs: Costs) -> None:
    base = {"model": "llama-3.1-8b", "deployment": {"device": "l4"}, "as_of": "2026-05-01"}
    service = {**base, "traffic": {"requests_per_day": 1e5}, "horizon_months": 2}
    actuals = [{"month": "2026-05", "usd": 900.0}]

    swept = costs.sweeps(base=base, axes={"deployment.device_count": [1, 2]})
    why = costs.explanations(from_=base, to={**base, "deployment": {"device": "l40s"}})
    shared = costs.showbacks(service, teams=[{"name": "a", "requests_per_day": 1e5}])
    varied = costs.variances(plan=service, actuals=actuals)

    assert [row["deployment.device_count"] for row in swept.rows] == [1, 2]
    assert why.to_value == pytest.approx(
        math.fsum([why.from_value, *(one.change for one in why.effects)])
    )
    assert len(shared.teams) == 1
    assert varied.months


def test_listings_come_row_by_row(costs: Costs) -> None:
    asked = costs.prices(provider="aws", device="h100-sxm-80gb", limit=7)
    rows = list(asked)
    frame = asked.to_polars()

    assert len(rows) > 14
    assert [len(page) for page in asked.pages()][:2] == [7, 7]
    assert {row.provider for row in rows} == {"aws"}
    assert [row.usd_per_hour for row in rows] == frame["usd_per_hour"].to_list()
    assert next(iter(costs.devices(search="h200"))).device.startswith("h200")
    assert [row.name for row in costs.releases()]


def test_an_answer_has_other_forms(costs: Costs) -> None:
    service, quote = costs.tco(SERVICE), costs.unit_costs(DEPLOYMENT)
    table = pl.read_parquet(io.BytesIO(costs.form("parquet", "tco", SERVICE)))

    assert service.to_polars()["usd_total"].to_list() == table["usd_total"].to_list()
    assert pl.read_parquet(io.BytesIO(service.to_parquet())).height == 2
    assert service.to_picture().startswith(b"\x89PNG")
    assert b"<svg" in service.to_picture("svg")
    assert service.to_xlsx().startswith(b"PK")
    assert quote.to_csv().startswith("model,")
    assert "per million" in quote.to_text()
    assert " per million output tokens" in quote.to_markdown()
    assert costs.json("unit_costs", DEPLOYMENT, fields=["model"]) == {"model": "llama-3.1-8b"}


def test_the_client_that_is_awaited_answers_alike(server: str, costs: Costs) -> None:
    async def play() -> tuple[float, int, int, str | None]:
        async with AsyncClient(server) as client:
            answer = await client.unit_costs(DEPLOYMENT)
            assert (await answer.to_polars()).height == 1
            rows = client.prices(provider="aws", device="h100-sxm-80gb", limit=30)
            count = len([row async for row in rows])
            height = (await rows.to_polars()).height
            with pytest.raises(UnitcostProblem) as raised:
                await client.tco(model="llama-3.1-8b", device="l4", requests_per_day=-1.0)
            return answer.unit_costs.usd_per_hour, count, height, raised.value.field

    hourly, count, height, field = asyncio.run(play())

    assert hourly == costs.unit_costs(DEPLOYMENT).unit_costs.usd_per_hour
    assert count == height > 30
    assert field == "requests_per_day"
