"""Questions as people ask them: the sentence says what they pay, and for what.

The first warning says what was taken where nobody said it.

Figures are left out, since tables and models change them. What is held is what a manager reads.
"""

import re
from typing import Any, NamedTuple

import pytest

from service.app import create_app
from service.settings import Settings
from tests.asgi import Ask, asking, posted

UNIT_COSTS, RUN_COSTS = "/v1/inference/unit-costs", "/v1/training/run-costs"
TCO, COMPARISONS = "/v1/inference/tco", "/v1/comparisons"


class Asked(NamedTuple):
    """A question, what its sentence says, and what its first warning says; both are patterns."""

    path: str
    question: dict[str, Any]
    says: str
    warns: str = ""


def on(device: str, count: int | None = None, **others: Any) -> dict[str, Any]:
    return {"deployment": {"device": device, "device_count": count, **others}}


M8, M70, M405 = ({"model": f"llama-3.1-{size}"} for size in ("8b", "70b", "405b"))
V3, R1 = {"model": "deepseek-v3"}, {"model": "deepseek-r1"}
H100 = on("h100-sxm-80gb", 8)
AWS = {"provider": "aws"}
DAILY = {"traffic": {"requests_per_day": 1e6}, "horizon_months": 12}
LONG_RUN = {**M8, "tokens": 840e9, **on("h100-sxm-80gb", 256)}
BIG_RUN = {**M70, "tokens": 1e12, **on("h100-sxm-80gb", 512)}

BY_DEFAULT = r"This is interactive work \(a token in [\d.]+ s by default\)"
AT_FULL_USE = r"with \d+% of the throughput used \(\$[\d.,]+ per million output tokens at full"
NO_COUNT = r"^no device_count was asked for: of (replicas of )?[\d, ]+"
NO_PRECISION = "^no precision was asked for"
WHOLE = r"^7 of the 8 devices that this answer charges for are unused: \S+ has 8 .* as a whole"

LOAD = [
    Asked(UNIT_COSTS, {**M70, **on("apple-m3-ultra")}, BY_DEFAULT, "^no layout .* is fast enough"),
    Asked(UNIT_COSTS, {**M70, **on("xeon-6980p")}, AT_FULL_USE, "this answer is of the fastest"),
    Asked(UNIT_COSTS, {**M70, **H100}, f"{BY_DEFAULT}.*{AT_FULL_USE}", r"^the price is \d+ days"),
    Asked(UNIT_COSTS, {**M70, **on("h100-sxm-80gb")}, BY_DEFAULT, ""),
    Asked(UNIT_COSTS, {**M70, **H100, "workload": "batch"}, "This is batch work.* 90% of", ""),
    Asked(UNIT_COSTS, {**M70, **H100, "load": {"requests_per_second": 1}}, "2.[345].?% of the", ""),
    Asked(UNIT_COSTS, {**V3, **on("h800-sxm", 1814, precision="fp8")}, "on 1,814 × h800", ""),
    Asked(UNIT_COSTS, {**R1, **on("b200-sxm", precision="fp4"), "slo": {"tpot_seconds": 0.02}},
          r"on 8 × b200-sxm .*interactive work, for", "^tensor parallelism alone does not do"),
    Asked(UNIT_COSTS, {**M405, **on("h100-sxm-80gb", 8, precision="fp8"),
          "slo": {"tpot_seconds": 0.01}}, "^no layout of .* meets the SLO: the best"),
    Asked(TCO, {**M70, **on("h100-sxm-80gb", 4), "traffic": {"requests_per_day": 1e5},
          "horizon_months": 36, "purchase": {"option": "owned"}},
          r"4 devices are bought for \$132,000", "^these devices are sold in servers of 8"),
    Asked(TCO, {**M70, **on("h100-sxm-80gb"), **DAILY},
          "a month and .* The load is interactive work", NO_COUNT),
]  # fmt: skip

