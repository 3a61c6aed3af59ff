"""Sentences: answers for a chat, each with its figure, its conditions and its day."""

from collections.abc import Mapping, Sequence
from typing import Any

Whole = Mapping[str, Any]


def sentence_of(whole: Whole) -> str:
    """The sentence of an answer."""
    if "unit_costs" in whole:
        return _unit_costs(whole)
    if "options" in whole and "compute" in whole:
        return _run_costs(whole)
    if "months" in whole and "totals" in whole:
        return _tco(whole)
    if "candidates" in whole:
        return _comparison(whole)
    if "total_count" in whole:
        return f"{whole['total_count']:,} rows match; {len(whole['rows'])} of them are shown."
    return "There is an answer; ask for application/json to read it."


def cheapest_of(options: Sequence[Whole]) -> Whole:
    """The option that costs least in the mean: two may be of one name."""
    return min(options, key=lambda option: option["usd"]["mean"])


def usd(value: float | None) -> str:
    """US dollars, to three significant figures or the cent.

    >>> usd(0.012345), usd(1234.5), usd(12345678.0)
    ('$0.0123', '$1,234.50', '$12.3 million')
    """
    if value is None:
        return "no price"
    if abs(value) >= 1e6:  # noqa: PLR2004 - a million
        return f"${value / 1e6:.3g} million"
    return f"${value:,.2f}" if abs(value) >= 1.0 else f"${value:.3g}"


def _unit_costs(whole: Whole) -> str:
    costs, price, day = whole["unit_costs"], whole["price"], whole["provenance"]
    where = " ".join(
        part
        for part in (
            price["option"],
            *((price["row"]["provider"], price["row"]["region"]) if price["row"] else ()),
        )
        if part
    )
    on = f"{whole['device_count']} × {whole['device']}"
    tail = f"({where}, {day['as_of']}, release {day['catalog']})."
    if whole["model"] is None:
        return f"A request on {on} costs {usd(costs['usd_per_request'])} {tail}"
    out, per_token = "usd_per_million_output_tokens", costs["usd_per_million_output_tokens"]
    return (
        f"{whole['model']} on {on} in {whole['precision']} costs {usd(per_token)} per million"
        f" output tokens ({usd(costs[out + '_low'])} to {usd(costs[out + '_high'])}),"
        f" {usd(costs['usd_per_million_input_tokens'])} per million input tokens and"
        f" {usd(costs['usd_per_hour'])} an hour, {whole['performance']['basis']} {tail}"
    )


def _run_costs(whole: Whole) -> str:
    day = whole["provenance"]
    on = f"{whole['device_count']:,} × {whole['device']}"
    tail = f"({day['as_of']}, release {day['catalog']})."
    if not whole["options"]:
        return f"No way of buying {on} for {whole['model']} has a price {tail}"
    cheapest = cheapest_of(whole["options"])
    spread = cheapest["usd"]
    return (
        f"Training {whole['model']} on {on} costs {usd(spread['mean'])} with {cheapest['option']}"
        f" ({usd(spread['p10'])} to {usd(spread['p90'])}) and takes"
        f" {cheapest['wall_clock_hours']:,.0f} hours, the cheapest of {len(whole['options'])}"
        f" ways of buying {tail}"
    )


def _tco(whole: Whole) -> str:
    totals, months, day = whole["totals"], len(whole["months"]), whole["provenance"]
    count = whole["replicas"][0]["device_count"]
    one, per = "million tokens", totals["usd_per_million_tokens"]
    if per is None:
        one, per = "request", totals["usd_per_request"]
    said = (
        f"{whole['model'] or 'The service'} on replicas of {count} × {whole['device']}, up to"
        f" {whole['capacity']['peak_replicas']:,} at a time, costs {usd(totals['usd_total'])} in"
        f" {months} month{'' if months == 1 else 's'}: {usd(totals['usd_total'] / months)} a month"
        f" and {usd(per)} per {one}"
    )
    if whole["alternatives"]:
        said += f"; {_alternative(whole['alternatives'][0])}"
    return f"{said} ({day['as_of']}, release {day['catalog']})."


def _alternative(other: Whole) -> str:
    """What the first alternative costs, and when the service costs no more than it."""
    month, load = other["break_even_month"], other["break_even_requests_per_day"]
    if month == other["months"][0]["month"]:
        even = "more from the first month on"
    else:
        even = f"break-even in {month}" if month else "no break-even by then"
    if load is not None:
        even += f", even at {load:,.0f} requests a day"
    return f"{other['name']} would cost {usd(other['usd_total'])}, {even}"


def _comparison(whole: Whole) -> str:
    day, objective = whole["provenance"], whole["objective"]
    of = f"of {whole['candidate_count']:,} candidates, {whole['feasible_count']:,} have an answer"
    if not whole["candidates"]:
        return f"None is best by {objective}: {of}."
    best = whole["candidates"][0]
    return (
        f"{best['device_count']} × {best['device']} in {best['precision']} ({best['option']},"
        f" {best['provider'] or 'no provider'}) is best by {objective} at {best[objective]:.4g}:"
        f" {of} ({day['as_of']}, release {day['catalog']})."
    )
