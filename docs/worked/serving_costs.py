"""The worked page of serving costs: one model rented, reserved, owned and bought as an API."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from docs.worked.layout import MILLION, assumption_table, laid_out, table, thousands
from pricing.catalog.library import Library
from pricing.tco.answer import AlternativeCost, TcoAnswer
from pricing.tco.query import TcoQuery
from pricing.tco.quote import tco
from pricing.validation.charts import digest_of
from service.formats.pictures.months import svg

TEMPLATE = Path(__file__).with_name("serving-costs.md.template")

DEPLOYMENT = {"device": "h100-sxm-80gb", "device_count": 8, "precision": "fp8"}
PLACE = {"provider": "aws", "region": "us-east-1"}

PURCHASES: Mapping[str, dict[str, Any]] = {
    "rented": {"option": "on_demand"} | PLACE,
    "reserved": {"plan": "optimal"} | PLACE,
    "owned": {"option": "owned"},
}
"""Every way of having capacity, by the name that the page gives it."""

API = {
    "name": "API",
    "provider": "together",
    "model": "meta-llama/Meta-Llama-3.1-70B-Instruct-Turbo",
}


def pages(library: Library) -> dict[str, str]:
    """The page and its pictures by file name, worked out by the newest release."""
    question: dict[str, Any] = {
        "model": "llama-3.1-70b",
        "deployment": DEPLOYMENT,
        "load": {"input_tokens": 1024, "output_tokens": 256},
        "traffic": {
            "requests_per_day": 1_500_000,
            "growth_per_month_fraction": 0.05,
            "peak_to_average_ratio": 1.7,
            "weekend_ratio": 0.6,
        },
        "capacity": {"scaling": "autoscaled", "redundant_replicas": 1},
        "horizon_months": 36,
        "start": "2026-08-01",
        "price_change_per_year_fraction": -0.1,
        "uncertainty": {"draws": 1000, "seed": 1},
        "as_of": "2026-07-01",
        "catalog": library.newest.name,
    }
    answers = {name: _answer(library, question, name) for name in PURCHASES}
    page = _page(question, answers)
    return {
        "serving-costs.md": page,
        **{
            f"serving-costs-{name}.svg": svg(answer, f"sha256:{digest_of(page)}").decode()
            for name, answer in answers.items()
        },
    }


def _asked(question: dict[str, Any], name: str) -> dict[str, Any]:
    """The question for one way, with the others and the API beside it."""
    others = [
        {"name": other, "deployment": DEPLOYMENT, "purchase": purchase}
        for other, purchase in PURCHASES.items()
        if other != name
    ]
    return {**question, "purchase": PURCHASES[name], "alternative": API, "alternatives": others}


def _answer(library: Library, question: dict[str, Any], name: str) -> TcoAnswer:
    return tco(msgspec.convert(_asked(question, name), TcoQuery), library)


def _page(question: dict[str, Any], answers: Mapping[str, TcoAnswer]) -> str:
    rented, reserved, owned = answers.values()
    api = rented.alternatives[0]
    prices = api.prices
    spread = rented.uncertainty
    term = reserved.purchase.commitments[0]
    if prices is None or spread is None:
        raise AssertionError("the API has prices, and bands were asked for")
    return TEMPLATE.read_text(encoding="utf-8").format(
        question=laid_out(_asked(question, "rented")),
        shown=_shown(rented),
        replica_rate=rented.replicas[0].requests_per_second,
        first_replicas=rented.months[0].replicas,
        last_replicas=rented.months[-1].replicas,
        utilization=rented.capacity.utilization_fraction,
        target=rented.capacity.target_utilization_fraction,
        wait=rented.capacity.wait_p99_seconds,
        ways=_ways(answers, api),
        items=_items(answers),
        low=spread.usd_total.p10 / MILLION,
        middle=spread.usd_total.p50 / MILLION,
        high=spread.usd_total.p90 / MILLION,
        api_source=prices.source,
        api_price=prices.usd_per_million_input_tokens,
        even=_evens(answers),
        committed=", ".join(
            f"{one.replicas} from {one.from_month} for {one.months} months"
            for one in reserved.purchase.commitments
        ),
        saving=reserved.purchase.saving_fraction,
        term_even=term.break_even_utilization_fraction,
        term_used=term.utilization_fraction,
        bought=owned.purchase.holdings[0].device_count,
        bought_usd=owned.purchase.holdings[0].usd / MILLION,
        lots=len(owned.purchase.holdings),
        book=sum(lot.book_usd for lot in owned.purchase.holdings) / MILLION,
        assumptions=_assumptions(answers),
    )


def _shown(answer: TcoAnswer) -> str:
    """A part of the answer that holds whatever the last digit of a number is."""
    return laid_out(
        {
            "model": answer.model,
            "device": answer.device,
            "break_even_month": answer.break_even_month,
            "alternatives": [
                {"name": other.name, "kind": other.kind} for other in answer.alternatives
            ],
        }
    )


def _ways(answers: Mapping[str, TcoAnswer], api: AlternativeCost) -> str:
    rows = [
        [
            name,
            *_figures(
                answer.totals.usd_total,
                answer.totals.usd_discounted,
                answer.totals.usd_per_million_tokens,
            ),
            f"{answer.capacity.utilization_fraction:.0%}",
            f"{answer.capacity.peak_replicas}",
        ]
        for name, answer in answers.items()
    ]
    figures = _figures(api.usd_total, api.usd_discounted, api.usd_per_million_tokens)
    return table(
        (
            "way",
            "USD, millions",
            "discounted, millions",
            "USD per million tokens",
            "utilisation",
            "replicas at most",
        ),
        [*rows, ["API", *figures, "", ""]],
    )


def _figures(usd: float, discounted_usd: float, per_million: float | None) -> list[str]:
    return [f"{usd / MILLION:.2f}", f"{discounted_usd / MILLION:.2f}", f"{per_million or 0.0:.3f}"]


def _items(answers: Mapping[str, TcoAnswer]) -> str:
    totals = {name: answer.totals for name, answer in answers.items()}
    names = dict.fromkeys(item for total in totals.values() for item in total.line_items_usd)
    rows = [
        [
            f"`{item}`",
            *(
                thousands(total.line_items_usd[item]) if item in total.line_items_usd else ""
                for total in totals.values()
            ),
        ]
        for item in names
    ]
    total_row = ["**`usd_total`**", *(thousands(total.usd_total) for total in totals.values())]
    return table(("item", *answers), [*rows, total_row])


def _evens(answers: Mapping[str, TcoAnswer]) -> str:
    """Where each way begins to pay against the API."""
    rows = []
    for name, answer in answers.items():
        other = answer.alternatives[0]
        per_day = other.break_even_requests_per_day
        rows.append(
            [
                name,
                other.break_even_month or "not within the horizon",
                "at no load of the curve" if per_day is None else f"{float(f'{per_day:.2g}'):,.0f}",
                f"{other.saving_usd / MILLION:+.2f}",
            ]
        )
    return table(
        (
            "way",
            "break-even month",
            "break-even requests a day",
            "saving, USD millions",
        ),
        rows,
    )


def _assumptions(answers: Mapping[str, TcoAnswer]) -> str:
    return assumption_table(
        (assumption for answer in answers.values() for assumption in answer.assumptions),
        ("capacity.", "capital.", "egress.", "storage.", "tco.", "traffic.", "uncertainty."),
    )
