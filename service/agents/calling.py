"""Calls of tools: arguments in, an answer of a few lines out."""

from collections.abc import Mapping
from typing import Any

import msgspec
from anyio import to_thread
from msgspec import Struct

from service.agents.answers import Told, whole
from service.agents.desk import Desk
from service.agents.questions import Question
from service.agents.tools import TOOLS, Tool
from service.formats.selection import FIELDS, trimmed
from service.http.problems import Refused
from service.http.response import ClientDisconnected

BY_NAME = {tool.name: tool for tool in TOOLS}


UNKNOWN = "unknown field"
"""How the refusal of a field begins that a query has not."""


class Called(Struct, frozen=True):
    """What a call came to: an answer, or a failure in words."""

    answer: Told | None = None
    failure: str = ""


async def called(tool: Tool, arguments: Mapping[str, Any], desk: Desk) -> Called:
    """Call a tool. Everything that goes wrong is told in words."""
    method = "POST"
    try:
        given = {name: value for name, value in arguments.items() if value is not None}
        names = _names(given.pop(FIELDS, ()) if FIELDS in tool.takes else ())
        _check(given, tool)
        question = await to_thread.run_sync(tool.asks, given, desk.library)
        method = question.method
        found = await desk.answered(question.operation, question.query)
        return Called(_told(tool, question, found, names, desk))
    except ClientDisconnected:
        return Called(failure="The caller has left.")
    except Exception as error:  # noqa: BLE001 - a tool answers its failures, and logs unforeseen ones
        words = desk.told(error, method)
        if isinstance(error, Refused) and error.detail.startswith(UNKNOWN) and tool.more:
            words += f" unitcost://fields/{tool.more} lists the fields."
        return Called(failure=words)


def _check(given: Mapping[str, Any], tool: Tool) -> None:
    """Refuse a missing argument, and one that the tool does not take."""
    for name in tool.required:
        if name not in given:
            raise Refused("invalid-request", f"the tool {tool.name} needs {name!r}", field=name)
    for name in given:
        if name not in tool.takes and not tool.more:
            raise Refused(
                "invalid-request",
                f"the tool {tool.name} takes no {name[:100]!r}",
                field=name[:100],
                nearest=tuple(tool.takes),
            )


def _names(given: Any) -> tuple[str, ...]:
    names = given.split(",") if isinstance(given, str) else given
    try:
        return msgspec.convert(names, tuple[str, ...])
    except msgspec.ValidationError as error:
        raise Refused("invalid-request", "expected a list of names", field=FIELDS) from error


def _told(tool: Tool, question: Question, found: Any, names: tuple[str, ...], desk: Desk) -> Told:
    """The answer of a tool, with the fields of the whole answer that are asked for."""
    answer = whole(tool.tells(found, question), question, found)
    if names:
        kind = desk.operations[question.operation].answers
        body = trimmed(msgspec.json.encode(found), names, kind)
        answer[FIELDS] = msgspec.json.decode(body)
    return answer
