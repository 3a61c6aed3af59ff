"""The figures of serving: of unit costs, and of services over time."""

from collections.abc import Iterator, Sequence

from pricing.units import (
    DAYS_PER_MONTH,
    GRAMS_PER_KILOGRAM,
    HOURS_PER_MONTH,
    HOURS_PER_YEAR,
    MINUTES_PER_HOUR,
    MONTHS_PER_YEAR,
    SECONDS_PER_HOUR,
    TOKENS_PER_MILLION_TOKENS,
    WATTS_PER_KILOWATT,
)
from service.asking.answer import Figure
from service.asking.figures.electricity import of_energy, of_serving, share_of
from service.asking.figures.figure import (
    Fields,
    Read,
    by_request,
    by_token,
    carbon_by_request,
    carbon_of,
    devices_of,
    figure_of,
    inverse,
    one,
    per_million,
    periods,
)
from service.asking.figures.memory import GRID, INPUT_TOKENS, OUTPUT_TOKENS, memory
from service.asking.figures.speeds import speeds


def unit_costs(answer: Fields) -> Read:
    """The cost of tokens, with speed, latency, power and carbon."""
    costs = answer["unit_costs"]
    yield from _prices(costs)
    yield from speeds(answer)
    yield from _power(answer)
    yield from _by_user(answer)
    yield from _energy(answer["efficiency"])
    yield from _carbon(answer)
    yield "electricity", of_serving(answer)
    yield "electricity_share", share_of(answer, costs["usd_per_hour"])
    yield "count", (devices_of(answer),)
    yield from memory(answer)
    yield from periods(costs["usd_per_hour"])


def _prices(costs: Fields) -> Read:
    """The prices of tokens, images, audio and requests."""

    def priced(name: str, words: str) -> Figure | None:
        return figure_of(
            name, costs[name], words, costs.get(f"{name}_low"), costs.get(f"{name}_high")
        )

    tokens = [
        priced(f"usd_per_million_{kind}_tokens", f"per million {kind} tokens")
        for kind in ("output", "input")
    ]
    image = priced("usd_per_image", "an image")
    audio = priced("usd_per_audio_hour", "an hour of audio")
    yield "price", (*tokens, image, audio)
    yield "per_image", (image,)
    images = None if image is None else inverse(image.value)
    yield one("images_per_usd", "images_per_usd", images, "images a dollar")
    yield "per_audio_hour", (audio,)
    if audio is not None:
        minute = audio.value / MINUTES_PER_HOUR
        words = "a minute of audio"
        yield "per_audio_minute", (figure_of("usd_per_audio_minute", minute, words), audio)
    request = costs["usd_per_request"]
    yield one("per_request", "usd_per_request", request, "a request")
    yield from by_request(request)
    tokens_per_usd = costs["output_tokens_per_usd"]
    yield one("tokens_per_usd", "output_tokens_per_usd", tokens_per_usd, "output tokens a dollar")
    yield from by_token(tokens)


def _power(answer: Fields) -> Read:
    """What the devices draw, and what that comes to."""
    power = answer["power"]
    monthly = power["facility_watts"] * HOURS_PER_MONTH / WATTS_PER_KILOWATT
    at_meter = figure_of("facility_watts", power["facility_watts"], "W at the meter")
    yield "power", (at_meter,)
    yield (
        "watts",
        (
            at_meter,
            figure_of("device_watts", power["device_watts"], "W a device"),
            per_million("output", answer["efficiency"]["joules_per_output_token"]),
            figure_of("energy_kilowatt_hours_per_month", monthly, "kWh a month"),
        ),
    )


def _by_user(answer: Fields) -> Read:
    """The power and the price of each of the users who are served at once."""
    users = answer["performance"]["concurrency"]
    if not users:
        return
    of_users = f"a user, of {users:,.4g} at once"
    watts = answer["power"]["facility_watts"] / users
    yield one("watts_per_user", "facility_watts_per_user", watts, f"W at the meter {of_users}")
    monthly = answer["unit_costs"]["usd_per_hour"] * HOURS_PER_MONTH / users
    yield one("per_user", "usd_per_user_per_month", monthly, f"a month {of_users}")


def _energy(efficiency: Fields) -> Read:
    """The energy of tokens and of a request."""
    each = efficiency["joules_per_output_token"]
    of_token = figure_of("joules_per_output_token", each, "J an output token")
    yield "energy_per_token", (per_million("output", each), of_token)
    joules = efficiency["joules_per_request"]
    if joules is not None:
        hours = joules / SECONDS_PER_HOUR
        words = "Wh at the meter a request"
        yield one("energy_per_request", "watt_hours_per_request", hours, words)
    per_joule = efficiency["output_tokens_per_joule"]
    if per_joule is not None:
        per_kilowatt_hour = per_joule * WATTS_PER_KILOWATT * SECONDS_PER_HOUR
        name, words = "output_tokens_per_kilowatt_hour", "output tokens a kWh at the meter"
        yield one("tokens_per_kwh", name, per_kilowatt_hour, words)
    words = "output tokens a joule at the meter"
    yield one("tokens_per_joule", "output_tokens_per_joule", per_joule, words)


