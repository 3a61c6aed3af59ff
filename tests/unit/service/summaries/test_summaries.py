from types import SimpleNamespace
from typing import Any, cast

import polars as pl
import pytest

from pricing.sweeps.labels import LabelColumns
from pricing.sweeps.sweep import Sweep
from service.summaries.figures import share
from service.summaries.parts import notes, price_words
from service.summaries.summary import summary_of, sweep_summary, usd
from tests.asgi import Ask, posted

UNIT_COSTS = "/v1/inference/unit-costs"
RUN_COSTS = "/v1/training/run-costs"
SERVICE = "/v1/inference/tco"
SWEEPS = "/v1/sweeps"
COMPARISONS = "/v1/comparisons"

PINNED = {"as_of": "2026-05-01", "catalog": "2026-07-31"}
DAY = "(2026-05-01, release 2026-07-31)"
MODEL = {"model": "llama-3.1-8b", **PINNED}
EIGHT = {"deployment": {"device": "h100-sxm-80gb", "device_count": 8, "precision": "bf16"}}
UNIT = {**MODEL, **EIGHT}
RUN = {**MODEL, **EIGHT, "tokens": 1e9}
MONTHS = {
    **MODEL,
    "deployment": {"device": "l4", "device_count": 1, "precision": "bf16"},
    "traffic": {"requests_per_day": 1e5},
    "horizon_months": 12,
    "start": "2026-08",
    "workload": "batch",
}
NUMBERS = {"parameters": 130e9, "active_parameters": 13e9, "experts": 16, "experts_per_token": 2}
DEAR, CHEAP = (
    {"name": "an API", "usd_per_million_input_tokens": usd, "usd_per_million_output_tokens": usd}
    for usd in (3.0, 0.5)
)


def answered(ask: Ask, path: str, query: object) -> Any:
    return posted(ask, path, query).json


def said(ask: Ask, path: str, query: dict[str, Any]) -> str:
    asked = {**query, "verbosity": "full"} if path != SWEEPS else query
    body = posted(ask, path, asked, "text/plain").body.decode()
    assert body.count("\n") == 1
    assert body.endswith(".\n")
    return body


def test_a_request_to_an_encoder_has_no_further_tokens(ask: Ask) -> None:
    body = said(ask, UNIT_COSTS, {**PINNED, "model": "bert-large", "deployment": {"device": "l4"}})

    assert "; a request is answered after " in body
    assert "the others every" not in body


def test_who_sells_what_is_compared_is_in_the_sentence(ask: Ask) -> None:
    deployment = {"device": "a100-sxm-80gb", "device_count": 8}
    body = said(ask, RUN_COSTS, {**PINNED, **MODEL, "deployment": deployment, "tokens": 1e11})

    assert "with spot from azure" in body
    assert (
        ", beside on_demand, reserved_1y, reserved_3y at azure, the nearest to the market" in body
    )


def listed(ask: Ask, table: str, query: str) -> str:
    path = f"/v1/catalog/{table}"
    return ask("GET", path, query=query, headers={"accept": "text/plain"}).body.decode()


def test_unit_costs_say_the_load_and_how_it_is_used(ask: Ask) -> None:
    load = {"input_tokens": 3000, "output_tokens": 256, "concurrency": 64}
    query = {**UNIT, "load": load, "utilization_fraction": 0.4}
    answer = answered(ask, UNIT_COSTS, query)
    seen, full = answer["performance"], answer["at_full_use"]["usd_per_million_output_tokens"]

    assert said(ask, UNIT_COSTS, query).endswith(
        "This is interactive work, for requests of 3,000 tokens in and 256 out, 64 at a time, with"
        f" 40% of the throughput used ({usd(full)} per million output tokens at full use); the"
        f" first token comes after {seen['ttft_seconds']:.3g} s, the others every"
        f" {seen['tpot_seconds']:.3g} s. By default, an engine admits 1,024 requests and a cached"
        " value has 16 bits.\n"
    )


