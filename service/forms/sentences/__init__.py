"""Sentences: answers for a chat, each with its figure, what decides it, and its day."""

from service.forms.sentences.comparisons import comparison_words
from service.forms.sentences.listings import listing_words
from service.forms.sentences.parts import Whole, notes
from service.forms.sentences.run_costs import cheapest_of, run_cost_words
from service.forms.sentences.services import service_words
from service.forms.sentences.sweeps import sweep_words
from service.forms.sentences.unit_costs import unit_cost_words
from service.forms.sentences.words import usd

__all__ = ["cheapest_of", "sentence_of", "sweep_words", "usd"]


def sentence_of(whole: Whole, asked: Whole) -> str:
    """An answer in a few sentences, what could mislead last; asked: the query, which names it."""
    told = (whole.get("candidates") or [whole])[0]
    return f"{_words(whole, asked)}{notes(told.get('warnings') or [])}"


def _words(whole: Whole, asked: Whole) -> str:
    if "unit_costs" in whole:
        return unit_cost_words(whole, asked)
    if "options" in whole and "compute" in whole:
        return run_cost_words(whole, asked)
    if "months" in whole and "totals" in whole:
        return service_words(whole, asked)
    if "candidates" in whole:
        return comparison_words(whole, asked)
    if "total_count" in whole:
        return listing_words(whole)
    return "There is an answer; ask for application/json to read it."
