"""Answers to questions in words: sentences, figures, the same question as a request, refusals."""

import re
from urllib.parse import urlencode

import msgspec
import pytest

from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.quote import unit_costs
from service.asking.ask import answer
from service.sentences.answers import sentence_of
from tests.asgi import Ask

PINNED = {"catalog": "2026-10-31", "as_of": "2026-07-01"}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "what utilization do i need on 8xh100 for llama 70b to beat $0.60/Mtok",
            r"No: \$0.7\d is more than \$0.6 per million output tokens; at 7\d% use it is .*",
        ),
        ("energy of 1000 chats with llama 70b on h100", r".*: 0.08\d+ kWh for 1,000 requests, .*"),
        (
            "8 h200 owned at 320k price",
            r".*\$320,000 to buy 8, \$40,000 to buy one.*",
        ),
        (
            "llama 70b fp8 on 8x h100 at aws us-east-1, per month",
            r"llama-3.1-70b on 8 × h100-sxm-80gb \(fp8, aws us-east-1.*: \$40,179 a month, \$.*",
        ),
        (
            "how much is a p5.48xlarge in virginia",
            r"8 × h100-sxm-80gb \(aws us-east-1, .*\): \$6.88 a device-hour, \$55.04 an hour, .*",
        ),
        (
            "price of a g6f.xlarge",
            r"l4 \(aws us-east-1.*: \$0.237 an hour of one g6f.xlarge, .*, \$173 a month of one .*",
        ),
        (
            "l4 price on aws",
            r"l4 \(aws us-east-1.*: \$1.15 a device-hour \(\$0.805 to \$3.40\), .*",
        ),
        (
            "how many tokens can i train a 70b on with 1024 h200 in 30 days",
            r"Training llama-3.1-70b on 2.0\d trillion tokens, 1,024 × h200.*it takes 72\d hours.*",
        ),
        ("watts of an h100", r"h100-sxm-80gb: 700 W of TDP, 75 W idle, .*"),
        (
            "claude opus 4.1 batch price",
            r"claude-opus-4-1 of anthropic, answered at once \(no batch price .*\): \$15.00 .*",
        ),
        (
            "electricity cost of llama 70b on 8xh100 at 10 cents per kwh",
            r".*: \$550 a month of electricity at 0.1 USD a kWh, \$[\d.]+ of it per million .*",
        ),
        (
            "electricity cost of 1B tokens of llama 70b on 8xh100",
            r".*: \$26.[\d]+ of electricity for 1 billion output tokens, .*",
        ),
        ("carbon of 1B tokens of llama 70b", r".*: [\d.]+ kg of CO₂e for 1 billion .*"),
        ("4xh100 azure llama 70b", r".*60% used, 4 more devices paid for with the instance: \$.*"),
        ("gpt-4o per 1M tokens", r"gpt-4o of openai: \$2.50 per million input tokens, \$10.00 .*"),
        (
            "how long to train llama 8b on 1T tokens on 256 h100",
            r"Training llama-3.1-8b on 1 trillion tokens, 256 × .*: it takes \d+ hours \(.* days.*",
        ),
        (
            "llama 8b on l4 500/100 1M requests a day for 12 months",
            r"llama-3.1-8b on up to \d+ replicas of \d+ × l4 \(.* demand\) for 12 months, .*: \$.*",
        ),
        ("cost of 10M tokens with llama 8b on l4", r"llama-3.1-8b .*: \$[\d.]+ for 10 million .*"),
        ("llama 8b on l4 per month in euros", r".*used: 500 EUR \(\$569\) a month, .* 1 EUR = .*"),
        ("carbon of 8 h100 for a year", r".*: 43,300 kg of CO₂e a year at full power .*"),
        ("energy per request of llama 8b on l4", r".*: [\d.]+ Wh at the meter a request, .*"),
        (
            "is 8 h100 for 2 weeks enough to train 7b on 100B tokens",
            r"No: it takes .* days\), more .*",
        ),
        (
            "energy cost of training llama 8b on 1B tokens on 8 own h100",
            r".*: \$[\d.]+ of electri.*",
        ),
        ("h100 for less than $1", r"No: the least is \$1.* an hour. h100-sxm-80gb .*"),
        ("is 700 dollars a month enough for llama 8b on an a10g", r"No: \$[\d,]+ is more .*"),
        ("pretrain 1.5B on 30B tokens, 16 h100, 1 week enough?", r"Yes: it takes .* of .*days\).*"),
        ("100 hours of whisper audio on a100", r".*: \$[\d.]+ for 100 hours of audio, .*"),
        ("is 10k dollars a month enough for 8 h100", r"No: \$15,\d+ is more than \$10,000 a .*"),
        ("is $3000 enough to finetune llama 8b on 100M tokens", r"Yes: \$[\d.]+ of \$3,000.*"),
        ("is $300 a month enough for llama 8b on l4, 1M requests a day", r"No: \$[\d,.]+ is .*"),
        ("kg of co2 for 1M chats with llama 8b on l4", r".*: [\d.]+ kg of CO₂e for 1 million .*"),
        ("h100 rental cost per minute", r".*: \$[\d.]+ a minute, \$.*"),
        ("carbon of llama 8b on l4, 1M requests a day", r".*: [\d,]+ kg of CO₂e a month, .*"),
        (
            "does llama 70b fit on 2x 4090",
            r"Yes in int4; bf16, fp8 and int8 do not fit: [\d.]+ of 42.4 GiB .*: \$.*",
        ),
        (
            "tokens/s of qwen 32b on a 4090",
            r"It fits in int4; bf16.*: [\d.]+ tokens a second to a request alone, .*",
        ),
        ("can llama 70b q4_k_m run on my 3090", r"No: .* GiB do not fit .* 2 × rtx-3090 hold it.*"),
        ("can an l4 handle 4 users at 100 tok/s of llama 8b", r"No, not at 100 tokens .*: 4 at .*"),
        ("do 2 h200 handle 300 users of gpt-oss-120b", r"Yes: 300 at once at .* each, .*"),
        ("is 1 l4 ok for 50 rps of llama 8b", r"No: [\d.]+ requests a second are sustained, .*"),
        ("how many h100 for 500 users of llama 70b", r"\d+ × h100-sxm-80gb serve 500 at once .*"),
        ("how many nodes of 8 h100 for kimi k2 fp8", r"2 nodes of 8: 16 × h100-sxm-80gb hold .*"),
        ("minimum number of gpus for llama 405b", r"Fewest devices .*: \d × [\w-]+, \d+ × .*"),
        ("does gpt-oss-20b fit on a 5080", r"Yes under llama.cpp, which needs less .*"),
        ("kv cache per token of llama 70b", r".*: 320 KiB of KV cache a token, .*"),
        ("ttft of a 32k prompt, llama 8b on h100", r".*: [\d.]+ s to the first token of a req.*"),
        ("can an m4 max 64gb run llama 70b q8_0", r"No: 69.99 GiB do not fit in the 64 GiB .*"),
        ("need 20 t/s on qwen3 32b q4_k_m, would a 3090 do it", r"Yes: a request alone at .*"),
        ("8x h200 deepseek v3: concurrency at 32k input, 2k output", r".*: \d+ requests at once.*"),
        (
            "latency of a 500 token answer of llama 8b on l4",
            r".* used: [\d.]+ s for a whole resp.*",
        ),
        ("tok/s/gpu of llama 70b fp8 on 4 h100", r".*: [\d,]+ output tokens a second a device.*"),
        ("how long does a 1000 token answer take with llama 8b on l4", r".*: [\d.]+ s for a who.*"),
        ("fastest gpu for llama 8b", r"Fastest is .*: \d+ tokens a second a user on .*"),
        (
            "which is the most energy efficient gpu for llama 8b",
            r"Least energy is .*: [\d.]+ kWh .*",
        ),
        ("how much vram to full finetune 8b", r".*: [\d.]+ GiB taken .*"),
        ("how many h100 hours to lora 8b on 100M tokens", r".*: [\d.]+ device-hours, .*"),
        ("how many requests per second can llama 8b do on an l4", r".*: [\d.]+ requests a sec.*"),
        ("is 24gb enough for llama 8b", r"Yes: 15.8 of 21.2 GiB are taken .*: \$.*"),
        ("can i qlora mistral 7b on a 3090", r"Yes: [\d.]+ of 23 GiB are taken\. Training .*"),
        ("what quant of qwen 32b fits a 24gb card", r"q5_k_m fits, and bf16, .* do not: .*"),
        ("how many a100 80gb for llama 70b int4", r"1 × a100-sxm-80gb holds it: 42 of .*"),
        ("max context of llama 8b on a 4090", r"43,008 tokens in fit, and 44,032 do not: .*"),
        ("what batch size for lora of 13b on a100 40gb", r".*: 3 sequences at once .*"),
        ("how long to generate 1B tokens with llama 8b on 4 h100", r".*: [\d.]+ hours for 1 b.*"),
        ("h200 tdp and price", r".*: 700 W of TDP, .*, \$[\d.]+ a device-hour.*"),
        ("which gpu for 7b under $0.1/Mtok", r"Yes: \$0\.\d+ of \$0\.1 per million .*"),
        (
            "cost per user of llama 8b for 500 users, 9 chats a day each",
            r".*: \$[\d.]+ a month for .*",
        ),
        ("max batch of llama 8b on an l4, 4k context", r".*: \d+ requests at once have room .*"),
        (
            "how many users can $3k a month serve with llama 8b",
            r"Serving most users is .*: [\d,]+ users at once on \d+ × .*",
        ),
        (
            "how many employees for $3k a month, llama 8b on 1 h100, 20 questions a day each",
            r".*: 9\d,\d+ users on 1 × h100.*",
        ),
        ("how many users for $900 a month, llama 8b on 1 h100", r".*: 0 users at once, as .*"),
        ("monthly carbon of llama 70b on 8 h100", r".*: [\d,]+ kg of CO₂e a month, \$[\d,]+ a .*"),
        ("p99 ttft of llama 8b on h100", r".* out: 0.\d+ s to the first token for 99 of 100, .*"),
        ("joules per token llama 8b on l4", r".*: [\d.]+ kWh per .*, [\d.]+ J an output token.*"),
        ("how much memory for the optimizer of full finetuning 8b", r".*: [\d.]+ GiB of optim.*"),
        (
            "at what monthly volume does llama 70b on 4 h100 beat gpt-4o-mini",
            r"No break-even: openai gpt-4o-mini costs less up to [\d.]+ million requests .*",
        ),
        ("10k hours of audio with whisper turbo", r".*: \$[\d.]+ for 10,000 hours of audio, .*"),
        (
            "how long to embed 1B tokens with bge-large on an l4",
            r".*: [\d.]+ hours for 1 billion .*",
        ),
        ("quarterly cost of 24 a100", r".*: \$[\d,]+ a quarter, .*"),
        ("electricity cost per month of 64 own h100", r"64 × .*: \$[\d,]+ a month of electric.*"),
        (
            "llama 8b on l4, per 1,000 documents of 2k tokens",
            r".*: \$[\d.]+ for 1,000 requests, .*",
        ),
        (
            "annual electricity and carbon of 128 h100 in norway",
            r".*: [\d,]+ kg of CO₂e a year .*, \$[\d,]+ a year of electricity .*",
        ),
        (
            "how many tokens can i train a 7b on for $250k with h100s",
            r"2.\d+ trillion tokens for \$250,000. Training mistral-7b on .*: \$2(49|50|51),.*",
        ),
        ("h100 idle cost per month", r".*: \$[\d.]+ a month of electricity idle .*"),
        (
            "margin of llama 70b on 8xh100 at $2 per M output tokens",
            r".*: [\d.]+% gross margin at \$2 per million output tokens, with nothing for .*",
        ),
        (
            "price for a 50% margin, llama 70b on 8xh100",
            r".*: \$[\d.]+ per million output tokens, input included for a gross margin of 50%.*",
        ),
        (
            "100M tokens with llama 8b on 2 l4 in 8 hours",
            r"No: 2 × l4 take .* more than 8 hours; \d+ × l4 do it in time\. .*",
        ),
        ("what share of the bill of llama 70b on 8xh100 is power", r".*: [\d.]+% of the bill .*"),
        (
            "break even tokens per day of llama 70b on 8xh100 vs gpt-4o",
            r".*: \d+ million tokens a day, in and out, to break even .*",
        ),
        ("energy per image of sdxl on h100", r".*: [\d.]+ Wh at the meter a request, .*"),
        ("8xh100 on aws, 50% used", r"8 × .*: \$13.76 a used device-hour at 50% use, .*"),
        ("is an h100 enough for 2 images/s of sdxl", r"No: 0.68 requests a second are sust.*"),
        ("monthly cost of sdxl on h100 at 5 images/s", r"sdxl on 8 × .*: \$[\d,]+ a month, .*"),
        ("how many l4s for llama 8b 1M requests a day", r".*: \d+ devices at the peak, .*"),
    ],
)
def test_the_sentence_has_what_was_asked_first(text: str, sentence: str, library: Library) -> None:
    answered = answer(text, library, **PINNED)

    assert re.fullmatch(sentence, answered.sentence)
    assert len(answered.sentence) <= 400
    assert answered.figures


