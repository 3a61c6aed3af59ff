"""Sentences for people: short, with the price, the speed and what they are for."""

import random
import re
from typing import Any

import msgspec
import pytest

from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.run_costs.quote import run_costs
from pricing.tco.quote import tco
from pricing.unit_costs.quote import unit_costs
from service.sentences.amounts import rough
from service.sentences.answers import sentence_of
from service.sentences.messages import markdown, slack
from service.sentences.sentence import MOST_CHARACTERS, Sentence, noted
from tests.asgi import Ask
from tests.questions import run_cost, unit_cost
from tests.questions import tco as service

MODELS = (
    "llama-3.1-8b",
    "llama-3.1-70b",
    "qwen2.5-7b",
    "mixtral-8x7b",
    "deepseek-r1",
    "gemma-3-27b",
)
DEVICES = ("h100-sxm-80gb", "l4", "a100-sxm-80gb", "mi300x", "h200-sxm-141gb", "rtx-4090")
OPTIONS = ("on_demand", "spot", None)
FIELD = re.compile(r"[a-z]+_[a-z]+|[a-z]+\.[a-z]+_")
PRICE = re.compile(r"\$\d")
UNIT_COSTS = "/v1/inference/unit-costs"
POSTED = {"content-type": "application/json"}


def told(answer: Any, query: Any) -> str:
    return sentence_of(msgspec.to_builtins(answer), msgspec.to_builtins(query)).text


@pytest.fixture(scope="module")
def texts(library: Library) -> list[str]:
    """A hundred random answers of three kinds."""
    draw = random.Random(40)  # noqa: S311 - the same questions each time
    found: list[str] = []
    while len(found) < 100:
        deployment = {"device": draw.choice(DEVICES), "device_count": draw.choice((1, 8, 8))}
        model = draw.choice(MODELS)
        kind = draw.choice("uuurt")
        try:
            if kind == "u":
                load = {"concurrency": draw.choice((None, 1, 20))}
                bought = {"option": draw.choice(OPTIONS)}
                asked: Any = unit_cost(
                    {"model": model, "deployment": deployment, "load": load, "purchase": bought}
                )
                found.append(told(unit_costs(asked, library), asked))
            elif kind == "r":
                asked = run_cost({"model": model, "deployment": deployment})
                found.append(told(run_costs(asked, library), asked))
            else:
                asked = service({"model": model, "deployment": deployment, "horizon_months": 6})
                found.append(told(tco(asked, library), asked))
        except Refusal:
            continue
    return found


def test_a_hundred_are_short_and_name_no_field(texts: list[str]) -> None:
    assert [text for text in texts if len(text) > MOST_CHARACTERS or FIELD.search(text)] == []


def test_a_hundred_have_a_price_a_speed_and_what_they_are_for(texts: list[str]) -> None:
    missing = [
        text
        for text in texts
        if not PRICE.search(text)
        or "tokens/s" not in text
        or not any(model in text for model in MODELS)
    ]

    assert missing == []


def test_most_have_power_or_energy_and_carbon(texts: list[str]) -> None:
    assert sum("CO₂e" in text for text in texts) >= 95


@pytest.mark.parametrize(
    ("purchase", "bill"),
    [
        ({}, "$55 an hour (103 days old, usual region, $55 to $76 in all), $40,200 a month."),
        (
            {"discount_fraction": 0.5},
            "$27.5 an hour (103 days old, usual region, $28 to $38 in all), $20,100 a month",
        ),
        ({"region": "us-east-1"}, "$55 an hour (103 days old), $40,200 a month."),
        ({"usd_per_device_hour": 2.0}, "$16 an hour, $11,700 a month."),
    ],
)
def test_price_that_was_chosen_of_several_says_how(
    library: Library, purchase: dict[str, Any], bill: str
) -> None:
    deployment = {"device": "p5.48xlarge"}
    asked = unit_cost(
        {"model": "llama-3.1-70b", "deployment": deployment, "purchase": purchase}
        | {"catalog": "2026-10-31", "as_of": "2026-10-31"}
    )

    assert bill in told(unit_costs(asked, library), asked)


