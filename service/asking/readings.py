"""How a question was read, in plain words."""

from collections.abc import Mapping
from typing import Any

from pricing.asking.words.slots import PARALLEL
from pricing.units import HOURS_PER_DAY
from service.asking.figures.figure import spoken
from service.sentences.amounts import dollars, rough

Fields = Mapping[str, Any]


def reading_of(kind: str, query: Fields) -> str:
    """What a query asks, in words."""
    readers = {
        "unit_costs": _unit_costs,
        "run_costs": _run_costs,
        "tco": _tco,
        "comparison": _comparison,
        "device_price": _device_price,
        "device_facts": _device_facts,
        "api_price": _api_price,
    }
    text = readers[kind](query)
    day = query.get("as_of")
    return f"{text}, at the prices of {day}" if day else text


def _unit_costs(query: Fields) -> str:
    return (
        f"cost of serving {named_model(query)} on {_devices(query['deployment'])}"
        f"{_how(query['deployment'])}{_bought(query['purchase'])}{_load(query)}"
    )


def _tco(query: Fields) -> str:
    traffic = rough(query["traffic"]["requests_per_day"])
    growth = query["traffic"]["growth_per_month_fraction"]
    growing = f", growing by {100.0 * growth:.3g}% a month" if growth else ""
    peak = query["traffic"]["peak_to_average_ratio"]
    growing += f", with peaks of {peak:g} times the mean" if peak else ""
    return (
        f"monthly cost of serving {named_model(query)} on replicas of"
        f" {_devices(query['deployment'])}{_how(query['deployment'])}{_bought(query['purchase'])},"
        f" {traffic} requests a day{growing} for {query['horizon_months']} months{_load(query)}"
    )


def _work(query: Fields) -> str:
    """What a run is trained on; left open, it is what money or time is enough for."""
    for name in ("tokens", "samples"):
        if query[name]:
            return f"{rough(query[name])} {name}"
    if query["budget_usd"]:
        return f"as many tokens as {dollars(query['budget_usd'])} pays for"
    return "as many tokens as end in time"


def _run_costs(query: Fields) -> str:
    work = _work(query)
    passes = f" for {rough(query['epochs'])} epochs" if query["epochs"] else ""
    method = spoken(query["method"])
    taught = f" taught by {query['teacher']}" if query.get("teacher") else ""
    purchases: list[Fields] = query["purchases"] or []
    bought = _bought(purchases[0]) if len(purchases) == 1 else ""
    if len(purchases) > 1:
        bought = _bought({**purchases[0], "option": None})
    return (
        f"cost of {method} of {named_model(query)}{taught} on {work}{passes} with"
        f" {_devices(query['deployment'])}{_how(query['deployment'])}{bought}"
        f"{_run(query)}{_sited(query)}"
    )


def _run(query: Fields) -> str:
    """What is said of how a run is trained."""
    length, mfu = query.get("sequence_length"), query.get("mfu_fraction")
    recompute = query.get("recompute")
    optimizer = query.get("optimizer")
    batch = query["deployment"]["layout"]["micro_batch_sequences"]
    limit = (query["schedule"] or {}).get("wall_clock_limit_hours")
    told = (
        f"{batch:,} sequences at once" if batch else "",
        spoken(optimizer) if optimizer else "",
        f"sequences of {length:,} tokens" if length else "",
        f"an MFU of {mfu:.3g}" if mfu else "",
        f"{recompute} recomputation of activations" if recompute else "",
        f"within {rough(limit / HOURS_PER_DAY)} days"
        if limit and query["deployment"]["device_count"]
        else "",
    )
    return "".join(f", {part}" for part in told if part)


def _comparison(query: Fields) -> str:
    vary = query["vary"]
    place = {"option": vary["options"][0], "provider": vary["providers"][0]}
    regions = vary["regions"]
    where = f", at the lowest of {len(regions)} regions" if len(regions) > 1 else ""
    bought = _bought({**place, "region": None if where else regions[0]})
    precision, engine = vary["precisions"][0], vary["engines"][0]
    how = f"{f' in {precision}' if precision else ''}{f' under {engine}' if engine else ''}"
    return (
        f"which of {len(vary['devices'])} devices serves {named_model(query)}{how}{_ranked(query)}"
        f"{bought}{where}{_load(query)}"
    )


def _ranked(query: Fields) -> str:
    """What devices are ranked by."""
    ranked = {
        "tpot_seconds": " fastest",
        "joules_per_output_token": " with the least energy",
        "grams_co2e_per_million_output_tokens": " with the least carbon",
    }
    return ranked.get(query["objective"] or "", " for least")


def _device_price(query: Fields) -> str:
    hours = query["hours"]
    long = f" for {hours:,.6g} hour{'' if round(hours, 6) == 1.0 else 's'}" if hours else ""
    area = query["area"]
    place = f" {area['said']}" if area else ""
    return f"price of {_devices(query)}{_bought(query['purchase'])}{place}{long}"


def _device_facts(query: Fields) -> str:
    return f"facts of {_devices(query)}{_bought(query)}{_sited(query)}"


