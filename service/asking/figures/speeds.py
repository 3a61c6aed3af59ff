"""The figures of speed of serving: tokens, requests and the time that they take."""

from pricing.units import HOURS_PER_DAY, MINUTES_PER_HOUR, SECONDS_PER_HOUR
from service.asking.answer import Figure
from service.asking.figures.figure import Fields, Read, figure_of, inverse, one
from service.asking.figures.memory import OUTPUT_TOKENS

SECONDS_PER_MINUTE = SECONDS_PER_HOUR / MINUTES_PER_HOUR


def speeds(answer: Fields) -> Read:
    """How fast tokens and requests are served, in all, of a device and of a user."""
    performance = answer["performance"]
    in_all = figure_of(
        "output_tokens_per_second",
        performance["output_tokens_per_second"],
        "output tokens a second",
        performance["output_tokens_per_second_low"],
        performance["output_tokens_per_second_high"],
    )
    speed, each = performance["output_tokens_per_second"], inverse(performance["tpot_seconds"])
    of_device = None if speed is None else speed / answer["device_count"]
    by_device = figure_of(
        "output_tokens_per_second_per_device", of_device, "output tokens a second a device"
    )
    user = figure_of("tokens_per_second_per_user", each, "a user")
    by_user = figure_of("tokens_per_second_per_user", each, "output tokens a second a user")
    yield "tokens_per_second", (in_all, user) if in_all else _of_no_output(answer)
    daily = None if speed is None else speed * HOURS_PER_DAY * SECONDS_PER_HOUR
    words = "output tokens a day at full use"
    yield "tokens_per_day", (figure_of("output_tokens_per_day", daily, words), in_all, user)
    yield "per_device", (by_device, in_all, user)
    yield "user_speed", (by_user, in_all)
    read = performance["input_tokens_per_second"]
    words = "input tokens a second"
    yield one("prefill_speed", "input_tokens_per_second", read, words)
    rate = performance["requests_per_second"]
    is_image = answer["unit_costs"].get("usd_per_image") is not None
    words = f"{'images' if is_image else 'requests'} a second at full use"
    yield one("requests_per_second", "requests_per_second", rate, words)
    by_minute = None if rate is None else rate * SECONDS_PER_MINUTE
    words = "requests a minute at full use"
    yield one("requests_per_minute", "requests_per_minute", by_minute, words)
    late = performance["ttft_p99_seconds"]
    first = figure_of("ttft_seconds", performance["ttft_seconds"], "s to the first token")
    token = figure_of("tpot_seconds", performance["tpot_seconds"], "s a token")
    latest = figure_of("ttft_p99_seconds", late, "s to the first token for 99 of 100")
    yield "latency", (first, latest, token)
    yield "late", (latest, first, token)
    yield "tpot", (token, first)
    yield "response", (whole_response(performance, answer.get(OUTPUT_TOKENS)), first, token)


def _of_no_output(answer: Fields) -> tuple[Figure | None, ...]:
    """How fast a model works that writes no tokens: what it reads, hears or draws."""
    costs, performance = answer["unit_costs"], answer["performance"]
    read, rate = performance["input_tokens_per_second"], performance["requests_per_second"]
    if read is not None:
        return (figure_of("input_tokens_per_second", read, "input tokens a second"),)
    if costs.get("usd_per_audio_hour"):
        heard = costs["usd_per_hour"] / costs["usd_per_audio_hour"]
        at_full_use = heard / performance["utilization_fraction"]
        words = "hours of audio an hour at full use"
        return (figure_of("audio_hours_per_hour", at_full_use, words),)
    return (figure_of("images_per_second", rate, "images a second at full use"),)


def whole_response(performance: Fields, output_tokens: float | None) -> Figure | None:
    """How long a whole response takes: its first token, and all behind it."""
    first, each = performance["ttft_seconds"], performance["tpot_seconds"]
    if first is None or each is None or not output_tokens:
        return None
    seconds = first + each * max(output_tokens - 1.0, 0.0)
    words = f"s for a whole response of {output_tokens:,.0f} tokens"
    return figure_of("response_seconds", seconds, words)