def test_both_sides_are_answered(library: Library) -> None:
    answered = answer("gpt-4o vs llama 70b on 8xh100", library, **PINNED)

    assert [side.kind for side in answered.sides] == ["api_price", "unit_costs"]
    assert answered.sentence == " — vs — ".join(side.sentence for side in answered.sides)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (
            "claude sonnet vs deepseek v3 on 8xh200 for 2B tokens",
            r"deepseek-v3 .* \(\$[\d,]+ against \$11,447 for 2 billion tokens, in and out\)",
        ),
        (
            "co2 per image sdxl a100 in norway vs poland",
            r"a grid of 28\.1 .* has \d+% less .* \([\d.]+ against [\d.]+ g of CO₂e an image\)",
        ),
        (
            "gaudi3 vs h100 llama 70b",
            r"gaudi-3 \(owned, as nobody rents it out\) costs .*",
        ),
        (
            "2 h100 on lambda + 4 l40s on runpod",
            r"Together they cost \$[\d,]+ a month \(\$.* \+ \$.*",
        ),
        (
            "8xh100 owned vs aws",
            r"Owned costs .* below \d+% of the hours; buying is paid back after 7.24 months .*",
        ),
        (
            "payback of a 4090 rented out at $0.40/hr 60% of the time",
            r".*; buying is paid back after \d+ months of use at 60% of the hours, beyond .*",
        ),
        ("payback of 8 own h100, llama 70b", r"Owned .*; buying is paid back after \d+.*"),
        ("4x l4 on gcp vs 2x h100 on lambda", r".*\(\$[\d.]+ against \$[\d.]+ an hour\)"),
        ("h100 on lambda vs nebius vs vast", r".* costs \d+% less than .*"),
        ("kimi k2 on 16 h200 vs kimi k2 api", r"On 16 × h200-sxm-141gb costs .* than the API .*"),
        ("llama 8b on h100 at 5 rps vs 20 rps", r"20 requests a second costs .* less than 5 req.*"),
        (
            "is a 25k$ h100 purchase cheaper than renting for 2 years",
            r"Owned .* less than rented .*",
        ),
        (
            "64 h100 reserved 3 years vs on demand",
            r"Reserved 3y .*: devices that are rented by the hour cost less .* below \d+% of.*",
        ),
        ("how much cheaper is batch on gpt-4.1", r"In batches costs 50% less than the API .*"),
        ("speedup of llama 70b on 4 h100 with eagle, 1 user", r"With spec.* than without \(.*"),
        ("fastest gpu to pretrain 7b on 100B tokens", r"\S+ has .* more than \S+ \(.* a second\)"),
    ],
)
def test_the_verdict_has_what_was_asked(text: str, verdict: str, library: Library) -> None:
    assert re.fullmatch(verdict, str(answer(text, library, catalog="2026-10-31").verdict))


