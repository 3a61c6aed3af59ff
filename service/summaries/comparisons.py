"""Summary of a comparison."""

from service.summaries.figures import counted, figure
from service.summaries.parts import UNNAMED, Whole, model_words, when


def comparison_summary(whole: Whole, asked: Whole) -> str:
    """The best candidate with its figure, and why others are excluded."""
    objective, day = whole["objective"], f"({when(whole['provenance'])})"
    feasible = whole["feasible_count"]
    have = "has" if feasible == 1 else "have"
    of = f"of {counted(whole['candidate_count'], 'candidate')}, {feasible:,} {have} an answer"
    if whole["excluded_counts"]:
        counts = (f"{count:,} {reason}" for reason, count in whole["excluded_counts"].items())
        of += f"; excluded are {', '.join(counts)}"
    served = _served(asked)
    if not whole["candidates"]:
        return f"No candidate{served} can be ranked by {objective}: {of} {day}."
    best = whole["candidates"][0]
    place = " ".join(filter(None, (best["provider"], best["region"])))
    bought = ", ".join(filter(None, (best["option"], place)))
    precision = best["asked_precision"] or best["precision"]
    engine = f" under {best['engine']}" if best["engine"] else ""
    return (
        f"{best['device_count']:,} × {best['device']} in {precision}{engine} ({bought}) is"
        f" best{served} by {objective} at {figure(objective, best[objective])}: {of}"
        f" {day}."
    )


def _served(asked: Whole) -> str:
    model = asked.get("model")
    if model is None:
        return ""
    name = model if isinstance(model, str) else UNNAMED
    return f" for {model_words({'model': name}, asked)}"