def _api_price(query: Fields) -> str:
    month = query["requests_per_month"]
    often = f", {rough(month)} requests a month" if month else ""
    batch = ", in batches" if query["is_batch"] else ""
    sold = f"prices of {query['model']} at the API of {query['provider']}{batch}"
    if query["tokens_per_month"]:
        often = f", {rough(query['tokens_per_month'])} tokens a month"
    return f"{sold}{often}{_load({'load': query})}"


def named_model(query: Fields) -> str:
    """A model by its name, or by its parameters."""
    model = query["model"]
    if isinstance(model, str):
        return model
    active = model.get("active_parameters")
    told = f" ({rough(active)} active)" if active else ""
    return f"a model of {rough(model['parameters'])} parameters{told}"


def _devices(deployment: Fields) -> str:
    count = deployment["device_count"]
    return f"{count:,} × {deployment['device']}" if count else str(deployment["device"])


def _how(deployment: Fields) -> str:
    """Precision, engine and drafting of a deployment."""
    precision, engine = deployment["precision"], deployment.get("engine")
    cache = deployment.get("kv_cache_precision")
    drafted = deployment.get("speculation")
    layout = "".join(
        f" at {name.replace('_', ' ')} {deployment[name]}"
        for name in PARALLEL
        if deployment.get(name)
    )
    how = (
        (" in", precision),
        (" with a KV cache in", cache),
        (" under", engine),
        (" with speculative decoding by", drafted and _drafted(drafted)),
    )
    return "".join(f"{word} {value}" for word, value in how if value) + layout


def _drafted(speculation: Fields) -> str:
    """What drafts: a model by its name, or a method."""
    return str(speculation["draft_model"] or spoken(speculation["method"]))


def _bought(purchase: Fields) -> str:
    """How and where capacity is bought."""
    parts = []
    if purchase.get("usd_per_device_hour"):
        parts.append(f"at {purchase['usd_per_device_hour']:g} USD a device-hour")
    if purchase.get("option"):
        parts.append(spoken(purchase["option"]))
    terms = purchase.get("ownership") or {}
    if terms.get("purchase_usd"):
        parts.append(f"bought for {terms['purchase_usd']:,.0f} USD a device")
    if terms.get("life_years"):
        parts.append(f"written off over {terms['life_years']:g} years")
    if terms.get("depreciation") not in {None, "annuity"}:
        parts.append(spoken(terms["depreciation"]))
    if terms.get("hosting_usd_per_kilowatt_month"):
        parts.append(f"hosted for {terms['hosting_usd_per_kilowatt_month']:g} USD a kW-month")
    if terms.get("residual_fraction") is not None:
        parts.append(f"to {terms['residual_fraction']:.0%} of that price")
    place = [purchase.get(name) for name in ("provider", "region", "instance_type")]
    if any(place):
        parts.append(f"from {' '.join(filter(None, place))}")
    if purchase.get("discount_fraction"):
        parts.append(f"with {purchase['discount_fraction']:.0%} off")
    return f", {' '.join(parts)}" if parts else ""


def _load(query: Fields) -> str:
    """The lengths of requests, how many there are at a time, and what they may take."""
    load, parts = query["load"], []
    tokens_in, tokens_out = load["input_tokens"], load["output_tokens"]
    if tokens_out == 0.0:
        parts.append(f"requests of {tokens_in:,.0f} tokens read" if tokens_in else "tokens read")
        tokens_in = tokens_out = None
    lengths = [
        f"{value:,.0f} tokens {way}"
        for value, way in ((tokens_in, "in"), (tokens_out, "out"))
        if value is not None
    ]
    if lengths:
        parts.append(f"requests of {' and '.join(lengths)}")
    if load.get("concurrency"):
        parts.append(f"{load['concurrency']:,.0f} at a time")
    if load.get("requests_per_second"):
        parts.append(f"{load['requests_per_second']:,.4g} requests a second")
    slo = query.get("slo") or {}
    if slo.get("ttft_seconds"):
        parts.append(f"the first token within {slo['ttft_seconds']:g} s")
    if slo.get("tpot_seconds"):
        parts.append(f"a token within {slo['tpot_seconds']:.3g} s")
    if load.get("cached_input_fraction"):
        parts.append(f"{load['cached_input_fraction']:.0%} of the input cached")
    if query.get("utilization_fraction"):
        parts.append(f"{query['utilization_fraction']:.0%} used")
    if query.get("workload") == "batch":
        parts.append("batch work")
    parts.extend(_site(query.get("facility") or {}))
    return f", {', '.join(parts)}" if parts else ""


def _sited(query: Fields) -> str:
    return "".join(f", {said}" for said in _site(query.get("facility") or {}))


def _site(facility: Fields) -> list[str]:
    """What is said of power: its price, its carbon, and what the site takes besides."""
    said = {
        "usd_per_kilowatt_hour": "electricity at {:g} USD a kWh",
        "grams_co2e_per_kilowatt_hour": "a grid of {:.4g} g of CO₂e a kWh",
        "pue_ratio": "a PUE of {:g}",
    }
    return [words.format(facility[name]) for name, words in said.items() if facility.get(name)]