def test_unit_costs_say_what_is_cached(ask: Ask) -> None:
    load = {"input_tokens": 3000, "output_tokens": 256, "concurrency": 64}
    given = {**UNIT, "load": {**load, "cached_input_fraction": 0.5, "shared_cache_fraction": 0.2}}
    kind = {**UNIT, "load": {**load, "traffic_kind": "agents"}}
    cache = answered(ask, UNIT_COSTS, given)["prefix_cache"]
    sentence, of_kind = said(ask, UNIT_COSTS, given), said(ask, UNIT_COSTS, kind)

    assert "for requests of 3,000 tokens in (50% of them cached) and 256 out" in sentence
    assert " per million input tokens that are computed, $" in sentence
    ratio = f"{cache['throughput_ratio']:.3g}"
    assert f"the cache makes the throughput {ratio} times that without" in sentence
    assert "share" not in sentence
    assert "tokens in (84% of them cached, as agents by default) and 256 out" in of_kind
    assert "all requests share 2% of what is cached" in of_kind


def test_default_objective_and_batch_work_are_said(ask: Ask) -> None:
    assert "This is interactive work (a token in 0.1 s by default), for" in said(
        ask, UNIT_COSTS, UNIT
    )
    assert "This is batch work, for" in said(ask, UNIT_COSTS, {**UNIT, "workload": "batch"})


def test_load_that_is_a_default_is_said_as_well(ask: Ask) -> None:
    defaults = {row["key"]: row["value"] for row in answered(ask, UNIT_COSTS, UNIT)["assumptions"]}

    assert (
        f"requests of {defaults['load.input_tokens']:g} tokens in"
        f" and {defaults['load.output_tokens']:g} out"
    ) in said(ask, UNIT_COSTS, UNIT)


def test_throughput_of_the_callers_own_has_no_range(ask: Ask) -> None:
    sentence = said(ask, UNIT_COSTS, {**UNIT, "measured": {"output_tokens_per_second": 3000}})

    assert " per million output tokens, $" in sentence
    assert ", at your own throughput (" in sentence


def test_price_of_the_callers_own_is_said_to_be(ask: Ask) -> None:
    purchase = {"usd_per_device_hour": 2.0, "provider": "aws"}

    assert "(on_demand from aws at your own price of $2.00 per device-hour, 2026-05-01" in said(
        ask, UNIT_COSTS, {**UNIT, "purchase": purchase}
    )


def test_service_that_is_paid_ahead_says_when_that_is_paid_back(ask: Ask) -> None:
    rented = {"deployment": MONTHS["deployment"], "purchase": {"provider": "aws"}}
    query = {**MONTHS, "purchase": {"option": "owned"}, "alternative": rented}
    found = answered(ask, SERVICE, query)["alternatives"][0]["returns"]
    earned = f"NPV {usd(found['npv_usd'])} at 10% a year, IRR {share(found['irr_fraction'])}."

    assert (
        f" By payments, not charges, what is paid ahead is paid back in {found['payback_month']}:"
        f" {earned}"
    ) in said(ask, SERVICE, query)


def test_service_that_is_never_paid_back_says_so(ask: Ask) -> None:
    cheap = {**CHEAP, "usd_per_million_output_tokens": 0.1, "usd_per_million_input_tokens": 0.05}
    query = {**MONTHS, "purchase": {"option": "owned"}, "alternative": cheap}
    found = answered(ask, SERVICE, query)["alternatives"][0]["returns"]

    assert f" it is not paid back: NPV {usd(found['npv_usd'])} at 10% a year" in said(
        ask, SERVICE, query
    )


def test_service_that_is_paid_by_the_month_is_not_paid_back(ask: Ask) -> None:
    assert "NPV" not in said(ask, SERVICE, {**MONTHS, "alternative": CHEAP})


