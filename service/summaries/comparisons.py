"""Summary of a comparison."""

from service.summaries.figures import counted, figure, share
from service.summaries.parts import UNNAMED, Fields, converted_words, model_words, when

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
        counts = (f"{count:,} {reason}" for reason, count in answer["excluded_counts"].items())
        of += f"; excluded are {', '.join(counts)}"
    ranked = f" Candidates are ranked {BASES[answer['price_basis']]}."
    served = served_words(query)
    if not answer["candidates"]:
        return f"No candidate{served} can be ranked by {objective}: {of} {day}."
    best = answer["candidates"][0]
    place = " ".join(filter(None, (best["provider"], best["region"])))
    bought = ", ".join(filter(None, (best["option"], place)))
    precision = best["asked_precision"] or best["precision"]
    engine = f" under {best['engine']}" if best["engine"] else ""
    return (
        f"{best['device_count']:,} × {best['device']} in {precision}{engine} ({bought}) is"
        f" best{served} by {objective} at {figure(objective, best[objective])}, with"
        f" {share(best['utilization_fraction'])} of the throughput used: {of}"
        f" {day}.{ranked}"
        f"{converted_words(answer, {f'candidates.0.{objective}': ''})}"
    )


def served_words(query: Fields) -> str:
    """The model that candidates serve; empty where none is asked for."""
    model = query.get("model")
    if model is None:
        return ""
    name = model if isinstance(model, str) else UNNAMED
    return f" for {model_words({'model': name}, query)}"
