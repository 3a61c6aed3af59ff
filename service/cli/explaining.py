"""The command that says what moves a figure from one question to another."""

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping

from pricing.catalog.library import Library
from pricing.explanations.answer import Circumstance, ExplanationAnswer
from pricing.explanations.query import ExplanationQuery
from pricing.explanations.quote import explanation
from service.cli.output import put, tell
from service.formats.currency import bridged
from service.formats.pictures.waterfall import png, svg

PICTURES: Mapping[str, Callable[[ExplanationAnswer], bytes]] = {".svg": svg, ".png": png}
"""Waterfalls by the ending of a file."""


def explain(query: ExplanationQuery, library: Library, chosen: Namespace) -> None:
    """Write the bridge in the chosen format, as a picture, or as lines. Raises a Refusal."""
    answer = explanation(query, library)
    if chosen.out is not None and chosen.out.suffix in PICTURES:
        put(iter([PICTURES[chosen.out.suffix](answer)]), chosen.out)
    elif chosen.out is not None or chosen.form is not None:
        tell(query, answer, chosen)
    else:
        sys.stdout.writelines(f"{line}\n" for line in _lines(bridged(answer)))


def _lines(answer: ExplanationAnswer) -> Iterator[str]:
    """The figure, its two values with the effects between, and what to know of them."""
    rows = [
        (f"{answer.from_value:,.6g}", _side(answer.before)),
        *((f"{effect.change:+,.4g}", effect.words) for effect in answer.effects),
        (f"{answer.to_value:,.6g}", _side(answer.after)),
    ]
    width = max(len(value) for value, _ in rows)
    yield answer.figure
    yield from (f"{value:>{width}}  {words}" for value, words in rows)
    if answer.without_effect:
        yield f"without effect: {', '.join(answer.without_effect)}"
    yield from answer.warnings


def _side(side: Circumstance) -> str:
    return f"{side.provenance.as_of}, release {side.provenance.catalog}"
