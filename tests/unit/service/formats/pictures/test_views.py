"""Views of a service and of a run: years, cash, alternatives, what moves the cost."""

import re
from html import unescape
from typing import Any

import msgspec
import pytest

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.run_costs.quote import run_costs
from pricing.tco.answer import TcoAnswer
from pricing.tco.quote import tco
from service.formats.media import SVG, view
from service.formats.pictures.frame import short
from service.formats.pictures.views import RUN_PICTURES, SERVICE_PICTURES
from tests import questions
from tests.asgi import JSON_HEADERS, Ask

CHANGES: dict[str, Any] = {
    "horizon_months": 6,
    "currency": "EUR",
    "usd_per_currency_unit": 1.25,
    "fiscal_year_start_month": 10,
    "purchase": {"option": "owned"},
    "payments": {"invoice_delay_months": 1, "tax_fraction": 0.2},
    "alternative": {
        "name": "an API",
        "usd_per_million_input_tokens": 3.0,
        "usd_per_million_output_tokens": 3.0,
    },
    "confidence": 0.8,
}


@pytest.fixture(scope="module")
def answer(library: Library) -> TcoAnswer:
    return tco(questions.tco(CHANGES), library)


def texts(picture: bytes) -> list[str]:
    return [unescape(text) for text in re.findall(r"<text[^>]*>(.*?)</text>", picture.decode())]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("years", {"FY 2026", "FY 2027", "2 months", "4 months", "EUR a year"}),
        ("cash", {"EUR paid a month", "paid in all", "charged in all", "taxes", "purchases"}),
        ("plans", {"an API", "API", "this deployment", "EUR in 6 months"}),
        ("drivers", {"the throughput", "the load", "at its low end"}),
    ],
)
def test_a_view_says_what_is_bought_and_what_it_shows(
    answer: TcoAnswer, name: str, told: set[str]
) -> None:
    found = texts(SERVICE_PICTURES[view(SVG, name)](answer))
    whole = " ".join(found)

    assert told <= {*found}
    assert answer.converted is not None
    assert f"{short(answer.converted.total)} EUR in 6 months" in whole
    assert "devices bought; prices of 2026-07-31, release 2026-07-31" in whole


def test_the_payments_of_a_view_are_those_of_the_calendar(answer: TcoAnswer) -> None:
    found = " ".join(texts(SERVICE_PICTURES[view(SVG, "cash")](answer)))
    money = answer.converted
    assert money is not None
    known = {month.month: month.usd_per_currency_unit for month in money.months}
    last = money.months[-1].usd_per_currency_unit
    paid = sum(
        (month.usd_paid + month.taxes_usd) / known.get(month.month, last)
        for month in answer.cash.months
    )

    assert f"{short(paid)} EUR are paid, taxes included" in found


def test_a_run_has_a_bar_for_each_way_of_buying(library: Library) -> None:
    answer = run_costs(questions.run_cost({"confidence": 0.9}), library)
    bars = texts(RUN_PICTURES[SVG](answer))
    movers = texts(RUN_PICTURES[view(SVG, "drivers")](answer))

    for option in answer.options:
        assert any(text.startswith(option.option) for text in bars)
    assert any("estimated" in text for text in bars)
    assert "the throughput" in movers


def test_drivers_that_nobody_asks_for_are_refused(library: Library) -> None:
    answer = run_costs(questions.run_cost({}), library)

    with pytest.raises(InvalidQuery, match="drivers true, or with confidence"):
        RUN_PICTURES[view(SVG, "drivers")](answer)


@pytest.mark.parametrize(
    ("accept", "media"),
    [
        ("image/png; profile=plans", "image/png; profile=plans"),
        ("image/svg+xml;profile=years", "image/svg+xml; profile=years"),
    ],
)
def test_accept_chooses_the_view(ask: Ask, accept: str, media: str) -> None:
    asked = questions.changed(questions.TCO, {"horizon_months": 2})
    answered = ask(
        "POST",
        "/v1/inference/tco",
        headers={**JSON_HEADERS, "accept": accept},
        body=msgspec.json.encode(asked),
    )

    assert answered.status == 200
    assert answered.headers["content-type"] == media
