"""What a question says, slot by slot: one model, one device, one count, one load, …."""

from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from pricing.asking.words.amounts.lists import with_shares
from pricing.asking.words.amounts.money import SOLD
from pricing.asking.words.amounts.units import ADVERBS, DAYS, LIFE
from pricing.asking.words.devices import take_counts, take_device
from pricing.asking.words.lexicon import Lexicon, is_size
from pricing.asking.words.options import take_options
from pricing.asking.words.slots import PARALLEL, Said, guessed
from pricing.asking.words.terms import Term
from pricing.asking.words.vocabulary import country_name
from pricing.catalog.naming.partial_names import squashed, words_of
from pricing.catalog.naming.typos import Speller

CROWD = "concurrency"

IN_FLIGHT = "are taken to have a request each in flight at once"
"""How users of whom nobody says what they do are counted."""

AT_ONCE = frozenset(
    {
        *("concurrent", "concurrency", "simultaneous", "parallel", "once", "time", "flight"),
        *("stream", "streams", "session", "sessions", "batch", "bs"),
    }
)
"""Words that say of users that they wait for an answer at the same time."""

METHODS = ("pretraining", "full_finetuning", "rlhf", "preference")
"""Methods that a more special one beside them replaces."""

AMOUNTS = (
    *("input_tokens", "output_tokens", "tokens", "concurrency", "requests_per_day"),
    *("requests_per_second", "tokens_per_second", "tokens_per_day", "input_tokens_per_day"),
    *("output_tokens_per_day", "months", "samples", "epochs", "sequence_length", "adapter_rank"),
    *("utilization", "discount", "growth", "mfu", "pue", "cached", "cached_tokens"),
    *("grams_per_kwh", "usd_per_hour", "usd_per_instance_hour", "made_images", "images_per_day"),
    *("pixels", "audio_hours", "audio_minutes", "usd_per_kilowatt_hour", "ttft_seconds"),
    *("tpot_seconds", "nodes", "devices", "parameters", "requests", "users_per_day"),
    *("requests_per_user", "requests_each", "users_per_month", "rollouts", "device_hours"),
    *("hours_per_day", "active_parameters", "confidence", "most_usd_per_hour"),
    *("budget_per_month", "most_usd_per_month", "sum", "gigabytes", "purchase_usd"),
    *(
        "petaflop_days",
        "steps",
        "megawatts",
        "margin",
        "residual",
        "peak_ratio",
        "most_usd_per_million",
    ),
    *("input_share", "hosting_usd_per_kilowatt_month", LIFE, *PARALLEL, *SOLD),
)
"""Numbers, and sizes of images, that a question may say once."""

WORDS = (
    *("provider", "workload", "engine", "precision", "currency", "api_provider", "superlative"),
    *("as_of", "api", "speculation", "selfhost", "board", "rental", "ownership", "reads", "budget"),
    *("asks_model", "sees", "combined", "weekdays", "future", "compute_optimal", "maker"),
    *("kv_cache_precision", "recompute", "optimizer", "unpriced", "sells", "depreciation"),
)
"""Words that a question may say once."""

ONCE = frozenset({"api_model", "size", "number", *WORDS, *AMOUNTS})
"""What a question may say once. Shares of nothing have no place in it."""

THINGS = frozenset(
    {
        *("model", "api_model", "size", "device", "machine", "provider", "option", "place"),
        *("precision", "engine", "workload", "method", "selfhost", "api", "api_provider", "board"),
        *("gigabytes", "rental", "speculation", "upfront", "kv_cache_precision"),
    }
)
"""What two sides of a comparison may differ by."""


def said_of(terms: Sequence[Term], lexicon: Lexicon) -> Said:
    """The slots of some terms. Of two values of one slot the first holds, and the other is left."""
    said = Said()
    used: set[int] = set()
    terms = _of_same_period(with_shares(terms))
    take_options(said, terms, used)
    for at, term in enumerate(terms):
        if _is_one_request(terms, at):
            used.add(at)
        if at in used:
            continue
        if term.value == "how_many" and terms[at + 1 : at + 2]:
            is_close = terms[at + 1].first == term.last and len(terms) > at + 2
            _take_how_many(said, terms[at + 1 : at + 3], at + 1, used, is_close=is_close)
        elif term.kind == "number" and _counts_next(terms, at):
            continue  # 16k h100
        elif term.kind in {"device", "machine"}:
            take_device(said, terms, at, used, lexicon)
        elif term.kind == "model" and "model" in said.slots and _drafts(terms):
            said.slots.setdefault("other_model", term.value)
        else:
            _take_word(said, term)
    take_counts(said, terms, used, lexicon)
    _take_electricity(said)
    _take_draft(said, lexicon)
    if any(_is_in_name(term, terms) for term in terms if term.kind == "precision"):
        said.slots["named_precision"] = True
    _settle_method(said)
    return said


