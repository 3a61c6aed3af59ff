"""The figures of devices that are compared."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from service.asking.answer import Figure
from service.asking.figures.figure import (
    Fields,
    Read,
    by_request,
    carbon_by_request,
    carbon_of,
    figure_of,
    inverse,
    one,
    per_million,
    periods,
)
from service.summaries.parts import device_words

MOST_CANDIDATES = 4
"""Candidates of a comparison that are told."""


def comparison(answer: Fields) -> Read:
    """The best of the devices that are compared, and the next three."""
    told: Sequence[Fields] = answer["candidates"][:MOST_CANDIDATES]
    if not told:
        return
    best = told[0]
    yield from _prices(told)
    speed = best.get("output_tokens_per_second")
    words = "output tokens a second"
    yield one("tokens_per_second", "output_tokens_per_second", speed, words)
    hour = best.get("usd_per_hour")
    if hour is not None:
        yield from periods(hour)
    yield "speed", tuple(_speeds(told))
    yield "months", tuple(_each(told, "usd_per_month", "a month on"))
    hourly = tuple(_each(told, "usd_per_hour", "an hour for"))
    yield "cheapest_hour", hourly
    yield "smallest", hourly
    yield "count", tuple(_counts(told))
    energy = tuple(_energy(told))
    yield "energy_per_token", energy
    yield "watts", (per_million("output", best["joules_per_output_token"]),)
    grams = best["grams_co2e_per_million_output_tokens"]
    yield carbon_of(grams)
    request = best.get("usd_per_request")
    yield one("per_request", "usd_per_request", request, "a request")
    yield from by_request(request)
    yield from carbon_by_request(grams, best)


def _prices(told: Sequence[Fields]) -> Read:
    """The prices of tokens: of output, or of input where nothing is written."""
    name = "usd_per_million_output_tokens"
    if told[0].get(name) is None:
        name = "usd_per_million_input_tokens"
    kind = name.split("_")[3]
    words = f"per million {kind} tokens on"
    yield "price", tuple(_each(told, name, words))


def _each(told: Sequence[Fields], name: str, words: str) -> Iterator[Figure | None]:
    """A figure of each candidate, the best's without its device before the name."""
    for candidate in told:
        yield figure_of(
            name if candidate is told[0] else f"{candidate['device']}.{name}",
            candidate.get(name),
            f"{words} {device_words(candidate)}",
            candidate.get(f"{name}_low"),
            candidate.get(f"{name}_high"),
        )


def _counts(told: Sequence[Fields]) -> Iterator[Figure | None]:
    for candidate in told:
        device, count = candidate["device"], float(candidate["device_count"])
        name = "device_count" if candidate is told[0] else f"{device}.device_count"
        yield figure_of(name, count, f"× {device}")


def _speeds(told: Sequence[Fields]) -> Iterator[Figure | None]:
    """How fast a user reads on each candidate, named by its place."""
    for place, candidate in enumerate(told):
        yield figure_of(
            f"{place}.tokens_per_second_per_user",
            inverse(candidate["tpot_seconds"]),
            f"tokens a second a user on {device_words(candidate)}",
        )


def _energy(told: Sequence[Fields]) -> Iterator[Figure | None]:
    """The energy of output tokens on each candidate, named by its place."""
    for place, candidate in enumerate(told):
        each = per_million("output", candidate["joules_per_output_token"])
        if each is not None:
            words = f"{each.words} on {device_words(candidate)}"
            yield replace(each, name=f"{place}.{each.name}", words=words)
