"""The workbook of a run: ways of buying side by side, in items that add up."""

from typing import Any

import msgspec
import pytest

from pricing.catalog.library import Library
from pricing.run_costs.answer import RunCostAnswer
from pricing.run_costs.query import RunCostQuery
from pricing.run_costs.quote import run_costs
from service.formats import media as formats
from service.formats.flatten import written
from tests import questions
from tests.workbooks import column, names, sheets

CHANGES: dict[str, Any] = {
    "purchases": [
        {"option": "on_demand"},
        {"option": "reserved_1y"},
        {"option": "spot", "provider": "aws"},
        {"option": "owned"},
    ],
    "schedule": {"start": "2026-06-01", "deadline": "2026-12-01"},
    "catalog": "2026-10-31",
}


@pytest.fixture(scope="module")
def query() -> RunCostQuery:
    return questions.run_cost(CHANGES)


@pytest.fixture(scope="module")
def answer(query: RunCostQuery, library: Library) -> RunCostAnswer:
    return run_costs(query, library)


@pytest.fixture(scope="module")
def body(query: RunCostQuery, answer: RunCostAnswer) -> bytes:
    return written(answer, formats.XLSX, query)


def test_options_are_those_of_the_answer(body: bytes, answer: RunCostAnswer) -> None:
    options = sheets(body)["Options"]
    costs = column(options, "Expected cost")

    assert [cell.value for cell in costs] == [
        pytest.approx(round(option.usd.mean, 2), abs=0.0051) for option in answer.options
    ]
    assert str(costs[0].formula).startswith("SUM(B2:")
    assert [cell.value for cell in column(options, "Commitment unused")] == pytest.approx(
        [
            sum(item.usd for item in option.line_items if item.name == "commitment_unused")
            for option in answer.options
        ],
        abs=0.01,
    )


def test_summary_has_the_cheapest(body: bytes, answer: RunCostAnswer) -> None:
    place = names(body)["total"].partition("!")[2].replace("$", "")
    cheapest = min(answer.options, key=lambda option: option.paid_usd)

    assert sheets(body)["Summary"][place].value == pytest.approx(cheapest.usd.mean, abs=0.0051)


def test_items_prices_and_ends_have_a_sheet(body: bytes, answer: RunCostAnswer) -> None:
    found = sheets(body)
    quantities = column(found["Items"], "Quantity")

    assert len(quantities) == sum(len(option.line_items) for option in answer.options)
    assert len(column(found["Prices"], "USD per device-hour")) == len(answer.options)
    assert len(column(found["Schedule"], "Ends")) == len(answer.options)
    assert column(found["Commitments"], "Terms")


def test_file_alone_can_be_asked_again(
    body: bytes, answer: RunCostAnswer, library: Library
) -> None:
    place = names(body)["question_json"].partition("!")[2].replace("$", "")
    text = str(sheets(body)["Question"][place].value)

    assert run_costs(msgspec.json.decode(text, type=RunCostQuery), library) == answer


def test_run_without_a_price_has_a_workbook(library: Library) -> None:
    query = questions.run_cost({"purchases": [{"option": "capacity_block", "provider": "azure"}]})
    answer = run_costs(query, library)
    found = sheets(written(answer, formats.XLSX, query))

    assert not answer.options
    assert any("No way of buying" in str(cell.value) for cell in found["Summary"].values())


def test_money_is_in_the_currency_of_the_question(library: Library) -> None:
    query = questions.run_cost({**CHANGES, "currency": "GBP"})
    answer = run_costs(query, library)
    assert answer.converted is not None
    options = sheets(written(answer, formats.XLSX, query))["Options"]

    assert [cell.value for cell in column(options, "Expected cost")] == pytest.approx(
        [answer.converted.amounts[f"options.{at}.gbp.mean"] for at in range(4)], abs=0.0051
    )


def test_cash_has_the_months_of_every_way_of_buying(body: bytes, answer: RunCostAnswer) -> None:
    """The sums are those of the answer: what is charged, and what is paid without capital."""
    cash = sheets(body)["Cash"]
    totals = [place[1:] for place, cell in cash.items() if cell.value == "Total"]
    ranked = sorted(answer.options, key=lambda option: option.paid_usd)

    assert len(totals) == len(ranked)
    for row, option in zip(totals, ranked, strict=True):
        assert option.cash is not None
        assert cash[f"C{row}"].value == pytest.approx(option.usd.mean, abs=0.0051)
        assert cash[f"F{row}"].value == pytest.approx(option.cash.usd_paid, abs=0.0051)
        assert str(cash[f"F{row}"].formula).startswith("SUM(F")
