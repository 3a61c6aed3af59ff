"""Outgoing webhooks of Teams, signed by hand."""

import base64
import hashlib
import hmac
import io
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from pricing.catalog.library import Library
from service.app import create_app
from service.chat import teams
from service.settings import Secret, Settings
from tests.asgi import JSON_HEADERS, Answered, Ask, asking

TOKEN = base64.b64encode(b"thirty-two bytes that Teams drew").decode()
SETTINGS = Settings(teams_security_token=Secret(TOKEN), public_url="https://costs.example.com")
PATH = "/v1/chat/teams"
MOST_SECONDS = 0.5
"""Of processor time, to read what is typed."""


@pytest.fixture(autouse=True, scope="module")
def patient() -> Iterator[None]:
    """How long an answer takes says more about the machine than about the code."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("service.chat.handlers.TEAMS_SECONDS", 30.0)
        yield


@pytest.fixture(scope="module")
def talk(library: Library, patient: None) -> Ask:  # noqa: ARG001 - before it
    return asking(create_app(SETTINGS, library, log_stream=io.BytesIO()).asgi)


def signature(body: bytes) -> str:
    key = base64.b64decode(TOKEN)
    return base64.b64encode(hmac.new(key, body, hashlib.sha256).digest()).decode()


def sent(ask: Ask, body: bytes, authorization: str | None = None) -> Answered:
    given = authorization or f"HMAC {signature(body)}"
    return ask("POST", PATH, headers=JSON_HEADERS | {"authorization": given}, body=body)


def activity(text: str, moment: datetime | str | None = None) -> bytes:
    said = {"type": "message", "text": text, "from": {"name": "Ada"}, "channelId": "msteams"}
    return msgspec.json.encode(said | ({"timestamp": moment} if moment else {}))


def card(answer: Answered) -> Any:
    [attached] = answer.json["attachments"]
    assert (answer.status, answer.json["type"]) == (200, "message")
    assert attached["contentType"] == "application/vnd.microsoft.card.adaptive"
    return attached["content"]


def test_a_question_is_answered_with_a_card(talk: Ask) -> None:
    text = "<div><at>Unit&nbsp;cost</at>&nbsp;llama 8b on l4,\n 1M requests a day</div>"
    answered = card(sent(talk, activity(text, datetime.now(UTC))))
    first, read, *_, image = answered["body"]
    [action] = answered["actions"]

    assert (answered["type"], answered["version"]) == ("AdaptiveCard", "1.5")
    assert "a month" in first["text"]
    assert read["text"].startswith("Read as: Monthly cost of serving llama-3.1-8b")
    assert image["url"].startswith("https://costs.example.com/v1/ask?q=llama+8b+on+l4%2C+1M")
    assert (action["type"], f"{action['url']}&format=png") == ("Action.OpenUrl", image["url"])


@pytest.mark.parametrize("text", ["<at>Unitcost</at> help", "<at>Unitcost</at>", ""])
def test_who_asks_nothing_sees_examples(talk: Ask, text: str) -> None:
    shown = [block["text"] for block in card(sent(talk, activity(text)))["body"]]

    assert "- llama 70b on 8x h100" in shown


def test_a_refusal_says_what_to_ask_next(talk: Ask) -> None:
    shown = [block["text"] for block in card(sent(talk, activity("train llama 8b")))["body"]]

    assert "- train llama-3.1-8b on 100B tokens" in shown


@pytest.mark.parametrize(
    "authorization",
    [
        "HMAC",
        "HMAC \xe9",
        f"HMAC {signature(b'another body')}",
        f"Bearer {signature(activity('help'))}",
        signature(activity("help")),
    ],
)
def test_what_teams_did_not_sign_is_refused(talk: Ask, authorization: str) -> None:
    answer = sent(talk, activity("help"), authorization)

    assert (answer.status, answer.json["type"].rpartition("/")[2]) == (401, "unauthorized")


@pytest.mark.parametrize(("seconds", "status"), [(290, 200), (310, 401), (-310, 401)])
def test_what_was_said_minutes_ago_is_refused(talk: Ask, seconds: int, status: int) -> None:
    moment = datetime.now(UTC) - timedelta(seconds=seconds)
    in_dotnet = f"{moment:%Y-%m-%dT%H:%M:%S.%f}7Z"

    assert sent(talk, activity("help", moment)).status == status
    assert sent(talk, activity("help", in_dotnet)).status == status


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"\xff", 400),
        (b'{"text": 1}', 400),
        (b'{"type": "conversationUpdate"}', 400),
        (b"[" * 100_000, 400),
        (activity("a" * (1 << 18)), 413),
    ],
)
def test_a_body_that_is_no_message_is_a_problem(talk: Ask, body: bytes, status: int) -> None:
    assert sent(talk, body).status == status


@pytest.mark.parametrize("mark", ["<at>", "<at ", "<at><b>", "<", "&"])
def test_marks_without_an_end_are_read_at_once(mark: str) -> None:
    body = activity(mark * 40_000)
    began = time.thread_time()

    assert teams.question_of({b"content-type": b"application/json"}, body)
    assert time.thread_time() - began < MOST_SECONDS


def test_a_chat_without_its_token_is_not_there(ask: Ask) -> None:
    assert sent(ask, activity("help")).status == 404