@pytest.mark.parametrize(
    ("purchase", "words"),
    [
        ({"provider": "aws", "region": "us-east-1"}, "(on_demand from aws us-east-1, "),
        (
            {"provider": "aws"},
            ", the usual region of AWS: 20 AWS prices are 6.88 to 9.49 USD per device-hour",
        ),
        ({"option": "owned"}, "(owned devices, 2026-05-01"),
        ({}, " per device-hour, 2026-05-01"),
    ],
)
def test_sentence_says_how_capacity_is_bought(
    ask: Ask, purchase: dict[str, str], words: str
) -> None:
    assert words in said(ask, UNIT_COSTS, {**UNIT, "purchase": purchase})


@pytest.mark.parametrize(
    ("path", "query", "start"),
    [
        (UNIT_COSTS, UNIT, "A model of 130 billion parameters, 13 billion of them active, on "),
        (RUN_COSTS, RUN, "Training a model of 130 billion parameters, 13 billion of them active, "),
        (
            SERVICE,
            {**MONTHS, **EIGHT},
            "A model of 130 billion parameters, 13 billion of them active, on replicas of 8 × ",
        ),
    ],
)
def test_model_given_by_its_numbers_is_said_by_them(
    ask: Ask, path: str, query: dict[str, object], start: str
) -> None:
    deployment = {"device": "b200-sxm", "device_count": 32, "precision": "bf16"}
    query = {**query, "model": NUMBERS}
    if path == RUN_COSTS:
        query["deployment"] = deployment

    assert said(ask, path, query).startswith(start)


def test_request_of_no_model_is_told_by_its_price(ask: Ask) -> None:
    query = {**PINNED, **EIGHT, "measured": {"requests_per_second": 3}}
    costs = answered(ask, UNIT_COSTS, query)["unit_costs"]

    assert said(ask, UNIT_COSTS, query).startswith(
        f"A request on 8 × h100-sxm-80gb costs {usd(costs['usd_per_request'])}, at your own"
    )


def test_sentence_ends_with_the_warnings() -> None:
    page = {"total_count": 0, "rows": [], "offset": 0}

    assert summary_of({**page, "warnings": ["one", "two"]}, {}) == "0 rows match. Note: one; two."
    assert summary_of({**page, "warnings": ["one", "two", "three", "four", "five"]}, {}) == (
        "0 rows match. Note: one; two; three; and 2 more in the JSON."
    )


@pytest.mark.parametrize(
    ("path", "query"),
    [(UNIT_COSTS, UNIT), (RUN_COSTS, RUN), (SERVICE, MONTHS)],
)
def test_warning_of_every_quote_is_said(ask: Ask, path: str, query: dict[str, Any]) -> None:
    sentence = said(ask, path, {**query, "as_of": "2026-08-15"})

    assert "its last prices are assumed to stay in force" in sentence


def test_what_a_name_says_is_told_last(ask: Ask) -> None:
    query = {
        "model": "llama-2-7b-chat.Q4_K_M.gguf",
        "deployment": {"device": "rtx-4090", "max_concurrency": 256},
    }
    sentence = said(ask, UNIT_COSTS, query)

    assert " Note: far more requests in flight than were measured: " in sentence
    assert sentence.endswith("more in the JSON.\n")


def test_run_says_what_is_committed_beyond_it(ask: Ask) -> None:
    query = {**RUN, "purchases": [{"option": "owned"}]}
    (option,) = answered(ask, RUN_COSTS, query)["options"]
    sentence = said(ask, RUN_COSTS, query)

    low, high = usd(option["usd"]["p10"]), usd(option["usd"]["p90"])
    assert f" costs {usd(option['usd']['mean'])} ({low} to {high}) with owned devices " in sentence
    assert f"The devices cost {usd(option['commitment']['upfront_usd'])}." in sentence


