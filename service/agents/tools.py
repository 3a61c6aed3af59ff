"""The tools: what each is for and takes (`tools.toml`), and how it asks and answers."""

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pricing.catalog.library import Library
from service.agents import answers, questions
from service.agents.answers import Told
from service.agents.questions import Question
from service.summaries.parts import Fields

Schema = Mapping[str, Any]
Asks = Callable[[Mapping[str, Any], Library], Question]
Tells = Callable[[Fields, Question], Told]

ANSWER: Schema = {
    "type": "object",
    "properties": {
        "sentence": {"type": "string"},
        "figures": {"type": "object"},
        "rows": {"type": "array", "items": {"type": "object"}},
        "notes": {"type": "array", "items": {"type": "string"}},
        "assumed": {"type": "array", "items": {"type": "string"}},
        "whole": {"type": "object", "description": "HTTP request with the whole answer."},
    },
    "required": ["sentence", "whole"],
}
"""What every tool answers."""


@dataclass(frozen=True, kw_only=True)
class Tool:
    """A tool.

    takes: schemas of its arguments; required: those that it needs; more: the kind of query whose
    other fields it takes by name, empty for none.
    """

    name: str
    title: str
    description: str
    takes: Mapping[str, Schema]
    required: Sequence[str]
    asks: Asks
    tells: Tells
    more: str = ""

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of its arguments."""
        return {
            "type": "object",
            "properties": dict(self.takes),
            "required": [*self.required],
            "additionalProperties": bool(self.more),
        }

    @property
    def told(self) -> str:
        """Its description, and where its other fields are listed."""
        if not self.more:
            return self.description
        return (
            f"{self.description} Other fields go by name (dotted where nested):"
            f" unitcost://fields/{self.more} lists them."
        )


ASKED: Mapping[str, tuple[Asks, Tells]] = {
    "ask": (questions.in_words, answers.in_words),
    "unit_costs": (questions.unit_costs, answers.unit_costs),
    "training_run": (questions.run_costs, answers.run_costs),
    "monthly_cost": (questions.tco, answers.tco),
    "compare": (questions.comparison, answers.comparison),
    "find_prices": (questions.prices, answers.prices),
    "explain": (questions.explanation, answers.explanation),
}
"""How each tool asks and answers."""


def _tools() -> Iterator[Tool]:
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    told = tomllib.loads(text.replace("{most_rows}", str(answers.MOST_ROWS)))
    for one in told["tools"]:
        known = told["arguments"] | one.pop("own", {})
        takes = {name: known[name] for name in one.pop("takes")}
        asks, tells = ASKED[one["name"]]
        yield Tool(**one, takes=takes, asks=asks, tells=tells)


TOOLS = tuple(_tools())
"""The tools, in the order in which they are told."""
