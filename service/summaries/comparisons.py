"""Summary of a comparison."""

from service.summaries.figures import counted, figure, number, share, usd
from service.summaries.parts import (
    UNNAMED,
    Fields,
    converted_words,
    device_words,
    model_words,
    place_words,
    when,
)

OF_SERVICES = frozenset({"candidates", "question"})
"""What a comparison of services over time is known by."""

BASES = {
    "rented": "at rental prices",
    "owned": "at the cost of owning",
    "any": "at rental prices and the cost of owning, side by side",
}
"""What candidates are ranked at, in words."""


def comparison_summary(answer: Fields, query: Fields) -> str:
    """The best candidate with its figure, and why others are excluded."""
    objective, day = answer["objective"], f"({when(answer['provenance'])})"
    feasible = answer["feasible_count"]
    have = "has" if feasible == 1 else "have"
    of = f"of {counted(answer['candidate_count'], 'candidate')}, {feasible:,} {have} an answer"
    if answer["excluded_counts"]:
        of += f"; excluded are {excluded_words(answer)}"
    ranked = f" Candidates are ranked {BASES[answer['price_basis']]}."
    served = served_words(query)
    if not answer["candidates"]:
        return f"No candidate{served} can be ranked by {objective}: {of} {day}."
    best = answer["candidates"][0]
    bought = ", ".join(filter(None, (best["option"], place_words(best))))
    precision = best["asked_precision"] or best["precision"]
    engine = f" under {best['engine']}" if best["engine"] else ""
    return (
        f"{device_words(best)} in {precision}{engine} ({bought}) is"
        f" best{served} by {objective} at {figure(objective, best[objective])}, with"
        f" {share(best['utilization_fraction'])} of the throughput used: {of}"
        f" {day}.{ranked}"
        f"{converted_words(answer, {f'candidates.0.{objective}': ''})}"
    )


def excluded_words(answer: Fields) -> str:
    """The reasons why candidates have no answer, with their counts; empty without any."""
    return ", ".join(f"{count:,} {reason}" for reason, count in answer["excluded_counts"].items())


def served_words(query: Fields) -> str:
    """The model that candidates serve; empty where none is asked for."""
    model = query.get("model")
    if model is None:
        return ""
    name = model if isinstance(model, str) else UNNAMED
    return f" for {model_words({'model': name}, query)}"


def service_comparison_summary(answer: Fields, query: Fields) -> str:
    """The way to serve that costs least, what comes next, and why others are excluded."""
    months, day = counted(answer["horizon_months"], "month"), when(answer["provenance"])
    of = f"of {counted(answer['candidate_count'], 'candidate')}"
    excluded = f" Excluded are {excluded_words(answer)}." if answer["excluded_counts"] else ""
    served = served_words(query)
    if not answer["candidates"]:
        return f"No service{served} can be ranked by {answer['objective']}, {of} ({day}).{excluded}"
    best, *others = answer["candidates"]
    total = usd(best["usd_total"])
    if best["total"] is not None:
        total += f" ({number(best['total'])} {answer['currency']})"
    said = f"{service_words(best)} is best{served} {of} by {answer['objective']}"
    cost = f"{total} in {months}"
    if answer["objective"] != "usd_total":
        cost += f", {figure(answer['objective'], best[answer['objective']])}"
    after = (
        f" Next is {service_words(others[0])} at {usd(others[0]['usd_total'])}." if others else ""
    )
    return f"{said}: {cost} ({day}).{after}{excluded}"


def service_words(row: Fields) -> str:
    """A way to serve: its replicas, its plan and its place."""
    bought = ", ".join(filter(None, (row["plan"], place_words(row))))
    return f"{counted(row['peak_replicas'], 'replica')} of {device_words(row)} ({bought})"
