"""An overlay is asked for by name, and everything that is answered from it says so."""

from typing import Any

import msgspec
import pytest

from pricing.catalog.library import Library
from service.app import create_app
from service.settings import Settings
from tests.asgi import Ask, asking

BASE, NAME = "2026-07-31", "2026-07-31+acme"
PRICES = """provider,region,instance_type,option,effective_from,usd_per_hour,device,device_count,\
accelerator,date_quality
acme,hall-1,rack,on_demand,2026-01-01,8,h100-sxm-80gb,8,H100,announced
"""
QUERY = {
    "model": "llama-3.1-8b",
    "deployment": {"device": "h100-sxm-80gb", "device_count": 8},
    "purchase": {"provider": "acme", "region": "hall-1"},
    "catalog": NAME,
}


@pytest.fixture(scope="module")
def overlaid(tmp_path_factory: pytest.TempPathFactory) -> Ask:
    directory = tmp_path_factory.mktemp("tables")
    overlay = directory / "acme"
    overlay.mkdir()
    (overlay / "prices.csv").write_text(PRICES)
    (overlay / "overlay.toml").write_text(
        f'name = "acme"\nbase = "{BASE}"\nknown_by = 2026-08-15\n'
    )
    settings = Settings(tables=directory)
    return asking(create_app(settings, Library.load([directory])).asgi)


def posted(ask: Ask, path: str, query: dict[str, Any]) -> Any:
    answered = ask("POST", path, body=msgspec.json.encode(query))
    assert answered.status == 200, answered.body
    return answered.json


def test_own_price_is_quoted_and_named(overlaid: Ask) -> None:
    answer = posted(overlaid, "/v1/inference/unit-costs", QUERY)

    assert answer["price"]["usd_per_device_hour"] == 1.0
    assert answer["provenance"]["catalog"] == NAME


def test_base_does_not_know_it(overlaid: Ask) -> None:
    answered = overlaid(
        "POST", "/v1/inference/unit-costs", body=msgspec.json.encode(QUERY | {"catalog": BASE})
    )

    assert (answered.status, answered.json["field"]) == (422, "purchase.provider")


@pytest.mark.parametrize("name", ["2026-07-31+acme", "2026-07-31%2Bacme"])
def test_plus_of_a_name_may_stand_in_a_query_string(overlaid: Ask, name: str) -> None:
    answered = overlaid("GET", "/v1/catalog/prices", query=f"catalog={name}&provider=acme")

    assert answered.json["total_count"] == 1
    assert answered.json["provenance"]["catalog"] == NAME


def test_sweep_and_its_rows_are_of_the_overlay(overlaid: Ask) -> None:
    query = {
        "base": {name: value for name, value in QUERY.items() if name != "catalog"},
        "axes": {"catalog": [BASE, NAME]},
        "columns": ["usd_per_hour"],
    }
    rows = posted(overlaid, "/v1/sweeps", query)["rows"]

    assert [(row["usd_per_hour"], row["refusal"]) for row in rows] == [
        (None, "unknown-name"),
        (8.0, None),
    ]


def test_releases_list_it_and_readiness_names_it(overlaid: Ask) -> None:
    releases = {row["name"] for row in overlaid("GET", "/v1/catalog/releases").json["rows"]}
    ready = {release["name"] for release in overlaid("GET", "/health/ready").json["releases"]}

    assert NAME in releases & ready
