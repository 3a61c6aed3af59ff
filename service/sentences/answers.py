"""The sentence of any answer."""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet

from msgspec.structs import replace

from service.sentences.asking import asked_sentence
from service.sentences.comparisons import comparison_sentence, service_comparison_sentence
from service.sentences.run_costs import run_cost_sentence
from service.sentences.sentence import Sentence
from service.sentences.tco import tco_sentence
from service.sentences.unit_costs import unit_cost_sentence
from service.summaries.comparisons import OF_SERVICES
from service.summaries.parts import Fields, label_words
from service.summaries.summary import summary_of


def sentence_of(answer: Fields, query: Fields) -> Sentence:
    """An answer as a sentence; query: what was asked. Listings are as long as they are."""
    for fields, words in _KINDS:
        if answer.keys() >= fields:
            said = words(answer, query)
            return replace(said, head=f"{label_words(query.get('labels') or {})}{said.head}")
    return Sentence(summary_of(answer, query).removesuffix("."))


_KINDS: Sequence[tuple[AbstractSet[str], Callable[[Fields, Fields], Sentence]]] = (
    ({"unit_costs"}, unit_cost_sentence),
    ({"options", "compute"}, run_cost_sentence),
    ({"months", "totals"}, tco_sentence),
    (OF_SERVICES, service_comparison_sentence),
    ({"candidates"}, comparison_sentence),
    ({"reading", "sides"}, asked_sentence),
)
"""What each kind of answer is known by, and its sentence."""