PRICE = [
    Asked(UNIT_COSTS, {**M70, **H100, "purchase": AWS},
          r"the usual region of AWS: \d+ AWS prices are [\d.]+ to [\d.]+ USD", ""),
    Asked(UNIT_COSTS, {**M70, **H100, "purchase": {**AWS, "region": "us-gov-west-1"}},
          "on_demand from aws us-gov-west-1", ""),
    Asked(UNIT_COSTS, {**M8, **on("a100-sxm-40gb", 1), "purchase": AWS}, "from aws", WHOLE),
    Asked(UNIT_COSTS, {**M8, **on("a100-sxm-40gb", 1),
          "purchase": {**AWS, "shared_instances": True}}, "from aws",
          "other work takes what this answer leaves unused"),
    Asked(UNIT_COSTS, {**M70, **H100, "purchase": {"option": "reserved_1y"}}, "reserved_1y from",
          "^the reserved_1y price .* is above the on_demand price .* beside it"),
    Asked(UNIT_COSTS, {**M70, **H100,
          "purchase": {**AWS, "option": "reserved_3y", "region": "us-east-1"},
          "catalog": "2026-07-31"}, "estimated",
          "is an estimate: .* ratio of 0.439 .* that of p5.48xlarge itself"),
    Asked(UNIT_COSTS, {**M70, **H100, "purchase": {"usd_per_device_hour": 55.04}},
          r"your own price of \$55.04", "^purchase.usd_per_device_hour of 55.04 .* give 6.88"),
    Asked(UNIT_COSTS, {**M70, **H100, "purchase": {"usd_per_device_hour": 24}},
          r"your own price of \$24", "^purchase.usd_per_device_hour of 24 .* give 3;"),
    Asked(UNIT_COSTS, {**M70, **H100, "facility": {"usd_per_kilowatt_hour": 9.5}}, "",
          "^facility.usd_per_kilowatt_hour of 9.5 .* if 9.5 is cents, give 0.095"),
    Asked(TCO, {**M70, **H100, **DAILY, "traffic": {"requests_per_day": 1e5,
          "growth_per_month_fraction": 1}}, "", "^traffic.growth_per_month_fraction of 1 .* 4,096"),
    Asked(TCO, {**M70, **H100, **DAILY, "horizon_months": 3, "start": "2026-08-16"},
          "in 2.52 months from 2026-08-16 on", ""),
    Asked(TCO, {**M70, **H100, **DAILY, "price_change_per_year_fraction": 3}, "",
          "^price_change_per_year_fraction of 3 .* give 0.03"),
]  # fmt: skip

RANKING = [
    Asked(RUN_COSTS, LONG_RUN, r"with spot .* With owned devices, which cost \$8.45 million"),
    Asked(RUN_COSTS, {**M8, "tokens": 5e7, "method": "lora", **H100},
          "with spot .* if other work used the rest"),
    Asked(RUN_COSTS, {**LONG_RUN, "purchases": [{"option": "owned"}]},
          r"with owned devices .* The devices cost \$8.45 million", "whole price"),
    Asked(RUN_COSTS, {**BIG_RUN, "catalog": "2026-07-31",
          "purchases": [{"option": "capacity_block"}]},
          r"paid for in advance; the run outlasts it with a probability of \d+%",
          "may be wrong: it is unverified"),
    Asked(RUN_COSTS, {**BIG_RUN, "purchases": [{"option": "reserved_1y", **AWS},
          {"option": "on_demand", **AWS}]},
          r"with on_demand .* With reserved_1y, which costs \$[\d.]+ million as a whole"),
    Asked(RUN_COSTS, {**M8, "tokens": 1e10, **on("a100-sxm-80gb", 8),
          "purchases": [{"option": "spot", "provider": "azure"}]}, "with spot from azure",
          "usual region of azure asks 0.77 times"),
    Asked(COMPARISONS, M70, "Candidates are ranked at rental prices[.]"),
    Asked(COMPARISONS, {**M70, "price_basis": "owned"}, "ranked at the cost of owning"),
    Asked(COMPARISONS, {**M70, "price_basis": "any"}, "the cost of owning, side by side"),
    Asked(COMPARISONS, {**M70, "vary": {"devices": ["gaudi-3", "h100-sxm-80gb"]}},
          "excluded (is|are) .*no-price.* ranked at rental prices"),
]  # fmt: skip