def test_owned_devices_are_no_headline_beside_rent(ask: Ask) -> None:
    """Their share of a short run is small, and their price is not."""
    query = {**RUN, "deployment": {"device": "h100-sxm-80gb", "device_count": 256}}
    answer = answered(ask, RUN_COSTS, query)
    owned = next(option for option in answer["options"] if option["option"] == "owned")
    first = answer["cheaper_if_shared"][0]
    sentence = said(ask, RUN_COSTS, query)

    assert answer["cheapest_option"] == "spot"
    assert owned["usd"]["mean"] < min(option["paid_usd"] for option in answer["options"])
    assert (first["option"], first["outlay_usd"]) == ("owned", owned["commitment"]["upfront_usd"])
    assert " with spot from " in sentence
    assert (
        f" With owned devices, which cost {usd(first['outlay_usd'])} as a whole, it would be"
        f" {usd(owned['amortised_usd'])} if other work used the rest."
    ) in sentence


def test_run_that_bears_a_term_says_what_it_is_without_the_rest(ask: Ask) -> None:
    query = {**RUN, "purchases": [{"option": "reserved_1y"}]}
    (option,) = answered(ask, RUN_COSTS, query)["options"]

    assert f"used the rest, the run would cost {usd(option['amortised_usd'])}." in said(
        ask, RUN_COSTS, query
    )


def test_run_bought_one_way_is_not_the_cheapest_of_several(ask: Ask) -> None:
    query = {**RUN, "tokens": 1e6, "purchases": [{"option": "on_demand"}]}
    sentence = said(ask, RUN_COSTS, query)

    assert " for 1 million tokens costs $" in sentence
    assert f" minutes {DAY}." in sentence


@pytest.mark.parametrize(
    ("deadline", "words"),
    [("2026-06-30", "."), ("2026-06-02", ", too late: no way of buying ends in time.")],
)
def test_run_with_a_schedule_says_when_it_ends(ask: Ask, deadline: str, words: str) -> None:
    schedule = {"start": "2026-06-01", "deadline": deadline}
    purchases = [{"option": "on_demand"}]
    query = {**RUN, "tokens": 2e10, "purchases": purchases, "schedule": schedule}
    (option,) = answered(ask, RUN_COSTS, query)["schedule"]["options"]

    assert f" It ends on {option['ends']}{words}" in said(ask, RUN_COSTS, query)


def test_run_without_a_price_says_why(ask: Ask) -> None:
    query = {**RUN, "purchases": [{"option": "capacity_block", "provider": "azure"}]}
    (unavailable,) = answered(ask, RUN_COSTS, query)["unavailable"]

    reason = unavailable["reason"].partition(" (nearest: ")[0]

    assert f"has a price: {reason}; there is " in said(ask, RUN_COSTS, query)


def test_service_says_the_load_at_which_it_would_break_even(ask: Ask) -> None:
    query = {**MONTHS, "alternative": CHEAP}
    (other,) = answered(ask, SERVICE, query)["alternatives"]

    assert other["break_even_month"] is None
    assert (
        f"With an API it would cost {usd(other['usd_total'])}, no break-even by then; the service"
        f" would break even at {other['break_even_requests_per_day']:,.0f} requests a day."
    ) in said(ask, SERVICE, query)


def test_service_that_is_cheaper_at_once_says_so(ask: Ask) -> None:
    query = {**MONTHS, "alternatives": [DEAR, CHEAP]}
    other, _ = answered(ask, SERVICE, query)["alternatives"]

    assert (
        f"With an API it would cost {usd(other['usd_total'])}, more than this from the first month"
        " on; the service would break even at"
        f" {other['break_even_requests_per_day']:,.0f} requests a day."
        " 1 further alternative in the JSON."
    ) in said(ask, SERVICE, query)


