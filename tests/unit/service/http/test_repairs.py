"""What people write in the place of the values of the schema."""

from typing import Any

import msgspec
import pytest

from pricing.run_costs.query import RunCostParameters, RunCostQuery
from pricing.unit_costs.by_parameters.query import UnitCostParameters
from service.http.problems import Refused
from service.http.request import decoded, of_parameters

ASKED = {"model": "llama-3.1-8b", "device": "h100"}


@pytest.mark.parametrize(
    ("said", "option"),
    [
        ("On-Demand", "on_demand"),
        ("preemptible", "spot"),
        ("1yr reserved", "reserved_1y"),
        ("reserved 3 years", "reserved_3y"),
        ("3-year savings plan", "savings_plan_3y"),
        ("CUD 1y", "reserved_1y"),
        ("on-prem", "owned"),
    ],
)
def test_options_have_synonyms(said: str, option: str) -> None:
    assert of_parameters({**ASKED, "option": said}, UnitCostParameters).option == option


@pytest.mark.parametrize(
    ("said", "tokens"), [("15T", 15e12), ("50M", 50e6), ("1.5 billion", 1.5e9), ("1,000", 1000.0)]
)
def test_numbers_of_a_query_string_have_suffixes(said: str, tokens: float) -> None:
    asked = of_parameters({**ASKED, "tokens": said, "device_count": "1k"}, RunCostParameters)

    assert (asked.tokens, asked.device_count) == (tokens, 1000)


def test_fractions_of_a_query_string_may_be_percentages() -> None:
    asked = of_parameters({**ASKED, "utilization_fraction": "62.5%"}, UnitCostParameters)

    assert asked.utilization_fraction == 0.625


def test_a_body_has_synonyms_too() -> None:
    body: dict[str, Any] = {
        "model": "llama-3.1-8b",
        "tokens": 1e9,
        "deployment": {"device": "h100", "device_count": 8.0},
        "method": "LoRA",
        "purchases": [{"option": "Preemptible"}, {"option": "1-year reserved"}],
    }
    decoder = msgspec.json.Decoder(RunCostQuery)
    asked = decoded(decoder.decode, msgspec.json.encode(body), RunCostQuery)

    assert asked.method == "lora"
    assert [one.option for one in asked.purchases or ()] == ["spot", "reserved_1y"]
    assert asked.deployment.device_count == 8


@pytest.mark.parametrize(
    ("field", "value", "detail"),
    [
        ("option", "2yr reserved", "'2yr reserved' is not one of"),
        ("option", "reserved", "'reserved' is not one of"),
        ("input_tokens", "many", 'a number is expected, not "many"'),
    ],
)
def test_what_means_nothing_is_refused_as_before(field: str, value: str, detail: str) -> None:
    with pytest.raises(Refused) as refused:
        of_parameters({**ASKED, field: value}, UnitCostParameters)

    assert refused.value.field == field
    assert refused.value.detail.startswith(detail)
