"""Misses: the rows that predictions are farthest from, and why."""

from collections.abc import Callable, Sequence

from pricing.validation.scores import Score, farthest, markdown

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

    columns: what describes a row; cells: that of the row of a score. Where answers have no
    interval, nothing is said of it.
    """
    bands = [] if any(score.covered is None for score in scores) else ["in its interval"]
    lines = [
        [
            *(score.id, *cells(score), f"{score.published / score.predicted:.2f}"),
            *(["yes" if score.covered else "no"] if bands else []),
            reason(score),
        ]
        for score in farthest(scores, WORST_COUNT)
    ]
    heads = ["row", *columns, "published / predicted", *bands, "reason"]
    return markdown("l" * (1 + len(columns)) + "r" + "l" * (1 + len(bands)), heads, lines)


def why(notes: str, unprinted: Sequence[str]) -> str:
    """What a reviewer found, else what the row itself does not say.

    unprinted: what decides a prediction and is left out in the row.
    """
    _, _, review = notes.partition(REVIEW)
    if review:
        return review
    return f"its source does not print {' nor '.join(unprinted)}" if unprinted else "not reviewed"