def test_a_batch_price_is_that_of_the_day(library: Library) -> None:
    answers = [
        answer("gpt-4o batch price", library, catalog="2026-10-31", as_of=day).answer
        for day in ("2026-10-31", "2026-07-01")
    ]

    assert [one.usd_per_million_output_tokens for one in answers] == [5.0, 10.0]
    assert answers[1].warnings[0].startswith("no batch price of gpt-4o at openai is known on")


def test_an_area_has_the_median_of_its_providers(library: Library) -> None:
    told = answer("h100 in europe, not on azure", library, catalog="2026-10-31").answer

    assert {"azure"}.isdisjoint(told.price.range.providers)
    assert told.price.row.provider in told.price.range.providers
    assert all(
        offer.usd_per_device_hour >= told.offers[0].usd_per_device_hour for offer in told.offers
    )


def test_a_side_without_an_answer_leaves_the_other(library: Library) -> None:
    refused, answered = answer("h200 on lambda vs nebius", library, **PINNED).sides

    assert "no on_demand price of h200-sxm-141gb at lambda" in str(refused.refusal)
    assert answered.figures[0].name == "usd_per_device_hour"


def test_sides_that_are_all_refused_say_what_is_near(library: Library) -> None:
    with pytest.raises(Refusal) as refused:
        answer("h200 on lambda vs b300 on lambda", library, **PINNED)

    assert refused.value.nearest


