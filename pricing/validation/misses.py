"""Misses: the rows that predictions are farthest from, and why."""

from collections.abc import Callable, Sequence

from pricing.validation.scores import Score, line

WORST_COUNT = 14

REVIEW = "Review: "
"""What a reviewer found stands behind this word at the end of a row's notes."""


def worst(
    columns: Sequence[str],
    scores: Sequence[Score],
    cells: Callable[[Score], Sequence[str]],
    reason: Callable[[Score], str],
) -> str:
    """A table of the rows that are missed by most.

    columns: what describes a row; cells: that of the row of a score.
    """
    lines = [
        line(["row", *columns, "published / predicted", "in its interval", "reason"]),
        line(["---", *("---" for _ in columns), "---:", "---", "---"]),
    ]
    for score in sorted(scores, key=lambda score: -abs(score.error_log))[:WORST_COUNT]:
        ratio, covered = (
            f"{score.published / score.predicted:.2f}",
            "yes" if score.covered else "no",
        )
        lines.append(line([score.id, *cells(score), ratio, covered, reason(score)]))
    return "\n".join(lines)


def why(notes: str, unprinted: Sequence[str]) -> str:
    """What a reviewer found, else what the row itself does not say.

    unprinted: what decides a prediction and is left out in the row.
    """
    _, _, review = notes.partition(REVIEW)
    if review:
        return review
    return f"its source does not print {' nor '.join(unprinted)}" if unprinted else "not reviewed"
