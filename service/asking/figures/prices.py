"""The figures of devices and APIs without any work: prices and facts."""

from service.asking.figures.figure import Fields, Read, by_token, figure_of, periods


def device_price(answer: Fields) -> Read:
    """The price of devices."""
    count, price = answer["device_count"], answer["price"]
    among = price["range"] or {}
    yield (
        "price",
        (
            figure_of(
                "usd_per_device_hour",
                answer["usd_per_device_hour"],
                "a device-hour",
                among.get("low_usd_per_device_hour", price["usd_per_device_hour_low"]),
                among.get("high_usd_per_device_hour", price["usd_per_device_hour_high"]),
            ),
            figure_of("usd_per_hour", answer["usd_per_hour"], "an hour") if count > 1 else None,
            figure_of("purchase_usd", answer["purchase_usd"], "to buy one")
            if price["option"] == "owned"
            else None,
        ),
    )
    yield from periods(answer["usd_per_hour"])


def device_facts(answer: Fields) -> Read:
    """Facts of devices."""
    count = answer["device_count"]
    many = f" of {count} devices" if count > 1 else ""
    drawn = (answer["tdp_watts"] + answer["host_watts"]) * count
    yield (
        "watts",
        (
            figure_of("tdp_watts", answer["tdp_watts"] * count, f"W of TDP{many}"),
            figure_of("idle_watts", answer["idle_watts"] * count, f"W idle{many}"),
            figure_of("system_watts", drawn, f"W with host and network{many}"),
            figure_of(
                "electricity_usd_per_month",
                answer["electricity_usd_per_month"],
                f"a month of electricity at {answer['usd_per_kilowatt_hour']:.3g} USD a kWh",
            ),
            figure_of(
                "energy_kilowatt_hours_per_month",
                answer["energy_kilowatt_hours_per_month"],
                "kWh a month at full power with PUE",
            ),
        ),
    )
    yield (
        "memory",
        (figure_of("memory_gibibytes", answer["memory_gibibytes"] * count, "GiB of memory"),),
    )
    yield (
        "bandwidth",
        (
            figure_of(
                "memory_gigabytes_per_second",
                answer["memory_gigabytes_per_second"] * count,
                "GB/s of memory bandwidth",
            ),
        ),
    )
    yield (
        "flops",
        tuple(
            figure_of(f"{name}_teraflops", value * count, f"dense {name} teraflops")
            for name, value in answer["teraflops"].items()
            if name in {"bf16", "fp16", "fp8", "fp4"} and value
        ),
    )
    yield "price", (figure_of("purchase_usd", answer["purchase_usd"], "to buy one"),)


def api_price(answer: Fields) -> Read:
    """The prices of an API."""
    priced = [
        figure_of(
            f"usd_per_million_{kind}_tokens",
            answer[f"usd_per_million_{kind}_tokens"],
            f"per million {kind} tokens",
        )
        for kind in ("input", "output")
    ]
    yield "price", tuple(priced)
    yield from by_token(priced)
    length = f"{answer['input_tokens']:,.0f} tokens in and {answer['output_tokens']:,.0f} out"
    yield (
        "per_request",
        (figure_of("usd_per_request", answer["usd_per_request"], f"a request of {length}"),),
    )
    month = answer["usd_per_month"]
    yield "per_month", (figure_of("usd_per_month", month, "a month"),)
    if month is not None:
        yield "per_year", (figure_of("usd_per_year", month * 12, "a year"),)