def test_the_question_can_be_asked_again(library: Library) -> None:
    answered = answer("llama 70b fp8 on 8x h100 aws spot, 1k in 200 out", library, **PINNED)
    again = msgspec.convert(answered.question.body, UnitCostQuery)

    assert answered.question.path == "/v1/inference/unit-costs"
    assert unit_costs(again, library) == answered.answer


def test_a_price_of_devices_is_what_quotes_charge(library: Library) -> None:
    price = answer("8x h100 on coreweave", library, **PINNED)
    quote = answer("llama 70b on 8x h100 on coreweave", library, **PINNED)

    assert price.answer.usd_per_hour == quote.answer.unit_costs.usd_per_hour


def test_the_cheapest_device_is_looked_for(library: Library) -> None:
    answered = answer("cheapest gpu for llama 8b on aws", library, **PINNED)
    costs = [one.value for one in answered.figures if "usd_per_million_output" in one.name]

    assert answered.kind == "comparison"
    assert answered.sentence.startswith("Cheapest is ")
    assert costs[0] == min(costs[:4])


@pytest.mark.parametrize(
    ("text", "detail", "near"),
    [
        ("hello", "the question names no model", "llama 70b on 8x h100"),
        (
            "finetune llama 8b on h100",
            "on how many tokens",
            "fine-tune llama-3.1-8b on 50M tokens on h100-sxm-80gb",
        ),
        ("does gpt-4o fit on an h100", "the weights of gpt-4o are", "gpt-4o per 1M tokens"),
        ("gpt-4o with 0 in and 0 out", "Prices of gpt-4o", "gpt-4o with 1k in 200 out"),
        ("llama 70b on h900", "no device is called 'h900'", "llama 70b on h800-sxm"),
        ("cheapest gpu", "for which model?", "cheapest gpu for llama 70b"),
        ("llama 70b in int4, not aws", "a question cannot leave out aws", "llama 70b int4 on gcp"),
        (
            "fine-tune llama 8b on 20k samples on a single a100",
            "Cost of full finetuning of llama-3.1-8b",
            "lora llama-3.1-8b on 20k samples on 1x a100-sxm-80gb",
        ),
        (
            "llama 8b, 10k users a day",
            "how often does a user ask",
            "llama 8b, 10k users a day, 5 requests each",
        ),
        ("qwen 2.5 405b on h200", "no model is called 'qwen 2.5 405b'", "qwen2.5-7b on h200"),
        (
            "h100 in the moon reserved for 2 years",
            "no provider of the tables sells",
            "h100 reserved 12 months",
        ),
        (
            "llama 405b bf16 on 2 h100",
            "Cost of serving llama-3.1-405b on 2 × h100",
            "llama 405b bf16 on 16 h100",
        ),
    ],
)
def test_refusals_say_what_to_ask_next(text: str, detail: str, near: str, library: Library) -> None:
    with pytest.raises(Refusal) as refused:
        answer(text, library, **PINNED)

    assert refused.value.detail.startswith(detail)
    assert near in refused.value.nearest


