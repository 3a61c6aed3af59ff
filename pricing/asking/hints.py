"""What to ask instead of a question that lacks something."""

from collections.abc import Iterator

from pricing.asking.runs import EXAMPLE
from pricing.asking.words.amounts.numbers import short
from pricing.asking.words.slots import Said
from pricing.errors import InvalidQuery

MONEY = ("budget_per_month", "most_usd_per_month", "sum", "budget")
"""Slots that say how much may be spent."""

SUBJECT = "llama 70b on 8x h100"
"""A model and devices, for those who name none."""

NEXT = (SUBJECT, "h100 price on aws", "gpt-4o price per 1M tokens", EXAMPLE)
"""Questions that are answered, for those who ask none."""

COUNTED = {
    "input_tokens": "tokens in",
    "output_tokens": "tokens out",
    "concurrency": "users",
    "requests_per_day": "requests a day",
    "requests_per_second": "rps",
    "months": "months",
}
"""What a question may add to another one, by number."""

OF_MEDIA = {
    frozenset({"made_images", "per_image"}): (
        "1000 images with sdxl on h100",
        "flux.1-dev on l40s",
    ),
    frozenset({"audio_hours", "per_audio_hour"}): ("100 hours of audio with whisper on a100",),
    frozenset({"reads"}): (
        "1M documents of 500 tokens with bge-m3 on l4",
        "text-embedding-3-small for 1M documents of 500 tokens",
    ),
}
"""Questions about models of other things than text, by what one says."""

PERIODS = frozenset({"per_hour", "per_day", "per_week", "per_month", "per_year"})


def missing(said: Said) -> str:
    """What to ask instead of a question without a model, a device or an API."""
    if said.get("asks_model"):
        return "which models fit is not looked for: name one, and its devices"
    if said.get("superlative") or said.get("most_usd_per_hour"):
        return "for which model? Write for example: cheapest gpu for llama 70b"
    if {*MONEY} & said.slots.keys():
        return "for which model, or which devices, is the budget?"
    lacks = "the question names no model, no device and no API that is known"
    if any((*_bought(said), *_worked(said))):
        lacks += ", and each question stands by itself: repeat them in one line"
    return f"{lacks}. Write for example: {next_of(said)[0]}"


def next_of(said: Said) -> tuple[str, ...]:
    """Questions that are answered, with what one says that is not."""
    return _of_money(said) or _of_media(said) or _of_things(said)


def _of_things(said: Said) -> tuple[str, ...]:
    """Questions with the models, the devices and the load that one says, or with usual ones."""
    if said.get("asks_model"):
        count = f"{said.get('device_count'):g}x " if said.get("device_count") else ""
        where = f"on {count}{said.get('device') or 'rtx-4090'}"
        load = " ".join(("", *_worked(said), *_bought(said)))
        return (f"llama 8b {where}{load}", f"qwen 32b in int4 {where}{load}")
    bought = " ".join(_bought(said))
    if said.get("superlative"):
        size = said.get("gigabytes")
        named = f"cheapest a100 {size:g}gb" if size in {40.0, 80.0} else "cheapest h100"
        return (f"cheapest gpu for llama 70b {bought}".strip(), f"{named} {bought}".strip())
    count = said.get("devices") or said.get("device_count")
    if count and "per_hour" in said.figures and not said.slots.keys() & {"concurrency", *COUNTED}:
        return (f"{count:g}x h100 price {bought}".strip(), f"{SUBJECT} {bought}".strip())
    subject = f"llama 70b on {count:g}x h100" if count else SUBJECT
    worked = " ".join((*_worked(said), *_bought(said)))
    if worked:
        return (*((f"h100 price {bought}",) if worked == bought else ()), f"{subject} {worked}")
    return (subject, *NEXT[1:])


def _of_media(said: Said) -> tuple[str, ...]:
    """Questions about images, audio or embeddings, where one asks for them; none elsewhere."""
    asked = {*said.slots, *said.figures}
    return next((near for names, near in OF_MEDIA.items() if names & asked), ())


def _of_money(said: Said) -> tuple[str, ...]:
    """Questions with the budget, or the dearest price, that one says; none without."""
    if said.get("asks_model"):
        return ()
    if {*MONEY} & said.slots.keys() and said.get("api"):
        return ("gpt-4o-mini for 1M requests a month", "cheapest api for llama 70b")
    if {*MONEY} & said.slots.keys():
        amounts = (said.get(name) for name in MONEY if name != "budget")
        usd = next(filter(None, amounts), 10_000.0)
        per = "" if said.get("sum") else " a month"
        return (f"h100 for ${usd:,.0f}{per}", f"{SUBJECT} for ${usd:,.0f}{per}")
    if said.get("most_usd_per_hour"):
        usd = said.get("most_usd_per_hour")
        return (f"which gpu for llama 8b under ${usd:g}/hr", f"cheapest l4 under ${usd:g}/hr")
    return ()


def without_model(said: Said, device: str) -> tuple[str, tuple[str, ...]]:
    """Why devices alone do not answer what depends on the model that they run, and what does."""
    of_model = "… for llama 70b" if "count" in said.figures else "… with llama 70b"
    return (
        "that depends on the model that the devices run: for which one?",
        (of_model, f"{device} price"),
    )


def _bought(said: Said) -> Iterator[str]:
    """The place and the way of buying that a question says."""
    seller, option = said.get("provider"), said.get("option")
    if option:
        yield option.replace("_", " ")
    if seller:
        yield f"on {seller}"
    yield from (f"in {text}" for _, text in (said.get("place") or ())[:1])


def _worked(said: Said) -> Iterator[str]:
    """The format, the engine, the load and the period that a question says."""
    if said.get("precision"):
        yield f"in {said.get('precision')}"
    if said.get("engine"):
        yield f"under {said.get('engine')}"
    for name, words in COUNTED.items():
        if said.get(name):
            yield f"{short(said.get(name))} {words}"
    if said.get("workload") == "batch":
        yield "batch"
    if said.get("as_of"):
        yield f"on {said.get('as_of')}"
    yield from (name.replace("_", " ") for name in said.figures if name in PERIODS)


def refuse_unpriced(said: Said, device: str | None) -> None:
    """Raises InvalidQuery for what is made that no answer is about, as videos are."""
    if said.get("unpriced") is None or {"model", "api_model", "size"} & said.slots.keys():
        return
    raise InvalidQuery(
        f"what {said.get('unpriced')} costs to generate is not known: tokens, images, and audio"
        " that is written down are priced",
        field="q",
        nearest=(f"{device or 'h100'} price", "1000 images with sdxl on h100"),
    )
