"""What a question may come to besides an answer."""

from collections.abc import Mapping
from typing import Any

import httpx

BLANK = "about:blank"
LONGEST_TEXT = 500


class UnitcostError(Exception):
    """Anything that a client raises of its own."""


class NoAnswer(UnitcostError):
    """The service was not reached, or broke off. The cause is the error of httpx."""


class UnreadableAnswer(UnitcostError):
    """An answer that is not one of the service: of a proxy, or of a much newer version."""


class UnitcostProblem(UnitcostError):
    """A question that was refused, or could not be answered now (RFC 9457).

    status: of HTTP [code]; type: URI that names the kind of problem for good; title: the same in
    words; detail: what is wrong with this request; field: the place in the question, dotted;
    nearest: values that would be answered; request_id: names the request in the service's log;
    retry_after_seconds: when to ask again.
    """

    def __init__(
        self, status: int, document: Mapping[str, Any], *, retry_after_seconds: float | None = None
    ) -> None:
        self.status = status
        self.type = str(document.get("type") or BLANK)
        self.title = str(document.get("title") or httpx.codes.get_reason_phrase(status))
        self.detail = str(document.get("detail") or self.title)
        self.field: str | None = document.get("field")
        self.nearest: tuple[str, ...] = tuple(document.get("nearest") or ())
        self.request_id: str | None = document.get("request_id")
        self.instance: str | None = document.get("instance")
        self.retry_after_seconds = retry_after_seconds
        super().__init__(self._words())

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as it is made: a process pool hands problems on."""
        return _remade, (self.status, vars(self))

    @property
    def kind(self) -> str:
        """The last part of the type: `unknown-name`, `no-price`."""
        return self.type.rpartition("/")[2]

    def _words(self) -> str:
        """What is wrong, where, and what would be answered, as a person reads it."""
        where = f" ({self.field})" if self.field else ""
        near = f" Nearest: {', '.join(self.nearest)}." if self.nearest else ""
        return f"{self.detail.removesuffix('.')}{where}.{near}"


def _remade(status: int, facts: Mapping[str, Any]) -> UnitcostProblem:
    return UnitcostProblem(status, facts, retry_after_seconds=facts["retry_after_seconds"])


def problem_of(response: httpx.Response, retry_after_seconds: float | None) -> UnitcostProblem:
    """The problem that a response tells; a proxy tells it in its own words."""
    try:
        document = response.json()
    except ValueError:
        document = None
    if not isinstance(document, Mapping):
        text = response.text[:LONGEST_TEXT].strip()
        document = {"detail": text, "request_id": response.headers.get("x-request-id")}
    return UnitcostProblem(response.status_code, document, retry_after_seconds=retry_after_seconds)


def document_of(response: httpx.Response) -> dict[str, Any]:
    """The JSON object of an answer. Raises UnreadableAnswer."""
    try:
        document = response.json()
    except ValueError as error:
        raise UnreadableAnswer(f"The answer of {response.url.path} is no JSON.") from error
    if not isinstance(document, dict):
        raise UnreadableAnswer(f"The answer of {response.url.path} is no JSON object.")
    return document