@pytest.mark.parametrize(
    "text",
    [
        "whisper v3 large audio at an api",
        "flux.1-dev 1024x1024 on l40s lora",
        "how many tokens can i train llama 70b on with 1x h100 in 3 days",
        "own 8 h100 with 4 yr depreciation vs 12 kW at $20/user/month",
        "train a 70b on 2T tokens on 8 h100 with 1024 confidence",
        "llama plus gpt-4o-mini at 100k requests a month each",
    ],
)
def test_words_that_do_not_go_together_fail_nothing(text: str, library: Library) -> None:
    try:
        told = answer(text, library, **PINNED).sentence
    except Refusal as refusal:
        told = refusal.detail

    assert told


def test_it_is_asked_over_http_in_every_form(ask: Ask) -> None:
    query = urlencode({"q": "h100 price on lambda", **PINNED})
    answered = ask("GET", "/v1/ask", query=query)
    said = ask("GET", "/v1/ask", query=query, headers={"accept": "text/plain"}).body.decode()
    table = ask("GET", "/v1/ask", query=query, headers={"accept": "text/csv"}).body.decode()
    refused = ask("GET", "/v1/ask", query="q=hello")

    assert answered.json["reading"].startswith("Price of h100-sxm-80gb, from lambda")
    assert said.startswith(answered.json["sentence"])
    assert table.splitlines()[0] == "reading,name,value,low,high,words"
    assert (refused.status, refused.json["field"]) == (422, "q")
    typed = ask("GET", "/v1/ask", query="q=and+on+spot%3F&format=text").body.decode()
    assert typed.startswith("The question names no model")
    assert "h100 price spot" in typed


