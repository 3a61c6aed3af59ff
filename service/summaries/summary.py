"""The summary of any answer."""

from service.summaries.catalog import catalog_summary
from service.summaries.comparisons import comparison_summary
from service.summaries.figures import usd
from service.summaries.parts import Whole, notes
from service.summaries.run_costs import cheapest_of, run_cost_summary
from service.summaries.sweeps import sweep_summary
from service.summaries.tco import tco_summary
from service.summaries.unit_costs import unit_cost_summary

__all__ = ["cheapest_of", "summary_of", "sweep_summary", "usd"]


def summary_of(whole: Whole, asked: Whole) -> str:
    """An answer in a few sentences, warnings last; asked: the query, which names the model."""
    told = (whole.get("candidates") or [whole])[0]
    return f"{_words(whole, asked)}{notes(told.get('warnings') or [])}"


def _words(whole: Whole, asked: Whole) -> str:
    if "unit_costs" in whole:
        return unit_cost_summary(whole, asked)
    if "options" in whole and "compute" in whole:
        return run_cost_summary(whole, asked)
    if "months" in whole and "totals" in whole:
        return tco_summary(whole, asked)
    if "candidates" in whole:
        return comparison_summary(whole, asked)
    if "total_count" in whole:
        return catalog_summary(whole)
    return "There is an answer; ask for application/json to read it."
