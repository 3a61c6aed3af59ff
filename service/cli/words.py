"""The command that answers a question in words: `unitcost ask "llama 70b on 8x h100"`."""

import sys
from argparse import Namespace
from collections.abc import Iterator

from pricing.asking.query import AskQuery
from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from service.asking.answer import Asked
from service.asking.ask import asked
from service.cli.output import tell
from service.settings import Settings


def ask_in_words(chosen: Namespace, settings: Settings) -> int:
    """Answer a question and print it. Raises a Refusal."""
    text = " ".join(chosen.words).strip()
    if not text:
        raise InvalidQuery('write the question behind the command, as in "h100 price"', field="")
    query = AskQuery(q=text, catalog=chosen.catalog, as_of=chosen.as_of)
    answer = asked(query, Library.load(settings.directories))
    if chosen.out is not None or chosen.form is not None:
        tell(query, answer, chosen)
    else:
        sys.stdout.writelines(f"{line}\n" for line in _lines(answer))
    return 0


def _lines(answer: Asked) -> Iterator[str]:
    """How it was read, the verdict, each side, and what was assumed or not read."""
    yield f"Read as: {answer.reading}."
    if answer.verdict:
        yield f"{answer.verdict}."
    yield from (side.sentence for side in answer.sides or (answer,))
    yield from (f"Assumed: {text}." for text in answer.assumed)
    if answer.unread:
        yield f"Not read: {', '.join(answer.unread)}."