@pytest.mark.parametrize(
    ("purchase", "words"),
    [
        ({"provider": "aws", "region": "us-east-1"}, "(on_demand from aws us-east-1, "),
        ({"option": "owned"}, "(owned devices, 2026-05-01"),
        (
            {"provider": "aws", "usd_per_device_hour": 0.5},
            "(on_demand from aws at your own price of $0.5 per device-hour, 2026-05-01",
        ),
        (
            {
                "base": {"option": "reserved_1y", "provider": "aws", "region": "us-east-1"},
                "burst": {"option": "on_demand", "provider": "aws", "region": "us-east-1"},
                "base_replicas": 1,
            },
            "(reserved_1y from aws us-east-1, estimated; on_demand from aws us-east-1, ",
        ),
    ],
)
def test_service_says_how_it_is_bought(ask: Ask, purchase: dict[str, object], words: str) -> None:
    assert words in said(ask, SERVICE, {**MONTHS, "purchase": purchase})


def test_service_says_what_its_devices_cost(ask: Ask) -> None:
    query = {**MONTHS, "purchase": {"option": "owned"}}
    holdings = answered(ask, SERVICE, query)["purchase"]["holdings"]
    count, paid = (sum(one[name] for one in holdings) for name in ("device_count", "usd"))

    assert f" {count:,} devices are bought for {usd(paid)}." in said(ask, SERVICE, query)


@pytest.mark.parametrize(
    ("replicas", "words"),
    [(1, "estimated; on_demand from aws us-east-1, "), (9, "us-east-1, estimated, 2026")],
)
def test_service_names_what_comes_on_top_only_where_anything_does(
    ask: Ask, replicas: int, words: str
) -> None:
    base = {"option": "reserved_1y", "provider": "aws", "region": "us-east-1"}
    purchase = {"base": base, "base_replicas": replicas}

    assert words in said(ask, SERVICE, {**MONTHS, "purchase": purchase})


def test_service_names_the_devices_of_every_generation(ask: Ask) -> None:
    later = [
        {"date": "2026-12-01", "deployment": MONTHS["deployment"]},
        {"date": "2027-02-01", "deployment": {**EIGHT["deployment"], "device_count": 2}},
    ]

    assert " on replicas of 1 × l4 and from 2027-02 on of 2 × h100-sxm-80gb, up to " in said(
        ask, SERVICE, {**MONTHS, "generations": later}
    )


def test_small_figures_are_written_out(ask: Ask) -> None:
    measured = {"measured": {"requests_per_second": 5_000.0}, "deployment": EIGHT["deployment"]}
    costs = answered(ask, UNIT_COSTS, {**PINNED, **measured})["unit_costs"]
    sentence = said(ask, UNIT_COSTS, {**PINNED, **measured})

    assert costs["usd_per_request"] < 1e-4
    assert " costs $0.00000" in sentence
    assert "e-0" not in sentence


def test_one_is_no_plural(ask: Ask) -> None:
    load = {"input_tokens": 1, "output_tokens": 1}
    sweep = {"base": UNIT, "axes": {"deployment.device": ["l4", "abacus"]}, "columns": ["device"]}

    assert " requests of 1 token in and 1 out" in said(ask, UNIT_COSTS, {**UNIT, "load": load})
    assert " for 1 token costs " in said(ask, RUN_COSTS, {**RUN, "tokens": 1})
    assert said(ask, SWEEPS, sweep).startswith("1 of 2 scenarios has an answer")


def test_service_says_its_total_in_another_currency(ask: Ask) -> None:
    query = {**MONTHS, "currency": "EUR", "usd_per_currency_unit": 1.1}
    whole = answered(ask, SERVICE, query)
    total_usd, total = whole["totals"]["usd_total"], whole["converted"]["total"]

    rate = "1 EUR = 1.1 USD (your own rate)"
    told = f" by throughput and estimated prices, {total:,.0f} EUR, {rate}) in 12 months: "
    assert f" costs {usd(total_usd)} (" in said(ask, SERVICE, query)
    assert told in said(ask, SERVICE, query)


