"""The summary of any answer."""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet

from service.summaries.asking import asked_summary
from service.summaries.catalog import catalog_summary, row_summary
from service.summaries.comparisons import (
    OF_SERVICES,
    comparison_summary,
    service_comparison_summary,
)
from service.summaries.defaults import default_words
from service.summaries.explanations import explanation_summary
from service.summaries.figures import usd
from service.summaries.parts import Fields, driver_words, label_words, notes
from service.summaries.run_costs import cheapest_of, run_cost_summary
from service.summaries.showback import showback_summary
from service.summaries.sweeps import sweep_summary
from service.summaries.tco import tco_summary
from service.summaries.unit_costs import unit_cost_summary
from service.summaries.variances import variance_summary

__all__ = ["cheapest_of", "summary_of", "sweep_summary", "usd"]


def summary_of(answer: Fields, query: Fields) -> str:
    """An answer in a few sentences, warnings last; query: what was asked."""
    words = (answer.get("candidates") or [answer])[0]
    taken = f"{default_words(answer)}{driver_words(answer)}"
    labels = label_words(query.get("labels") or {})
    return f"{labels}{_words(answer, query)}{taken}{notes(words.get('warnings') or [])}"


def _words(answer: Fields, query: Fields) -> str:
    kinds = (words for fields, words in _KINDS if answer.keys() >= fields)
    words = next(kinds, None)
    if words is None:
        return "There is an answer; ask for application/json to read it."
    return words(answer, query)


_KINDS: Sequence[tuple[AbstractSet[str], Callable[[Fields, Fields], str]]] = (
    ({"reading", "sentence"}, lambda answer, _: asked_summary(answer)),
    ({"unit_costs"}, unit_cost_summary),
    ({"options", "compute"}, run_cost_summary),
    ({"months", "totals"}, tco_summary),
    ({"teams", "by"}, lambda answer, _: showback_summary(answer)),
    ({"forecast", "unit_prices"}, lambda answer, _: variance_summary(answer)),
    ({"effects"}, lambda answer, _: explanation_summary(answer)),
    (OF_SERVICES, service_comparison_summary),
    ({"candidates"}, comparison_summary),
    ({"row", "provenance"}, lambda answer, _: row_summary(answer)),
    ({"total_count"}, lambda answer, _: catalog_summary(answer)),
)
"""What each kind of answer is known by, and its words."""
