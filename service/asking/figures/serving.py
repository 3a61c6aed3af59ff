"""The figures of serving: of unit costs, and of services over time."""

from collections.abc import Iterator, Sequence

from pricing.units import (
    HOURS_PER_MONTH,
    MINUTES_PER_HOUR,
    SECONDS_PER_HOUR,
    TOKENS_PER_MILLION_TOKENS,
    WATTS_PER_KILOWATT,
)
from service.asking.answer import Figure
from service.asking.figures.electricity import of_energy, of_serving
from service.asking.figures.figure import (
    Fields,
    Read,
    by_request,
    by_token,
    devices_of,
    figure_of,
    inverse,
    per_million,
    periods,
)
from service.asking.figures.memory import memory
from service.asking.figures.speeds import speeds


def unit_costs(answer: Fields) -> Read:
    """The cost of tokens, with speed, latency, power and carbon."""
    costs, power, performance = answer["unit_costs"], answer["power"], answer["performance"]
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
    each = None if image is None else inverse(image.value)
    yield "images_per_usd", (figure_of("images_per_usd", each, "images a dollar"),)
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
    yield from speeds(answer)
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
    users = performance["concurrency"]
    if users:
        yield (
            "watts_per_user",
            (
                figure_of(
                    "facility_watts_per_user",
                    power["facility_watts"] / users,
                    f"W at the meter a user, of {users:,.4g} at once",
                ),
            ),
        )
        monthly = costs["usd_per_hour"] * HOURS_PER_MONTH / users
        words = f"a month a user, of {users:,.4g} at once"
        yield "per_user", (figure_of("usd_per_user_per_month", monthly, words),)
    efficiency = answer["efficiency"]
    yield "energy_per_token", (per_million("output", efficiency["joules_per_output_token"]),)
    joules = efficiency["joules_per_request"]
    if joules is not None:
        watt_hours = joules / SECONDS_PER_HOUR
        yield (
            "energy_per_request",
            (figure_of("watt_hours_per_request", watt_hours, "Wh at the meter a request"),),
        )
    grams, each = (
        efficiency[f"{name}_output_token{end}"]
        for name, end in (("grams_co2e_per_million", "s"), ("joules_per", ""))
    )
    if joules is not None and grams is not None and each:
        of_request = grams / TOKENS_PER_MILLION_TOKENS / each * joules
        words = "g of CO₂e a thousand requests"
        yield (
            "carbon_per_request",
            (figure_of("grams_co2e_per_thousand_requests", of_request * 1e3, words),),
        )
    per_joule = efficiency["output_tokens_per_joule"]
    if per_joule is not None:
        per_kilowatt_hour = per_joule * WATTS_PER_KILOWATT * SECONDS_PER_HOUR
        words = "output tokens a kWh at the meter"
        yield (
            "tokens_per_kwh",
            (figure_of("output_tokens_per_kilowatt_hour", per_kilowatt_hour, words),),
        )
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
    yield "electricity", of_serving(answer)
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
    replica = answer["replicas"][0]
    each = inverse(replica["tpot_seconds"])
    speed = figure_of("tokens_per_second_per_user", each, "tokens a second a user")
    rate = replica["requests_per_second"]
    busy = figure_of("requests_per_second_per_replica", rate, "requests a second a replica")
    yield "tokens_per_second", (speed or busy,)
    energy, carbon = totals["energy_kilowatt_hours"], totals["kilograms_co2e"]
    yield "electricity", of_energy(answer, energy, months)
    yield (
        "watts",
        (
            figure_of(
                "energy_kilowatt_hours_per_month", energy / months, "kWh a month at the meter"
            ),
            figure_of("energy_kilowatt_hours", energy, f"kWh in {months} months"),
        ),
    )
    yield (
        "carbon",
        (
            figure_of("kilograms_co2e_per_month", carbon / months, "kg of CO₂e a month"),
            figure_of("kilograms_co2e", carbon, f"kg of CO₂e in {months} months"),
        ),
    )


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
