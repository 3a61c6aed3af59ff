"""Names as people say them: instance types as devices, places as regions, what is near."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import UnknownName
from pricing.fleet.query import Traffic
from pricing.purchasing.query import Purchase
from pricing.run_costs.query import RunCostQuery
from pricing.run_costs.query_training import TrainingDeployment
from pricing.run_costs.quote import run_costs
from pricing.tco.query import TcoQuery
from pricing.tco.quote import tco
from pricing.unit_costs.query import Deployment, UnitCostQuery
from pricing.unit_costs.quote import unit_costs
from service.operations.catalog.listings import OPERATIONS

MODEL = "llama-3.1-8b"


@pytest.mark.parametrize(
    ("name", "device", "count", "provider"),
    [
        ("p5.48xlarge", "h100-sxm-80gb", 8, "aws"),
        ("a2-ultragpu-2g", "a100-sxm-80gb", 2, "gcp"),
        ("ND96isr_H100_v5", "h100-sxm-80gb", 8, "azure"),
    ],
)
def test_an_instance_type_is_its_devices(
    name: str, device: str, count: int, provider: str, library: Library
) -> None:
    quote = unit_costs(UnitCostQuery(model=MODEL, deployment=Deployment(device=name)), library)
    run = run_costs(
        RunCostQuery(model=MODEL, tokens=1e9, deployment=TrainingDeployment(device=name)), library
    )

    assert quote.price.row is not None
    assert (quote.device, quote.device_count) == (device, count)
    assert (quote.price.row.provider, run.device_count) == (provider, count)
    assert {option.provider for option in run.options} == {provider}


def test_an_instance_type_serves_over_time(library: Library) -> None:
    asked = TcoQuery(
        model=MODEL,
        deployment=Deployment(device="g6.12xlarge"),
        traffic=Traffic(requests_per_day=1e5),
        horizon_months=1,
        drivers=False,
    )

    assert tco(asked, library).replicas[0].device_count == 4


@pytest.mark.parametrize(
    ("provider", "said", "region"),
    [
        ("aws", "N. Virginia", "us-east-1"),
        ("aws", "virginia", "us-east-1"),
        ("aws", "Frankfurt", "eu-central-1"),
        ("azure", "Ireland", "northeurope"),
    ],
)
def test_a_place_is_a_region(provider: str, said: str, region: str, library: Library) -> None:
    purchase = Purchase(provider=provider, region=said, option="owned")
    asked = UnitCostQuery(model=MODEL, deployment=Deployment(device="h100"), purchase=purchase)

    assert f"{said} is read as {region} of {provider}" in unit_costs(asked, library).warnings


def test_a_place_without_a_provider_is_refused_with_its_regions(library: Library) -> None:
    asked = UnitCostQuery(
        model=MODEL, deployment=Deployment(device="h100"), purchase=Purchase(region="virginia")
    )
    with pytest.raises(UnknownName) as refused:
        unit_costs(asked, library)

    assert "us-east-1" in refused.value.nearest


@pytest.mark.parametrize(
    ("kind", "name", "first", "never"),
    [
        ("models", "llama", "llama-3.1-70b", "lamda-137b"),
        ("models", "gpt-4o", "gpt-oss-120b", "gpt-j-6b"),
        ("models", "lama-3.1-8b", "llama-3.1-8b", "lamda-137b"),
        ("devices", "rtx-4095", "rtx-4090", "rx-7600"),
        ("devices", "mi300", "mi300x", "mi25"),
    ],
)
def test_what_is_meant_is_near(
    kind: str, name: str, first: str, never: str, library: Library
) -> None:
    with pytest.raises(UnknownName) as refused:
        getattr(library.newest, kind).find(name, field="name")

    assert refused.value.nearest[0] == first
    assert never not in refused.value.nearest


@pytest.mark.parametrize(
    ("table", "text", "first"),
    [
        ("models", "qwen 32b", ["qwen3-32b", "qwen2.5-32b"]),
        ("models", "llama", ["llama-3.1-70b", "llama-3.1-8b"]),
        ("devices", "h100", ["h100-sxm-80gb", "h100-pcie-80gb"]),
        ("devices", "4090", ["rtx-4090", "rtx-4090-d"]),
    ],
)
def test_a_search_finds_names_first(
    table: str, text: str, first: list[str], library: Library
) -> None:
    listing = next(one for one in OPERATIONS if one.path == f"/v1/catalog/{table}")
    asks: Any = listing.asks
    answered: Any = listing.answer(asks(search=text, limit=2), library)
    rows = answered.rows

    assert [getattr(row, table.removesuffix("s")) for row in rows] == first
