"""Questions that are answered, near one that is not."""

import re
from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import Any

import msgspec
from msgspec.structs import replace

from pricing.asking.questions import Ask
from pricing.asking.reading import read
from pricing.asking.runs import METHODS
from pricing.asking.words.amounts.numbers import short
from pricing.asking.words.places.regions import by_price
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.purchasing.one_provider import USUAL_OPTION
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.quote import unit_costs
from service.asking.figures.figure import spoken
from service.asking.memory_fit import FORMATS

ID_PARTS = 5
"""Parts of the id of a price: provider, region, instance type, option and day."""

_ENOUGH = re.compile(r"(\d+) devices sustain it")
"""How many devices sustain a rate, in a refusal."""

SMALLER = {"full_finetuning": "lora", "dpo": "lora", "lora": "qlora"}
"""Methods that need less memory and may do: an adapter, and one on weights of 4 bits."""

_MEASURED = re.compile(r"give measured\.\w+, or ")
"""What a refusal asks of a program."""

SMALL = frozenset({"int4", "fp4", "awq", "gptq", "q4_k_m"})
"""Formats that no smaller one is offered beside."""


def where_sold(rows: Sequence[str], query: Mapping[str, Any], library: Library) -> tuple[str, ...]:
    """The same devices where they are sold, as questions; rows: ids of prices.

    In place of a savings plan that a provider has no price of, its reservation comes first. Where
    nobody sells them they are priced by who asks. Places near the one that is asked for come before
    others.
    """
    devices = query.get("deployment") or query
    if "device" not in devices:  # several that are compared
        return ()
    count = f"{devices['device_count']}x " if devices["device_count"] else ""
    model = query.get("model")
    work = f"{model} on " if isinstance(model, str) else ""
    load = _load_of(query)
    sold = [row.split("/") for row in rows]
    elsewhere = [(id_[0], id_[1], id_[-2]) for id_ in sold if len(id_) == ID_PARTS]
    bought = query.get("purchase") or {}
    option, seller = bought.get("option") or "", bought.get("provider")
    twin = option.replace("savings_plan", "reserved")
    catalog = library.get(query.get("catalog"))
    sellers = {one for one, _ in by_price(catalog, devices["device"], twin)}
    reserved = f"{work}{count}{devices['device']} {spoken(twin)} on {seller}{load}"
    first = (reserved,) if twin != option and seller in sellers else ()
    near = _sold_near(catalog, devices["device"], twin or USUAL_OPTION, bought)
    asked_next = (
        f"{work}{count}{devices['device']} {spoken(way)} on {name} {region}{load}"
        for name, region, way in (*near, *elsewhere)
    )
    found = tuple(dict.fromkeys((*first, *asked_next)))
    return found or ((f"{work}{count}{devices['device']} at $1/hr",) if work else ())


def _sold_near(
    catalog: Catalog, device: str, option: str, bought: Mapping[str, Any]
) -> Iterator[tuple[str, str, str]]:
    """Where devices are sold near a region, or for least where none is asked for.

    It is by its provider in the same part of the world, or by others in its country.
    """
    seller, asked = bought.get("provider"), bought.get("region")
    if not asked:
        own = [one for one in by_price(catalog, device, option) if one[0] == seller]
        for name, region in (*own[:1], *by_price(catalog, device, option)[:1]):
            yield name, region, option
        return
    country = catalog.regions.get((str(seller), asked), (None, None))[0]
    part = asked.partition("-")[0]
    sold = by_price(catalog, device, option)
    own = [one for one in sold if one[0] == seller and one[1].startswith(f"{part}-")]
    others = [one for one in sold if country and catalog.regions.get(one, (None,))[0] == country]
    for name, region in (*own[:1], *others[:1]):
        yield name, region, option


def _load_of(query: Mapping[str, Any]) -> str:
    """The requests of a question, as words behind its devices."""
    load, traffic = query.get("load") or {}, query.get("traffic") or {}
    told = []
    if load.get("input_tokens") and load.get("output_tokens"):
        told.append(f"{load['input_tokens']:g} in {load['output_tokens']:g} out")
    for amount, words in (
        (traffic.get("requests_per_day"), "requests a day"),
        (load.get("requests_per_second"), "rps"),
        (load.get("concurrency"), "users"),
    ):
        if amount:
            told.append(f"{round(amount) if amount >= 1.0 else amount:g} {words}")
    if query.get("hours"):
        told.append(f"for {query['hours']:g} hours")
    return "".join(f", {text}" for text in told)


def say_what_serves(refusal: Refusal, ask: Ask, text: str, library: Library) -> None:
    """Name questions in place of the fields of a refusal; text: of a question with one side."""
    query = msgspec.to_builtins(ask.query)
    model = query.get("model")
    if model is None:
        return
    if not isinstance(model, str):
        active = model.get("active_parameters")
        size = short(model["parameters"])
        query["model"] = f"{size} with {short(active)} active" if active else size
    near: Sequence[str] = tuple(refusal.nearest)
    if refusal.field.endswith("device_count"):
        near = tuple(_larger(near, ask, query, text, library))
    elif refusal.field.endswith("requests_per_second"):
        near = tuple(_sustained(refusal.detail, near, ask, query, text, library))
    elif refusal.field.startswith("slo."):
        near = tuple(_slower(refusal, query, text))
    elif refusal.field.endswith("_pixels"):
        near = tuple(
            f"{query['model']} on {query['deployment']['device']}, {side}x{side} images"
            for side in near
        )
    elif refusal.field.endswith("device"):
        near = tuple(f"{query['model']} on {name}" for name in near)
    else:
        return
    refusal.detail = _MEASURED.sub("", refusal.detail)
    refusal.field, refusal.nearest = "q", near


