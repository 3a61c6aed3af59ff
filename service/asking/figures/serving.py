"""The figures of serving: of unit costs, services over time and comparisons."""

from collections.abc import Iterator, Sequence

from pricing.units import (
    HOURS_PER_MONTH,
    MINUTES_PER_HOUR,
    SECONDS_PER_HOUR,
    TOKENS_PER_MILLION_TOKENS,
    WATTS_PER_KILOWATT,
)
from service.asking.answer import Figure
from service.asking.figures.figure import (
    Fields,
    Read,
    by_request,
    by_token,
    devices,
    devices_of,
    figure_of,
    periods,
)
from service.asking.figures.memory import memory

MOST_CANDIDATES = 4
"""Candidates of a comparison that are told."""


def unit_costs(answer: Fields) -> Read:
    """The cost of tokens, with speed, latency, power and carbon."""
    costs, performance, power = answer["unit_costs"], answer["performance"], answer["power"]
    priced = [
        figure_of(
            f"usd_per_million_{kind}_tokens",
            costs[f"usd_per_million_{kind}_tokens"],
            f"per million {kind} tokens",
            costs.get(f"usd_per_million_{kind}_tokens_low"),
            costs.get(f"usd_per_million_{kind}_tokens_high"),
        )
        for kind in ("output", "input")
    ]
    image, audio = (
        figure_of(name, costs[name], words, costs.get(f"{name}_low"), costs.get(f"{name}_high"))
        for name, words in (
            ("usd_per_image", "an image"),
            ("usd_per_audio_hour", "an hour of audio"),
        )
    )
    yield "price", (*priced, image, audio)
    yield "per_image", (image,)
    yield "per_audio_hour", (audio,)
    if audio is not None:
        minute = audio.value / MINUTES_PER_HOUR
        words = "a minute of audio"
        yield "per_audio_minute", (figure_of("usd_per_audio_minute", minute, words), audio)
    request = figure_of("usd_per_request", costs["usd_per_request"], "a request")
    yield "per_request", (request,)
    yield from by_request(costs["usd_per_request"])
    yield (
        "tokens_per_usd",
        (
            figure_of(
                "output_tokens_per_usd", costs["output_tokens_per_usd"], "output tokens a dollar"
            ),
        ),
    )
    yield from by_token(priced)
    yield (
        "tokens_per_second",
        (
            figure_of(
                "output_tokens_per_second",
                performance["output_tokens_per_second"],
                "output tokens a second",
                performance["output_tokens_per_second_low"],
                performance["output_tokens_per_second_high"],
            ),
            figure_of(
                "tokens_per_second_per_user", _inverse(performance["tpot_seconds"]), "a user"
            ),
        ),
    )
    rate = performance["requests_per_second"]
    words = "requests a second at full use"
    yield "requests_per_second", (figure_of("requests_per_second", rate, words),)
    yield (
        "latency",
        (
            figure_of("ttft_seconds", performance["ttft_seconds"], "s to the first token"),
            figure_of(
                "ttft_p99_seconds",
                performance["ttft_p99_seconds"],
                "s to the first token for 99 of 100",
            ),
            figure_of("tpot_seconds", performance["tpot_seconds"], "s a token"),
        ),
    )
    yield (
        "watts",
        (
            figure_of("facility_watts", power["facility_watts"], "W at the meter"),
            figure_of("device_watts", power["device_watts"], "W a device"),
            per_million("output", answer["efficiency"]["joules_per_output_token"]),
            figure_of(
                "energy_kilowatt_hours_per_month",
                power["facility_watts"] * HOURS_PER_MONTH / WATTS_PER_KILOWATT,
                "kWh a month",
            ),
        ),
    )
    efficiency = answer["efficiency"]
    yield "energy_per_token", (per_million("output", efficiency["joules_per_output_token"]),)
    yield (
        "tokens_per_joule",
        (
            figure_of(
                "output_tokens_per_joule",
                efficiency["output_tokens_per_joule"],
                "output tokens a joule at the meter",
            ),
        ),
    )
    yield (
        "carbon",
        (
            figure_of(
                "grams_co2e_per_million_output_tokens",
                efficiency["grams_co2e_per_million_output_tokens"],
                "g of CO₂e per million output tokens",
            ),
        ),
    )
    yield "count", (devices_of(answer),)
    yield from memory(answer)
    yield from periods(costs["usd_per_hour"])


def tco(answer: Fields) -> Read:
    """The cost of a service."""
    totals, months = answer["totals"], round(answer["horizon_months"])
    total = totals["usd_total"]
    yield "per_month", (figure_of("usd_per_month", total / months, "a month"),)
    yield "per_year", (figure_of("usd_per_year", total / months * 12, "a year"),)
    per_token = figure_of(
        "usd_per_million_tokens", totals["usd_per_million_tokens"], "per million tokens"
    )
    yield "price", (figure_of("usd_total", total, f"in {months} months"), per_token)
    yield "per_million", (per_token,)
    yield "per_request", (figure_of("usd_per_request", totals["usd_per_request"], "a request"),)
    yield from by_request(totals["usd_per_request"])
    yield "confidence", tuple(_levels(answer["confidence"], months))
    yield "break_even", tuple(_break_even(answer["alternatives"], months))
    yield (
        "count",
        (figure_of("peak_replicas", float(answer["capacity"]["peak_replicas"]), "replicas"),),
    )
    energy = totals["energy_kilowatt_hours"]
    yield "watts", (figure_of("energy_kilowatt_hours", energy, "kWh at the meter"),)


def _levels(certainty: Fields | None, months: int) -> Iterator[Figure | None]:
    """The totals that a service stays within with the probabilities that are asked for."""
    for level in (certainty or {}).get("levels") or ():
        sure = f"{level['confidence_fraction']:.0%}"
        yield figure_of(
            f"usd_total_at_{sure.removesuffix('%')}_percent",
            level["usd"],
            f"in {months} months with {sure} confidence",
        )


def _break_even(alternatives: Sequence[Fields], months: int) -> Iterator[Figure | None]:
    """From how many requests a day on a service costs less than an API, and what the API costs."""
    for one in alternatives[:1]:
        yield figure_of(
            "alternatives.0.break_even_requests_per_day",
            one["break_even_requests_per_day"],
            f"requests a day to break even with {one['name']}",
        )
        yield figure_of(
            "alternatives.0.usd_total", one["usd_total"], f"in {months} months by {one['name']}"
        )


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
                _inverse(one["tpot_seconds"]),
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
    yield "count", (figure_of("device_count", float(best["device_count"]), "devices"),)
    energy = (per_million("output", best["joules_per_output_token"]),)
    yield "energy_per_token", energy
    yield "watts", energy
    grams = best["grams_co2e_per_million_output_tokens"]
    words = "g of CO₂e per million output tokens"
    yield "carbon", (figure_of("grams_co2e_per_million_output_tokens", grams, words),)


def per_million(kind: str, joules: float | None) -> Figure | None:
    """The energy of a million tokens, of that of one [joules]."""
    if joules is None:
        return None
    kilowatt_hours = joules * TOKENS_PER_MILLION_TOKENS / (WATTS_PER_KILOWATT * SECONDS_PER_HOUR)
    return figure_of(
        f"kilowatt_hours_per_million_{kind}_tokens",
        kilowatt_hours,
        f"kWh per million {kind} tokens",
    )


def _inverse(value: float | None) -> float | None:
    return 1.0 / value if value else None