def test_wide_intervals_leave_no_cents(texts: list[str]) -> None:
    """An interval of a fifth or more makes the third digit of a price noise."""
    wide = 0
    for text in texts:
        found = re.search(r"costs \$([\d.,]+) \(\$([\d.,]+) to \$([\d.,]+)\)", text)
        if found:
            value, low, high = (float(group.replace(",", "")) for group in found.groups())
            if high - low > 0.25 * value:
                wide += 1
                assert len(found[1].replace(",", "").replace(".", "").strip("0")) <= 2
    assert wide > 20


AWS = {"provider": "aws", "region": "us-east-1"}
H200 = {"device": "h200-sxm-141gb", "device_count": 8, "precision": "fp8"}
LEASE = {"usd_per_device_month": 900.0, "term_months": 24}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"purchase": {"option": "reserved_1y", **AWS}, "currency": "EUR"},
            (" EUR) in 8 months", "that is due after the horizon"),
        ),
        (
            {"purchase": {"option": "owned", "ownership": {"lease": LEASE}}},
            ("that are leased", "that is due after the horizon"),
        ),
        (
            {"purchase": {"base": {"option": "owned", **AWS}, "base_replicas": 60}},
            (" of 60 replicas of ", "that are owned"),
        ),
        (
            {
                "purchase": {"option": "reserved_3y", "provider": "aws"},
                "generations": [{"date": "2027-02-01", "deployment": H200}],
            },
            (", from 2027-02 on 8 × h200-sxm-141gb, for three years from aws",),
        ),
        (
            {
                "purchase": {
                    "plan": "optimal",
                    "base": {"option": "owned"},
                    "base_replicas": 1,
                    "offers": [{"option": "reserved_1y", "usd_per_device_hour": 1.6}],
                    **AWS,
                },
                "capacity.scaling": "autoscaled",
            },
            ("that are owned, for a year at your price and on demand from aws",),
        ),
        (
            {"purchase": {"option": "savings_plan_3y", "usd_per_device_hour": 3.0}},
            ("on a savings plan for three years at your price",),
        ),
        (
            {
                "purchase": {"plan": "optimal", **AWS},
                "contracts": [{"name": "EDP", "discount_fraction": 0.1, "minimum_usd": 9e6}],
            },
            ("EDP takes off $", " of its minimum due in 20"),
        ),
    ],
    ids=["term", "lease", "owned", "generations", "three ways", "savings plan", "minimum"],
)
def test_services_tell_what_is_held_and_what_is_due_later(
    changes: dict[str, Any], words: tuple[str, ...], library: Library
) -> None:
    asked = service({**changes, "horizon_months": 8, "catalog": "2026-10-31"})
    text = told(tco(asked, library), asked)

    assert all(word in text for word in words), text


def test_runs_tell_their_cost_in_the_currency_that_is_asked_for(library: Library) -> None:
    asked = run_cost({"currency": "EUR", "usd_per_currency_unit": 2.0})
    answer = run_costs(asked, library)
    (cheapest,) = (one for one in answer.options if one.option == answer.cheapest_option)
    euros = cheapest.usd.mean / 2.0

    assert f" ({rough(euros)} EUR)" in told(answer, asked)


def test_note_is_left_out_before_the_price_and_counted() -> None:
    text = Sentence("A" * 300, ["it is fast " * 8], ["spot may end at once " * 5, "b"]).text

    assert len(text) <= MOST_CHARACTERS
    assert text.startswith("A" * 300)
    assert text.endswith(" Note: b (+1 in the JSON).")


def test_note_of_a_slip_is_told_before_any_fact() -> None:
    slip = "usd of 55 is read as USD for a device-hour, and 0.1 to 26 is usual"
    sentence = Sentence("A" * 290, ["it is fast " * 8], [slip, "b"], kept=["it is fast " * 8])

    assert slip in sentence.text
    assert len(sentence.text) <= MOST_CHARACTERS


def test_note_of_what_moves_the_answer_is_told_before_what_a_name_is_read_as(
    library: Library,
) -> None:
    measured = {"measured.output_tokens_per_second": 5e6, "deployment.device": "h100"}
    asked = unit_cost(measured)

    assert " can do by their bandwidth" in told(unit_costs(asked, library), asked)