@pytest.mark.parametrize(
    ("kind", "base", "axes", "cost", "words", "least"),
    [
        (
            "unit_costs",
            {**MODEL, "deployment": {"precision": "bf16"}},
            {"deployment.device": ["l4", "h100-sxm-80gb"]},
            "usd_per_million_output_tokens",
            "a million output tokens cost",
            ("h100-sxm-80gb", "l4"),
        ),
        (
            "run_costs",
            RUN,
            {"tokens": [1e9, 2e9]},
            "usd_mean",
            "a run costs",
            ("tokens 1 billion", "tokens 2 billion"),
        ),
        (
            "tco",
            MONTHS,
            {"traffic.requests_per_day": [1e4, 1e5]},
            "usd_total",
            "a service costs in total",
            ("requests per day 10,000", "requests per day 100,000"),
        ),
    ],
)
def test_sweep_is_told_by_what_its_kind_costs(
    ask: Ask, kind: str, base: object, axes: object, cost: str, words: str, least: tuple[str, str]
) -> None:
    query = {"kind": kind, "base": base, "axes": axes}
    ends = [row[cost] for row in answered(ask, SWEEPS, query)["rows"]]

    assert said(ask, SWEEPS, query) == (
        f"2 of 2 scenarios have an answer; {words} {usd(min(ends))} ({least[0]}) to"
        f" {usd(max(ends))} ({least[1]}) {DAY}.\n"
    )


def test_sweep_without_answers_has_the_commonest_reason(ask: Ask) -> None:
    base = {**PINNED, "model": "llama-3.1-405b", "deployment": {"device_count": 1}}
    query = {"base": base, "axes": {"deployment.device": ["abacus", "l4", "t4"]}}
    rows = answered(ask, SWEEPS, query)["rows"]

    assert said(ask, SWEEPS, query) == (
        "0 of 3 scenarios have an answer; 2 are refused as does-not-fit, the most frequent reason:"
        f" {rows[1]['refusal_detail']} {DAY}.\n"
    )


def test_sweep_over_days_names_none(ask: Ask) -> None:
    query = {"base": UNIT, "axes": {"as_of": ["2026-05-01", "2026-06-01"]}, "columns": ["device"]}
    query["base"] = {name: value for name, value in UNIT.items() if name != "as_of"}

    assert said(ask, SWEEPS, query) == ("2 of 2 scenarios have an answer (release 2026-07-31).\n")


@pytest.mark.parametrize(
    ("objective", "unit"),
    [
        ("usd_per_month", "a month"),
        ("ttft_seconds", "s"),
        ("usd_per_million_tokens", "per million tokens"),
        ("joules_per_output_token", "joules per output token"),
        ("grams_co2e_per_million_output_tokens", "grams CO₂e per million output tokens"),
    ],
)
def test_best_candidate_has_its_figure_with_the_unit(ask: Ask, objective: str, unit: str) -> None:
    query = {**MODEL, "vary": {"devices": ["l4"]}, "objective": objective}
    (best,) = answered(ask, COMPARISONS, query)["candidates"]
    value = usd(best[objective]) if objective.startswith("usd") else f"{best[objective]:.3g}"

    assert (
        f" is best for llama-3.1-8b by {objective} at {value} {unit}, with 60% of the throughput"
        " used: of 1 candidate, 1 has" in said(ask, COMPARISONS, query)
    )


def test_best_candidate_is_told_with_its_engine(ask: Ask) -> None:
    vary = {"devices": ["h100-sxm-80gb"], "device_counts": [1], "engines": ["vLLM", "SGLang"]}
    query = {**MODEL, "vary": vary}
    (best, _) = answered(ask, COMPARISONS, query)["candidates"]

    assert f"1 × h100-sxm-80gb in bf16 under {best['engine']} (" in said(ask, COMPARISONS, query)


def test_best_candidate_is_told_in_the_format_that_was_asked_for(ask: Ask) -> None:
    vary = {"devices": ["rtx-4090"], "precisions": ["q2_k", "q4_k_m"]}

    assert said(ask, COMPARISONS, {**MODEL, "vary": vary}).startswith("1 × rtx-4090 in q2_k (")


