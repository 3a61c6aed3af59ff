"""The summary of any answer."""

from service.summaries.catalog import catalog_summary
from service.summaries.comparisons import comparison_summary
from service.summaries.defaults import default_words
from service.summaries.figures import usd
from service.summaries.parts import Fields, driver_words, notes
from service.summaries.run_costs import cheapest_of, run_cost_summary
from service.summaries.sweeps import sweep_summary
from service.summaries.tco import tco_summary
from service.summaries.unit_costs import unit_cost_summary

__all__ = ["cheapest_of", "summary_of", "sweep_summary", "usd"]


def summary_of(answer: Fields, query: Fields) -> str:
    """An answer in a few sentences, warnings last; query: what was asked."""
    words = (answer.get("candidates") or [answer])[0]
    taken = f"{default_words(answer)}{driver_words(answer)}"
    return f"{_words(answer, query)}{taken}{notes(words.get('warnings') or [])}"


def _words(answer: Fields, query: Fields) -> str:
    if "unit_costs" in answer:
        return unit_cost_summary(answer, query)
    if "options" in answer and "compute" in answer:
        return run_cost_summary(answer, query)
    if "months" in answer and "totals" in answer:
        return tco_summary(answer, query)
    if "candidates" in answer:
        return comparison_summary(answer, query)
    if "total_count" in answer:
        return catalog_summary(answer)
    return "There is an answer; ask for application/json to read it."
