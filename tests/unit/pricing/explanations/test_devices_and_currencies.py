"""A change of device in its parts, and bridges in another currency."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery, UnknownName
from pricing.explanations.answer import ExplanationAnswer
from pricing.explanations.query import ExplanationQuery
from pricing.explanations.quote import explanation
from pricing.tco.query import TcoQuery
from pricing.tco.quote import tco
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.quote import unit_costs
from tests import questions

AWS = {"provider": "aws", "region": "us-east-1"}
BASE: dict[str, Any] = {
    "model": "llama-3.1-70b",
    "deployment": {"device_count": 8, "precision": "fp8"},
    "load": {"input_tokens": 1000, "output_tokens": 500},
    "purchase": AWS,
    "utilization_fraction": 0.5,
    "catalog": "2026-10-31",
}
H100, H200 = ({"deployment.device": name} for name in ("h100-sxm-80gb", "h200-sxm-141gb"))


def bridge(library: Library, one: Mapping[str, Any], other: Mapping[str, Any], **of: Any) -> Any:
    asked = {"base": BASE, "from": one, "to": other, **of}
    answer = explanation(msgspec.convert(asked, ExplanationQuery), library)
    every: tuple[Any, Any] = (answer, answer.converted)
    for each in filter(None, every):
        exact = sum((Fraction(effect.change) for effect in each.effects), Fraction())
        assert Fraction(each.from_value) + exact == Fraction(each.to_value)
    return answer


def changes_of(answer: Any) -> dict[str, float]:
    return {one.name: one.change for one in answer.effects if one.name != "rounding"}


def test_a_device_moves_by_its_price_and_its_throughput(library: Library) -> None:
    """v = k · p / r: by hand, the price moves k·Δp·(1/r₀ + 1/r₁)/2."""
    answer = bridge(library, H100, H200)
    quotes = [
        unit_costs(msgspec.convert(questions.changed(BASE, side), UnitCostQuery), library)
        for side in (H100, H200)
    ]
    prices = [quote.price.usd_per_device_hour for quote in quotes]
    rates = [
        (quote.unit_costs.usd_per_million_output_tokens or 0.0) / usd
        for quote, usd in zip(quotes, prices, strict=True)
    ]
    found = changes_of(answer)

    assert found["price of the device"] == pytest.approx(
        (prices[1] - prices[0]) * sum(rates) / 2.0, rel=1e-9
    )
    assert found["deployment.device"] == pytest.approx(
        (rates[1] - rates[0]) * sum(prices) / 2.0, rel=1e-9
    )
    assert {effect.kind for effect in answer.effects} == {"throughput", "price"}
    assert answer.without_effect == ("power of the device",)
    rows = {effect.name: effect.rows for effect in answer.effects}["price of the device"]
    assert [(row.from_row, row.to_row) for row in rows if row.table == "prices"] == [
        tuple(quote.price.row.id for quote in quotes if quote.price.row)
    ]


@pytest.mark.parametrize("kind", ["tco", "run_costs"])
def test_an_owned_device_moves_by_its_power_as_well(library: Library, kind: str) -> None:
    of_kind = questions.TCO if kind == "tco" else questions.RUN_COST
    base = questions.changed(of_kind, {"deployment.device_count": 8}) | {"catalog": "2026-10-31"}
    purchase = {"option": "owned"}
    owned = {"purchase": purchase} if kind == "tco" else {"purchases": [purchase]}
    sides = (H100, {"deployment.device": "b200-sxm"})
    there, back = (
        bridge(library, *pair, base=base | owned, kind=kind) for pair in (sides, sides[::-1])
    )

    assert changes_of(there).keys() == {
        "deployment.device",
        "price of the device",
        "power of the device",
    }
    assert changes_of(there)["power of the device"] > 0.0
    assert changes_of(back) == {name: -value for name, value in changes_of(there).items()}


def test_each_side_is_at_the_rate_of_its_day(library: Library) -> None:
    days = ({"as_of": "2024-06-01", **H100}, {"as_of": "2026-05-01", **H100})
    answer = bridge(library, *days, currency="eur")
    euros = answer.converted

    assert (euros.currency, euros.figure) == ("EUR", "eur_per_million_output_tokens")
    assert (euros.from_rate_day, euros.to_rate_day) == ("2024-05-31", "2026-04-30")
    assert euros.from_value == answer.from_value / 1.0852
    assert euros.to_value == answer.to_value / 1.1702
    found = changes_of(euros)
    by_hand = (answer.from_value + answer.to_value) / 2.0 * (1.0 / 1.1702 - 1.0 / 1.0852)
    assert found["exchange_rates"] == pytest.approx(by_hand, rel=1e-9)
    assert found.keys() == {"prices", "exchange_rates"}


def test_a_service_is_bridged_between_what_its_months_cost(library: Library) -> None:
    base = {**questions.TCO, "catalog": "2026-10-31", "currency": "JPY", "horizon_months": 4}
    sides = ({"start": "2025-02-01"}, {"start": "2026-08-01"})
    yen = bridge(library, *sides, base=base, kind="tco").converted
    totals = [
        tco(msgspec.convert(base | side | {"drivers": False}, TcoQuery), library).converted
        for side in sides
    ]

    assert [yen.from_value, yen.to_value] == pytest.approx(
        [one.total for one in totals if one is not None], rel=1e-12
    )
    assert "exchange_rates" in changes_of(yen)


@pytest.mark.parametrize(
    "figure", ["performance.output_tokens_per_second", "price.row.usd_per_device_hour"]
)
def test_what_is_no_money_of_the_answer_has_no_currency(library: Library, figure: str) -> None:
    answer: ExplanationAnswer = bridge(library, H100, H200, currency="EUR", figure=figure)

    assert answer.converted is None


@pytest.mark.parametrize(
    ("changes", "kind", "field"),
    [
        ({"currency": "EURX"}, UnknownName, "currency"),
        ({"currency": "EUR", "base": BASE | {"currency": "GBP"}}, InvalidQuery, "currency"),
        ({"base": BASE | {"currency": "EURX"}}, UnknownName, "base.currency"),
        ({"currency": "USD", "usd_per_currency_unit": 2.0}, InvalidQuery, "usd_per_currency_unit"),
    ],
)
def test_a_currency_that_is_none_is_refused(
    library: Library, changes: dict[str, Any], kind: type[Exception], field: str
) -> None:
    with pytest.raises(kind) as refused:
        bridge(library, H100, H200, **changes)

    assert getattr(refused.value, "field", None) == field
