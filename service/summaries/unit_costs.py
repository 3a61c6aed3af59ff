"""Summary of unit costs."""

from service.summaries.figures import counted, number, share, usd
from service.summaries.parts import (
    Fields,
    begun,
    converted_words,
    device_words,
    load_words,
    model_words,
    pool_words,
    price_words,
    when,
    workload_words,
)

BASES = {"given": "at your own throughput"}
"""The origin of a throughput, in words."""


CONVERTED = {
    "unit_costs.usd_per_million_output_tokens": "per million output tokens",
    "unit_costs.usd_per_request": "a request",
    "unit_costs.usd_per_hour": "an hour",
}
"""Amounts that are told in the currency of a query."""


def unit_cost_summary(answer: Fields, query: Fields) -> str:
    """The cost of a million tokens or of a request, the deployment and the load."""
    costs = answer["unit_costs"]
    on = _devices(answer)
    basis = answer["performance"]["basis"]
    bought = price_words(answer["price"], query.get("purchase") or {})
    tail = f"{BASES.get(basis, basis)} ({bought}, {when(answer['provenance'])})."
    if answer["model"] is None:
        text = f"A request on {on} costs {usd(costs['usd_per_request'])}, {tail}"
    else:
        is_media = answer["media"] is not None or costs["usd_per_million_tokens"] is None
        each = _media(costs) if is_media else _tokens(costs)
        on += "" if is_media else f" in {answer['precision']}"
        hourly = usd(costs["usd_per_hour"])
        text = (
            f"{begun(model_words(answer, query))} on {on} costs {each} and {hourly} an hour, {tail}"
        )
    money = converted_words(answer, CONVERTED)
    return f"{text} {_load(answer, query)}.{money}"


def _media(costs: Fields) -> str:
    """The price of an image that is made, or of audio that is written down."""
    audio = costs["usd_per_audio_hour"]
    return (
        f"{usd(costs['usd_per_image'])} an image"
        if audio is None
        else f"{usd(audio)} an hour of audio"
    )


def _devices(answer: Fields) -> str:
    """The devices of a deployment, of two pools those of each."""
    pools = answer["pools"]
    if pools is None:
        return device_words(answer)
    return pool_words(pools["prefill"], pools["decode"])


def _pools(pools: Fields) -> str:
    """What two pools cost and leave idle, and what the cache takes on its way."""
    told = " and ".join(
        f"the {name} pool costs {usd(pools[name]['usd_per_hour'])} an hour and works"
        f" {share(pools[name]['full_use_fraction'])} of the time at full use"
        for name in ("prefill", "decode")
    )
    transfer = pools["transfer"]
    return (
        f"; {told}; the cache of a prompt, {number(transfer['cache_bytes'] / 1e9)} GB, moves in"
        f" {number(transfer['seconds'])} s, and the {pools['limit']} sets the throughput"
    )


def _tokens(costs: Fields) -> str:
    """The prices of output and input tokens; of requests without output, of what they read."""
    image = costs["usd_per_image"]
    images = "" if image is None else f", {usd(image)} an image"
    if costs["usd_per_million_output_tokens"] is None:
        return f"{_ranged(costs, 'input')}{images}, {usd(costs['usd_per_document'])} a document"
    return f"{_ranged(costs, 'output')}, {_input_tokens(costs)}{images}"


def _ranged(costs: Fields, kind: str) -> str:
    """The price of tokens of a kind, with its range unless it is a point."""
    name = f"usd_per_million_{kind}_tokens"
    low, high = usd(costs[f"{name}_low"]), usd(costs[f"{name}_high"])
    text = f"{usd(costs[name])} per million {kind} tokens"
    return text if low == high else f"{text} ({low} to {high})"


def _input_tokens(costs: Fields) -> str:
    """The price of input tokens, and of cached ones where there are any."""
    text = f"{usd(costs['usd_per_million_input_tokens'])} per million input tokens"
    cached = costs["usd_per_million_cached_input_tokens"]
    return text if cached is None else f"{text} that are computed, {usd(cached)} per million cached"


def _batch_tier(tier: Fields | None) -> str:
    """What batch work costs that fills what interactive work leaves; empty where nobody asks."""
    if tier is None:
        return ""
    kind = "output" if tier["batch"]["usd_per_million_output_tokens"] is not None else "input"
    batch, interactive = (
        usd(tier[name][f"usd_per_million_{kind}_tokens"]) for name in ("batch", "interactive")
    )
    return (
        f"; batch work, for which nobody waits, fills {share(tier['filled_fraction'])} of the time"
        f" that is left and costs {batch} per million {kind} tokens, and interactive work then"
        f" costs {interactive} (APIs take {share(tier['api_discount_fraction'])} off batches)"
    )


def _load(answer: Fields, query: Fields) -> str:
    """The work, the load, the utilisation and the latency that the figures hold for.

    With the price at full use, which is what benchmarks print.
    """
    performance = answer["performance"]
    load = load_words(answer, query)
    parts = [workload_words(answer, query)]
    parts += [f"for {load}"] if load else []
    if performance["concurrency"] is not None:
        parts.append(f"{number(performance['concurrency'])} at a time")
    used = share(performance["utilization_fraction"])
    parts.append(f"with {used} of the throughput used ({_at_full_use(answer)} at full use)")
    text = f"This is {', '.join(parts)}"
    drafted = answer["speculation"]
    if drafted is not None:
        text += (
            f"; {number(drafted['draft_tokens'])} tokens are drafted ahead"
            f" ({drafted['method']}), a step makes {number(drafted['tokens_per_step'])}, and"
            f" the throughput is {number(drafted['throughput_ratio'])} times that without at this"
            " load"
        )
    if answer["pools"] is not None:
        text += _pools(answer["pools"])
    images = answer["images"]
    if images is not None:
        text += (
            f"; an image becomes {counted(images['tokens_per_image'], 'token')}, and its"
            f" encoder takes {share(images['encoder_share_fraction'])} of the time"
        )
    text += _batch_tier(answer["batch_tier"])
    adapters = answer["adapters"]
    if adapters is not None:
        held = counted(adapters["count"], "adapter")
        text += f"; a replica holds {held} of rank {number(adapters['rank'])}"
    cache = answer["prefix_cache"]
    if cache is not None:
        text += (
            f"; the cache makes the throughput {number(cache['throughput_ratio'])} times that"
            " without at as many requests"
        )
    if performance["ttft_seconds"] is None:
        return text
    if performance["tpot_seconds"] is None:
        return f"{text}; a request is answered after {number(performance['ttft_seconds'])} s"
    return (
        f"{text}; the first token comes after {number(performance['ttft_seconds'])} s, the others"
        f" every {number(performance['tpot_seconds'])} s"
    )


def _at_full_use(answer: Fields) -> str:
    """The price of output tokens, or of a request, with all of the throughput used."""
    costs = answer["at_full_use"]
    for kind in ("output", "input"):
        price = costs[f"usd_per_million_{kind}_tokens"]
        if price is not None:
            return f"{usd(price)} per million {kind} tokens"
    return f"{usd(costs['usd_per_request'])} a request"
