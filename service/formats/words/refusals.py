"""Problems as answers: in JSON, or in the words and messages that the caller asked for."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from litestar import Request, Response

from service.formats import media
from service.formats.media import Format
from service.http.problems import KINDS, MOST_NEAREST, Problem, detail_of, near_of, problem_of
from service.http.problems import words_of as text_of
from service.http.request import JSON, chosen_media, headers_of
from service.logs import Log
from service.sentences import messages
from service.sentences.sentence import Sentence

PROBLEM = "application/problem+json"


def sentence_of(problem: Problem) -> Sentence:
    """A problem in parts: what is wrong and where, and what would be answered."""
    return Sentence(detail_of(problem), [f"try {one}" for one in near_of(problem)[:MOST_NEAREST]])


WRITERS: Mapping[Format, Callable[[Problem], bytes]] = {
    media.TEXT: lambda one: f"{text_of(one)}\n".encode(),
    media.MARKDOWN: lambda one: messages.markdown(sentence_of(one)).encode(),
    media.SLACK: lambda one: msgspec.json.encode(messages.slack(sentence_of(one))),
    media.TEAMS: lambda one: msgspec.json.encode(messages.card(sentence_of(one))),
}
"""Forms of an answer that a person reads. Refusals of all others are problems in JSON."""

_BY_NAME = {form.name: form for form in WRITERS}
_BY_MEDIA = {form.media: form for form in WRITERS}


class ProblemAnswerer:
    """Answers exceptions with problems, and logs unforeseen ones."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def __call__(self, request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
        """The response to an exception that a handler or the router raised."""
        answer = problem_of(error, request.scope)
        if answer.status == KINDS["internal-error"].status:
            self._log.error("unforeseen", request_id=answer.request_id, error=error)
        headers: Mapping[str, str] = getattr(error, "headers", None) or {}
        form = _form_of(request)
        return Response(
            WRITERS[form](answer) if form else msgspec.json.encode(answer),
            status_code=answer.status,
            media_type=form.media if form else PROBLEM,
            headers={**headers, "cache-control": "no-store"},
        )


def _form_of(request: Request[Any, Any, Any]) -> Format | None:
    """The form in which a person asked for an answer; None for JSON."""
    named = request.query_params.get("format")
    if named is not None:
        return _BY_NAME.get(named)
    try:
        accepted = chosen_media(headers_of(request.scope), (JSON, PROBLEM, *_BY_MEDIA))
    except Exception:  # noqa: BLE001 - of a header that cannot be read, the problem is in JSON
        return None
    return _BY_MEDIA.get(accepted)