POWER = [
    Asked(UNIT_COSTS, {**M70, **on("h100-sxm-80gb", 8), "purchase": {"option": "owned"}},
          r"owned devices last 5 years, a device is bought for \$33,000"),
    Asked(UNIT_COSTS, {**M70, **on("h200-sxm-141gb", 4), "purchase": {"option": "owned"}},
          "owned devices", "^these devices are sold in servers of 8: 4 .* cost 296,000 USD"),
    Asked(RUN_COSTS, {**M8, "tokens": 1e12, **on("a100-sxm-80gb", 128),
          "purchases": [{"option": "spot", "provider": "azure", "region": "eastus"}]},
          "spot from azure eastus", "10% of the instances a month are assumed"),
    Asked(UNIT_COSTS, {**M70, **H100, "purchase": {"provider": "gcp", "region": "europe-west4"}},
          "from gcp europe-west4", r"^the price is \d+ days old"),
    Asked(TCO, {**M70, **H100, **DAILY, "purchase": {"option": "owned"},
          "facility": {"usd_per_kilowatt_hour": 0.3}}, r"8 devices are bought for \$264,000"),
    Asked(UNIT_COSTS, {**M70, **H100, "facility": {"pue_ratio": 120}},
          "if 120 is a percentage, give 1.2"),
    Asked(UNIT_COSTS, {**M70, **H100, "facility": {"pue_ratio": 0.9}}, "a number >= 1"),
    Asked(RUN_COSTS, {**M8, "tokens": 1e11, **H100,
          "purchases": [{"option": "spot", **AWS, "region": "us-east-1"}]}, "aws us-east-1"),
    Asked(RUN_COSTS, {**M8, "tokens": 1e11, **on("l4", 8),
          "purchases": [{"option": "spot", "provider": "gcp"}]}, "spot from gcp",
          r"no source has the preemptions of gcp .* 10% of the instances a month are assumed"),
    Asked(RUN_COSTS, {**M8, "tokens": 1e11, **H100, "purchases": [{"option": "owned"}]},
          "with owned devices .* The devices cost", "whole price"),
]  # fmt: skip

HANGS = "Most hangs on "
DRIVERS = [
    Asked(TCO, {**M70, **on("h200-sxm-141gb"), **DAILY}, f"{HANGS}input tokens: .* at 8,192"),
    Asked(TCO, {**M8, **on("l4"), **DAILY, "traffic": {"requests_per_day": 2e4}},
          f"{HANGS}seconds per output token, 0.1: .* at 0.03"),
    Asked(TCO, {**M70, **H100, "traffic": {"requests_per_day": 2e5}, "horizon_months": 36,
          "purchase": {**AWS, "option": "reserved_3y"}}, f"use 5.5% of it.*{HANGS}redundant"),
    Asked(TCO, {**M70, **on("b200-sxm"), **DAILY, "purchase": {"option": "spot"}}, HANGS),
    Asked(TCO, {**M70, **on("b200-sxm", 8), **DAILY,
          "purchase": {"option": "reserved_1y", "provider": "lambda"}}, HANGS),
    Asked(TCO, {**V3, **on("b200-sxm", 8), **DAILY, "workload": "batch"}, HANGS),
    Asked(TCO, {**M70, **on("h100-sxm-80gb", 4), **DAILY, "purchase": {"option": "owned"}},
          rf"{HANGS}.* The devices cost \$\d+"),
    Asked(UNIT_COSTS, {**V3, **on("b200-sxm", 8, tensor_parallel=8), "workload": "batch"},
          f"{HANGS}requests that an engine admits"),
    Asked(UNIT_COSTS, {**M405, **on("h200-sxm-141gb", 8, precision="fp8")},
          r"\d+ days old\).*" + HANGS),
    Asked(RUN_COSTS, {**M70, "tokens": 1e12, **on("h100-sxm-80gb", 512),
          "purchases": [{"option": "on_demand"}]},
          rf"{HANGS}experiments around the run, 0%: .* It pays \$[\d.]+ a device-hour: others ask"),
]  # fmt: skip
"""What the short sentence says, where drivers are asked for or always there."""

KINDS = {"load": LOAD, "price": PRICE, "ranking": RANKING, "power": POWER}


@pytest.fixture(scope="module")
def ask(library: Any) -> Ask:
    return asking(create_app(Settings(log_level="error"), library).asgi)


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param(asked, id=f"{kind}-{place}")
        for kind, every in KINDS.items()
        for place, asked in enumerate(every, start=1)
    ],
)
def test_people_read_what_they_pay_and_what_was_taken_for_them(asked: Asked, ask: Ask) -> None:
    question = asked.question | ({"drivers": False} if asked.path == TCO else {})
    answer = posted(ask, asked.path, question).json
    told = posted(ask, asked.path, question | {"verbosity": "full"}, "text/plain")
    text = answer["detail"] if "detail" in answer else told.body.decode().partition(" Note:")[0]
    first = next(iter(answer.get("warnings", ())), "")

    assert re.search(asked.says, text, re.DOTALL), text
    assert re.search(asked.warns, first), first


@pytest.mark.parametrize("asked", DRIVERS)
def test_short_sentence_says_what_most_hangs_on(asked: Asked, ask: Ask) -> None:
    question = asked.question if asked.path == TCO else asked.question | {"drivers": True}
    said = posted(ask, asked.path, question, "text/plain").body.decode()

    assert re.search(asked.says, said, re.DOTALL), said
    assert len(said) <= 400


