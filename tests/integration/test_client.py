import importlib
import pkgutil
from collections.abc import Iterator

import pytest

import unitcost_client
from unitcost_client import Client
from unitcost_client.api.inference import quote_unit_costs, quote_unit_costs_by_parameters
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
        model="llama-3.1-70b",
        device="h100-sxm-80gb",
        device_count=8,
        precision="fp8",
        input_tokens=1024,
        output_tokens=256,
        option="on_demand",
        provider="aws",
        region="us-east-1",
        as_of="2026-05-01",
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
