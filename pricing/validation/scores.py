"""Scores: predictions set beside what was published, and tables of how far they are off."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import exp, isclose, log
from statistics import median
from typing import Protocol, TypeVar

import numpy as np
from msgspec import Struct

FACTOR = 2.0
NUMBER = re.compile(r"\d+(?:\.\d+)?")


class Score(Struct, frozen=True):
    """A published value and its prediction; covered: whether the 80% band holds it, if any."""

    id: str
    published: float
    predicted: float
    covered: bool | None = None

    @property
    def error_log(self) -> float:
        """Published over predicted [logarithm]."""
        return log(self.published / self.predicted)

    @property
    def relative_error_fraction(self) -> float:
        """How far off the prediction is, as a share of what was published."""
        return abs(self.predicted / self.published - 1.0)


def grouped(
    heading: str,
    scores: Sequence[Score],
    label: Callable[[Score], str],
    *,
    order: Sequence[str] = (),
) -> str:
    """A table with a line for every label, in a given order or in that of the names."""
    groups = labelled(scores, label)
    names = [*order, *sorted(set(groups) - set(order))]
    return table(heading, {name: groups[name] for name in names if name in groups})


def labelled(scores: Sequence[Score], label: Callable[[Score], str]) -> dict[str, list[Score]]:
    """The scores of every label, in the order in which they are met."""
    groups: dict[str, list[Score]] = {}
    for score in scores:
        groups.setdefault(label(score), []).append(score)
    return groups


def by_origin(
    scores: Sequence[Score], source: Callable[[Score], str], sources: Collection[str]
) -> dict[str, list[Score]]:
    """All scores, then those of sources that a release holds other rows of, and of others."""

    def origin(score: Score) -> str:
        inside = source(score) in sources
        return "of a source that the release holds other rows of" if inside else "of other sources"

    return {"all": list(scores), **dict(sorted(labelled(scores, origin).items()))}


def table(heading: str, groups: Mapping[str, Sequence[Score]], *, relative: bool = False) -> str:
    """A Markdown table of errors, with the coverage of the bands where there are any.

    relative: with the errors as shares of what was published, too.
    """
    bands = all(score.covered is not None for group in groups.values() for score in group)
    heads = [heading, "rows", "median error", "90th percentile", "within a factor of 2"]
    if bands:
        heads.append("in the 80% interval")
    if relative:
        heads += ["median relative error", "its 90th percentile"]
    lines = []
    for name, scores in groups.items():
        cells = [name, str(len(scores)), *_errors(scores)]
        if bands:
            cells.append(f"{np.mean([score.covered for score in scores]):.0%}")
        if relative:
            cells += _relative_errors(scores)
        lines.append(cells)
    return markdown("l" + "r" * (len(heads) - 1), heads, lines)


def markdown(sides: str, heads: Iterable[str], lines: Iterable[Iterable[str]]) -> str:
    """A table in Markdown; sides: where each column stands, l or r.

    >>> print(markdown("lr", ["a", "b"], [["c", "1"]]))
    | a | b |
    | --- | ---: |
    | c | 1 |
    """
    rules = ["---" if side == "l" else "---:" for side in sides]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (heads, rules, *lines))


class Missed(Protocol):
    """An answer beside what was published."""

    @property
    def error_log(self) -> float:
        """How far off it is [logarithm]."""


Found = TypeVar("Found", bound=Missed)


def farthest(found: Iterable[Found], count: int) -> list[Found]:
    """The answers that are missed by most, the worst first."""
    return sorted(found, key=lambda one: -abs(one.error_log))[:count]


def factors(found: Iterable[Missed]) -> list[str]:
    """The median and the 90th percentile of errors, as factors less 1."""
    errors = sorted(abs(one.error_log) for one in found)
    ninth = errors[min(len(errors) - 1, int(0.9 * len(errors)))]
    return [f"{exp(error) - 1.0:.0%}" for error in (median(errors), ninth)]


def alike(one: str, other: str) -> bool:
    """Whether two pages have the same words, and numbers that differ in a last digit or by 3%.

    >>> alike("missed by 7%", "missed by 8%"), alike("missed by 7%", "missed by 9%")
    (True, False)
    """
    if NUMBER.split(one) != NUMBER.split(other):
        return False
    pairs = zip(NUMBER.findall(one), NUMBER.findall(other), strict=True)
    return all(_close(*pair) for pair in pairs)


def _close(one: str, other: str) -> bool:
    last_digit = 10.0 ** -len(one.partition(".")[2])
    return isclose(float(one), float(other), rel_tol=0.03, abs_tol=1.001 * last_digit)


def evenly(heading: str, groups: Mapping[str, Mapping[str, Sequence[Score]]]) -> str:
    """A table of errors in which each source weighs as much; groups: scores by source, by name."""
    lines = []
    for name, sources in groups.items():
        scores = [score for own in sources.values() for score in own]
        weights = [1.0 / len(own) for own in sources.values() for _ in own]
        lines.append([name, str(len(sources)), *_errors(scores, weights)])
    heads = [heading, "sources", "median error", "90th percentile", "within a factor of 2"]
    return markdown("l" + "r" * (len(heads) - 1), heads, lines)


def _errors(scores: Sequence[Score], weights: Sequence[float] | None = None) -> list[str]:
    """The median and the 90th percentile of errors, and the share within the factor."""
    ratios = [exp(abs(score.error_log)) for score in scores]
    if weights is None:
        middle, ninth = np.quantile(ratios, (0.5, 0.9))
    else:
        middle, ninth = np.quantile(ratios, (0.5, 0.9), weights=weights, method="inverted_cdf")
    within = np.average([ratio < FACTOR for ratio in ratios], weights=weights)
    return [f"{middle - 1.0:.0%}", f"{ninth - 1.0:.0%}", f"{within:.0%}"]


def _relative_errors(scores: Sequence[Score]) -> list[str]:
    shares = [score.relative_error_fraction for score in scores]
    return [f"{np.median(shares):.0%}", f"{np.quantile(shares, 0.9):.0%}"]