def test_comparison_ends_with_what_the_quote_of_the_best_warns_of(ask: Ask) -> None:
    vary = {"devices": ["rtx-4090"], "device_counts": [8], "engines": ["vllm"]}
    query = {**PINNED, "model": "llama-3.1-70b", "vary": vary}
    (best,) = answered(ask, COMPARISONS, query)["candidates"]

    assert best["warnings"]
    assert said(ask, COMPARISONS, query).endswith(f"{notes(best['warnings'])}\n")


def test_comparison_without_candidates_counts_the_reasons(ask: Ask) -> None:
    vary = {"devices": ["t4", "l4"], "device_counts": [1]}
    query = {**PINNED, "model": "llama-3.1-405b", "vary": vary}

    assert said(ask, COMPARISONS, query) == (
        "No candidate for llama-3.1-405b can be ranked by usd_per_million_output_tokens: of 2"
        f" candidates, 0 have an answer; excluded are 2 does-not-fit {DAY}.\n"
    )


@pytest.mark.parametrize(
    ("table", "query", "start"),
    [
        ("devices", "search=h100-sxm", "2 rows match: h100-sxm-80gb; h100-sxm-96gb-500w (release "),
        ("devices", "search=no-such-device", "0 rows match (release "),
        ("models", "search=claude", "0 rows match (release 2026-10-31). An API sells what is se"),
        (
            "changes",
            "from=2026-05-31&to=2026-07-31&table=devices&search=mi350p",
            "1 row differs from 2026-05-31 to 2026-07-31: devices 1 added. The rows: added",
        ),
        ("releases", "search=2026-05-31", "1 row matches: 2026-05-31."),
        ("models", "model=llama-3.1-8b", "1 row matches: llama-3.1-8b (release "),
        ("measurements", "id=AMD-001", "1 row matches: AMD-001 (release "),
        ("assumptions", "key=capacity.idle_seconds", "1 row matches: capacity.idle_seconds 60 s ("),
        (
            "prices",
            "instance_type=p5.48xlarge&region=us-east-1&option=on_demand&as_of=2026-05-01",
            "1 row matches: aws us-east-1 p5.48xlarge on_demand at $",
        ),
    ],
)
def test_listing_names_its_rows(ask: Ask, table: str, query: str, start: str) -> None:
    assert listed(ask, table, query).startswith(start)


def test_listed_prices_have_the_days_they_hold(ask: Ask) -> None:
    query = "instance_type=p5.48xlarge&region=us-east-1&option=on_demand"
    where = "aws us-east-1 p5.48xlarge on_demand at"

    assert listed(ask, "prices", query).startswith(
        f"2 rows match: {where} $98.32 an hour from 2023-08-08 until 2025-06-01;"
        f" {where} $55.04 an hour since 2025-06-01 (release "
    )


@pytest.mark.parametrize(("query", "shown"), [("", 20), ("limit=3&offset=5", 3)])
def test_long_listing_says_how_many_more_there_are(ask: Ask, query: str, shown: int) -> None:
    total = ask("GET", "/v1/catalog/models", query="limit=1").json["total_count"]
    left = total - shown - (5 if query else 0)
    sentence = listed(ask, "models", query)

    assert sentence.startswith(f"{total:,} rows match: ")
    assert sentence.count(";") == shown - 1
    assert f" and {left:,} more (release " in sentence


@pytest.mark.parametrize(
    ("axes", "columns", "words"),
    [
        ({"load.concurrency": [1, 8]}, ["usd_per_request"], "; usd_per_request is $"),
        ({"catalog": ["2026-05-31", "2026-07-31"]}, ["device"], " (2026-05-01)."),
    ],
)
def test_sweep_is_told_by_what_was_asked_for(
    ask: Ask, axes: object, columns: list[str], words: str
) -> None:
    base = {name: value for name, value in UNIT.items() if name != "catalog" or "load" in str(axes)}

    assert words in said(ask, SWEEPS, {"base": base, "axes": axes, "columns": columns})