EXAMPLE_WORK = "1B tokens"
"""What a run is told with whose tokens are sought for its time or its budget."""


def run_in_words(query: Mapping[str, Any], **changes: Any) -> str:
    """A run as a question, with other parts of its devices."""
    named = query["deployment"] | changes
    method = METHODS.get(query["method"], query["method"])
    passes = f" for {query['epochs']:g} epochs" if query["epochs"] else ""
    counted = next((name for name in ("tokens", "samples") if query[name]), None)
    work = f"{short(query[counted])} {counted}" if counted else EXAMPLE_WORK
    count = f"{named['device_count']}x " if named["device_count"] else ""
    what = f"{method} {query['model']}"
    if query.get("teacher"):
        what = f"distill {query['teacher']} into {query['model']}"
    return f"{what} on {work}{passes} on {count}{named['device']}"


def _larger(
    counts: Sequence[str], ask: Ask, query: Mapping[str, Any], text: str, library: Library
) -> Iterator[str]:
    """The same question with more devices, in its own words if they show which; in fewer bits."""
    named, model, is_run = query["deployment"], query["model"], ask.kind == "run_costs"
    for count in counts:
        again = _counted(text, ask, count, library)
        devices = f"{count}x {named['device']}"
        larger = run_in_words(query, device_count=count) if is_run else f"{model} on {devices}"
        yield again or larger
    smaller = SMALLER.get(query["method"]) if is_run else None
    if smaller is not None:
        yield run_in_words({**query, "method": smaller})
    fewer_bits = None if is_run else _smaller_format(ask.query, library)
    if fewer_bits is not None:
        own = f"{named['device_count']}x " if named["device_count"] else ""
        yield f"{model} in {fewer_bits} on {own}{named['device']}"


def _sustained(
    detail: str,
    rates: Sequence[str],
    ask: Ask,
    query: Mapping[str, Any],
    text: str,
    library: Library,
) -> Iterator[str]:
    """The same question with as many devices as sustain its rate, and with the rate that it has."""
    named, model = query["deployment"], query["model"]
    enough = _ENOUGH.search(detail)
    rate, lengths = query["load"]["requests_per_second"], _lengths(query["load"])
    if enough:
        again = _counted(text, ask, enough[1], library)
        yield again or f"{model} on {enough[1]}x {named['device']} at {rate:g} rps{lengths}"
    count = f"{named['device_count']}x " if named["device_count"] else ""
    yield from (f"{model} on {count}{named['device']} at {one} rps{lengths}" for one in rates)


def _lengths(load: Mapping[str, Any]) -> str:
    """The lengths of requests that are said, behind a question."""
    parts = (("input_tokens", "in"), ("output_tokens", "out"))
    return "".join(f" {short(load[name])} {way}" for name, way in parts if load[name] is not None)


_TIME = re.compile(r"\d+(?:\.\d+)?\s?(?:ms|milliseconds|s|sec|seconds)\b")
"""A limit of latency, as people write it."""


def _slower(refusal: Refusal, query: Mapping[str, Any], text: str) -> Iterator[str]:
    """The same question with the best time that its devices reach."""
    times = _TIME.findall(text)
    for seconds in refusal.nearest[:1]:
        best = f"{ceil(float(seconds) * 1e3)} ms"
        if len(times) == 1:
            yield text.replace(times[0], best)
        else:
            of = "ttft" if refusal.field.endswith("ttft_seconds") else "tpot"
            named = query["deployment"]
            count = f"{named['device_count']}x " if named["device_count"] else ""
            yield f"{query['model']} on {count}{named['device']}, {of} under {best}"


def _smaller_format(query: Any, library: Library) -> str | None:
    """The largest format in which what is asked fits, where it is asked in a larger one."""
    own = getattr(query.deployment, "precision", None)
    if not isinstance(query, UnitCostQuery) or own in SMALL:
        return None
    for precision in FORMATS[FORMATS.index(own) + 1 if own in FORMATS else 1 :]:
        try:
            smaller = replace(query.deployment, precision=precision)
            unit_costs(replace(query, deployment=smaller), library)
        except Refusal:
            continue
        return precision
    return None


def _counted(text: str, ask: Ask, count: str, library: Library) -> str:
    """The question with another count of devices; empty where its words do not show which."""
    query: Any = ask.query
    own = query.deployment.device_count
    again = re.sub(rf"\b{own}(?=\s*[x×]|\s+[a-z])", count, text, count=1)
    if again == text or own is None:
        return ""
    wanted = replace(query, deployment=replace(query.deployment, device_count=int(count)))
    try:
        asks = read(again, library, catalog=query.catalog, as_of=query.as_of).asks
    except Refusal:
        return ""
    return again if len(asks) == 1 and asks[0].query == wanted else ""
