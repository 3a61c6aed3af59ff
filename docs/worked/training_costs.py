"""The worked page of training costs: one run under every way of buying its capacity."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from docs.worked.layout import MILLION, assumption_table, laid_out, table, thousands
from docs.worked.spot_picture import Level, Point, draw
from pricing.catalog.library import Library
from pricing.run_costs.answer import RunCostAnswer
from pricing.run_costs.answer_options import RunOption
from pricing.run_costs.query import RunCostQuery
from pricing.run_costs.quote import run_costs
from pricing.units import HOURS_PER_DAY, HOURS_PER_MONTH

TEMPLATE = Path(__file__).with_name("training-costs.md.template")

PLACE = {"provider": "aws", "region": "us-east-1"}

PURCHASES: dict[str, dict[str, Any]] = {
    "on demand": {"option": "on_demand"} | PLACE,
    "spot": {"option": "spot"} | PLACE,
    "capacity block": {"option": "capacity_block"} | PLACE,
    "reserved 1 y": {"option": "reserved_1y"} | PLACE,
    "reserved 3 y": {"option": "reserved_3y"} | PLACE,
    "reserved 3 y, all upfront": {"option": "reserved_3y", "upfront": "all"} | PLACE,
    "owned": {"option": "owned"},
    "half reserved 1 y, half spot": {
        "mix": [
            {"option": "reserved_1y", "device_fraction": 0.5} | PLACE,
            {"option": "spot", "device_fraction": 0.5} | PLACE,
        ]
    },
}
"""Every way of buying, by the name that the page gives it."""

WEIGHED = ("on demand", "spot", "reserved 1 y", "owned")
"""Those of which the page shows what moves them."""

DRAWN = ("on demand", "capacity block", "reserved 1 y", "owned")
"""Those that the picture sets beside spot."""

RATES = [10.0 ** (-5.0 + place / 40.0) for place in range(201)]
"""Preemptions per instance-hour, from 0.00001 to 1."""


def pages(library: Library) -> dict[str, str]:
    """The page and its picture by file name, worked out by the newest release."""
    question = {
        "model": "llama-3.1-70b",
        "tokens": 15_000_000_000_000,
        "sequence_length": 8192,
        "deployment": {"device": "h100-sxm-80gb", "device_count": 2048, "precision": "bf16"},
        "purchases": list(PURCHASES.values()),
        "as_of": "2026-07-01",
        "catalog": library.newest.name,
    }

    def ask(changes: dict[str, Any]) -> RunCostAnswer:
        return run_costs(msgspec.convert(question | changes, RunCostQuery), library)

    answer = ask({})
    options = dict(zip(PURCHASES, answer.options, strict=True))
    page = _page(question, answer, options, ask)
    return {
        "training-costs.md": page,
        "training-costs.svg": _picture(answer, options, ask, page=page),
    }


Ask = Callable[[dict[str, Any]], RunCostAnswer]
Options = dict[str, RunOption]


def _page(question: dict[str, Any], answer: RunCostAnswer, options: Options, ask: Ask) -> str:
    rate = answer.spot_break_even_preemptions_per_instance_hour or 0.0
    spot, owned, reserved = options["spot"], options["owned"], options["reserved 1 y"]
    terms = reserved.commitment
    return TEMPLATE.read_text(encoding="utf-8").format(
        question=laid_out(question),
        shown=_shown(answer),
        days=options["on demand"].wall_clock_hours / HOURS_PER_DAY,
        hours=answer.compute.productive_device_hours / MILLION,
        mfu=answer.compute.mfu_fraction,
        options=table(OPTION_COLUMNS, (_option_row(*named) for named in options.items())),
        items=_items(options),
        moved=_moved(ask),
        stops=spot.interruptions,
        preemptions=spot.preemptions,
        mtbf=spot.mtbf_hours,
        interval=spot.checkpoint_interval_seconds / 60.0,
        spot_rate=spot.spot_preemptions_per_instance_hour,
        break_even=rate,
        times=rate / spot.spot_preemptions_per_instance_hour,
        month=rate * HOURS_PER_MONTH,
        price=answer.spot_break_even_usd_per_device_hour,
        spot_price=spot.usd_per_device_hour,
        used=0.0 if terms is None else terms.run_share_fraction,
        owned_price=owned.usd_per_device_hour,
        capital=owned.owned.depreciation_usd_per_device_hour
        + owned.owned.cost_of_capital_usd_per_device_hour
        if owned.owned
        else 0.0,
        assumptions=assumption_table(
            answer.assumptions, ("spot.", "capital.", "training.", "reliability.")
        ),
    )


def _shown(answer: RunCostAnswer) -> str:
    """A part of the answer that holds whatever the last digit of a number is."""
    return laid_out(
        {
            "device_count": answer.device_count,
            "cheapest_option": answer.cheapest_option,
            "cheapest_option_amortised": answer.cheapest_option_amortised,
            "ranking": [
                {"purchase_index": ranked.purchase_index, "option": ranked.option}
                for ranked in answer.ranking
            ],
        }
    )


OPTION_COLUMNS = (
    "bought",
    "USD per device-hour",
    "goodput",
    "days",
    "mean",
    "p10",
    "p90",
    "whole term borne",
    "amortised",
)


def _option_row(name: str, option: RunOption) -> list[str]:
    usd = option.usd
    return [
        name,
        f"{option.usd_per_device_hour:.2f}",
        f"{option.goodput_fraction:.1%}",
        f"{option.wall_clock_hours / HOURS_PER_DAY:.0f}",
        *(_millions(value) for value in (usd.mean, usd.p10, usd.p90)),
        _millions(option.borne_usd),
        _millions(option.amortised_usd),
    ]


def _items(options: Options) -> str:
    rows = [
        [items[0].name, *(thousands(item.usd) for item in items)]
        for items in zip(*(option.line_items for option in options.values()), strict=True)
    ]
    total = ["**`usd.mean`**", *(thousands(option.usd.mean) for option in options.values())]
    return table(("item", *options), [*rows, total])


def _moved(ask: Ask) -> str:
    """What a tenth more of each input does, way by way, the largest first."""
    changes = {
        name: {
            moved.input: moved.usd_change_fraction
            for moved in ask({"purchases": [PURCHASES[name]]}).sensitivities
        }
        for name in WEIGHED
    }
    inputs = sorted(
        {name for moved in changes.values() for name in moved},
        key=lambda name: (-max(abs(moved.get(name, 0.0)) for moved in changes.values()), name),
    )
    return table(
        ("a tenth more of", *WEIGHED),
        (
            [
                f"`{name}`",
                *(f"{moved[name]:+.2%}" if name in moved else "" for moved in changes.values()),
            ]
            for name in inputs
        ),
    )


def _millions(usd: float) -> str:
    return f"{usd / MILLION:,.1f}"


def _picture(answer: RunCostAnswer, options: Options, ask: Ask, *, page: str) -> str:
    points: list[Point] = []
    for rate in RATES:
        reliability = {"spot_preemptions_per_instance_hour": rate}
        on_demand = PURCHASES["on demand"]
        tried = ask({"reliability": reliability, "purchases": [on_demand, PURCHASES["spot"]]})
        points.extend(
            Point(
                rate, *(usd / MILLION for usd in (option.usd.mean, option.usd.p10, option.usd.p90))
            )
            for option in tried.options
            if option.option == "spot"
        )
    levels = [
        Level(
            f"{name}, amortised" if options[name].commitment and name != "capacity block" else name,
            options[name].amortised_usd / MILLION,
        )
        for name in DRAWN
    ]
    return draw(
        points,
        levels,
        rate=options["spot"].spot_preemptions_per_instance_hour,
        break_even=answer.spot_break_even_preemptions_per_instance_hour,
        page=page,
    )