def _settle_method(said: Said) -> None:
    """The method of a run that is said in general, or by what only one method has."""
    told = {"rlhf": "ppo", "preference": "dpo"}.get(said.get("method"))
    if told is not None:
        said.assumed.append(f"{said.words.get('method', 'rlhf')} is priced as {told}")
        said.slots["method"] = told
    if "adapter_rank" in said.slots:  # only adapters have one
        said.slots.setdefault("method", "lora")


def _drafts(terms: Sequence[Term]) -> bool:
    """Whether a model drafts for another."""
    return any(term.kind == "speculation" and term.value == DRAFTS for term in terms)


def _is_one_request(terms: Sequence[Term], at: int) -> bool:
    """Whether a term is the `one` of `one 32k request`."""
    is_one = terms[at].kind == "count" and terms[at].value == 1.0
    return is_one and len(terms) > at + 1 and terms[at + 1].kind == "input_tokens"


def _counts_next(terms: Sequence[Term], at: int) -> bool:
    """Whether a number with a magnitude counts the devices behind it."""
    behind = terms[at + 1] if at + 1 < len(terms) else None
    return behind is not None and behind.kind == "device" and behind.first == terms[at].last


def _is_in_name(part: Term, terms: Sequence[Term]) -> bool:
    """Whether a term is a part of the name of a model: the format of llama-3.1-405b-fp8."""
    models = (term for term in terms if term.kind == "model")
    return any(term.first < part.first and part.last <= term.last for term in models)


def _take_draft(said: Said, lexicon: Lexicon) -> None:
    """Of two models of which one drafts, the larger is served."""
    slots, models = said.slots, lexicon.catalog.models
    pair = [str(slots.get(name)) for name in ("model", "other_model")]
    if slots.get("speculation") == DRAFTS and all(name in models for name in pair):
        low, high = sorted(pair, key=lambda name: models[name].parameters)
        slots |= {"model": high, "other_model": low}


DRAFTS = "draft_model"
"""The way of speculation in which a small model drafts."""

LEAST_LENGTH = 256.0
"""From so many on, a number between `how many` and requests is their length [tokens]."""


def _take_how_many(
    said: Said, behind: Sequence[Term], first: int, used: set[int], *, is_close: bool
) -> None:
    """What `how many` asks for, by the terms behind it; requests have the length that is said.

    is_close: whether nothing stands between.
    """
    term = behind[0]
    if term.kind in {"device", "machine", "gigabytes"}:
        is_time = len(behind) > 1 and behind[1].value in {"hour", "per_hour"}
        said.figures.append("device_hours" if is_time else "count")
        used |= {first + 1} if is_time else set()
    elif term.kind in {"method", "size"}:
        said.figures.append("how_many")
    elif term.kind == "count" and is_close and behind[1].kind == "device":
        said.figures.append("count")  # how many 8xh100 nodes
    elif term.kind in LENGTHS and term.value >= LEAST_LENGTH and _are_requests(behind):
        said.figures.append("concurrent")
        said.slots["input_tokens"] = term.value
        said.assumed.append(f"{term.said} are read as having {term.value:,.0f} tokens each")
        used.add(first)


LENGTHS = frozenset({"concurrency", "requests", "tokens", "input_tokens", "sequence_length"})
"""Kinds of numbers that are lengths behind `how many` and before requests."""


def _are_requests(behind: Sequence[Term]) -> bool:
    """Whether requests, or users, stand behind a number, or are its unit."""
    return bool({"concurrency", "requests"} & {behind[0].kind, *(one.value for one in behind[1:])})


def _take_electricity(said: Said) -> None:
    """What is said beside the price of electricity, and beside a limit of latency."""
    if said.get("usd_per_kilowatt_hour") and said.words.get("rental", "").startswith("op"):
        said.left.append(said.slots.pop("rental") and said.words.pop("rental"))  # opex at 9c/kWh
    if (said.get("sum") or 1.0) < 1.0 and "device" in said.slots:
        usd, text = said.slots.pop("sum"), said.words.pop("sum", "")
        said.slots.setdefault("usd_per_kilowatt_hour", usd)
        said.assumed.append(f"{text} is read as the price of a kWh")
    if said.get("ttft_seconds") and said.words.get("confidence", "").startswith("p"):
        said.left.append(f"p{100.0 * said.slots.pop('confidence'):g}")  # limits are of the mean