def test_long_clause_of_a_note_is_no_reason_to_drop_it() -> None:
    long = "the sum of " + "many " * 30 + "parts is more than the whole: look again"

    assert noted([long]) == [long.partition(":")[0]]


def test_run_by_spot_says_what_it_costs_on_demand(library: Library) -> None:
    asked = run_cost({"purchases": [{"option": name} for name in ("spot", "on_demand")]})

    text = told(run_costs(asked, library), asked)

    assert re.search(r" spot .*, the cheapest of 2 ways \(on demand \$[\d,]+\)", text)


def test_price_says_what_it_is_in_the_currency_of_the_question(ask: Ask) -> None:
    query = "model=llama-3.1-8b&device=l4&currency=CHF"
    text = ask("GET", UNIT_COSTS, query=query, headers={"accept": "text/plain"}).body.decode()

    assert re.search(r"In CHF it is [\d.]+ per million output, [\d.]+ an hour\.", text)


def test_messages_of_slack_escape_what_it_reads_as_marks() -> None:
    message = slack(Sentence("a <b> & c costs $2", ["fast"], ["a note"]))

    assert message["blocks"][0]["text"]["text"] == "a &lt;b&gt; &amp; c costs *$2*."
    assert message["blocks"][2]["elements"][0]["text"] == "a note"
    assert message["text"] == "a &lt;b&gt; &amp; c costs $2. Fast. Note: a note."


def test_markdown_is_a_paragraph_a_list_and_a_quotation() -> None:
    text = markdown(Sentence("llama costs $1.2 million", ["it_is fast"], ["a note"]))

    assert text == "llama costs **$1.2 million**.\n\n- it\\_is fast\n\n> a note  \n"


@pytest.mark.parametrize(
    ("accept", "begins"),
    [
        ("text/plain", b"llama-3.1-8b (bf16) on "),
        ("text/plain; charset=utf-8", b"llama-3.1-8b (bf16) on "),
        ("application/vnd.slack+json", b'{"text":"llama-3.1-8b (bf16) on '),
        ("application/vnd.microsoft.card.adaptive+json", b'{"$schema":"http://adaptivecards.io'),
        ("text/markdown", b"llama-3.1-8b (bf16) on "),
    ],
)
def test_a_question_may_be_asked_for_in_each_form(ask: Ask, accept: str, begins: bytes) -> None:
    query = "model=llama-3.1-8b&device=l4&verbosity=brief"
    answered = ask("GET", UNIT_COSTS, query=query, headers={"accept": accept})

    assert answered.status == 200
    assert answered.body.startswith(begins)


def test_verbosity_changes_no_figure(ask: Ask) -> None:
    bodies = {
        ask("GET", UNIT_COSTS, query=f"model=llama-3.1-8b&device=l4{more}").body
        for more in ("", "&verbosity=full", "&verbosity=brief")
    }

    assert len(bodies) == 1


def test_refusal_is_in_words_where_words_were_asked_for(ask: Ask) -> None:
    query = "model=llama-3.1-8b&device=l44"
    answered = ask("GET", UNIT_COSTS, query=query, headers={"accept": "text/plain"})

    assert answered.status == 422
    assert answered.headers["content-type"].startswith("text/plain")
    assert answered.body.decode().endswith("Try l4, l40.\n")


@pytest.mark.parametrize(
    ("accept", "begins"),
    [
        ("text/plain, */*;q=0.1", b"No device is called 'l44'"),
        ("text/markdown", b"No device is called 'l44' in this release (device).\n\n- try l4\n"),
        ("application/vnd.slack+json", b'{"text":"No device is called \'l44\''),
        ("application/vnd.microsoft.card.adaptive+json", b'{"$schema":"http://adaptivecards.io'),
        ("text/html, */*", b'{"type":"/problems/unknown-name"'),
    ],
)
def test_refusal_has_the_form_that_was_asked_for(ask: Ask, accept: str, begins: bytes) -> None:
    query = "model=llama-3.1-8b&device=l44"
    answered = ask("GET", UNIT_COSTS, query=query, headers={"accept": accept})

    assert answered.status == 422
    assert answered.body.startswith(begins)
