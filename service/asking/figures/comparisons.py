"""The figures of devices that are compared."""

from collections.abc import Sequence

from msgspec.structs import replace

from pricing.units import TOKENS_PER_MILLION_TOKENS
from service.asking.figures.figure import (
    Fields,
    Read,
    by_request,
    devices,
    figure_of,
    inverse,
    output_tokens_of,
    per_million,
    periods,
)

MOST_CANDIDATES = 4
"""Candidates of a comparison that are told."""


def comparison(answer: Fields) -> Read:
    """The best of the devices that are compared, and the next three."""
    candidates: Sequence[Fields] = answer["candidates"]
    if not candidates:
        return
    best = candidates[0]
    name = "usd_per_million_output_tokens"
    if best.get(name) is None:
        name = "usd_per_million_input_tokens"
    yield (
        "price",
        tuple(
            figure_of(
                name if one is best else f"{one['device']}.{name}",
                one.get(name),
                f"per million {name.split('_')[3]} tokens on {devices(one)}",
                one.get(f"{name}_low"),
                one.get(f"{name}_high"),
            )
            for one in candidates[:MOST_CANDIDATES]
        ),
    )
    speed = best.get("output_tokens_per_second")
    yield (
        "tokens_per_second",
        (figure_of("output_tokens_per_second", speed, "output tokens a second"),),
    )
    hour = best.get("usd_per_hour")
    if hour is not None:
        yield from periods(hour)
    yield (
        "speed",
        tuple(
            figure_of(
                f"{place}.tokens_per_second_per_user",
                inverse(one["tpot_seconds"]),
                f"tokens a second a user on {devices(one)}",
            )
            for place, one in enumerate(candidates[:MOST_CANDIDATES])
        ),
    )
    yield (
        "months",
        tuple(
            figure_of(
                "usd_per_month" if one is best else f"{one['device']}.usd_per_month",
                one["usd_per_month"],
                f"a month on {devices(one)}",
            )
            for one in candidates[:MOST_CANDIDATES]
        ),
    )
    hourly = tuple(
        figure_of(
            "usd_per_hour" if one is best else f"{one['device']}.usd_per_hour",
            one["usd_per_hour"],
            f"an hour for {devices(one)}",
        )
        for one in candidates[:MOST_CANDIDATES]
    )
    yield "cheapest_hour", hourly
    yield "smallest", hourly
    yield (
        "count",
        tuple(
            figure_of(
                "device_count" if one is best else f"{one['device']}.device_count",
                float(one["device_count"]),
                f"× {one['device']}",
            )
            for one in candidates[:MOST_CANDIDATES]
        ),
    )
    energy = tuple(
        figure
        for one in candidates[:MOST_CANDIDATES]
        for figure in (per_million("output", one["joules_per_output_token"]),)
        if figure is not None
    )
    named = tuple(
        replace(figure, name=f"{place}.{figure.name}", words=f"{figure.words} on {devices(one)}")
        for place, (one, figure) in enumerate(zip(candidates, energy, strict=False))
    )
    yield "energy_per_token", named
    yield "watts", energy[:1]
    grams = best["grams_co2e_per_million_output_tokens"]
    words = "g of CO₂e per million output tokens"
    yield "carbon", (figure_of("grams_co2e_per_million_output_tokens", grams, words),)
    request = best.get("usd_per_request")
    yield "per_request", (figure_of("usd_per_request", request, "a request"),)
    yield from by_request(request)
    written = output_tokens_of(best)
    if grams is not None and written is not None:
        of_thousand = grams / TOKENS_PER_MILLION_TOKENS * written * 1e3
        words = "g of CO₂e a thousand requests"
        yield (
            "carbon_per_request",
            (figure_of("grams_co2e_per_thousand_requests", of_thousand, words),),
        )