def test_sweep_of_several_frames_has_the_ends_of_all_and_the_first_reason() -> None:
    frames = [
        pl.DataFrame(
            {"usd_mean": costs, "refusal": refusals, "refusal_detail": details},
            schema={"usd_mean": pl.Float64, "refusal": pl.String, "refusal_detail": pl.String},
        )
        for costs, refusals, details in (
            ([2.0, None], [None, "no-price"], [None, "first"]),
            ([1.0, 9.0], [None, None], [None, None]),
            ([None, 3.0], ["no-price", None], ["second", None]),
        )
    ]
    asked = SimpleNamespace(
        kind="run_costs",
        results=("usd_mean",),
        count=6,
        labels=LabelColumns(),
        scenarios=SimpleNamespace(names=()),
    )

    assert sweep_summary(cast(Sweep, asked), None, iter(frames)) == (
        "4 of 6 scenarios have an answer; a run costs $1.00 to $9.00; 2 are refused as"
        " no-price, the most frequent reason: first."
    )


def test_service_of_no_model_is_told_by_its_request(ask: Ask) -> None:
    query = {
        **PINNED,
        "deployment": {"device": "l4", "device_count": 1},
        "measured": {"requests_per_second": 50.0},
        "traffic": {"requests_per_day": 1e5},
        "horizon_months": 12,
        "start": "2026-08",
    }
    per_request = answered(ask, SERVICE, query)["totals"]["usd_per_request"]

    assert f" a month and {usd(per_request)} per request (" in said(ask, SERVICE, query)


def test_service_says_the_spread_of_its_total(ask: Ask) -> None:
    query = {**MONTHS, "uncertainty": {"draws": 200}}
    spread = answered(ask, SERVICE, query)["uncertainty"]["usd_total"]

    assert f" ({usd(spread['p10'])} to {usd(spread['p90'])}) in 12 months" in (
        said(ask, SERVICE, query)
    )


@pytest.mark.parametrize(
    ("providers", "high", "words"),
    [
        (["aws"], 2.0, "spot from aws"),
        (
            ["aws"],
            3.0,
            "spot from aws, the median of 2 AWS prices, 2.00 to 3.00 USD per device-hour",
        ),
        (
            ["aws", "gcp"],
            3.0,
            "spot from aws, the median of 2 providers, $2.00 to $3.00 per device-hour",
        ),
    ],
)
def test_price_among_several_is_their_median(providers: list[str], high: float, words: str) -> None:
    among = {
        "count": 2,
        "low_usd_per_device_hour": 2.0,
        "high_usd_per_device_hour": high,
        "providers": providers,
    }
    price = {
        "option": "spot",
        "basis": "table",
        "row": {"provider": "aws"},
        "range": among,
        "selection": f"the median of 2 AWS prices, 2.00 to {high:.2f}",
    }

    assert price_words(price, {}) == words


@pytest.mark.parametrize(
    ("listed", "count", "words"),
    [
        (6.88, 1, ", $4.82 per device-hour in place of $6.88"),
        (None, 1, ""),
        (6.88, 3, ", the median of 3, $4.82 per device-hour in place of $6.88"),
    ],
)
def test_contract_is_named_with_the_list_price(
    listed: float | None, count: int, words: str
) -> None:
    price = {
        "option": "on_demand",
        "basis": "table",
        "row": {"provider": "aws", "region": "us-east-1"},
        "contract": "EDP",
        "usd_per_device_hour": 4.82,
        "list_usd_per_device_hour": listed,
        "range": {"count": count},
    }

    told = f"on_demand from aws us-east-1 by the contract EDP{words}"
    assert price_words(price, {}) == told
