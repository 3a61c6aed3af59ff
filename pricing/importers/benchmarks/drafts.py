"""Speculative decoding in results of benchmarks: how tokens were drafted ahead."""

from typing import Any

from pricing.importers.benchmarks.runs import NotARunError, Run

METHODS = (
    ("eagle", "eagle"),
    ("medusa", "eagle"),
    ("mtp", "mtp"),
    ("nextn", "mtp"),
    ("ngram", "ngram"),
)
"""How tokens are drafted, by a part of what engines call it."""

UNNAMED = "unnamed"
"""Of a run that drafted tokens ahead, and does not say how."""

TOLD = tuple(dict.fromkeys(method for _, method in METHODS))
"""What whoever imports may say."""


def method_of(said: str | None) -> str | None:
    """How tokens were drafted ahead, None where they were not; as said where that is unknown."""
    words = (said or "").lower().replace("-", "_")
    if words in {"", "none", "false", "null"}:
        return None
    return next((method for part, method in METHODS if part in words), words)


def drafting_of(run: Run, method: str | None, draft_tokens: int | None) -> dict[str, Any]:
    """The columns of a run; method, draft_tokens: as the file or the caller says.

    Raises NotARunError for a way of drafting that rows do not have.
    """
    if method is None:
        return dict.fromkeys(("speculation", "draft_tokens", "acceptance_length"))
    if method not in TOLD:
        raise NotARunError(f"{method} drafted its tokens, which rows of measurements do not tell")
    return {
        "speculation": method,
        "draft_tokens": draft_tokens,
        "acceptance_length": run.acceptance_length,
    }
