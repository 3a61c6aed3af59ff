"""The figures of devices and APIs without any work: prices and facts."""

from collections.abc import Iterator, Sequence

from pricing.units import HOURS_PER_MONTH, MINUTES_PER_HOUR, MONTHS_PER_YEAR
from service.asking.answer import Figure
from service.asking.figures.figure import (
    Fields,
    Read,
    by_request,
    by_token,
    figure_of,
    one,
    periods,
)
from service.summaries.figures import usd


def device_price(answer: Fields) -> Read:
    """The price of devices; of owned ones with their electricity."""
    count, price = answer["device_count"], answer["price"]
    among = price["range"] or {}
    electricity = answer["electricity_usd_per_device_hour"] or 0.0
    discounted = _discounted(answer) if among else 1.0
    low, high = (
        among[f"{end}_usd_per_device_hour"] * discounted
        if among
        else price[f"usd_per_device_hour_{end}"]
        for end in ("low", "high")
    )
    is_range = low is not None and high is not None
    part = _part(answer)
    yield (
        "price",
        (
            part,
            figure_of(
                "usd_per_device_hour_with_electricity" if electricity else "usd_per_device_hour",
                answer["usd_per_device_hour"] + electricity,
                f"a device-hour, {usd(electricity)} of it electricity"
                if electricity
                else "a device-hour",
                low + electricity if is_range else None,
                high + electricity if is_range else None,
            ),
            figure_of("usd_per_hour", answer["usd_per_hour"], "an hour") if count > 1 else None,
            *(_bought(answer) if price["option"] == "owned" else ()),
        ),
    )
    yield "purchase", tuple(_bought(answer))
    yield "cheapest", tuple(_offers(answer["offers"]))
    if answer["facts"] is not None:
        yield from ((key, told) for key, told in device_facts(answer["facts"]) if key != "price")
    if part is not None:
        words = f"a month of one {price['row']['instance_type']}"
        monthly = part.value * HOURS_PER_MONTH
        yield one("per_month", "usd_per_instance_month", monthly, words)
    else:
        yield from periods(answer["usd_per_hour"])
    minute = answer["usd_per_hour"] / MINUTES_PER_HOUR
    yield "per_audio_minute", (figure_of("usd_per_minute", minute, "a minute"),)


def _part(answer: Fields) -> Figure | None:
    """What an instance with a part of a device costs, None where it has whole ones."""
    row = answer["price"]["row"]
    if row is None or row["device_count"] >= 1.0:
        return None
    share = row["device_count"]
    words = f"an hour of one {row['instance_type']}, which has {share:.3g} of a device"
    return figure_of("usd_per_instance_hour", answer["usd_per_device_hour"] * share, words)


def _bought(answer: Fields) -> Iterator[Figure | None]:
    """What devices cost to buy, all of them and one."""
    count, usd_each = answer["device_count"], answer["purchase_usd"]
    if count > 1 and usd_each is not None:
        yield figure_of("purchase_usd_of_all", usd_each * count, f"to buy {count:,}")
    yield figure_of("purchase_usd", usd_each, "to buy one")


MOST_OFFERS = 3


def _discounted(answer: Fields) -> float:
    """What a discount leaves of the prices that are listed."""
    row = answer["price"]["row"]
    listed = row["usd_per_hour"] / row["device_count"] if row else 0.0
    return answer["usd_per_device_hour"] / listed if listed else 1.0


def _offers(offers: Sequence[Fields]) -> Iterator[Figure | None]:
    """The lowest prices, with who asks them."""
    for place, offer in enumerate(offers[:MOST_OFFERS]):
        where = f"{offer['provider']} {offer['region']}".removesuffix(" global")
        yield figure_of(
            f"offers.{place}.usd_per_device_hour",
            offer["usd_per_device_hour"],
            f"a device-hour at {where}",
        )


def device_facts(answer: Fields) -> Read:
    """Facts of devices."""
    count = answer["device_count"]
    yield from _electricity(answer)
    kilograms = answer["kilograms_co2e_per_month"]
    words = "kg of CO₂e a month at full power with PUE"
    yield one("carbon", "kilograms_co2e_per_month", kilograms, words)
    gibibytes = answer["memory_gibibytes"] * count
    yield one("memory", "memory_gibibytes", gibibytes, "GiB of memory")
    bandwidth, words = answer["memory_gigabytes_per_second"] * count, "GB/s of memory bandwidth"
    yield one("bandwidth", "memory_gigabytes_per_second", bandwidth, words)
    yield (
        "flops",
        tuple(
            figure_of(f"{name}_teraflops", value * count, f"dense {name} teraflops")
            for name, value in answer["teraflops"].items()
            if name in {"bf16", "fp16", "fp8", "fp4"} and value
        ),
    )
    yield one("price", "purchase_usd", answer["purchase_usd"], "to buy one")


def _electricity(answer: Fields) -> Read:
    """What devices draw at full power and idle, and what their electricity costs."""
    count, host = answer["device_count"], answer["host_watts"]
    many = f" of {count} devices" if count > 1 else ""
    at_rate = f"at {answer['usd_per_kilowatt_hour']:.3g} USD a kWh"
    usd_per_month = answer["electricity_usd_per_month"]
    words = f"a month of electricity {at_rate}"
    electricity = figure_of("electricity_usd_per_month", usd_per_month, words)
    energy = figure_of(
        "energy_kilowatt_hours_per_month",
        answer["energy_kilowatt_hours_per_month"],
        "kWh a month at full power with PUE",
    )
    yield "electricity", (electricity, energy)
    full_watts, idle_watts = answer["tdp_watts"] + host, answer["idle_watts"] + host
    idle = figure_of("idle_watts", answer["idle_watts"] * count, f"W idle{many}")
    yield (
        "watts",
        (
            figure_of("tdp_watts", answer["tdp_watts"] * count, f"W of TDP{many}"),
            idle,
            figure_of("system_watts", full_watts * count, f"W with host and network{many}"),
            electricity,
            energy,
        ),
    )
    words = f"W idle with host and network{many}"
    yield (
        "idle",
        (
            idle,
            figure_of("idle_system_watts", idle_watts * count, words),
            figure_of(
                "electricity_usd_idle_per_month",
                usd_per_month * idle_watts / full_watts,
                f"a month of electricity idle {at_rate}",
            ),
        ),
    )


def api_price(answer: Fields) -> Read:
    """The prices of an API."""
    priced = [
        figure_of(
            f"usd_per_million_{kind}_tokens",
            answer[f"usd_per_million_{kind}_tokens"],
            f"per million {kind} tokens",
        )
        for kind in ("input", "output")
        if kind == "input" or answer["output_tokens"]
    ]
    cached = figure_of(
        "usd_per_million_cached_input_tokens",
        answer["usd_per_million_cached_input_tokens"],
        "per million cached input tokens",
    )
    yield "cached_price", (cached,)
    if len(priced) > 1:
        yield "output_price", (priced[1],)
    yield "price", tuple(priced)
    yield from by_token(priced)
    length = f"{answer['input_tokens']:,.0f} tokens in and {answer['output_tokens']:,.0f} out"
    yield one("per_request", "usd_per_request", answer["usd_per_request"], f"a request of {length}")
    yield from by_request(answer["usd_per_request"])
    month = answer["usd_per_month"]
    yield one("per_month", "usd_per_month", month, "a month")
    if month is not None:
        yield one("per_year", "usd_per_year", month * MONTHS_PER_YEAR, "a year")