def test_run_that_no_one_sells_is_told_and_fails_nothing(ask: Ask) -> None:
    query = urlencode({"q": "train llama 8b on 1B tokens on 8 m3 ultra spot at aws"})
    found = ask("GET", "/v1/ask", query=query)

    assert found.status == 200
    assert "has no price (no spot price of apple-m3-ultra at aws" in found.json["sentence"]
    assert found.json["figures"] == []


def test_one_service_by_the_month_has_a_picture(ask: Ask) -> None:
    def drawn(text: str) -> tuple[int, bytes]:
        answer = ask("GET", "/v1/ask", query=urlencode(PINNED | {"q": text, "format": "svg"}))
        return answer.status, answer.body

    status, picture = drawn("llama 8b on 2 l4 500/100 1M requests a day for 12 months")
    refused, problem = drawn("h100 price")

    assert (status, b"llama-3.1-8b on 2 \xc3\x97 l4" in picture) == (200, True)
    assert refused == 422
    assert msgspec.json.decode(problem)["nearest"] == ["llama 8b on l4, 1M requests a day"]


@pytest.mark.parametrize(
    "text",
    [
        "whats cheaper for llama 70b, 8xh100 on aws or 4xh200 on coreweave",
        "llama 70b spot vs on demand vs 1yr reserved on gcp",
        "cost per 1000 requests deepseek v3 on 8xh200, 3k in / 500 out",
        "100k images a day with qwen2.5-vl-7b on l4 with 1024x1024 images in euros",
    ],
)
def test_a_line_has_room_for_what_was_asked(text: str, library: Library) -> None:
    answered = answer(text, library)
    line = sentence_of(msgspec.to_builtins(answered), {}).text

    assert len(line) <= 400
    assert (answered.verdict or answered.figures[0].words) in line
