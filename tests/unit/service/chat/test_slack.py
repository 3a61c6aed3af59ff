"""Slash commands of Slack, signed by slack-sdk and by Slack's own documented example."""

import io
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import msgspec
import pytest
from slack_sdk.signature import SignatureVerifier

from pricing.catalog.library import Library
from service.access.keys import entry, new_key
from service.app import create_app
from service.chat import slack
from service.chat.slack import FORM
from service.settings import Secret, Settings
from tests.asgi import Answered, Ask, asking

SECRET = "8f742231b10e8888abcd99yyyzzz85a5"  # noqa: S105 - of Slack's documented example
SETTINGS = Settings(slack_signing_secret=Secret(SECRET), public_url="https://costs.example.com")
PATH = "/v1/chat/slack"
MOST_SECONDS = 0.5
"""Of processor time, to read what is typed."""

MOMENT = 1531420618
SIGNATURE = "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503"
DOCUMENTED = (
    b"token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow"
    b"&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner"
    b"&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2F"
    b"T1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN"
    b"&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c"
)


@pytest.fixture(autouse=True, scope="module")
def patient() -> Iterator[None]:
    """How long an answer takes says more about the machine than about the code."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("service.chat.handlers.SLACK_SECONDS", 30.0)
        yield


@pytest.fixture(scope="module")
def log() -> io.BytesIO:
    return io.BytesIO()


@pytest.fixture(scope="module")
def talk(library: Library, log: io.BytesIO, patient: None) -> Ask:  # noqa: ARG001 - before it
    return asking(create_app(SETTINGS, library, log_stream=log).asgi)


def headers(moment: str, signature: str) -> dict[str, str]:
    return {
        "content-type": FORM,
        "x-slack-request-timestamp": moment,
        "x-slack-signature": signature,
    }


def sent(ask: Ask, body: bytes, *, age: int = 0, media: str = FORM) -> Answered:
    moment = str(int(time.time()) - age)
    signature = SignatureVerifier(SECRET).generate_signature(timestamp=moment, body=body)
    given = headers(moment, signature or "") | {"content-type": media}
    return ask("POST", PATH, headers=given, body=body)


def said(ask: Ask, text: str, **fields: str) -> Any:
    answer = sent(ask, urlencode({"command": "/unitcost", "text": text, **fields}).encode())
    assert answer.status == 200
    return answer.json


def texts(message: Mapping[str, Any]) -> str:
    return msgspec.json.encode(message["blocks"]).decode()


def test_the_documented_example_is_answered_with_examples(
    talk: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("slack_sdk.signature.time", lambda: MOMENT + 300.0)

    answer = talk("POST", PATH, headers=headers(str(MOMENT), SIGNATURE), body=DOCUMENTED)

    assert (answer.status, answer.headers["content-type"]) == (200, "application/json")
    assert answer.json["response_type"] == "ephemeral"
    assert "`/webhook-collect llama 70b on 8x h100`" in texts(answer.json)


@pytest.mark.parametrize(
    ("moment", "signature", "body"),
    [
        (str(MOMENT), SIGNATURE, DOCUMENTED + b"x"),
        (str(MOMENT), SIGNATURE.replace("a2", "a3"), DOCUMENTED),
        (str(MOMENT + 1), SIGNATURE, DOCUMENTED),
        ("", "", DOCUMENTED),
        ("x", SIGNATURE, DOCUMENTED),
        ("9" * 5000, SIGNATURE, DOCUMENTED),
        (str(MOMENT), "v0=\xe9", DOCUMENTED),
        (str(MOMENT), SIGNATURE, b"text=\xff"),
    ],
)
def test_what_slack_did_not_sign_is_refused(
    talk: Ask,
    log: io.BytesIO,
    monkeypatch: pytest.MonkeyPatch,
    moment: str,
    signature: str,
    body: bytes,
) -> None:
    monkeypatch.setattr("slack_sdk.signature.time", lambda: MOMENT + 1.0)

    answer = talk("POST", PATH, headers=headers(moment, signature), body=body)

    assert (answer.status, answer.json["type"].rpartition("/")[2]) == (401, "unauthorized")
    assert SECRET.encode() not in log.getvalue() + answer.body


@pytest.mark.parametrize("age", [301, -301])
def test_what_was_signed_minutes_ago_is_refused(talk: Ask, age: int) -> None:
    assert sent(talk, DOCUMENTED, age=age).status == 401


def test_a_question_is_answered_in_blocks(talk: Ask, log: io.BytesIO) -> None:
    message = said(talk, "llama 70b on 8x h100 at aws")
    first, notes, link = message["blocks"]

    assert "*$" in first["text"]["text"]
    assert notes["elements"][0]["text"].startswith("Read as: Cost of serving llama-3.1-70b")
    assert link["elements"][0]["text"].startswith("<https://costs.example.com/v1/ask?q=llama")
    assert b'"key":"chat:slack"' in log.getvalue()


def test_a_service_by_the_month_has_a_chart_that_slack_can_fetch(talk: Ask) -> None:
    [image] = [
        block
        for block in said(talk, "llama 8b on l4, 1M requests a day")["blocks"]
        if block["type"] == "image"
    ]
    url = urlsplit(image["image_url"])

    picture = talk("GET", url.path, query=url.query)

    assert f"{url.scheme}://{url.netloc}" == SETTINGS.public_url
    assert (picture.status, picture.headers["content-type"]) == (200, "image/png")
    assert picture.body.startswith(b"\x89PNG")
    assert "immutable" in picture.headers["cache-control"]


def test_no_picture_and_no_link_lead_where_a_key_is_needed(
    make_ask: Callable[..., Ask], tmp_path: Path
) -> None:
    file = tmp_path / "keys.toml"
    file.write_text(entry("finance", new_key()[1], ["read"]))
    talk = make_ask(msgspec.structs.replace(SETTINGS, keys=file))

    message = said(talk, "llama 8b on l4, 1M requests a day")

    assert "*$" in texts(message)
    assert "https" not in texts(message)


@pytest.mark.parametrize(
    ("text", "next_one"),
    [
        ("train llama 8b", "train llama-3.1-8b on 100B tokens"),
        ("H100X on aws", "h100-sxm-80gb on aws"),
        ("llama 405b on 2xh100", "llama 405b on 16xh100"),
        ("good morning", "llama 70b on 8x h100"),
        ("x" * 501, "llama 70b on 8x h100"),
    ],
)
def test_a_refusal_says_what_to_ask_next(talk: Ask, text: str, next_one: str) -> None:
    message = said(talk, text)
    again = said(talk, next_one)

    assert f"`/unitcost {next_one}`" in texts(message)
    assert "$" in texts(again)


@pytest.mark.parametrize("text", ["", "  ", "help", "HELP", "\0\t"])
def test_who_asks_nothing_sees_examples(talk: Ask, text: str) -> None:
    assert texts(said(talk, text)).count("/unitcost ") == 6


def test_marks_of_slack_are_read_and_never_sent(talk: Ask) -> None:
    message = said(
        talk,
        "&lt;!channel&gt; *`<https://x.example|h100x>`* <@U1|<!here>>",
        command="<!here>",
    )

    assert "<!" not in texts(message) + message["text"]
    assert "h100x" in texts(message)
    assert "x.example" not in texts(message)


@pytest.mark.parametrize("mark", ["<https:", "<@|", "&lt;", "*"])
def test_marks_without_an_end_are_read_at_once(mark: str) -> None:
    body = urlencode({"text": mark * 16_000}).encode()
    began = time.thread_time()

    assert slack.question_of({b"content-type": FORM.encode()}, body)
    assert time.thread_time() - began < MOST_SECONDS


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"text=a&text=b", 400),
        (b"command=%2Fx", 400),
        (b"text=%ff", 400),
        (b"", 400),
        (b"no form at all", 400),
        (b"text=a&" + b"&".join(b"f%d=" % number for number in range(60)), 400),
        (b"text=" + b"a" * (1 << 18), 413),
        (b"ssl_check=1&token=x", 200),
    ],
)
def test_a_form_that_is_no_command_is_a_problem(talk: Ask, body: bytes, status: int) -> None:
    answer = sent(talk, body)

    assert answer.status == status
    assert status != 200 or answer.body == b""


def test_a_body_of_another_type_is_a_problem(talk: Ask) -> None:
    assert sent(talk, b"{}", media="application/json").status == 415


def test_a_chat_has_a_rate_of_its_own(make_ask: Callable[..., Ask]) -> None:
    talk = make_ask(msgspec.structs.replace(SETTINGS, chat_requests_per_minute=1))

    first = said(talk, "h100 price", trigger_id="1.2.a")
    assert "$" in texts(first)
    assert said(talk, "h100 price", trigger_id="1.2.a") == first  # Slack sends it again
    assert "Ask again in " in said(talk, "h100 price", trigger_id="1.2.b")["text"]
    assert "Ask again in " in said(talk, "h100 price", trigger_id="1.2.b")["text"]
    assert "Ask again in " in said(talk, "h100 price")["text"]


def test_a_chat_without_its_secret_is_not_there(make_ask: Callable[..., Ask]) -> None:
    only_teams = make_ask(Settings(teams_security_token=Secret("c2VjcmV0")))

    assert sent(make_ask(), DOCUMENTED).status == 404
    assert sent(only_teams, DOCUMENTED).status == 404


def test_the_manifest_has_what_slack_asks_for(root: Path) -> None:
    manifest = msgspec.yaml.decode((root / "deploy/slack/manifest.yaml").read_bytes())
    [command] = manifest["features"]["slash_commands"]
    shown = manifest["display_information"]

    assert manifest.keys() == {
        *("_metadata", "display_information", "features", "oauth_config", "settings")
    }
    assert len(shown["name"]) <= 35
    assert len(shown["description"]) <= 140
    assert command.keys() == {"command", "description", "usage_hint", "url", "should_escape"}
    assert urlsplit(command["url"]).path == PATH
    assert manifest["oauth_config"]["scopes"] == {"bot": ["commands"]}