DRIVEN = [
    *(one for every in KINDS.values() for one in every if one.path != COMPARISONS),
    *(
        Asked(TCO, {**M70, **H100, **DAILY, **more}, "")
        for more in (
            {"purchase": {"option": "spot", **AWS}},
            {"purchase": {"base": {"option": "owned"}, "base_replicas": 1}},
            {"purchase": {"plan": "optimal", **AWS}},
            {"capacity": {"scaling": "autoscaled"}},
            {"capacity": {"scaling": "scale_to_zero"}, "traffic": {"requests_per_day": 1000}},
        )
    ),
    Asked(RUN_COSTS, {**M8, "tokens": 5e7, "method": "qlora", **H100}, ""),
    Asked(RUN_COSTS, {**M70, "tokens": 1e12, **on("h100-sxm-80gb")}, ""),
    Asked(UNIT_COSTS, {**M70, **H100, "load": {"input_tokens": 30000, "output_tokens": 500}}, ""),
    Asked(UNIT_COSTS, {**M8, **on("l4"), "purchase": {"option": "spot"}}, ""),
    Asked(UNIT_COSTS, {**M70, **on("tpu-v7", 8)}, ""),
    Asked(UNIT_COSTS, {**V3, **on("h100-sxm-80gb", 32)}, ""),
    Asked(UNIT_COSTS, {**on("l4", 2), "measured": {"requests_per_second": 50},
          "purchase": {"option": "owned"}}, ""),
]  # fmt: skip
"""Ordinary questions, to look for defaults that decide them."""

NAMED = {
    "load.input_tokens": r"tokens in and",
    "load.output_tokens": r"tokens in and [\d,.]+ out",
    "slo.tpot_seconds": r"\(a token in [\d.]+ s by default\)",
    "utilization_fraction": r"with [\d.]+% of the throughput used",
    "engine.concurrency_count": r"an engine admits [\d,]+ requests",
    "expert_parallel.overlap_fraction": r"[\d.]+% of the exchange between experts is hidden",
    "expert_parallel.skew_fraction": r"the busiest device of experts has [\d.]+% more tokens",
    "precision": r"a cached value has \d+ bits",
    "slo.ttft_seconds": r"a first token comes within",
    "traffic.peak_to_average_ratio": r"the peak is [\d.]+ times the mean",
    "traffic.weekend_ratio": r"a weekend day has",
    "capacity.target_utilization_fraction": r"replicas are planned for",
    "capacity.redundant_replicas": r"redundant",
    "capacity.startup_seconds": r"a replica starts in",
    "capacity.idle_seconds": r"a replica ends after",
    "tco.price_change_per_year_fraction": r"prices (stay|change)",
    "spot.covered_fraction": r"spot replicas suffice",
    "spot.capacity_wait_seconds": r"spot capacity is back after",
    "training.sequence_length": r"a sequence has",
    "training.headroom_fraction": r"(no experiment fails|failed experiments)",
    "training.run_overhead_ratio": r"a run is billed [\d.]+ times",
    "training.bytes_per_parameter": r"the smallest count that (fits|holds)",
    "training.kept_checkpoint_count": r"checkpoints are kept",
    "training.usable_fraction": r"in 0\.\d+ of a device's memory",
    "training.usual_device_count": r"its speed is that of",
    "capital.life_years": r"owned devices last",
    "capital.use_fraction": r"owned devices are used",
    "devices": r"a device is bought for",
    "power.host_watts": r"share of its host",
    "price_ratio": r"is an estimate: .* a ratio of",
    "reliability.reserved": r"is an estimate: .* a ratio of",
    "rental": r"is an estimate",
}
"""How a sentence or a warning names a default."""


@pytest.mark.parametrize("asked", DRIVEN)
def test_no_default_that_decides_an_answer_is_silent(asked: Asked, ask: Ask) -> None:
    answer = posted(ask, asked.path, asked.question | {"drivers": True}).json
    if "detail" in answer:
        return  # a refusal has no defaults
    full = asked.question | {"drivers": False, "verbosity": "full"}
    said = posted(ask, asked.path, full, "text/plain").body.decode()
    text = "\n".join([said.partition(" Note:")[0], *answer["warnings"]])
    strong = [one["key"] for one in answer["drivers"] if one["usd_change"] > 0.25 * one["usd"]]
    silent = []
    for key in strong:
        start = max((one for one in NAMED if f"{key}.".startswith(f"{one}.")), key=len, default="")
        if not start or not re.search(NAMED[start], text):
            silent.append(key)

    assert silent == []