def _carbon(answer: Fields) -> Read:
    """The carbon of tokens, of requests, and of the devices in a month and in a year."""
    efficiency = answer["efficiency"]
    grams, joules = (
        efficiency[name]
        for name in ("grams_co2e_per_million_output_tokens", "joules_per_output_token")
    )
    yield carbon_of(grams)
    yield from carbon_by_request(grams, efficiency)
    yield from _carbon_of_image(answer)
    if grams is None or not joules:
        return
    kilograms_per_joule = grams / TOKENS_PER_MILLION_TOKENS / GRAMS_PER_KILOGRAM / joules
    hourly = kilograms_per_joule * answer["power"]["facility_watts"] * SECONDS_PER_HOUR
    for period, hours in (("month", HOURS_PER_MONTH), ("year", HOURS_PER_YEAR)):
        words = f"kg of CO₂e a {period}"
        name = f"kilograms_co2e_per_{period}"
        yield one(f"carbon_per_{period}", name, hourly * hours, words)


def _carbon_of_image(answer: Fields) -> Read:
    """The carbon of an image that is made, by the energy of its request and the grid."""
    joules, grid = answer["efficiency"]["joules_per_request"], answer.get(GRID)
    if answer["unit_costs"]["usd_per_image"] is None or joules is None or grid is None:
        return
    if answer["efficiency"]["joules_per_output_token"] is not None:
        return  # an image that is looked at is told with its tokens
    grams = joules / (WATTS_PER_KILOWATT * SECONDS_PER_HOUR) * grid
    for name in ("carbon", "carbon_per_request"):
        yield one(name, "grams_co2e_per_image", grams, "g of CO₂e an image")


def tco(answer: Fields) -> Read:
    """The cost of a service."""
    totals, months = answer["totals"], round(answer["horizon_months"])
    total = totals["usd_total"]
    yield one("per_month", "usd_per_month", total / months, "a month")
    yearly = total / months * MONTHS_PER_YEAR
    yield one("per_day", "usd_per_day", total / months / DAYS_PER_MONTH, "a day")
    yield one("per_quarter", "usd_per_quarter", yearly / 4, "a quarter")
    yield one("per_year", "usd_per_year", yearly, "a year")
    per_token = figure_of(
        "usd_per_million_tokens", totals["usd_per_million_tokens"], "per million tokens"
    )
    yield "price", (figure_of("usd_total", total, f"in {months} months"), per_token)
    yield "per_million", (per_token,)
    yield one("per_request", "usd_per_request", totals["usd_per_request"], "a request")
    yield from by_request(totals["usd_per_request"])
    yield "confidence", tuple(_levels(answer["confidence"], months))
    yield "break_even", tuple(_break_even(answer["alternatives"], months))
    yield "break_even_tokens", tuple(_break_even_tokens(answer))
    replica, most = answer["replicas"][0], float(answer["capacity"]["peak_replicas"])
    in_all = most * replica["device_count"]
    peak = figure_of("peak_devices", in_all, "devices at the peak")
    yield "count", (peak, figure_of("peak_replicas", most, "replicas"))
    each = inverse(replica["tpot_seconds"])
    speed = figure_of("tokens_per_second_per_user", each, "tokens a second a user")
    rate = replica["requests_per_second"]
    busy = figure_of("requests_per_second_per_replica", rate, "requests a second a replica")
    yield "tokens_per_second", (speed or busy,)
    energy, carbon = totals["energy_kilowatt_hours"], totals["kilograms_co2e"]
    yield "electricity", of_energy(answer, energy, months)
    monthly = figure_of(
        "energy_kilowatt_hours_per_month", energy / months, "kWh a month at the meter"
    )
    yield "power", (monthly,)
    yield (
        "watts",
        (
            monthly,
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


def _break_even_tokens(answer: Fields) -> Iterator[Figure | None]:
    """From how many tokens a day on a service costs less than an API."""
    length = answer.get(INPUT_TOKENS, 0.0) + answer.get(OUTPUT_TOKENS, 0.0)
    for other in answer["alternatives"][:1]:
        even = other["break_even_requests_per_day"]
        yield figure_of(
            "break_even_tokens_per_day",
            None if even is None or not length else even * length,
            f"tokens a day, in and out, to break even with {other['name']}",
        )


def _break_even(alternatives: Sequence[Fields], months: int) -> Iterator[Figure | None]:
    """From how many requests a day on a service costs less than an API, and what the API costs."""
    for other in alternatives[:1]:
        yield figure_of(
            "alternatives.0.break_even_requests_per_day",
            other["break_even_requests_per_day"],
            f"requests a day to break even with {other['name']}",
        )
        yield figure_of(
            "alternatives.0.usd_total", other["usd_total"], f"in {months} months by {other['name']}"
        )