def _of_same_period(terms: Sequence[Term]) -> list[Term]:
    """Terms where input beside output of a period is of the same: 2M in and 500k out an hour."""
    told = [*terms]
    for at, (first, behind) in enumerate(pairwise(terms)):
        names = {f"{name}_per_day" for name in TOKENS_OF_REQUESTS} - {f"{first.kind}_per_day"}
        word = next(iter(words_of(behind.said)[-1:]), "")
        period = ADVERBS.get(word, word)
        if first.kind in TOKENS_OF_REQUESTS and behind.kind in names and period in DAYS:
            per_day = first.value / DAYS[period]
            told[at] = replace(first, kind=f"{first.kind}_per_day", value=per_day)
    return told


TOKENS_OF_REQUESTS = ("input_tokens", "output_tokens")


def _take_word(said: Said, term: Term) -> None:
    """A term that means the same wherever it stands."""
    match term.kind:
        case "model":
            _take_model(said, term)
        case "method":
            _take_method(said, term)
        case "figure":
            said.figures.append(term.value)
        case "place" | "outside" | "without":
            text = term.said.removeprefix("in ")
            said.slots.setdefault(term.kind, []).append((term.value, text))
            said.assumed.extend(_in_country(term.value, text))
        case "tokens_pair":
            said.slots.setdefault("input_tokens", term.value[0])
            said.slots.setdefault("output_tokens", term.value[1])
            said.words.setdefault("input_tokens", term.said)
        case "told":
            said.assumed.append(term.value)
        case "upfront":
            said.assumed.append("reservations of the tables have no upfront payment")
            said.left.extend([] if term.value == "none" else [term.said])
        case "share" | "foreign" | "magnitude":
            said.left.append(term.said)
        case kind if kind in ONCE:
            _take(said, term)


def _in_country(named: object, text: str) -> list[str]:
    """What a city without a region of its own is read as."""
    places = named if isinstance(named, tuple) else ()
    country = next((place.value for place in places if place.kind == "city"), None)
    return [f"{text} is read as its country, {country_name(country)}"] if country else []


def _take(said: Said, term: Term) -> None:
    if term.kind == "confidence" and not 0.0 < term.value < 1.0:
        said.left.append(term.said)
        return
    said.words.setdefault(term.kind, term.said)
    if term.kind == "speculation" and said.get(term.kind) == "usual":
        said.slots[term.kind] = term.value  # speculative decoding with eagle
    if said.slots.setdefault(term.kind, term.value) != term.value:
        said.left.append(term.said)
    elif term.kind == CROWD and term.value > 1.0 and not {*words_of(term.said)} & AT_ONCE:
        said.slots["is_crowd"] = True
        said.assumed.append(f"{term.said} {IN_FLIGHT}")
    elif term.kind == "input_tokens" and term.said.startswith("prefill"):
        said.figures.append("latency")
    elif term.is_guess and squashed(term.said) != squashed(term.value.model):
        said.assumed.append(guessed(term))


def _take_model(said: Said, term: Term) -> None:
    if "model" in said.slots:
        if said.get("method") == "distillation" and said.slots["model"] != term.value:
            said.slots.setdefault("other_model", term.value)
        elif said.slots["model"] != term.value:
            said.left.append(term.said)
        return
    said.slots["model"] = term.value
    family = term.value.partition("-")[0].rstrip("0123456789.")
    if term.is_guess:
        said.assumed.append(guessed(term))
        if not any(map(is_size, words_of(term.said))):
            said.slots["unsized"] = True
    elif family not in squashed(term.said) and not any(
        Speller((family,)).corrected(word) for word in words_of(term.said)
    ):
        said.assumed.append(f"{term.said} is read as {term.value}, whose shape it has")


def _take_method(said: Said, term: Term) -> None:
    known = said.get("method")
    if known not in {None, term.value, *METHODS} and term.value not in METHODS:
        said.left.append(term.said)
    if known is None or (known in METHODS and term.value != "pretraining"):
        said.slots["method"] = term.value
        said.words["method"] = term.said
